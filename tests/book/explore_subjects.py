"""The explorers: what they compute, against the lens and an OpenCL device; and that a reader can use them."""

import json
import math
import os
import re
import subprocess

import browser
from browser_subjects import name_of, wait_for
from static_subjects import page_names

LEAST_CASES = 500  # of each explorer
LEAST_LABEL = 10   # CSS pixels, on a phone

NAMES = "return Object.keys(window.lockstepExplorers)"
MODEL = """
const explorer = window.lockstepExplorers[arguments[0]];
return arguments[1].map(({device, state, expected}) => {
    const result = explorer.model(window.lockstepProfiles.find((profile) => profile.id === device), state);
    result.runs = !result.refusal;
    return Object.fromEntries(Object.keys(expected).map((key) => [key, result[key] ?? null]));
});
"""


def pages_with_explorers(site):
    """Each page that holds some, and their names in order."""
    found = {}
    for name in page_names(site):
        if names := re.findall(r'data-explorer="([^"]+)"', (site / name).read_text(encoding="utf-8")):
            found[name] = names
    return found


def same(found, expected):
    if isinstance(expected, float) and isinstance(found, (int, float)):
        return math.isclose(found, expected, rel_tol=1e-12)
    if isinstance(expected, dict):
        return isinstance(found, dict) and all(same(found.get(key), value) for key, value in expected.items())
    if isinstance(expected, list):
        return isinstance(found, list) and len(found) == len(expected) and all(map(same, found, expected))
    return found == expected


def check_explorer_models(site, source):
    """What each explorer computes is what the project's own models say, on drawn cases."""
    pages = pages_with_explorers(site)
    if not pages:
        return 0, []
    count, faults = 0, []
    with browser.window() as driver:
        driver.get((site / next(iter(pages))).as_uri())
        for name in wait_for(driver, NAMES):
            drawn = subprocess.run([os.environ["LOCKSTEP_EXPLORE_CASES"], name, str(source / "lens" / "devices")],
                                   capture_output=True, text=True, check=False)
            if drawn.returncode != 0:
                faults.append(f"{name}: no cases were drawn: {drawn.stderr.strip()}")
                continue
            cases = json.loads(drawn.stdout)
            found = driver.execute_script(MODEL, name, cases)
            wrong = [(case, result) for case, result in zip(cases, found) if not same(result, case["expected"])]
            count += len(cases)
            if len(cases) < LEAST_CASES or len({json.dumps(case) for case in cases}) < LEAST_CASES:
                faults.append(f"{name}: only {len(cases)} cases were drawn")
            faults += [f"{name}: {len(wrong)} of {len(cases)} differ; {case['device']} {case['state']}: "
                       f"expected {case['expected']}, the page says {result}" for case, result in wrong[:1]]
    return count, faults


SIZES = """
const least = Math.min(...[...arguments[0].querySelectorAll('svg text')].map((text) => {
    const svg = text.ownerSVGElement;
    return parseFloat(getComputedStyle(text).fontSize) * svg.getBoundingClientRect().width / svg.viewBox.baseVal.width;
}));
return Number.isFinite(least) ? least : 99;
"""
# Labels of a picture, and the colours that lie behind them: the shape that was drawn before, or the explorer's own.
FAINT_LABELS = """
const canvas = document.createElement('canvas').getContext('2d', {willReadFrequently: true});
function light(css) {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = css;
    canvas.fillRect(0, 0, 1, 1);
    const parts = [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3).map((v) => v / 255)
        .map((v) => v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2];
}
const faults = new Set();
for (const text of arguments[0].querySelectorAll('svg text')) {
    const behind = text.classList.contains('on') ? getComputedStyle(text.previousElementSibling).fill
        : getComputedStyle(arguments[0]).backgroundColor;
    const [high, low] = [light(getComputedStyle(text).fill), light(behind)].sort((a, b) => b - a);
    if ((high + 0.05) / (low + 0.05) < 4.5) faults.add(`'${text.textContent}' (${text.getAttribute('class')})`);
}
return [...faults];
"""
MOVING = """
return [...arguments[0].querySelectorAll('*')].filter((element) => {
    const style = getComputedStyle(element);
    return parseFloat(style.transitionDuration) > 0 || parseFloat(style.animationDuration) > 0;
}).map((element) => element.className);
"""
# Every control at its least and its most, and every choice; then from the start again.
SWEEP = """
const root = arguments[0];
for (const input of root.querySelectorAll('.explorer-choice input, .explorer-devices input')) {
    input.click();
    for (const slider of root.querySelectorAll('input[type=range]')) {
        for (const value of [slider.max, slider.min]) {
            slider.value = value;
            slider.dispatchEvent(new Event('input'));
            if (!root.querySelector('.explorer-stage svg rect, .explorer-stage svg path')) return 'a picture is empty';
            if (/NaN|undefined|Infinity/.test(root.innerHTML)) return 'a number is none: ' + root.querySelector('.explorer-figures').textContent;
        }
    }
}
root.querySelector('.explorer-head button').click();
return '';
"""


def says(driver, root):
    return driver.execute_script("return arguments[0].querySelector('.explorer-says').textContent", root)


def keyboard_faults(driver, root, page):
    """A slider and the list of GPUs obey the arrow keys, the sentence follows, and the page is not turned."""
    from selenium.webdriver.common.action_chains import ActionChains
    from selenium.webdriver.common.by import By
    from selenium.webdriver.common.keys import Keys
    before = says(driver, root)
    ways = [root.find_element(By.CSS_SELECTOR, "input:checked")]
    ways += [slider for slider in root.find_elements(By.CSS_SELECTOR, "input[type=range]") if slider.is_displayed()][:1]
    faults = []
    for control in ways:
        value = control.get_attribute("value")
        driver.execute_script("arguments[0].focus()", control)
        ActionChains(driver).send_keys(Keys.ARROW_RIGHT).perform()
        if name_of(driver) != page:
            return ["an arrow key turns the page"]
        if not driver.execute_script("return arguments[0].value !== arguments[1] || !arguments[0].checked", control, value):
            faults.append("a control does not obey the arrow keys")
    if not wait_for(driver, "return arguments[0].querySelector('.explorer-says').textContent !== arguments[1]", root, before):
        faults.append("the sentence does not follow")
    if not before or "undefined" in before or driver.execute_script(
            "return arguments[0].querySelector('.explorer-says').getAttribute('aria-live')", root) != "polite":
        faults.append(f"the sentence is not read aloud: '{before}'")
    unnamed = driver.execute_script("return [...arguments[0].querySelectorAll('input, button')].filter((control) => "
                                    "!control.labels?.length && !control.ariaLabel && !control.textContent).length", root)
    return faults + ([f"{unnamed} controls have no name"] if unnamed else [])


def print_faults(driver, root):
    """On paper there are no controls, but words on what is set, and the picture."""
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
    shown = driver.execute_script("return ['.explorer-controls', '.explorer-head button', '.explorer-settings', '.explorer-stage svg']"
                                  ".map((part) => arguments[0].querySelector(part).getClientRects().length > 0)", root)
    words = driver.execute_script("return arguments[0].querySelector('.explorer-settings').textContent", root)
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": ""})
    faults = [] if shown == [False, False, True, True] else [f"on paper controls, button, words and picture are {shown}"]
    return faults + ([] if ": " in words else [f"on paper nothing says what is set: '{words}'"])


def touch_faults(driver, root):
    """A finger paints the condition over the switches that it passes."""
    from selenium.webdriver.common.by import By
    switches = root.find_elements(By.CSS_SELECTOR, "[role=switch]")
    if not switches:
        return []
    checked = "return [...arguments[0].querySelectorAll('[role=switch]')].map((one) => one.ariaChecked).join()"
    driver.execute_script("arguments[0].scrollIntoView({block: 'center', behavior: 'instant'})", switches[0])
    driver.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": True})
    centres = driver.execute_script("return [...arguments[0].querySelectorAll('[role=switch]')].slice(2, 6).map((one) => {"
                                    "const box = one.getBoundingClientRect();"
                                    "return {x: box.x + box.width / 2, y: box.y + box.height / 2}; })", root)
    before = driver.execute_script(checked, root).split(",")
    driver.execute_cdp_cmd("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [centres[0]]})
    for centre in centres[1:]:
        driver.execute_cdp_cmd("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [centre]})
    driver.execute_cdp_cmd("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    painted = "false" if before[2] == "true" else "true"
    expected = ",".join(before[:2] + [painted] * 4 + before[6:])
    wait_for(driver, checked + " === arguments[1]", root, expected)
    after = driver.execute_script(checked, root)
    return [] if after == expected else [f"a finger painted {after}, expected {expected}"]


def check_explorers(site, _source):
    """Each explorer stands in its page: by keys, by touch, on a phone, in the dark, at rest, on paper, and without a script."""
    from selenium.webdriver.common.by import By
    count, faults = 0, []
    with browser.window(width=1280, height=900) as driver:
        for page, names in pages_with_explorers(site).items():
            text = (site / page).read_text(encoding="utf-8")
            faults += [f"{page}: without a script nothing stands in its place"
                       for still in text.split('class="explorer-still">')[1:] if len(still.partition("</p>")[0]) < 40]
            browser.resize(driver, 1280, 900)
            driver.get((site / page).as_uri())
            wait_for(driver, "return document.querySelector('.explorer-says') !== null")
            for name in names:
                count += 1
                root = driver.find_element(By.CSS_SELECTOR, f"[data-explorer={name}]")
                wrong = keyboard_faults(driver, root, page)
                wrong += [sweep] if (sweep := driver.execute_script(SWEEP, root)) else []
                wrong += print_faults(driver, root)
                for dark in (False, True):
                    driver.execute_script("document.documentElement.className = arguments[0]", "dark-mode" if dark else "light-mode")
                    wrong += [f"{'dark' if dark else 'light'}: the label {label} is faint"
                              for label in driver.execute_script(FAINT_LABELS, root)]
                driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [
                    {"name": "prefers-reduced-motion", "value": "reduce"}]})
                wrong += [f"moves, though the reader prefers rest: {moving}" for moving in driver.execute_script(MOVING, root)]
                browser.resize(driver, 390, 844, phone=True)
                wait_for(driver, "return innerWidth === 390")
                wait_for(driver, "return arguments[0].querySelector('.explorer-stage svg').viewBox.baseVal.width < 390", root)
                size = driver.execute_script(SIZES, root)
                wrong += [f"phone: a label has {size:.1f} px"] if size < LEAST_LABEL else []
                wrong += touch_faults(driver, root)
                browser.resize(driver, 1280, 900)
                faults += [f"{page}: {name}: {fault}" for fault in wrong]
            faults += [f"{page}: {entry['message']}" for entry in driver.get_log("browser") if entry["level"] == "SEVERE"]
    return count, faults
