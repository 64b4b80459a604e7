"""Runs one subject of the book's tests on rendered sites: site_test.py SUBJECT --source ROOT SITE..."""

import argparse
import pathlib
import sys

import browser
import browser_subjects
import explore_subjects
import page_subjects
import static_subjects

SKIPPED = 77


def subjects():
    found = {}
    for module in (static_subjects, browser_subjects, page_subjects, explore_subjects):
        found.update({name.removeprefix("check_"): getattr(module, name)
                      for name in dir(module) if name.startswith("check_")})
    return found


def main():
    known = subjects()
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("subject", choices=sorted(known))
    parser.add_argument("--source", type=pathlib.Path, required=True)
    parser.add_argument("sites", nargs="+", type=pathlib.Path)
    wanted = parser.parse_args()

    checked = 0
    wrong = []
    try:
        for site in wanted.sites:
            count, faults = known[wanted.subject](site.resolve(), wanted.source.resolve())
            checked += count
            wrong += [f"{site}: {fault}" for fault in faults]
    except browser.Missing as missing:
        print(f"Skipped: {missing}")
        return SKIPPED
    except ModuleNotFoundError as missing:
        if not (missing.name or "").startswith("selenium"):
            raise
        print("Skipped: Selenium is not installed (Debian: apt install python3-selenium)")
        return SKIPPED
    for fault in wrong:
        print(fault)
    print(f"{wanted.subject}: {checked} checked, {len(wrong)} wrong")
    if checked == 0:
        print("Nothing was there to check, which is wrong too.")
        return 1
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
