// What service.js is where a page has no server: programs and tests run in the page itself, on Pocket as WebAssembly in workers, and the reader's
// texts, guesses and progress are kept by the browser.
import {filesOf, loaded, longWork, moduleOf, endJob, work} from './engine.js';
import {kernelsIn} from './kernel-names.js';
import {isKept, isOnlyHere, keepProgress, keepVerdict, progress, progressText, store} from './store.js';
import {Trouble} from './trouble.js';

/** Whether each listing has a Run of its own. */
export const runsListings = true;

/** The page's file in the site: "03-first-kernel.html". */
export const pageFile = location.pathname.split('/').pop() || 'index.html';

// What the page was rendered with: its chapter or exercise, the texts of its kernels, and what the book captured of its program.
const given = JSON.parse(document.getElementById('lockstep-runs').textContent);
const exercise = given.exercise ?? null;
export const keptWhere = 'This is your own copy, which this browser keeps: the book’s text stays as it is. It runs in this page on Pocket, the book’s own device, ' +
    (given.small ? 'at the smaller sizes that the program has for simulated devices' : 'at the book’s sizes') +
    '. What the program calls a time says nothing of a GPU.';
export const keptExercise = 'This browser keeps what you type. It is judged in this page on Pocket, the book’s own device, by the tests of ./lockstep check' +
    (exercise?.small ? ', at small sizes: a clone of the book checks the large ones, too.' : '.');
const bookTexts = new Map(Object.entries(given.files));

/** Whether the chapter's program is here: some cannot run in a page. */
export const hasProgram = given.hasProgram !== false;

/** Only the page's own program is here, and it takes no arguments. */
export const canRun = (words) => ((['run', 'lens'].includes(words[0]) && words.length === 2 && hasProgram) || words[0] === 'step') && !exercise &&
    Number(words[1]) === Number(given.chapter.split('-')[0]);

const textKey = (name) => 'lockstep-text:' + name;
const guessKey = (place) => `lockstep-guess:${pageFile}:${place}`;
const textOf = (name) => store.get(textKey(name)) ?? bookTexts.get(name);
const versionOf = (text) => 'v' + text; // a text is its own version; none is empty

/** Kernels that the page quotes and no program of it launches, {their names: their texts}, with what they include. */
export const quotedKernels = given.kernels ?? {};

const listeners = [];
let last = null;
let advice = ''; // on the last verdict

function exerciseState() {
    const entry = progress().exercises[exercise.id] ?? {};
    return {id: exercise.id, name: exercise.name, solved: entry.solved === true, hints: Number(entry.hints ?? 0), advice};
}

function stateNow() {
    const boxes = document.querySelectorAll('.callout.predict').length;
    const places = Array.from({length: boxes}, (_, which) => String(which + 1));
    const solved = Object.entries(progress().exercises).filter(([, entry]) => entry.solved);
    return {
        chapter: given.chapter,
        exercise: exercise && exerciseState(),
        files: [...bookTexts.keys()].map((name) => ({name, text: textOf(name), version: versionOf(textOf(name)), program: given.chapter})),
        progress: Object.fromEntries(solved.map(([id, entry]) => [id.replace('/', '-') + '.html', entry.broken ? 'broken' : 'solved'])),
        best: Object.fromEntries(solved.filter(([, {best}]) => best).map(([id, {best}]) => [id.replace('/', '-') + '.html', [best.sectors, best.passes, best.instructions]])),
        predictions: Object.fromEntries(places.map((place) => [place, store.get(guessKey(place)) ?? ''])),
        captured: given.captured,
    };
}

/** Tells all listeners of the page's state as it is now. */
export function tellState() {
    last = stateNow();
    listeners.forEach((listener) => listener(last));
}

/** Calls `listener` with the page's state, now if it is known, and whenever it changes. */
export function onState(listener) {
    listeners.push(listener);
    if (last) listener(last);
}

export const knownState = () => last;
export const isConnected = () => true;

/** Begins to tell of the state, and follows what other tabs of the same site do. */
export function followBrowser() {
    tellState();
    addEventListener('storage', ({key}) => {
        if (isKept(key)) tellState();
    });
    addEventListener('beforeunload', (event) => {
        if (isOnlyHere()) event.preventDefault();
    });
}

/** The editor with colours, where the site has it; a plain one else. */
export async function prepareEditors() {
    if (given.editor) await loaded('run/editor.js').catch(() => {});
}

/** Begins to load what a run needs, while something else is got ready. */
export function prepareRun() {
    moduleOf('pocket').catch(() => {}); // the run itself says so
}

const named = (names, place) => Object.fromEntries(names.map((name) => [place + name.split('/').pop(), textOf(name)]));

// A chapter's files, where its program looks for them.
const chapterFiles = () => ({...Object.fromEntries(Object.entries(given.besides).map(([name, text]) => ['/chapter/' + name, text])),
    ...named([...bookTexts.keys()], '/chapter/')});

// An exercise's files and what its tests and its judge read, where they look for them.
function exerciseFiles(checks) {
    const wanted = ['/book/kernels/', `/book/exercises/${exercise.id}/`];
    return {
        ...Object.fromEntries(Object.entries(checks).filter(([name]) => wanted.some((place) => name.startsWith(place)))),
        ...Object.fromEntries([...bookTexts].map(([name, text]) => ['/book/.stubs/' + name.replace('exercises/', ''), text])),
        ...Object.fromEntries([...bookTexts.keys()].map((name) => ['/book/' + name, textOf(name)])),
        '/book/.lockstep/progress.json': progressText(),
    };
}

let pictures = new Map();
let lastCount = null; // of this page, to compare the next one with

// The events of a job, without what this page keeps of them.
async function* followed(events) {
    for await (const event of events) {
        const {name, data} = event;
        if (name === 'kept') {
            if (data.name === 'progress.json') keepVerdict(data.text, exercise.id);
            else lastCount = data.text;
        } else if (name === 'pictures') {
            pictures = new Map(data.pictures.map((one) => [one.name, new Blob([one.bytes], {type: 'image/png'})]));
            yield {name, data: {chapter: given.chapter, names: [...pictures.keys()]}};
        } else if (name === 'history') {
            yield {name, data: JSON.parse(data.text)};
        } else {
            if (name === 'verdict') advice = data.advice ?? '';
            if (name === 'ended' && exercise) tellState();
            yield event;
        }
    }
}

/** The GPUs that a kernel is counted as, as their profiles have them. */
export const profiles = async () => Object.values(await filesOf('devices')).map((text) => JSON.parse(text));

// What a launch is recorded with: which one, and as which GPU.
const recorded = '/made/steps.json';
const mostSeconds = 8; // of a launch: of a loop without an end the first steps can be looked at
const recordingOf = ({kernel, launch, group, sub, width, profile}) => ({
    LOCKSTEP_STEPS: recorded, LOCKSTEP_STEPS_PROFILE: `/book/lens/devices/${profile}.json`, LOCKSTEP_STEPS_KERNEL: kernel, LOCKSTEP_STEPS_LAUNCH: String(launch),
    LOCKSTEP_STEPS_GROUP: group, LOCKSTEP_STEPS_SUB_GROUP: String(sub), POCKET_SECONDS: String(mostSeconds), ...(width > 0 ? {POCKET_LANES: String(width)} : {}),
});

// The program that launches it: the chapter's, the exercise's tests at the sizes of the stage clean, or a launch of the reader's own.
async function* step(body, signal) {
    const devices = await filesOf('devices');
    const environment = recordingOf(body);
    const {kernel, own, file: quoted} = body;
    const job = (words, files, more = {}) => ({steps: recorded, words, environment: {...environment, ...more}, files: {...devices, ...files}});
    if (own) {
        const texts = quoted ? Object.fromEntries(Object.entries(quotedKernels).map(([name, text]) => ['/' + name, text]))
            : exercise ? named([...bookTexts.keys()], '/chapter/') : chapterFiles();
        const file = quoted ? '/' + quoted : '/chapter/' + [...bookTexts.keys()].find((name) => kernelsIn(textOf(name)).includes(kernel))?.split('/').pop();
        const words = ['pocket', 'launch', file, own.options, kernel, own.global.join(), own.local.join(), ...own.words];
        yield* work({pocket: 'pocket'}, () => job(words, texts), signal);
    } else if (exercise) {
        yield* work({checks: exercise.module}, ({checks}) => job(['tests', '--no-colors', `--source-file=*exercises/${exercise.id}/test.cpp`], exerciseFiles(checks),
            {LOCKSTEP_STAGE: 'clean', LOCKSTEP_EXERCISE_FILES: '/book/exercises/' + exercise.id}), signal);
    } else {
        const program = given.program ?? given.chapter;
        yield* work({pocket: 'pocket'}, ({pocket}) => job([program, program], {...pocket, ...chapterFiles()}), signal);
    }
}

/** The stream that can be stirred: its cells, how many of them a pixel is apart from the next, and the most steps between two pictures. */
export const stream = {columns: 128, rows: 64, apart: 1, mostSteps: 12};

/** Whether the page's chapter has such a fluid. */
export const hasFluid = () => [...bookTexts.keys()].some((name) => name.endsWith('/stir.cl'));

/** Begins it, of the reader's kernels. @param hear what its worker tells. */
export const beginFluid = (hear) =>
    longWork('pocket', (pocket) => ({stirred: true, columns: stream.columns, rows: stream.rows, files: {...pocket, ...chapterFiles()}}), hear);

const installed = {'/build/lib/libpocket.so': ''}; // what the tool asks for, where there are libraries

const jobs = {
    '/api/step': step,
    '/api/run': (body, signal) => work({pocket: 'pocket'}, ({pocket}) => ({words: [given.program ?? given.chapter], files: {...pocket, ...chapterFiles()}}), signal),
    '/api/check': (body, signal) => work({tool: 'tool', checks: exercise.module}, ({tool, checks}) => ({
        words: ['check', exercise.id, ...(exercise.small ? ['small'] : [])],
        files: {...tool, ...installed, ...exerciseFiles(checks)},
    }), signal),
    '/api/count': (body, signal) => work(exercise ? {tool: 'tool', checks: exercise.module} : {tool: 'tool', pocket: 'pocket'}, ({tool, checks, pocket}) => ({
        words: ['count', exercise ? exercise.id : given.chapter, 'h200'],
        files: {...tool, ...installed, ...(exercise ? exerciseFiles(checks) : {...pocket, ...chapterFiles()}),
            ...(lastCount ? {'/book/.lockstep/last-count.json': lastCount} : {})},
    }), signal),
};

export const stopJob = endJob;

/** Starts a job and gives its events as they come: {name, data}. Ends with the job. */
export function job(path, body, signal) {
    if (!Object.hasOwn(jobs, path)) throw new Trouble('This page cannot do that.');
    return followed(jobs[path](body, signal));
}

function textOfBook(name) {
    if (!bookTexts.has(name)) throw new Trouble('There is no such file.');
    return bookTexts.get(name);
}

export async function get(path) {
    const asked = new URL(path, 'http://page');
    if (asked.pathname === '/api/book-text') return {text: textOfBook(asked.searchParams.get('name'))};
    throw new Trouble('This page cannot do that.');
}

export async function getBlob(path) {
    return pictures.get(new URL(path, 'http://page').searchParams.get('name'));
}

const posts = {
    '/api/save'({name, text, version}) {
        textOfBook(name);
        const there = textOf(name);
        if (versionOf(there) !== version) return {name, text: there, version: versionOf(there), status: 409};
        if (text === bookTexts.get(name)) store.drop(textKey(name));
        else store.set(textKey(name), text);
        last = stateNow();
        return {name, text, version: versionOf(text), status: 200, told: isOnlyHere() ? 'in this page alone: save it as a file, below' : 'saved'};
    },
    '/api/put-back'({name}) {
        const mine = textOf(name) !== textOfBook(name);
        store.drop(textKey(name));
        tellState();
        return {told: mine ? 'The book’s text is back. To have yours again, undo in the editor (Ctrl-Z).' : 'It is the book’s text already.', status: 200};
    },
    '/api/predict'({place, text}) {
        store.set(guessKey(place), text);
        last = stateNow();
        return {kept: true, status: 200};
    },
    '/api/hint'() {
        const all = progress();
        const entry = all.exercises[exercise.id] ??= {};
        entry.hints = Math.min(Number(entry.hints ?? 0) + 1, exercise.hints);
        if (entry.failure) entry.failure.told = true;
        keepProgress(JSON.stringify(all));
        last = stateNow();
        return {seen: entry.hints, status: 200};
    },
    async '/api/solution'({giveUp}) {
        if (!giveUp && !exerciseState().solved) throw new Trouble('This exercise is not solved yet.');
        const {files} = await moduleOf(exercise.module);
        return {files: [...bookTexts.keys()].map((name) => ({name, text: files['/book/' + name.replace('exercises/', 'solutions/')]})), status: 200};
    },
};

export async function post(path, body) {
    if (!Object.hasOwn(posts, path)) throw new Trouble('This page cannot do that.');
    return posts[path](body);
}
