// The first page: chapter 3's first kernel, run in the page. Each of its work-items makes one character; a change of its last line changes the picture.
import {announce, button, element, troubleText} from './parts.js';
import {job, onState, post, stopJob} from './service.js';

const pauseBeforeRunning = 700; // milliseconds without a key
const tries = ['x * y', '4 * (x ^ y)', '(x - 36) * (x - 36) / 4 + (y - 12) * (y - 12)'];
const lastLine = /(shades\[y \* columns \+ x\] = )[^;]*;/;

class First {
    constructor(file) {
        this.file = file;
        this.area = element('textarea', {class: 'live-area first-kernel', rows: file.text.split('\n').length, spellcheck: 'false', autocomplete: 'off', autocapitalize: 'off',
            'aria-label': 'The kernel'}, file.text);
        this.area.value = file.text;
        this.picture = element('pre', {class: 'first-picture', tabindex: 0, role: 'img', 'aria-label': 'What the kernel draws'}, 'Press Run.');
        this.told = element('div', {class: 'first-told', role: 'status'});
        this.go = button('▶ Run', () => this.run(), {class: 'live-button main'});
        this.area.addEventListener('input', () => {
            clearTimeout(this.timer);
            if (this.ran) this.timer = setTimeout(() => this.run(), pauseBeforeRunning);
        });
        this.area.addEventListener('keydown', (event) => {
            if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
            event.preventDefault();
            this.run();
        });
        const chips = tries.map((text) => button(text, () => {
            this.area.value = this.area.value.replace(lastLine, (_, begin) => begin + text + ';');
            this.run();
        }, {class: 'live-button first-try'}));
        this.view = element('section', {class: 'first', id: 'press-run', 'aria-label': 'Your first kernel'},
            element('div', {}, element('h2', {}, 'Press Run'),
                element('p', {}, 'Nothing is installed: this page is the GPU. The function below runs 1,728 times, once for each character of the picture. ' +
                    'Change its last line, and the picture changes.'),
                this.area, element('p', {class: 'first-buttons'}, this.go, ...chips), this.told),
            this.picture);
    }

    async run() {
        clearTimeout(this.timer);
        if (this.running) await stopJob();
        this.ran = true;
        this.running = true;
        const {version} = await post('/api/save', {name: this.file.name, text: this.area.value, version: this.file.version});
        this.file.version = version;
        let text = '';
        try {
            for await (const {name, data} of job('/api/run', {}, new AbortController().signal)) {
                if (name === 'text') text += data.text;
                if (name === 'ended') this.show(text, data);
            }
        } catch (error) {
            this.told.replaceChildren(troubleText(error));
        }
        this.running = false;
    }

    show(text, {status, sentence}) {
        if (sentence === 'Stopped.') return;
        if (status === 0) {
            this.picture.textContent = text;
            this.told.replaceChildren(element('p', {}, '1,728 work-items have run. ', element('a', {href: '03-first-kernel.html'}, 'Chapter 3 explains every line.')));
            announce('The picture is drawn.');
        } else {
            this.told.replaceChildren(element('pre', {class: 'live-trouble', role: 'alert', tabindex: 0}, text.trim() || sentence));
        }
    }
}

/** Puts the kernel below the cover's head. */
export function addFirst() {
    let first = null;
    onState(({files}) => {
        if (first) return;
        first = new First({...files[0]});
        document.querySelector('.cover').after(first.view);
        document.querySelector('.cover .buttons').prepend(element('a', {class: 'button', href: '#press-run', onclick: () => first.run()}, '▶ Run a kernel'));
    });
}
