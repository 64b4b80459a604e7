// The live book's server, as the pages' scripts speak to it.

// The server tells pages apart by this name: each has one program running at a time.
const pageName = Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, '0')).join('');

/** What went wrong, in a sentence, and what to do next. */
export class Trouble extends Error {
    constructor(happened, next = '', status = 0) {
        super(happened);
        this.next = next;
        this.status = status;
    }
}

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

const posted = (body, signal) => ({
    method: 'POST',
    headers: {'Content-Type': 'application/json', 'X-Lockstep-Page': pageName},
    body: JSON.stringify(body),
    signal,
});

export async function get(path) {
    const response = await ask(path, {});
    if (!response.ok) throw await troubleIn(response);
    return response.json();
}

/** The answer's JSON; that of a status among `expected`, too, with the status in it. */
export async function post(path, body, expected = []) {
    const response = await ask(path, posted(body));
    if (!response.ok && !expected.includes(response.status)) throw await troubleIn(response);
    return {...await response.json(), status: response.status};
}

function eventOf(block) {
    const field = (name) => block.split('\n').find((line) => line.startsWith(name + ': '))?.slice(name.length + 2);
    return {name: field('event'), data: JSON.parse(field('data') ?? '{}')};
}

/** Starts a job and gives its events as they come: {name, data}. Ends with the job. */
export async function* job(path, body, signal) {
    const response = await ask(path, posted(body, signal));
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

export const stopJob = () => post('/api/stop', {});

/** The page's file in the site: "03-first-kernel.html". */
export const pageFile = location.pathname.split('/').pop() || 'index.html';

const listeners = [];
let last = null;
let source = null;

/** Calls `listener` with the page's state, now if it is known, and whenever it changes. */
export function onState(listener) {
    listeners.push(listener);
    if (last) listener(last);
}

/** The page's state as far as it is known; null before it is. */
export const knownState = () => last;

/** Calls with true and false as the server comes and goes. */
export function followServer(tellConnected) {
    const open = () => {
        source?.close();
        source = new EventSource('/api/events?page=' + encodeURIComponent(pageFile));
        source.addEventListener('state', (event) => {
            last = JSON.parse(event.data);
            tellConnected(true);
            listeners.forEach((listener) => listener(last));
        });
        source.addEventListener('error', () => tellConnected(false));
    };
    open();
    // A browser opens six connections to a server and no more, so that pages in the background must not hold one.
    document.addEventListener('visibilitychange', () => {
        if (document.hidden) source.close();
        else open();
    });
    addEventListener('pagehide', () => source.close());
    addEventListener('pageshow', (event) => {
        if (event.persisted) open();
    });
}
