// Marks the exercises that the reader has solved, where `lockstep book` found their progress: in the contents, on the cards,
// and on the cover how many of a chapter's. Without progress nothing is touched.
(function () {
    'use strict';
    const progress = window.lockstepProgress;
    if (!progress) return;
    const words = { solved: ['✓', 'solved'], broken: ['!', 'solved once, and broken since'] };

    function mark(link, state) {
        const sign = document.createElement('span');
        sign.className = 'progress-mark ' + state;
        sign.textContent = words[state][0];
        sign.title = words[state][1];
        sign.setAttribute('aria-label', words[state][1]);
        sign.setAttribute('role', 'img');
        link.append(sign);
    }

    const fileOf = (link) => link.getAttribute('href').split('#')[0];
    document.querySelectorAll('.sidebar li.exercise > a, .card h3 a').forEach((link) => {
        const state = progress[fileOf(link)];
        if (state) mark(link, state);
    });

    document.querySelectorAll('.toc-part li > a').forEach((link) => {
        const chapter = fileOf(link).replace(/\.html$/, '');
        const solved = Object.keys(progress).filter(
            (file) => file.startsWith(chapter + '-') && progress[file] === 'solved'
        ).length;
        const meta = link.querySelector('.meta');
        if (solved > 0 && meta && meta.textContent) meta.textContent += ', ' + solved + ' solved ✓';
    });
})();
