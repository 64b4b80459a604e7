"""What only a browser can tell of the lens's page: browser_test.py SUBJECT PAGE FOLDER-OF-THE-BOOK'S-TESTS"""

import json
import pathlib
import re
import sys

sys.path.insert(0, sys.argv[3])
import browser  # noqa: E402
from page_subjects import FAINT  # noqa: E402

SKIPPED = 77
PAGE = pathlib.Path(sys.argv[2]).resolve().as_uri()


class Wrong(Exception):
    """A fact that does not hold."""


def expect(true, what):
    if not true:
        raise Wrong(what)


def text(driver, selector):
    return driver.execute_script("return document.querySelector(arguments[0])?.innerText ?? ''", selector)


def figures_of(driver):
    return driver.execute_script("return [...document.querySelectorAll('.picture text')].map(t => t.textContent).join(' ')")


def opened(driver):
    browser.requested(driver)
    driver.get(PAGE)
    expect(driver.execute_script("return !document.querySelector('main').hidden"), "the page stays empty")


def check_offline():
    with browser.window() as driver:
        opened(driver)
        asked = [url for url in browser.requested(driver) if url != PAGE and not url.startswith("data:")]
        expect(not asked, f"the page asks for {asked}")
        said = [entry["message"] for entry in driver.get_log("browser")]
        expect(not said, f"the console says {said}")
        expect("</script><script>alert('no')</script> & <b>bold</b>" in text(driver, "#line-1"),
               "the source is not shown as it is")
        expect(driver.execute_script("return document.querySelector('#line-1 b') === null"), "the source became markup")


def check_profiles():
    with browser.window() as driver:
        opened(driver)
        expect("sub-groups of 32" in text(driver, ".basis") and "checked by a GPU's counters" in text(driver, ".basis"),
               "the first profile's basis is missing")
        expect(" 512 " in text(driver, ".summary").replace("\t", " "), "the first profile's figures are missing")
        before = figures_of(driver)
        driver.execute_script("document.querySelectorAll('.profiles input')[1].click()")
        expect("sub-groups of 64" in text(driver, ".basis"), "the second profile's sub-group is not shown")
        expect("modelled from documents" in text(driver, ".basis"), "that the second profile is modelled is not said")
        expect("assumed: that" in text(driver, ".basis"), "what the second profile assumes is not said")
        expect(" 256 " in text(driver, ".summary").replace("\t", " "), "the second profile's sectors are not shown")
        expect(figures_of(driver) not in ("", before), "the picture does not follow the profile")


def check_lines():
    with browser.window() as driver:
        opened(driver)
        expect("Line 7" in text(driver, ".detail"), "the costliest line is not chosen first")
        expect("8×" in text(driver, "#line-7 .marks"), "line 7 does not say how many times too much")
        expect("1,024 bytes used" in figures_of(driver), "the picture of line 7 is missing")
        driver.execute_script("document.querySelector('#line-6').click()")
        expect("branch" in text(driver, ".detail"), "line 6 does not show its branches")
        driver.execute_script("document.querySelector('#line-4').click()")
        expect("Line 6" in text(driver, ".detail"), "a line without counts can be chosen")
        driver.execute_script("document.querySelector('.findings button').click()")
        expect("Line 7" in text(driver, ".detail"), "a finding does not lead to its line")


def check_files():
    with browser.window() as driver:
        from selenium.webdriver.common.by import By
        from selenium.webdriver.support.ui import Select
        opened(driver)
        select = Select(driver.find_element(By.TAG_NAME, "select"))
        expect(text(driver, ".remarks") == "", "a launch has another one's remarks")
        select.select_by_index(3)
        expect(text(driver, ".remarks").startswith("(of program 2 of the 2"), "the remarks are not told")
        expect(text(driver, "#line-8 .marks") == "", "a line of the program's text has the counts of another file's")
        expect("atomic_inc" in text(driver, "#line-1-8 .text"), "the other file's line is not listed")
        driver.execute_script("document.querySelector('#line-1-8').click()")
        expect(text(driver, ".detail h2") == "Line 8 of counts.h", "the chosen line does not name its file")
        expect("line 8 of counts.h: " in text(driver, ".findings"), "the finding does not name its line's file")
        expect("global atomic" in text(driver, ".detail"), "the other file's line has no counts")
        driver.find_element(By.CSS_SELECTOR, ".lines").send_keys("\ue013")
        expect(text(driver, ".detail h2") == "Line 7", "the arrow keys do not lead back to the program's text")
        expect(not driver.get_log("browser"), "the console speaks")


def check_keys():
    with browser.window() as driver:
        from selenium.webdriver.common.by import By
        from selenium.webdriver.common.keys import Keys
        opened(driver)
        source = driver.find_element(By.CSS_SELECTOR, ".lines")
        source.send_keys(Keys.ARROW_UP)
        expect("Line 6" in text(driver, ".detail"), "the up arrow does not go to the line before")
        expect(source.get_attribute("aria-activedescendant") == "line-6", "the active line is not announced")
        source.send_keys(Keys.ARROW_UP)
        expect("Line 6" in text(driver, ".detail"), "the up arrow leaves the first line")
        source.send_keys(Keys.END, Keys.ENTER)
        expect("Line 7" in text(driver, ".detail"), "End does not go to the last line")
        expect(driver.switch_to.active_element.get_attribute("class") == "detail", "Enter does not lead to the picture")


def check_launches():
    with browser.window() as driver:
        from selenium.webdriver.common.by import By
        from selenium.webdriver.support.ui import Select
        opened(driver)
        select = Select(driver.find_element(By.TAG_NAME, "select"))
        names = [option.text for option in select.options]
        expect(len(names) == 5 and names[1].startswith("transpose_naive · launch 2 · 128 × 128"), f"the launches are {names}")
        select.select_by_index(2)
        expect("32 passes where 1 would do" in figures_of(driver), "the bank conflict is not drawn")
        expect("local memory\n4,096 bytes a work-group" in text(driver, ".facts"), "the local memory is not told")
        select.select_by_index(3)
        expect(driver.execute_script("return document.querySelector('#line-4 .marks .level-3').innerText") == "128 divergent",
               "a branch that always parts its sub-groups looks calm")
        select.select_by_index(2)
        driver.execute_script("document.querySelectorAll('.profiles input')[1].click()")
        expect("transpose_tiled" in select.first_selected_option.text, "the launch changes with the profile")
        select.select_by_index(3)
        expect("atomics" in text(driver, ".summary"), "the atomics are not told")
        expect("estimate\nfrom 4 of 16 work-groups" in text(driver, ".facts"), "the sampling is not told")
        expect("active" in text(driver, "#line-4 .marks"), "idle work-items are not marked")
        expect(not driver.get_log("browser"), "the console speaks")


def check_images():
    with browser.window() as driver:
        from selenium.webdriver.common.by import By
        from selenium.webdriver.support.ui import Select
        opened(driver)
        Select(driver.find_element(By.TAG_NAME, "select")).select_by_index(4)
        rows = text(driver, ".summary").replace("\t", " ")
        expect("image read 128 65,536 65,536" in rows, f"the reads are not told: {rows}")
        expect("image write 128 16,384" in rows, f"the writes are not told: {rows}")
        detail = text(driver, ".detail")
        for part in ("image read", "image write", "Bytes asked for\n65,536", "Distinct in each request\n16,384", "an order of its own"):
            expect(part in detail, f"{part} is missing: {detail}")
        expect(text(driver, "#line-6 .marks") == "", "a cost is marked that nobody knows")
        expect(not driver.get_log("browser"), "the console speaks")


STATEMENTS = """
    const joined = (nodes) => [...nodes].map((n) => n.innerText.replace(/\\s+/g, ' ').trim()).filter((t) => t).join(' ');
    const rows = [...document.querySelectorAll('.summary tr')].map((r) => joined(r.cells));
    rows.push(...[...document.querySelectorAll('.summary .facts > div')].map((d) => joined(d.children)));
    const advice = [];
    for (const row of document.querySelectorAll('.lines .counted')) {
        row.click();
        for (const cells of document.querySelectorAll('.detail .cells')) {
            rows.push((cells.classList.contains('marked') ? '! ' : '') + joined([cells.previousElementSibling, ...cells.children]));
        }
        advice.push(...[...document.querySelectorAll('.detail .advice, .detail .note')].map((a) => a.innerText));
    }
    advice.push(...[...document.querySelectorAll('.findings .whole span')].map((a) => a.innerText));
    return {rows: rows, advice: advice.join(' '), verdict: document.querySelector('.verdict').innerText, source: document.querySelector('.lines').innerText,
            basis: document.querySelector('.basis').innerText, files: [...document.querySelectorAll('.lines .file')].map((f) => f.innerText),
            remarks: document.querySelector('.remarks').innerText.replace(/\\s+/g, ' ')};"""


def compare(page, terminal, kernel):
    """Every figure, label and sentence of the terminal stands on the page, and of the page's none is its own."""
    lines = [re.sub(r"\s+", " ", line).strip() for line in terminal.splitlines()]
    lines = lines[lines.index("") + 1:]  # the verdict of the launch alone
    head = lines.index("")
    for line in re.split("; | (?=sub-groups|loads and|modelled|assumed|counts are)", " ".join(lines[:head])):
        expect(line in page["basis"], f"{kernel}: the page does not say '{line}'")
    stated = [row for row in page["rows"] if not row.startswith(("NDRange ", "work-groups of ", "launches "))]
    source = page["source"].replace("\n", " ")
    for line in filter(None, lines[head + 2:]):
        known = line in stated or line.removeprefix("! ") in page["advice"] or line in page["remarks"] or line in page["files"] or (
            re.match(r"(\d+|-) ", line) and re.sub(r"^\S+ ", "", line).removesuffix("...") in re.sub(r"\s+", " ", source))
        expect(known, f"{kernel}: the page does not say '{line}', but {stated}")
    for row in [*stated, *page["files"]]:
        expect(row in lines, f"{kernel}: the terminal does not say '{row}'")


def check_statements():
    terminal = json.loads(pathlib.Path(sys.argv[2]).with_name("terminal.json").read_text())
    with browser.window() as driver:
        opened(driver)
        for profile in range(2):
            driver.execute_script("document.querySelectorAll('.profiles input')[arguments[0]].click()", profile)
            for launch in range(5):
                driver.execute_script("const s = document.querySelector('select'); s.value = arguments[0];"
                                      "s.dispatchEvent(new Event('change'))", launch)
                page = driver.execute_script(STATEMENTS)
                compare(page, terminal["launches"][5 * profile + launch], f"profile {profile}, launch {launch}")
                verdict = terminal["verdicts"][profile].split("\n\n")[0]
                expect(page["verdict"] == " ".join(verdict.split()), f"profile {profile}: {page['verdict']} is not '{verdict}'")


def check_phone():
    with browser.window(390, 844, phone=True) as driver:
        opened(driver)
        for launch in range(5):
            driver.execute_script("const s = document.querySelector('select'); s.value = arguments[0];"
                                  "s.dispatchEvent(new Event('change'))", launch)
            wide = driver.execute_script("return document.scrollingElement.scrollWidth")
            expect(wide <= 390, f"launch {launch} scrolls sideways: {wide} px")
            out = driver.execute_script(
                "return [...document.querySelectorAll('main *')].filter((e) => !e.closest('svg, .lines, .quoted') && "
                "e.getBoundingClientRect().right > 391).map((e) => e.tagName + '.' + e.className)")
            expect(not out, f"{out} reach beyond the screen")


def check_contrast():
    for dark in (False, True):
        with browser.window(dark=dark) as driver:
            opened(driver)
            for launch in range(5):
                driver.execute_script("const s = document.querySelector('select'); s.value = arguments[0];"
                                      "s.dispatchEvent(new Event('change'))", launch)
                faint = driver.execute_script(FAINT)
                expect(not faint, f"{'dark' if dark else 'light'}: {faint}")


def main():
    try:
        globals()["check_" + sys.argv[1]]()
    except browser.Missing as missing:
        print(f"Skipped: {missing}")
        return SKIPPED
    except Wrong as wrong:
        print(f"{sys.argv[1]}: {wrong}")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
