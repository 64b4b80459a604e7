// An exercise: its stub in an editor, Check with its stages, hints one by one, and the solution once it is solved.
import {announce, button, element, guarded} from './parts.js';
import {differenceView} from './difference.js';
import {Workbench} from './workbench.js';
import {countInto} from './counting.js';
import {isRunning, runJob} from './running.js';
import {Stepper, askedFor, wrongIn} from './stepping.js';
import {keptExercise, onState, post, prepareEditors} from './service.js';

const marks = {'passed': '✓', 'failed': '✗', 'not-checked': '–'};
const meanings = {
    builds: 'your file compiles',
    correct: 'the results are right, at every size',
    clean: 'no race, no stray access, nothing uninitialised',
    lens: 'what the lens counts meets the target',
};

function stageItem({name, status, message}, steps = null) {
    const wrong = steps && message ? wrongIn(message) : null;
    return element('li', {class: 'live-stage ' + status},
        element('b', {}, `${marks[status]} ${name}`), element('span', {class: 'live-meaning'}, ' ' + (meanings[name] ?? '')),
        element('span', {class: 'live-hidden'}, ': ' + status),
        message ? element('pre', {tabindex: 0}, message) : null,
        wrong && button(`Step to work-item ${wrong.item.length > 1 ? `(${wrong.item.join(', ')})` : wrong.item}`, () => steps().openWrong(wrong)));
}

class Exercise {
    constructor(info, files) {
        this.info = info;
        this.place = element('div', {class: 'live-place'});
        this.benches = files.map(({name}) => new Workbench(name, [
            {text: 'Check', run: () => this.check()},
            {text: 'Count with the lens', run: () => this.count()},
            ...(name.endsWith('.cl') ? [{text: 'Step', run: () => this.step()}] : []),
            {text: 'Solution', run: () => this.solution(false)},
        ], keptExercise));
        this.view = element('section', {class: 'live-exercise', 'aria-label': 'Solve it here'},
            element('h2', {id: 'solve-it-here'}, 'Solve it here'), ...this.benches.map((bench) => bench.view), this.place);
    }

    begin() {
        this.benches.forEach((bench) => {
            // A target of the lens is missed by a line; all else is found at a step.
            bench.findingAction = (kernel, line, message) => (message.includes('the target is') ? this.stepper().openLine(kernel, line)
                : this.stepper().openFinding(kernel, line));
            bench.begin();
        });
    }

    // The stepper below the editor; it steps through what the tests launch.
    stepper() {
        this.ownStepper ??= new Stepper(this.info.name, {exercise: this.info.id}, () => this.saveAll());
        this.place.after(this.ownStepper.view);
        return this.ownStepper;
    }

    step(asked = {}) {
        return this.stepper().open({kernel: '', launch: 0, group: [0, 0, 0], sub: 0, at: 0, ...asked});
    }

    async saveAll() {
        for (const bench of this.benches) {
            if (!await bench.save()) return false;
        }
        return true;
    }

    async check() {
        if (!await this.saveAll() || isRunning()) return;
        const status = element('div');
        const stages = element('ol', {class: 'live-stages', 'aria-label': 'Stages'});
        const verdict = element('div', {class: 'live-verdict', role: 'status'});
        this.place.replaceChildren(status, stages, verdict);
        this.benches.forEach((bench) => bench.editor.setNotes([]));
        let said = '';
        let told = null;
        await runJob(status, '/api/check', {exercise: this.info.id}, {
            stage: (stage) => stages.append(stageItem(stage)),
            verdict: (data) => {
                told = data;
            },
            text: ({text}) => {
                said += text;
            },
        });
        if (told) this.tell(told, stages, verdict); // now that nothing runs, its buttons that step do so
        if (said && !verdict.hasChildNodes()) verdict.append(element('pre', {tabindex: 0}, said));
        this.place.scrollIntoView({block: 'nearest'});
    }

    tell(data, stages, verdict) {
        stages.replaceChildren(...data.stages.map((stage) => stageItem(stage, () => this.stepper())));
        this.benches.forEach((bench) => bench.showErrors(data.stages.map(({message}) => message).join('\n')));
        if (data.passed) {
            const onWay = document.querySelector('aside.on-way:not([hidden]) a.on-way-next');
            const next = onWay ?? document.querySelector('.turn .next');
            verdict.append(element('p', {class: 'live-good'}, element('b', {}, 'Solved. '),
                next ? element('a', {href: next.href}, 'Go on: ' + (onWay?.lastChild ?? next.querySelector('b')).textContent.trim()) : null));
            if (data.medal) {
                const counted = (count) => count.toLocaleString('en-US');
                const told = ({sectors, passes, instructions}) => `${counted(16 * sectors + 4 * passes + instructions)} (` + // as Score::cost()
                    `${counted(sectors)} sectors, ${counted(passes)} passes, ${counted(instructions)} instructions)`;
                verdict.append(element('p', {class: 'live-medal'}, element('b', {}, data.medal), `: ${told(data.counted)}. Par: ${told(data.par)}.`));
            }
            announce('Solved.');
        } else if (data.lacking) {
            verdict.append(element('p', {}, data.lacking));
        } else {
            const failed = data.stages.find((stage) => stage.status === 'failed');
            announce(failed ? `The stage ${failed.name} fails.` : 'Not solved.');
            verdict.append(element('p', {class: 'live-advice'}));
            this.advicePlace = verdict.firstChild;
            this.showAdvice();
        }
        for (const text of [data.note, data.printed]) {
            if (text) verdict.append(element('pre', {tabindex: 0}, text.trim()));
        }
    }

    // What belongs to the kind of failure; it comes with the state that the verdict leaves.
    showAdvice() {
        if (this.advicePlace && this.info.advice) this.advicePlace.replaceChildren(element('b', {}, 'Think of this first: '), this.info.advice);
    }

    async count() {
        if (!await this.saveAll()) return;
        const said = await countInto(this.place, {exercise: this.info.id}, this.benches[0]);
        this.benches.forEach((bench) => bench.showErrors(said));
    }

    async solution(giveUp) {
        if (!this.info.solved && !giveUp) {
            this.place.replaceChildren(element('div', {class: 'live-shown'},
                element('p', {}, 'This exercise is not solved yet. Its solution is worth most to whoever has one to compare it with.'),
                button('Show it all the same', guarded(this.place, () => this.solution(true)))));
            return;
        }
        const {files} = await post('/api/solution', {exercise: this.info.id, giveUp});
        const views = files.map(({name, text}) => {
            const bench = this.benches.find((one) => one.name === name);
            return differenceView('in yours', bench.text(), 'in the book’s', text);
        });
        this.place.replaceChildren(element('div', {class: 'live-shown'}, element('strong', {}, 'The book’s solution beside yours'), ...views));
    }
}

// The page's hints open one after the other, and the tool knows how many were seen. Why the solution is so is told once it is solved.
function followHints(exercise) {
    const hints = [...document.querySelectorAll('details.hint')];
    const reasons = document.querySelector('details.reasons');
    const show = (seen) => {
        hints.forEach((hint, which) => {
            hint.hidden = which > seen;
        });
        if (!reasons) return;
        const of = reasons.previousElementSibling?.matches('h2, h3') ? [reasons, reasons.previousElementSibling] : [reasons];
        of.forEach((part) => {
            part.hidden = !exercise.info.solved;
        });
    };
    hints.forEach((hint, which) => hint.addEventListener('toggle', guarded(hint.parentElement, async () => {
        if (!hint.open || which < exercise.info.hints) return;
        exercise.info.hints = which + 1;
        show(which + 1);
        await post('/api/hint', {exercise: exercise.info.id});
    })));
    return show;
}

/** Puts the workbench into an exercise's page. */
export function addExercise() {
    let exercise = null;
    let showHints = null;
    onState((state) => {
        if (!state.exercise) return;
        if (!exercise) {
            exercise = new Exercise(state.exercise, state.files);
            const hint = document.querySelector('details.hint');
            const before = hint?.previousElementSibling?.matches('h2, h3') ? hint.previousElementSibling : hint;
            if (before) before.before(exercise.view);
            else document.querySelector('.prose').append(exercise.view);
            prepareEditors().then(() => {
                exercise.begin();
                const asked = askedFor(location.hash);
                if (asked) exercise.step(asked);
            });
            showHints = followHints(exercise);
        }
        exercise.info = state.exercise;
        exercise.showAdvice();
        showHints(state.exercise.hints);
    });
}
