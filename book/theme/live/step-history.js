// What one sub-group did in one launch, as Pocket recorded it: a list of changes, step by step. Of it a state is made for any step, forward and back.
// docs/pocket.md says what the recording holds.

const between = 64; // steps from one kept state to the next: going back costs at most so many changes

const bitsOf = (hex, width) => {
    const whole = BigInt('0x' + (hex || '0'));
    return Uint8Array.from({length: width}, (_, lane) => Number((whole >> BigInt(lane)) & 1n));
};

/** How many lanes a mask has. */
export const lit = (mask) => mask.reduce((sum, bit) => sum + bit, 0);

const requestCounts = ['sectors', 'passes', 'needed', 'bytes', 'lines', 'distinct'];

// Adds what a step counts to the sums.
function addCounts(sums, step) {
    const add = (name, count) => {
        if (count) sums[name] = (sums[name] ?? 0) + count;
    };
    const [instructions, lanes, branches, divergent] = step.c ?? [];
    add('instructions', instructions);
    add('lanes', lanes);
    add('branches', branches);
    add('divergent', divergent);
    for (const request of step.r ?? []) {
        add(request.kind + '.requests', 1);
        requestCounts.forEach((name) => add(`${request.kind}.${name}`, request[name]));
    }
}

// A value after a change: of arrays and structures only what changed is told.
const changed = (before, now) => (now?.e ? {e: {...before?.e, ...now.e}} : now);

const isVector = (value) => value !== null && typeof value === 'object' && Array.isArray(value.x);

// The lines of the kernel's text and behind it of what it includes: [{number, text}], and where another file begins its name, numbered 0.
const rowsOf = (files) => files.flatMap(({name, text}, which) => [...(which > 0 ? [{number: 0, text: name}] : []),
    ...text.replace(/\n$/, '').split('\n').map((line, i) => ({number: i + 1, text: line}))]);

/** A recording that can be looked at step by step. */
export class History {
    constructor(data) {
        Object.assign(this, data);
        this.rows = rowsOf([this.source, ...this.files ?? []]);
        this.firstRows = this.rows.flatMap(({number}, row) => (number === 1 ? [row] : []));
        this.masks = new Map(); // by their hexadecimal text
        this.kept = [];
        let state = {values: [], frames: [], mask: null, sums: {}, byRow: new Map()};
        this.steps.forEach((step, at) => {
            if (at % between === 0) this.kept.push(this.copyOf(state));
            state = this.after(state, step);
            step.at = at;
            step.mask = state.mask;
            step.depth = state.frames.length;
        });
        this.lastLit = Array.from({length: this.width}, (_, lane) => this.steps.findLastIndex((step) => step.mask[lane]));
    }

    /** The lanes of a mask, a byte each. */
    maskOf(hex) {
        if (!this.masks.has(hex)) this.masks.set(hex, bitsOf(hex, this.width));
        return this.masks.get(hex);
    }

    copyOf({values, frames, mask, sums, byRow}) {
        return {values: [...values], frames, mask, sums: {...sums}, byRow: new Map(byRow)};
    }

    // Applies a step to a state, which becomes the one after it.
    after(state, step) {
        if (step.m !== undefined) state.mask = this.maskOf(step.m);
        else state.mask ??= Uint8Array.from({length: this.width}, (_, lane) => Number(lane < this.lanes));
        if (step.f) state.frames = step.f;
        for (const which of step.gone ?? []) delete state.values[which];
        for (const [which, value] of Object.entries(step.v ?? {})) state.values[which] = changed(state.values[which], value);
        addCounts(state.sums, step);
        const [issued = 0, lanes = 0] = step.c ?? [];
        if (issued > 0) {
            const row = this.rowOf(step);
            const one = state.byRow.get(row) ?? {issued: 0, lanes: 0};
            state.byRow.set(row, {issued: one.issued + issued, lanes: one.lanes + lanes});
        }
        return state;
    }

    /** The state after a step: {values by variable, frames, mask, sums, byRow}. */
    state(at) {
        const first = Math.floor(at / between);
        let state = this.copyOf(this.kept[first]);
        for (let i = first * between; i <= at; ++i) state = this.after(state, this.steps[i]);
        return state;
    }

    /** The states from a step on, each with its step's number; each is the one before it, changed. */
    * statesFrom(at) {
        let state = this.state(at);
        yield {at, state};
        for (let i = at + 1; i < this.steps.length; ++i) {
            state = this.after(state, this.steps[i]);
            yield {at: i, state};
        }
    }

    /** Where a place begins and ends, {first, from, last, to}: rows, counted from 0, and columns, in bytes from 1. */
    placeOf(number) {
        const [first, from, last, to, file = 0] = this.places[number] ?? [1, 1, 1, 1];
        const start = this.firstRows[file] - 1;
        return {first: start + first, from, last: start + last, to};
    }

    /** The row of a step's line. */
    rowOf(step) {
        return this.placeOf(step.p ?? 0).first;
    }

    depthBefore(at) {
        return at > 0 ? this.steps[at - 1].depth : 0;
    }

    /** The first step behind `at` that is such a one, or the last before it; -1: none. */
    find(at, isIt, back = false) {
        return back ? this.steps.findLastIndex((step, i) => i < at && isIt(step, i)) : this.steps.findIndex((step, i) => i > at && isIt(step, i));
    }

    /** The step behind all that this one leads into: the end of an if, of a loop, of a round, of a function. */
    over(at) {
        const {is, depth} = this.steps[at];
        if (depth > this.depthBefore(at)) return this.find(at, (step) => step.depth < depth);
        if (is === 'loop') return this.find(at, (step) => step.depth < depth || (step.depth === depth && step.is === 'loop'));
        return at + 1 < this.steps.length ? at + 1 : -1;
    }

    /** What over() leads over, as a button says it. */
    overWords(at) {
        const {is, depth} = this.steps[at];
        const what = depth > this.depthBefore(at) ? {branch: 'the if', loop: 'the loop'}[is] : is === 'loop' ? 'the round' : null;
        return what ? `Over ${what}` : 'Over';
    }

    /** What a construct has cost that ends with a step, {line, instructions, lanes: on the average}; null where none ends. */
    costOf(at) {
        if (this.steps[at].is !== 'join') return null;
        const {depth} = this.steps[at];
        const begin = this.steps.findLastIndex((step, i) => i < at && step.depth === depth + 1 && this.depthBefore(i) === depth);
        if (begin < 0) return null;
        const [before, now] = [this.state(begin).sums, this.state(at).sums];
        const instructions = (now.instructions ?? 0) - (before.instructions ?? 0);
        const lanes = ((now.lanes ?? 0) - (before.lanes ?? 0)) / instructions;
        return instructions > 0 ? {line: this.rows[this.rowOf(this.steps[begin])].number, instructions, lanes} : null;
    }

    /** A lane's part at a step: lit, off, waits, done, or none where no work-item is. */
    laneIs(at, lane) {
        const step = this.steps[at];
        if (lane >= this.lanes) return 'none';
        if (step.mask[lane]) return step.is === 'barrier' ? 'waits' : 'lit';
        return at > this.lastLit[lane] && !this.truncated ? 'done' : 'off';
    }

    /** What can be shown on the lanes in a state: [{name, of(lane)}], of a vector its components, of an array the elements that are known. */
    shown(state) {
        const all = [];
        state.values.forEach((value, which) => {
            if (value === undefined) return; // it is gone
            const {name} = this.variables[which];
            const add = (suffix, part) => all.push({name: name + suffix, of: Array.isArray(part) ? (lane) => part[lane] : () => part});
            if (isVector(value)) value.x.forEach((part, i) => add('.' + (value.x.length > 4 ? 's' + i.toString(16) : 'xyzw'[i]), part));
            else if (value?.e) Object.entries(value.e).forEach(([suffix, part]) => (isVector(part) ? part.x.forEach((one, i) => add(`${suffix}.${i}`, one)) : add(suffix, part)));
            else add('', value);
        });
        return all;
    }

    /** Where each lit lane of an access goes: [{lane, offset, buffer}]. */
    placesOf(step) {
        const {at, buffer, buffers} = step.a;
        const lanes = [...step.mask.keys()].filter((lane) => step.mask[lane]);
        return lanes.map((lane, i) => ({lane, offset: Array.isArray(at) ? at[i] ?? null : at.first + i * at.by, buffer: buffers ? buffers[lane] : buffer}))
            .filter(({offset}) => offset !== null);
    }
}
