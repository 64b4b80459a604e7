// The reader's guesses: typed into the "Before you go on" boxes, kept, and shown beside the result.
import {element, guarded} from './parts.js';
import {onState, pageFile, post} from './service.js';

const pauseBeforeKeeping = 600; // milliseconds without a key
const areas = [];

/** Gives each box a field for the guess. */
export function addGuesses() {
    document.querySelectorAll('.callout.predict').forEach((box, which) => {
        const place = String(which + 1);
        const kept = element('span', {class: 'live-state', role: 'status'});
        const area = element('textarea', {rows: 2, maxlength: 1000, 'aria-label': 'Your guess', placeholder: 'Your guess. It is kept, and shown beside the result.'});
        const field = element('div', {class: 'live-guess'}, area, kept);
        let timer = 0;
        let known = '';
        const keep = guarded(field, async () => {
            clearTimeout(timer);
            const text = area.value;
            if (text === known) return;
            await post('/api/predict', {page: pageFile, place, text}, [], {keepalive: true}); // the page may be left
            known = text;
            kept.textContent = 'kept';
        });
        area.addEventListener('input', () => {
            kept.textContent = '';
            clearTimeout(timer);
            timer = setTimeout(keep, pauseBeforeKeeping);
        });
        area.addEventListener('blur', keep);
        addEventListener('pagehide', keep);
        box.querySelector('.callout-body').append(field);
        areas.push({box, area});
        onState(({predictions}) => {
            if (area.value !== known || document.activeElement === area) return;
            known = predictions[place] ?? '';
            area.value = known;
        });
    });
}

/** The last guess above a place of the page; empty when there is none. */
export function guessBefore(place) {
    const above = areas.filter(({box, area}) => area.value.trim() !== '' && place &&
        (box.compareDocumentPosition(place) & Node.DOCUMENT_POSITION_FOLLOWING));
    return above.at(-1)?.area.value.trim() ?? '';
}
