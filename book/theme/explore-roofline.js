// What a kernel can reach by its bytes and operations: the roofline of each GPU's data sheet.
(window.lockstepExplorers ??= {}).roofline = (function () {
    'use strict';
    const ELEMENTS = 2 ** 24; // of the launch whose time is told

    // For an element's bytes and operations: {intensity, ridge, gflops, part of the peak, bound, and the times in nanoseconds of
    // ELEMENTS elements that memory and arithmetic need}.
    function roofline(profile, {bytes, operations}) {
        const {peak_gflops: peak, peak_gbps: bandwidth} = profile.execution;
        const intensity = operations / bytes;
        const gflops = Math.min(peak, intensity * bandwidth);
        const memoryNs = (ELEMENTS * bytes) / bandwidth;
        const arithmeticNs = (ELEMENTS * operations) / peak;
        return {
            intensity,
            ridge: peak / bandwidth,
            gflops,
            part: gflops / peak,
            bound: memoryNs >= arithmeticNs ? 'memory' : 'arithmetic',
            memoryNs,
            arithmeticNs,
        };
    }

    const LEFT = 2 ** -4; // operations for a byte, at the chart's edges
    const RIGHT = 2 ** 10;
    const LOW = 10; // GFLOP/s
    const HIGH = 300000;
    const SUPERSCRIPT = {1: '10', 2: '100', 3: '1,000', 4: '10,000', 5: '100,000'};

    function picture({draw, profile, state, result, width, number}) {
        const height = Math.min(330, Math.max(240, width * 0.62));
        const [left, right, top, bottom] = [54, width - 8, 16, height - 36];
        const x = (intensity) => left + ((right - left) * Math.log2(intensity / LEFT)) / Math.log2(RIGHT / LEFT);
        const y = (gflops) => bottom - ((bottom - top) * Math.log10(gflops / LOW)) / Math.log10(HIGH / LOW);
        const roof = ({execution: {peak_gflops: peak, peak_gbps: bandwidth}}) => {
            const begin = Math.max(LEFT, LOW / bandwidth);
            return [[begin, begin * bandwidth], [peak / bandwidth, peak], [RIGHT, peak]].map(([i, gflops]) => [x(i), y(gflops)]);
        };
        const shapes = [];
        for (const [power, words] of Object.entries(SUPERSCRIPT)) {
            shapes.push(draw.line(left, y(10 ** power), right, y(10 ** power), 'rule'),
                draw.text(left - 6, y(10 ** power) + 4, words, 'muted small', 'end'));
        }
        for (const intensity of [0.0625, 0.25, 1, 4, 16, 64, 256, 1024]) {
            shapes.push(draw.line(x(intensity), top, x(intensity), bottom, 'rule'),
                draw.text(x(intensity), bottom + 15, intensity < 1 ? `1/${1 / intensity}` : intensity.toLocaleString('en'),
                    'muted small', intensity === RIGHT ? 'end' : 'middle'));
        }
        shapes.push(draw.text((left + right) / 2, height - 4, 'operations for each byte', 'muted small', 'middle'),
            draw.text(0, 9, 'GFLOP/s', 'muted small'));
        for (const other of window.lockstepProfiles) shapes.push(draw.path(roof(other), 'other'));
        shapes.push(draw.path(roof(profile), 'roof'));
        const ridge = [x(result.ridge), y(profile.execution.peak_gflops)];
        shapes.push(draw.text(ridge[0], ridge[1] - 8, `ridge: ${number(result.ridge)}`, 'accent small strong halo', 'middle'));
        const [px, py] = [x(Math.min(RIGHT, Math.max(LEFT, result.intensity))), y(Math.max(LOW, result.gflops))];
        shapes.push(draw.line(px, py, px, bottom, 'drop'), draw.svg('circle', {cx: px, cy: py, r: 6, class: 'chosen'}));
        const isFar = px > (left + right) / 2;
        shapes.push(draw.text(px + (isFar ? -11 : 11), py + 18, state.kernel === 'own' ? 'the kernel' : KERNELS[state.kernel].name,
            'warm strong halo', isFar ? 'end' : 'start'));
        return draw.picture(width, height, 'Rooflines of all GPUs, and where the kernel is on the chosen one', ...shapes);
    }

    // Bytes and operations of an element, as the chapters count them; of the products an element is a multiply-add.
    const KERNELS = {
        copy: {name: 'scaled copy', bytes: 8, operations: 1},
        saxpy: {name: 'a x + y', bytes: 12, operations: 2},
        filter: {name: '9 × 9 filter', bytes: 8, operations: 162},
        naive: {name: 'matrix product, no reuse', bytes: 8, operations: 2},
        tiled: {name: 'in tiles of 32 × 32', bytes: 0.25, operations: 2},
        own: {name: 'your own'},
    };

    const BYTES = [0.25, 0.5, 1, 2, 4, 8, 12, 16, 20, 24, 32, 48, 64];
    const OPERATIONS = [1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 162, 192, 256, 384, 512, 768, 1024, 2048, 4096, 8192];

    const time = (ns, number) => (ns >= 1e6 ? `${number(ns / 1e6)} ms` : `${number(ns / 1e3)} µs`);

    const rate = (gflops, number) => (gflops >= 1000 ? `${number(gflops / 1000)} TFLOP/s` : `${number(gflops)} GFLOP/s`);

    function sentence({profile, result, number, percent}) {
        const start = `With ${number(result.intensity)} operations for each byte, this kernel can reach ${rate(result.gflops, number)} on the ` +
            `${profile.name}`;
        if (result.bound === 'memory') {
            return `${start}, ${percent(result.part)} of its peak, because it waits for memory. Up to ${number(result.ridge)} operations ` +
                'for each byte, more arithmetic costs no time.';
        }
        return `${start}, its peak. Memory needs only ${percent(result.memoryNs / result.arithmeticNs)} of the time, so fewer bytes would ` +
            'not make it faster.';
    }

    const own = (state) => state.kernel === 'own';

    return {
        title: 'what a kernel waits for',
        devices: 'The same kernel everywhere: share of the peak',
        controls: [
            {kind: 'choice', key: 'kernel', label: 'Kernel', first: 'saxpy',
                options: Object.entries(KERNELS).map(([key, {name}]) => [key, name]),
                chosen: (state) => {
                    const {bytes, operations} = KERNELS[state.kernel];
                    if (bytes) Object.assign(state, {bytes, operations});
                }},
            {kind: 'slider', key: 'bytes', label: 'Bytes of an element', first: 12, values: BYTES, when: own,
                curve: (profile, state) => Math.log10(roofline(profile, state).gflops)},
            {kind: 'slider', key: 'operations', label: 'Operations of an element', first: 2, values: OPERATIONS, when: own,
                shown: (value) => value.toLocaleString('en'), curve: (profile, state) => Math.log10(roofline(profile, state).gflops)},
        ],
        model: roofline,
        picture,
        bar: (result) => ({part: result.part, text: result.part < 0.1 ? `${(100 * result.part).toFixed(1)} %` : `${(100 * result.part).toFixed(0)} %`}),
        figures: ({result, number}) => [
            [rate(result.gflops, number), 'at most', 'main'],
            [number(result.intensity), 'operations a byte'],
            [time(result.memoryNs, number), 'memory, 2²⁴ elements'],
            [time(result.arithmeticNs, number), 'arithmetic, likewise'],
        ],
        sentence,
    };
})();
