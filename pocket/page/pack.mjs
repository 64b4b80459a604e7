// pack.mjs OUT SOURCE BUILD: what a page carries, in the folder OUT, as classic scripts, because pages that are opened from a file can load neither
// modules nor bytes: each module of BUILD with the texts that it reads (manifest.json says which there are), run.js (the scripts of the live
// book's pages over them), run.css, editor.js where CodeMirror is installed, and runs.json, which tells the book's renderer what there is.
import {existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync} from 'node:fs';
import {basename, join} from 'node:path';
import {gzipSync} from 'node:zlib';

const [out, source, build] = process.argv.slice(2);
const theme = join(source, 'book/theme/live');
const text = (file) => readFileSync(file, 'utf8');
const {chapters, parts, small} = JSON.parse(text(join(build, 'manifest.json')));
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

const packed = (bytes) => gzipSync(bytes, {level: 9}).toString('base64');

// The texts of a folder of the source, by where the modules find them: below /book.
function textsIn(folder, wanted) {
    const there = join(source, folder);
    if (!existsSync(there)) return {};
    return Object.fromEntries(readdirSync(there).filter((name) => wanted.test(name)).map((name) => [`/book/${folder}/${name}`, text(join(there, name))]));
}

function write(name, held, files) {
    writeFileSync(join(out, name + '.js'), `(window.lockstepModules ??= {})[${JSON.stringify(name)}] = ${JSON.stringify({...held,
        files: Object.keys(files).length > 0 ? packed(JSON.stringify(files)) : ''})};\n`);
}

const pack = (name, files) => write(name, {glue: text(join(build, name + '.js')), packed: packed(readFileSync(join(build, name + '.wasm')))}, files);

// The kernels of the book that chapters' programs read beside their own, with what these include, by where they look for them.
function kernelsOf(names) {
    const found = {};
    const add = (name) => {
        const file = '/kernels/' + name;
        if (file in found) return;
        found[file] = text(join(source, file));
        for (const [, other] of found[file].matchAll(/^#include "([\w.]+)"/gm)) add(other);
    };
    for (const name of names) {
        const folder = join(source, 'chapters', name);
        for (const file of readdirSync(folder).filter((one) => /\.[ch]pp$/.test(one))) {
            for (const [, kernel] of text(join(folder, file)).matchAll(/\/kernels\/(\w+\.clh?)/g)) add(kernel);
        }
    }
    return found;
}

rmSync(out, {recursive: true, force: true});
mkdirSync(out, {recursive: true});
bundle('page.js');
writeFileSync(join(out, 'run.js'), `'use strict';\nwindow.lockstepWorker = ${JSON.stringify(text(join(source, 'pocket/page/worker.js')))};\n` +
    `(() => {\n${[...written.values()].join('\n')}\n})();\n`);
pack('pocket', kernelsOf(chapters));
write('devices', {}, textsIn('lens/devices', /\.json$/));
pack('tool', {...textsIn('lens/devices', /\.json$/), ...textsIn('book', /^advice\.json$/), ...textsIn('bench/results', /-forecast\.json$/)});
const exercises = {};
for (const [part, ids] of Object.entries(parts)) {
    const files = ids.flatMap((id) => Object.entries({...textsIn('exercises/' + id, /\.(?:clh?|json|h)$/), ...textsIn('solutions/' + id, /\.clh?$/)}));
    pack(part, {...textsIn('kernels', /\.clh?$/), ...Object.fromEntries(files)});
    ids.forEach((id) => {
        exercises[id] = {module: part, small: small.includes(id)};
    });
}
const editorStyle = editorFolder ? text(join(editorFolder, 'lib/codemirror.css')) : '';
writeFileSync(join(out, 'run.css'), editorStyle + text(join(theme, 'live.css')) + text(join(theme, 'step.css')));
if (editorFolder) writeFileSync(join(out, 'editor.js'), editorScripts.map((file) => text(join(editorFolder, file))).join('\n'));
writeFileSync(join(out, 'runs.json'), JSON.stringify({chapters, exercises, editor: Boolean(editorFolder)}, null, 1) + '\n');
