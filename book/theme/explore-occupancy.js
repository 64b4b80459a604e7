// How many work-groups fit on a compute unit, and which resource says so: lens/src/occupancy.cpp, for a page.
(window.lockstepExplorers ??= {}).occupancy = (function () {
    'use strict';
    const roundUp = (value, multiple) => Math.ceil(value / multiple) * multiple;

    function refusal(profile, kernel) {
        const unit = profile.unit;
        if (kernel.group > unit.max_group_size) {
            return `a work-group may have ${unit.max_group_size} work-items, not ${kernel.group}`;
        }
        if (kernel.local > unit.max_local_bytes_per_group) {
            return `a work-group may have ${unit.max_local_bytes_per_group} bytes of local memory, not ${kernel.local}`;
        }
        if (kernel.registers > unit.max_registers_per_item) {
            return `a work-item may have ${unit.max_registers_per_item} registers, not ${kernel.registers}`;
        }
        return '';
    }

    // Per work-group on the oldest GPUs; later per sub-group, from the scheduler that it runs on.
    function registerLimit(profile, kernel, subGroups) {
        const unit = profile.unit;
        const available = unit.registers - unit.registers_reserved;
        const dealt = roundUp(subGroups, unit.sub_group_granularity);
        const each = kernel.registers * profile.execution.sub_group_size;
        if (unit.registers_given_to_group) {
            const perGroup = roundUp(each * dealt, unit.register_granularity);
            return {resource: 'registers', perGroup, available, groups: Math.floor(available / perGroup)};
        }
        const given = roundUp(each, unit.register_granularity);
        const held = Math.floor(Math.floor(available / unit.simds) / given) * unit.simds;
        return {resource: 'registers', perGroup: given * dealt, available, groups: Math.floor(held / dealt)};
    }

    function localLimit(unit, kernel) {
        let taken = roundUp(kernel.local + unit.local_reserved_bytes, unit.local_granularity_bytes);
        if (unit.local_power_of_two) taken = 2 ** Math.ceil(Math.log2(taken));
        taken = (unit.local_sizes_bytes ?? []).find((size) => size >= taken) ?? taken;
        return {resource: 'local memory', perGroup: taken, available: unit.local_bytes, groups: Math.floor(unit.local_bytes / taken)};
    }

    // {groups, subGroups, fraction, limit, refusal, limits} of a kernel {group, registers, local}; registers of 0 are unknown.
    function occupancy(profile, kernel) {
        const found = {groups: 0, subGroups: 0, fraction: 0, limit: '', refusal: refusal(profile, kernel), limits: []};
        if (found.refusal) return found;
        const unit = profile.unit;
        const subGroups = Math.ceil(kernel.group / profile.execution.sub_group_size);
        found.limits.push({resource: 'sub-groups', perGroup: subGroups, available: unit.max_sub_groups,
            groups: Math.floor(unit.max_sub_groups / subGroups)});
        if (subGroups > 1 || unit.single_sub_group_counts) {
            found.limits.push({resource: 'groups', perGroup: 1, available: unit.max_groups, groups: unit.max_groups});
        }
        if (kernel.registers > 0) found.limits.push(registerLimit(profile, kernel, subGroups));
        if (kernel.local + unit.local_reserved_bytes > 0) found.limits.push(localLimit(unit, kernel));
        found.groups = Math.min(...found.limits.map((limit) => limit.groups));
        const limiting = found.limits.filter((limit) => limit.groups === found.groups);
        found.limit = limiting.map((limit) => limit.resource).join(', ');
        if (found.groups === 0) {
            found.refusal = `one work-group needs ${limiting[0].perGroup} of ${limiting[0].resource}, ` +
                `and a compute unit has ${limiting[0].available}`;
            return found;
        }
        found.subGroups = found.groups * subGroups;
        found.fraction = found.subGroups / unit.max_sub_groups;
        return found;
    }

    const TONES = ['tone-1', 'tone-2', 'tone-3', 'tone-4'];
    const tone = (group) => TONES[group % TONES.length];
    const NAMES = {'registers': 'Registers', 'local memory': 'Local memory', 'groups': 'Places for groups',
        'sub-groups': 'Places for sub-groups'};
    const ORDER = ['registers', 'local memory', 'groups', 'sub-groups'];

    // Registers of a unit, cut into its schedulers' parts: each of them gives to the sub-groups that it runs.
    function registerBar({draw, profile, result, state}, limit, y, width, height, isLimit) {
        const parts = profile.unit.registers_given_to_group ? 1 : profile.unit.simds;
        const gap = parts > 8 ? 2 : 4;
        const partWidth = (width - gap * (parts - 1)) / parts;
        const scale = partWidth / (limit.available / parts);
        const portions = profile.unit.registers_given_to_group ? 1
            : roundUp(Math.ceil(state.group / profile.execution.sub_group_size), profile.unit.sub_group_granularity);
        const portion = limit.perGroup / portions;
        const shapes = [];
        for (let part = 0; part < parts; ++part) {
            const left = part * (partWidth + gap);
            shapes.push(draw.box(left, y, partWidth, height, isLimit ? 'empty full' : 'empty'));
            for (let i = part, at = 0; i < result.groups * portions; i += parts, ++at) {
                shapes.push(draw.box(left + at * portion * scale, y, portion * scale, height, tone(Math.floor(i / portions))));
            }
        }
        return shapes;
    }

    function plainBar({draw, result}, limit, y, width, height, isLimit) {
        const scale = width / limit.available;
        const shapes = [draw.box(0, y, width, height, isLimit ? 'empty full' : 'empty')];
        for (let group = 0; group < result.groups; ++group) {
            const each = limit.perGroup * scale;
            shapes.push(draw.box(group * each, y, each, height, tone(group)));
            if (each > 22) shapes.push(draw.text((group + 0.5) * each, y + height / 2 + 4, group + 1, 'on', 'middle'));
        }
        return shapes;
    }

    // Places that are counted: a box each.
    function places({draw, result}, limit, y, width, height) {
        const perRow = Math.min(limit.available, 32);
        const each = width / perRow;
        const shapes = [];
        for (let place = 0; place < limit.available; ++place) {
            const group = Math.floor(place / limit.perGroup);
            const [x, row] = [place % perRow, Math.floor(place / perRow)];
            shapes.push(draw.box(x * each + 1, y + row * (height + 3), each - 2, height,
                group < result.groups ? tone(group) : 'empty'));
        }
        return shapes;
    }

    function picture(view) {
        const {draw, result, width} = view;
        if (result.limits.length === 0) {
            return draw.picture(width, 60, 'No group fits',
                draw.box(1, 6, width - 2, 48, 'empty full'), draw.text(width / 2, 35, 'No group can be launched', 'bad strong', 'middle'));
        }
        const shapes = [];
        let y = 0;
        for (const resource of ORDER) {
            const limit = result.limits.find((one) => one.resource === resource);
            if (!limit) continue;
            const isLimit = limit.groups === result.groups;
            shapes.push(draw.text(0, y + 13, NAMES[resource], 'strong'),
                draw.text(width, y + 13, `room for ${view.counted(limit.groups, 'group')}`, isLimit ? 'warm strong' : 'muted', 'end'));
            y += 20;
            if (resource === 'registers') {
                shapes.push(...registerBar(view, limit, y, width, 26, isLimit));
                y += 26;
            } else if (resource === 'local memory') {
                shapes.push(...plainBar(view, limit, y, width, 26, isLimit));
                y += 26;
            } else {
                shapes.push(...places(view, limit, y, width, 14));
                y += 17 * Math.ceil(limit.available / 32) - 3;
            }
            y += 18;
        }
        return draw.picture(width, y - 8, 'What resident work-groups take of a compute unit', ...shapes);
    }

    function sentence({profile, state, result, counted, percent}) {
        if (result.refusal) return `On the ${profile.name} this kernel cannot run: ${result.refusal}.`;
        const of = `${counted(result.groups, 'work-group')} of ${state.group} ${result.groups === 1 ? 'fits' : 'fit'} into a compute unit ` +
            `of the ${profile.name}`;
        const taken = `${result.subGroups} of ${profile.unit.max_sub_groups} places for sub-groups are taken, ` +
            `an occupancy of ${percent(result.fraction)}`;
        if (result.fraction === 1) return `${of}: ${taken}, so nothing is left to gain here.`;
        return `${of}: ${taken}. The limit: ${result.limit}.`;
    }

    const curve = (profile, state) => occupancy(profile, state).fraction;
    const kib = (bytes) => `${(bytes / 1024).toLocaleString('en', {maximumFractionDigits: 1})} KiB`;

    return {
        title: 'what fits on a compute unit',
        devices: 'The same kernel everywhere: occupancy',
        controls: [
            {kind: 'slider', key: 'group', label: 'Work-items in a group', first: 256, least: 32,
                most: (profile) => Math.max(profile.unit.max_group_size, 512), step: 32, curve, full: 1},
            {kind: 'slider', key: 'registers', label: 'Registers of a work-item', first: 40, least: 1,
                most: (profile) => Math.min(profile.unit.max_registers_per_item + 1, 256), curve, full: 1},
            {kind: 'slider', key: 'local', label: 'Local memory of a group', first: 4096, least: 0,
                most: (profile) => Math.min(profile.unit.max_local_bytes_per_group, 233472), step: 512, shown: kib, curve, full: 1},
        ],
        model: occupancy,
        picture,
        bar: (result) => ({part: result.fraction, text: result.refusal ? 'none' : `${(100 * result.fraction).toFixed(0)} %`}),
        figures: ({result, profile, percent}) => [
            [percent(result.fraction), 'occupancy', 'main'],
            [result.groups, 'groups fit'],
            [`${result.subGroups} of ${profile.unit.max_sub_groups}`, 'sub-groups'],
            [result.limit || 'refused', 'the limit', 'words'],
        ],
        sentence,
    };
})();
