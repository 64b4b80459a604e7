// What every page of one file begins with: its data, its two sets of colours, and how it makes elements.
const page = (function () {
    'use strict';
    const find = (selector) => document.querySelector(selector);
    const root = document.documentElement;

    root.classList.toggle('dark-mode', matchMedia('(prefers-color-scheme: dark)').matches);
    root.classList.toggle('light-mode', !root.classList.contains('dark-mode'));
    find('.colours').addEventListener('click', () => {
        root.classList.toggle('dark-mode');
        root.classList.toggle('light-mode');
    });

    function element(name, className, ...content) {
        const made = document.createElement(name);
        if (className) made.className = className;
        made.append(...content);
        return made;
    }

    return {data: JSON.parse(document.getElementById('data').textContent), find, element};
})();

