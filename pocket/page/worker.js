// What runs in a page's worker behind the module's own script: one program, once. A worker that has told "ended" is done with, and one that
// does not end is ended from outside.
'use strict';

const mostText = 1 << 20; // characters; what a program prints beyond them would only fill the page's memory
const soon = 100; // lines that are told at once each: behind one of them the program may run for long, and nothing else is told meanwhile
const pause = 40; // milliseconds of text that are told together behind them

onmessage = async ({data: {module, chapter, files}}) => {
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
    const end = (status, sentence) => {
        tell();
        postMessage({name: 'ended', status, sentence});
    };
    try {
        const engine = await lockstepPocket({
            print,
            printErr: print,
            thisProgram: chapter,
            quit: (status, error) => {
                throw error;
            },
            instantiateWasm: (imports, done) => {
                WebAssembly.instantiate(module, imports).then((instance) => done(instance, module));
                return {};
            },
        });
        engine.FS.mkdir('/chapter');
        for (const [name, content] of Object.entries(files)) engine.FS.writeFile('/chapter/' + name, content);
        engine.FS.mkdir('/made');
        engine.FS.chdir('/made');
        const status = engine.callMain([chapter]);
        tell();
        const pictures = engine.FS.readdir('/made').filter((name) => name.endsWith('.png'))
            .map((name) => ({name, bytes: engine.FS.readFile('/made/' + name)}));
        if (pictures.length > 0) postMessage({name: 'pictures', pictures});
        end(status, status === 0 ? '' : `The program ended with status ${status}.`);
    } catch (error) {
        end(1, `The program ended in the middle: ${error?.message ?? error}.`);
    }
};
