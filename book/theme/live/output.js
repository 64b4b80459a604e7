// What a program prints, beside what the book captured: lines that differ are marked, and so are numbers that may.
import {element} from './parts.js';

const number = /[-+]?\d[\d,.]*(?:e[-+]?\d+)?/gi;
const shape = (line) => line.replace(number, '#').replace(/\s+/g, ' ').trim();
const plain = (line) => line.replace(/\s+/g, ' ').trim();
const lookAhead = 6; // lines of the book's that this device may leave out

/** Compares lines one after the other with those of a captured output. */
export class Comparison {
    constructor(captured) {
        this.captured = captured;
        this.at = 0;
    }

    /** The row for the next line: its kind, 'same', 'numbers', 'different' or 'alone', and the book's line. */
    next(line) {
        if (this.captured === null) return {kind: 'alone', book: ''};
        if (line.trim() === '') { // says nothing about where in the book's output it is
            if (this.captured[this.at]?.trim() === '') this.at += 1;
            return {kind: 'same', book: ''};
        }
        for (let i = this.at; i < Math.min(this.at + lookAhead, this.captured.length); ++i) {
            if (shape(this.captured[i]) !== shape(line)) continue;
            this.at = i + 1;
            return {kind: plain(this.captured[i]) === plain(line) ? 'same' : 'numbers', book: this.captured[i]};
        }
        const book = this.captured[this.at] ?? '';
        if (this.at < this.captured.length) this.at += 1;
        return {kind: 'different', book};
    }
}

// The line with those of its numbers marked that the book's has otherwise.
function markedNumbers(line, book) {
    const parts = [];
    const theirs = book.match(number) ?? [];
    let at = 0;
    let which = 0;
    for (const found of line.matchAll(number)) {
        parts.push(line.slice(at, found.index));
        const differs = theirs[which++] !== found[0];
        parts.push(differs ? element('mark', {}, found[0]) : found[0]);
        at = found.index + found[0].length;
    }
    parts.push(line.slice(at));
    return parts;
}

// The book's numbers that are others here, each with the word behind it: "10.2 ms".
function othersIn(line, book) {
    const mine = line.match(number) ?? [];
    return [...book.matchAll(number)]
        .filter((found, which) => mine[which] !== found[0])
        .map((found) => found[0] + (book.slice(found.index + found[0].length).match(/^ ?(?:[a-zµ%]+(?:\/s)?)\b/i)?.[0] ?? ''))
        .join(', ');
}

function rowOf(line, {kind, book}) {
    const row = element('div', {class: 'live-line ' + kind});
    if (kind === 'numbers') {
        row.append(element('span', {class: 'mine'}, ...markedNumbers(line, book)),
            element('span', {class: 'book'}, 'book: ' + othersIn(line, book)));
    } else {
        row.append(element('span', {class: 'mine'}, line || ' '));
        if (kind === 'different' && book.trim() !== '') row.append(element('span', {class: 'book'}, 'book: ' + book.trim()));
    }
    return row;
}

/** A terminal that is filled while a program runs. @param captured the book's lines; null: there are none to compare with. */
export function outputView(title, captured) {
    const lines = element('div', {class: 'live-lines', tabindex: 0, role: 'log', 'aria-label': title});
    const view = element('div', {class: 'code terminal live-output'},
        element('div', {class: 'code-head'}, element('span', {class: 'file'}, title)), lines);
    const comparison = new Comparison(captured);
    let rest = '';
    const shown = [];
    const line = (text) => {
        shown.push(text);
        lines.append(rowOf(text, comparison.next(text)));
    };
    return {
        view,
        text: '',
        add(text) {
            this.text += text;
            rest += text;
            const parts = rest.split('\n');
            rest = parts.pop();
            parts.forEach(line);
            lines.scrollTop = lines.scrollHeight;
        },
        close() {
            if (rest) line(rest);
            rest = '';
        },
        /** What a program that failed has printed is no version of the book's. */
        compareNothing() {
            lines.replaceChildren(...shown.map((text) => rowOf(text, {kind: 'alone', book: ''})));
        },
        say(...content) {
            view.append(element('p', {class: 'live-said'}, ...content));
        },
    };
}

/** The lines that a capture of the book shows. */
export const capturedLines = (code) => code.querySelector('samp').textContent.replace(/\n$/, '').split('\n');
