// The lanes of a sub-group as squares: lit, off, waiting or done, each with the value of one variable as a number, a colour or a bar.
import {element} from './parts.js';

/** A value as short as a square has room for. */
export function short(value) {
    if (value === undefined) return '';
    if (value === null) return '?';
    if (typeof value !== 'number') return String(value);
    if (Number.isInteger(value) && Math.abs(value) < 1e6) return String(value);
    const rounded = Number(value.toPrecision(3));
    const plain = String(rounded);
    return plain.length <= 6 ? plain : rounded.toExponential(1).replace('e+', 'e');
}

const meanings = {lit: 'lit', off: 'masked off', waits: 'waiting', done: 'done', none: 'no work-item'};

/** A work-item's global id, as the book writes it. */
export function itemWords(history, item) {
    const id = item.slice(0, history.dimensions);
    return id.length === 1 ? String(id[0]) : `(${id.join(', ')})`;
}

export class LanesPane {
    constructor(history, chosen) {
        this.history = history;
        this.chosen = 0;
        this.squares = Array.from({length: history.width}, (_, lane) => {
            const value = element('b', {});
            const view = element('div', {class: 'step-lane', onclick: () => chosen(lane)}, element('small', {}, String(lane)), value);
            return {view, value, kind: '', told: ''};
        });
        this.pane = element('div', {class: 'step-lanes', role: 'img', style: `--most-small: ${Math.min(8, history.width)}`},
            ...this.squares.map(({view}) => view));
    }

    /** @param variable {name, of} or null; @param look number, colour or bar */
    show(at, variable, look) {
        const {history} = this;
        const values = this.squares.map((_, lane) => (variable && lane < history.lanes ? variable.of(lane) : undefined));
        const numbers = values.map(Number).filter(Number.isFinite);
        const [least, most] = [Math.min(0, ...numbers), Math.max(...numbers)];
        const all = {lit: [], off: [], waits: [], done: []};
        this.squares.forEach((square, lane) => {
            const kind = history.laneIs(at, lane);
            all[kind]?.push(lane);
            const name = `step-lane ${kind} ${look}${lane === this.chosen ? ' chosen' : ''}`;
            if (square.view.className !== name) square.view.className = name;
            const told = short(values[lane]);
            this.isWide ||= told.length > 2; // from then on: squares that change their size would jump
            if (square.told !== told) square.value.textContent = square.told = told;
            const part = most > least && Number.isFinite(Number(values[lane])) ? (Number(values[lane]) - least) / (most - least) : 0;
            if (look !== 'number') square.view.style.setProperty('--part', part.toFixed(3));
        });
        this.pane.style.setProperty('--most', Math.min(this.isWide ? 8 : 16, history.width));
        this.pane.setAttribute('aria-label', Object.entries(all).filter(([, lanes]) => lanes.length > 0)
            .map(([kind, lanes]) => `${lanes.length} ${lanes.length === 1 ? 'lane' : 'lanes'} ${meanings[kind]}`).join(', '));
    }

    /** What is known of the chosen lane. */
    sentence(at, variables) {
        const kind = meanings[this.history.laneIs(at, this.chosen)];
        if (this.chosen >= this.history.lanes) return `Lane ${this.chosen}: ${kind}.`;
        const values = variables.map(({name, of}) => `${name} = ${short(of(this.chosen))}`).slice(0, 12).join(', ');
        return `Lane ${this.chosen}, work-item ${itemWords(this.history, this.history.items[this.chosen])}: ${kind}${values ? `; ${values}` : ''}.`;
    }
}

/** The pinned variables on all lanes, a row each. */
export function pinnedTable(history, at, variables, unpin) {
    if (variables.length === 0) return null;
    const lanes = Array.from({length: history.lanes}, (_, lane) => lane);
    return element('div', {class: 'table-scroll', tabindex: 0, role: 'region', 'aria-label': 'Pinned variables on all lanes'}, element('table', {class: 'step-pinned'},
        element('thead', {}, element('tr', {}, element('th', {scope: 'col'}, 'lane'), ...lanes.map((lane) => element('th', {scope: 'col'}, String(lane))))),
        element('tbody', {}, ...variables.map(({name, of}) => element('tr', {},
            element('th', {scope: 'row'}, element('button', {type: 'button', class: 'live-link', title: 'Unpin ' + name, onclick: () => unpin(name)}, name + ' ×')),
            ...lanes.map((lane) => element('td', {class: history.laneIs(at, lane)}, short(of(lane)))))))));
}
