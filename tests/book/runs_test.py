"""Pages that run with nothing installed, in a browser, from files and from a plain server: runs_test.py SITE

Chapter 3 is read, run, broken, mended and run, made to write outside its buffer and to never end, and stopped; it is read again as it was left,
and without scripts. Chapter 4 makes its pictures, and the fluid of chapter 34 is stirred. Nothing may be asked of a network, and nothing of the engine before it is needed."""

import contextlib
import functools
import http.server
import json
import pathlib
import sys
import threading
import time

import browser

SKIPPED = 77
WAIT_SECONDS = 90  # what is waited for comes, or never does
KERNEL = "chapters/03-first-kernel/first-kernel.cl"
BENCH = f"""const bench = [...document.querySelectorAll('.live-bench')].find((one) => one.getAttribute('aria-label').includes('{KERNEL}'));
const mirror = bench?.querySelector('.CodeMirror')?.CodeMirror;
const area = bench?.querySelector('textarea.live-area');
"""
SHOWN = "return document.querySelector('.live-bench')?.innerText?.slice(-1500) ?? 'no editor'"


class Page:
    def __init__(self, driver):
        self.driver = driver
        self.checked = 0
        self.faults = []

    def see(self, sentence, script):
        """Waits until a script gives something true; a fault otherwise. @return what it gave."""
        self.checked += 1
        end = time.monotonic() + WAIT_SECONDS
        while not (value := self.driver.execute_script(script)):
            if time.monotonic() > end:
                self.faults.append(f"{sentence}: it is not so. The page says: {self.driver.execute_script(SHOWN)}")
                break
            time.sleep(0.02)
        return value

    def press(self, label, within="body"):
        self.see(f"there is a button '{label}'", f"""
            const button = [...document.querySelectorAll({json.dumps(within + ' button')})].find((one) =>
                (one.getAttribute('aria-label') ?? one.textContent).includes({json.dumps(label)}));
            button?.click();
            return Boolean(button);""")

    def text(self):
        return self.driver.execute_script(BENCH + "return mirror ? mirror.getValue() : area.value")

    def write(self, text):
        self.driver.execute_script(BENCH + """
            if (mirror) mirror.setValue(arguments[0]);
            else { area.value = arguments[0]; area.dispatchEvent(new Event('input')); }""", text)

    def run(self, text):
        """Runs the kernel with that text, from the editor's own button."""
        self.write(text)
        self.press("Run", ".live-bench .live-actions")

    def ends(self, word, sentence):
        self.see(sentence, f"return [...document.querySelectorAll('.live-bench .live-running')].some((one) => "
                           f"!one.querySelector('button') && one.textContent.includes({json.dumps(word)}))")

    def prints(self, words, sentence):
        self.see(sentence, f"return document.querySelector('.live-bench .live-lines')?.innerText.includes({json.dumps(words)})")

    def notes(self, words, line, sentence):
        """A message of these words stands at that line: below it in CodeMirror, with its number in a plain editor."""
        self.see(sentence, BENCH + f"""
            if (mirror) return mirror.lineInfo({line - 1}).widgets?.some(({{node}}) => node.textContent.includes({json.dumps(words)}));
            return [...document.querySelectorAll('.live-notes li')].some((one) =>
                one.textContent.startsWith('Line {line}: ') && one.textContent.includes({json.dumps(words)}));""")

    def wants(self, sentence, right):
        self.checked += 1
        if not right:
            self.faults.append(sentence)


def check_chapter_3(page, site):
    driver = page.driver
    address = (site / "03-first-kernel.html").as_uri()
    driver.get(address)
    browser.requested(driver)
    page.see("each listing of the kernel has its buttons", """return [...document.querySelectorAll('.code')].filter((code) =>
        [...code.querySelectorAll('button')].some((one) => one.textContent.includes('Run'))).length >= 2""")
    page.see("nothing is offered that cannot work", "return ![...document.querySelectorAll('button')].some((one) => one.textContent.includes('Measure'))")
    page.wants("the engine was loaded before it was needed", not driver.execute_script("return Boolean(window.lockstepModules)"))

    since = time.monotonic()
    page.press("Run " + KERNEL)
    page.prints("make a context", "the program's first lines come")
    first = time.monotonic() - since
    page.prints("wrong elements: 0 of 1000000", "the program's own output is shown")
    page.ends("Ended after", "the program ends")
    whole = time.monotonic() - since
    book = page.text()

    page.run(book.replace("get_global_id(0);", "get_global_id(0) oops;", 1))
    page.notes("expected ;", 6, "the compiler's message stands at its line")
    page.ends("status 1", "a program that failed says so")
    page.press("Compare", ".live-bench")
    page.see("the comparison shows the change", "return document.querySelector('.live-difference .only-second')?.textContent.includes('oops')")

    page.run(book.replace("sum[i] =", "sum[i + 1] =", 1))
    page.notes("`sum` has 1000000 elements", 7, "what Pocket finds stands at its line")
    page.ends("Ended after", "it ends")

    page.press("Put back", ".live-bench")
    page.see("the book's text is back", BENCH + f"return (mirror ? mirror.getValue() : area.value) === {json.dumps(book)}")
    page.press("Run", ".live-bench .live-actions")
    page.prints("wrong elements: 0 of 1000000", "the mended kernel runs")
    page.ends("Ended after", "it ends again")

    endless = book.replace("get_global_id(0);", "get_global_id(0);\n    for (volatile int k = 0; k < 2; ) k = k * 0;", 1)
    page.run(endless)
    page.prints("find the kernel", "the endless kernel runs")
    ticks = driver.execute_async_script("""const done = arguments[0]; let ticks = 0; const since = performance.now();
        (function tick() { ++ticks; if (performance.now() - since > 500) done(ticks); else setTimeout(tick, 0); })();""")
    page.wants(f"the page stalls while a kernel runs: {ticks} turns in half a second", ticks > 20)
    page.press("Stop", ".live-bench .live-running")
    page.ends("Stopped.", "an endless loop is stopped")

    driver.get(address)
    page.press("Edit " + KERNEL)
    page.see("what was typed is there again", BENCH + f"return (mirror ? mirror.getValue() : area?.value) === {json.dumps(endless)}")
    page.press("Put back", ".live-bench")
    page.press("./lockstep run 03")
    page.see("the command's own button runs the program, too", "return [...document.querySelectorAll('.live-place .live-lines')].some((one) => "
             "one.innerText.includes('wrong elements: 0'))")
    return first, whole


def check_chapter_4(page, site):
    page.driver.get((site / "04-ndrange.html").as_uri())
    page.press("Run chapters/04-ndrange/ndrange.cl")
    page.see("the program's pictures are shown", "return [...document.querySelectorAll('.live-pictures img')].filter((one) => one.naturalWidth > 0).length === 3")
    page.see("what the forward mapping does to a pixel is a race", "return document.querySelector('.live-bench')?.innerText.includes('a race')")


# The palest green of some cells before the cylinder: less where the fluid turns, whichever way.
GREEN = """const {data} = document.querySelector('.stirred').getContext('2d').getImageData(10, 24, 12, 16);
const green = Math.min(...data.filter((_, at) => at % 4 === 1));
"""
MOVE = """const canvas = document.querySelector('.stirred');
const {left, top, width, height} = canvas.getBoundingClientRect();
window.turned = (window.turned ?? 0) + 1;
canvas.dispatchEvent(new PointerEvent('pointermove', {clientX: left + width * 16 / 128, clientY: top + height * (32 + 6 * (-1) ** window.turned) / 64}));
"""


def check_fluid(page, site):
    """The stream flows by itself and does not turn before the cylinder, but where the pointer has been."""
    page.driver.get((site / "34-fluid.html").as_uri())
    page.press("Stir the stream")
    page.see("the stream is shown, with its speed", "return document.querySelector('.stirred-told')?.textContent.includes('frames a second')")
    green = page.driver.execute_script(GREEN + "return green")
    page.wants(f"the stream turns before it is stirred: {green}", green > 200)
    page.see("it turns where the pointer is", MOVE + GREEN + "return green < 150")
    page.press("Stop", ".stirring")
    page.see("it stops", "return document.querySelector('.stirring button').textContent.includes('Stir')")


@contextlib.contextmanager
def served(site, port=0, policy=""):
    """The site's address at a server that knows nothing but its files; `policy` is what it allows pages."""
    class Quiet(http.server.SimpleHTTPRequestHandler):
        def log_message(self, *_):
            pass

        def end_headers(self):
            if policy:
                self.send_header("Content-Security-Policy", policy)
            super().end_headers()

    server = http.server.ThreadingHTTPServer(("127.0.0.1", port), functools.partial(Quiet, directory=str(site)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/"
    finally:
        server.shutdown()
        server.server_close()


def check_served(page, site):
    with served(site) as address:
        page.driver.get(address + "03-first-kernel.html")
        page.press("Run " + KERNEL)
        page.prints("wrong elements: 0 of 1000000", "a page from a plain server runs, too")
        browser.requested(page.driver)


def check_doors(page, site):
    """Once the page runs things, nothing in it reaches a network or makes code of a text."""
    page.driver.get((site / "03-first-kernel.html").as_uri())
    page.press("Edit " + KERNEL)
    for what, script in {"a text becomes code": "setTimeout(() => { try { new Function('return 1')(); done(true); } catch (error) { done(false); } })",
                         "a network is reached": "fetch('data:text/plain,x').then(() => done(true), () => done(false))"}.items():
        got = page.driver.execute_async_script("const done = arguments[0]; " + script)
        page.wants(f"{what} in a page that runs", not got)


def check_without_scripts(page, site):
    page.driver.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": True})
    page.driver.get((site / "03-first-kernel.html").as_uri())
    page.driver.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": False})
    page.wants("a page without scripts has buttons that need them", not page.driver.execute_script(
        "return document.querySelector('.live-button')"))


def main():
    site = pathlib.Path(sys.argv[1]).resolve()
    if not (site / "run" / "runs.json").exists():
        print(f"{site} was rendered without pages that run.")
        return 1
    try:
        with browser.window() as driver:
            page = Page(driver)
            first, whole = check_chapter_3(page, site)
            check_chapter_4(page, site)
            check_fluid(page, site)
            check_doors(page, site)
            asked = browser.requested(driver)
            page.wants("a network is asked", all(url.startswith(("file:", "blob:", "data:")) for url in asked))
            logged = [entry["message"] for entry in driver.get_log("browser")
                      if entry["level"] == "SEVERE" and "fetch" not in entry["message"] and "data:text" not in entry["message"]]
            page.wants(f"the console says: {logged[:3]}", not logged)
            check_served(page, site)
            check_without_scripts(page, site)
            driver.execute_cdp_cmd("Emulation.setCPUThrottlingRate", {"rate": 4})
            driver.get((site / "03-first-kernel.html").as_uri())
            since = time.monotonic()
            page.press("Run " + KERNEL)
            page.prints("make a context", "the first lines come on a slow processor, too")
            slow = time.monotonic() - since
    except browser.Missing as missing:
        print(f"Skipped: {missing}")
        return SKIPPED
    for fault in page.faults:
        print(fault)
    print(f"first run: its first lines after {first:.2f} s, all of it after {whole:.2f} s; on a processor four times slower the first lines after {slow:.2f} s")
    print(f"{page.checked} checked, {len(page.faults)} wrong")
    return 1 if page.faults else 0


if __name__ == "__main__":
    sys.exit(main())
