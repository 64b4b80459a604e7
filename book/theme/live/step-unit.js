// The stepper's second view: a compute unit over time, its resident sub-groups as rows.
import {element} from './parts.js';
import {paintedColour} from './step-strip.js';
import {kinds, simulate, unitOf, workOf} from './step-unit-model.js';

const meanings = {issues: 'issues an instruction', ready: 'ready, not chosen', steps: 'waits for its own result', memory: 'waits for global memory', local: 'waits for local memory',
    barrier: 'waits at a barrier'};
const rowHeight = 7;

const coloursOf = (node) => kinds.map((kind) => {
    const probe = element('i', {class: 'step-kind ' + kind});
    node.append(probe);
    const found = paintedColour(probe, 'backgroundColor');
    probe.remove();
    return found;
});

// Rows of pixels; one is mixed of all that happens in its clocks.
function paint(canvas, result, width, colours, ground) {
    canvas.width = width;
    canvas.height = result.rows.length * rowHeight;
    const picture = new ImageData(canvas.width, canvas.height);
    result.rows.forEach(({stretches, began}, row) => {
        const shares = Array.from({length: width}, () => new Float32Array(kinds.length));
        for (const {kind, from, to} of stretches) {
            const [left, right] = [(from * width) / result.clocks, (to * width) / result.clocks];
            for (let x = Math.floor(left); x < right && x < width; ++x) shares[x][kinds.indexOf(kind)] += Math.min(right, x + 1) - Math.max(left, x);
        }
        const starts = new Set(began.filter((clock) => clock > 0).map((clock) => Math.floor((clock * width) / result.clocks)));
        shares.forEach((share, x) => {
            const rest = Math.max(0, 1 - share.reduce((sum, one) => sum + one, 0));
            const mixed = [0, 1, 2].map((c) => ground[c] * rest + share.reduce((sum, one, kind) => sum + one * colours[kind][c], 0));
            for (let y = 0; y < rowHeight; ++y) {
                const isGap = y === rowHeight - 1 || starts.has(x);
                picture.data.set(isGap ? [...ground, 255] : [...mixed, 255], 4 * ((row * rowHeight + y) * width + x));
            }
        });
    });
    canvas.getContext('2d').putImageData(picture, 0, 0);
}

const percent = (part) => `${(100 * part).toFixed(part < 0.1 ? 1 : 0)} %`;

function slider(words, least, most, value, changed) {
    const told = element('output', {}, String(value));
    const input = element('input', {type: 'range', min: least, max: most, value, oninput: () => {
        told.textContent = input.value;
        changed(Number(input.value));
    }});
    return element('label', {}, words, input, told);
}

/** The view for a history on a GPU's profile, folded until it is asked for; null where the profile tells no latencies. */
export function unitView(history, profile) {
    const unit = unitOf(profile);
    const work = workOf(history);
    if (!unit || work.length === 0) return null;
    const parts = history.sub_groups;
    const mostResident = Math.max(1, Math.min(unit.mostGroups, Math.floor(unit.most / parts)));
    const asked = {resident: Math.min(mostResident, 4), groups: Math.min(3 * mostResident, 12), parts, source: 'memory'};
    const canvas = element('canvas', {role: 'img'});
    const film = element('div', {class: 'step-film step-unit-film'}, canvas);
    const told = element('p', {role: 'status', 'aria-live': 'polite'});
    const legend = element('ul', {class: 'step-kinds'});
    const place = element('div', {class: 'step-unit-inside'});
    const draw = () => {
        const width = Math.max(1, Math.min(1600, Math.floor(film.clientWidth)));
        const result = simulate(unit, work, asked);
        paint(canvas, result, width, coloursOf(place), paintedColour(film, 'backgroundColor'));
        const all = Object.fromEntries(kinds.map((kind) => [kind, 0]));
        result.rows.forEach(({stretches}) => stretches.forEach(({kind, from, to}) => {
            all[kind] += to - from;
        }));
        const sum = Object.values(all).reduce((one, other) => one + other, 0);
        const used = result.issued / (result.clocks * Math.max(1, Math.round(unit.slots)));
        told.textContent = `${asked.groups * parts} sub-groups, ${asked.resident * parts} of them resident (occupancy ${percent((asked.resident * parts) / unit.most)}): ` +
            `${result.clocks.toLocaleString('en-US')} clocks${result.whole ? `, ${(result.clocks / unit.clock / 1000).toFixed(2)} µs` : ' and more'}; the schedulers issue in ${percent(used)} of their slots.`;
        canvas.setAttribute('aria-label', told.textContent);
        legend.replaceChildren(...kinds.filter((kind) => all[kind] > 0).map((kind) => element('li', {}, element('i', {class: 'step-kind ' + kind}), `${meanings[kind]}: ${percent(all[kind] / sum)}`)));
    };
    const set = (name) => (value) => {
        asked[name] = value;
        draw();
    };
    const source = element('select', {onchange: () => set('source')(source.value)}, ...Object.entries(unit.from).map(([name, clocks]) => element('option', {value: name}, `${name}, ${clocks} clocks`)));
    place.append(element('p', {class: 'step-note'}, `A model, with the latencies of the ${profile.name} by its profile: each sub-group does what this one did, waits for each load at once, and nothing else uses the memory.`),
        element('div', {class: 'step-settings'}, slider('Groups resident', 1, mostResident, asked.resident, set('resident')), slider('Groups in all', 1, 4 * mostResident, asked.groups, set('groups')),
            element('label', {}, 'Loads come from', source)), film, legend, told);
    const view = element('details', {class: 'step-unit', ontoggle: () => view.open && draw()}, element('summary', {}, 'The compute unit over time'), place);
    new ResizeObserver(() => view.open && draw()).observe(film);
    return view;
}
