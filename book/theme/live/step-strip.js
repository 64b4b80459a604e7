// The whole history as a strip: a column a step, a row a lane, dark where the lane is lit; below it where something happens that one can run to. The slider on it
// goes to any step.
import {element} from './parts.js';

const rowHeight = (width) => Math.max(1, Math.floor(64 / width));

/** The colour that a node has in that property, as its parts of 255: browsers write colours in several ways, and paint them in one. */
export function paintedColour(node, property) {
    const canvas = element('canvas', {width: 1, height: 1});
    const context = canvas.getContext('2d');
    context.fillStyle = getComputedStyle(node)[property];
    context.fillRect(0, 0, 1, 1);
    return [...context.getImageData(0, 0, 1, 1).data.slice(0, 3)];
}

function colourOf(node, name) {
    const probe = element('span', {style: `color: var(${name})`});
    node.append(probe);
    const found = paintedColour(probe, 'color');
    probe.remove();
    return found;
}

export class Strip {
    /** @param goTo is told the step that the reader goes to */
    constructor(history, goTo) {
        this.history = history;
        this.canvas = element('canvas', {'aria-hidden': 'true'});
        this.cursor = element('i', {class: 'step-cursor', 'aria-hidden': 'true'});
        this.slider = element('input', {type: 'range', min: 0, max: history.steps.length - 1, value: 0, 'aria-label': 'Step', oninput: () => goTo(Number(this.slider.value))});
        this.pane = element('div', {class: 'step-strip'}, element('div', {class: 'step-film'}, this.canvas, this.cursor), this.slider);
        this.canvas.addEventListener('click', (event) => {
            const {left, width} = this.canvas.getBoundingClientRect();
            goTo(Math.min(history.steps.length - 1, Math.floor(((event.clientX - left) / width) * history.steps.length)));
        });
        new ResizeObserver(() => this.draw()).observe(this.pane);
        new MutationObserver(() => this.draw()).observe(document.documentElement, {attributeFilter: ['class']});
    }

    // Each column is so many steps together: a lane is as dark as often as it was lit.
    draw() {
        const {history, canvas} = this;
        const columns = Math.min(history.steps.length, Math.max(1, Math.floor(this.pane.clientWidth * (window.devicePixelRatio || 1))));
        if (columns === this.columns && this.theme === document.documentElement.className) return;
        [this.columns, this.theme] = [columns, document.documentElement.className];
        const each = rowHeight(history.width);
        canvas.width = columns;
        canvas.height = history.width * each + 6;
        const [accent, off, mark] = ['--accent', '--panel', '--warm'].map((name) => colourOf(this.pane, name));
        const on = accent.map((part, i) => 0.75 * part + 0.25 * off[i]);
        const picture = new ImageData(canvas.width, canvas.height);
        const put = (x, y, [red, green, blue], share) => {
            const at = 4 * (y * canvas.width + x);
            picture.data.set([red * share + off[0] * (1 - share), green * share + off[1] * (1 - share), blue * share + off[2] * (1 - share), 255], at);
        };
        for (let x = 0; x < columns; ++x) {
            const first = Math.floor((x * history.steps.length) / columns);
            const behind = Math.max(first + 1, Math.floor(((x + 1) * history.steps.length) / columns));
            const steps = history.steps.slice(first, behind);
            for (let lane = 0; lane < history.width; ++lane) {
                const share = steps.reduce((sum, step) => sum + step.mask[lane], 0) / steps.length;
                for (let y = 0; y < each; ++y) put(x, lane * each + y, on, share);
            }
            const isMarked = steps.some((step) => step.t || step.find);
            for (let y = history.width * each; y < canvas.height; ++y) put(x, y, mark, isMarked && y > history.width * each ? 1 : 0);
        }
        canvas.getContext('2d').putImageData(picture, 0, 0);
    }

    show(at) {
        this.slider.value = at;
        this.slider.setAttribute('aria-valuetext', `step ${at} of ${this.history.steps.length - 1}`);
        this.cursor.style.left = `${(100 * (at + 0.5)) / this.history.steps.length}%`;
    }
}
