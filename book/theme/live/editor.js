// An editor for one file: CodeMirror where it is installed, a text area elsewhere.
import {element} from './parts.js';

const keywords = ('kernel __kernel global __global local __local constant __constant private __private read_only write_only ' +
    'read_write __read_only __write_only restrict').split(' ');
const types = /^(?:bool|half|uchar|ushort|uint|ulong|size_t|ptrdiff_t|event_t|sampler_t|image\w+_t|(?:u?(?:char|short|int|long)|half|float|double)(?:2|3|4|8|16))$/;

// CodeMirror knows C: OpenCL C is that with some words more.
function defineOpenCl(CodeMirror) {
    if (CodeMirror.mimeModes['text/x-opencl']) return;
    const c = CodeMirror.resolveMode('text/x-csrc');
    const cTypes = typeof c.types === 'function' ? c.types : (word) => Object.hasOwn(c.types ?? {}, word);
    CodeMirror.defineMIME('text/x-opencl', {
        ...c,
        keywords: {...c.keywords, ...Object.fromEntries(keywords.map((word) => [word, true]))},
        types: (word) => cTypes(word) || types.test(word),
    });
}

function codeMirror(place, label, keys) {
    const {CodeMirror} = window;
    defineOpenCl(CodeMirror);
    const inside = {
        'Tab': (of) => of.execCommand(of.somethingSelected() ? 'indentMore' : 'insertSoftTab'),
        'Shift-Tab': 'indentLess',
        'Ctrl-/': 'toggleComment',
        'Cmd-/': 'toggleComment',
        ...keys,
    };
    // Escape, then Tab leads out of the editor.
    const leaving = {...inside, 'Tab': false, 'Shift-Tab': false};
    const editor = CodeMirror(place, {
        mode: label.endsWith('.cl') ? 'text/x-opencl' : 'text/x-c++src',
        lineNumbers: true,
        indentUnit: 4,
        matchBrackets: true,
        autoCloseBrackets: true,
        screenReaderLabel: label,
        gutters: ['live-heat', 'CodeMirror-linenumbers'],
        viewportMargin: Infinity,
        extraKeys: inside,
    });
    editor.on('keydown', (_, event) => {
        if (event.key === 'Escape') editor.setOption('extraKeys', leaving);
    });
    editor.on('focus', () => editor.setOption('extraKeys', inside));
    let notes = [];
    return {
        text: () => editor.getValue(),
        setText(text) {
            if (text === editor.getValue()) return;
            const cursor = editor.getCursor();
            const scroll = editor.getScrollInfo();
            editor.setValue(text);
            editor.setCursor(cursor);
            editor.scrollTo(scroll.left, scroll.top);
        },
        onChange: (listener) => editor.on('change', listener),
        showLine(line) {
            editor.refresh();
            editor.scrollIntoView({line: Math.max(0, line - 1), ch: 0}, 80);
            editor.setCursor({line: Math.max(0, line - 1), ch: 0}, null, {scroll: false});
        },
        focus: () => editor.focus(),
        refresh: () => editor.refresh(),
        setNotes(list) {
            notes.forEach((note) => note.clear());
            notes = list.filter((note) => note.line <= editor.lineCount()).map((note) => {
                const widget = element('div', {class: 'live-note ' + note.kind}, note.text, note.action ?? null);
                editor.addLineClass(note.line - 1, 'background', 'live-noted');
                const shown = editor.addLineWidget(note.line - 1, widget);
                const handle = editor.getLineHandle(note.line - 1);
                return {clear() {
                    shown.clear();
                    editor.removeLineClass(handle, 'background', 'live-noted');
                }};
            });
        },
        setHeat(lines, choose) {
            editor.clearGutter('live-heat');
            for (const {line, share, title} of lines) {
                if (line > editor.lineCount()) continue;
                const mark = element('button', {type: 'button', class: 'live-heat-mark', tabindex: -1, title, 'aria-label': `Line ${line}: ${title}`,
                    style: `--heat: ${share}`, onclick: () => choose(line)});
                editor.setGutterMarker(line - 1, 'live-heat', mark);
            }
        },
    };
}

function textArea(place, label, keys) {
    const area = element('textarea', {class: 'live-area', spellcheck: 'false', autocomplete: 'off', autocapitalize: 'off', 'aria-label': label});
    const notes = element('ol', {class: 'live-notes'});
    place.append(area, notes);
    area.addEventListener('keydown', (event) => {
        const name = (event.ctrlKey ? 'Ctrl-' : event.metaKey ? 'Cmd-' : '') + (event.key === 'Enter' ? 'Enter' : event.key.toUpperCase());
        if (!keys[name]) return;
        event.preventDefault();
        keys[name]();
    });
    const grow = () => {
        area.rows = Math.min(40, area.value.split('\n').length + 1);
    };
    const show = (list) => notes.replaceChildren(...list.map((note) =>
        element('li', {class: 'live-note ' + (note.kind ?? '')}, `Line ${note.line}: ${note.text ?? note.title}`, note.action ?? null)));
    return {
        text: () => area.value,
        setText(text) {
            if (area.value !== text) area.value = text;
            grow();
        },
        onChange: (listener) => area.addEventListener('input', listener),
        showLine(line) {
            const before = area.value.split('\n').slice(0, line - 1).join('\n').length + 1;
            area.setSelectionRange(before, before);
        },
        focus: () => area.focus(),
        refresh: grow,
        setNotes: show,
        setHeat: show,
    };
}

/** An editor in `place`. @param keys what to do at "Ctrl-Enter" and the like. */
export function openEditor(place, label, keys) {
    return window.CodeMirror ? codeMirror(place, label, keys) : textArea(place, label, keys);
}
