// A chapter's kernels, edited in the page: each listing of one opens the whole file, the reader's own copy of it.
import {button, element} from './parts.js';
import {Workbench} from './workbench.js';
import {countInto} from './counting.js';
import {runInto} from './commands.js';
import {onState} from './service.js';

const benches = new Map(); // by the file's name

function benchOf(name, chapter) {
    if (benches.has(name)) return benches.get(name);
    let bench = null;
    const place = element('div', {class: 'live-place'});
    const afterSaving = (action) => async () => {
        if (await bench.save()) await action();
    };
    bench = new Workbench(name, [
        {text: 'Run', run: afterSaving(async () => {
            bench.below.replaceChildren(place);
            bench.showErrors(await runInto(place, ['run', chapter], bench.view));
        })},
        {text: 'Count with the lens', run: afterSaving(async () => {
            bench.below.replaceChildren(place);
            bench.showErrors(await countInto(place, {chapter}, bench));
        })},
    ], 'This is your own copy: the book’s file stays as it is.');
    benches.set(name, bench);
    return bench;
}

function open(name, chapter, listing, line) {
    const bench = benchOf(name, chapter);
    listing.after(bench.view);
    if (!bench.editor) bench.begin();
    bench.editor.refresh();
    bench.editor.showLine(line);
    bench.view.scrollIntoView({block: 'nearest'});
    bench.editor.focus();
}

/** Gives each listing of one of the chapter's kernels a button that opens it. */
export function addKernelEditors() {
    let done = false;
    onState(({chapter, exercise, files}) => {
        if (done || !chapter || exercise) return;
        done = true;
        const names = new Set(files.map(({name}) => name));
        const first = files[0]?.name;
        document.querySelectorAll('.prose .code .file').forEach((label) => {
            const name = label.textContent.trim();
            const code = label.closest('.code');
            if (!names.has(name)) return;
            const line = Number(code.querySelector('.ln')?.dataset.n ?? 1);
            code.querySelector('.copy').before(button('✎ Edit', () => open(name, chapter, code.closest('.listing') ?? code, line),
                {class: 'live-button live-go', 'aria-label': 'Edit ' + name}));
        });
        // What a page asks its reader to change is changed on the spot.
        document.querySelectorAll('.callout.try').forEach((box) => {
            if (first) box.querySelector('.callout-body').append(button('✎ Do it here', () => open(first, chapter, box, 1)));
        });
    });
}
