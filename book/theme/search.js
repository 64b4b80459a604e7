// Full-text search over an index that is loaded as a script, so that it works from disk.
(function () {
    'use strict';
    const dialog = document.querySelector('dialog.search');
    const input = dialog.querySelector('input');
    const list = dialog.querySelector('.results');
    const limit = 30;
    let index = null;
    let chosen = -1;

    window.lockstepIndex = (data) => {
        index = data;
        index.sections.forEach((section) => {
            section.low = (section[2] + ' ' + section[3]).toLowerCase();
        });
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

    const isWordStart = (text, at) => at === 0 || !/[\p{L}\p{N}_]/u.test(text[at - 1]);

    // Every word must occur; titles, headings and starts of words count more.
    function score(section, words) {
        const page = index.pages[section[0]];
        const title = page[2].toLowerCase();
        const heading = section[2].toLowerCase();
        let total = 0;
        for (const word of words) {
            const at = section.low.indexOf(word);
            if (at < 0) return 0;
            total += 1;
            if (isWordStart(section.low, at)) total += 2;
            if (heading.includes(word)) total += 6;
            if (title.includes(word)) total += 3;
            if (section[1] === '' && title.includes(word)) total += 4;
        }
        return total;
    }

    function marked(text, words) {
        const fragment = document.createDocumentFragment();
        const low = text.toLowerCase();
        let at = 0;
        while (at < text.length) {
            let next = -1;
            let length = 0;
            for (const word of words) {
                const found = low.indexOf(word, at);
                if (found >= 0 && (next < 0 || found < next)) {
                    next = found;
                    length = word.length;
                }
            }
            if (next < 0) break;
            fragment.append(text.slice(at, next));
            const mark = document.createElement('mark');
            mark.textContent = text.slice(next, next + length);
            fragment.append(mark);
            at = next + length;
        }
        fragment.append(text.slice(at));
        return fragment;
    }

    function excerpt(text, words) {
        const low = text.toLowerCase();
        const first = Math.min(...words.map((word) => low.indexOf(word)).filter((at) => at >= 0), text.length);
        const found = first < text.length ? first : 0;
        const start = found > 60 ? text.indexOf(' ', found - 60) + 1 : 0;
        const end = Math.min(text.length, start + 170);
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
        const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
        list.replaceChildren();
        chosen = -1;
        if (!index || words.length === 0) return;
        const found = index.sections
            .map((section, order) => ({section, order, score: score(section, words)}))
            .filter((hit) => hit.score > 0)
            .sort((a, b) => b.score - a.score || a.order - b.order)
            .slice(0, limit);
        for (const {section} of found) {
            const page = index.pages[section[0]];
            const link = document.createElement('a');
            link.href = page[0] + (section[1] ? '#' + section[1] : '');
            link.tabIndex = -1;
            link.append(element('small', (page[1] ? page[1] + ': ' : '') + page[2]),
                element('b', marked(section[2], words)), element('p', marked(excerpt(section[3], words), words)));
            link.addEventListener('click', () => dialog.close());
            const item = element('li', link);
            item.setAttribute('role', 'option');
            list.append(item);
        }
        if (found.length === 0) {
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
