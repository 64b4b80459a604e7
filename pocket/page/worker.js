// What runs in a page's worker behind the scripts of its modules (lockstepModules, by their names): one job, once. A worker that has told "ended"
// is done with, and one that does not end is ended from outside. Modules are programs: each has files of its own, an environment, words and an end.
'use strict';

const mostText = 1 << 20; // characters; what a program prints beyond them would only fill the page's memory
const soon = 100; // lines that are told at once each: behind one of them the program may run for long, and nothing else is told meanwhile
const pause = 40; // milliseconds of text that are told together behind them
const aborted = 6; // the signal of a program that ended in the middle

// Hands on lines as events of text.
function textTeller() {
    let text = '';
    let printed = 0;
    let lines = 0;
    let told = performance.now();
    const tell = () => {
        if (text) postMessage({name: 'text', data: {text}});
        text = '';
        told = performance.now();
    };
    const print = (line) => {
        text += line + '\n';
        printed += line.length + 1;
        if (printed > mostText) throw new Error('It printed more than a page can show');
        lines += 1;
        if (lines <= soon || performance.now() - told > pause) tell();
    };
    return {print, tell};
}

function writeFile(fs, name, content) {
    fs.mkdirTree(name.slice(0, name.lastIndexOf('/')));
    fs.writeFile(name, content);
}

const filesBelow = (fs, folder) => fs.readdir(folder).filter((name) => !name.startsWith('.')).map((name) => folder + '/' + name);

// A module that is ready to be called, in the first of the folders, which are made.
function loadProgram(name, module, {words, environment = {}, files = {}, folders = [], print, printErr, more = () => ({})}) {
    const engine = {
        print,
        printErr,
        thisProgram: words[0],
        preRun: [() => Object.assign(engine.ENV, environment)],
        quit: (status, error) => {
            throw error;
        },
        instantiateWasm: (imports, done) => {
            const instance = new WebAssembly.Instance(module, imports);
            done(instance, module);
            return instance.exports;
        },
    };
    Object.assign(engine, more(engine));
    lockstepModules[name](engine);
    for (const [file, content] of Object.entries(files)) writeFile(engine.FS, file, content);
    folders.forEach((folder) => engine.FS.mkdirTree(folder));
    engine.FS.chdir(folders[0]);
    return engine;
}

// Runs a module from its start to its end. @returns {status, signal, fs}
function runProgram(name, module, given) {
    const engine = loadProgram(name, module, given);
    try {
        return {status: engine.callMain(given.words.slice(1)), signal: 0, fs: engine.FS};
    } catch (error) {
        given.printErr(`The program ended in the middle: ${error?.message ?? error}`);
        return {status: 1, signal: aborted, fs: engine.FS};
    }
}

// What the tool asks for by run_process(): a chapter's program, or an exercise's tests, of which the module has those of all its part.
function runFor(tool, {modules, files}) { // tool: the module that asks
    return (asked) => {
        const {arguments: [program, ...words], environment} = JSON.parse(asked);
        const tested = environment.LOCKSTEP_EXERCISE_FILES?.replace('/book/', '');
        const kind = tested ? 'checks' : 'pocket';
        const output = [];
        const error = [];
        const report = environment.LOCKSTEP_REPORT;
        const counts = environment.LOCKSTEP_LENS_OUTPUT;
        const places = [report && report.slice(0, report.lastIndexOf('/')), counts].filter(Boolean);
        const since = performance.now();
        const {status, signal, fs} = runProgram(kind, modules[kind], {
            words: tested ? [program, ...words, `--source-file=*${tested}/test.cpp`] : [program, program],
            environment, files, folders: ['/made', ...places], print: (line) => output.push(line), printErr: (line) => error.push(line)});
        if (report && fs.analyzePath(report).exists) writeFile(tool.FS, report, fs.readFile(report));
        if (counts) filesBelow(fs, counts).forEach((file) => writeFile(tool.FS, file, fs.readFile(file)));
        const text = (lines) => lines.map((line) => line + '\n').join('');
        return JSON.stringify({status, signal, output: text(output), error: text(error), seconds: (performance.now() - since) / 1000});
    };
}

const kept = ['progress.json', 'last-count.json']; // of the reader, in /book/.lockstep

// The tool's check or count; it tells what happens as lines of JSON.
function useTool(job) {
    const {print, tell} = textTeller();
    const {status, fs} = runProgram('tool', job.modules.tool, {
        words: ['lockstep', ...job.words], environment: {NO_COLOR: '1', ...job.environment}, files: job.files, folders: ['/book', '/tmp'], printErr: print,
        print: (line) => {
            if (!line.startsWith('{')) {
                print(line);
                return;
            }
            const {event, ...data} = JSON.parse(line);
            postMessage({name: event, data});
        },
        more: (tool) => ({runModule: runFor(tool, job)}),
    });
    tell();
    for (const name of kept) {
        const file = '/book/.lockstep/' + name;
        if (fs.analyzePath(file).exists) postMessage({name: 'kept', data: {name, text: fs.readFile(file, {encoding: 'utf8'})}});
    }
    return status > 1 ? 'The tool could not do that.' : '';
}

function runChapter({modules, words, files}) {
    const {print, tell} = textTeller();
    const {status, signal, fs} = runProgram('pocket', modules.pocket, {words: [words[0], ...words], files, folders: ['/made'], print, printErr: print});
    tell();
    const pictures = filesBelow(fs, '/made').filter((name) => name.endsWith('.png')).map((name) => ({name: name.split('/').pop(), bytes: fs.readFile(name)}));
    if (pictures.length > 0) postMessage({name: 'pictures', data: {pictures}});
    return signal ? 'The program ended in the middle.' : status === 0 ? '' : `The program ended with status ${status}.`;
}

// Runs a chapter's program or an exercise's tests so that one launch is recorded, step by step. What they print is told only where nothing came of it.
function recordSteps({modules, words, environment, files, steps}) {
    const [name] = Object.keys(modules);
    const lines = [];
    const print = (line) => lines.push(line);
    const {fs} = runProgram(name, modules[name], {words, environment, files, folders: ['/made'], print, printErr: print});
    if (fs.analyzePath(steps).exists) {
        postMessage({name: 'history', data: {text: fs.readFile(steps, {encoding: 'utf8'})}});
        return '';
    }
    postMessage({name: 'text', data: {text: lines.map((line) => line + '\n').join('').slice(0, mostText)}});
    return 'Nothing was recorded.';
}

// Begins a fluid, and from then on takes each message as where the pointer is and goes, and answers with a picture.
function stir({modules, files, columns, rows}) {
    const {print, tell} = textTeller();
    const engine = loadProgram('pocket', modules.pocket, {words: ['pocket'], files, folders: ['/made'], print, printErr: print});
    const fail = () => {
        tell();
        postMessage({name: 'ended', data: {status: 1, sentence: 'The fluid ended.'}});
    };
    if (engine._stir_begin(columns, rows) !== 0) return fail();
    onmessage = ({data: {x, y, right, down, steps}}) => {
        const since = performance.now();
        const at = engine._stir_frame(x, y, right, down, steps);
        if (at === 0) return fail();
        const pixels = engine.HEAPU8.slice(at, at + 4 * columns * rows);
        postMessage({name: 'frame', data: {pixels, milliseconds: performance.now() - since}}, [pixels.buffer]);
    };
    postMessage({name: 'ready', data: {}});
}

onmessage = ({data: job}) => {
    if (job.stirred) return stir(job);
    try {
        const sentence = job.steps ? recordSteps(job) : job.modules.tool ? useTool(job) : runChapter(job);
        postMessage({name: 'ended', data: {status: sentence ? 1 : 0, sentence}});
    } catch (error) {
        postMessage({name: 'ended', data: {status: 1, sentence: `It ended in the middle: ${error?.message ?? error}.`}});
    }
};
