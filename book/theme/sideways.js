// What scrolls sideways shows where there is more, in words where a phone reads it, and can be reached by the keyboard.
(function () {
    'use strict';
    const hints = {'figure-scroll': 'the figure', 'table-scroll': 'the table', 'math-block': 'the formula'};
    const isListing = (box) => box.tagName === 'PRE' && !box.closest('.terminal');

    function addHint(box) {
        const what = hints[box.classList[0]] ?? 'the output';
        const hint = document.createElement('p');
        hint.className = 'sideways-hint';
        hint.setAttribute('aria-hidden', 'true');
        hint.textContent = `${what[0].toUpperCase()}${what.slice(1)} goes on: swipe it, or turn the phone →`;
        box.after(hint);
        return hint;
    }

    const hintOf = new Map();
    function mark(box) {
        const rest = box.scrollWidth - box.clientWidth;
        const scrolls = rest > 1 && box.clientWidth > 0;
        box.classList.toggle('more-left', scrolls && box.scrollLeft > 1);
        box.classList.toggle('more-right', scrolls && box.scrollLeft < rest - 1);
        if (scrolls && !hintOf.has(box) && !isListing(box)) hintOf.set(box, addHint(box));
        if (hintOf.has(box)) hintOf.get(box).hidden = !scrolls;
        if (!scrolls) return;
        box.tabIndex = 0;
        box.setAttribute('role', 'group');
        box.setAttribute('aria-label', 'Scrolls sideways');
    }

    const boxes = document.querySelectorAll('.page :is(.figure-scroll, .table-scroll, .math-block, .code pre)');
    const observer = new ResizeObserver((entries) => entries.forEach(({target}) => mark(target.closest('[data-sideways]'))));
    boxes.forEach((box) => {
        box.dataset.sideways = '';
        box.addEventListener('scroll', () => mark(box), {passive: true});
        observer.observe(box);
        if (box.firstElementChild) observer.observe(box.firstElementChild);
    });

    // Many parameters below a figure are folded where there is little room.
    const narrow = matchMedia('screen and (max-width: 48rem)');
    const show = (open) => document.querySelectorAll('.parameters').forEach((parameters) => { parameters.open = open; });
    const fit = () => show(!narrow.matches);
    narrow.addEventListener('change', fit);
    addEventListener('beforeprint', () => show(true));
    addEventListener('afterprint', fit);
    fit();
})();
