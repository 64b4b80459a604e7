// The stepper's drawings of one step: an access on sectors and lines, on banks and passes, an atomic's queues, a branch, a barrier. Lengths are CSS pixels:
// a drawing is made for the width that it has. What is not lit is hatched or dashed, too, so that no colour is needed to read it.
import {element} from './parts.js';
import {lit} from './step-history.js';

const svg = (name, attributes = {}, ...children) => {
    const made = document.createElementNS('http://www.w3.org/2000/svg', name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    made.append(...children);
    return made;
};
const box = (x, y, width, height, kind) => svg('rect', {x, y, width: Math.max(0, width), height, class: kind});
const text = (x, y, words, kind = '', anchor = 'start') => svg('text', {x, y, class: kind, 'text-anchor': anchor}, String(words));
const drawing = (width, height, label, shapes) =>
    svg('svg', {viewBox: `0 0 ${width} ${Math.ceil(height)}`, width, height: Math.ceil(height), role: 'img', 'aria-label': label}, ...shapes);

const margin = 54; // left of rows, for their names
const mostRows = 16;
const mostArrowRows = 4;

/** "3 lanes", "1 lane". */
export const counted = (count, word) => `${count.toLocaleString('en-US')} ${word}${count === 1 ? '' : word.endsWith('s') ? 'es' : 's'}`;

// Numbers of lanes as short as they can be told: "0–7, 12".
export function lanesInWords(lanes) {
    const parts = [];
    for (const lane of lanes) {
        const last = parts.at(-1);
        if (last && last[1] === lane - 1) last[1] = lane;
        else parts.push([lane, lane]);
    }
    return parts.map(([first, last]) => (first === last ? first : last === first + 1 ? `${first}, ${last}` : `${first}–${last}`)).join(', ');
}

/** The element of a buffer at an offset, as a kernel would write it. */
export const elementOf = (buffer, offset) => `${buffer.name}[${Math.floor(offset / (buffer.element || 1))}]`;

// The rows of a buffer that an access lies in, with the sectors it touches: [{start, sectors: Set, parts: [{lane, from, to}]}], rising.
function rowsOf(history, step, buffer) {
    const {bytes} = step.a;
    const sector = step.a.is === 'load' ? history.profile.sector : history.profile.store_sector ?? history.profile.sector;
    const row = Math.max(history.profile.line || 128, sector);
    const rows = new Map();
    for (const {lane, offset, buffer: which} of history.placesOf(step)) {
        if (which !== buffer) continue;
        const base = history.buffers[buffer].base ?? 0;
        for (let from = base + offset; from < base + offset + bytes;) {
            const start = Math.floor(from / row) * row;
            const to = Math.min(base + offset + bytes, start + row);
            if (!rows.has(start)) rows.set(start, {start, sectors: new Set(), parts: []});
            const one = rows.get(start);
            one.parts.push({lane, from: from - start, to: to - start});
            for (let at = Math.floor(from / sector); at * sector < to; ++at) one.sectors.add(at * sector - start);
            from = to;
        }
    }
    return {row, sector, base: history.buffers[buffer].base ?? 0, rows: [...rows.values()].sort((a, b) => a.start - b.start)};
}

function globalPicture(history, step, width, buffer) {
    const {row, sector, base, rows} = rowsOf(history, step, buffer);
    const scale = (width - margin - 2) / row;
    const shown = rows.slice(0, mostRows);
    const arrows = shown.length <= mostArrowRows;
    const height = arrows ? 22 : 15;
    const shapes = [];
    const lanesTop = 14;
    const firstRow = arrows ? 70 : 18;
    const place = new Map();
    shapes.push(text(margin, 10, `boxes: sectors of ${sector} bytes; a row: ${row} bytes`, 'small'));
    shown.forEach((one, i) => {
        const y = firstRow + i * (height + 5);
        place.set(one, y);
        const first = Math.max(0, one.start - base);
        shapes.push(text(margin - 5, y + height / 2 + 4, `[${Math.floor(first / (history.buffers[buffer].element || 1))}]`, 'small', 'end'));
        for (let at = 0; at < row; at += sector) {
            shapes.push(box(margin + at * scale, y, sector * scale - 1.5, height, one.sectors.has(at) ? 'moved' : 'unmoved'));
        }
        one.parts.forEach(({from, to}) => shapes.push(box(margin + from * scale, y + 2, Math.max(1.5, (to - from) * scale - 1), height - 4, 'asked')));
    });
    if (arrows) {
        const each = (width - margin - 2) / history.width;
        const from = (lane) => margin + (lane + 0.5) * each;
        shapes.push(text(margin - 5, lanesTop + 13, 'lanes', 'small', 'end'));
        for (let lane = 0; lane < history.width; ++lane) {
            const kind = history.laneIs(step.at, lane);
            shapes.push(box(from(lane) - each / 2 + 0.5, lanesTop, each - 1.5, 15, kind === 'lit' ? 'lane-lit' : 'lane-off'));
            if (each >= 15) shapes.push(text(from(lane), lanesTop + 11.5, lane, 'small', 'middle'));
        }
        shown.forEach((one) => one.parts.forEach(({lane, from: begin, to}) => {
            shapes.push(svg('line', {x1: from(lane), y1: lanesTop + 16, x2: margin + ((begin + to) / 2) * scale, y2: place.get(one) + 1, class: 'arrow'}));
        }));
    } else {
        shown.forEach((one) => one.sectors.forEach((at) => {
            const lanes = [...new Set(one.parts.filter(({from, to}) => from < at + sector && to > at).map(({lane}) => lane))];
            const words = lanesInWords(lanes);
            if (sector * scale > 7 * words.length) shapes.push(text(margin + (at + sector / 2) * scale, place.get(one) + 11, words, 'small on', 'middle'));
        }));
    }
    let end = firstRow + shown.length * (height + 5);
    if (rows.length > shown.length) {
        shapes.push(text(margin, end + 11, `… ${counted(rows.length - shown.length, 'more row')} like these`, 'small'));
        end += 16;
    }
    return drawing(width, end + 2, 'The access on sectors and lines of the buffer', shapes);
}

/** The passes of an access to local memory: each a map from bank to the lanes that it serves. One distinct word a bank and pass. */
export function passesOf(history, step) {
    const {banks, bank_bytes: bankBytes} = history.profile;
    const {bytes} = step.a;
    const together = Math.min(history.width, Math.max(1, Math.floor((banks * bankBytes) / bytes)));
    const passes = [];
    for (let first = 0; first < history.width; first += together) {
        const words = new Map(); // by bank, then by word
        for (const {lane, offset, buffer} of history.placesOf(step)) {
            if (lane < first || lane >= first + together) continue;
            const start = (history.buffers[buffer].base ?? 0) + offset;
            for (let word = Math.floor(start / bankBytes); word * bankBytes < start + bytes; ++word) {
                if (!words.has(word % banks)) words.set(word % banks, new Map());
                const ofBank = words.get(word % banks);
                ofBank.set(word, [...(ofBank.get(word) ?? []), lane]);
            }
        }
        const before = passes.length;
        words.forEach((ofBank, bank) => [...ofBank.values()].forEach((lanes, turn) => {
            (passes[before + turn] ??= {served: new Map(), late: turn > 0}).served.set(bank, lanes);
        }));
    }
    return passes;
}

function localPicture(history, step, width) {
    const {banks} = history.profile;
    const passes = passesOf(history, step);
    const each = (width - margin - 2) / banks;
    const shown = passes.slice(0, mostRows);
    const height = 17;
    const shapes = [text(margin - 5, 11, 'bank', 'small', 'end')];
    for (let bank = 0; bank < banks; bank += each >= 16 ? 1 : 4) shapes.push(text(margin + (bank + 0.5) * each, 11, bank, 'small', 'middle'));
    shown.forEach(({served, late}, i) => {
        const y = 17 + i * (height + 2);
        shapes.push(text(margin - 5, y + 12, `pass ${i + 1}`, 'small', 'end'));
        for (let bank = 0; bank < banks; ++bank) {
            const lanes = served.get(bank);
            shapes.push(box(margin + bank * each + 0.5, y, each - 1, height, lanes ? (late ? 'late' : 'asked') : 'unmoved'));
            if (!lanes) continue;
            const words = lanes.length > 1 ? lanes.length + '×' : String(lanes[0]);
            if (each > 5.6 * words.length) shapes.push(text(margin + (bank + 0.5) * each, y + 12, words, 'small on', 'middle'));
        }
    });
    let end = 17 + shown.length * (height + 2);
    if (passes.length > shown.length) {
        shapes.push(text(margin, end + 11, `… ${counted(passes.length - shown.length, 'more pass')} like these`, 'small'));
        end += 16;
    }
    return drawing(width, end + 2, 'The access on the banks of local memory, pass by pass', shapes);
}

function queuePicture(history, step, width) {
    const queues = new Map();
    for (const {lane, offset, buffer} of history.placesOf(step)) {
        const name = elementOf(history.buffers[buffer], offset);
        queues.set(name, [...(queues.get(name) ?? []), lane]);
    }
    const rows = [...queues].sort((a, b) => b[1].length - a[1].length);
    const shown = rows.slice(0, mostRows);
    const name = Math.min(width / 3, 12 + 7 * Math.max(...shown.map(([words]) => words.length)));
    const each = Math.min(26, (width - name - 2) / Math.max(1, shown[0]?.[1].length ?? 1));
    const shapes = [];
    shown.forEach(([words, lanes], i) => {
        const y = 2 + i * 21;
        shapes.push(text(name - 6, y + 13, words, 'small', 'end'));
        lanes.forEach((lane, turn) => {
            shapes.push(box(name + turn * each, y, each - 2, 18, turn === 0 ? 'asked' : 'late'));
            if (each >= 15) shapes.push(text(name + (turn + 0.5) * each - 1, y + 13, lane, 'small on', 'middle'));
        });
    });
    const more = rows.length > shown.length ? [text(name, 2 + shown.length * 21 + 11, `… ${counted(rows.length - shown.length, 'more address')}`, 'small')] : [];
    return drawing(width, 4 + shown.length * 21 + more.length * 16, 'The queue at each address; one lane after another', [...shapes, ...more]);
}

// Rows of lanes: who asks, and who goes on.
function masksPicture(history, rows, width) {
    const each = Math.min(26, (width - margin - 32) / history.width);
    const shapes = rows.flatMap(([name, mask], i) => {
        const y = 2 + i * 21;
        return [text(margin - 5, y + 13, name, 'small', 'end'), text(margin + history.width * each + 5, y + 13, lit(mask), 'small'),
            ...Array.from(mask, (bit, lane) => box(margin + lane * each, y, each - 1.5, 18, bit ? 'lane-lit' : 'lane-off')),
            ...(each >= 15 ? Array.from(mask, (bit, lane) => text(margin + (lane + 0.5) * each - 0.75, y + 13, bit ? lane : '', 'small', 'middle')) : [])];
    });
    return drawing(width, 4 + rows.length * 21, rows.map(([name, mask]) => `${name}: ${counted(lit(mask), 'lane')}`).join(', '), shapes);
}

function barrierPicture(step, width) {
    const {arrived, of} = step.b;
    const each = Math.min(64, (width - 2) / of);
    const shapes = Array.from({length: of}, (_, part) => {
        const turn = arrived.indexOf(part);
        return [box(part * each + 1, 2, each - 3, 30, turn < 0 ? 'lane-off' : 'lane-lit'),
            text((part + 0.5) * each, 15, each > 40 ? `sub ${part}` : part, 'small', 'middle'),
            ...(each > 40 ? [text((part + 0.5) * each, 27, turn < 0 ? 'awaited' : step.is === 'go' ? 'goes on' : 'arrived', 'small', 'middle')] : [])];
    });
    return drawing(width, 36, `${arrived.length} of ${of} sub-groups have arrived`, shapes.flat());
}

function requestWords(step) {
    if (!step.r) return ['No request: a compiler keeps this value in a register and does not access memory again.'];
    return step.r.map((one) => {
        const kind = one.kind.replace('_', ' ');
        const queue = one.queue ? `, ${counted(one.addresses, 'address')}, ${one.queue} lanes in the longest queue` : '';
        if (one.sectors !== undefined) return `${kind}: ${counted(one.sectors, 'sector')} moved, ${one.needed} needed${queue}`;
        if (one.passes !== undefined) return `${kind}: ${counted(one.passes, 'pass')}, ${one.needed} would do${queue}`;
        return `${kind}: ${one.bytes.toLocaleString('en-US')} bytes`;
    });
}

/** What a step looks like, {title, words, pictures}; null where there is nothing to draw. */
export function pictureOf(history, step, width) {
    if (step.b) return {title: 'Barrier', words: [`${step.b.arrived.length} of ${counted(step.b.of, 'sub-group')} of this group ${step.b.arrived.length === 1 ? 'has' : 'have'} arrived.`],
        pictures: [barrierPicture(step, width)]};
    if (step.a) {
        const places = history.placesOf(step);
        const buffers = [...new Set(places.map(({buffer}) => buffer))];
        const isLocal = history.buffers[buffers[0]]?.space === 'local';
        const pictures = isLocal ? (history.profile.banks > 0 ? [localPicture(history, step, width)] : []) : buffers.map((buffer) => globalPicture(history, step, width, buffer));
        if (step.a.is === 'atomic') pictures.unshift(queuePicture(history, step, width));
        return {title: step.a.name ?? step.a.is, words: requestWords(step), pictures: places.length > 0 ? pictures : []};
    }
    if (step.r) return {title: step.is, words: requestWords(step), pictures: []};
    if (step.to !== undefined && ['branch', 'else', 'loop', 'leave', 'join'].includes(step.is)) {
        const to = history.maskOf(step.to);
        const first = {branch: 'asks', loop: 'asks', leave: 'comes', else: 'waited', join: 'were on'}[step.is];
        return {title: step.is, words: [], pictures: [masksPicture(history, [[first, step.mask], ['goes on', to]], width)]};
    }
    return null;
}

/** A mask as a row of small boxes, for the stack of masks. */
export const smallMask = (mask, lanes) => element('span', {class: lanes > 32 ? 'step-mini narrow' : 'step-mini', 'aria-hidden': 'true'},
    ...Array.from(mask.subarray(0, lanes), (bit) => element('i', bit ? {class: 'on'} : {})));
