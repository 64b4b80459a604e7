// A reader's work as one file: saved from the browser, loaded into another one, taken over by ./lockstep import. tools/desk/carried.hpp says its form.
import {announce, button, element, guarded} from './parts.js';
import {keepProgress, onStoreTrouble, progress, store, wayKey} from './store.js';
import {Trouble} from './trouble.js';

const textKey = 'lockstep-text:';
const guessKey = 'lockstep-guess:';
const mostFile = 32 << 20; // bytes
const mostText = 256 << 10;
const mostGuess = 4000;

const below = (beginning) => store.keys(beginning).map((key) => [key.slice(beginning.length), store.get(key)]);

/** All that is kept, as the file's text. */
export function carried() {
    const predictions = {};
    for (const [key, text] of below(guessKey)) {
        const [page, place] = key.split(':');
        if (text) (predictions[page] ??= {})[place] = text;
    }
    return JSON.stringify({lockstep: 'work', texts: Object.fromEntries(below(textKey)), progress: progress(), predictions}, null, 1) + '\n';
}

const counted = (count, what) => `${count} ${what}${count === 1 ? '' : 's'}`;
const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);
const membersOf = (value) => (isObject(value) ? Object.entries(value) : []);
const isText = (value, most) => typeof value === 'string' && value.length <= most && !value.includes('\0');

// What the text of a file holds, without what is none of a reader's work: it may come from anybody.
function workIn(text) {
    let all = null;
    try {
        all = JSON.parse(text);
    } catch (error) { /* said below */ }
    if (!isObject(all) || all.lockstep !== 'work') {
        throw new Trouble('This is no work that a page of the book has saved, or a part of it is missing. Nothing was changed.', 'Save it again, and load that file.');
    }
    const texts = membersOf(all.texts).filter(([name, one]) => /^(?:chapters|exercises)(?:\/[\w-]+){1,2}\/[\w-]+\.(?:cl|cpp|hpp)$/.test(name) && isText(one, mostText) && one !== '');
    const exercises = membersOf(all.progress?.exercises).filter(([id, entry]) => /^\d\d-[\w-]+\/\d+-[\w-]+$/.test(id) && isObject(entry));
    const guesses = membersOf(all.predictions).filter(([page]) => /^[\w-]+\.html$/.test(page)).flatMap(([page, places]) =>
        membersOf(places).filter(([place, one]) => /^\d{1,3}$/.test(place) && isText(one, mostGuess)).map(([place, one]) => [`${page}:${place}`, one]));
    const way = /^[a-z]{1,20}$/.test(all.progress?.way) ? all.progress.way : '';
    return {texts, exercises, guesses, way};
}

const isTime = (value) => typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(value);

// What a file's entry adds to an exercise's own.
function merged(mine = {}, other) {
    const entry = {...mine};
    const hints = Math.max(Number(mine.hints ?? 0), Number.isInteger(other.hints) && other.hints > 0 ? Math.min(other.hints, 9) : 0);
    if (hints > 0) entry.hints = hints;
    if (other.solved !== true) return entry;
    if (!mine.solved && other.broken === true) entry.broken = true;
    entry.solved = true;
    if (isTime(other.first_solved) && !(mine.first_solved <= other.first_solved)) entry.first_solved = other.first_solved;
    return entry;
}

/**
 * Adds what a file holds to what is kept; a text of the reader's own that differs stays.
 * @returns {sentence, others}: what was done, and the texts that were not taken, [name, text].
 */
export function takeOver(text) {
    const {texts, exercises, guesses, way} = workIn(text);
    const others = texts.filter(([name, one]) => ![null, one].includes(store.get(textKey + name)));
    const taken = texts.filter(([name]) => store.get(textKey + name) === null);
    taken.forEach(([name, one]) => store.set(textKey + name, one));
    const all = progress();
    const before = Object.values(all.exercises).filter(({solved}) => solved).length;
    for (const [id, entry] of exercises) all.exercises[id] = merged(all.exercises[id], entry);
    keepProgress(JSON.stringify(all));
    if (way && !store.get(wayKey)) store.set(wayKey, way);
    const solved = Object.values(all.exercises).filter((entry) => entry.solved).length - before;
    guesses.filter(([key]) => !store.get(guessKey + key)).forEach(([key, one]) => store.set(guessKey + key, one));
    return {sentence: `${counted(taken.length, 'text')} came from the file, and it has ${counted(solved, 'exercise')} solved that you had not.`, others};
}

function save() {
    const address = URL.createObjectURL(new Blob([carried()], {type: 'application/json'}));
    const link = element('a', {href: address, download: 'lockstep-work.json'});
    document.body.append(link);
    link.click();
    link.remove();
    URL.revokeObjectURL(address);
}

async function load(file, place, changed) {
    if (file.size > mostFile) throw new Trouble('This file is too large for a reader’s work. Nothing was changed.');
    const {sentence, others} = takeOver(await file.text());
    const told = element('p', {class: 'live-told'}, sentence);
    place.replaceChildren(told);
    announce(sentence);
    changed();
    if (others.length === 0) return;
    place.append(element('p', {}, `Of ${others.map(([name]) => name.split('/').pop()).join(', ')} you have another text here, and it stays. `,
        button('Take the file’s instead', () => {
            others.forEach(([name, text]) => store.set(textKey + name, text));
            place.replaceChildren(element('p', {class: 'live-told'}, `${counted(others.length, 'text')} of the file now in the place of yours.`));
            changed();
        })));
}

/** Puts saving and loading at the page's foot. @param changed is called when what is kept has changed. */
export function addCarrying(changed) {
    const place = element('div', {class: 'live-messages', role: 'status'});
    const choose = element('input', {type: 'file', accept: '.json,application/json', class: 'live-hidden', tabindex: -1, 'aria-hidden': 'true'});
    choose.addEventListener('change', guarded(place, async () => {
        const [file] = choose.files;
        choose.value = '';
        if (file) await load(file, place, changed);
    }));
    const about = element('p', {}, 'This browser keeps what you type, solve and guess, for all pages of this copy of the book. Save it as a file before you clear the browser, ' +
        'to go on elsewhere, or for a clone of the book: ', element('code', {}, './lockstep import lockstep-work.json'), ' takes it over.');
    const box = element('details', {class: 'live-work'}, element('summary', {}, 'Your work'), about,
        element('p', {}, button('Save as a file', save), ' ', button('Load a file', () => choose.click()), choose), place);
    document.querySelector('.prose, .toc').append(box);
    onStoreTrouble((trouble) => {
        about.className = 'live-trouble';
        about.replaceChildren(trouble);
        box.open = true;
        announce(trouble);
    });
}
