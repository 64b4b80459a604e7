// Programs in several languages: which one is beside OpenCL C. The browser keeps the choice for all such pages. On paper, and without
// this script, all of them are there, one below the other.
(function () {
    'use strict';
    const key = 'lockstep-language';
    const bar = document.querySelector('.rosetta-switch');
    if (!bar) return;
    const buttons = [...bar.querySelectorAll('button')];

    function kept() {
        try {
            return localStorage.getItem(key);
        } catch (error) {
            return null;
        }
    }

    function show(language) {
        document.querySelectorAll('.in-language').forEach((column) => {
            const named = column.dataset.language;
            column.classList.toggle('set-aside', language !== '' && named !== 'opencl' && named !== language);
        });
        buttons.forEach((button) => button.setAttribute('aria-pressed', String(button.dataset.language === language)));
    }

    bar.addEventListener('click', (event) => {
        const button = event.target.closest('button');
        if (!button) return;
        show(button.dataset.language);
        try {
            localStorage.setItem(key, button.dataset.language);
        } catch (error) { /* it lasts as long as the page */ }
    });

    const before = kept();
    bar.hidden = false;
    show(buttons.some((button) => button.dataset.language === before) ? before : buttons[0].dataset.language);
})();
