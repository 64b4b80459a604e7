// What MathJax does in the book's pages: formulas in TeX, drawn as SVG.
window.MathJax = {
    skipStartupTypeset: false,
    showMathMenu: false,
    messageStyle: 'none',
    jax: ['input/TeX', 'output/SVG'],
    extensions: ['TeX/AMSmath.js', 'TeX/AMSsymbols.js'],
    SVG: { font: 'TeX', blacker: 0, scale: 98, linebreaks: { automatic: false } },
};
