// Modules of WebAssembly in a page, and jobs that they do in workers. Nothing of them is loaded before the first job that needs it.
import {Trouble} from './trouble.js';

// A script of the site, once.
const scripts = new Map();
export function loaded(file) {
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

/** Whether this browser has what a job needs; else the page is left as it is. */
export const canRunHere = () => [window.WebAssembly, window.Worker, window.DecompressionStream].every(Boolean);

const unpacked = (packed) => new Response(new Blob([Uint8Array.from(atob(packed), (byte) => byte.charCodeAt(0))]).stream()
    .pipeThrough(new DecompressionStream('gzip')));

async function packedFiles(file) {
    await loaded(`run/${file}.js`);
    const {files} = window.lockstepModules[file];
    return files ? unpacked(files).json() : {};
}

// Each is unpacked once a page.
const texts = new Map();
/** The texts that a script of the engine holds, by where modules look for them. */
export function filesOf(file) {
    if (!texts.has(file)) {
        texts.set(file, packedFiles(file).catch((error) => {
            texts.delete(file);
            throw error;
        }));
    }
    return texts.get(file);
}

async function readModule(file) {
    const files = await filesOf(file);
    const {glue, packed} = window.lockstepModules[file];
    const module = await WebAssembly.compile(await unpacked(packed).arrayBuffer()).catch((error) => {
        throw new Trouble(`This browser cannot run it: ${error.message}.`, 'Take a newer one, or a clone of the book.');
    });
    return {glue, module, files};
}

// Each is compiled once a page, so that a job starts at once.
const modules = new Map();
export function moduleOf(file) {
    if (!modules.has(file)) {
        modules.set(file, readModule(file).catch((error) => {
            modules.delete(file);
            throw error;
        }));
    }
    return modules.get(file);
}

// The scripts that a job needs, as one address for its worker.
const addresses = new Map();
function addressOf(names, glues) {
    const key = names.join();
    if (!addresses.has(key)) {
        const starts = names.map((name, which) => `${JSON.stringify(name)}: (() => {\n${glues[which]}\nreturn lockstepModule;\n})(),`);
        const text = `const lockstepModules = {${starts.join('\n')}};\n${window.lockstepWorker}`;
        addresses.set(key, URL.createObjectURL(new Blob([text], {type: 'text/javascript'})));
    }
    return addresses.get(key);
}

/** A worker that stays and is asked again and again. @param made as work() has it. @param hear what it tells. @returns {ask, end} */
export async function longWork(file, made, hear) {
    const {glue, module, files} = await moduleOf(file);
    const worker = new Worker(addressOf([file], [glue]));
    worker.onmessage = ({data}) => hear(data);
    worker.onerror = (event) => {
        event.preventDefault();
        hear({name: 'ended', data: {status: 1, sentence: 'The engine ended: ' + event.message}});
    };
    worker.postMessage({modules: {[file]: module}, ...made(files)});
    return {ask: (question) => worker.postMessage(question), end: () => worker.terminate()};
}

let stopRunning = null;

/** Ends what runs. */
export const endJob = async () => stopRunning?.();

/**
 * Does a job in a worker of its own, and gives its events as they come: {name, data}. Ends with the job.
 * @param files the modules by the names that the worker knows them by: {tool: 'tool', checks: 'checks-1'}
 * @param made what the job is given besides, made when the modules are there: of their files, by the same names.
 */
export async function* work(files, made, signal) {
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
    const names = Object.keys(files);
    const read = await Promise.all(names.map((name) => moduleOf(files[name])));
    if (told.length > 0) { // stopped before it began
        yield told[0];
        return;
    }
    worker = new Worker(addressOf(names, read.map(({glue}) => glue)));
    worker.onmessage = ({data}) => (data.name === 'ended' ? end(data.data.sentence, data.data.status) : tell(data));
    worker.onerror = (event) => {
        event.preventDefault();
        end('The engine ended: ' + event.message);
    };
    const of = (what) => Object.fromEntries(names.map((name, which) => [name, read[which][what]]));
    worker.postMessage({modules: of('module'), ...made(of('files'))});
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
