// The stepper: one sub-group of one launch, step by step, forward and back. A history is shown at one of its steps; everything on the screen follows from these two.
import {button, element, guarded} from './parts.js';
import {conditionOf, namesIn} from './step-condition.js';
import {Counters} from './step-counters.js';
import {LanesPane, itemWords, pinnedTable} from './step-lanes.js';
import {counted, lanesInWords, pictureOf, smallMask} from './step-pictures.js';
import {questionOf} from './step-question.js';
import {Strip} from './step-strip.js';
import {TextPane, stackView} from './step-text.js';
import {Trouble} from './trouble.js';

const tagged = (tag) => (step) => step.t?.includes(tag) ?? false;
const goals = [
    {key: 'd', text: 'divergence', is: tagged('diverges'), none: 'No branch divides the lanes'},
    {key: 'w', text: 'waste', is: tagged('wastes'), none: 'No request wastes more than half'},
    {key: 'c', text: 'conflict', is: tagged('conflicts'), none: 'No request has lanes that wait for a bank'},
    {key: 'f', text: 'finding', is: (step) => Boolean(step.find), none: 'Nothing is found'},
];
const looks = [['number', 'numbers'], ['colour', 'colours'], ['bar', 'bars']];
const keyHelp = '→ step, ← back, O over, Home and End; D divergence, W waste, C conflict, F finding, with Shift backwards; [ and ] another lane.';

const options = (pairs, chosen) => pairs.map(([value, words]) => element('option', {value, selected: value === chosen}, words));

// What an access loads or stores, as one can show it on the lanes.
function accessed(step) {
    const values = step.a?.values;
    if (values === undefined || values === null || (typeof values === 'object' && !Array.isArray(values))) return [];
    return [{name: step.a.name, of: Array.isArray(values) ? (lane) => values[lane] : () => values}];
}

export class StepView {
    /**
     * @param history a History @param at the first step to show @param moved is told each step that is shown
     * @param goTo goes to a work-item of another sub-group, at a line
     */
    constructor(history, at, moved, goTo) {
        this.history = history;
        this.moved = moved;
        this.goTo = goTo;
        this.pins = [];
        this.variable = ''; // empty: what changed last
        this.look = 'number';
        this.text = new TextPane(history, (row) => this.runToRow(row));
        this.lanes = new LanesPane(history, (lane) => this.clickLane(lane));
        this.counters = new Counters(history);
        this.strip = new Strip(history, (step) => this.show(step));
        this.messages = element('div', {class: 'live-messages'});
        this.say = element('p', {class: 'step-say', role: 'status', 'aria-live': 'polite'});
        this.where = element('span', {class: 'step-where'});
        this.laneSays = element('p', {class: 'step-lane-says'});
        this.below = element('div', {class: 'step-pins'});
        this.stack = element('div');
        this.picture = element('div', {class: 'step-picture'});
        this.variables = element('select', {'aria-label': 'Value on the lanes', onchange: () => this.choose(this.variables.value)});
        this.view = element('div', {class: 'step-view', tabindex: -1, onkeydown: (event) => this.press(event)}, this.toolbar(), this.strip.pane, this.messages, this.say,
            element('div', {class: 'step-body'}, this.text.view, element('div', {class: 'step-right'}, this.laneBar(), this.lanes.pane, this.laneSays, this.below,
                this.stack, this.picture)), this.counters.pane, element('p', {class: 'live-keys'}, keyHelp));
        new ResizeObserver(() => this.draw()).observe(this.picture);
        this.show(Math.max(0, Math.min(at, history.steps.length - 1)));
    }

    toolbar() {
        const guard = (action) => guarded(this.messages, action);
        const goal = ({text, key, is, none}) => button(`${text} »`, guard(() => this.runTo(is, none)),
            {title: `Run to the next ${text} (${key.toUpperCase()})`, disabled: this.history.find(-1, is) < 0, 'aria-label': `Run to the next ${text}`});
        this.asks = element('input', {type: 'checkbox', onchange: () => this.show(this.at)});
        this.condition = element('input', {type: 'text', size: 14, placeholder: 'x > 3, line 12', spellcheck: 'false', autocapitalize: 'off', 'aria-label': 'A condition on a lane, or a line',
            onkeydown: (event) => event.key === 'Enter' && guard(() => this.runToCondition())()});
        this.overButton = button('Over', guard(() => this.stepOver()), {title: 'Over the if, the loop, its round or the call (O)'});
        this.stepButton = button('Step ▶', guard(() => this.move(1)), {class: 'live-button main', 'aria-label': 'One step'});
        return element('div', {class: 'step-bar', role: 'toolbar', 'aria-label': 'Stepping'},
            element('span', {class: 'step-main'}, button('◀ Back', guard(() => this.move(-1)), {'aria-label': 'Back one step'}),
            this.stepButton,
            this.overButton,
            this.where), element('label', {class: 'step-ask', title: 'Before a step divides the lanes or accesses memory'}, this.asks, 'ask me first'), element('span', {class: 'step-goals'}, ...goals.map(goal)),
            element('span', {class: 'step-asked'}, this.condition, button('Run to it', guard(() => this.runToCondition()), {'aria-label': 'Run until the condition holds in a lane, or to the line'})));
    }

    laneBar() {
        const look = element('select', {'aria-label': 'How values are shown', onchange: () => {
            this.look = look.value;
            this.show(this.at);
        }}, ...options(looks, this.look));
        return element('div', {class: 'step-lane-bar'}, element('b', {}, 'Lanes'), this.variables, look, button('Pin', () => this.pin(this.shownName)),
            element('span', {class: 'step-legend'}, element('i', {class: 'lit'}), 'lit', element('i', {class: 'off'}), 'off', element('i', {class: 'waits'}), 'waits',
                element('i', {class: 'done'}), 'done'));
    }

    /** Shows a step. */
    show(at) {
        const {history} = this;
        this.at = at;
        this.question = null;
        const step = history.steps[at];
        this.text.bringIntoView(step);
        const state = history.state(at);
        const found = history.findings[step.find?.[0]];
        if (found?.lane !== undefined) this.lanes.chosen = found.lane;
        const before = at > 0 ? history.state(at - 1).sums : {};
        const all = [...history.shown(state), ...accessed(step)];
        this.offerVariables(all, step);
        this.where.textContent = `step ${at.toLocaleString('en-US')} of ${(history.steps.length - 1).toLocaleString('en-US')}`;
        this.say.textContent = (step.s ?? '') + this.costWords(at);
        this.overButton.textContent = history.overWords(at);
        this.text.show(step, state);
        this.lanes.show(at, all.find(({name}) => name === this.shownName) ?? null, this.look);
        this.laneSays.textContent = this.lanes.sentence(at, all);
        this.below.replaceChildren(...[pinnedTable(history, at, all.filter(({name}) => this.pins.includes(name)), (name) => this.pin(name))].filter(Boolean));
        this.stack.replaceChildren(stackView(history, step, state, smallMask));
        this.counters.show(state.sums, before);
        this.strip.show(at);
        this.draw(true);
        this.moved(at);
    }

    // Behind an if or a loop: what it has cost.
    costWords(at) {
        const cost = this.history.costOf(at);
        if (!cost) return '';
        const [on, off] = [cost.lanes, this.history.width - cost.lanes].map((lanes) => lanes.toFixed(1).replace('.0', ''));
        return ` From line ${cost.line} to here ${counted(cost.instructions, 'instruction')} were issued, for ${on} of ${this.history.width} lanes on average${off === '0' ? '' : ` while ${off} did nothing`}.`;
    }

    /** To be called once the view is in the page, where it has a size. */
    attached() {
        this.show(this.at);
    }

    /** Asks about the step that is shown, if there is something to ask, as if it were still to come. */
    predict() {
        const {at, history} = this;
        const question = at > 0 ? questionOf(history, at, () => this.move(1)) : null;
        if (!question) return;
        this.show(at - 1);
        this.ask(question, at);
    }

    focus() {
        this.stepButton.focus({preventScroll: true});
    }

    draw(anew = false) {
        const width = (anew && this.drawn) || this.picture.clientWidth; // to ask would lay out the page
        if (!width || (!anew && width === this.drawn)) return;
        this.drawn = width;
        const step = this.history.steps[this.at];
        const found = pictureOf(this.history, step, width);
        const parts = found ? [element('p', {}, element('b', {}, found.title), found.words.length > 0 ? ': ' + found.words.join('; ') : ''), ...found.pictures] : [];
        this.picture.replaceChildren(...parts, ...(step.find ?? []).map((which) => this.finding(this.history.findings[which])));
    }

    // A finding, and the way to its other side, in this sub-group or another.
    finding({told, other}) {
        const go = !other ? null : other.step !== undefined ? () => this.show(other.step) : () => this.goTo(other.item, other.line);
        return element('div', {class: 'step-finding', role: 'group', 'aria-label': 'Finding'}, element('pre', {tabindex: 0}, told),
            go && button(`The other side: work-item ${itemWords(this.history, other.item)}, line ${other.line}`, go));
    }

    // What changed last is on the lanes as long as the reader has chosen nothing.
    offerVariables(all, step) {
        const names = all.map(({name}) => name);
        const fits = (which) => names.find((name) => name === this.history.variables[which].name || name.startsWith(this.history.variables[which].name + '.') ||
            name.startsWith(this.history.variables[which].name + '['));
        const changing = this.history.find(this.at + 1, ({v}) => v && Object.keys(v).some(fits), true);
        this.latest = accessed(step).length > 0 && !step.v ? step.a.name : Object.keys(this.history.steps[changing]?.v ?? {}).map(fits).findLast(Boolean);
        this.shownName = names.includes(this.variable) ? this.variable : names.includes(this.latest) ? this.latest : '';
        const offered = ['', ...names].join();
        if (this.offered !== offered) this.variables.replaceChildren(...options([['', 'changed last'], ...names.map((name) => [name, name])], this.variable));
        this.offered = offered;
        const first = this.variables.options[0];
        const words = this.variable === '' && this.shownName ? `changed last: ${this.shownName}` : 'changed last';
        if (first.textContent !== words) first.textContent = words;
    }

    choose(name) {
        this.variable = name;
        this.show(this.at);
    }

    pin(name) {
        if (!name) return;
        this.pins = this.pins.includes(name) ? this.pins.filter((one) => one !== name) : [...this.pins, name];
        this.show(this.at);
    }

    chooseLane(lane) {
        this.lanes.chosen = (lane + this.history.width) % this.history.width;
        if (!this.question) this.show(this.at);
    }

    // A click on a lane, or the space bar: while a question is open, it is the answer.
    clickLane(lane) {
        this.chooseLane(lane);
        if (!this.question?.guess) return;
        this.question.toggle(lane);
        this.lanes.squares.forEach(({view}, which) => view.classList.toggle('guessed', this.question.guess[which] === 1));
    }

    // Asks what the step will do before it is shown.
    ask(question, at) {
        this.question = question;
        this.text.unmark();
        this.text.markPlace(this.history.steps[at]);
        this.say.textContent = question.sentence;
        this.picture.replaceChildren(question.view);
        if (question.guess) this.view.focus({preventScroll: true}); // on a button the space bar would press it
        question.begin();
    }

    move(steps) {
        const at = this.at + steps;
        const asked = steps === 1 && this.asks.checked && !this.question && at < this.history.steps.length;
        const question = asked ? questionOf(this.history, at, () => this.move(1)) : null;
        const verdict = steps === 1 && this.question ? this.question.verdict() : '';
        if (question) this.ask(question, at);
        else if (at >= 0 && at < this.history.steps.length) this.show(at);
        else this.end(steps > 0);
        if (!verdict) return;
        this.say.textContent = verdict + this.say.textContent;
        this.focus();
    }

    // Says so at either end, and stays there.
    end(isEnd) {
        this.say.textContent = !isEnd ? 'This is the first step.' : this.history.truncated ? 'The recording ends here; the launch goes on.' : 'This is the last step.';
    }

    stepOver() {
        const to = this.history.over(this.at);
        if (to >= 0) this.show(to);
        else this.end(true);
    }

    runTo(is, none, back = false) {
        const to = this.history.find(this.at, is, back);
        if (to >= 0) this.show(to);
        else this.say.textContent = `${none} ${back ? 'before' : 'behind'} this step.`;
    }

    runToRow(row) {
        const {history} = this;
        this.runTo((step, at) => history.rowOf(step) === row && (at === 0 || history.rowOf(history.steps[at - 1]) !== row), `Line ${history.rows[row].number} is not executed`);
    }

    // The next step behind this one at which the condition comes to hold in a lit lane.
    runToCondition() {
        const line = /^\s*line\s*:?\s*(\d+)\s*$/.exec(this.condition.value);
        if (line) {
            const row = Number(line[1]) - 1;
            if (!this.history.rows[row]?.number) throw new Trouble(`There is no line ${line[1]}.`, `The text has ${this.history.rows.length} lines.`);
            this.runToRow(row);
            return;
        }
        const holds = conditionOf(this.condition.value);
        const names = namesIn(this.condition.value);
        const {history} = this;
        const unknown = names.find((name) => name !== 'lane' && !history.variables.some((variable) => variable.name === name.replace(/[.[].*/, '')));
        if (unknown) throw new Trouble(`There is no variable “${unknown}” here.`, 'A condition knows the kernel’s variables, and lane.');
        const lanesAt = ({at, state}) => {
            const all = history.shown(state);
            const of = Object.fromEntries(names.map((name) => [name, all.find((one) => one.name === name)]));
            return [...history.steps[at].mask.keys()].filter((lane) => history.steps[at].mask[lane] &&
                names.every((name) => name === 'lane' || of[name]) && holds((name) => (name === 'lane' ? lane : of[name].of(lane))));
        };
        let held = null;
        for (const each of history.statesFrom(this.at)) {
            const lanes = lanesAt(each);
            const fresh = held ? lanes.filter((lane) => !held.has(lane)) : [];
            if (fresh.length > 0) {
                this.show(each.at);
                this.say.textContent = `${this.condition.value} holds in lane ${lanesInWords(fresh)}. ${this.say.textContent}`;
                return;
            }
            held = new Set(lanes);
        }
        this.say.textContent = `${this.condition.value} does not come to hold in a lane behind this step.`;
    }

    press(event) {
        if (event.ctrlKey || event.metaKey || event.altKey) return;
        if (event.key.startsWith('Arrow')) event.stopPropagation(); // with which the book turns its pages
        if (event.target.matches('input[type="text"], input[type="number"], select')) return;
        const goal = goals.find(({key}) => key === event.key.toLowerCase());
        const onSlider = event.target === this.strip.slider; // which moves by itself
        const actions = {
            ArrowRight: onSlider ? null : () => this.move(1), ArrowLeft: onSlider ? null : () => this.move(-1),
            o: () => this.stepOver(), O: () => this.stepOver(), '[': () => this.chooseLane(this.lanes.chosen - 1), ']': () => this.chooseLane(this.lanes.chosen + 1),
            ...(this.question?.guess && event.target === this.view ? {' ': () => this.clickLane(this.lanes.chosen), Enter: () => this.move(1)} : {}),
            Home: () => this.show(0), End: () => this.show(this.history.steps.length - 1),
        };
        const action = goal ? () => this.runTo(goal.is, goal.none, event.shiftKey) : actions[event.key];
        if (!action) return;
        event.preventDefault();
        action();
    }
}
