// Reading without a network, where a web server stands behind the page: what is opened is kept by itself, and the whole book on a button.
import {announce, button, element, guarded} from './parts.js';
import {Trouble} from './trouble.js';

/** Where a page can be kept: from a server that the browser trusts. Files need no keeping. */
export const canKeep = () => location.protocol !== 'file:' && isSecureContext && Boolean(navigator.serviceWorker);

// Asks the site's keeper (alone/offline.js), which may tell more than once. @returns its last answer.
function ask(keeper, what, told = () => {}) {
    return new Promise((resolve) => {
        const channel = new MessageChannel();
        channel.port1.onmessage = ({data}) => (data.ended ? resolve(data) : told(data));
        keeper.postMessage(what, [channel.port2]);
    });
}

const megabytes = (bytes) => Math.ceil(bytes / 1e6) + ' MB';

async function keepAll(keeper, pressed) {
    pressed.disabled = true;
    try {
        const {missing} = await ask(keeper, {keep: 'all'}, ({done, count}) => {
            pressed.textContent = `Keeping ${done} of ${count} files …`;
        });
        if (missing > 0) throw new Trouble(`${missing} files could not be fetched, or this browser has no room for them.`, 'Try it again when you are online.');
        pressed.replaceWith('The whole book is kept.');
        announce('The whole book is kept.');
    } catch (error) {
        pressed.disabled = false;
        pressed.textContent = 'Keep the whole book';
        throw error;
    }
}

/** Begins to keep what is opened, and offers to keep all. */
export async function addKeeping() {
    if (!canKeep()) return;
    try {
        await navigator.serviceWorker.register('offline.js');
    } catch (error) {
        return; // private windows refuse
    }
    const keeper = (await navigator.serviceWorker.ready).active;
    await ask(keeper, {keep: [location.href]});
    // What was loaded before the keeper was there.
    new PerformanceObserver((list) => ask(keeper, {keep: list.getEntries().map(({name}) => name)})).observe({type: 'resource', buffered: true});
    const {bytes} = await ask(keeper, {weigh: true});
    const place = element('p', {class: 'live-offline'}, 'The pages that you have opened can be read without a network. ');
    if (bytes > 0) {
        const pressed = button(`Keep the whole book, ${megabytes(bytes)}`, guarded(place, () => keepAll(keeper, pressed)));
        place.append(pressed);
    }
    document.querySelector('.live-work').append(place);
}
