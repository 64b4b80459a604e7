"""The fixture as a PDF and as an e-book: printed_test.py pdf|epub TOOL FIXTURE"""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile

SKIPPED = 77
WORDS_OF_PART = "What the first part is about"


def skip_without(*programs):
    path = os.environ.get("PATH", "") + ":/usr/bin"
    for program in programs:
        if not any(shutil.which(name, path=path) for name in program.split("|")):
            print(f"Skipped: {program.partition('|')[0]} is not installed. Type: ./lockstep start --install-only --ci")
            sys.exit(SKIPPED)


def run(*command, **more):
    return subprocess.run([str(word) for word in command], capture_output=True, text=True, check=False, **more)


def book_in(folder, fixture):
    """A copy of the fixture with what only a large book has: a page for each part, lists and an index."""
    source = folder / "book"
    shutil.copytree(fixture, source)
    for name, text in {"parts/part-1.md": f"# First part\n\n{WORDS_OF_PART}.\n",
                       "back/1-figures.md": "# Figures\n\nAll.\n\n\\captions figure\n",
                       "back/2-listings.md": "# Listings\n\nAll.\n\n\\captions listing\n",
                       "back/3-index-of-terms.md": "# Index\n\nNumbers are chapters.\n\n\\indexofterms\n"}.items():
        file = source / "book" / name
        file.parent.mkdir(exist_ok=True)
        file.write_text(text, encoding="utf-8")
    lesson = source / "chapters" / "02-two" / "lesson.md"
    long = "".join(f"line {number} of a listing that is longer than a page\n" for number in range(1, 121))
    lesson.write_text(lesson.read_text(encoding="utf-8") + f"\n```\n{long}```\n", encoding="utf-8")
    return source


class Printed:
    """The PDF: the text of its pages below the running titles, its links, and where they may lead."""

    def __init__(self, file):
        text = run("pdftotext", "-layout", file, "-").stdout.rstrip("\f").split("\f")
        self.whole = [""] + text
        self.pages = [""] + [page.lstrip("\n").partition("\n")[2] for page in text]
        self.places = {name: int(page) for page, name in
                       re.findall(r'^ *(\d+) \[.*\] "(.*)"$', run("pdfinfo", "-dests", file).stdout, re.M)}
        content = file.read_bytes()
        self.links = [link.decode() for link in re.findall(rb"/Subtype /Link\b(?:(?!endobj).)*?/Dest /(\S+)", content, re.S)]
        self.outline = re.findall(rb"/Title \((.*?)\)\n/Dest", content)
        self.fonts = run("pdffonts", file).stdout.splitlines()[2:]

    def page_with(self, text):
        return [number for number, page in enumerate(self.pages) if text in page]


def check_pdf(tool, fixture, folder):
    skip_without("chromium|chromium-browser|google-chrome", "pdfinfo", "pdftotext", "pdffonts", "doxygen")
    source = book_in(folder, fixture)
    pdf = folder / "fixture.pdf"
    made = run(tool, "book", "--source", source, "--out", folder / "build", "--pdf", pdf)
    if made.returncode != 0:
        return [f"it was not printed: {made.stdout}{made.stderr}"]
    book = Printed(pdf)
    faults = []

    def holds(fact, sentence):
        if not fact:
            faults.append(sentence)

    holds(f"Printed: {len(book.whole) - 1} pages" in made.stdout, f"the command told another number of pages: {made.stdout}")
    contents = book.page_with("Contents\n")
    holds(contents == [3], f"the contents are on {contents}, not on the right-hand page behind the cover's back")
    headings = {"Preface": "Preface", "One thing at a time": "One thing at a time", "Two at once": "Two at once",
                "Error codes": "Error codes", "Glossary": "Glossary", "Index": "Each number is that of a page"}
    for title, text in headings.items():
        told = re.search(rf"^ *(?:\w+ +)?{title} +(\d+)$", book.pages[3], re.M)
        holds(told and text in book.pages[int(told[1])] and title in book.pages[int(told[1])],
              f"the contents give no page of '{title}', or one on which it does not begin: {book.pages[3]}")
        if told and int(told[1]) > 4:
            holds(re.search(rf"^ *{told[1]}\b|\b{told[1]}$", book.whole[int(told[1])].partition("\n")[0]),
                  f"above page {told[1]} there is another number")
    for text in (WORDS_OF_PART, "Each code with its usual cause"):
        holds([number % 2 for number in book.page_with(text)] == [1], f"'{text}' is not on one right-hand page")

    lesson = next((number for number in book.page_with("After Chapter 1")), 0)
    told = re.search(r"Chapter 1, One thing at a\s+time\s+\(page\s+(\d+)\)", book.pages[lesson])
    holds(told and "One thing at a time" in book.pages[int(told[1])], "the link to chapter 1 does not tell its page")
    term = re.search(r"^.*\bqueue\b +(\d+)", book.pages[-1], re.M)
    holds(term and "A queue holds commands" in " ".join(book.pages[int(term[1])].split()), f"the index sends 'queue' elsewhere: {book.pages[-1]}")
    listing = re.search(r"^ *Listing 1\.1 .*?(\d+)$", "\n".join(book.pages[-4:]), re.M)
    holds(listing and "Listing 1.1" in book.pages[int(listing[1])], "the list of listings sends Listing 1.1 elsewhere")

    holds(len(book.links) > 30, f"there are {len(book.links)} links only")
    holds(not set(book.links) - set(book.places), f"links lead nowhere: {sorted(set(book.links) - set(book.places))[:5]}")
    holds(book.fonts and all(re.search(r" yes (yes|no) +(yes|no) +\d+ +\d+$", font) for font in book.fonts), f"a font is not embedded: {book.fonts}")
    holds(any(b"One thing at a time" in title for title in book.outline), f"the outline lacks chapter 1: {book.outline[:9]}")
    text = "\n".join(book.pages)
    holds(all(f"line {number} of a listing" in text for number in range(1, 121)), "the long listing is cut off")
    holds("First paragraph." in text, "a fold is closed")
    holds("Copy\n" not in text and "\\frac" not in text, "a button, or a formula's source, is printed")

    taken = run(tool, "book", "--source", source, "--out", folder / "build", "--pdf", folder)
    holds(taken.returncode == 2 and "is a folder" in taken.stderr, f"a folder was printed to: {taken.stderr}")
    alone = run(tool, "book", "--source", source, "--out", folder / "build", "--pdf", pdf, env={"PATH": "/nowhere", "HOME": str(folder)})
    holds(alone.returncode == 2 and "Chromium is not installed" in alone.stderr and "apt install chromium" in alone.stderr,
          f"without Chromium it says: {alone.stderr}")
    return faults


def check_epub(tool, fixture, folder):
    skip_without("epubcheck", "java", "doxygen")
    epub = folder / "fixture.epub"
    made = run(tool, "book", "--source", book_in(folder, fixture), "--out", folder / "build", "--epub", epub)
    if made.returncode != 0:
        return [f"it was not made: {made.stdout}{made.stderr}"]
    jar = pathlib.Path("/usr/share/java/epubcheck.jar")
    checked = run("java", "-jar", jar, epub) if jar.exists() else run("epubcheck", epub)
    faults = [] if checked.returncode == 0 and "No errors or warnings" in checked.stdout + checked.stderr \
        else [f"EPUBCheck says: {checked.stdout}{checked.stderr}"]
    with zipfile.ZipFile(epub) as archive:
        first = archive.infolist()[0]
        if (first.filename, first.compress_type, first.extra) != ("mimetype", zipfile.ZIP_STORED, b""):
            faults.append(f"the first entry is {first}")
        if archive.testzip() is not None:
            faults.append(f"{archive.testzip()} is damaged")
        lesson = archive.read("book/01-one.xhtml").decode()
        titles = re.findall(r'<a href="([\w-]+\.xhtml)">', archive.read("book/nav.xhtml").decode())
    for part, sentence in {"<details class=\"fold\" open": "a fold is closed", "<svg": "a drawing is missing",
                           "<math" if not "note:" in made.stderr else "<code>": "a formula is neither MathML nor TeX"}.items():
        if part not in lesson:
            faults.append(sentence)
    if "<script" in lesson or "var(--fig" in lesson:
        faults.append("a script or the name of a colour is left")
    wanted = ["index", "preface", "part-1", "01-one", "01-one-1-add", "02-two", "error-codes", "index-of-terms"]
    order = [title.removesuffix(".xhtml") for title in titles]
    if [name for name in order if name in wanted] != [name for name in wanted if name in order] or len(order) < 10:
        faults.append(f"the contents are in another order: {order}")
    return faults


def main():
    subject, tool, fixture = sys.argv[1], pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3])
    with tempfile.TemporaryDirectory(prefix="lockstep-printed-") as folder:
        faults = {"pdf": check_pdf, "epub": check_epub}[subject](tool, fixture, pathlib.Path(folder))
    for fault in faults:
        print(fault)
    print(f"{subject}: {len(faults)} wrong")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
