// A chapter's kernels and programs, edited in the page: each listing of one opens the whole file, the reader's own copy of it.
import {button, codeText, element, guarded} from './parts.js';
import {Workbench} from './workbench.js';
import {countInto} from './counting.js';
import {runInto} from './commands.js';
import {kernelsIn} from './kernel-names.js';
import {Stepper, askedFor} from './stepping.js';
import {keptWhere, onState, pageFile, prepareEditors, prepareRun, quotedKernels, runsListings} from './service.js';

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
    const step = {text: 'Step', run: () => openStepper({name, program}, bench.view, kernelsIn(bench.text())[0])};
    const more = program.includes('/') || !name.endsWith('.cl') ? [] : [count, step];
    bench = new Workbench(name, [run, ...more], keptWhere);
    bench.findingAction = (kernel, line) => stepperAt({name, program}, bench.view).openFinding(kernel, line);
    benches.set(name, bench);
    return bench;
}

const steppers = new Map(); // by the file's name

// The file's stepper, behind something of the page; it steps through what the file's editor holds.
function stepperAt({name, program, quoted}, place) {
    if (!steppers.has(name)) steppers.set(name, new Stepper(name, {chapter: program}, async () => await benches.get(name)?.save() ?? true, quoted ?? null));
    const stepper = steppers.get(name);
    if (place.nextSibling !== stepper.view) {
        stepper.close();
        place.after(stepper.view);
    }
    return stepper;
}

async function openStepper(file, place, kernel, asked = {}) {
    prepareRun();
    await stepperAt(file, place).open({kernel: kernel ?? '', launch: 0, group: [0, 0, 0], sub: 0, at: 0, ...asked});
}

// A link that names a step opens there, at the listing of its kernel.
function openLinked(listings) {
    const asked = askedFor(location.hash);
    if (!asked) return;
    const {file, place} = listings.find(({kernels}) => kernels.includes(asked.kernel)) ?? listings[0] ?? {};
    if (file) openStepper(file, place, asked.kernel, asked);
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

// Gives a listing of kernels its button for the stepper, and notes it in `stepped`.
function addStep(file, code, stepped) {
    const kernels = kernelsIn(codeText(code));
    if (kernels.length === 0) return;
    const place = code.closest('.listing') ?? code;
    stepped.push({file, place, kernels});
    code.querySelector('.copy').before(button('Step', () => openStepper(file, place, kernels[0]),
        {class: 'live-button live-go', 'aria-label': 'Step through ' + kernels[0], title: 'Watch a sub-group execute it, lane by lane'}));
}

/** Gives each listing of a file that can be edited a button that opens it, and each call-out that asks for changes those of its files. */
export function addEditors() {
    let done = false;
    onState(({exercise, files}) => {
        if (done || exercise) return;
        done = true;
        const known = new Map(files.filter(({program}) => program).map((file) => [file.name, file]));
        const stepped = [];
        labels().forEach((label) => {
            const name = label.textContent.trim();
            const file = known.get(name);
            const code = label.closest('.code');
            if (!file && Object.hasOwn(quotedKernels, name)) addStep({name, program: '', quoted: quotedKernels[name]}, code, stepped);
            if (!file) return;
            const line = Number(code.querySelector('.ln')?.dataset.n ?? 1);
            if (runsListings) {
                code.querySelector('.copy').before(button('▶ Run', () => openAndRun(file, code.closest('.listing') ?? code, line),
                    {class: 'live-button main live-go', 'aria-label': 'Run ' + file.name}));
            }
            if (file.name.endsWith('.cl') && !file.program.includes('/')) addStep(file, code, stepped);
            code.querySelector('.copy').before(button('✎ Edit', () => open(file, code.closest('.listing') ?? code, line),
                {class: 'live-button live-go', 'aria-label': 'Edit ' + file.name}));
        });
        openLinked(stepped);
        addEventListener('hashchange', () => openLinked(stepped));
        // What a page asks its reader to change is changed on the spot.
        tries().forEach((box) => {
            const named = namesIn(box).map((name) => known.get(name)).filter(Boolean);
            if (named.length === 0) return;
            box.querySelector('.callout-body').append(element('p', {class: 'live-here'}, ...named.map((file) =>
                button('✎ ' + file.name.split('/').pop(), () => open(file, box, 1), {'aria-label': 'Change it here: ' + file.name}))));
        });
    });
}
