// The commands that a page shows get a button that does what they do: run, lens, bench.
import {button, codeText, element, guarded} from './parts.js';
import {capturedLines, outputView} from './output.js';
import {countInto} from './counting.js';
import {measureInto} from './measuring.js';
import {guessBefore} from './guesses.js';
import {isRunning, runJob} from './running.js';
import {askedBy, stepInto} from './step-command.js';
import {canRun, getBlob, knownState} from './service.js';

// The commands of the book's in a block, each as its words: of "$ ./lockstep run 03 -- 100" what follows the program's name.
const commandsIn = (code) => codeText(code).split('\n').map((line) => line.replace(/^\$ /, '').trim().split(/\s+/))
    .filter((words) => words[0] === './lockstep').map((words) => words.slice(1));

// The book's capture of a command: the first below its block, else any of the page.
function captureOf(code, words) {
    const typed = './lockstep ' + words.join(' ');
    const fits = (terminal) => {
        const origin = terminal.nextElementSibling;
        const text = origin?.classList.contains('origin') ? origin.textContent : '';
        return text === typed || text.startsWith(typed + ' ·');
    };
    const all = [...document.querySelectorAll('.code.terminal')].filter((terminal) => !terminal.classList.contains('live-output'));
    const below = all.filter((terminal) => code.compareDocumentPosition(terminal) & Node.DOCUMENT_POSITION_FOLLOWING);
    return below.find(fits) ?? all.find(fits) ?? null;
}

// The lines to compare with: all that the chapter's program printed, which a page may show in parts; with arguments what the page shows.
function capturedFor(code, words) {
    if (words.length === 2 && !words[1].includes('/')) return knownState()?.captured?.lines ?? null;
    const capture = captureOf(code, words);
    return capture ? capturedLines(capture) : null;
}

// The pictures that a program has made.
async function picturesView({chapter, names}) {
    const blobs = await Promise.all(names.map((name) =>
        getBlob(`/api/picture?chapter=${encodeURIComponent(chapter)}&name=${encodeURIComponent(name)}`)));
    return element('div', {class: 'live-pictures'}, ...blobs.map((blob, which) => element('figure', {},
        element('img', {src: URL.createObjectURL(blob), alt: names[which]}), element('figcaption', {}, names[which]))));
}

/** Runs a chapter's program, its output shown in `place`. @returns what it printed. */
export async function runInto(place, words, code) {
    if (isRunning()) return '';
    const chapter = words[1];
    const dashes = words.indexOf('--');
    const captured = capturedFor(code, words);
    const status = element('div');
    const output = outputView('here, now' + (captured ? ', beside the book’s' : ''), captured);
    place.replaceChildren(status, output.view);
    const guess = guessBefore(code);
    let made = null;
    const ended = await runJob(status, '/api/run', {chapter, arguments: dashes < 0 ? [] : words.slice(dashes + 1)}, {
        text: ({text}) => output.add(text),
        pictures: (pictures) => {
            made = pictures;
        },
    });
    output.close();
    if (ended && ended.status !== 0) output.compareNothing();
    if (made?.names.length > 0) place.append(await picturesView(made));
    if (guess) output.say(element('b', {}, 'You had guessed: '), guess);
    return output.text;
}

const kinds = {
    run: {text: 'Run', title: 'Run it here', start: runInto},
    lens: {text: 'Count', title: 'Count it with the lens', start: (place, words) => countInto(place, {chapter: words[1]})},
    step: {text: 'Step', title: 'Step through it here', start: stepInto},
    bench: {text: 'Measure', title: 'Measure it on this machine', start: (place, words) => measureInto(place, words[1] ?? '')},
};

function addButton(code, place, words, isOnly) {
    const kind = kinds[words[0]];
    const plain = words.slice(1, words.includes('--') ? words.indexOf('--') : undefined).every((word) => !word.startsWith('-')) ||
        (words[0] === 'step' && askedBy(words) !== null);
    if (!kind || !plain || (words[0] !== 'bench' && !words[1]) || words.length > 20) return;
    if ((words[0] === 'lens' && words[1].includes('/')) || !canRun(words)) return;
    code.querySelector('.copy').before(button('▶ ' + kind.text + (isOnly ? '' : ' ' + words.slice(1).join(' ')),
        guarded(place, () => kind.start(place, words, code)),
        {class: 'live-button main live-go', title: kind.title, 'aria-label': `${kind.title}: ./lockstep ${words.join(' ')}`}));
}

/** Gives each command of the page its button. */
export function addCommandButtons() {
    document.querySelectorAll('.prose .code[data-lang="shell"]').forEach((code) => {
        const commands = commandsIn(code).filter((words) => words[0] in kinds);
        if (commands.length === 0) return;
        const place = element('div', {class: 'live-place'});
        code.after(place);
        commands.forEach((words) => addButton(code, place, words, commands.length === 1));
    });
}
