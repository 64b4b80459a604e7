// This machine's column in the book's tables of ladders, after `bench` has measured it.
import {button, element, guarded} from './parts.js';
import {outputView} from './output.js';
import {isRunning, runJob} from './running.js';
import {get} from './service.js';

const three = (value) => Number(value.toPrecision(3)).toLocaleString('en-US', {maximumFractionDigits: 3});

function cellOf(entry, {unit, limit}) {
    if (!entry || entry.median === undefined) return element('td', {class: 'live-yours none'}, '–');
    const cell = element('td', {class: 'live-yours', 'data-head': `Yours, ${unit}\n% of ${limit}`});
    cell.append(element('strong', {}, three(entry.median)));
    if (entry.of_limit) cell.append(element('br'), `${Math.round(100 * entry.of_limit)} %`);
    return cell;
}

// A row's name: a rung's stands in code, a peer's does not.
const nameOf = (row) => (row.cells[0].querySelector('code') ?? row.cells[0].firstChild).textContent.trim();

function showColumn(table, measured) {
    const ladder = measured.ladders?.find(({name, case: kind}) =>
        name === table.dataset.ladder && kind === table.dataset.case);
    table.querySelectorAll('.live-yours').forEach((cell) => cell.remove());
    if (!ladder) return;
    const all = [...ladder.rungs, ...(ladder.peers ?? [])];
    table.querySelector('thead tr').append(element('th', {class: 'live-yours'}, `Yours, ${ladder.unit}`, element('br'), `% of ${ladder.limit}`));
    table.querySelectorAll('tbody tr').forEach((row) => row.append(cellOf(all.find(({name}) => name === nameOf(row)), ladder)));
}

async function showMeasured() {
    const tables = [...document.querySelectorAll('table.ladder[data-ladder]')];
    if (tables.length === 0) return;
    const measured = await get('/api/measured');
    tables.forEach((table) => showColumn(table, measured));
}

/** Climbs a ladder, or all where the name is empty, and fills the page's tables. */
export async function measureInto(place, ladder) {
    if (isRunning()) return;
    const status = element('div');
    const output = outputView('measured here, now', null);
    place.replaceChildren(status, output.view);
    await runJob(status, '/api/bench', {ladder}, {
        text: ({text}) => output.add(text),
        measured: showMeasured,
    });
    output.close();
}

/** Gives each ladder's table its button, and the column of what was measured before. */
export function addMeasuring() {
    document.querySelectorAll('table.ladder[data-ladder]').forEach((table) => {
        const place = element('div', {class: 'live-place'});
        const start = guarded(place, () => measureInto(place.querySelector('.live-place'), table.dataset.ladder));
        place.append(button('▶ Measure this ladder here', start, {class: 'live-button main'}),
            element('span', {class: 'live-state'}, 'some minutes; a column “yours” joins the table'), element('div', {class: 'live-place'}));
        table.closest('.table-scroll').before(place);
    });
    showMeasured().catch(() => {}); // without measurements the tables are as they are in the book
}
