"""The live book in a browser, against the real server: live_test.py PROGRAM SOURCE BUILD

Runs and changes the preface's program, reads chapter 3, breaks its kernel, mends and runs it, leaves pages while it types, solves an exercise
and counts it, stirs the fluid of chapter 34, changes files behind the page's back, tries what a neighbour on the machine may, and ends the server in the middle of a run. The reader's files are those of a tree of its own, in which all else is the checkout's."""

import contextlib
import http.server
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.request

import browser

SKIPPED = 77
WAIT_SECONDS = 90  # what is waited for comes, or never does
CHAPTER = "03-first-kernel"
EXERCISE = "03-first-kernel/2-saxpy"
STUB = f"exercises/{EXERCISE}/saxpy.cl"
KERNEL = f"chapters/{CHAPTER}/first-kernel.cl"

RIGHT = """kernel void saxpy(float alpha, global const float* x, global float* y, uint n)
{
    const uint i = get_global_id(0);
    if (i < n)
        y[i] = alpha * x[i] + y[i];
}
"""

# The text of an editor, CodeMirror's or a plain one, whose label holds arguments[0]; with arguments[1] it is set as typing does.
EDITOR = """
const bench = [...document.querySelectorAll('.live-bench')].find((one) => one.getAttribute('aria-label').includes(arguments[0]));
const mirror = bench?.querySelector('.CodeMirror')?.CodeMirror;
const area = bench?.querySelector('textarea.live-area');
if (!mirror && !area) return null;
if (arguments[1] !== null) {
    if (mirror) mirror.setValue(arguments[1]);
    else { area.value = arguments[1]; area.dispatchEvent(new Event('input')); }
}
return mirror ? mirror.getValue() : area.value;
"""


def wait_for(driver, script, *arguments):
    """The first true value of a script, or what it gives after WAIT_SECONDS."""
    from selenium.common.exceptions import TimeoutException
    from selenium.webdriver.support.ui import WebDriverWait
    try:
        return WebDriverWait(driver, WAIT_SECONDS, 0.05).until(lambda d: d.execute_script(script, *arguments))
    except TimeoutException:
        return driver.execute_script(script, *arguments)


def reader_tree(source, folder):
    """The checkout by links, but the exercises of the chapter, which are written to."""
    for entry in source.iterdir():
        if entry.name not in (".git", ".lockstep", "build", "exercises"):
            (folder / entry.name).symlink_to(entry)
    (folder / "exercises").mkdir()
    for chapter in (source / "exercises").iterdir():
        if chapter.name != CHAPTER:
            (folder / "exercises" / chapter.name).symlink_to(chapter)
    shutil.copytree(source / "exercises" / CHAPTER, folder / "exercises" / CHAPTER)
    stub = folder / ".stubs" / EXERCISE / "saxpy.cl"
    stub.parent.mkdir(parents=True)
    shutil.copy2(folder / STUB, stub)


class LiveBook:
    """The server over such a tree."""

    def __init__(self, program, tree, build):
        self.environment = {**os.environ, "LOCKSTEP_SOURCE_DIR": str(tree), "LOCKSTEP_BUILD_DIR": str(build)}
        self.program = program
        self.build = build

    def start(self, *options, **environment):
        self.process = subprocess.Popen([self.program, "book", "--live", "--as-rendered", "--out", self.build, *options],
                                        env={**self.environment, **environment}, stdout=subprocess.PIPE, text=True)
        for line in self.process.stdout:
            if found := re.search(r"(http://127\.0\.0\.1:\d+)/\?key=\w+", line):
                self.link, self.base = found[0], found[1]
                return
        raise SystemExit("The live book printed no link.")

    def secret(self):
        """Opens the link as a browser does, and gives what the page would keep."""
        return re.search(r"'x-lockstep-secret', '(\w+)'", self.ask(self.link.removeprefix(self.base))[1])[1]

    def ask(self, path, headers=None, body=None):
        """The status and the text of an answer to a program that is no browser."""
        request = urllib.request.Request(self.base + path, body and json.dumps(body).encode(), headers or {})
        try:
            with urllib.request.urlopen(request, timeout=WAIT_SECONDS) as answer:
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as error:
            return error.code, error.read().decode()

    def end(self, how=signal.SIGINT):
        self.process.send_signal(how)
        return self.process.wait(timeout=60)

    def lockstep(self, *words):
        return subprocess.run([self.program, *words], env=self.environment, capture_output=True, text=True, check=False).stdout


class Page:
    def __init__(self, driver, faults):
        self.driver = driver
        self.faults = faults
        self.checked = 0

    def expect(self, sentence, script, *arguments):
        """Waits until a script gives something true; a fault otherwise."""
        self.checked += 1
        value = wait_for(self.driver, script, *arguments)
        if not value:
            shown = self.driver.execute_script("return [...document.querySelectorAll('.live-place, .live-messages, .live-below, .live-lamp')]"
                                               ".map((one) => one.innerText).join(' | ').slice(-1200)")
            self.faults.append(f"{sentence}: it is not so. The page says: {shown}")
        return value

    def see(self, selector, text="", sentence=""):
        return self.expect(sentence or f"'{selector}' shows '{text}'",
                           "return [...document.querySelectorAll(arguments[0])].some((one) => one.textContent.includes(arguments[1]))",
                           selector, text)

    def press(self, text, within="body"):
        """Clicks the button with that text or label."""
        self.expect(f"there is a button '{text}'", """
            const button = [...document.querySelectorAll(arguments[1] + ' button')].find((one) =>
                (one.textContent + ' ' + (one.getAttribute('aria-label') ?? '')).includes(arguments[0]));
            if (!button) return false;
            button.scrollIntoView({block: 'center'});
            button.click();
            return true;""", text, within)

    def holds(self, name, text, sentence):
        self.expect(sentence, f"return (function () {{ {EDITOR} }}).apply(null, arguments) === arguments[2]", name, None, text)

    def equals(self, sentence, value, wanted):
        self.checked += 1
        if value != wanted:
            self.faults.append(f"{sentence}: {value!r} instead of {wanted!r}")

    def file_becomes(self, file, text, sentence):
        self.checked += 1
        end = time.monotonic() + WAIT_SECONDS
        while file.read_text(encoding="utf-8") != text:
            if time.monotonic() > end:
                self.faults.append(f"{sentence}: {file} holds {file.read_text(encoding='utf-8')[:80]!r}")
                return
            time.sleep(0.05)

    def editor(self, name, text=None):
        return self.driver.execute_script(EDITOR, name, text)

    def fits(self, width):
        self.checked += 1
        wide = self.driver.execute_script("return document.documentElement.scrollWidth")
        if wide > width:
            self.faults.append(f"{self.driver.current_url} is {wide} px wide on a screen of {width} px")


def check_steps(page, text):
    """The stepper shows the reader's own copy, and a launch of their own."""
    page.editor(KERNEL, text.replace("get_global_id(0);", "get_global_id(0); // my own", 1))
    page.press("Step", ".live-bench .live-actions")
    page.see(".stepper .step-where", "step 0 of", "a chapter's kernel is stepped through")
    page.see(".stepper .step-text", "// my own", "the stepper has the reader's copy")
    page.expect("a launch of one's own is asked for", """const [global, local] = document.querySelectorAll('.step-own input');
        if (!global) return false; global.value = '8'; local.value = '8'; return true""")
    page.press("Launch", ".step-own")
    page.expect("it has eight lanes", "return document.querySelectorAll('.step-lane.lit').length === 8")
    page.press("Close the stepper", ".stepper")
    page.press("Put back", ".live-bench")
    page.holds(KERNEL, text, "the book's text is back behind the steps")


def check_chapter(page, book, tree, source):
    page.driver.get(f"{book.base}/{CHAPTER}.html")
    page.see(".live-lamp", "live")
    page.press("Run it here: ./lockstep run 03")
    page.see(".live-running", "Ended after", "the chapter's program ends")
    page.see(".live-line", "build the program from its source")
    page.see(".live-line.numbers .book", "ms", "the book's times stand beside those of here")
    page.press(f"Edit {KERNEL}")
    page.expect("the editor holds the kernel", EDITOR, KERNEL, None)
    text = (source / KERNEL).read_text(encoding="utf-8")
    page.editor(KERNEL, text.replace("get_global_id(0);", "get_global_id(0) oops;", 1))
    page.press("Run", ".live-bench .live-actions")
    page.see(".live-note", "expected", "the compiler's message stands at its line")
    if (source / KERNEL).read_text(encoding="utf-8") != text or (tree / KERNEL).read_text(encoding="utf-8") != text:
        page.faults.append("the book's own kernel was changed")
    page.press("Compare", ".live-bench")
    page.see(".live-difference .only-second", "oops", "the comparison shows the change")
    page.press("Put back", ".live-bench")
    page.expect("the book's text is back", f"return (function () {{ {EDITOR} }}).apply(null, arguments) === arguments[2]", KERNEL, None, text)
    page.press("Run", ".live-bench .live-actions")
    page.see(".live-bench .live-running", "Ended after", "the mended kernel runs")
    check_steps(page, text)
    area = "document.querySelector('.callout.predict textarea')"
    page.driver.execute_script(f"{area}.value = 'the build, I guess'; {area}.dispatchEvent(new Event('input'))")
    page.see(".live-guess .live-state", "kept", "the guess is kept")


def check_exercise(page, book, tree):
    from selenium.webdriver.common.action_chains import ActionChains
    from selenium.webdriver.common.keys import Keys
    driver = page.driver
    file = tree / STUB
    driver.get(f"{book.base}/{EXERCISE.replace('/', '-')}.html")
    first = driver.current_window_handle
    driver.switch_to.new_window("tab")
    driver.get(f"{book.base}/{CHAPTER}.html")
    other = driver.current_window_handle
    driver.switch_to.window(first)
    page.expect("the editor holds the stub", EDITOR, STUB, None)
    page.expect("why the solution is so is not told yet", "return document.querySelector('details.reasons')?.hidden === true")
    page.press("Check", ".live-exercise")
    page.see(".live-stage.failed", "correct", "the stub fails in a stage")
    page.see(".live-advice", "Think of this first", "the failure is explained")
    file.write_text("// from another editor\n", encoding="utf-8")
    page.expect("the page follows the file", f"return (function () {{ {EDITOR} }}).apply(null, arguments)?.startsWith('// from another')", STUB, None)
    page.editor(STUB, "// typed here\n")
    file.write_text("// again from another editor\n", encoding="utf-8")
    page.see(".live-conflict", "changed elsewhere", "a change of both is told")
    page.press("The other, from the file")
    page.expect("the other's text is taken", f"return (function () {{ {EDITOR} }}).apply(null, arguments)?.startsWith('// again')", STUB, None)
    page.editor(STUB, RIGHT)
    driver.execute_script("(document.querySelector('.CodeMirror')?.CodeMirror ?? document.querySelector('.live-area')).focus()")
    ActionChains(driver).key_down(Keys.CONTROL).send_keys(Keys.ENTER).key_up(Keys.CONTROL).perform()
    page.see(".live-good", "Solved.", "the exercise is solved with the keyboard")
    page.see(".live-good a", "Go on: Exercise 3.3", "what comes next has its name")
    page.expect("why the solution is so is told now", "return document.querySelector('details.reasons')?.hidden === false")
    page.see(".sidebar .progress-mark.solved", "", "the side bar knows it at once")
    if file.read_text(encoding="utf-8") != RIGHT:
        page.faults.append("the solved text is not in the reader's file")
    chapters = json.loads(book.lockstep("list", "--json"))["chapters"]
    if [one["solved"] for chapter in chapters for one in chapter["exercises"] if one["id"] == EXERCISE] != [True]:
        page.faults.append("./lockstep list does not know of the solved exercise")
    page.press("Count with the lens", ".live-exercise")
    page.see(".live-counts caption", "saxpy", "the lens tells of the kernel")
    page.see(".live-heat-mark, .live-notes .live-note", "", "lines have their heat")
    page.press("show a request", ".live-counts")
    page.see(".live-request svg", "", "a request is drawn")
    page.press("Solution", ".live-exercise")
    page.see(".live-shown", "The book’s solution beside yours")
    driver.execute_script("(document.querySelector('.CodeMirror')?.CodeMirror ?? document.querySelector('.live-area')).focus()")
    ActionChains(driver).send_keys(Keys.ESCAPE).send_keys(Keys.TAB).perform()
    page.expect("Escape, then Tab leads out of the editor", "return !document.activeElement.closest('.live-editor')")
    driver.switch_to.window(other)
    page.see(".sidebar .progress-mark.solved", "", "a second tab knows it without being loaded anew")
    driver.close()
    driver.switch_to.window(first)


class Neighbour(http.server.BaseHTTPRequestHandler):
    """A web server of somebody else on this machine, which keeps what it is sent."""

    heard = []

    def do_GET(self):
        self.heard.append(dict(self.headers))
        self.send_response(200)
        self.end_headers()
        self.wfile.write(b"<title>neighbour</title>")

    def log_message(self, *_):
        pass


def check_neighbours(page, book, tree):
    """What another user of the machine may try: the cookie, the list of processes, a used link."""
    server = http.server.HTTPServer(("127.0.0.1", 0), Neighbour)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    page.driver.get(f"{book.base}/index.html")
    page.driver.execute_script("location.href = arguments[0]", f"http://127.0.0.1:{server.server_port}/")
    page.expect("the neighbour's page is there", "return document.title === 'neighbour'")
    page.equals("the neighbour is sent no secret", any("x-lockstep-secret" in (name.lower() for name in headers) for headers in Neighbour.heard), False)
    page.equals("its page finds no secret", page.driver.execute_script("return localStorage.length"), 0)
    server.shutdown()
    stolen = {"Cookie": next((headers["Cookie"] for headers in Neighbour.heard if "Cookie" in headers), ""),
              "Origin": book.base, "Content-Type": "application/json", "X-Lockstep-Page": "thief"}
    before = (tree / STUB).read_text(encoding="utf-8")
    asked = {"name": STUB, "text": "// by somebody else", "version": ""}
    page.equals("a stolen cookie saves nothing", book.ask("/api/save", stolen, asked)[0], 403)
    page.equals("a stolen cookie runs nothing", book.ask("/api/run", stolen, {"chapter": "03"})[0], 403)
    page.equals("a stolen cookie reads no file", book.ask(f"/api/events?page={EXERCISE.replace('/', '-')}.html", stolen)[0], 403)
    page.equals("the file is as it was", (tree / STUB).read_text(encoding="utf-8"), before)
    status, text = book.ask(book.link.removeprefix(book.base))
    page.equals("a link that was used lets nobody in", (status, "This link has been used" in text), (403, True))
    for process in pathlib.Path("/proc").glob("[0-9]*/cmdline"):
        with contextlib.suppress(OSError):
            page.equals("no command line shows a key", b"?key=" in process.read_bytes(), False)


def check_opening(page, program, tree, build):
    """--open hands the link over in a file that only its reader may read."""
    with tempfile.TemporaryDirectory() as folder:
        seen = pathlib.Path(folder) / "seen"
        opener = pathlib.Path(folder) / "xdg-open"
        opener.write_text(f'#!/bin/sh\nstat -c %a "$1" > "{seen}.new"\nprintf "%s\\n" "$@" >> "{seen}.new"\ncat "$1" >> "{seen}.new"\nmv "{seen}.new" "{seen}"\n')
        opener.chmod(0o755)
        book = LiveBook(program, tree, build)
        book.start("--open", PATH=f"{folder}:{os.environ['PATH']}")
        end = time.monotonic() + WAIT_SECONDS
        while not seen.exists() and time.monotonic() < end:
            time.sleep(0.05)
        mode, word, text = seen.read_text(encoding="utf-8").split("\n", 2)
        page.equals("the browser is given one word, a file", (pathlib.Path(word).suffix, "key=" in word), (".html", False))
        page.equals("others may not read it", mode, "600")
        link = re.search(r"http://[^\"]+", text)[0].removeprefix(book.base)
        page.equals("it leads into the book", "lockstep-secret" in book.ask(link)[1], True)
        book.end()
        page.equals("it goes with the book", pathlib.Path(word).exists(), False)


def check_nothing_is_lost(page, book, tree):
    """What was typed a moment ago is saved, whatever becomes of the page."""
    driver = page.driver
    address = f"{book.base}/{EXERCISE.replace('/', '-')}.html"
    file = tree / STUB
    leaving = {"by a link": lambda: driver.execute_script("location.href = 'index.html'"), "by a reload": driver.refresh}
    for which, leave in leaving.items():
        driver.get(address)
        page.expect("the editor is there", f"return (function () {{ {EDITOR} }}).apply(null, arguments) !== null", STUB, None)
        page.see(".live-bench .live-state", "saved")
        page.editor(STUB, f"// left {which}\n")
        leave()
        page.file_becomes(file, f"// left {which}\n", f"what was typed before the page was left {which} is saved")
    driver.get(address)
    page.see(".live-bench .live-state", "saved")
    first = driver.current_window_handle
    driver.switch_to.new_window("tab")
    driver.get(address)
    page.see(".live-bench .live-state", "saved")
    page.editor(STUB, "// in a tab that was closed\n")
    driver.close()
    driver.switch_to.window(first)
    page.file_becomes(file, "// in a tab that was closed\n", "what was typed before the tab was closed is saved")
    page.holds(STUB, "// in a tab that was closed\n", "the other tab follows")


def check_two_clicks(page, book):
    """A double click on Check is one check, with its stages, its Stop and its verdict."""
    page.driver.get(f"{book.base}/{EXERCISE.replace('/', '-')}.html")
    page.see(".live-bench .live-state", "saved")
    page.expect("Check is clicked twice", """
        const check = [...document.querySelectorAll('.live-exercise button')].find((one) => one.textContent === 'Check');
        check.click();
        check.click();
        return true;""")
    page.see(".live-running button", "Stop", "it can be stopped")
    page.expect("and clicked once more while it runs", """
        if (!document.querySelector('.live-running button')) return true;
        [...document.querySelectorAll('.live-exercise button')].find((one) => one.textContent === 'Check').click();
        return true;""")
    page.see(".live-verdict", "", "its verdict comes")
    page.see(".live-stage.failed", "")
    page.see(".live-running", "Ended after")


def check_first_program(page, book, tree):
    """The preface's program is run and changed in the page, and a program's pictures are shown."""
    name = f"chapters/{CHAPTER}/picture.cpp"
    page.driver.get(f"{book.base}/index.html")
    page.expect("the cover says how long the book is", "return /\\d hours to read/.test(document.querySelector('.cover .time')?.textContent ?? '')")
    page.driver.execute_script("location.href = document.querySelector('.buttons a').href")
    page.press("Run it here: ./lockstep run 3/picture")
    page.see(".live-running", "Ended after", "the preface's program ends")
    page.see(".live-line", "@", "it draws")
    page.press(f"Change it here: {name}")
    text = (tree / name).read_text(encoding="utf-8")
    page.holds(name, text, "the editor holds the program")
    page.editor(name, text.replace("x * y", "(x & y) ? 0 : 255"))
    page.press("Run", ".live-bench .live-actions")
    page.see(".live-bench .live-running", "Ended after", "the changed program runs")
    lines = page.driver.execute_script("return [...document.querySelectorAll('.live-output')].map((one) => one.querySelector('.live-lines').innerText)")
    page.equals("it draws something else", len(lines) == 2 and lines[0] != lines[1], True)
    page.editor(name, text.replace("int main()", "int main() oops"))
    page.press("Run", ".live-bench .live-actions")
    page.see(".live-bench .live-note", "oops", "a compiler's message stands at its line")
    page.press("Put back", ".live-bench")
    page.holds(name, text, "the book's text is back")
    page.driver.get(f"{book.base}/04-ndrange.html")
    page.press("Run it here: ./lockstep run 04")
    page.expect("the program's pictures are shown", "return [...document.querySelectorAll('.live-pictures img')].length >= 2 && "
                "[...document.querySelectorAll('.live-pictures img')].every((one) => one.naturalWidth > 100)")


# The palest green of cells before the cylinder, where only the pointer makes the fluid turn, and a move of the pointer through them.
STIRRED = """const canvas = document.querySelector('.stirred');
const {data} = canvas.getContext('2d').getImageData(canvas.width / 16, canvas.height / 4, canvas.width / 8, canvas.height / 2);
let green = 255;
for (let at = 1; at < data.length; at += 4) green = Math.min(green, data[at]);
"""
MOVE = """const {left, top, width, height} = canvas.getBoundingClientRect();
window.turned = (window.turned ?? 0) + 1;
canvas.dispatchEvent(new PointerEvent('pointermove', {clientX: left + width / 8, clientY: top + height * (0.5 + 0.1 * (-1) ** window.turned)}));
"""


def check_fluid(page, book):
    """The fluid of chapter 34 flows on the device, and the pointer stirs it."""
    page.driver.get(f"{book.base}/34-fluid.html")
    page.see(".live-lamp", "live")
    page.press("Stir the stream")
    page.see(".stirred-told", "frames a second", "the stream flows")
    page.equals("the picture's size", page.driver.execute_script("const {width, height} = document.querySelector('.stirred'); return [width, height]"), [1024, 512])
    page.expect("it does not turn before it is stirred", STIRRED + "return green > 200")
    page.expect("it turns where the pointer is", STIRRED + MOVE + "return green < 150")
    page.press("Stop", ".stirring")
    page.see(".stirring button", "Stir the stream", "it stops")


def check_phone(page, book):
    browser.resize(page.driver, 390, 844, phone=True)
    for name in (CHAPTER, EXERCISE.replace("/", "-")):
        page.driver.get(f"{book.base}/{name}.html")
        page.see(".live-lamp", "live")
        page.expect("the page has what runs", "return document.querySelector('.live-go, .live-bench') !== null")
        page.fits(390)
    browser.resize(page.driver, 1280, 900)


def check_end(page, book, tree):
    page.driver.get(f"{book.base}/{CHAPTER}.html")
    page.see(".live-lamp", "live")
    page.press("Run it here: ./lockstep run 03")
    page.see(".live-running", "unning", "the program runs")
    book.end(signal.SIGKILL)
    page.see(".live-lamp", "ended", "the page says that the server is gone")
    driver = page.driver
    page.press(f"Edit {KERNEL}")
    page.editor(KERNEL, "// typed while nobody answered\n")
    book.start()
    page.see(".live-lamp", "locked", "the new book does not know the old page")
    old = driver.current_window_handle
    driver.switch_to.new_window("tab")
    driver.get(book.link)
    page.expect("the new link leads to the book", "return location.pathname.endsWith('/index.html')")
    page.driver.get(f"{book.base}/{CHAPTER}.html")
    page.press("Run it here: ./lockstep run 03")
    page.see(".live-running", "Ended after", "after a new start it runs again")
    driver.close()
    driver.switch_to.window(old)
    page.see(".live-lamp", "live", "the old page is of the new book")
    copy = tree / ".lockstep" / "kernels" / CHAPTER / pathlib.Path(KERNEL).name
    page.expect("what was typed meanwhile is said to be saved", "return document.querySelector('.live-bench .live-state').textContent === 'saved'")
    page.equals("what was typed while nobody answered is saved", copy.exists() and copy.read_text(encoding="utf-8"), "// typed while nobody answered\n")


def main():
    program, source, build = (pathlib.Path(word).resolve() for word in sys.argv[1:4])
    faults = []
    try:
        with tempfile.TemporaryDirectory() as folder, contextlib.ExitStack() as stack:
            tree = pathlib.Path(folder)
            reader_tree(source, tree)
            book = LiveBook(program, tree, build)
            book.start()
            stack.callback(lambda: book.process.poll() is None and book.end())
            driver = stack.enter_context(browser.window())
            page = Page(driver, faults)
            driver.get(book.link)
            page.expect("the link leads to the book", "return location.pathname.endsWith('/index.html')")
            check_first_program(page, book, tree)
            check_chapter(page, book, tree, source)
            check_nothing_is_lost(page, book, tree)
            check_two_clicks(page, book)
            shutil.copy2(source / STUB, tree / STUB)
            check_exercise(page, book, tree)
            check_neighbours(page, book, tree)
            check_opening(page, program, tree, build)
            check_fluid(page, book)
            check_phone(page, book)
            faults += [f"the browser complains: {entry['message']}" for entry in driver.get_log("browser") if entry["level"] == "SEVERE"]
            check_end(page, book, tree)
            if book.end() != 0:
                faults.append("Ctrl-C does not end the live book well")
    except browser.Missing as missing:
        print(f"Skipped: {missing}")
        return SKIPPED
    for fault in faults:
        print(fault)
    print(f"live: {page.checked} checked, {len(faults)} wrong")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
