// Makes a page run that no server stands behind: opened from a file, or from any web server.
import {addCarrying} from './carrying.js';
import {addCommandButtons} from './commands.js';
import {canRunHere} from './engine.js';
import {addExercise} from './exercise.js';
import {addFirst} from './first.js';
import {addGuesses} from './guesses.js';
import {addKeeping, canKeep} from './keeping.js';
import {addEditors} from './kernels.js';
import {addStirring} from './stirring.js';
import {followBrowser, onState, tellState} from './here.js';

// From here on the page takes scripts from its own folder alone, and nothing in it, its workers included, reaches a network.
function closeDoors() {
    const from = location.protocol === 'file:' ? 'file:' : "'self'";
    const policy = document.createElement('meta');
    policy.httpEquiv = 'Content-Security-Policy';
    policy.content = `default-src 'none'; script-src ${from} 'wasm-unsafe-eval'; worker-src blob:${canKeep() ? " 'self'" : ''}; style-src ${from} 'unsafe-inline'; ` +
        `img-src ${from} data: blob:; font-src ${from}; connect-src 'none'; base-uri 'none'; form-action 'none'`;
    document.head.append(policy);
}

if (canRunHere()) {
    closeDoors();
    if (document.body.classList.contains('is-cover')) addFirst();
    addGuesses();
    addCommandButtons();
    addEditors();
    addExercise();
    addStirring();
    followBrowser();
    addCarrying(tellState);
    addKeeping();
    onState(({progress, best}) => window.lockstepShowProgress({...window.lockstepProgress, ...progress}, {...window.lockstepBest, ...best}));
}
