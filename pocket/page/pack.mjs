// pack.mjs OUT GLUE MODULE WORKER THEME CHAPTER...: what a page carries, in the folder OUT, as classic scripts, because pages that are opened
// from a file can load neither modules nor bytes: pocket.js (the engine), run.js (the scripts of the live book's pages over it), run.css,
// editor.js where CodeMirror is installed, and runs.json, which tells the book's renderer what there is.
import {existsSync, mkdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {basename, join} from 'node:path';
import {gzipSync} from 'node:zlib';

const [out, glue, module, worker, theme, ...chapters] = process.argv.slice(2);
const text = (file) => readFileSync(file, 'utf8');
const editorFolder = ['/usr/share/javascript/codemirror', '/usr/share/codemirror'].find((folder) => existsSync(join(folder, 'lib/codemirror.js')));
const editorScripts = ['lib/codemirror.js', 'mode/clike/clike.js', 'addon/edit/matchbrackets.js', 'addon/edit/closebrackets.js', 'addon/comment/comment.js'];

// Each module a function that gives what it exports; service.js is here.js, where there is no server.
const written = new Map();
function nameOf(file) {
    return 'module_' + basename(file, '.js').replaceAll('-', '_');
}
function bundle(file) {
    if (written.has(file)) return;
    written.set(file, ''); // a circle would show as a name that is not there yet
    const exported = [];
    const body = text(join(theme, file))
        .replace(/^import \{([^}]*)\} from '\.\/([\w-]+\.js)';$/gm, (_, names, from) => {
            const other = from === 'service.js' ? 'here.js' : from;
            bundle(other);
            return `const {${names}} = ${nameOf(other)};`;
        })
        .replace(/^export (async function\*?|function\*?|class|const) (\w+)/gm, (_, kind, name) => {
            exported.push(name);
            return `${kind} ${name}`;
        });
    if (/^(import|export) /m.test(body)) throw new Error(`${file} imports or exports in a form that pack.mjs does not know.`);
    written.delete(file);
    written.set(file, `const ${nameOf(file)} = (() => {\n${body}\nreturn {${exported.join(', ')}};\n})();\n`);
}

rmSync(out, {recursive: true, force: true});
mkdirSync(out, {recursive: true});
bundle('page.js');
writeFileSync(join(out, 'run.js'), `'use strict';\n(() => {\n${[...written.values()].join('\n')}\n})();\n`);
writeFileSync(join(out, 'pocket.js'), `window.lockstepPocket = ${JSON.stringify({
    worker: text(glue) + '\n' + text(worker),
    packed: gzipSync(readFileSync(module), {level: 9}).toString('base64'),
})};\n`);
const editorStyle = editorFolder ? text(join(editorFolder, 'lib/codemirror.css')) : '';
writeFileSync(join(out, 'run.css'), editorStyle + text(join(theme, 'live.css')));
if (editorFolder) writeFileSync(join(out, 'editor.js'), editorScripts.map((file) => text(join(editorFolder, file))).join('\n'));
writeFileSync(join(out, 'runs.json'), JSON.stringify({chapters, editor: Boolean(editorFolder)}, null, 1) + '\n');
