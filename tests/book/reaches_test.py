"""Everybody can work in a page: reaches_test.py SITE SOURCE

An exercise is solved by the keyboard alone; all that can be pressed has a name for who does not see it; on a phone, in dark and in light, nothing is
cut off or faint; and a server's strict policy, under which no text becomes code, forbids nothing that a page does."""

import json
import pathlib
import sys

import browser
from page_subjects import FAINT, OVERFLOWING, wait_for_formulas
from runs_test import KERNEL, SKIPPED, Page, served
from solves_test import ended, open_exercise, stages, verdict, write

EXERCISE = "03-first-kernel/1-square"
STRICT = ("default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self' blob:; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; "
          "font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'")
FOCUS = """const at = document.activeElement;
return (at.closest('.live-bench') && at.matches('textarea') ? 'editor' : '') + (at.getAttribute('aria-label') ?? at.textContent ?? '').trim()"""
PHONE = 390
PRESSED = {"button", "link", "textbox", "combobox", "checkbox", "DisclosureTriangle", "img", "image", "graphics-document"}


def tab_to(page, keys, words, sentence):
    """Presses Tab until the focus is on what begins with these words, as somebody without a mouse would."""
    for _ in range(80):
        page.driver.switch_to.active_element.send_keys(keys.TAB)
        if page.driver.execute_script(FOCUS).startswith(words):
            break
    page.wants(f"{sentence}: the focus is on '{page.driver.execute_script(FOCUS)}'", page.driver.execute_script(FOCUS).startswith(words))


def check_keys(page, site, solution):
    from selenium.webdriver.common.action_chains import ActionChains
    from selenium.webdriver.common.keys import Keys
    driver = page.driver
    open_exercise(page, site, EXERCISE)
    driver.execute_script("document.querySelector('#main').tabIndex = -1; document.querySelector('#main').focus()") # as the link to the text does
    tab_to(page, Keys, "editor", "the editor is reached by keys")
    ActionChains(driver).key_down(Keys.CONTROL).send_keys("a").key_up(Keys.CONTROL).send_keys(Keys.DELETE).perform()
    # As a single paste, because an editor closes brackets that are typed.
    driver.execute_cdp_cmd("Input.insertText", {"text": solution})
    ActionChains(driver).key_down(Keys.CONTROL).send_keys(Keys.ENTER).key_up(Keys.CONTROL).perform()
    verdict(page, "Ctrl-Enter checks it", "Solved.")
    page.wants("the focus has left the editor", driver.execute_script(FOCUS).startswith("editor"))
    ActionChains(driver).send_keys(Keys.ESCAPE).perform()
    tab_to(page, Keys, "Check", "Escape and Tab lead out of the editor, to Check")
    driver.switch_to.active_element.send_keys(Keys.ENTER)
    ended(page)
    tab_to(page, Keys, "Solution", "and on to Solution")
    driver.switch_to.active_element.send_keys(" ")
    page.see("which opens by a key", "return Boolean(document.querySelector('.live-shown .live-difference'))")
    page.wants("where the focus is cannot be seen", driver.execute_script(
        "const style = getComputedStyle(document.activeElement); return style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 1"))


def nameless(driver):
    """What can be pressed or is a picture and has no name, in the words of what a screen reader is given."""
    nodes = driver.execute_cdp_cmd("Accessibility.getFullAXTree", {})["nodes"]
    asked = [node for node in nodes if not node["ignored"] and node["role"]["value"] in PRESSED]
    return len(asked), [node["role"]["value"] for node in asked if not node.get("name", {}).get("value", "").strip()]


def check_looks(page, what):
    driver = page.driver
    count, unnamed = nameless(driver)
    page.wants(f"{what}: {len(unnamed)} of {count} have no name: {unnamed[:5]}", count > 5 and not unnamed)
    spoken = driver.execute_script("return document.querySelector('.live-hidden[role=status]')?.textContent ?? ''")
    page.wants(f"{what}: nobody is told how it ended", spoken != "")
    for dark in (False, True):
        driver.execute_script("document.documentElement.classList.toggle('dark-mode', arguments[0]);"
                              "document.documentElement.classList.toggle('light-mode', !arguments[0])", dark)
        faint = [fault for fault in driver.execute_script(FAINT) if "CodeMirror-line" not in fault]
        page.wants(f"{what}, {'dark' if dark else 'light'}: {faint[:4]}", not faint)
    wide = [fault for fault in driver.execute_script(OVERFLOWING, PHONE) if "launches together" not in fault]  # a count's table, in its box
    page.wants(f"{what}: {wide}", not wide)
    small = driver.execute_script("""return [...document.querySelectorAll('.live-bench button, .live-exercise button, .live-work button, .live-go')]
        .filter((one) => !one.matches('.live-heat-mark')) // the table below has the same, larger
        .map((one) => [one.textContent, one.getBoundingClientRect()]).filter(([, box]) => box.height > 0 && (box.height < 24 || box.width < 24))
        .map(([text, box]) => `${text} ${Math.round(box.width)} x ${Math.round(box.height)}`)""")
    page.wants(f"{what}: too small for a finger: {small[:5]}", not small)


def check_phone(page, site, solution):
    driver = page.driver
    browser.resize(driver, PHONE, 844, phone=True)
    driver.execute_script("localStorage.clear()")
    driver.get((site / "03-first-kernel.html").as_uri())
    driver.execute_script("const style = document.createElement('style'); style.textContent = '* { transition: none !important; }'; document.head.append(style)")
    page.press("Run " + KERNEL)
    page.ends("Ended after", "a phone runs chapter 3")
    check_looks(page, "a run")
    open_exercise(page, site, EXERCISE)
    page.press("Check", ".live-exercise")
    ended(page)
    check_looks(page, "a verdict that fails")
    write(page, solution)
    page.press("Check", ".live-exercise")
    verdict(page, "a phone solves", "Solved.")
    page.press("Count", ".live-exercise")
    page.see("a phone counts", "return document.querySelectorAll('.live-counts .live-table tbody tr').length > 0")
    driver.execute_script("document.querySelector('.live-counts .live-link:not([disabled])').click()")
    page.see("and draws a request", "return Boolean(document.querySelector('.live-request svg'))")
    check_looks(page, "a count")
    driver.get((site / "index.html").as_uri())
    page.press("Run", ".first")
    page.see("the first kernel draws", "return document.querySelector('.first-picture').textContent.includes('@')")
    check_looks(page, "the first page")
    browser.resize(driver, 1280, 900)


def check_strict(page, site, solution):
    driver = page.driver
    driver.get_log("browser")
    with served(site, policy=STRICT) as address:
        driver.get(address + "03-first-kernel.html")
        page.press("Run " + KERNEL)
        page.prints("wrong elements: 0 of 1000000", "a kernel runs under a strict policy")
        driver.get(address + EXERCISE.replace("/", "-") + ".html")
        write(page, solution)
        page.press("Check", ".live-exercise")
        verdict(page, "an exercise is solved under it", "Solved.")
        page.wants(f"not all stages passed: {stages(page)}", all(status == "passed" for _, status, _ in stages(page)))
        driver.get(address + "12-coalescing.html")
        page.see("colours are set", "return document.documentElement.matches('.dark-mode, .light-mode')")
        driver.get(address + "04-ndrange.html")
        wait_for_formulas(driver)
        page.wants("formulas are not set", driver.execute_script("return document.querySelectorAll('.MathJax_SVG svg').length > 0"))
        logged = [entry["message"] for entry in driver.get_log("browser") if entry["level"] == "SEVERE"]
        page.wants(f"the console says: {json.dumps(logged[:3])}", not logged)


def main():
    site, source = (pathlib.Path(one).resolve() for one in sys.argv[1:3])
    solution = (source / "solutions" / EXERCISE / "square.cl").read_text(encoding="utf8")
    try:
        with browser.window() as driver:
            page = Page(driver)
            check_keys(page, site, solution)
            check_phone(page, site, solution)
            check_strict(page, site, solution)
    except browser.Missing as missing:
        print(f"Skipped: {missing}")
        return SKIPPED
    for fault in page.faults:
        print(fault)
    print(f"{page.checked} checked, {len(page.faults)} wrong")
    return 1 if page.faults else 0


if __name__ == "__main__":
    sys.exit(main())
