// The live book's server, as the pages' scripts speak to it. Where there is none, here.js stands in its place: what one exports the other
// does, too.
import {Trouble} from './trouble.js';

/** Whether each listing has a Run of its own: here the editor has it, and the commands. */
export const runsListings = false;

/** Where an edited file is kept, for the line below its editor. */
export const keptWhere = 'This is your own copy: the book’s file stays as it is, and the terminal runs that one.';
export const keptExercise = 'It is the file on your disk: an editor of your own and ./lockstep watch see the same.';

/** Whether the chapter's program is here. */
export const hasProgram = true;

/** Whether a command that a page shows can be run by it. @param words of what follows ./lockstep */
export const canRun = () => true;

/** Kernels that the page quotes and no program of it launches, {their names: their texts}, with what they include. */
export const quotedKernels = JSON.parse(document.getElementById('lockstep-runs')?.textContent ?? '{}').kernels ?? {};

/** A run will follow. */
export const prepareRun = () => {};

/** What editors need is there when this ends. */
export const prepareEditors = async () => {};

// What the link gave to this address and port, and to no other: without it the server does nothing.
const secretName = 'x-lockstep-secret';

// The server tells pages apart by this name: each has one program running at a time.
const pageName = Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, '0')).join('');

const gone = () => new Trouble('The live book does not answer.',
    'Start it again with ./lockstep book --live, and open the link that it prints.');

async function troubleIn(response) {
    const text = await response.text();
    try {
        const told = JSON.parse(text);
        return new Trouble(told.happened, told.next, response.status);
    } catch (error) {
        return new Trouble(text.trim(), '', response.status);
    }
}

async function ask(path, options) {
    try {
        return await fetch(path, options);
    } catch (error) {
        throw error.name === 'AbortError' ? error : gone();
    }
}

const headers = () => ({'X-Lockstep-Page': pageName, [secretName]: localStorage.getItem(secretName) ?? ''});

const posted = (body, options = {}) => ({
    method: 'POST',
    headers: {...headers(), 'Content-Type': 'application/json'},
    body: JSON.stringify(body),
    ...options,
});

async function got(path) {
    const response = await ask(path, {headers: headers()});
    if (!response.ok) throw await troubleIn(response);
    return response;
}

export const get = async (path) => (await got(path)).json();
export const getBlob = async (path) => (await got(path)).blob();

/**
 * The answer's JSON; that of a status among `expected`, too, with the status in it.
 * @param options of fetch: {keepalive: true} for what is to arrive though the page is left.
 */
export async function post(path, body, expected = [], options = {}) {
    const response = await ask(path, posted(body, options));
    if (!response.ok && !expected.includes(response.status)) throw await troubleIn(response);
    return {...await response.json(), status: response.status};
}

function eventOf(block) {
    const field = (name) => block.split('\n').find((line) => line.startsWith(name + ': '))?.slice(name.length + 2);
    return {name: field('event'), data: JSON.parse(field('data') ?? '{}')};
}

// The events of an answer as they come: {name, data}.
async function* eventsOf(path, options) {
    const response = await ask(path, options);
    if (!response.ok) throw await troubleIn(response);
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let text = '';
    for (;;) {
        let part;
        try {
            part = await reader.read();
        } catch (error) {
            throw error.name === 'AbortError' ? error : gone();
        }
        if (part.done) return;
        text += part.value;
        for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
            yield eventOf(text.slice(0, end));
            text = text.slice(end + 2);
        }
    }
}

/** The stream that can be stirred: its cells, how many of them a pixel is apart from the next, and the most steps between two pictures. */
export const stream = {columns: 2048, rows: 1024, apart: 2, mostSteps: 200};

/** Whether the page's chapter has such a fluid. */
export const hasFluid = () => true;

/** Begins it on the device that the page's head names, of the reader's kernels. @param hear what its program tells. */
export async function beginFluid(hear) {
    const following = new AbortController();
    const chapter = pageFile.replace('.html', '');
    const device = document.querySelector('.live-device')?.value ?? '';
    let number = 0;
    (async () => {
        for await (const {name, data} of job('/api/stir', {chapter, device, columns: stream.columns, rows: stream.rows}, following.signal)) {
            if (name === 'frame') data.pixels = new Uint8Array(await (await got('/api/stirred?chapter=' + chapter)).arrayBuffer());
            hear({name, data});
        }
    })().catch((error) => error.name === 'AbortError' || hear({name: 'ended', data: {status: 1, sentence: error.message}}));
    return {
        ask: (question) => post('/api/ask-stirred', {chapter, number: ++number, ...question}).catch(() => {}), // the job itself says so
        end: () => {
            following.abort();
            stopJob().catch(() => {});
        },
    };
}

/** The GPUs that a kernel is counted as, as their profiles have them. */
export const profiles = () => get('/api/profiles');

/** Starts a job and gives its events as they come: {name, data}. Ends with the job. */
export async function* job(path, body, signal) {
    for await (const event of eventsOf(path, posted(body, {signal}))) {
        if (event.name === 'recorded') yield {name: 'history', data: await get('/api/recording?number=' + event.data.number)};
        else yield event;
    }
}

export const stopJob = () => post('/api/stop', {});

/** The page's file in the site: "03-first-kernel.html". */
export const pageFile = location.pathname.split('/').pop() || 'index.html';

const listeners = [];
const pauseBeforeAsking = 1000; // milliseconds, while nobody answers
const understood = 1; // page_events_version, of what the live book tells
let last = null;
let connected = false;

/** Calls `listener` with the page's state, now if it is known, and whenever it changes. */
export function onState(listener) {
    listeners.push(listener);
    if (last) listener(last);
}

/** The page's state as far as it is known; null before it is. */
export const knownState = () => last;

/** True while the server answers this page. */
export const isConnected = () => connected;

async function follow(path, tell, signal) {
    while (!signal.aborted) {
        let trouble = gone();
        try {
            for await (const {name, data} of eventsOf(path, {headers: headers(), signal})) {
                if (name !== 'state') continue;
                if (data.version !== understood) {
                    tell(new Trouble('This page is older or newer than the live book.', 'Load it anew.'));
                    return;
                }
                last = data;
                connected = true;
                tell(null);
                listeners.forEach((listener) => listener(last));
            }
        } catch (error) {
            if (error.name === 'AbortError') return;
            trouble = error;
        }
        connected = false;
        tell(trouble);
        await new Promise((resolve) => {
            setTimeout(resolve, pauseBeforeAsking);
        });
    }
}

/** Follows the state of the page and of these files, and calls `tell` with null while the server answers, else with the trouble. */
export function followServer(files, tell) {
    const path = `/api/events?page=${encodeURIComponent(pageFile)}&files=${encodeURIComponent(files.join(','))}`;
    let following = null;
    const close = () => following?.abort();
    const open = () => {
        close();
        following = new AbortController();
        follow(path, tell, following.signal);
    };
    open();
    // A browser opens six connections to a server and no more, so that pages in the background must not hold one.
    document.addEventListener('visibilitychange', () => (document.hidden ? close() : open()));
    addEventListener('pagehide', close);
    addEventListener('pageshow', (event) => {
        if (event.persisted) open();
    });
    // The link of a server that was started anew has been opened in another tab.
    addEventListener('storage', ({key}) => {
        if (key === secretName && !document.hidden) open();
    });
}
