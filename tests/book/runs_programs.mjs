// runs_programs.mjs PAGE CHAPTERS CHAPTER...: runs each chapter's program with the book's kernels in the module that pages load, as their worker
// does, and fails where one does not end well.
import {readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {gunzipSync} from 'node:zlib';

const [page, folder, ...chapters] = process.argv.slice(2);
const window = {};
new Function('window', readFileSync(join(page, 'pocket.js'), 'utf8'))(window);
const {packed, worker} = window.lockstepPocket;
const bytes = gunzipSync(Buffer.from(packed, 'base64'));
const module = await WebAssembly.compile(bytes);

// A run in what a worker would have around it.
function run(chapter) {
    const own = join(folder, chapter);
    const files = Object.fromEntries(readdirSync(own).filter((name) => /\.(?:cl|clh|h)$/.test(name)).map((name) => [name, readFileSync(join(own, name), 'utf8')]));
    return new Promise((resolve) => {
        let text = '';
        const tell = (message) => {
            if (message.name === 'text') text += message.data.text;
            if (message.name === 'ended') resolve({...message, text});
        };
        const self = {location: {href: 'page'}};
        const start = new Function('self', 'importScripts', 'postMessage', `let onmessage;\n${worker.replaceAll("'use strict';", '')}\nreturn onmessage;`);
        start(self, () => {}, tell)({data: {module, chapter, files}});
    });
}

let wrong = 0;
for (const chapter of chapters) {
    const since = performance.now();
    const {status, sentence, text} = await run(chapter);
    const bad = status !== 0 || text.trim() === '';
    wrong += bad ? 1 : 0;
    console.log(`${chapter}: status ${status} after ${((performance.now() - since) / 1000).toFixed(1)} s ${sentence}${bad ? '\n' + text : ''}`);
}
console.log(`${chapters.length} programs, ${wrong} wrong; ${(bytes.length / 1e6).toFixed(2)} MB of WebAssembly, ${(packed.length / 1e6).toFixed(2)} MB as it is loaded`);
process.exit(wrong > 0 || chapters.length === 0 ? 1 : 0);
