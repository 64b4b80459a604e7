// Slides by keys: arrows, space and Page Up and Down turn, Home and End go to the ends, s shows the speaker's notes, f fills the screen.
(function () {
    'use strict';
    const slides = [...document.querySelectorAll('.slide')];
    const place = document.querySelector('.deck-place');
    let at = 0;

    function show(which) {
        at = Math.max(0, Math.min(slides.length - 1, which));
        slides.forEach((slide, number) => slide.classList.toggle('now', number === at));
        place.textContent = `${at + 1} / ${slides.length}`;
        history.replaceState(null, '', '#' + (at + 1));
    }

    const turns = {ArrowRight: 1, ArrowDown: 1, PageDown: 1, ' ': 1, ArrowLeft: -1, ArrowUp: -1, PageUp: -1};
    document.addEventListener('keydown', (event) => {
        if (event.ctrlKey || event.altKey || event.metaKey || event.target.closest('summary, a')) return;
        if (turns[event.key]) show(at + turns[event.key]);
        else if (event.key === 'Home') show(0);
        else if (event.key === 'End') show(slides.length - 1);
        else if (event.key === 's') document.body.classList.toggle('with-notes');
        else if (event.key === 'f') document.documentElement.requestFullscreen();
        else return;
        event.preventDefault();
    });
    document.addEventListener('click', (event) => {
        if (!event.target.closest('a, summary, details')) show(at + 1);
    });
    addEventListener('hashchange', () => show(Number(location.hash.slice(1)) - 1));
    show((Number(location.hash.slice(1)) || 1) - 1);
})();
