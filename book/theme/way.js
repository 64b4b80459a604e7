// Follows a way through the book: shows the place on it above each of its pages. Which way, ./lockstep way says, or a button on the page
// "Ways through"; the browser keeps it. Without a way nothing is touched.
(function () {
    'use strict';
    const key = 'lockstep-way';
    let given = window.lockstepWay || '';

    function kept() {
        try {
            return localStorage.getItem(key) || '';
        } catch (error) {
            return '';
        }
    }

    function keep(name) {
        try {
            if (name) localStorage.setItem(key, name);
            else localStorage.removeItem(key);
        } catch (error) { /* it lasts as long as the page */ }
    }

    function show(name) {
        document.querySelectorAll('aside.on-way').forEach((aside) => {
            aside.hidden = aside.dataset.way !== name;
        });
        document.querySelectorAll('button.way-follow').forEach((button) => {
            const here = button.closest('.way').dataset.way === name;
            button.textContent = here ? 'Leave it' : 'Follow it';
            button.setAttribute('aria-pressed', String(here));
            button.hidden = false;
        });
    }

    function choose(name) {
        given = name;
        keep(name);
        show(name);
    }

    // What ./lockstep way says, or else what the browser keeps.
    window.lockstepFollow = (name) => {
        given = name || given;
        show(given || kept());
    };

    document.addEventListener('click', (event) => {
        const button = event.target.closest('button.way-follow, button.way-leave');
        if (!button) return;
        const leaves = button.classList.contains('way-leave') || button.getAttribute('aria-pressed') === 'true';
        choose(leaves ? '' : button.closest('.way').dataset.way);
    });
    window.lockstepFollow('');
})();
