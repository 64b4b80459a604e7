// Predict, then look: before a step divides the lanes or accesses memory, the stepper asks what it will do.
import {button, element} from './parts.js';
import {lit} from './step-history.js';
import {counted, lanesInWords} from './step-pictures.js';

const lanesOf = (mask) => [...mask.keys()].filter((lane) => mask[lane]);

// What a step can be asked about: the lanes that go on, or what its request moves.
function subjectOf(history, step) {
    if (['branch', 'loop'].includes(step.is) && step.to !== undefined) return {right: history.maskOf(step.to), from: step.mask};
    const request = step.a && step.r?.length === 1 ? step.r[0] : null;
    if (request?.passes !== undefined) return {right: request.passes, unit: 'pass'};
    return request?.sectors !== undefined ? {right: request.sectors, unit: 'sector'} : null;
}

/** A question about the step `at`; null where there is nothing to ask. */
export function questionOf(history, at, answered) {
    const step = history.steps[at];
    const subject = subjectOf(history, step);
    if (!subject) return null;
    const line = `Line ${history.rows[history.rowOf(step)].number}`;
    if (subject.unit) {
        const number = element('input', {type: 'number', min: 0, 'aria-label': `How many ${subject.unit === 'pass' ? 'passes' : 'sectors'}`,
            onkeydown: (event) => event.key === 'Enter' && answered()});
        return {
            sentence: `${line} comes next: ${step.a.name ?? step.a.is}. How many ${subject.unit === 'pass' ? 'passes does its access take' : 'sectors does its request move'}?`,
            view: element('p', {class: 'step-question'}, number, button('Show', answered, {class: 'live-button main'})),
            begin: () => number.focus(),
            verdict: () => (number.value === '' ? '' : Number(number.value) === subject.right ? `Right, ${counted(subject.right, subject.unit)}. ` :
                `You said ${number.value}; it is ${counted(subject.right, subject.unit)}. `),
        };
    }
    const guess = new Uint8Array(history.width);
    return {
        sentence: `${line} comes next. Which of the ${counted(lit(subject.from), 'lane')} go on? Click them, or choose each with [ and ] and press the space bar; Enter shows it.`,
        view: element('p', {class: 'step-question'}, button('Show', answered, {class: 'live-button main'})),
        begin: () => {},
        guess,
        toggle(lane) {
            guess[lane] = guess[lane] ? 0 : subject.from[lane];
        },
        verdict: () => {
            const wrong = lanesOf(guess.map((bit, lane) => bit ^ subject.right[lane]));
            return wrong.length === 0 ? 'Right. ' : `Not so in ${wrong.length === 1 ? 'lane' : 'lanes'} ${lanesInWords(wrong)}. `;
        },
    };
}
