// A chapter's kernels and programs, edited in the page: each listing of one opens the whole file, the reader's own copy of it.
import {button, element, guarded} from './parts.js';
import {Workbench} from './workbench.js';
import {countInto} from './counting.js';
import {runInto} from './commands.js';
import {abilities, keptWhere, onState, pageFile, prepareEditors, prepareRun} from './service.js';

const benches = new Map(); // by the file's name
const ownFolder = `chapters/${pageFile.replace('.html', '')}/`;

const labels = () => [...document.querySelectorAll('.prose .code .file')];
const tries = () => [...document.querySelectorAll('.callout.try')];

// The files that a call-out speaks of, "main.cpp" or "chapters/03-first-kernel/picture.cpp", in its order.
const namesIn = (box) => [...new Set([...box.querySelectorAll('code')].map((code) => code.textContent.trim())
    .filter((text) => /^[\w./-]+\.(?:cl|cpp|hpp)$/.test(text))
    .map((text) => (text.includes('/') ? text : ownFolder + text)))];

/** The names of the files that the page shows or speaks of; some may be none of those that a reader edits. */
export const filesShown = () => [...new Set([...labels().map((label) => label.textContent.trim()), ...tries().flatMap(namesIn)])]
    .filter((name) => name.startsWith('chapters/'));

function benchOf({name, program}) {
    if (benches.has(name)) return benches.get(name);
    let bench = null;
    const place = element('div', {class: 'live-place'});
    const afterSaving = (action) => async () => {
        if (!await bench.save()) return;
        bench.below.replaceChildren(place);
        bench.showErrors(await action());
    };
    const run = {text: 'Run', run: afterSaving(() => runInto(place, ['run', program], bench.view))};
    const count = {text: 'Count with the lens', run: afterSaving(() => countInto(place, {chapter: program}, bench))};
    bench = new Workbench(name, program.includes('/') || !abilities.count ? [run] : [run, count], keptWhere);
    benches.set(name, bench);
    return bench;
}

async function open(file, listing, line) {
    await prepareEditors();
    const bench = benchOf(file);
    listing.after(bench.view);
    if (!bench.editor) bench.begin();
    bench.editor.refresh();
    bench.editor.showLine(line);
    bench.view.scrollIntoView({block: 'nearest'});
    bench.editor.focus();
    return bench;
}

// Runs what the file's editor holds, which opens for it.
async function openAndRun(file, listing, line) {
    prepareRun();
    const bench = await open(file, listing, line);
    await guarded(bench.messages(), bench.firstAction)();
}

/** Gives each listing of a file that can be edited a button that opens it, and each call-out that asks for changes those of its files. */
export function addEditors() {
    let done = false;
    onState(({exercise, files}) => {
        if (done || exercise) return;
        done = true;
        const known = new Map(files.filter(({program}) => program).map((file) => [file.name, file]));
        labels().forEach((label) => {
            const file = known.get(label.textContent.trim());
            const code = label.closest('.code');
            if (!file) return;
            const line = Number(code.querySelector('.ln')?.dataset.n ?? 1);
            if (abilities.runListings) {
                code.querySelector('.copy').before(button('▶ Run', () => openAndRun(file, code.closest('.listing') ?? code, line),
                    {class: 'live-button main live-go', 'aria-label': 'Run ' + file.name}));
            }
            code.querySelector('.copy').before(button('✎ Edit', () => open(file, code.closest('.listing') ?? code, line),
                {class: 'live-button live-go', 'aria-label': 'Edit ' + file.name}));
        });
        // What a page asks its reader to change is changed on the spot.
        tries().forEach((box) => {
            const named = namesIn(box).map((name) => known.get(name)).filter(Boolean);
            if (named.length === 0) return;
            box.querySelector('.callout-body').append(element('p', {class: 'live-here'}, ...named.map((file) =>
                button('✎ ' + file.name.split('/').pop(), () => open(file, box, 1), {'aria-label': 'Change it here: ' + file.name}))));
        });
    });
}
