"""What only a browser can tell of a page: it turns them all, and looks at each."""

import browser
from browser_subjects import name_of, wait_for
from static_subjects import page_names, reading_order


def wait_for_formulas(driver):
    """Until the page is there and every formula is typeset and has the size it keeps."""
    wait_for(driver, "return document.readyState === 'complete' && document.querySelectorAll('.MathJax_SVG svg').length >= "
                     "document.querySelectorAll('script[type^=\"math/tex\"]').length && "
                     "document.querySelector('.MathJax_SVG_Processing, .MathJax_SVG_Processed') === null")


OVERFLOWING = """
const width = arguments[0];
const scrollers = 'pre, .table-scroll, .figure-scroll, .math-block, .memproto, .code, .CodeMirror';
const faults = [];
if (document.scrollingElement.scrollWidth > width) {
    faults.push('the page scrolls: ' + document.scrollingElement.scrollWidth + ' px');
}
for (const element of document.querySelectorAll('.table-scroll, .math-block')) {
    if (element.scrollWidth > element.clientWidth + 1) {
        faults.push(element.className + ' scrolls: ' + element.scrollWidth + ' px: ' + element.textContent.slice(0, 40));
    }
}
for (const element of document.querySelectorAll('main *, .topbar *')) {
    if (element.closest('svg, dialog, .MathJax_SVG') || element.closest(scrollers)) continue;
    const box = element.getBoundingClientRect();
    if (box.width > 0 && (box.right > width + 1 || box.left < -1)) {
        faults.push(element.tagName + '.' + element.className + ' reaches ' + Math.round(box.right) + ' px: ' +
            element.textContent.slice(0, 40));
    }
}
return faults.slice(0, 5);
"""


# Labels of figures that are smaller than a reader of a phone can read, in CSS pixels as they are shown.
SMALL_LABELS = """
const least = arguments[0];
let count = 0;
const faults = new Map();
for (const text of document.querySelectorAll('.figure svg :is(text, tspan)')) {
    if (text.getClientRects().length === 0) continue;
    const shown = text.getScreenCTM();
    const size = parseFloat(getComputedStyle(text).fontSize) * Math.sqrt(Math.abs(shown.a * shown.d - shown.b * shown.c));
    count += 1;
    if (size < least - 0.01) faults.set(text.ownerSVGElement, `a label of ${size.toFixed(1)} px: ${text.textContent.slice(0, 40)}`);
}
return [count, [...faults.values()]];
"""


# Boxes that scroll sideways and do not show it, at either end of their way; one that is no listing says it in words, too.
UNSEEN = """
const faults = [];
let count = 0;
const settled = () => new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(go)));
const done = arguments[0];
const masked = (box) => getComputedStyle(box).maskImage.includes('gradient');
(async () => {
    await settled();
    for (const box of document.querySelectorAll('.page :is(.figure-scroll, .table-scroll, .math-block, pre)')) {
        const way = box.scrollWidth - box.clientWidth;
        if (way <= 1 || box.clientWidth === 0) continue;
        count += 1;
        const name = box.parentElement.className + ' ' + box.textContent.trim().slice(0, 30);
        const hint = box.nextElementSibling;
        const listing = box.tagName === 'PRE' && !box.closest('.terminal');
        if (!masked(box) || !box.classList.contains('more-right')) faults.push('does not show that it scrolls: ' + name);
        if (!listing && !(hint?.matches('.sideways-hint') && hint.offsetHeight > 0)) faults.push('does not say that it scrolls: ' + name);
        if (box.tabIndex !== 0 || !box.getAttribute('aria-label')) faults.push('cannot be scrolled by keys: ' + name);
        box.scrollLeft = way;
        box.dispatchEvent(new Event('scroll'));
        if (box.classList.contains('more-right') || !box.classList.contains('more-left')) faults.push('shows more at its end: ' + name);
        box.scrollLeft = 0;
        box.dispatchEvent(new Event('scroll'));
    }
    done([count, faults.slice(0, 5)]);
})();
"""


# What decides how a page's texts are coloured: each text's chain of elements, with their classes and own styles.
STYLED = """
const chains = new Map([[null, '']]);
function chain(element) {
    if (!chains.has(element)) {
        const classes = [...element.classList].filter((name) => !name.includes(':')); // Doxygen's anchors are none
        const own = [element.tagName, ...classes, element.getAttribute('style') ?? ''];
        chains.set(element, chain(element.parentElement) + '>' + own.join('|'));
    }
    return chains.get(element);
}
const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
const texts = new Set();
while (walker.nextNode()) {
    const element = walker.currentNode.parentElement;
    if (walker.currentNode.data.trim() && !element.closest('svg, script, style, .MathJax_SVG')) texts.add(chain(element));
}
return [...texts];
"""


# Text whose contrast with what lies behind it is under WCAG 2.1 AA: 4.5, or 3 where it is large.
FAINT = """
const canvas = document.createElement('canvas').getContext('2d', {willReadFrequently: true});
canvas.canvas.width = canvas.canvas.height = 1;
const colours = new Map();
function rgba(css) {
    if (!colours.has(css)) {
        canvas.clearRect(0, 0, 1, 1);
        canvas.fillStyle = css;
        canvas.fillRect(0, 0, 1, 1);
        const [r, g, b, a] = canvas.getImageData(0, 0, 1, 1).data;
        colours.set(css, [r, g, b, a / 255]);
    }
    return colours.get(css);
}
const over = (top, below) => [0, 1, 2].map((i) => top[i] * top[3] + below[i] * (1 - top[3])).concat(1);
// What lies behind an element's text, and how opaque the text is; its ancestors are asked once.
const seen = new Map([[null, {back: [255, 255, 255, 1], opacity: 1}]]);
function around(element) {
    if (!seen.has(element)) {
        const outer = around(element.parentElement);
        const style = getComputedStyle(element);
        seen.set(element, {back: over(rgba(style.backgroundColor), outer.back), opacity: outer.opacity * style.opacity});
    }
    return seen.get(element);
}
const light = (c) => c.slice(0, 3).map((v) => v / 255).map((v) => v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)
    .reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
const faults = new Map();
const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
while (walker.nextNode()) {
    const element = walker.currentNode.parentElement;
    if (!walker.currentNode.data.trim() || element.closest('svg, script, style, [aria-hidden], .pilcrow, .skip')) continue;
    const style = getComputedStyle(element);
    if (!element.getClientRects().length || style.visibility === 'hidden') continue;
    const {back, opacity} = around(element);
    const text = rgba(style.color);
    const front = over([text[0], text[1], text[2], text[3] * opacity], back);
    const [high, low] = [light(front), light(back)].sort((a, b) => b - a);
    const ratio = (high + 0.05) / (low + 0.05);
    const size = parseFloat(style.fontSize);
    const large = size >= 24 || (size >= 18.66 && style.fontWeight >= 600);
    if (ratio < (large ? 3 : 4.5)) {
        faults.set(element.tagName + '.' + element.className, ratio.toFixed(2) + ': ' +
            walker.currentNode.data.trim().slice(0, 30));
    }
}
return [...faults].map(([name, text]) => name + ' ' + text);
"""


# What each listing of a page holds, its language, and what its button copies.
COPIES = """
return [...document.querySelectorAll('.page .code')].map((code) => {
    window.copied = null;
    code.querySelector('.copy').click();
    return [code.querySelector('pre').textContent, code.dataset.lang, window.copied];
});
"""
CLIPBOARDS = {
    "clipboard": "Object.defineProperty(navigator, 'clipboard', {configurable: true, value: "
                 "{writeText: (text) => { window.copied = text; return Promise.resolve(); }}})",
    "old way": "Object.defineProperty(navigator, 'clipboard', {configurable: true, value: undefined});"
               "document.execCommand = () => { window.copied = document.activeElement.value; return true; }"}


def formulas_of_page(driver, text):
    """Every formula is typeset, and none of them has a mistake."""
    wanted = text.count('type="math/tex')
    if not wanted:
        return 0, []
    drawn = driver.execute_script("return [...document.querySelectorAll('.MathJax_SVG svg')].filter((svg) => "
                                  "svg.querySelector('path, use') !== null).length")
    wrong = driver.execute_script("return [...document.querySelectorAll('.MathJax_Error, .MathJax_SVG .merror, .noError')]"
                                  ".map((element) => element.textContent)")
    faults = [] if drawn == wanted else [f"{drawn} of {wanted} formulas are typeset"]
    return wanted, faults + [f"TeX cannot read '{formula}'" for formula in wrong]


def copies_of_page(driver, _text):
    """Every listing is copied as it stands, or as the commands it shows."""
    count, faults = 0, []
    for way, prepare in CLIPBOARDS.items():
        driver.execute_script(prepare)
        for text, language, copied in driver.execute_script(COPIES):
            count += 1
            commands = [line[2:] for line in text.splitlines() if line.startswith("$ ")]
            expected = "\n".join(commands) if commands and language == "shell" else text.removesuffix("\n")
            if copied != expected:
                faults.append(f"{way}: copied {copied!r}, expected {expected!r}")
    return count, faults


def contrast_of_page(driver, _text):
    """In light and in dark every text stands out from what is behind it."""
    driver.execute_script("const style = document.createElement('style');"
                          "style.textContent = '* { transition: none !important; }'; document.head.append(style);")
    seen, faults = set(), []
    for _ in range(2):
        colours = driver.execute_script("return document.documentElement.classList.contains('dark-mode') ? 'dark' : 'light'")
        seen.add(colours)
        faults += [f"{colours}: {fault}" for fault in driver.execute_script(FAINT)]
        driver.execute_script("document.querySelector('.colours').click()")
    return 2, faults + ([] if seen == {"dark", "light"} else ["the button does not change the colours"])


def open_search(driver):
    """The same on every page: what it asks for is seen by the next look."""
    driver.execute_script("document.querySelector('.search-button').click()")
    wait_for(driver, "return document.querySelector('script[data-index]') !== null")
    driver.execute_script("document.querySelector('dialog[open]').close()")


def quiet_of_page(driver, _text):
    """The page complains of nothing, and asks the network for nothing."""
    urls = browser.requested(driver)
    faults = [f"asks for {url}" for url in urls if not url.startswith(("file:", "data:", "about:"))]
    faults += [entry["message"] for entry in driver.get_log("browser") if entry["level"] in ("SEVERE", "WARNING")]
    return len(urls), faults


# Low, because what is not seen need not be painted.
DESK = {"width": 1400, "height": 240}
PHONE = {"width": 390, "height": 240, "phone": True}
LEGIBLE = 10  # CSS pixels


def phone_of_page(driver, _text):
    """On a phone nothing is wider than the page, every label is legible, and what scrolls sideways shows it."""
    labels, small = driver.execute_script(SMALL_LABELS, LEGIBLE)
    boxes, unseen = driver.execute_async_script(UNSEEN)
    faults = driver.execute_script(OVERFLOWING, PHONE["width"]) + small + unseen
    return 1 + labels + boxes, [f"phone: {fault}" for fault in faults]


def resize_and_wait(driver, size):
    browser.resize(driver, **size)
    wait_for(driver, "return innerWidth === arguments[0]", size["width"])


def drawer_faults(driver):
    """On a phone the contents are a drawer, which a button opens."""
    resize_and_wait(driver, PHONE)
    drawer = "return document.querySelector('.sidebar').getBoundingClientRect().left >= 0"
    faults = ["the drawer is open before anybody asked"] if driver.execute_script(drawer) else []
    driver.execute_script("document.querySelector('.menu-button').click()")
    return faults + ([] if wait_for(driver, drawer) else ["the menu button does not open the drawer"])


def check_pages(site, _source):
    """Turns every page of the book, then opens those of the reference, and looks at each."""
    from selenium.webdriver.common.by import By
    from selenium.webdriver.common.keys import Keys
    order = reading_order(site)
    count, faults = 0, []
    coloured = set()  # what was looked at in both colours, on this page or on one before
    with browser.window(**PHONE) as driver:
        for name in order + [name for name in page_names(site) if name not in order]:
            if name in order[1:]:
                driver.execute_script("document.querySelector('.turn .next').click()")
                wait_for(driver, "return location.pathname.endsWith('/' + arguments[0])", name)
                back = driver.execute_script("return document.querySelector('.turn .prev').getAttribute('href')")
                if (name_of(driver), back) != (name, order[order.index(name) - 1]):
                    return count, faults + [f"{name}: forward leads to {name_of(driver)}, and from there back to {back}"]
            else:
                driver.get((site / name).as_uri())
            wait_for_formulas(driver)
            # A listing in a fold is copied too; what is hidden cannot be clicked.
            driver.execute_script("document.querySelectorAll('details').forEach((fold) => { fold.open = true; })")
            text = (site / name).read_text(encoding="utf-8")
            looks = [formulas_of_page, copies_of_page, phone_of_page, quiet_of_page]
            if name == order[0]:
                open_search(driver)
            if (styled := set(driver.execute_script(STYLED))) - coloured:
                coloured |= styled
                looks.append(contrast_of_page)
            for look in looks:
                if look is contrast_of_page:
                    resize_and_wait(driver, DESK)
                seen, wrong = look(driver, text)
                count += seen
                faults += [f"{name}: {fault}" for fault in wrong]
            if contrast_of_page in looks:
                resize_and_wait(driver, PHONE)
        driver.get((site / order[0]).as_uri())
        driver.find_element(By.TAG_NAME, "body").send_keys(Keys.ARROW_RIGHT)
        wait_for(driver, "return location.pathname.endsWith('/' + arguments[0])", order[1])
        driver.find_element(By.TAG_NAME, "body").send_keys(Keys.ARROW_LEFT)
        if not wait_for(driver, "return location.pathname.endsWith('/' + arguments[0])", order[0]):
            faults.append("the arrow keys do not turn the page")
        faults += drawer_faults(driver)
    return count, faults
