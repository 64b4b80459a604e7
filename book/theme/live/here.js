// What service.js is where a page has no server: programs run in the page itself, on Pocket as WebAssembly in a worker, and the reader's
// texts and guesses are kept by the browser. Nothing of the engine is loaded before the first run.

export const abilities = {count: false, runListings: true};

/** What went wrong, in a sentence, and what to do next. */
export class Trouble extends Error {
    constructor(happened, next = '', status = 0) {
        super(happened);
        this.next = next;
        this.status = status;
    }
}

/** The page's file in the site: "03-first-kernel.html". */
export const pageFile = location.pathname.split('/').pop() || 'index.html';

// What the page was rendered with: its chapter, the texts of its kernels, and what the book captured of its program.
const given = JSON.parse(document.getElementById('lockstep-runs').textContent);
export const keptWhere = 'This is your own copy, which this browser keeps: the book’s text stays as it is. It runs in this page on Pocket, the book’s own device, ' +
    (given.small ? 'at the smaller sizes that the program has for simulated devices' : 'at the book’s sizes') +
    '. What the program calls a time says nothing of a GPU.';
const bookTexts = new Map(Object.entries(given.files));

/** Whether this browser has what a run needs; else the page is left as it is. */
export const canRunHere = () => [window.WebAssembly, window.Worker, window.DecompressionStream].every(Boolean);

/** Only the page's own program is here, and it takes no arguments. */
export const canRun = (words) => words[0] === 'run' && words.length === 2 && Number(words[1]) === Number(given.chapter.split('-')[0]);

// Kept by the browser, or by the page where it may not.
const inPage = new Map();
const store = {
    get(key) {
        try {
            return localStorage.getItem(key) ?? inPage.get(key) ?? null;
        } catch (error) {
            return inPage.get(key) ?? null;
        }
    },
    set(key, text) {
        inPage.set(key, text);
        try {
            localStorage.setItem(key, text);
        } catch (error) { /* full or forbidden: the page still has it */ }
    },
    drop(key) {
        inPage.delete(key);
        try {
            localStorage.removeItem(key);
        } catch (error) { /* forbidden: nothing was kept */ }
    },
};

const textKey = (name) => 'lockstep-text:' + name;
const guessKey = (place) => `lockstep-guess:${pageFile}:${place}`;
const textOf = (name) => store.get(textKey(name)) ?? bookTexts.get(name);
const versionOf = (text) => 'v' + text; // a text is its own version; none is empty

const listeners = [];
let last = null;

function stateNow() {
    const boxes = document.querySelectorAll('.callout.predict').length;
    const places = Array.from({length: boxes}, (_, which) => String(which + 1));
    return {
        chapter: given.chapter,
        exercise: null,
        files: [...bookTexts.keys()].map((name) => ({name, text: textOf(name), version: versionOf(textOf(name)), program: given.chapter})),
        progress: {},
        predictions: Object.fromEntries(places.map((place) => [place, store.get(guessKey(place)) ?? ''])),
        captured: given.captured,
    };
}

function tellState() {
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

/** Begins to tell of the state, and follows what other tabs of the same page do. */
export function followBrowser() {
    tellState();
    addEventListener('storage', ({key}) => {
        if (key === null || key.startsWith('lockstep-text:') || key.startsWith('lockstep-guess:')) tellState();
    });
}

// A script of the site, once.
const scripts = new Map();
function loaded(file) {
    if (!scripts.has(file)) {
        scripts.set(file, new Promise((resolve, reject) => {
            const script = document.createElement('script');
            script.src = file;
            script.onload = resolve;
            script.onerror = () => {
                scripts.delete(file);
                reject(new Trouble(`${file} could not be loaded.`, 'Keep the folder run beside the pages, and try again.'));
            };
            document.head.append(script);
        }));
    }
    return scripts.get(file);
}

/** The editor with colours, where the site has it; a plain one else. */
export async function prepareEditors() {
    if (given.editor) await loaded('run/editor.js').catch(() => {});
}

// The engine as {module, worker}: compiled once a page, so that a run starts at once.
let engine = null;
async function readEngine() {
    await loaded('run/pocket.js');
    const {packed, worker} = window.lockstepPocket;
    const bytes = new Blob([Uint8Array.from(atob(packed), (byte) => byte.charCodeAt(0))]).stream().pipeThrough(new DecompressionStream('gzip'));
    const module = await WebAssembly.compile(await new Response(bytes).arrayBuffer()).catch((error) => {
        throw new Trouble(`This browser cannot run the kernel: ${error.message}.`, 'Take a newer one, or run the chapter from a clone of the book.');
    });
    return {module, worker: URL.createObjectURL(new Blob([worker], {type: 'text/javascript'}))};
}

function theEngine() {
    engine ??= readEngine().catch((error) => {
        engine = null;
        throw error;
    });
    return engine;
}

/** Begins to load what a run needs, while something else is got ready. */
export function prepareRun() {
    theEngine().catch(() => {}); // the run itself says so
}

let stopRunning = null;
let pictures = new Map();

// Runs the chapter's program with the reader's kernels, and hands on what the worker tells.
async function* run(signal) {
    yield {name: 'begun', data: {}};
    const since = performance.now();
    let worker = null;
    const told = [];
    let wake = () => {};
    const tell = (event) => {
        told.push(event);
        wake();
    };
    const end = (sentence, status = 1) => tell({name: 'ended', data: {status, sentence, seconds: (performance.now() - since) / 1000}});
    stopRunning = () => {
        worker?.terminate();
        end('Stopped.');
    };
    signal.addEventListener('abort', stopRunning);
    const {module, worker: address} = await theEngine();
    if (told.length > 0) { // stopped before it began
        yield told[0];
        return;
    }
    worker = new Worker(address);
    worker.onmessage = ({data}) => {
        if (data.name === 'ended') {
            end(data.sentence, data.status);
        } else if (data.name === 'pictures') {
            pictures = new Map(data.pictures.map(({name, bytes}) => [name, new Blob([bytes], {type: 'image/png'})]));
            tell({name: 'pictures', data: {chapter: given.chapter, names: [...pictures.keys()]}});
        } else {
            tell(data);
        }
    };
    worker.onerror = (event) => {
        event.preventDefault();
        end('The engine ended: ' + event.message);
    };
    const files = Object.fromEntries([...bookTexts.keys()].map((name) => [name.split('/').pop(), textOf(name)]));
    worker.postMessage({module, chapter: given.chapter, files: {...given.besides, ...files}});
    try {
        for (;;) {
            while (told.length > 0) {
                const event = told.shift();
                yield event;
                if (event.name === 'ended') return;
            }
            await new Promise((resolve) => {
                wake = resolve;
            });
        }
    } finally {
        worker.terminate();
        stopRunning = null;
    }
}

/** Starts a job and gives its events as they come: {name, data}. Ends with the job. */
export function job(path, body, signal) {
    if (path !== '/api/run') throw new Trouble('This page cannot do that.');
    return run(signal);
}

export const stopJob = async () => stopRunning?.();

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
        return {name, text, version: versionOf(text), status: 200};
    },
    '/api/put-back'({name}) {
        const mine = textOf(name) !== textOfBook(name);
        store.drop(textKey(name));
        tellState();
        return {told: mine ? 'The book’s text is back.' : 'It is the book’s text already.', status: 200};
    },
    '/api/predict'({place, text}) {
        store.set(guessKey(place), text);
        last = stateNow();
        return {kept: true, status: 200};
    },
};

export async function post(path, body) {
    if (!Object.hasOwn(posts, path)) throw new Trouble('This page cannot do that.');
    return posts[path](body);
}
