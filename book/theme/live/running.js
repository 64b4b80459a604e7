// A job of the page's, from its start to its end: buttons, waiting, output, stopping.
import {announce, button, element, troubleText} from './parts.js';
import {job, stopJob} from './service.js';

let current = null; // {cancel, bar} of what runs

/** True while something of the page's runs; then that is shown, with the button that stops it. */
export function isRunning() {
    current?.bar.scrollIntoView({block: 'nearest'});
    return current !== null;
}

/** The device that the menu in the page's head names; empty: the book's own choice. */
export const chosenDevice = () => document.querySelector('.live-device')?.value ?? '';

const inWords = (seconds) => (seconds < 10 ? seconds.toFixed(1) : Math.round(seconds)) + ' s';

/**
 * Runs a job, while isRunning() is false, and tells of it in `place`: that it waits, that it runs, with a button to stop it, and how it ended.
 * @param on functions by the names of events. @returns the data of "ended", or null when it could not begin.
 */
export async function runJob(place, path, body, on = {}) {
    const cancel = new AbortController();
    const since = performance.now();
    const clock = element('span', {class: 'live-clock'});
    const what = element('span', {}, 'Starting …');
    const stop = button('Stop', async () => {
        stop.disabled = true;
        try {
            await stopJob();
        } catch (error) {
            cancel.abort();
        }
    });
    const bar = element('div', {class: 'live-running'}, element('i', {class: 'live-spinner', 'aria-hidden': 'true'}), what, clock, stop);
    place.replaceChildren(bar);
    current = {cancel, bar};
    const ticking = setInterval(() => {
        clock.textContent = inWords((performance.now() - since) / 1000);
    }, 200);
    let ended = null;
    try {
        for await (const {name, data} of job(path, {device: chosenDevice(), ...body}, cancel.signal)) {
            if (name === 'waiting' && data.before > 0) what.textContent = `Waiting: ${data.before} before this one …`;
            else if (name === 'begun') what.textContent = 'Running …';
            else if (name === 'building') what.textContent = `Building ${data.step.match(/^\[\d+\/\d+\]/)?.[0] ?? data.step} …`;
            else if (name === 'text') what.textContent = 'Running …';
            else if (name === 'ended') ended = data;
            on[name]?.(data);
        }
        if (!ended) throw new Error('The live book ended while this ran.');
        const sentence = ended.sentence || `Ended after ${inWords(ended.seconds)}.`;
        bar.replaceChildren(element('span', {class: ended.sentence ? 'live-bad' : ''}, sentence));
        announce(sentence);
    } catch (error) {
        if (error.name === 'AbortError') bar.replaceChildren('Stopped.');
        else place.replaceChildren(troubleText(error));
    } finally {
        clearInterval(ticking);
        current = null;
    }
    return ended;
}

// A page that is left stops what it runs: the server sees its connection close.
addEventListener('pagehide', () => current?.cancel.abort());
