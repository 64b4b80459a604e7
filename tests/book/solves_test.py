"""Exercises solved, kernels counted and the first page run with nothing installed, in a browser, from files: solves_test.py SITE SOURCE TOOL

Exercises of four chapters are found unsolved, failed and solved; a loop without an end is told and stopped; chapter 12 is counted; what was done is saved
as a file, taken over by a clone, and loaded by another browser. Nothing may be asked of a network, and nothing of an engine before it is needed."""

import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time

import browser
from runs_test import SKIPPED, WAIT_SECONDS, Page

BENCH = """const bench = document.querySelector('.live-bench');
const mirror = bench?.querySelector('.CodeMirror')?.CodeMirror;
const area = bench?.querySelector('textarea.live-area');
"""
SOLVED = {"03-first-kernel/1-square": "square.cl", "12-coalescing/2-particles": "particles.cl", "13-local-memory/2-swizzle": "totals.cl",
          "20-transpose/1-guard": "transpose.cl"}


def write(page, text):
    page.see("the editor is there", BENCH + "return Boolean(mirror ?? area)")
    page.driver.execute_script(BENCH + """
        if (mirror) mirror.setValue(arguments[0]);
        else { area.value = arguments[0]; area.dispatchEvent(new Event('input')); }""", text)


def verdict(page, sentence, words):
    page.see(sentence, f"return document.querySelector('.live-exercise .live-verdict')?.innerText.includes({json.dumps(words)})")


def stages(page):
    return page.driver.execute_script("""return [...document.querySelectorAll('.live-stage')].map((one) =>
        [one.querySelector('b').textContent.slice(2), one.classList[1], one.querySelector('pre')?.textContent ?? ''])""")


def open_exercise(page, site, exercise):
    page.driver.get((site / (exercise.replace("/", "-") + ".html")).as_uri())
    page.see(f"{exercise} can be solved in its page", "return Boolean(document.querySelector('.live-exercise .live-bench'))")


def ended(page):
    page.see("the check ends", "return Boolean(document.querySelector('.live-exercise .live-running')) && "
             "![...document.querySelectorAll('.live-exercise .live-running button')].length")


def check_exercises(page, site, source):
    slowest = 0
    for exercise, file in SOLVED.items():
        open_exercise(page, site, exercise)
        page.wants("a module was loaded before it was needed", not page.driver.execute_script("return Boolean(window.lockstepModules)"))
        page.press("Check", ".live-exercise")
        verdict(page, "what was handed out fails, and is known", "still as it was handed out")
        solution = (source / "solutions" / exercise / file).read_text(encoding="utf8")
        write(page, solution)
        since = time.monotonic()
        page.press("Check", ".live-exercise")
        verdict(page, f"{exercise} is solved", "Solved.")
        slowest = max(slowest, time.monotonic() - since)
        page.wants(f"{exercise}: not all stages passed: {stages(page)}", all(status == "passed" for _, status, _ in stages(page)))
        page.see("the contents mark it", "return Boolean(document.querySelector('.sidebar .progress-mark.solved'))")
        page.press("Solution", ".live-exercise")
        page.see("the book's solution is shown", "return Boolean(document.querySelector('.live-shown .live-difference'))")
    return slowest


def check_failures(page, site, source):
    exercise, file = next(iter(SOLVED.items()))
    solution = (source / "solutions" / exercise / file).read_text(encoding="utf8")
    open_exercise(page, site, exercise)
    write(page, solution + "kernel void broken( {}\n")
    page.press("Check", ".live-exercise")
    ended(page)
    page.wants(f"a kernel that does not build is not told: {stages(page)}", stages(page)[0][:2] == ["builds", "failed"] and "square.cl:" in stages(page)[0][2])
    write(page, solution.replace("{", "{ for (volatile int k = 0; k < 2; ) k = k * 0;", 1))
    page.press("Check", ".live-exercise")
    verdict(page, "a loop without an end is told", "Think of this first")
    page.press("Check", ".live-exercise")
    time.sleep(1)
    page.press("Stop", ".live-exercise")
    page.see("a check is stopped", "return document.querySelector('.live-exercise .live-running')?.textContent.includes('Stopped.')")
    page.press("Put back", ".live-exercise")


def check_hints(page, site):
    page.driver.get((site / "03-first-kernel-2-saxpy.html").as_uri())
    shown = "return [...document.querySelectorAll('details.hint')].filter((one) => !one.hidden).length"
    page.see("one hint is offered", shown + " === 1")
    page.driver.execute_script("document.querySelector('details.hint').open = true")
    page.see("the next is offered behind it", shown + " === 2")
    page.press("Solution", ".live-exercise")
    page.press("Show it all the same", ".live-exercise")
    page.see("who gives up sees the solution", "return Boolean(document.querySelector('.live-shown .live-difference'))")


def check_counts(page, site):
    page.driver.get((site / "12-coalescing.html").as_uri())
    page.press("Edit chapters/12-coalescing/coalescing.cl")
    page.press("Count", ".live-bench .live-actions")
    page.see("lines are counted", "return document.querySelectorAll('.live-counts .live-table tbody tr').length > 0")
    page.driver.execute_script("document.querySelector('.live-counts .live-link:not([disabled])').click()")
    page.see("a request is drawn", "return Boolean(document.querySelector('.live-request svg'))")
    open_exercise(page, site, "12-coalescing/2-particles")
    page.press("Count", ".live-exercise")
    page.see("an exercise's tests are counted", "return document.querySelectorAll('.live-counts .live-table tbody tr').length > 0")
    page.press("Put back", ".live-exercise")
    page.press("Count", ".live-exercise")
    page.see("the next count is compared with it", "return Boolean([...document.querySelectorAll('.live-counts caption')].find((one) => one.textContent.includes('Since the last count')))")


def check_first_page(page, site):
    page.driver.get((site / "index.html").as_uri())
    browser.requested(page.driver)
    page.press("Run", ".first")
    page.see("the first kernel draws", "return document.querySelector('.first-picture').textContent.includes('@')")
    before = page.driver.execute_script("return document.querySelector('.first-picture').textContent")
    page.press("4 * (x ^ y)", ".first")
    page.see("another line draws another picture", f"return document.querySelector('.first-picture').textContent !== {json.dumps(before)}")
    page.driver.execute_script("""const area = document.querySelector('.first-kernel');
        area.value = area.value.replace(';', ''); area.dispatchEvent(new Event('input'));""")
    page.see("a mistake is told", "return document.querySelector('.first-told').textContent.includes('error')")


def clone_of(source, folder):
    for part in ("chapters/03-first-kernel", "exercises/03-first-kernel"):
        shutil.copytree(source / part, folder / part)
    shutil.copytree(source / "exercises/03-first-kernel", folder / ".stubs/03-first-kernel")
    return folder


def check_carrying(page, site, source, tool, folder):
    driver = page.driver
    driver.execute_cdp_cmd("Browser.setDownloadBehavior", {"behavior": "allow", "downloadPath": str(folder)})
    open_exercise(page, site, "03-first-kernel/1-square")
    solution = (source / "solutions/03-first-kernel/1-square/square.cl").read_text(encoding="utf8")
    write(page, solution)
    page.press("Check", ".live-exercise")
    verdict(page, "it is solved once more", "Solved.")
    driver.execute_script("document.querySelector('.live-work').open = true")
    page.press("Save as a file", ".live-work")
    saved = folder / "lockstep-work.json"
    end = time.monotonic() + WAIT_SECONDS
    while not saved.exists() and time.monotonic() < end:
        time.sleep(0.05)
    clone = clone_of(source, folder / "clone")
    taken = subprocess.run([tool, "import", str(saved)], env={**os.environ, "LOCKSTEP_SOURCE_DIR": str(clone)}, capture_output=True, text=True, check=False)
    page.wants(f"a clone takes it over: {taken.stdout}{taken.stderr}", taken.returncode == 0)
    page.wants("the text is in the clone", (clone / "exercises/03-first-kernel/1-square/square.cl").read_text(encoding="utf8") == solution)
    page.wants("the clone knows that it is solved", '"solved": true' in (clone / ".lockstep/progress.json").read_text(encoding="utf8"))

    driver.execute_script("localStorage.clear()")
    driver.get((site / "03-first-kernel-1-square.html").as_uri())
    cut = folder / "cut.json"
    cut.write_text(saved.read_text(encoding="utf8")[:-200], encoding="utf8")
    page.see("the page has a place for it", "document.querySelector('.live-work').open = true; return Boolean(document.querySelector('.live-work input'))")
    for file, sentence, words in ((cut, "a file that is cut is refused", "Nothing was changed"), (saved, "a whole one is loaded", "came from the file")):
        driver.find_element("css selector", ".live-work input").send_keys(str(file))
        page.see(sentence, f"return document.querySelector('.live-work').innerText.includes({json.dumps(words)})")
    page.see("the text is in the editor", BENCH + f"return (mirror ? mirror.getValue() : area.value) === {json.dumps(solution)}")


def main():
    site, source, tool = (pathlib.Path(one).resolve() for one in sys.argv[1:4])
    try:
        with browser.window() as driver, tempfile.TemporaryDirectory() as folder:
            page = Page(driver)
            check_first_page(page, site)
            slowest = check_exercises(page, site, source)
            check_failures(page, site, source)
            check_hints(page, site)
            check_counts(page, site)
            check_carrying(page, site, source, tool, pathlib.Path(folder))
            asked = browser.requested(driver)
            page.wants(f"a network is asked: {asked}", all(url.startswith(("file:", "blob:", "data:")) for url in asked))
            logged = [entry["message"] for entry in driver.get_log("browser") if entry["level"] == "SEVERE"]
            page.wants(f"the console says: {logged[:3]}", not logged)
    except browser.Missing as missing:
        print(f"Skipped: {missing}")
        return SKIPPED
    for fault in page.faults:
        print(fault)
    print(f"the slowest verdict took {slowest:.1f} s")
    print(f"{page.checked} checked, {len(page.faults)} wrong")
    return 1 if page.faults else 0


if __name__ == "__main__":
    sys.exit(main())
