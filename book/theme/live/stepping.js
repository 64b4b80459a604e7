// The stepper in a page: which launch of which kernel is stepped through, as which GPU, and the link that leads to a step.
import {announce, button, element, troubleText} from './parts.js';
import {History} from './step-history.js';
import {StepView} from './step-view.js';
import {isRunning, runJob} from './running.js';
import {ownForm, ownOf, smallLaunch, textOfOwn} from './step-launch.js';
import {unitView} from './step-unit.js';
import {profiles} from './service.js';
import {Trouble} from './trouble.js';

const widths = [4, 8, 16, 32, 64];
const linkWords = 'Link to this step';
const mostLaunches = 24; // that are looked through for a finding
/** What is stepped through where nothing else is asked for. */
export const first = {kernel: '', launch: 0, group: [0, 0, 0], sub: 0, width: 0, profile: 'h200', at: 0, to: '', own: null};

/** What a link asks for, after "#step="; null where there is none. */
export function askedFor(hash) {
    if (!hash.startsWith('#step=')) return null;
    const given = Object.fromEntries(hash.slice(6).replaceAll('%20', ' ').split(',').map((part) => part.split(':')));
    const whole = (text, otherwise) => (/^\d{1,9}$/.test(text ?? '') ? Number(text) : otherwise);
    return {
        kernel: /^\w+$/.test(given.kernel ?? '') ? given.kernel : '', launch: whole(given.launch, 0), group: [0, 1, 2].map((d) => whole((given.group ?? '').split('.')[d], 0)),
        sub: whole(given.sub, 0), width: whole(given.width, 0), profile: /^[\w-]+$/.test(given.profile ?? '') ? given.profile : first.profile, at: whole(given.at, 0),
        to: given.to ?? '', own: ownOf(given.own?.replaceAll('_', ',')),
    };
}

// The step that a link's "to" names: "divergence", "waste", "conflict", "finding" or "line9", with "x2" behind it the second one; null where it names none.
function stepNamed(history, to) {
    const [, goal, line, count] = /^(?:(divergence|waste|conflict|finding)|line(\d+))(?:x(\d+))?$/.exec(to ?? '') ?? [];
    if (!goal && !line) return null;
    const tag = {divergence: 'diverges', waste: 'wastes', conflict: 'conflicts'}[goal];
    const isIt = goal === 'finding' ? (step) => Boolean(step.find) : goal ? (step) => step.t?.includes(tag) ?? false
        : (step, at) => history.rowOf(step) === Number(line) - 1 && (at === 0 || history.rowOf(history.steps[at - 1]) !== Number(line) - 1);
    let at = -1;
    for (let i = 0; i < Number(count ?? 1); ++i) at = history.find(at, isIt);
    return Math.max(0, at);
}

const linkOf = ({kernel, launch, group, sub, width, profile, at, own}) =>
    `#step=kernel:${kernel},launch:${launch},group:${group.join('.')},sub:${sub},width:${width},profile:${profile},at:${at}${own ? `,own:${textOfOwn(own).replaceAll(',', '_')}` : ''}`;

const sizes = (all) => all.slice(0, Math.max(1, all.findLastIndex((size) => size > 1) + 1)).join(' × ');
const wordsOf = ({kernel, launch, global, local}, many) => `${kernel}${many ? ` ${launch + 1}` : ''}: ${sizes(global)} in groups of ${sizes(local)}`;

const labelled = (words, control) => element('label', {}, words, control);
const select = (pairs, chosen, changed) => {
    const made = element('select', {onchange: () => changed(made.value)}, ...pairs.map(([value, words]) => element('option', {value, selected: String(value) === String(chosen)}, words)));
    return made;
};

/** The wrong value that a verdict tells, with the launch and the work-item that left it; null where it tells none. */
export function wrongIn(message) {
    const found = /NDRange ([\d ×x]+) in work-groups of ([\d ×x]+): (\w+)\[(\d+)\][^]*?work-item \(([\d, ]+)\)/.exec(message);
    if (!found) return null;
    const numbers = (text) => text.split(/\D+/).filter(Boolean).map(Number);
    return {global: numbers(found[1]), local: numbers(found[2]), buffer: found[3], index: Number(found[4]), item: numbers(found[5])};
}

export class Stepper {
    /**
     * @param name of what is stepped through @param body what the job is told of it, {chapter} or {exercise} @param before saves what was typed
     * @param text of a kernel that no program of the page launches: it is launched by itself, small
     */
    constructor(name, body, before = async () => true, text = null) {
        this.name = name;
        this.text = text;
        this.body = body;
        this.before = before;
        this.asked = {...first};
        this.title = element('span', {class: 'file'}, 'Stepper: ' + name);
        this.link = element('a', {class: 'step-link', href: '#', onclick: (event) => this.copyLink(event)}, linkWords);
        this.status = element('div', {class: 'step-status'});
        this.settings = element('div', {class: 'step-settings'});
        this.own = element('div', {});
        this.setup = element('details', {class: 'step-setup'}, element('summary', {}, 'Another launch, group, GPU or width'), this.settings, this.own);
        this.place = element('div', {});
        this.view = element('section', {class: 'stepper', 'aria-label': 'Stepper'}, element('div', {class: 'code-head'}, this.title, this.link,
            button('Close', () => this.close(), {'aria-label': 'Close the stepper', class: 'live-button live-go'})), this.status, this.setup, this.place);
    }

    /**
     * Records a launch and shows it. @param asked what is other than it was: kernel, launch, group, sub, width (0: the GPU's own), profile, at; asks: about the step
     * first, before it is shown
     * @param at chooses the first step of the history instead of asked.at
     */
    async open(asked = {}, at = null) {
        if (isRunning() || !await this.before()) return;
        if (asked.to === 'finding' && !at) {
            await this.openFinding(asked.kernel ?? '', null, {...first, ...asked, asks: false});
            return;
        }
        const {asks = false, ...wanted} = asked;
        this.asked = {...this.asked, ...wanted};
        if (this.text !== null) this.asked.own ??= smallLaunch(this.text, this.asked.kernel) ?? {global: [64], local: [64], words: []};
        else if (this.asked.own && !this.data) this.data = await this.record({...this.asked, own: null}); // the program's options are its own, too
        const data = await this.record();
        if (!data) return;
        this.data = data;
        this.tellArguments(data);
        const all = (await profiles()).sort((a, b) => Number(b.id === first.profile) - Number(a.id === first.profile) || a.name.localeCompare(b.name));
        const chosen = this.controls().indexOf(document.activeElement);
        this.offer(data, all);
        if (data.error || data.steps.length === 0) {
            this.setup.open = true;
            this.place.replaceChildren(troubleText(new Trouble(data.error ?? 'No step was recorded.', data.launches.length > 0 ? 'Choose one of the launches above.' : '')));
            return;
        }
        const history = new History(data);
        this.asked.kernel = data.kernel;
        const start = at ? at(history) : stepNamed(history, this.asked.to) ?? this.asked.at;
        this.asked.to = '';
        this.steps = new StepView(history, start, (step) => {
            this.asked.at = step;
            this.link.href = linkOf(this.asked);
            this.link.textContent = linkWords;
        }, (item, line) => this.goTo(item, line));
        const unit = all.find(({id}) => id === data.profile.id);
        this.place.replaceChildren(this.steps.view, ...this.elsewhere(history), ...[unit && unitView(history, unit)].filter(Boolean));
        this.steps.attached();
        if (!this.wasShown) this.view.scrollIntoView({block: 'start'});
        this.wasShown = true;
        if (chosen >= 0) this.controls()[chosen]?.focus({preventScroll: true}); // who goes through the choices by keys stays there
        else this.steps.focus(); // keys step from here on, and do not turn the book's pages
        if (asks) this.steps.predict();
    }

    // The link goes to the address bar, without opening a second stepper, and to the clipboard, where the browser lets it.
    async copyLink(event) {
        event.preventDefault();
        window.history.replaceState(null, '', this.link.href);
        const isCopied = await navigator.clipboard?.writeText(this.link.href).then(() => true, () => false);
        this.link.textContent = isCopied ? 'The link is copied' : 'The address bar has the link';
        announce(this.link.textContent);
    }

    controls() {
        return [...this.settings.querySelectorAll('select, input')];
    }

    close() {
        this.view.remove();
        this.wasShown = false;
    }

    async record({kernel, launch, group, sub, width, profile, own} = this.asked) {
        let data = null;
        let said = '';
        const subject = this.text === null ? this.body : {file: this.name};
        const ended = await runJob(this.status, '/api/step', {...subject, kernel, launch: own ? 0 : launch, group: group.join(','), sub, width, profile,
            own: own && {...own, text: textOfOwn(own), options: this.text === null ? this.data?.options ?? '' : ''}}, {
            history: (told) => {
                data = told;
            },
            text: ({text}) => {
                said += text;
            },
        });
        if (data) this.status.replaceChildren();
        else if (ended && said) this.status.append(element('pre', {tabindex: 0}, said));
        return data;
    }

    // Numbers that a kernel is given are what its parameters hold at first.
    tellArguments({arguments: all = [], variables = [], steps = []}) {
        all.filter(({buffer}) => buffer === undefined).forEach((one) => {
            one.value ??= steps[0]?.v?.[variables.findIndex(({name}) => name === one.name)];
        });
    }

    // The settings: each is another recording.
    offer(data, all) {
        const {asked} = this;
        const again = (changes) => this.open({at: 0, ...changes});
        const many = (kernel) => data.launches.filter((one) => one.kernel === kernel).length > 1;
        const controls = [labelled('Launch', select(data.launches.map((one, which) => [which, wordsOf(one, many(one.kernel))]),
            data.launches.findIndex((one) => one.kernel === data.kernel && one.launch === data.launch), (which) => {
                const {kernel, launch} = data.launches[which];
                again({kernel, launch, group: [0, 0, 0], sub: 0, own: null});
            }))];
        if (!data.error) {
            const groups = data.global.map((size, d) => Math.ceil(size / data.local[d]));
            const inputs = groups.slice(0, data.dimensions).map((count, d) => element('input', {type: 'number', min: 0, max: count - 1, value: data.group[d], 'aria-label': `Group, dimension ${d}`,
                onchange: ({target}) => again({group: asked.group.map((one, i) => (i === d ? Math.min(count - 1, Math.max(0, Math.floor(Number(target.value) || 0))) : one)), sub: 0})}));
            controls.push(labelled('Group', element('span', {}, ...inputs)), labelled('Sub-group',
                select(Array.from({length: data.sub_groups}, (_, which) => [which, `${which} of ${data.sub_groups}`]), data.sub_group, (sub) => again({sub: Number(sub)}))));
        }
        controls.push(labelled('GPU', select(all.map(({id, name}) => [id, name]), asked.profile, (profile) => again({profile, width: 0, sub: 0}))),
            labelled('Lanes', select([[0, 'the GPU’s own'], ...widths.map((width) => [width, width])], asked.width, (width) => again({width: Number(width), sub: 0}))));
        this.settings.replaceChildren(...controls);
        this.own.replaceChildren(...(data.arguments?.every(({type}) => !/image|sampler|struct/.test(type)) ?
            [ownForm(data, asked.own, (own) => again({own, launch: 0, group: [0, 0, 0], sub: 0}), this.text === null)] : []));
        if (!data.error) this.settings.append(element('span', {class: 'step-arguments'}, data.arguments.filter((one) => one.value !== undefined).map((one) => `${one.name} = ${one.value}`).join(', ')));
        this.title.textContent = data.error ? 'Stepper' : `Stepper: ${data.kernel}, on ${data.lanes === data.width ? data.width : `${data.lanes} of ${data.width}`} lanes as on the ${data.profile.name}`;
    }

    // Findings of the launch that another sub-group has: a click goes there.
    elsewhere(history) {
        const others = history.findings.filter((finding) => finding.step === undefined && finding.group);
        if (others.length === 0) return [];
        return [element('div', {class: 'step-elsewhere'}, element('p', {}, 'Pocket finds in other sub-groups of this launch:'),
            element('ul', {}, ...others.slice(0, 5).map((finding) => element('li', {}, finding.told.split('\n')[0] + ' ',
                button('Go there', () => this.open({group: finding.group, sub: finding.sub_group ?? 0}, (there) => Math.max(0, there.find(-1, (step) => Boolean(step.find)))))))))];
    }

    // A work-item's group, sub-group and lane, in groups of that size.
    placeOf(item, local) {
        const {offset = [0, 0, 0], width} = this.data;
        const at = item.map((one, d) => one - offset[d]);
        const inside = at.map((one, d) => one % local[d]);
        const number = inside[0] + local[0] * (inside[1] + local[1] * inside[2]);
        return {group: at.map((one, d) => Math.floor(one / local[d])), sub: Math.floor(number / width), lane: number % width};
    }

    // Goes to a work-item's sub-group, to the first step of a line.
    goTo(item, line) {
        const {group, sub} = this.placeOf(item, this.data.local);
        return this.open({group, sub}, (history) => stepNamed(history, `line${line}`));
    }

    /** Goes to a work-item that left a wrong value: to its last store into that element, else to its last step. @param wrong of wrongIn */
    async openWrong({global, local, buffer, index, item}) {
        await this.open({...first});
        const fits = (one) => one.global.every((size, d) => size === (global[d] ?? 1)) && one.local.every((size, d) => size === (local[d] ?? 1));
        const launch = this.data?.launches.find(fits);
        if (!launch) return;
        const {group, sub, lane} = this.placeOf([item[0], item[1] ?? 0, item[2] ?? 0], launch.local);
        const stores = (history) => (step) => ['store', 'atomic'].includes(step.a?.is) && step.mask[lane] && history.placesOf(step).some((place) => place.lane === lane &&
            history.buffers[place.buffer].name === buffer && place.offset === index * history.buffers[place.buffer].element);
        await this.open({kernel: launch.kernel, launch: launch.launch, group, sub}, (history) => {
            const at = history.find(history.steps.length, stores(history), true);
            return at >= 0 ? at : Math.max(0, history.lastLit[lane]);
        });
        this.steps?.chooseLane(lane);
    }

    /** Goes to the first step of a kernel's line that parts lanes, wastes or conflicts; else to the line's first. */
    openLine(kernel, line) {
        return this.open({...first, kernel}, (history) => {
            const at = history.find(-1, (step) => Boolean(step.t) && history.rowOf(step) === line - 1);
            return at >= 0 ? at : stepNamed(history, `line${line}`);
        });
    }

    /**
     * Goes to what was found in a kernel, to the first of its launches that has it, and to the step of the sub-group that shows it.
     * @param line of the finding; null: any @param asked where to look first
     */
    async openFinding(kernel, line, asked = first) {
        const isIt = (finding) => line === null || finding.line === line;
        const stepOf = (history) => Math.max(0, history.find(-1, (step) => (step.find ?? []).some((which) => isIt(history.findings[which]))));
        await this.open({...asked, kernel, to: ''}, stepOf);
        const others = this.data?.launches.filter((one) => one.kernel === this.data.kernel && one.launch !== this.data.launch).slice(0, mostLaunches) ?? [];
        while (others.length > 0 && !this.data?.findings?.some(isIt)) await this.open({launch: others.shift().launch}, stepOf);
        const finding = this.data?.findings?.find(isIt);
        if (finding && finding.step === undefined && finding.group) await this.open({group: finding.group, sub: finding.sub_group ?? 0}, stepOf);
    }
}
