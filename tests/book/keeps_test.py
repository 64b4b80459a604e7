"""What a reader types is theirs: keeps_test.py SITE SOURCE

Two tabs with one exercise, a browser without room and one that keeps nothing; and a book from a plain server that is read, run and solved when the
server is gone."""

import json
import pathlib
import sys

import browser
from runs_test import KERNEL, SKIPPED, Page, served
from solves_test import open_exercise, verdict, write

EXERCISE = "03-first-kernel/1-square"
TEXT = "return (document.querySelector('.live-bench .CodeMirror')?.CodeMirror.getValue() ?? document.querySelector('.live-bench textarea.live-area')?.value)"
STATE = "return document.querySelector('.live-bench .live-state')?.textContent"
LEAVING = "const leaving = new Event('beforeunload', {cancelable: true}); dispatchEvent(leaving); return leaving.defaultPrevented"


def holds(page, text, sentence):
    page.see(sentence, TEXT + f" === {json.dumps(text)}")


def says(page, words, sentence):
    page.see(sentence, STATE + f".includes({json.dumps(words)})")


def check_two_tabs(page, site, solution):
    driver = page.driver
    open_exercise(page, site, EXERCISE)
    first = driver.current_window_handle
    driver.switch_to.new_window("tab")
    second = driver.current_window_handle
    open_exercise(page, site, EXERCISE)
    write(page, solution)
    says(page, "saved", "what is typed in a tab is saved")
    driver.switch_to.window(first)
    holds(page, solution, "the other tab has it")

    write(page, solution + "// first\n")
    driver.execute_script("window.localStorage.setItem(arguments[0], arguments[1])",
                          f"lockstep-text:exercises/{EXERCISE}/square.cl", solution + "// second\n")
    page.press("Check", ".live-exercise")
    page.see("of two texts the reader chooses", "return Boolean(document.querySelector('.live-conflict[role=alert]'))")
    holds(page, solution + "// first\n", "nothing is lost meanwhile")
    page.press("Mine, from this page", ".live-conflict")
    driver.switch_to.window(second)
    holds(page, solution + "// first\n", "the one that was chosen is everywhere")

    # One tab solves another exercise while this one checks.
    driver.execute_script("""const worker = Worker;
        window.Worker = function (address) {
            localStorage.setItem('lockstep-progress', JSON.stringify({exercises: {'04-ndrange/3-grades': {solved: true, hints: 1}}}));
            return new worker(address);
        };""")
    page.press("Check", ".live-exercise")
    verdict(page, "it is solved", "Solved.")
    solved = json.loads(driver.execute_script("return localStorage.getItem('lockstep-progress')"))["exercises"]
    page.wants(f"what another tab solved meanwhile is lost: {solved}",
               all(solved.get(one, {}).get("solved") for one in (EXERCISE, "04-ndrange/3-grades")))
    driver.close()
    driver.switch_to.window(first)
    page.see("the other tab marks it, too", "return Boolean(document.querySelector('.sidebar .progress-mark.solved'))")


def check_no_room(page, site, solution):
    driver = page.driver
    open_exercise(page, site, EXERCISE)
    page.wants("a page whose work is kept does not let go", not driver.execute_script(LEAVING))
    driver.execute_script("""let piece = 'x'.repeat(1 << 20);
        for (let at = 0; piece.length > 0; ++at) {
            try { localStorage.setItem('full' + at, piece); } catch (error) { piece = piece.slice(0, piece.length >> 1); }
        }""")
    mine = solution + "// " + "more than there is room for " * 40 + "\n"
    write(page, mine)
    says(page, "in this page alone", "the editor says that its text is not kept")
    page.see("and the page why", "return document.querySelector('.live-work[open] .live-trouble')?.textContent.includes('no more room')")
    page.wants("the page is left without a question", driver.execute_script(LEAVING))
    page.press("Check", ".live-exercise")
    verdict(page, "what is judged is what was typed", "Solved.")
    carried = driver.execute_async_script("""const done = arguments[0];
        URL.createObjectURL = (blob) => { blob.text().then(done); return '#'; };
        [...document.querySelectorAll('.live-work button')].find((one) => one.textContent === 'Save as a file').click();""")
    page.wants("the file that is saved has not the last text", json.loads(carried)["texts"].get(f"exercises/{EXERCISE}/square.cl") == mine)
    driver.execute_script("localStorage.clear()")


def check_nothing_kept(page, site, solution):
    """As in a private window, or where a reader forbids it: asking is refused."""
    driver = page.driver
    forbidden = driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source":
        "Object.defineProperty(window, 'localStorage', {get() { throw new DOMException('It is forbidden.', 'SecurityError'); }})"})
    open_exercise(page, site, EXERCISE)
    page.see("a page that nothing keeps says so", "return document.querySelector('.live-work[open] .live-trouble')?.textContent.includes('private windows')")
    write(page, solution)
    says(page, "in this page alone", "the editor says it, too")
    page.press("Check", ".live-exercise")
    verdict(page, "an exercise is solved all the same", "Solved.")
    page.press("Put back", ".live-exercise")
    page.see("the book's text is back", TEXT + f" !== {json.dumps(solution)}")
    driver.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", forbidden)


def runs_chapter_3(page, address):
    page.driver.get(address + "03-first-kernel.html")
    page.press("Run " + KERNEL)
    page.prints("wrong elements: 0 of 1000000", "chapter 3 runs")


def check_without_network(page, site, solution):
    driver = page.driver
    with served(site) as address:
        runs_chapter_3(page, address)
        page.see("the page says that it is kept", "return document.querySelector('.live-offline')?.textContent.includes('without a network')")
        page.see("and so is what ran it", "return caches.match(new URL('run/pocket.js', location.href)).then(Boolean)")
    driver.get("about:blank")
    runs_chapter_3(page, address)
    driver.get(address + "12-coalescing.html")
    page.see("what is not kept says so", "return document.body.textContent.includes('not kept here')")
    with served(site, port=int(address.split(":")[2].strip("/"))):
        driver.get(address + "03-first-kernel.html")
        page.press("Keep the whole book", ".live-offline")
        page.see("the whole book is kept", "return document.querySelector('.live-offline').textContent.includes('The whole book is kept')")
    driver.get(address + "12-coalescing-2-particles.html")
    write(page, solution)
    page.press("Check", ".live-exercise")
    verdict(page, "without a network an exercise is solved that was never opened", "Solved.")


def main():
    site, source = (pathlib.Path(one).resolve() for one in sys.argv[1:3])
    solution = (source / "solutions" / EXERCISE / "square.cl").read_text(encoding="utf8")
    try:
        with browser.window() as driver:
            page = Page(driver)
            check_two_tabs(page, site, solution)
            check_no_room(page, site, solution)
            check_nothing_kept(page, site, solution)
            check_without_network(page, site, (source / "solutions/12-coalescing/2-particles/particles.cl").read_text(encoding="utf8"))
    except browser.Missing as missing:
        print(f"Skipped: {missing}")
        return SKIPPED
    for fault in page.faults:
        print(fault)
    print(f"{page.checked} checked, {len(page.faults)} wrong")
    return 1 if page.faults else 0


if __name__ == "__main__":
    sys.exit(main())
