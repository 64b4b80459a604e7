// A model of one compute unit: its schedulers issue the instructions of the resident sub-groups, each of which does what the recorded one did, and waits for
// what it needs by the latencies of the GPU's profile. Nothing is measured; it shows what hides a wait, and what does not.

const valuesOf = (section) => Object.fromEntries(Object.entries(section ?? {}).map(([name, one]) => [name, one.value ?? one]));

/** What the model takes of a profile, in clocks; null where the profile tells no latencies. */
export function unitOf({rates, unit}) {
    const [rate, size] = [valuesOf(rates), valuesOf(unit)];
    if (!rate.clock_ghz || !rate.memory_ns) return null;
    const clocks = (ns) => Math.max(1, Math.round(ns * rate.clock_ghz));
    return {
        clock: rate.clock_ghz, slots: rate.slots_per_clock ?? size.simds ?? 1, step: rate.step_clocks ?? 4, lines: rate.lines_per_clock ?? 1, passes: rate.passes_per_clock ?? 1,
        most: size.max_sub_groups ?? 32, mostGroups: size.max_groups ?? 32,
        from: {memory: clocks(rate.memory_ns), 'second level': clocks(rate.second_ns ?? rate.memory_ns), 'first level': clocks(rate.first_ns ?? rate.memory_ns)},
        local: clocks(rate.local_ns ?? rate.first_ns ?? 20),
    };
}

const mostClocks = 40000; // then the picture would show nothing anyway

/** The kinds of a clock of a sub-group. */
export const kinds = ['issues', 'ready', 'steps', 'memory', 'local', 'barrier'];

// What a sub-group does, one after another: instructions, and waits for memory or a barrier.
export function workOf(history, most = 4000) {
    const work = [];
    for (const step of history.steps) {
        const [instructions = 0] = step.c ?? [];
        const requests = (step.r ?? []).length;
        for (let i = 0; i < instructions - requests; ++i) work.push({kind: 'steps'});
        for (const request of step.r ?? []) {
            if (request.kind.startsWith('local')) work.push({kind: 'local', busy: request.passes ?? 1});
            else work.push({kind: 'memory', busy: request.lines ?? 1, isStore: request.kind.endsWith('store')});
        }
        if (step.is === 'barrier') work.push({kind: 'barrier'});
        if (work.length > most) break;
    }
    return work;
}

const isReady = ({done, idle, until}, clock) => !done && !idle && until <= clock;

// A compute unit while it goes on: places for groups, each of so many sub-groups, and schedulers that share these.
class Unit {
    constructor(unit, work, {groups, parts, resident, source}) {
        Object.assign(this, {unit, work, source, waiting: groups, left: groups, clock: 0, issued: 0});
        this.rows = Array.from({length: resident * parts}, () => ({stretches: [], began: []}));
        this.items = this.rows.map((row, place) => ({row, place, at: work.length, until: 0, kind: 'steps', done: true, idle: true}));
        this.places = Array.from({length: resident}, (_, place) => this.items.slice(place * parts, (place + 1) * parts));
        const count = Math.max(1, Math.round(unit.slots));
        this.schedulers = Array.from({length: count}, (_, which) => ({own: this.items.filter(({place}) => place % count === which), turn: 0}));
        this.free = {memory: 0, local: 0}; // when the unit's way to either is free again
        this.places.forEach((group) => this.waiting > 0 && this.begin(group));
    }

    begin(group) {
        for (const item of group) {
            Object.assign(item, {at: 0, until: this.clock, kind: 'steps', done: false, idle: false});
            item.row.began.push(this.clock);
        }
        --this.waiting;
    }

    // Barriers that all have reached are passed, and groups that have ended make room.
    settle(group) {
        if (group[0].idle) return;
        if (group.some(({kind}) => kind === 'barrier') && group.every(({kind, done}) => kind === 'barrier' || done)) {
            group.forEach((item) => item.kind === 'barrier' && Object.assign(item, {kind: 'steps', until: this.clock, done: item.at === this.work.length}));
        }
        if (!group.every(({done, until}) => done && until <= this.clock)) return;
        --this.left;
        if (this.waiting > 0) this.begin(group);
        else group.forEach((item) => Object.assign(item, {idle: true}));
    }

    issue(item) {
        const {unit, clock, free} = this;
        const {kind, busy, isStore} = this.work[item.at++];
        item.kind = kind;
        item.until = kind === 'barrier' ? Infinity : clock + unit.step;
        if (kind === 'memory' || kind === 'local') {
            const start = Math.max(clock, free[kind]);
            free[kind] = start + Math.ceil(busy / unit[kind === 'memory' ? 'lines' : 'passes']);
            item.until = isStore ? Math.max(item.until, start) : free[kind] + (kind === 'memory' ? unit.from[this.source] : unit.local);
        }
        item.done = item.at === this.work.length && kind !== 'barrier';
        ++this.issued;
    }

    // Each scheduler takes one that is ready, each in its turn.
    chosen() {
        return this.schedulers.flatMap((scheduler) => {
            const ready = scheduler.own.filter((item) => isReady(item, this.clock));
            if (ready.length === 0) return [];
            const one = ready.find(({place}) => place >= scheduler.turn) ?? ready[0];
            scheduler.turn = one.place + 1;
            return [one];
        });
    }

    note(chosen, to) {
        for (const item of this.items) {
            if (item.idle || (item.done && item.until <= this.clock)) continue;
            const kind = chosen.includes(item) ? 'issues' : item.until > this.clock ? item.kind : 'ready';
            const last = item.row.stretches.at(-1);
            if (last?.kind === kind && last.to === this.clock) last.to = to;
            else item.row.stretches.push({kind, from: this.clock, to});
        }
    }

    // One clock; where none is ready nothing happens until the first one is.
    go() {
        const chosen = this.chosen();
        const waits = this.items.filter(({idle, until}) => !idle && until > this.clock && until < Infinity).map(({until}) => until);
        const to = chosen.length > 0 || waits.length === 0 ? this.clock + 1 : Math.min(...waits);
        this.note(chosen, to);
        chosen.forEach((item) => this.issue(item));
        this.clock = to;
        this.places.forEach((group) => this.settle(group));
    }
}

/**
 * Goes clock by clock. @param unit of unitOf @param work of workOf
 * @param asked groups: how many in all, each of `parts` sub-groups; resident: how many of them at once; source: what answers global loads
 * @returns {clocks, issued, rows, whole}: of each place for a sub-group the stretches {kind, from, to}, and `began` where another group came
 */
export function simulate(unit, work, asked) {
    const all = new Unit(unit, work, asked);
    while (all.left > 0 && all.clock < mostClocks) all.go();
    return {clocks: all.clock, issued: all.issued, rows: all.rows, whole: all.left === 0};
}
