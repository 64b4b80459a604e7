// Which sectors of global memory one request of a sub-group touches: global_cost() of lens/src/memory_model.cpp, for a page.
(window.lockstepExplorers ??= {}).coalescing = (function () {
    'use strict';

    // The distinct blocks that rising ranges [begin, end) lie in, by their numbers.
    function blocksOf(ranges, blockBytes) {
        const blocks = [];
        for (const [begin, end] of ranges) {
            for (let block = Math.floor(begin / blockBytes); block * blockBytes < end; ++block) {
                if (blocks.length === 0 || blocks.at(-1) < block) blocks.push(block);
            }
        }
        return blocks;
    }

    function distinctBytes(ranges) {
        let bytes = 0;
        let covered = 0;
        for (const [begin, end] of ranges) {
            bytes += Math.max(0, end - Math.max(begin, covered));
            covered = Math.max(covered, end);
        }
        return bytes;
    }

    // The pieces that a memory moves which chooses among several sizes: a segment of which one half is used shrinks to it.
    function shrinkingSegments(sizes, width, ranges) {
        const segment = sizes[Math.min(width <= 1 ? 0 : width <= 2 ? 1 : 2, sizes.length - 1)];
        const pieces = [];
        let covered = 0;
        for (const range of ranges) {
            let start = Math.max(range[0], covered);
            while (start < range[1]) {
                let base = Math.floor(start / segment) * segment;
                const end = base + segment;
                const last = Math.max(...ranges.filter(([begin]) => begin < end).map((one) => Math.min(one[1], end) - 1));
                let size = segment;
                while (size > sizes[0]) {
                    const half = size / 2;
                    if (start >= base + half) base += half;
                    else if (last >= base + half) break;
                    size = half;
                }
                pieces.push([base, size]);
                covered = start = end;
            }
        }
        return pieces;
    }

    // The address of each lane's part of a request, in bytes from the buffer's beginning.
    function addresses(lanes, state) {
        const bytes = state.type * state.vector;
        const first = state.layout === 'structures' ? state.field * bytes : state.offset * bytes;
        const step = {stride: state.stride, structures: state.fields, arrays: 1}[state.layout];
        return Array.from({length: lanes}, (_, lane) => first + lane * step * bytes);
    }

    // What the request costs: {sectors, ideal, bytes, lines} and, to be drawn, the pieces moved for each chunk of lanes.
    function coalescing(profile, state) {
        const rules = profile.global;
        const isLoad = state.access === 'load';
        const sector = isLoad ? rules.segment_bytes[0] : rules.store_segment_bytes ?? rules.segment_bytes[0];
        const width = state.type * state.vector;
        const ranges = addresses(profile.execution.sub_group_size, state).map((address) => [address, address + width]);
        const pieces = [];
        for (let chunk = 0; chunk < ranges.length; chunk += rules.lanes) {
            const together = ranges.slice(chunk, chunk + rules.lanes);
            pieces.push(...(rules.segment_bytes.length === 1 ? blocksOf(together, sector).map((block) => [block * sector, sector])
                : shrinkingSegments(rules.segment_bytes, width, together)));
        }
        return {
            sectors: pieces.reduce((sum, [, size]) => sum + size, 0) / sector,
            ideal: Math.ceil(distinctBytes(ranges) / sector),
            bytes: ranges.length * width,
            lines: blocksOf(ranges, rules.line_bytes || sector).length,
            sector, ranges, pieces,
        };
    }

    const rowBytes = (profile) => profile.global.line_bytes || 128;

    // The least that would do over what is moved, as the lens counts it.
    const efficiency = (result) => result.ideal / result.sectors;

    function picture({draw, profile, result, width}) {
        const bytes = rowBytes(profile);
        const rows = blocksOf(result.ranges, bytes);
        const margin = 46;
        const scale = (width - margin - 1) / bytes;
        const shownRows = rows.slice(0, 32);
        const height = shownRows.length <= 6 ? 26 : shownRows.length <= 12 ? 20 : 11;
        const pitch = height + 4;
        const shapes = [];
        const place = new Map(shownRows.map((row, i) => [row, 18 + i * pitch]));
        // What lies in one row, of a piece that may cross into the next.
        const inRows = (begin, end, shape) => {
            for (let row = Math.floor(begin / bytes); row * bytes < end; ++row) {
                const y = place.get(row);
                if (y === undefined) continue;
                const from = Math.max(begin, row * bytes) - row * bytes;
                const to = Math.min(end, (row + 1) * bytes) - row * bytes;
                shape(margin + from * scale, y, (to - from) * scale, row);
            }
        };
        shapes.push(draw.text(margin, 11, `each row: ${bytes} bytes`, 'muted small'),
            draw.text(width, 11, `boxes: ${result.sector} bytes`, 'muted small', 'end'));
        for (const row of shownRows) {
            if (shownRows.length <= 12 || row === shownRows[0] || place.get(row) > place.get(shownRows.at(-1)) - 1) {
                shapes.push(draw.text(margin - 6, place.get(row) + height / 2 + 4, `+${row * bytes}`, 'muted small', 'end'));
            }
            for (let at = 0; at < bytes; at += Math.min(result.sector, bytes)) {
                shapes.push(draw.box(margin + at * scale, place.get(row), Math.min(result.sector, bytes) * scale, height, 'unmoved'));
            }
        }
        for (const [begin, size] of result.pieces) {
            inRows(begin, begin + size, (x, y, w) => shapes.push(draw.box(x, y, w, height, 'moved')));
        }
        const lanesAt = new Map();
        result.ranges.forEach(([begin, end], lane) => {
            const key = `${begin} ${end}`;
            lanesAt.set(key, [...(lanesAt.get(key) ?? []), lane]);
        });
        for (const [key, lanes] of lanesAt) {
            const [begin, end] = key.split(' ').map(Number);
            const chunk = Math.floor(lanes[0] / profile.global.lanes);
            inRows(begin, end, (x, y, w) => {
                shapes.push(draw.box(x + 0.5, y + 2, Math.max(1, w - 1), height - 4, `asked-${1 + (chunk % 2)}`));
                const words = lanes.length > 1 ? `all ${lanes.length}` : lanes[0];
                if (height >= 20 && w >= Math.max(14.4, 6.2 * String(words).length + 2)) {
                    shapes.push(draw.text(x + w / 2, y + height / 2 + 4, words, 'on', 'middle'));
                } else if (lanes.length > 1 && height >= 20) {
                    shapes.push(draw.text(x + w + 6, y + height / 2 + 4, words, 'accent strong'));
                }
            });
        }
        let bottom = 18 + shownRows.length * pitch;
        if (rows.length > shownRows.length) {
            shapes.push(draw.text(margin, bottom + 10, `and ${rows.length - shownRows.length} more rows like these`, 'muted'));
            bottom += 18;
        }
        // The key.
        const keys = [['asked-1', 'asked for'], ['moved', 'moved with it'], ['unmoved', 'not moved']];
        let x = margin;
        for (const [kind, words] of keys) {
            shapes.push(draw.box(x + 0.5, bottom + 8, 12, 10, kind), draw.text(x + 18, bottom + 17, words, 'muted small'));
            x += 26 + 6.2 * words.length;
        }
        return draw.picture(width, bottom + 22, 'The bytes that a request asks for, and the sectors that are moved', ...shapes);
    }

    const TYPES = {1: 'uchar', 2: 'ushort', 4: 'float', 8: 'double'};
    const typeOf = (state) => TYPES[state.type] + (state.vector > 1 ? state.vector : '');

    function place(state) {
        if (state.layout === 'structures') return `particles[i].f${state.field}`;
        if (state.layout === 'arrays') return `f${state.field}[i${state.offset ? ` + ${state.offset}` : ''}]`;
        const scaled = state.stride === 0 ? '' : state.stride === 1 ? 'i' : `i * ${state.stride}`;
        return `in[${[scaled, state.offset || ''].filter((part) => part !== '').join(' + ') || '0'}]`;
    }

    const code = (state) => (state.access === 'load' ? `${typeOf(state)} x = ${place(state)};`
        : `${place(state).replace(/^in/, 'out')} = x;`);

    function sentence({profile, state, result, counted, percent}) {
        const moved = result.sectors * result.sector;
        const start = `${profile.execution.sub_group_size} work-items ${state.access === 'load' ? 'load' : 'store'} ` +
            `${result.bytes.toLocaleString('en')} bytes in one request, and the ${profile.name} moves ` +
            `${counted(result.sectors, 'sector')} of ${result.sector}: ${moved.toLocaleString('en')} bytes.`;
        if (result.sectors <= result.ideal) return `${start} Fewer would not hold them.`;
        return `${start} ${counted(result.ideal, 'sector')} would do, an efficiency of ${percent(efficiency(result))}.`;
    }

    const isStride = (state) => state.layout === 'stride';
    const isStructures = (state) => state.layout === 'structures';
    const sectors = (profile, state) => coalescing(profile, state).sectors;

    return {
        title: 'which sectors a request touches',
        devices: 'The same request everywhere: efficiency',
        controls: [
            {kind: 'choice', key: 'access', label: 'Access', first: 'load', options: [['load', 'load'], ['store', 'store']]},
            {kind: 'choice', key: 'type', label: 'Type', first: 4, options: Object.entries(TYPES).map(([size, name]) => [Number(size), name])},
            {kind: 'choice', key: 'vector', label: 'Values of a work-item', first: 1, options: [[1, '1'], [2, '2'], [4, '4']]},
            {kind: 'choice', key: 'layout', label: 'Layout', first: 'stride', options: [['stride', 'array'],
                ['structures', 'structures'], ['arrays', 'structure of arrays']]},
            {kind: 'slider', key: 'stride', label: 'Stride', first: 1, least: 0, most: 33, when: isStride, curve: sectors},
            {kind: 'slider', key: 'offset', label: 'Offset', first: 0, least: 0, most: 32, when: (state) => !isStructures(state),
                curve: sectors},
            {kind: 'slider', key: 'fields', label: 'Fields of a structure', first: 8, least: 2, most: 16, when: isStructures, curve: sectors},
            {kind: 'slider', key: 'field', label: 'Field that is read', first: 0, least: 0,
                most: (_, state) => state.fields - 1, when: isStructures},
        ],
        model: coalescing,
        picture: (view) => {
            const {html} = view.draw;
            return html('div', {}, html('p', {class: 'explorer-code'}, html('b', {}, code(view.state)), '  // i: the work-item'),
                picture(view));
        },
        bar: (result) => ({part: efficiency(result), text: `${(100 * efficiency(result)).toFixed(0)} %`}),
        figures: ({result, percent}) => [
            [percent(efficiency(result)), 'efficiency', 'main'],
            [result.sectors, `sectors of ${result.sector} bytes`],
            [result.ideal, 'would do'],
            [result.lines, 'cache lines'],
        ],
        sentence,
    };
})();
