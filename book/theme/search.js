// Full-text search over an index that is loaded as a script, so that it works from disk.
(function () {
    'use strict';
    const dialog = document.querySelector('dialog.search');
    const input = dialog.querySelector('input');
    const list = dialog.querySelector('.results');
    const limit = 30;
    let index = null;
    let engine = null;
    let chosen = -1;

    window.lockstepIndex = (data) => {
        index = data;
        engine = window.lockstepSearch(data);
        show();
    };

    function load() {
        if (index || document.querySelector('script[data-index]')) return;
        const script = document.createElement('script');
        script.src = 'search-index.js';
        script.dataset.index = '1';
        document.head.append(script);
    }

    function open() {
        load();
        if (!dialog.open) dialog.showModal();
        input.select();
        input.focus();
    }

    function marked(text, found) {
        const fragment = document.createDocumentFragment();
        for (const [piece, isFound] of window.lockstepSearch.split(text, found))
            fragment.append(isFound ? element('mark', piece) : piece);
        return fragment;
    }

    // What stands around the first word that was found: in the text, or else in a listing.
    function excerpt(section, found) {
        const places = [section[3], section[4]].map((text) => [text, window.lockstepSearch.split(text, found)]);
        const [text, pieces] = places.find(([, split]) => split.length > 1) ?? places[0];
        const first = pieces.length > 1 ? pieces[0][0].length : 0;
        const start = first > 60 ? text.indexOf(' ', first - 60) + 1 : 0;
        const end = text.length <= start + 170 ? text.length : text.lastIndexOf(' ', start + 170);
        return (start > 0 ? '… ' : '') + text.slice(start, end) + (end < text.length ? ' …' : '');
    }

    function choose(next) {
        const items = list.querySelectorAll('li[role="option"]');
        if (items.length === 0) return;
        chosen = (next + items.length) % items.length;
        items.forEach((item, at) => item.setAttribute('aria-selected', String(at === chosen)));
        items[chosen].scrollIntoView({block: 'nearest'});
    }

    function element(name, content) {
        const made = document.createElement(name);
        made.append(content);
        return made;
    }

    function show() {
        list.replaceChildren();
        chosen = -1;
        if (!index || !input.value.trim()) return;
        const {hits, found} = engine.find(input.value, limit);
        for (const {section} of hits) {
            const page = index.pages[section[0]];
            const link = document.createElement('a');
            link.href = page[0] + (section[1] ? '#' + section[1] : '');
            link.tabIndex = -1;
            link.append(element('small', (page[1] ? page[1] + ': ' : '') + page[2]),
                element('b', marked(section[2], found)), element('p', marked(excerpt(section, found), found)));
            link.addEventListener('click', () => dialog.close());
            const item = element('li', link);
            item.setAttribute('role', 'option');
            list.append(item);
        }
        if (hits.length === 0) {
            const none = element('li', 'Nothing found. Try fewer letters, or another word.');
            none.className = 'none';
            list.append(none);
        }
        choose(0);
    }

    input.addEventListener('input', show);
    input.addEventListener('keydown', (event) => {
        if (event.key === 'ArrowDown') choose(chosen + 1);
        else if (event.key === 'ArrowUp') choose(chosen - 1);
        else if (event.key === 'Enter') list.querySelector('[aria-selected="true"] a')?.click();
        else return;
        event.preventDefault();
    });
    dialog.addEventListener('click', (event) => {
        if (event.target === dialog) dialog.close();
    });
    document.querySelector('.search-button').addEventListener('click', open);
    addEventListener('keydown', (event) => {
        const typing = /^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName);
        if (event.key === '/' && !typing && !event.ctrlKey && !event.metaKey) {
            event.preventDefault();
            open();
        }
    });
})();
