// The ids of a launch's work-items, in two dimensions, by the rules of the OpenCL specification (clEnqueueNDRangeKernel).
(window.lockstepExplorers ??= {}).ndrange = (function () {
    'use strict';
    const roundUp = (value, multiple) => Math.ceil(value / multiple) * multiple;

    // {code, global, groups, and of the chosen work-item globalId, groupId, localId, linear, isBeyond}, each for dimension 0 and 1.
    // The item is told by its place in the grid, without the offset. Where the launch is refused there are no ids.
    function ndrange(_, state) {
        const size = [state.columns, state.rows];
        const local = [state.localColumns, state.localRows];
        const offset = [state.offsetColumn, state.offsetRow];
        const global = size.map((length, d) => (state.rounded === 'up' ? roundUp(length, local[d]) : length));
        const divides = global.every((length, d) => length % local[d] === 0);
        const found = {code: divides ? 'CL_SUCCESS' : 'CL_INVALID_WORK_GROUP_SIZE', size, local, offset, global};
        if (!divides) return found;
        const item = [state.column, state.row].map((place, d) => Math.min(place, global[d] - 1));
        const localId = item.map((place, d) => place % local[d]);
        return {
            ...found,
            item,
            localId,
            groups: global.map((length, d) => length / local[d]),
            globalId: item.map((place, d) => place + offset[d]),
            groupId: item.map((place, d) => Math.floor(place / local[d])),
            linear: localId[1] * local[0] + localId[0],
            isBeyond: item.some((place, d) => place >= size[d]),
        };
    }

    function refused({draw, result, width}) {
        const [d] = [0, 1].filter((dimension) => result.global[dimension] % result.local[dimension] !== 0);
        return draw.picture(width, 66, 'The launch is refused', draw.box(1, 1, width - 2, 62, 'empty full'),
            draw.text(width / 2, 27, result.code, 'bad strong', 'middle'),
            draw.text(width / 2, 48, `${result.local[d]} does not divide ${result.global[d]}`, 'muted', 'middle'));
    }

    function picture(view) {
        const {draw, result, width, change} = view;
        if (!result.item) return refused(view);
        const [columns, rows] = result.global;
        const left = 26;
        const each = Math.max(4, Math.min(34, (width - left - 2) / columns));
        const shapes = [draw.text(left, 11, 'dimension 0 →', 'muted small')];
        const top = 30;
        const every = each >= 18 ? 1 : each >= 9 ? 4 : 8;
        for (let x = 0; x < columns; x += every) {
            shapes.push(draw.text(left + (x + 0.5) * each, top - 5, x + result.offset[0], 'muted small', 'middle'));
        }
        for (let y = 0; y < rows; ++y) {
            if (y % (each >= 12 ? 1 : 4) === 0) {
                shapes.push(draw.text(left - 5, top + (y + 0.5) * each + 4, y + result.offset[1], 'muted small', 'end'));
            }
            for (let x = 0; x < columns; ++x) {
                const isItem = x === result.item[0] && y === result.item[1];
                const [groupX, groupY] = [Math.floor(x / result.local[0]), Math.floor(y / result.local[1])];
                const isBeyond = x >= result.size[0] || y >= result.size[1];
                const kind = isItem ? 'chosen' : isBeyond ? 'idle' : `soft-${1 + ((groupX + groupY) % 2)}`;
                const box = draw.box(left + x * each + 1, top + y * each + 1, each - 2, each - 2, kind);
                box.addEventListener('click', () => change({column: x, row: y}));
                shapes.push(box);
                if (each >= 28 && groupX === result.groupId[0] && groupY === result.groupId[1]) {
                    const local = `${x % result.local[0]},${y % result.local[1]}`;
                    shapes.push(draw.text(left + (x + 0.5) * each, top + (y + 0.5) * each + 4, local, isItem ? 'on' : 'small', 'middle'));
                }
            }
        }
        const [width0, height0] = result.local.map((length) => length * each);
        shapes.push(draw.box(left + result.groupId[0] * width0, top + result.groupId[1] * height0, width0, height0, 'frame'));
        let x = left;
        const bottom = top + rows * each + 10;
        for (const [kind, words] of [['chosen', 'the work-item'], ['frame', 'its group'], ['idle', 'beyond the end']]) {
            shapes.push(draw.box(x + 0.5, bottom, 12, 10, kind), draw.text(x + 18, bottom + 9, words, 'muted small'));
            x += 28 + 6 * words.length;
        }
        return draw.picture(width, bottom + 22, 'The launch: work-items, their groups, and those beyond the end', ...shapes);
    }

    // global id = group id × local size + local id + offset, for each dimension.
    function sums({html}, result) {
        const sum = (d) => `${result.globalId[d]} = ${result.groupId[d]} × ${result.local[d]} + ${result.localId[d]}` +
            (result.offset[d] > 0 ? ` + ${result.offset[d]}` : '');
        return [0, 1].map((d) => html('p', {class: 'explorer-code'}, `get_global_id(${d}): `, html('b', {}, sum(d))));
    }

    function sentence({state, result, counted}) {
        const [columns, rows] = result.global;
        if (!result.item) {
            return `The launch is refused with ${result.code}, because work-groups of ${result.local.join(' × ')} do not divide ` +
                `${columns} × ${rows} work-items. Let the host round up.`;
        }
        const surplus = columns * rows - state.columns * state.rows;
        const launch = `${columns} × ${rows} work-items in ${counted(result.groups[0] * result.groups[1], 'group')} of ` +
            `${result.local.join(' × ')}.`;
        const beyond = surplus > 0 ? ` ${counted(surplus, 'work-item')} ${surplus === 1 ? 'is' : 'are'} beyond the end, ` +
            'and the guard sends them home.' : '';
        return `${launch}${beyond} Work-item (${result.globalId.join(', ')}) is number ${result.linear} in group ` +
            `(${result.groupId.join(', ')})${result.isBeyond ? ', and one of those beyond the end' : ''}.`;
    }

    const pair = (numbers) => `(${numbers.join(', ')})`;
    const most = (d) => (_, state) => {
        const [size, local] = d === 0 ? [state.columns, state.localColumns] : [state.rows, state.localRows];
        return (state.rounded === 'up' ? roundUp(size, local) : size) - 1;
    };

    return {
        title: 'who is who in a launch',
        controls: [
            {kind: 'slider', room: 'narrow', key: 'columns', label: 'Columns', first: 18, least: 1, most: 32},
            {kind: 'slider', room: 'narrow', key: 'rows', label: 'Rows', first: 7, least: 1, most: 16},
            {kind: 'slider', room: 'narrow', key: 'localColumns', label: 'Columns of a group', first: 4, least: 1, most: 16},
            {kind: 'slider', room: 'narrow', key: 'localRows', label: 'Rows of a group', first: 4, least: 1, most: 8},
            {kind: 'slider', room: 'narrow', key: 'offsetColumn', label: 'Offset, dimension 0', first: 0, least: 0, most: 20},
            {kind: 'slider', room: 'narrow', key: 'offsetRow', label: 'Offset, dimension 1', first: 0, least: 0, most: 20},
            {kind: 'slider', room: 'narrow', key: 'column', label: 'Work-item, column', first: 6, least: 0, most: most(0)},
            {kind: 'slider', room: 'narrow', key: 'row', label: 'Work-item, row', first: 5, least: 0, most: most(1)},
            {kind: 'choice', key: 'rounded', label: 'The host', first: 'up', options: [['up', 'rounds up'], ['not', 'does not']]},
        ],
        model: ndrange,
        picture: (view) => view.draw.html('div', {}, picture(view), ...(view.result.item ? sums(view.draw, view.result) : [])),
        figures: ({result}) => (result.item ? [
            [pair(result.globalId), 'global id', 'main'],
            [pair(result.groupId), 'group id'],
            [pair(result.localId), 'local id'],
            [pair(result.groups), 'number of groups'],
        ] : [['refused', 'the launch', 'main']]),
        sentence,
    };
})();
