// Sets the remembered colours before anything is drawn, so it stands in a file of its own at the page's head.
(function () {
    'use strict';
    let remembered = null;
    try {
        remembered = localStorage.getItem('lockstep-colours');
    } catch (error) {
        // Some browsers keep nothing for files.
    }
    const dark = remembered ? remembered === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
    document.documentElement.classList.add(dark ? 'dark-mode' : 'light-mode');
})();
