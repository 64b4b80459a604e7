// The modules that pages load, in Node, in what their worker would have around it.
import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {webcrypto} from 'node:crypto';
import {gunzipSync} from 'node:zlib';

globalThis.crypto ??= webcrypto; // before Node 20

/** A module of the folder: {glue, module, files, bytes}. */
export async function readModule(page, name) {
    const window = {};
    new Function('window', readFileSync(join(page, name + '.js'), 'utf8'))(window);
    const {glue, packed, files} = window.lockstepModules[name];
    const bytes = gunzipSync(Buffer.from(packed, 'base64'));
    return {
        glue, bytes, packed, module: await WebAssembly.compile(bytes),
        files: files ? JSON.parse(gunzipSync(Buffer.from(files, 'base64')).toString()) : {},
    };
}

/** A worker for modules by the names that it knows them by: gives a function that does a job and gives its events. */
export function workerOf(page, read) {
    const window = {};
    const text = readFileSync(join(page, 'run.js'), 'utf8');
    new Function('window', text.split('\n').find((line) => line.startsWith('window.lockstepWorker')))(window);
    const starts = Object.entries(read).map(([name, {glue}]) => `${JSON.stringify(name)}: (() => {\n${glue}\nreturn lockstepModule;\n})(),`);
    const script = `let onmessage;\nconst lockstepModules = {${starts.join('\n')}};\n${window.lockstepWorker.replaceAll("'use strict';", '')}\nreturn onmessage;`;
    const modules = Object.fromEntries(Object.entries(read).map(([name, {module}]) => [name, module]));
    let events = [];
    const start = new Function('self', 'importScripts', 'postMessage', script)({location: {href: 'page'}}, () => {}, (event) => events.push(event));
    return (job) => {
        events = [];
        start({data: {modules, ...job}});
        return events;
    };
}
