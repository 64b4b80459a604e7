// What an `if` costs whose sides some of a group's work-items take: its masks and its instructions, as the lens's replay issues them.
(window.lockstepExplorers ??= {}).divergence = (function () {
    'use strict';
    const GROUP = 64; // work-items

    // The condition of each work-item is a character of `taken`, 1 or 0. The test is one instruction, and so is what follows.
    // {issued, active, efficiency, divergent} of the group, and for each sub-group the masks of its instructions, in order.
    function divergence(profile, state) {
        const lanes = profile.execution.sub_group_size;
        const subGroups = [];
        for (let first = 0; first < GROUP; first += lanes) {
            const taken = [...state.taken.slice(first, first + lanes)].map((bit) => bit === '1');
            const [all, left, right] = [taken.map(() => true), taken, taken.map((bit) => !bit)];
            const steps = [{side: 'all', mask: all}];
            if (left.includes(true)) steps.push(...Array.from({length: state.left}, () => ({side: 'left', mask: left})));
            if (right.includes(true)) steps.push(...Array.from({length: state.right}, () => ({side: 'right', mask: right})));
            steps.push({side: 'all', mask: all});
            subGroups.push({first, steps, divergent: left.includes(true) && right.includes(true)});
        }
        const steps = subGroups.flatMap((subGroup) => subGroup.steps);
        const active = steps.reduce((sum, {mask}) => sum + mask.filter(Boolean).length, 0);
        return {
            issued: steps.length,
            active,
            efficiency: active / (steps.length * lanes),
            divergent: subGroups.filter((subGroup) => subGroup.divergent).length,
            lanes,
            subGroups,
        };
    }

    const SIDES = {all: 'asked-common', left: 'asked-1', right: 'asked-good'};

    function picture({draw, state, result, width}) {
        const perRow = width >= 500 ? GROUP : GROUP / 2;
        const margin = 30;
        const each = (width - margin) / perRow;
        const height = 12;
        const shapes = [];
        let y = 0;
        for (let row = 0; row < GROUP; row += perRow) {
            for (let lane = row; lane < row + perRow; lane += perRow === GROUP ? 8 : 4) {
                shapes.push(draw.text(margin + (lane - row + 0.5) * each, y + 11, lane, 'muted small', 'middle'));
            }
            y += 18;
            const longest = Math.max(...result.subGroups.map(({steps}) => steps.length));
            for (let i = 0; i < longest; ++i) {
                shapes.push(draw.text(margin - 8, y + i * (height + 2) + 10, i + 1, 'muted small', 'end'));
            }
            for (const {first, steps} of result.subGroups) {
                for (let lane = Math.max(row, first); lane < Math.min(row + perRow, first + result.lanes); ++lane) {
                    steps.forEach(({side, mask}, i) => shapes.push(draw.box(margin + (lane - row) * each + 0.5, y + i * (height + 2),
                        each - 1, height, mask[lane - first] ? SIDES[side] : 'idle')));
                }
                if (first > row && first < row + perRow) {
                    const x = margin + (first - row) * each;
                    shapes.push(draw.line(x, y - 4, x, y + longest * (height + 2) + 2, 'axis'));
                }
            }
            y += longest * (height + 2) + 14;
        }
        let x = margin;
        for (const [kind, words] of [['asked-common', 'all'], ['asked-1', 'if side'], ['asked-good', 'else side'], ['idle', 'masked']]) {
            if (kind === 'asked-good' && state.right === 0) continue;
            shapes.push(draw.box(x + 0.5, y, 12, 10, kind), draw.text(x + 18, y + 9, words, 'muted small'));
            x += 28 + 6 * words.length;
        }
        return draw.picture(width, y + 12, 'Instructions downwards, work-items across: who carries out which', ...shapes);
    }

    const drawn = (condition) => Array.from({length: GROUP}, (_, i) => (condition(i) ? '1' : '0')).join('');
    const PATTERNS = {
        odd: {name: 'i % 2', condition: (i) => i % 2 === 1},
        sixteen: {name: 'i / 16 % 2', condition: (i) => Math.floor(i / 16) % 2 === 1},
        thirtyTwo: {name: 'i / 32 % 2', condition: (i) => Math.floor(i / 32) % 2 === 1},
        first: {name: 'i < 40', condition: (i) => i < 40},
        one: {name: 'i == 20', condition: (i) => i === 20},
        none: {name: 'false', condition: () => false},
        own: {name: 'drawn'},
    };

    // The condition, to be drawn: a switch for each work-item. Keys walk and switch; a finger or a mouse paints.
    function drawing(control, state, changed, {html}) {
        const switches = Array.from({length: GROUP}, (_, i) =>
            html('button', {type: 'button', role: 'switch', 'aria-label': `Work-item ${i}`, tabindex: i === 0 ? 0 : -1}));
        const strip = html('div', {class: 'explorer-lanes'}, ...switches);
        const node = html('fieldset', {class: 'explorer-drawing'}, html('legend', {}, control.label), strip);
        let painted = null; // what the finger paints, while it is down

        function set(i, bit) {
            if (state.taken[i] === bit) return;
            state.taken = state.taken.slice(0, i) + bit + state.taken.slice(i + 1);
            state.pattern = 'own';
            changed();
        }
        const flipped = (i) => (state.taken[i] === '1' ? '0' : '1');

        strip.addEventListener('pointerdown', (event) => {
            const i = switches.indexOf(event.target);
            if (i < 0) return;
            painted = flipped(i);
            event.target.releasePointerCapture(event.pointerId);
            set(i, painted);
        });
        strip.addEventListener('pointermove', (event) => {
            const i = painted === null ? -1 : switches.indexOf(document.elementFromPoint(event.clientX, event.clientY));
            if (i >= 0) set(i, painted);
        });
        ['pointerup', 'pointercancel'].forEach((name) => addEventListener(name, () => {
            painted = null;
        }));
        strip.addEventListener('keydown', (event) => {
            const i = switches.indexOf(document.activeElement);
            const step = {ArrowRight: 1, ArrowLeft: -1, ArrowDown: 1, ArrowUp: -1, Home: -i, End: GROUP - 1 - i}[event.key];
            if (step === undefined) return;
            event.preventDefault();
            const next = switches[Math.min(GROUP - 1, Math.max(0, i + step))];
            switches[i].tabIndex = -1;
            next.tabIndex = 0;
            next.focus();
        });
        // Of a click the pointer has done the work already; a key has no pointer.
        strip.addEventListener('click', (event) => {
            const i = switches.indexOf(event.target);
            if (i >= 0 && event.detail === 0) set(i, flipped(i));
        });
        const refresh = () => switches.forEach((button, i) => button.setAttribute('aria-checked', String(state.taken[i] === '1')));
        return {node, refresh, told: () => ''};
    }

    function sentence({profile, result, counted, percent}) {
        const groups = counted(result.subGroups.length, 'sub-group');
        const start = `The ${profile.name} runs these ${GROUP} work-items as ${groups} of ${result.lanes} and issues ` +
            `${counted(result.issued, 'instruction')}.`;
        if (result.divergent === 0) return `${start} No sub-group diverges, so every lane works all the time.`;
        const who = result.subGroups.length === 1 ? 'It diverges'
            : `${result.divergent} of them ${result.divergent === 1 ? 'diverges' : 'diverge'}`;
        return `${start} ${who}, and the SIMD efficiency is ${percent(result.efficiency)}.`;
    }

    const slots = (profile, state) => divergence(profile, state).issued;

    return {
        title: 'who waits at a branch',
        devices: 'The same condition everywhere: SIMD efficiency',
        controls: [
            {kind: 'choice', room: 'wide', key: 'pattern', label: 'if (…)', first: 'odd',
                options: Object.entries(PATTERNS).map(([key, {name}]) => [key, name]),
                chosen: (state) => {
                    const {condition} = PATTERNS[state.pattern];
                    if (condition) state.taken = drawn(condition);
                }},
            {kind: 'slider', key: 'left', label: 'Instructions of the if side', first: 4, least: 1, most: 8, curve: slots},
            {kind: 'slider', key: 'right', label: 'Instructions of the else side', first: 3, least: 0, most: 8, curve: slots},
            {build: drawing, key: 'taken', label: 'Draw the condition: who takes the if side?', first: drawn(PATTERNS.odd.condition)},
        ],
        model: divergence,
        picture,
        bar: (result) => ({part: result.efficiency, text: `${(100 * result.efficiency).toFixed(0)} %`}),
        figures: ({result, percent}) => [
            [percent(result.efficiency), 'SIMD efficiency', 'main'],
            [result.issued, 'instructions issued'],
            [`${result.divergent} of ${result.subGroups.length}`, 'sub-groups diverge'],
        ],
        sentence,
    };
})();
