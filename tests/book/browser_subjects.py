"""What only a browser can tell of the book as a whole. Each subject returns how much it checked, and faults."""

import base64
import re

import browser
from static_subjects import outline_of, reading_order

WAIT_SECONDS = 20


def wait_for(driver, script, *arguments):
    """The first true value of a script, or what it gives after WAIT_SECONDS."""
    from selenium.common.exceptions import TimeoutException
    from selenium.webdriver.support.ui import WebDriverWait
    try:
        return WebDriverWait(driver, WAIT_SECONDS, 0.05).until(lambda d: d.execute_script(script, *arguments))
    except TimeoutException:
        return driver.execute_script(script, *arguments)


def name_of(driver):
    return driver.current_url.partition("#")[0].rpartition("/")[2]


MARKUP = re.compile(r"```.*?```|\\f\$.*?\\f\$|\\f\[.*?\\f\]|`[^`]*`|^\\[^\n]*|^#[^\n]*|^    [^\n]*|"
                    r"\\\w+\{[^}]*\}|\]\([^)]*\)", re.S | re.M)


def prose_of(file):
    return MARKUP.sub(" ", file.read_text(encoding="utf-8"))


def rare_words(root):
    """For each written chapter a word of its lesson of which the book has no other form: (word, page)."""
    lessons = {file.parent.name + ".html": file for file in sorted(root.glob("chapters/[0-9]*-*/lesson.md"))}
    whole = {file: file.read_text(encoding="utf-8").lower()
             for pattern in ("chapters/*/lesson.md", "exercises/*/*/README.md", "exercises/*/*/exercise.json", "book/*/*.md", "book/*/*.json")
             for file in root.glob(pattern)}
    found = []
    for page, lesson in lessons.items():
        words = re.findall(r"(?<![\w-])[a-z]{7,}(?![\w-])", prose_of(lesson))
        others = " ".join(text for file, text in whole.items() if file != lesson)
        rare = [word for word in words if word[:4] not in others and whole[lesson].count(word[:4]) == 1]
        found += [(max(rare, key=len), page)] if rare else []
    return found


# The last heading before a word in the page's text, or the empty string.
SECTION_OF_WORD = """
const walker = document.createTreeWalker(document.querySelector('.prose'), NodeFilter.SHOW_TEXT);
const sections = [];
while (walker.nextNode()) {
    if (!walker.currentNode.data.toLowerCase().includes(arguments[0])) continue;
    let section = '';
    for (const heading of document.querySelectorAll('.prose :is(h2, h3, h4)[id]')) {
        if (heading.compareDocumentPosition(walker.currentNode) & Node.DOCUMENT_POSITION_FOLLOWING) section = heading.id;
    }
    sections.push(section);
}
return sections;
"""


def check_search(site, source):
    from selenium.webdriver.common.by import By
    from selenium.webdriver.common.keys import Keys
    root, _ = outline_of(site, source)
    words = rare_words(root)
    faults = []
    with browser.window() as driver:
        for word, page in words:
            driver.get((site / "index.html").as_uri())
            driver.find_element(By.TAG_NAME, "body").send_keys("/")
            field = driver.switch_to.active_element
            if field.get_attribute("type") != "search":
                faults.append("the key / does not lead to the search field")
                continue
            if (word, page) == words[0]:
                field.send_keys(word)
            else:  # at once: each key is a search
                driver.execute_script("arguments[0].value = arguments[1]; arguments[0].dispatchEvent(new Event('input'))",
                                      field, word)
            wait_for(driver, "return document.querySelectorAll('.results mark').length > 0")
            marks = [mark.text.lower() for mark in driver.find_elements(By.CSS_SELECTOR, ".results mark")]
            if word not in marks:
                faults.append(f"'{word}' of {page} is not found")
                continue
            field.send_keys(Keys.ARROW_DOWN, Keys.ARROW_UP, Keys.ENTER)
            wait_for(driver, "return location.pathname.endsWith('/' + arguments[0])", page)
            sections = driver.execute_script(SECTION_OF_WORD, word)
            anchor = driver.current_url.partition("#")[2]
            if name_of(driver) != page or anchor not in sections:
                faults.append(f"'{word}' leads to {driver.current_url}, but stands in {page}, sections {sections}")
    return len(words), faults


# Where the first hit of each search leads.
FIRST_HITS = """
const field = document.querySelector('dialog.search input');
return arguments[0].map((query) => {
    field.value = query;
    field.dispatchEvent(new Event('input'));
    return document.querySelector('.results a')?.getAttribute('href') ?? 'nowhere';
});
"""


def check_queries(site, source):
    """What readers type leads where it should, but for one of twenty."""
    from selenium.webdriver.common.by import By
    if outline_of(site, source)[0] != source:
        return 0, []
    lines = (source / "tests" / "book" / "queries.txt").read_text(encoding="utf-8").splitlines()
    wanted = [line.split(maxsplit=1) for line in lines if line and not line.startswith("#")]
    with browser.window() as driver:
        driver.get((site / "index.html").as_uri())
        driver.find_element(By.TAG_NAME, "body").send_keys("/")
        driver.switch_to.active_element.send_keys(wanted[0][1])
        wait_for(driver, "return document.querySelector('.results a') !== null")
        hits = driver.execute_script(FIRST_HITS, [query for _, query in wanted])
    wrong = [f"'{query}' leads to {hit}, not to {place}" for (place, query), hit in zip(wanted, hits)
             if place != (hit if "#" in place else hit.partition("#")[0])]
    return len(wanted), wrong if len(wrong) * 20 > len(wanted) else []


def check_colours(site, _source):
    from selenium.webdriver.common.by import By
    background = "return getComputedStyle(document.body).backgroundColor"
    pages = reading_order(site)[:2]
    faults = []
    with browser.window() as driver:
        driver.get((site / pages[0]).as_uri())
        light = driver.execute_script(background)
        browser.prefer(driver, dark=True)
        driver.refresh()
        dark = driver.execute_script(background)
        if light == dark:
            faults.append("the system's preference for dark is not obeyed")
        browser.prefer(driver, dark=False)
        driver.refresh()
        driver.find_element(By.CSS_SELECTOR, ".colours").click()
        if driver.execute_script(background) != dark:
            faults.append("the button changes nothing")
        driver.get((site / pages[1]).as_uri())
        if driver.execute_script(background) != dark:
            faults.append("the choice is forgotten on the next page")
        driver.find_element(By.CSS_SELECTOR, ".colours").click()
        driver.refresh()
        if driver.execute_script(background) != light:
            faults.append("the choice of light is forgotten")
    return 4, faults


def check_sheet(site, _source):
    """The kernel language is printed on one sheet of A4, with some room for wider type than this machine has."""
    page = site / "kernel-language.html"
    if not page.exists():
        return 0, []
    with browser.window() as driver:
        driver.get(page.as_uri())
        paper = base64.b64decode(driver.execute_cdp_cmd("Page.printToPDF", {"preferCSSPageSize": True})["data"])
        sheets = len(re.findall(rb"/Type\s*/Page[^s]", paper))
        # On paper the text is as wide and as high as the sheet without its margins of 8 mm.
        width, height = (round((side - 16) / 25.4 * 96) for side in (210, 297))
        browser.resize(driver, width, height)
        driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
        used = driver.execute_script("return document.querySelector('.sheet').getBoundingClientRect().height") / height
    faults = [] if sheets == 1 else [f"{page.name} takes {sheets} sheets: take rows out, or set it smaller in 9-print.css"]
    return 1, faults + ([] if used < 0.95 else [f"the sheet is {used:.0%} full: with another font it may not fit"])


# By step the languages that are seen.
SEEN_LANGUAGES = """
return [...document.querySelectorAll('.rosetta')].map((step) =>
    [...step.querySelectorAll('.in-language')].filter((column) => column.offsetParent).map((column) => column.dataset.language));
"""


def check_languages(site, _source):
    """A program in several languages: OpenCL C and the chosen one are seen, on the next such page as well, and on paper all of them."""
    from selenium.webdriver.common.by import By
    pages = sorted(site.glob("rosetta-*.html"))
    if not pages:
        return 0, []
    faults = []

    def expect(page, seen, languages):
        if not seen or any(step != languages for step in seen):
            faults.append(f"{page.name}: there should be {languages}, and there are {seen}")

    with browser.window() as driver:
        driver.get(pages[0].as_uri())
        expect(pages[0], driver.execute_script(SEEN_LANGUAGES), ["opencl", "cuda"])
        driver.find_element(By.CSS_SELECTOR, ".rosetta-switch [data-language=wgsl]").click()
        for page in pages:
            driver.get(page.as_uri())
            expect(page, driver.execute_script(SEEN_LANGUAGES), ["opencl", "wgsl"])
        driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
        expect(pages[-1], driver.execute_script(SEEN_LANGUAGES), ["opencl", "cuda", "hip", "triton", "wgsl", "glsl"])
    return 2 + len(pages), faults
