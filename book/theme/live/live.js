// Makes the pages of the served book run. The book as files has none of this.
import {addCommandButtons} from './commands.js';
import {addExercise} from './exercise.js';
import {addGuesses} from './guesses.js';
import {addKernelEditors} from './kernels.js';
import {addMeasuring} from './measuring.js';
import {element} from './parts.js';
import {followServer, get, onState} from './service.js';

const rememberedDevice = 'lockstep-live-device';

// What runs, runs on this device; on the book's choice as long as none is chosen.
async function addDeviceMenu(head) {
    const devices = await get('/api/devices');
    const kept = localStorage.getItem(rememberedDevice);
    const menu = element('select', {class: 'live-device', 'aria-label': 'Device that programs run on',
        onchange: () => localStorage.setItem(rememberedDevice, menu.value)},
    ...devices.map(({name, wanted, used}) => element('option', {value: wanted, selected: kept ? kept === wanted : used}, name)));
    if (devices.length > 0) head.before(menu);
}

function addLamp(head) {
    const lamp = element('span', {class: 'live-lamp', role: 'status'});
    head.before(lamp);
    return (connected) => {
        lamp.classList.toggle('off', !connected);
        lamp.textContent = connected ? 'live' : 'ended';
        lamp.title = connected ? 'This page can run programs.'
            : 'The live book does not answer. Start it again: ./lockstep book --live';
    };
}

const head = document.querySelector('.topbar .colours');
followServer(addLamp(head));
addDeviceMenu(head).catch(() => {}); // the lamp says that the server is gone
addGuesses();
addCommandButtons();
addKernelEditors();
addExercise();
addMeasuring();
onState(({progress}) => window.lockstepShowProgress(progress));
