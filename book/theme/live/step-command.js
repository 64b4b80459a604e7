// "./lockstep step 11 --kernel branches --at divergence", done in the page.
import {kernelsIn} from './kernel-names.js';
import {hasProgram, quotedKernels} from './service.js';
import {Stepper, first} from './stepping.js';
import {Trouble} from './trouble.js';

const whole = (text) => (/^\d{1,9}$/.test(text) ? Number(text) : null);

// What "--at" names: a step's number, counted from 0, or the next step of a kind.
const placeAt = (word) => (whole(word) !== null ? {at: whole(word)} : {to: word.replace('line:', 'line')});

// What each option sets; null where its word is none.
const options = {
    '--kernel': (word) => ({kernel: word}),
    '--launch': (word) => ({launch: whole(word)}),
    '--group': (word) => ({group: [0, 1, 2].map((d) => whole(word.split(',')[d] ?? '0'))}),
    '--sub-group': (word) => ({sub: whole(word)}),
    '--width': (word) => ({width: whole(word)}),
    '--profile': (word) => ({profile: word}),
    '--at': placeAt,
    '--print': (word) => placeAt(word.split('..')[0] || '0'), // where a page begins; a terminal prints from there
};

/** What the words of a command ask for; null where one of them is unknown here. */
export function askedBy(words) {
    const asked = {...first};
    for (let at = 2; at < words.length; at += 2) {
        const read = options[words[at]];
        if (!read || words[at + 1] === undefined) return null;
        const given = read(words[at + 1]);
        if (Object.values(given).flat().includes(null)) return null;
        Object.assign(asked, given);
    }
    return asked;
}

/** Opens the stepper in `place`, where the command says. */
export async function stepInto(place, words) {
    const asked = askedBy(words);
    if (!asked) throw new Trouble('This page cannot do that.', 'Type the command in a clone of the book.');
    const quoted = hasProgram ? undefined : Object.keys(quotedKernels).find((name) => kernelsIn(quotedKernels[name]).includes(asked.kernel));
    const stepper = quoted ? new Stepper(quoted, {}, undefined, quotedKernels[quoted]) : new Stepper(words[1], {chapter: words[1]});
    place.replaceChildren(stepper.view);
    await stepper.open({...asked, asks: true}); // the lesson's reader is to predict it
}
