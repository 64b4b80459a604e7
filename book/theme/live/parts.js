// Small pieces of a page: elements, buttons, messages.

/** An element: `attributes` by their names, "on…" as listeners; children are texts and elements. */
export function element(name, attributes = {}, ...children) {
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) {
        if (key.startsWith('on')) made.addEventListener(key.slice(2), value);
        else if (value !== false && value !== null && value !== undefined) made.setAttribute(key, value === true ? '' : value);
    }
    made.append(...children.filter((child) => child !== null && child !== undefined));
    return made;
}

export const button = (text, action, attributes = {}) =>
    element('button', {type: 'button', class: 'live-button', onclick: action, ...attributes}, text);

/** A trouble as a paragraph. */
export function troubleText(error) {
    return element('p', {class: 'live-trouble', role: 'alert'}, error.message,
        error.next ? element('span', {class: 'live-next'}, ' ' + error.next) : null);
}

/** Does something on a click, and says at `place` what went wrong with it. */
export const guarded = (place, action) => async (...given) => {
    place.querySelector(':scope > .live-trouble')?.remove();
    try {
        await action(...given);
    } catch (error) {
        if (error.name === 'AbortError') return;
        place.prepend(troubleText(error));
    }
};

let teller = null;

/** A sentence for those who do not see the page change. */
export function announce(sentence) {
    if (!teller) {
        teller = element('div', {class: 'live-hidden', role: 'status', 'aria-live': 'polite'});
        document.body.append(teller);
    }
    teller.textContent = sentence;
}

/** The text of a code block, without the line numbers, which have none. */
export const codeText = (code) => code.querySelector('pre').textContent.replace(/\n$/, '');
