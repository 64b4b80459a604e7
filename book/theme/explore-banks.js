// How many passes through the banks of local memory a request takes: local_cost() of lens/src/memory_model.cpp, for a page.
(window.lockstepExplorers ??= {}).banks = (function () {
    'use strict';
    const TILE = 32; // columns of the tile, elements

    // The element that each lane asks for.
    function elements(lanes, state) {
        return Array.from({length: lanes}, (_, i) => {
            if (state.pattern === 'stride') return i * state.stride;
            const [row, column] = state.pattern === 'row' ? [state.line, i % TILE] : [i, state.line];
            const stored = state.swizzle === 'on' ? column ^ (row % TILE) : column;
            return row * (TILE + state.padding) + stored;
        });
    }

    function lanesPerPass(rules, bytes) {
        if (bytes <= 4) return rules.lanes_4_bytes;
        return bytes <= 8 ? rules.lanes_8_bytes : rules.lanes_16_bytes;
    }

    // Whether every lane and the one that differs from it in `bit` ask for one address.
    const sharedByPairs = (addresses, bit) => addresses.every((address, lane) => addresses[lane ^ bit] === address);

    // The lanes that are served together, as lists of their numbers.
    function chunksOf(profile, addresses, bytes, isLoad) {
        const rules = profile.local;
        if (isLoad && bytes > 8 && rules.load_groups_16_bytes) {
            return rules.load_groups_16_bytes.map((lanes) => [...lanes].sort((a, b) => a - b));
        }
        let together = lanesPerPass(rules, bytes);
        if (isLoad && bytes > 4 && rules.joins_shared_loads && together < addresses.length &&
            (sharedByPairs(addresses, 1) || sharedByPairs(addresses, 2))) {
            together *= 2;
        }
        const chunks = [];
        for (let first = 0; first < addresses.length; first += together) {
            chunks.push(Array.from({length: Math.min(together, addresses.length - first)}, (_, i) => first + i));
        }
        return chunks;
    }

    // Each word that a chunk asks for, rising, with the lanes that want it.
    function wordsOf(rules, chunk, addresses, bytes) {
        const lanesOf = new Map();
        for (const lane of chunk) {
            const last = Math.floor((addresses[lane] + bytes - 1) / rules.bank_bytes);
            for (let word = Math.floor(addresses[lane] / rules.bank_bytes); word <= last; ++word) {
                lanesOf.set(word, [...(lanesOf.get(word) ?? []), lane]);
            }
        }
        return [...lanesOf].map(([word, lanes]) => ({word, lanes})).sort((a, b) => a.word - b.word);
    }

    // Passes of a chunk, each a map from bank to the lanes served there: one distinct word a bank and pass.
    function passesWithBroadcast(rules, words) {
        const passes = [];
        const taken = new Map();
        for (const {word, lanes} of words) {
            const bank = word % rules.banks;
            const pass = taken.get(bank) ?? 0;
            taken.set(bank, pass + 1);
            (passes[pass] ??= new Map()).set(bank, lanes);
        }
        return passes;
    }

    // Before 2010: a pass serves all lanes of one word, the one that most wait for, and one lane of every other bank.
    function passesWithOneBroadcast(rules, words) {
        let waiting = words.map(({word, lanes}) => ({word, lanes: [...lanes]}));
        const passes = [];
        while (waiting.length > 0) {
            const broadcast = waiting.reduce((most, entry) => (entry.lanes.length > most.lanes.length ? entry : most));
            const pass = new Map([[broadcast.word % rules.banks, broadcast.lanes]]);
            broadcast.lanes = [];
            for (const entry of waiting) {
                const bank = entry.word % rules.banks;
                if (!pass.has(bank) && entry.lanes.length > 0) pass.set(bank, [entry.lanes.shift()]);
            }
            passes.push(pass);
            waiting = waiting.filter((entry) => entry.lanes.length > 0);
        }
        return passes;
    }

    // What the request costs: {wavefronts, ideal, bytes} and, to be drawn, the passes of each chunk.
    function banks(profile, state) {
        const rules = profile.local;
        const bytes = 4 * state.vector;
        const addresses = elements(profile.execution.sub_group_size, state).map((element) => element * bytes);
        const chunks = chunksOf(profile, addresses, bytes, state.access === 'load').map((chunk) => {
            const words = wordsOf(rules, chunk, addresses, bytes);
            return rules.broadcasts_every_word ? passesWithBroadcast(rules, words) : passesWithOneBroadcast(rules, words);
        });
        return {
            wavefronts: chunks.reduce((sum, passes) => sum + passes.length, 0),
            ideal: chunks.length,
            bytes: addresses.length * bytes,
            chunks,
        };
    }

    function picture({draw, profile, result, width}) {
        const count = profile.local.banks;
        const margin = 40;
        const each = (width - margin) / count;
        const height = result.wavefronts <= 8 ? 22 : result.wavefronts <= 16 ? 16 : 9;
        const shapes = [];
        const every = each >= 15 ? 1 : count <= 32 ? 4 : 8;
        shapes.push(draw.text(margin - 6, 12, 'bank', 'muted small', 'end'));
        for (let bank = 0; bank < count; bank += every) {
            shapes.push(draw.text(margin + (bank + 0.5) * each, 12, bank, 'muted small', 'middle'));
        }
        let y = 19;
        let pass = 0;
        result.chunks.forEach((passes, chunk) => {
            for (const banksOfPass of passes) {
                ++pass;
                const isWaiting = banksOfPass !== passes[0];
                if (height >= 16 || pass === 1 || pass === result.wavefronts) {
                    shapes.push(draw.text(margin - 6, y + height / 2 + 4, pass, 'muted small', 'end'));
                }
                for (let bank = 0; bank < count; ++bank) {
                    const lanes = banksOfPass.get(bank);
                    const kind = !lanes ? 'empty' : isWaiting ? 'waits' : `asked-${1 + (chunk % 2)}`;
                    const x = margin + bank * each;
                    shapes.push(draw.box(x + 0.5, y, each - 1, height - 1, kind));
                    const words = lanes && (lanes.length > 1 ? `${lanes.length}×` : String(lanes[0]));
                    if (words && height >= 16 && each >= 13.4 && each >= 6.2 * words.length + 1) {
                        shapes.push(draw.text(x + each / 2, y + height / 2 + 3.5, words, 'on', 'middle'));
                    }
                }
                y += height + (height > 10 ? 2 : 0);
            }
            y += 6;
        });
        let x = margin;
        for (const [kind, words] of [['asked-1', 'served at once'], ['waits', 'waited for its bank'], ['empty', 'idle']]) {
            shapes.push(draw.box(x + 0.5, y + 2, 12, 10, kind), draw.text(x + 18, y + 11, words, 'muted small'));
            x += 26 + 6 * words.length;
        }
        return draw.picture(width, y + 16, 'Passes through the banks, and the work-items that each pass serves', ...shapes);
    }

    const vectorType = (state) => `float${state.vector > 1 ? state.vector : ''}`;

    function place(state) {
        if (state.pattern === 'stride') return state.stride === 0 ? 'words[0]' : `words[i${state.stride > 1 ? ` * ${state.stride}` : ''}]`;
        const [row, column] = state.pattern === 'row' ? [state.line, 'i'] : ['i', state.line];
        const pitch = TILE + state.padding;
        return `tile[${row} * ${pitch} + ${state.swizzle === 'on' ? `(${column} ^ ${row === 'i' ? 'i % 32' : row})` : column}]`;
    }

    const code = (state) => (state.access === 'load' ? `${vectorType(state)} x = ${place(state)};` : `${place(state)} = x;`);

    const passWord = (result) => (result.wavefronts === 1 ? 'pass' : 'passes');

    function sentence({profile, state, result}) {
        const start = `The ${profile.name} needs ${result.wavefronts} ${passWord(result)} for ` +
            `${profile.execution.sub_group_size} work-items that ${state.access} ${result.bytes.toLocaleString('en')} bytes`;
        if (result.wavefronts === result.ideal) {
            return result.ideal === 1 ? `${start}: no two of them want different words of one bank.`
                : `${start}. That is the least at this width, because a pass serves ${profile.execution.sub_group_size / result.ideal} of them.`;
        }
        return `${start}, where ${result.ideal} would do: work-items that want different words of one bank wait for each other.`;
    }

    const isStride = (state) => state.pattern === 'stride';
    const isTile = (state) => !isStride(state);
    const passes = (profile, state) => banks(profile, state).wavefronts;

    return {
        title: 'who waits for whose bank',
        devices: 'The same request everywhere: passes',
        controls: [
            {kind: 'choice', key: 'pattern', label: 'Work-item i takes', first: 'stride', options: [['stride', 'word i × stride'],
                ['column', 'row i of a column'], ['row', 'column i of a row']]},
            {kind: 'choice', key: 'access', label: 'Access', first: 'load', options: [['load', 'load'], ['store', 'store']]},
            {kind: 'choice', key: 'vector', label: 'Type', first: 1, options: [[1, 'float'], [2, 'float2'], [4, 'float4']]},
            {kind: 'choice', key: 'swizzle', label: 'Swizzle', first: 'off', options: [['off', 'off'], ['on', 'column ^ row']], when: isTile},
            {kind: 'slider', key: 'stride', label: 'Stride', first: 2, least: 0, most: 64, when: isStride, curve: passes},
            {kind: 'slider', key: 'padding', label: 'Padding of a row', first: 0, least: 0, most: 8, when: isTile, curve: passes},
            {kind: 'slider', key: 'line', label: 'Which column or row', first: 0, least: 0, most: TILE - 1, when: isTile, curve: passes},
        ],
        model: banks,
        picture: (view) => {
            const {html} = view.draw;
            return html('div', {}, html('p', {class: 'explorer-code'}, html('b', {}, code(view.state)), '  // i: the work-item'),
                picture(view));
        },
        bar: (result) => ({part: Math.min(1, result.wavefronts / 32), text: String(result.wavefronts)}),
        figures: ({result, number}) => [
            [result.wavefronts, passWord(result), 'main'],
            [result.ideal, 'would do'],
            [`${number(result.wavefronts / result.ideal)} ×`, 'the time of the banks'],
        ],
        sentence,
    };
})();
