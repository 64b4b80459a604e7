// A fluid below the film of its chapter, which the pointer stirs. The chapter's kernels compute it as the reader has them: in the page, or on a device
// where the live book serves it.
import {announce, button, element, troubleText} from './parts.js';
import {beginFluid, hasFluid, stream} from './service.js';

const {columns, rows, apart, mostSteps} = stream;
const mostMilliseconds = 45; // of a frame; above 50 there would be fewer than 20 a second
const ways = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1]};
const keyed = rows / 10; // cells that a key moves the pointer

class Stirring {
    constructor() {
        this.canvas = element('canvas', {class: 'stirred', width: columns / apart, height: rows / apart, tabindex: 0, role: 'img',
            'aria-label': 'A stream around a cylinder. Move the pointer through it, or press the arrow keys.'});
        this.go = button('▶ Stir the stream', () => (this.worker ? this.end() : this.begin()), {class: 'live-button main'});
        this.told = element('span', {class: 'stirred-told', role: 'status'});
        this.view = element('section', {class: 'stirring', 'aria-label': 'A stream to stir'}, this.canvas, element('p', {}, this.go, this.told));
        this.canvas.hidden = true; // until there is something to see
        this.canvas.addEventListener('pointermove', (event) => this.moved(event));
        this.canvas.addEventListener('pointerleave', () => {
            this.at = null;
        });
        this.canvas.addEventListener('keydown', (event) => this.pressed(event));
    }

    // Where the pointer is, in cells, and how far it has gone since the last frame.
    moved(event) {
        const {left, top, width, height} = this.canvas.getBoundingClientRect();
        this.goTo((event.clientX - left) / width * columns, (event.clientY - top) / height * rows);
    }

    pressed(event) {
        const way = ways[event.key];
        if (!way || !this.worker) return;
        event.preventDefault();
        this.at ??= {x: columns / 2, y: rows / 2};
        this.goTo((this.at.x + keyed * way[0] + columns) % columns, Math.min(rows, Math.max(0, this.at.y + keyed * way[1])));
    }

    goTo(x, y) {
        if (this.at && Math.abs(x - this.at.x) < columns / 2) {
            this.right += x - this.at.x;
            this.down += y - this.at.y;
        }
        this.at = {x, y};
    }

    async begin() {
        Object.assign(this, {right: 0, down: 0, steps: 1, frames: 0, since: performance.now()});
        this.told.textContent = 'Starting …';
        this.go.textContent = '■ Stop';
        let text = '';
        try {
            this.worker = await beginFluid(({name, data}) => {
                if (name === 'text') text += data.text;
                else if (name === 'ready') this.ask();
                else if (name === 'frame') this.show(data);
                else if (name === 'ended') this.end(text || data.sentence);
            });
            announce('The stream flows. Move the pointer through it.');
        } catch (error) {
            this.end();
            this.told.replaceChildren(troubleText(error));
        }
    }

    ask() {
        const {x, y} = this.at ?? {x: 0, y: 0};
        this.worker?.ask({x, y, right: this.right, down: this.down, steps: this.steps});
        this.right = 0;
        this.down = 0;
    }

    show({pixels, milliseconds}) {
        this.canvas.hidden = false;
        this.canvas.getContext('2d').putImageData(new ImageData(new Uint8ClampedArray(pixels.buffer), columns / apart, rows / apart), 0, 0);
        this.frames += 1;
        const seconds = (performance.now() - this.since) / 1000;
        if (seconds >= 1) {
            this.told.textContent = `${Math.round(this.frames / seconds)} frames a second, of ${this.steps} ${this.steps === 1 ? 'step' : 'steps'} each`;
            Object.assign(this, {frames: 0, since: performance.now()});
        }
        const each = milliseconds / this.steps;
        this.steps = Math.max(1, Math.min(mostSteps, Math.floor(mostMilliseconds / each)));
        requestAnimationFrame(() => this.ask());
    }

    end(text = '') {
        this.worker?.end();
        this.worker = null;
        this.go.textContent = '▶ Stir the stream';
        this.told.replaceChildren(text ? element('pre', {class: 'live-trouble', role: 'alert', tabindex: 0}, text.trim()) : '');
    }
}

/** Puts it below the chapter's film. */
export function addStirring() {
    const film = document.querySelector('.prose img[src$="output-street.png"]');
    if (film && hasFluid()) film.closest('figure, p').after(new Stirring().view);
}
