// A launch of the reader's own: sizes and arguments in words, "64xindex" for a buffer of 64 elements. pocket/page/launch.cpp reads them.
import {button, element} from './parts.js';

const mostElements = 4096; // that are offered; a reader may type more
const plain = /^(?:[\w.,+-]{1,200})$/;

const sizesIn = (text) => text.split(/[\s,.×x]+/).filter(Boolean).map(Number);

/** A launch as a link holds it: "64.1,8.1;-D A=2;64xindex;4". Null where it is none. */
export function ownOf(text) {
    const [sizes = '', ...words] = (text ?? '').split(';');
    const [global = '', local = ''] = sizes.split('/');
    const all = [sizesIn(global), sizesIn(local)];
    const fits = all.every((one) => one.length >= 1 && one.length <= 3 && one.every((size) => Number.isInteger(size) && size > 0)) && words.every((word) => plain.test(word));
    return fits ? {global: all[0], local: all[1], words} : null;
}

export const textOfOwn = ({global, local, words}) => [`${global.join('.')}/${local.join('.')}`, ...words].join(';');

// The launch that was recorded, made small: two groups, and buffers that can be looked at.
function wordsFor(data) {
    const own = data.arguments.map(({value, buffer}) => {
        if (buffer === undefined) return typeof value === 'object' && value?.x ? value.x.join(',') : String(value ?? 1);
        const {bytes, element: each, space} = data.buffers[buffer];
        return `${Math.min(mostElements, Math.floor(bytes / (each || 4)))}x${space === 'local' ? 'zero' : 'index'}`;
    });
    const dimensions = data.local.slice(0, data.dimensions);
    return {global: dimensions.map((size, d) => Math.min(data.global[d], size * (d === 0 ? 2 : 1))), local: dimensions, words: own};
}

// The parameters of a kernel, as its text has them.
function parametersOf(text, kernel) {
    const plain = text.replace(/\/\/.*|\/\*[^]*?\*\//g, '');
    const found = new RegExp(`\\bvoid\\s+${kernel}\\s*\\(([^)]*)\\)`).exec(plain);
    return found ? found[1].split(',').map((one) => one.trim()).filter((one) => one !== '' && one !== 'void') : null;
}

// A number that a text gives by its digits or by the name of a #define.
const sizeIn = (word, text) => Number(/^\d+$/.test(word) ? word : new RegExp(`^\\s*#\\s*define\\s+${word}\\s+(\\d+)`, 'm').exec(text)?.[1] ?? NaN);

/** A small launch of a kernel whose text alone is known: one group, as large as the text wants it, numbers that are its size, and buffers that are counted through. */
export function smallLaunch(text, kernel) {
    const parameters = parametersOf(text, kernel);
    if (!parameters) return null;
    const from = text.search(new RegExp(`\\bvoid\\s+${kernel}\\s*\\(`));
    const before = text.slice(Math.max(0, text.lastIndexOf('kernel', from)), from);
    const wanted = /reqd_work_group_size\s*\(([^)]*)\)/.exec(before)?.[1].split(',').map((word) => sizeIn(word.trim(), text)) ?? [];
    const body = text.slice(from, text.indexOf('\n}', from));
    const isFlat = /get_(?:local|global|group)_id\(1\)/.test(body);
    const local = wanted.length === 3 && wanted.every((size) => size > 0) ? wanted.slice(0, isFlat ? 2 : 1) : isFlat ? [32, 4] : [64];
    const side = isFlat ? 32 : 256;
    const word = (parameter) => {
        if (!parameter.includes('*')) return /\b(?:float|double|half)\d*\b/.test(parameter) ? '1' : String(side);
        return /\blocal\b/.test(parameter) ? '1024xzero' : `${isFlat ? side * side : side * 4}xindex`;
    };
    return {global: local.map((size, d) => (isFlat ? Math.max(size, d === 0 ? 32 : size) : size)), local, words: parameters.map(word)};
}

/** The form for a launch of one's own, folded. @param launched is told it @param given what is launched so now, or null @param hasProgram whether a program launches it, too */
export function ownForm(data, given, launched, hasProgram) {
    const first = given ?? wordsFor(data);
    const input = (name, value, title) => {
        const made = element('input', {type: 'text', value, spellcheck: 'false', autocapitalize: 'off', size: Math.max(8, value.length)});
        return {made, view: element('label', {title}, name, made)};
    };
    const global = input('Work-items', first.global.join(', '), 'The global size');
    const local = input('in groups of', first.local.join(', '), 'The local size');
    const words = data.arguments.map(({name, type}, which) => input(name, first.words[which] ?? '1', type));
    const told = element('p', {class: 'live-bad', role: 'alert'});
    const launch = () => {
        const own = ownOf([`${sizesIn(global.made.value).join('.')}/${sizesIn(local.made.value).join('.')}`, ...words.map(({made}) => made.value.replaceAll(' ', ''))].join(';'));
        told.textContent = own ? '' : 'Sizes are whole numbers such as 64 or 64, 8. An argument is a number, or of a pointer 64xindex, 64xzero, 64xone, 64xrandom, or its elements by commas.';
        if (own) launched(own);
    };
    return element('details', {class: 'step-own', open: given !== null && hasProgram}, element('summary', {}, 'A launch of your own'),
        element('div', {class: 'step-settings'}, global.view, local.view, ...words.map(({view}) => view), button('Launch', launch),
            given && hasProgram ? button('The program’s', () => launched(null)) : null), told,
        element('p', {class: 'step-note'}, 'Of a pointer: how many elements, and what is in them, such as 64xindex, 64xzero, 64xone, 64xrandom, or the elements by commas.'));
}
