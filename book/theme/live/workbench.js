// One of the reader's files in an editor: loaded, saved, compared, put back, and never written over what somebody else has written.
import {announce, button, element, guarded} from './parts.js';
import {differenceView} from './difference.js';
import {openEditor} from './editor.js';
import {kernelsIn} from './kernel-names.js';
import {get, isConnected, onState, post} from './service.js';

const pauseBeforeSaving = 700; // milliseconds without a key
const mostOnLeaving = 60000; // bytes that a browser sends for a page that it has closed

// What was typed and is not in the file yet is kept by the browser as well: pages are closed, and servers end.
const copies = {
    key: (name) => 'lockstep-unsaved:' + name,
    keep(name, copy) {
        try {
            localStorage.setItem(this.key(name), JSON.stringify(copy));
        } catch (error) { /* full: the server has what was saved */ }
    },
    of(name) {
        try {
            return JSON.parse(localStorage.getItem(this.key(name)));
        } catch (error) {
            return null;
        }
    },
    drop(name) {
        try {
            localStorage.removeItem(this.key(name));
        } catch (error) { /* forbidden: nothing was kept */ }
    },
};

/**
 * A workbench for the file of that name. `actions` are the main buttons, [{text, run}]; the first is also what Ctrl-Enter does.
 * Its own `view` is to be put into the page before `begin` is called.
 */
export class Workbench {
    constructor(name, actions, note) {
        this.name = name;
        this.version = null;
        this.saved = ''; // the text that the file has, as far as is known here
        this.actions = element('div', {class: 'live-actions', role: 'toolbar', 'aria-label': 'What to do with ' + name},
            ...actions.map(({text, run}, which) => button(text, guarded(this.messages(), run),
                {class: which === 0 ? 'live-button main' : 'live-button'})),
            element('span', {class: 'live-gap'}),
            button('Compare with the book’s', guarded(this.messages(), () => this.compare())),
            button('Put back', guarded(this.messages(), () => this.putBack())));
        this.place = element('div', {class: 'live-editor'});
        this.state = element('span', {class: 'live-state', role: 'status'});
        this.below = element('div', {class: 'live-below'});
        this.view = element('section', {class: 'live-bench', 'aria-label': 'Editor: ' + name},
            element('div', {class: 'code-head'}, element('span', {class: 'file'}, name), this.state),
            this.messages(), this.place, this.actions, this.below,
            element('p', {class: 'live-keys'}, note, ' Ctrl-Enter: ' + actions[0].text + '. Escape, then Tab leaves the editor.'));
        this.firstAction = actions[0].run;
    }

    messages() {
        this.messagePlace ??= element('div', {class: 'live-messages'});
        return this.messagePlace;
    }

    begin() {
        const first = guarded(this.messages(), this.firstAction);
        const save = guarded(this.messages(), () => this.save());
        this.editor = openEditor(this.place, this.name, {'Ctrl-Enter': first, 'Cmd-Enter': first, 'Ctrl-S': save, 'Cmd-S': save});
        this.editor.onChange(() => {
            clearTimeout(this.timer);
            if (!this.isUnsaved()) return;
            copies.keep(this.name, {version: this.version, text: this.text()});
            this.say('not saved yet');
            this.timer = setTimeout(save, pauseBeforeSaving);
        });
        // A page may be closed as soon as it is hidden.
        const leave = () => {
            if (this.isUnsaved()) this.save({keepalive: this.text().length < mostOnLeaving}).catch(() => {}); // the copy stays
        };
        document.addEventListener('visibilitychange', () => document.hidden && leave());
        addEventListener('pagehide', leave);
        addEventListener('beforeunload', (event) => {
            if (this.isUnsaved() && !isConnected()) event.preventDefault();
        });
        onState((state) => this.look(state));
    }

    isUnsaved() {
        return this.version !== null && this.text() !== this.saved;
    }

    say(text) {
        this.state.textContent = text;
    }

    text() {
        return this.editor.text();
    }

    // The file is as it is on disk: whoever writes it, this page follows, unless that would cost text that was typed here.
    look(state) {
        const file = state.files.find(({name}) => name === this.name);
        if (!file) return;
        if (file.version === this.version) { // nobody else wrote it: what the server missed while it was away is saved now
            if (this.isUnsaved() && !this.undecided) guarded(this.messages(), () => this.save())();
            return;
        }
        if (file.trouble) {
            this.say(file.trouble);
            return;
        }
        if (file.version === '') {
            if (this.version !== null) this.say('The file is gone. What stands here is kept; saving brings it back.');
            return;
        }
        const isFirst = this.version === null;
        if (!isFirst && this.text() !== this.saved) {
            this.conflict(file);
            return;
        }
        const copy = isFirst ? copies.of(this.name) : null;
        this.take(file);
        if (copy && copy.text !== file.text) {
            this.editor.setText(copy.text);
            if (copy.version === file.version) this.say('what you typed last is here again');
            else this.conflict(file);
        }
        if (!isFirst) {
            this.say('changed elsewhere; this is the new text');
            announce(this.name + ' was changed elsewhere. The editor shows the new text.');
        }
    }

    take(file) {
        this.version = file.version;
        this.saved = file.text;
        this.undecided = false;
        this.editor.setText(file.text);
        copies.drop(this.name);
        this.messages().replaceChildren();
        this.say('saved');
    }

    /**
     * Saves what was typed. @param options of fetch.
     * @returns false when the file was changed elsewhere, which the reader has to decide.
     */
    async save(options = {}) {
        clearTimeout(this.timer);
        const text = this.text();
        if (!this.isUnsaved()) return true;
        if (this.undecided) return false;
        const answer = await post('/api/save', {name: this.name, text, version: this.version}, [409], options);
        if (answer.status === 409) {
            this.conflict(answer);
            return false;
        }
        this.version = answer.version;
        this.saved = text;
        if (this.isUnsaved()) return true; // more was typed meanwhile, which has its own time
        copies.drop(this.name);
        this.say(answer.told ?? 'saved');
        return true;
    }

    conflict(file) {
        clearTimeout(this.timer);
        this.undecided = true;
        this.say('changed elsewhere: which text is to stay?');
        const decide = (action) => guarded(this.messages(), async () => {
            this.undecided = false;
            this.messages().replaceChildren();
            await action();
        });
        const view = differenceView('in the file', file.text, 'here', this.text());
        this.messages().replaceChildren(element('div', {class: 'live-conflict', role: 'alert'},
            element('p', {}, `${this.name} was changed elsewhere while you typed. Nothing is lost: which text is to stay?`),
            button('Mine, from this page', decide(async () => {
                this.version = file.version;
                await this.save();
            })),
            button('The other, from the file', decide(() => this.take(file))), view));
        this.view.scrollIntoView({block: 'nearest'});
    }

    async compare() {
        const {text} = await get('/api/book-text?name=' + encodeURIComponent(this.name));
        this.show('Compared with the book’s', differenceView('in the book', text, 'yours', this.text()));
    }

    async putBack() {
        if (!await this.save()) return;
        const {told} = await post('/api/put-back', {name: this.name});
        this.show('Put back', element('p', {class: 'live-told'}, told.trim()));
    }

    /** Shows something below the editor, in the place of what was there. */
    show(title, ...content) {
        const head = element('div', {class: 'live-shown-head'}, element('strong', {}, title),
            button('Close', () => this.below.replaceChildren(), {'aria-label': 'Close: ' + title}));
        this.below.replaceChildren(element('div', {class: 'live-shown'}, head, ...content));
    }

    /**
     * Puts a compiler's messages and Pocket's findings at their lines.
     * @param text in which they stand as "saxpy.cl:7:25: error: …", and as "Pocket: saxpy, line 7: …" with the kernel's name.
     */
    showErrors(text) {
        const file = this.name.split('/').pop().replace(/[.+]/g, '\\$&');
        const found = text.matchAll(new RegExp(`(?:${file}|<kernel>):(\\d+)(?::\\d+)?:\\s*((?:fatal )?error|warning)?:?\\s*([^\\n]*)`, 'g'));
        const notes = new Map();
        const action = (kernel, line, message) => (this.findingAction ? button('Step there', guarded(this.messages(), () => this.findingAction(kernel, Number(line), message)),
            {class: 'live-button', 'aria-label': `Step to what is found in line ${line}`}) : null);
        for (const [, line, kind, message] of found) {
            const key = line + message;
            const above = kernelsIn(this.text().split('\n').slice(0, Number(line)).join('\n'));
            if (!notes.has(key)) notes.set(key, {line: Number(line), kind: kind === 'warning' ? 'warning' : 'error', text: message, action: kind ? null : action(above.at(-1) ?? '', line, message)});
        }
        for (const [, kernel, line, message] of text.matchAll(/^Pocket: (\w+), line (\d+): (.*)$/gm)) {
            const isHere = kernelsIn(this.text()).includes(kernel);
            if (isHere && !notes.has(line + kernel)) notes.set(line + kernel, {line: Number(line), kind: 'warning', text: message, action: action(kernel, line, message)});
        }
        this.editor.setNotes([...notes.values()]);
        return notes.size;
    }
}
