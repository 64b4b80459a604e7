// The kernel's text in the stepper: the current place marked, beside each line how often it was issued and for how many lanes, and for each construct
// that the sub-group is in a rail with the lanes that came in.
import {element} from './parts.js';
import {lit} from './step-history.js';

const token = /(\/\/.*)|("(?:[^"\\]|\\.)*")|\b(\d[\w.]*)|\b(kernel|global|local|constant|private|const|restrict|volatile|__\w+)\b|\b(if|else|for|while|do|switch|case|default|break|continue|return)\b|\b(void|bool|char|uchar|short|ushort|int|uint|long|ulong|half|size_t|(?:float|double)|(?:float|double|u?int|u?char|u?short|u?long)\d+)\b/g;
const kinds = ['c', 's', 'n', 'q', 'k', 't']; // as the book's listings colour them

function coloured(line) {
    const parts = [];
    let at = 0;
    for (const found of line.matchAll(token)) {
        parts.push(line.slice(at, found.index), element('i', {class: kinds[found.slice(1).findIndex((group) => group !== undefined)]}, found[0]));
        at = found.index + found[0].length;
    }
    parts.push(line.slice(at));
    return parts;
}

// Columns are told in bytes.
function charactersBefore(line, column) {
    const bytes = new TextEncoder().encode(line).slice(0, column - 1);
    return new TextDecoder().decode(bytes).length;
}

export class TextPane {
    /** @param chosen is told the row whose number was clicked */
    constructor(history, chosen) {
        this.history = history;
        const numbered = ({number, text}, at) => {
            const words = element('span', {class: 'step-words'}, ...coloured(text));
            if (number === 0) return {view: element('div', {class: 'step-line step-file'}, words), words, line: text};
            const control = element('button', {type: 'button', class: 'step-line-number', tabindex: -1, title: `Run to line ${number}`,
                'aria-label': `Run to line ${number}`, onclick: () => chosen(at)}, String(number));
            const heat = element('span', {class: 'step-heat', 'aria-hidden': 'true'});
            return {view: element('div', {class: 'step-line', hidden: /^\s*\/\/! \[/.test(text)}, control, heat, words), heat, words, line: text}; // marks of listings say nothing here
        };
        this.rows = history.rows.map(numbered);
        this.pane = element('div', {class: 'step-text code', tabindex: 0, role: 'region', 'aria-label': 'The kernel’s text'}, element('div', {class: 'step-lines'}, ...this.rows.map(({view}) => view)));
        this.view = element('div', {}, this.pane, element('p', {class: 'step-note'}, 'Before a line: how often it was issued, and for which share of the lanes. Click a number to run to its line.'));
        this.marked = [];
        this.mostIssued = Math.max(1, ...[...history.state(history.steps.length - 1).byRow.values()].map((one) => one.issued));
    }

    unmark() {
        for (const row of this.marked) {
            row.view.classList.remove('now', 'open');
            row.view.style.removeProperty('--depth');
            row.words.replaceChildren(...coloured(row.line));
            row.view.removeAttribute('aria-current');
        }
        this.marked = [];
    }

    // The place of the step: its part of the first line is marked, lines below it wholly.
    markPlace(step) {
        const {first, from, last, to} = this.history.placeOf(step.p ?? 0);
        for (let at = first; at <= last; ++at) {
            const row = this.rows[at];
            if (!row) continue;
            const begin = at === first ? charactersBefore(row.line, from) : row.line.search(/\S/);
            const end = at === last ? charactersBefore(row.line, to) : row.line.length;
            row.words.replaceChildren(...coloured(row.line.slice(0, begin)), element('mark', {}, ...coloured(row.line.slice(begin, end))), ...coloured(row.line.slice(end)));
            row.view.classList.add('now');
            if (at === first) row.view.setAttribute('aria-current', 'step');
            this.marked.push(row);
        }
    }

    show(step, state) {
        this.unmark();
        state.frames.forEach((frame, depth) => {
            const row = this.rows[this.history.placeOf(frame.p).first];
            if (!row) return;
            row.view.classList.add('open');
            row.view.style.setProperty('--depth', depth);
            this.marked.push(row);
        });
        this.markPlace(step);
        for (const [at, row] of this.rows.entries()) {
            if (!row.heat) continue;
            const one = state.byRow.get(at);
            const words = one ? `${one.issued}× ${Math.round((100 * one.lanes) / (one.issued * this.history.width))}%` : '';
            if (row.heat.textContent === words) continue;
            row.heat.textContent = words;
            row.heat.title = one ? `issued ${one.issued} times, for ${(one.lanes / one.issued).toFixed(1)} of ${this.history.width} lanes` : '';
            row.heat.style.setProperty('--issued', one ? one.issued / this.mostIssued : 0);
        }
    }

    /** Scrolls the pane, and not the page, to a step's line. It comes before what changes the page, which would have to be laid out once more. */
    bringIntoView(step) {
        const row = this.rows[this.history.rowOf(step)]?.view;
        if (!row) return;
        const [top, bottom] = [row.offsetTop, row.offsetTop + row.offsetHeight];
        const {scrollTop, clientHeight} = this.pane;
        if (top < scrollTop + 24 || bottom > scrollTop + clientHeight - 24) this.pane.scrollTop = Math.max(0, top - clientHeight / 2);
    }
}

/** The stack of masks, outermost first, each a step further in: of those that came into a construct the ones that are on. @param mini makes a row of a mask */
export function stackView(history, step, state, mini) {
    const all = Uint8Array.from({length: history.width}, (_, lane) => Number(lane < history.lanes));
    const now = step.to === undefined ? state.mask : history.maskOf(step.to);
    const row = (name, on, depth) => element('li', {style: `--depth: ${depth}`}, mini(on, history.lanes), element('span', {}, name));
    return element('ol', {class: 'step-stack', 'aria-label': 'The stack of masks'}, row(`came in: ${lit(all)}`, all, 0),
        ...state.frames.map((frame, depth) => {
            const came = history.maskOf(frame.m);
            const on = state.frames[depth + 1] ? history.maskOf(state.frames[depth + 1].m) : now;
            const line = history.rows[history.placeOf(frame.p).first].number;
            return row(`${frame.is}, line ${line}: ${lit(on)}${lit(on) === lit(came) ? '' : ` of ${lit(came)}`}`, on, depth + 1);
        }));
}
