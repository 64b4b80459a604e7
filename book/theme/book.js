// The book's behaviour: colours, drawer, copy buttons, contents of the page, keys, paper.
(function () {
    'use strict';
    const root = document.documentElement;
    const each = (selector, action) => document.querySelectorAll(selector).forEach(action);

    function remember(key, value) {
        try {
            localStorage.setItem(key, value);
        } catch (error) {
            // Some browsers keep nothing for files; the choice then holds for this page.
        }
    }

    function setColours(dark) {
        root.classList.toggle('dark-mode', dark);
        root.classList.toggle('light-mode', !dark);
    }

    document.querySelector('.colours').addEventListener('click', () => {
        const dark = !root.classList.contains('dark-mode');
        setColours(dark);
        remember('lockstep-colours', dark ? 'dark' : 'light');
    });

    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', (event) => {
        let chosen = null;
        try {
            chosen = localStorage.getItem('lockstep-colours');
        } catch (error) {
            chosen = null;
        }
        if (!chosen) setColours(event.matches);
    });

    const menu = document.querySelector('.menu-button');
    function setDrawer(open) {
        root.classList.toggle('drawer-open', open);
        menu.setAttribute('aria-expanded', String(open));
    }
    menu.addEventListener('click', () => setDrawer(!root.classList.contains('drawer-open')));
    document.querySelector('.shade').addEventListener('click', () => setDrawer(false));

    const current = document.querySelector('.sidebar [aria-current]');
    const sidebar = document.querySelector('.sidebar');
    if (current) {
        const place = current.getBoundingClientRect().top - sidebar.getBoundingClientRect().top;
        sidebar.scrollTop = Math.max(0, place - sidebar.clientHeight / 3);
    }

    // What a copy button copies: commands without their prompt, everything else as it stands.
    function textOf(code) {
        const text = code.querySelector('pre').textContent.replace(/\n$/, '');
        const commands = text.split('\n').filter((line) => line.startsWith('$ '));
        return code.dataset.lang === 'shell' && commands.length > 0
            ? commands.map((line) => line.slice(2)).join('\n')
            : text;
    }

    function copyOldWay(text) {
        const area = document.createElement('textarea');
        area.value = text;
        area.style.position = 'fixed';
        area.style.opacity = '0';
        document.body.append(area);
        area.select();
        const copied = document.execCommand('copy');
        area.remove();
        return copied;
    }

    async function copy(text) {
        try {
            await navigator.clipboard.writeText(text);
            return true;
        } catch (error) {
            return copyOldWay(text);
        }
    }

    each('.copy', (button) => {
        button.addEventListener('click', async () => {
            const copied = await copy(textOf(button.closest('.code')));
            button.textContent = copied ? 'Copied' : 'Press Ctrl-C';
            button.classList.toggle('done', copied);
            setTimeout(() => {
                button.textContent = 'Copy';
                button.classList.remove('done');
            }, 1600);
        });
    });

    const links = new Map();
    each('.onpage a', (link) => links.set(link.getAttribute('href').slice(1), link));
    if (links.size > 0) {
        const headings = [...links.keys()].map((id) => document.getElementById(id)).filter(Boolean);
        const mark = () => {
            let here = headings[0];
            for (const heading of headings) {
                if (heading.getBoundingClientRect().top < 140) here = heading;
            }
            links.forEach((link, id) => link.classList.toggle('here', id === here.id));
        };
        document.addEventListener('scroll', mark, {passive: true});
        mark();
    }

    // A link into a fold opens it.
    function openTarget() {
        const target = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
        for (let at = target; at; at = at.parentElement) {
            if (at.tagName === 'DETAILS') at.open = true;
        }
        if (target) target.scrollIntoView();
    }
    addEventListener('hashchange', openTarget);
    openTarget();

    addEventListener('beforeprint', () => each('details.fold:not([open])', (fold) => {
        fold.open = true;
        fold.dataset.printed = '1';
    }));
    addEventListener('afterprint', () => each('details.fold[data-printed]', (fold) => {
        fold.open = false;
        delete fold.dataset.printed;
    }));

    addEventListener('keydown', (event) => {
        const typing = /^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName);
        if (typing || event.ctrlKey || event.metaKey || event.altKey) return;
        if (event.key === 'Escape') {
            setDrawer(false);
        } else if (event.key === 'ArrowLeft' || event.key === 'ArrowRight') {
            const scrolls = event.target.scrollWidth > event.target.clientWidth && event.target !== document.body;
            const link = document.querySelector(event.key === 'ArrowLeft' ? '.turn .prev' : '.turn .next');
            if (link && !scrolls && !document.querySelector('dialog[open]')) link.click();
        }
    });
})();
