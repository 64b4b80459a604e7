"""A headless Chromium for the book's tests."""

import contextlib
import json
import os
import shutil
import socket
import tempfile


class Missing(Exception):
    """The browser, its driver or Selenium is not installed."""


def _modules():
    try:
        from selenium import webdriver
        from selenium.webdriver.chrome.options import Options
        from selenium.webdriver.chrome.service import Service
    except ImportError as error:
        raise Missing("Selenium is not installed (Debian: apt install python3-selenium)") from error
    return webdriver, Options, Service


def _program(*names):
    for name in names:
        if found := shutil.which(name, path=os.environ.get("PATH", "") + ":/usr/bin:/usr/lib/chromium"):
            return found
    raise Missing(f"{names[0]} is not installed (Debian: apt install chromium chromium-driver)")


@contextlib.contextmanager
def _known_localhost():
    """A minimal system may have no /etc/hosts, and Selenium looks for its driver under the name localhost."""
    original = socket.getaddrinfo
    socket.getaddrinfo = lambda host, *rest, **named: original("127.0.0.1" if host == "localhost" else host,
                                                               *rest, **named)
    try:
        yield
    finally:
        socket.getaddrinfo = original


def resize(driver, width, height, phone=False):
    """Gives the page this size in CSS pixels; `phone` obeys the page's viewport as a phone does."""
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride",
                           {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": phone})


def prefer(driver, dark):
    """Makes the system prefer dark or light colours."""
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [
        {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}]})


@contextlib.contextmanager
def window(width=1280, height=900, phone=False, dark=False):
    """A browser window on a fresh profile; `dark` is what the system prefers."""
    webdriver, options_type, service_type = _modules()
    options = options_type()
    options.binary_location = _program("chromium", "chromium-browser", "google-chrome")
    with tempfile.TemporaryDirectory() as profile, _known_localhost():
        for argument in ("--headless=new", "--hide-scrollbars", f"--user-data-dir={profile}", "--disable-gpu",
                         "--disable-dev-shm-usage", "--disable-background-networking", "--no-first-run",
                         "--remote-debugging-pipe"):
            options.add_argument(argument)
        if os.geteuid() == 0:
            options.add_argument("--no-sandbox")
        options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
        driver = webdriver.Chrome(service=service_type(_program("chromedriver", "chromium-chromedriver")),
                                  options=options)
        try:
            resize(driver, width, height, phone)
            prefer(driver, dark)
            yield driver
        finally:
            driver.quit()


def requested(driver):
    """The addresses asked for since the last call, without those of the browser's own pages."""
    messages = (json.loads(entry["message"])["message"] for entry in driver.get_log("performance"))
    urls = (message["params"]["request"]["url"] for message in messages if message["method"] == "Network.requestWillBeSent")
    return [url for url in urls if not url.startswith("chrome")]
