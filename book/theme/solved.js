// Marks the exercises that the reader has solved: in the contents, on the cards, and on the cover how many of a chapter's. It is
// told by `lockstep book`, where that found their progress, and in the live book whenever it changes. Without progress nothing is touched.
(function () {
    'use strict';
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

    const cost = ([sectors, passes, instructions]) => 16 * sectors + 4 * passes + instructions; // as Score::cost()

    function medalFor(best, par) {
        return cost(best) < cost(par) ? 'gold' : cost(best) === cost(par) ? 'silver' : 'bronze';
    }

    function showMedals(best) {
        document.querySelectorAll('[data-par]').forEach((place) => {
            const link = place.querySelector('h3 a');
            const counted = best[link ? fileOf(link) : location.pathname.split('/').pop()];
            if (!counted) return;
            const medal = document.createElement('span');
            medal.className = 'progress-mark medal';
            medal.textContent = medalFor(counted, place.dataset.par.split(' ').map(Number));
            medal.title = `Your best: ${counted[0]} sectors, ${counted[1]} passes, ${counted[2]} instructions`;
            (place.querySelector('.card-meta') || place).append(medal);
        });
    }

    function show(progress, best) {
        document.querySelectorAll('.progress-mark, .progress-count').forEach((sign) => sign.remove());
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
            if (solved === 0 || !meta || !meta.textContent) return;
            const count = document.createElement('span');
            count.className = 'progress-count';
            count.textContent = ', ' + solved + ' solved ✓';
            meta.append(count);
        });
        showMedals(best || {});
    }

    window.lockstepShowProgress = show;
    if (window.lockstepProgress) show(window.lockstepProgress, window.lockstepBest);
})();
