// runs_programs.mjs PAGE CHAPTERS CHAPTER...: runs each chapter's program with the book's kernels in the module that pages load, as their worker
// does, and fails where one does not end well.
import {readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {readModule, workerOf} from './page_modules.mjs';

const [page, folder, ...chapters] = process.argv.slice(2);
const pocket = await readModule(page, 'pocket');
const work = workerOf(page, {pocket});

let wrong = 0;
for (const chapter of chapters) {
    const own = join(folder, chapter);
    const names = readdirSync(own).filter((name) => /\.(?:cl|clh|h)$/.test(name));
    const files = Object.fromEntries(names.map((name) => ['/chapter/' + name, readFileSync(join(own, name), 'utf8')]));
    const since = performance.now();
    const events = work({words: [chapter], files: {...pocket.files, ...files}});
    const text = events.filter(({name}) => name === 'text').map(({data}) => data.text).join('');
    const {status, sentence} = events.at(-1).data;
    const bad = status !== 0 || text.trim() === '';
    wrong += bad ? 1 : 0;
    console.log(`${chapter}: status ${status} after ${((performance.now() - since) / 1000).toFixed(1)} s ${sentence}${bad ? '\n' + text : ''}`);
}
console.log(`${chapters.length} programs, ${wrong} wrong; ${(pocket.bytes.length / 1e6).toFixed(2)} MB of WebAssembly, ${(pocket.packed.length / 1e6).toFixed(2)} MB as it is loaded`);
process.exit(wrong > 0 || chapters.length === 0 ? 1 : 0);
