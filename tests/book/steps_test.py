"""The stepper in pages, in a browser, from files: steps_test.py SITE SOURCE

Kernels are stepped to their ends, and the numbers on the screen, times the sub-groups that do the same, must be what the page's Count says of the launch. One kernel
is stepped by keys alone, links and lessons lead to steps, a finding leads to its step, a launch of the reader's own and an exercise are stepped through, questions are
answered, the compute unit over time is shown, and a phone's width is kept."""

import pathlib
import re
import sys

import browser
from runs_test import SKIPPED, Page

# Kernels whose sub-groups all do the same, by their pages.
COUNTED = {
    "11-divergence.html": ["limit", "branches"],
    "12-coalescing.html": ["product_by_rows", "product_by_columns", "shifted", "energy_of_structures", "energy_of_arrays"],
    "13-local-memory.html": ["knock", "mean_direct"],
    "20-transpose.html": ["transpose"],
}
KINDS = ["global_load", "global_store", "local_load", "local_store"]


class Steps(Page):
    def open(self, address, **asked):
        """Opens the stepper by a link."""
        self.driver.get("about:blank")  # else only the page's hash would change
        self.driver.get(address + "#step=" + ",".join(f"{name}:{value}" for name, value in asked.items()))
        self.opened(f"{address} {asked}")

    def opened(self, what):
        self.see(f"{what} is stepped through", """return Boolean(document.querySelector('.stepper .step-view')) && !document.querySelector('.stepper .live-running') &&
            document.querySelector('.step-where').textContent !== ''""")

    def position(self):
        """The step that is shown, and the last one."""
        words = self.driver.execute_script("return document.querySelector('.step-where').textContent").replace(",", "").split()
        return int(words[1]), int(words[3])

    def says(self):
        return self.driver.execute_script("return document.querySelector('.step-say').textContent")

    def counts(self):
        """The counters on the screen, by their names."""
        told = self.driver.execute_script("return Object.fromEntries([...document.querySelectorAll('.stepper [data-count]')].map((one) => [one.dataset.count, one.textContent]))")
        return {name: int(text.replace(",", "")) for name, text in told.items() if re.fullmatch(r"[\d,]+", text)}

    def lanes(self, kind):
        return self.driver.execute_script(f"return [...document.querySelectorAll('.step-lane')].flatMap((one, lane) => one.classList.contains('{kind}') ? [lane] : [])")

    def key(self, key, shift=False):
        self.driver.execute_script("""document.activeElement.dispatchEvent(new KeyboardEvent('keydown', {key: arguments[0], shiftKey: arguments[1],
            bubbles: true, cancelable: true}))""", key, shift)

    def sub_groups(self):
        """Of the launch that is shown."""
        launch, parts = self.driver.execute_script("""const [launch, part] = document.querySelectorAll('.step-settings select');
            return [launch.selectedOptions[0].textContent, part.options.length]""")
        sizes, groups = re.search(r": ([\d ×]+) in groups of ([\d ×]+)", launch).groups()
        product = parts
        for all_of, each in zip(sizes.split(" × "), (groups + " × 1 × 1").split(" × ")):
            product *= -(-int(all_of) // int(each))
        return product


def counted(page, kernel):
    """What the page's Count says of a kernel: requests and what was moved, by kind of access."""
    tables = page.driver.execute_script("""return [...document.querySelectorAll('.live-counts .live-table')].filter((table) => table.caption.querySelector('code')?.textContent === arguments[0])
        .map((table) => [...table.tBodies[0].rows].map((row) => [...row.cells].slice(2, 5).map((cell) => cell.textContent)))""", kernel)
    sums = {}
    for kind, requests, moved in (row for table in tables[:1] for row in table):
        name = kind.replace(" ", "_")
        was = sums.get(name, (0, 0))
        sums[name] = (was[0] + int(requests.replace(",", "")), was[1] + int(moved.split()[0].replace(",", "")))
    return sums


def check_counts(page, site):
    """The numbers on the screen at the last step, for every kernel, and that they grow from 0 to there."""
    for file, kernels in COUNTED.items():
        address = (site / file).as_uri()
        seen = {}
        for kernel in kernels:
            launches = 1
            while len(seen.setdefault(kernel, [])) < launches:
                page.open(address, kernel=kernel, launch=len(seen[kernel]))
                launches = page.driver.execute_script("return [...document.querySelector('.step-settings select').options].filter((one) => one.textContent.split(/[ :]/)[0] === arguments[0]).length", kernel)
                page.key("End")
                at, last = page.position()
                page.wants(f"{kernel}: End leads to step {at} and not to {last}", at == last)
                seen[kernel].append((page.counts(), page.sub_groups()))
        page.press("Edit ")
        page.press("Count", ".live-bench .live-actions")
        page.see(f"{file} is counted", "return document.querySelectorAll('.live-counts .live-table tbody tr').length > 0")
        for kernel, launches in seen.items():
            lens = counted(page, kernel)
            for kind in KINDS:
                unit = ".passes" if kind.startswith("local") else ".sectors"
                mine = tuple(sum(counts.get(kind + name, 0) * sub_groups for counts, sub_groups in launches) for name in (".requests", unit))
                page.wants(f"{kernel}: {kind}s are {mine} on the screen and {lens.get(kind, (0, 0))} by the lens", mine == lens.get(kind, (0, 0)))


def check_steps(page, site):
    """Chapter 11's branches by keys: where lanes part, who goes where, back again, and the same by a link."""
    address = (site / "11-divergence.html").as_uri()
    page.open(address, kernel="branches")
    page.wants("the first step is not the first", page.position()[0] == 0)
    page.key("d")
    parts = page.position()[0]
    page.wants(f"D does not lead to line 9: {page.says()}", page.says().startswith("Line 9"))
    page.key("ArrowRight")
    page.wants(f"the even lanes are not lit: {page.lanes('lit')}", page.lanes("lit") == list(range(0, 32, 2)))
    page.wants(f"the odd lanes are not off: {page.lanes('off')}", page.lanes("off") == list(range(1, 32, 2)))
    page.key("ArrowLeft")
    page.key("o")
    page.wants(f"Over does not lead behind both sides: {page.says()}", page.position()[0] > parts + 10)
    page.wants(f"the cost of the if is not told behind it: {page.says()}", "From line 9 to here" in page.says() and "for 16 of 32 lanes" in page.says())
    page.key("d", shift=True)
    page.wants("Shift and D do not lead back", page.position()[0] == parts)
    forward = page.driver.execute_script("return document.querySelector('.step-view').innerText")
    page.key("End")
    page.key("Home")
    for _ in range(parts):
        page.key("ArrowRight")
    page.wants("a step looks otherwise after a way through all of them", page.driver.execute_script("return document.querySelector('.step-view').innerText") == forward)
    link = page.driver.execute_script("return document.querySelector('.step-link').href")
    page.driver.get("about:blank")
    page.driver.get(link)
    page.opened("a link")
    page.wants("a link does not lead to its step", page.position()[0] == parts and page.says().startswith("Line 9"))
    page.driver.execute_script("document.querySelector('.step-asked input').value = 'r >= 3 && lane < 4'")
    page.press("Run until the condition", ".stepper")
    page.wants(f"a condition is not found: {page.says()}", "holds in lane 0, 2" in page.says())
    page.driver.execute_script("document.querySelector('.step-asked input').value = 'line 12'")
    page.press("Run until the condition", ".stepper")
    page.wants(f"a line is not run to: {page.says()}", page.says().startswith("Line 12"))
    page.driver.execute_script("document.querySelector('.step-asked input').value = 'nobody > 3'")
    page.press("Run until the condition", ".stepper")
    page.see("a name that is none is told", "return document.querySelector('.stepper .live-trouble')?.textContent.includes('nobody')")
    page.driver.execute_script("document.querySelector('.step-setup').open = true; const [, , gpu, lanes] = document.querySelectorAll('.step-settings select'); lanes.focus(); lanes.value = '8'; lanes.dispatchEvent(new Event('change'))")
    page.see("eight lanes are eight squares, and the choice keeps the focus",
             "return document.querySelectorAll('.step-lane').length === 8 && document.activeElement === document.querySelectorAll('.step-settings select')[3]")


def check_question(page, site):
    page.open((site / "11-divergence.html").as_uri(), kernel="branches", at=1)
    page.driver.execute_script("document.querySelector('.step-ask input').click(); document.querySelector('.step-bar button').focus()")
    page.key("ArrowRight")
    page.wants(f"nothing is asked: {page.says()}", "Which of the 32 lanes go on" in page.says())
    page.wants("the answer is told with the question", page.position()[0] == 1)
    for _ in range(16):  # by keys: every second lane
        page.key(" ")
        page.key("]")
        page.key("]")
    page.key("Enter")
    page.wants(f"a right answer is not told: {page.says()}", page.says().startswith("Right.") and page.position()[0] == 2)
    page.open((site / "12-coalescing.html").as_uri(), kernel="product_by_rows", to="waste")
    page.key("ArrowLeft")
    page.driver.execute_script("document.querySelector('.step-ask input').click(); document.querySelector('.step-bar button').focus()")
    page.key("ArrowRight")
    page.see("a number is asked for", "const box = document.querySelector('.step-question input'); if (box) box.value = '4'; return Boolean(box)")
    page.press("Show", ".step-question")
    page.wants(f"a wrong number is not told: {page.says()}", page.says().startswith("You said 4; it is 32 sectors."))


def check_lessons(page, site):
    """A lesson's command asks about its step first, a link from there leads to it, and a race is found in a chapter whose program no page runs."""
    page.driver.get((site / "11-divergence.html").as_uri())
    page.press("Step through it here: ./lockstep step 11")
    page.opened("chapter 11's command")
    page.wants(f"the lesson's step is not asked for: {page.says()}", "Which of the 32 lanes go on" in page.says())
    page.driver.execute_script("document.querySelectorAll('.step-lane').forEach((one, lane) => lane % 2 === 0 && one.click())")
    page.press("Show", ".step-question")
    page.wants(f"the even lanes are not right: {page.says()}", page.says().startswith("Right."))
    at = page.position()[0]
    page.driver.execute_script("document.querySelector('.step-link').click()")
    link = page.driver.current_url
    page.driver.get("about:blank")
    page.driver.get(link)
    page.opened("the lesson's link")
    page.wants(f"the lesson's link leads to step {page.position()[0]} and not to {at}", page.position()[0] == at)
    page.driver.get((site / "09-debugging.html").as_uri())
    page.press("Step through it here: ./lockstep step 9")
    page.opened("chapter 9's command")
    page.see("chapter 9's race is shown", "return document.querySelector('.step-finding pre')?.textContent.includes('a race on sums')")


def check_target(page, site):
    """A target of the lens that is missed leads to a step of its line."""
    page.driver.get((site / "11-divergence-2-two-sensors.html").as_uri())
    page.see("the editor is there", "return document.querySelector('.live-exercise .live-bench .live-state')?.textContent === 'saved'")
    page.press("Check", ".live-exercise .live-actions")
    page.press("Step to what is found in line 35", ".live-exercise")
    page.see("the branch is shown that the target counts", "return document.querySelector('.step-say')?.textContent.startsWith('Line 35') && document.querySelector('.step-say').textContent.includes(' wait')")


def check_wrong(page, site, source):
    """A wrong result leads to the work-item's store of it."""
    page.driver.get((site / "03-first-kernel-1-square.html").as_uri())
    page.see("the editor is there", "return document.querySelector('.live-exercise .live-bench .live-state')?.textContent === 'saved'")
    solution = (source / "solutions/03-first-kernel/1-square/square.cl").read_text(encoding="utf8")
    set_text(page, solution.replace("x[i] * x[i];", "x[i] * x[i] + (i == 37);"))
    page.press("Check", ".live-exercise .live-actions")
    page.press("Step to work-item 37", ".live-exercise")
    page.see("lane 5 of the second sub-group stores y[37]", """return document.querySelector('.step-lane-says')?.textContent.startsWith('Lane 5, work-item 37: lit') &&
        document.querySelector('.step-say').textContent.includes('store y[i]')""")
    page.press("Put back", ".live-exercise")


def check_unit(page, site):
    """The compute unit over time: with more groups resident the same work takes fewer clocks."""
    page.open((site / "14-occupancy.html").as_uri())
    page.driver.execute_script("document.querySelector('.step-unit').open = true")
    clocks = []
    for resident in ("1", "4", "8"):
        told = page.see("the unit's time is told", f"""const slider = document.querySelector('.step-unit input'); slider.value = '{resident}'; slider.dispatchEvent(new Event('input'));
            return /[\\d,]+ clocks/.exec(document.querySelector('.step-unit p[role=status]').textContent)?.[0]""")
        clocks.append(int(told.split()[0].replace(",", "")))
    page.wants(f"more groups at once do not hide more: {clocks} clocks", clocks[0] > clocks[1] > clocks[2])


def check_own(page, site):
    """A kernel that no program of the page launches, and a chapter's with arguments of the reader's own, which a link keeps."""
    page.open((site / "17-reduction.html").as_uri(), kernel="tree_interleaved", to="divergencex3")
    page.wants(f"the tree's third round does not work in 4 lanes: {page.says()}", "4 go in" in page.says())
    page.open((site / "12-coalescing.html").as_uri(), kernel="strided", own="16.2/16.1;64xindex;32xzero")
    page.key("w")
    page.wants(f"a launch of one's own is not stepped: {page.position()}", len(page.lanes("none")) == 16)


def check_finding(page, site):
    """What Pocket finds in a run leads to the step where it happens."""
    page.driver.get((site / "13-local-memory.html").as_uri())
    page.press("Edit chapters/13-local-memory/local-memory.cl")
    page.see("the editor is there", "return Boolean(document.querySelector('.live-bench .CodeMirror')?.CodeMirror ?? document.querySelector('.live-bench textarea'))")
    page.driver.execute_script("""const bench = document.querySelector('.live-bench'); const mirror = bench.querySelector('.CodeMirror')?.CodeMirror;
        const area = bench.querySelector('textarea.live-area'); const text = mirror ? mirror.getValue() : area.value;
        const broken = text.replace('    barrier(CLK_LOCAL_MEM_FENCE);\\n    for (uint row = y; row < TILE; row += 8) out', '    for (uint row = y; row < TILE; row += 8) out');
        if (mirror) mirror.setValue(broken); else { area.value = broken; area.dispatchEvent(new Event('input')); }""")
    page.press("Run", ".live-bench .live-actions")
    page.press("Step to what is found", ".live-bench")
    page.see("the race is shown at its step", "return document.querySelector('.step-finding pre')?.textContent.includes('a race on tile')")
    part = page.driver.execute_script("return document.querySelectorAll('.step-settings select')[1].value")
    page.press("The other side", ".step-finding")
    page.see("the other side is shown, in its sub-group", f"""return document.querySelectorAll('.step-settings select')[1].value !== '{part}' &&
        document.querySelector('.step-say').textContent.startsWith('Line 15')""")
    page.press("Put back", ".live-bench")


def set_text(page, text):
    """Types a text into the page's editor."""
    page.driver.execute_script("""const bench = document.querySelector('.live-bench'); const mirror = bench.querySelector('.CodeMirror')?.CodeMirror;
        const area = bench.querySelector('textarea.live-area');
        if (mirror) mirror.setValue(arguments[0]); else { area.value = arguments[0]; area.dispatchEvent(new Event('input')); }""", text)


def check_finding_elsewhere(page, site):
    """A link to a finding leads to the launch, the group and the step that have it: two pixels of chapter 4 land on one place."""
    page.open((site / "04-ndrange.html").as_uri(), kernel="rotate_forward", to="finding")
    page.see("the race is shown", "return document.querySelector('.step-finding pre')?.textContent.includes('a race on out')")
    page.wants("the race is not one of two pixels of a row", "in the same line" in page.says() or "several write" in page.driver.execute_script("return document.querySelector('.step-finding pre').textContent"))


def check_endless(page, site):
    """Of a loop without an end the first steps are shown."""
    page.driver.get((site / "03-first-kernel.html").as_uri())
    page.press("Edit chapters/03-first-kernel/first-kernel.cl")
    page.see("the editor has the text", "return document.querySelector('.live-bench .live-state')?.textContent === 'saved'")
    text = page.driver.execute_script("const bench = document.querySelector('.live-bench'); return bench.querySelector('.CodeMirror')?.CodeMirror.getValue() ?? bench.querySelector('textarea.live-area').value")
    set_text(page, text.replace("get_global_id(0);", "get_global_id(0);\n    for (volatile int k = 0; k < 2; ) k = k * 0;", 1))
    page.press("Step", ".live-bench .live-actions")
    page.opened("a loop without an end")
    page.key("End")
    page.key("ArrowRight")
    page.wants(f"the end of the recording is not told: {page.says()}", "the launch goes on" in page.says())
    page.press("Put back", ".live-bench")


def check_exercise(page, site, source):
    page.open((site / "12-coalescing-2-particles.html").as_uri())
    page.wants("the stub's kernel does not end at once", page.position() == (0, 0))
    solution = (source / "solutions/12-coalescing/2-particles/particles.cl").read_text(encoding="utf8")
    set_text(page, solution)
    page.press("Step", ".live-exercise .live-actions")
    page.see("the solution has more steps", "return Number(document.querySelector('.step-where')?.textContent.split(' ')[3]) > 3")


def check_speed(page, site):
    """Steps of 64 lanes, as a reader goes through them. @return milliseconds: the median and the most, which are told and held to nothing: other programs run, too"""
    page.open((site / "11-divergence.html").as_uri(), kernel="collatz", width=64)
    times = page.driver.execute_script("""const next = document.querySelector('.step-bar .main');
        return Array.from({length: 100}, () => { const since = performance.now(); next.click(); document.querySelector('.stepper').offsetHeight; return performance.now() - since; })
            .sort((a, b) => a - b)""")
    return times[50], times[-1]


def check_phone(driver, page, site):
    browser.resize(driver, 390, 844, True)
    for file, kernel in (("13-local-memory.html", "turn_tiles"), ("17-reduction.html", "sum_compare")):
        page.open((site / file).as_uri(), kernel=kernel, at=20)
        page.see("a phone's width is kept", "return document.documentElement.scrollWidth <= 390")
    browser.resize(driver, 1280, 900)


def main():
    site, source = (pathlib.Path(one).resolve() for one in sys.argv[1:3])
    try:
        with browser.window() as driver:
            page = Steps(driver)
            check_steps(page, site)
            check_question(page, site)
            check_lessons(page, site)
            check_counts(page, site)
            check_target(page, site)
            check_wrong(page, site, source)
            check_unit(page, site)
            check_own(page, site)
            check_finding(page, site)
            check_finding_elsewhere(page, site)
            check_endless(page, site)
            check_exercise(page, site, source)
            median, most = check_speed(page, site)
            check_phone(driver, page, site)
            logged = [entry["message"] for entry in driver.get_log("browser") if entry["level"] == "SEVERE"]
            page.wants(f"the console says: {logged[:3]}", not logged)
    except browser.Missing as missing:
        print(f"Skipped: {missing}")
        return SKIPPED
    for fault in page.faults:
        print(fault)
    print(f"a step with 64 lanes took {median:.1f} ms, at most {most:.0f} ms")
    print(f"{page.checked} checked, {len(page.faults)} wrong")
    return 1 if page.faults else 0


if __name__ == "__main__":
    sys.exit(main())
