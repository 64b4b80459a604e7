// The counters of the stepper: what the lens counts, up to the current step, and what this step added.
import {element} from './parts.js';

const thousands = (count) => count.toLocaleString('en-US');
const percent = (part, whole) => (whole > 0 ? `${((100 * part) / whole).toFixed(1)} %` : '–');

const kinds = {global_load: 'global loads', global_store: 'global stores', global_atomic: 'global atomics', local_load: 'local loads', local_store: 'local stores',
    local_atomic: 'local atomics', image_read: 'image reads', image_write: 'image writes'};

// A number that grows. @param of makes its text of the sums @param key the sum that it follows
function counter(key, of) {
    const value = element('b', {'data-count': key});
    const added = element('span', {class: 'step-added'});
    return {view: [value, added], show(sums, before) {
        const text = of(sums);
        if (value.textContent !== text) value.textContent = text;
        const grown = (sums[key] ?? 0) - (before[key] ?? 0);
        const words = grown > 0 ? '+' + thousands(grown) : '';
        if (added.textContent !== words) added.textContent = words;
    }};
}

const plain = (key) => counter(key, (sums) => thousands(sums[key] ?? 0));

export class Counters {
    constructor(history) {
        const all = history.state(history.steps.length - 1).sums;
        const figures = [['instructions issued', plain('instructions')],
            ['lanes at work', counter('efficiency', (sums) => percent(sums.lanes ?? 0, (sums.instructions ?? 0) * history.width))],
            ['branches', plain('branches')], ['of them divergent', plain('divergent')]];
        this.counters = figures.map(([, one]) => one);
        const cell = (key) => {
            const one = plain(key);
            this.counters.push(one);
            return element('td', {class: 'number'}, ...one.view);
        };
        const rows = Object.entries(kinds).filter(([kind]) => all[kind + '.requests']).map(([kind, name]) => {
            const unit = ['passes', 'sectors', 'bytes'].find((one) => all[`${kind}.${one}`]) ?? 'bytes';
            const share = counter(kind + '.share', (sums) => percent(sums[kind + '.needed'] ?? 0, sums[`${kind}.${unit}`] ?? 0));
            const hasNeed = all[kind + '.needed'] !== undefined;
            if (hasNeed) this.counters.push(share);
            return element('tr', {}, element('th', {scope: 'row'}, name), cell(kind + '.requests'), element('td', {class: 'step-moved'}, unit), cell(`${kind}.${unit}`),
                ...(hasNeed ? [cell(kind + '.needed'), element('td', {class: 'number'}, share.view[0])] : [element('td'), element('td')]));
        });
        const heads = ['memory', 'requests', '', 'moved', 'needed', 'share'];
        this.pane = element('div', {class: 'step-counted'},
            element('dl', {class: 'step-counters', 'aria-label': 'Counted up to this step'}, ...figures.map(([name, one]) => element('div', {}, element('dt', {}, name), element('dd', {}, ...one.view)))),
            rows.length > 0 ? element('div', {class: 'table-scroll', tabindex: 0}, element('table', {class: 'step-memory'},
                element('thead', {}, element('tr', {}, ...heads.map((head) => element('th', {scope: 'col'}, head)))), element('tbody', {}, ...rows))) : null);
    }

    /** @param before the sums before the step */
    show(sums, before) {
        this.counters.forEach((one) => one.show(sums, before));
    }
}
