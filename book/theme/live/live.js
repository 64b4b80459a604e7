// Makes the pages of the served book run. The book as files has none of this.
import {addCommandButtons} from './commands.js';
import {addExercise} from './exercise.js';
import {addGuesses} from './guesses.js';
import {addEditors, filesShown} from './kernels.js';
import {addMeasuring} from './measuring.js';
import {element} from './parts.js';
import {addStirring} from './stirring.js';
import {followServer, get, onState} from './service.js';

const rememberedDevice = 'lockstep-live-device';

// PoCL puts the processor's kind before its name: "pthread-skylake-avx512-Intel(R) Xeon(R) Processor".
const shortName = (name) => name.replace(/^(?:pthread|cpu)-[a-z0-9-]*-(?=[A-Z])/, '').replaceAll(/\((?:R|TM)\)/g, '');

// What runs, runs on this device; on the book's choice as long as none is chosen.
async function addDeviceMenu(head) {
    const devices = await get('/api/devices');
    const kept = localStorage.getItem(rememberedDevice);
    const menu = element('select', {class: 'live-device', 'aria-label': 'Device that programs run on',
        onchange: () => localStorage.setItem(rememberedDevice, menu.value)},
    ...devices.map(({name, wanted, used}) => element('option',
        {value: wanted, selected: kept ? kept === wanted : used, title: name}, shortName(name))));
    if (devices.length > 0) head.before(menu);
}

function addLamp(head) {
    const lamp = element('span', {class: 'live-lamp', role: 'status'});
    head.before(lamp);
    return (trouble) => {
        lamp.classList.toggle('off', trouble !== null);
        lamp.textContent = !trouble ? 'live' : trouble.status === 403 ? 'locked' : 'ended';
        lamp.title = trouble ? `${trouble.message} ${trouble.next}` : 'This page can run programs.';
    };
}

const head = document.querySelector('.topbar .colours');
followServer(filesShown(), addLamp(head));
addDeviceMenu(head).catch(() => {}); // the lamp says that the server is gone
addGuesses();
addCommandButtons();
addEditors();
addExercise();
addMeasuring();
addStirring();
onState(({progress, best, way}) => {
    window.lockstepShowProgress(progress, best);
    window.lockstepFollow(way);
});
