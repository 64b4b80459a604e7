"""What can be checked in the site's files without a browser. Each subject returns how much it checked, and faults."""

import html.parser
import json
import pathlib
import re
import urllib.parse

LIMIT_BYTES = 20_000_000  # a chapter with its exercises and drawings takes about 0.5 MB, the formulas 1.3
OUTER = ("http:", "https:", "mailto:", "data:")


def page_names(site):
    return sorted(path.name for path in site.glob("*.html"))


class Page(html.parser.HTMLParser):
    """The ids and targets of one page, where its next and previous links and those to chapters lead, and what it is about."""

    def __init__(self, path):
        super().__init__()
        self.ids, self.targets, self.turn, self.description = set(), [], {}, ""
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag, attributes):
        values = dict(attributes)
        self.ids.update(values[key] for key in ("id", "name") if values.get(key))
        self.targets += [values[key] for key in ("href", "src") if values.get(key)]
        if tag == "a" and values.get("rel") in ("next", "prev"):
            self.turn[values["rel"]] = values["href"]
        if tag == "a" and values.get("class") in ("back", "onward"):
            self.turn[values["class"]] = values["href"]
        if tag == "meta" and values.get("name") == "description":
            self.description = values["content"]


def pages_of(site):
    return {path.name: Page(path) for path in sorted(site.glob("*.html"))}


def check_links(site, _source):
    pages = pages_of(site)
    count, faults = 0, []
    for name, page in pages.items():
        for target in page.targets:
            if target.startswith(OUTER):
                continue
            count += 1
            path, _, anchor = urllib.parse.unquote(target).partition("#")
            path = path.partition("?")[0] or name
            if not (site / path).is_file():
                faults.append(f"{name}: '{target}' does not exist")
            elif anchor and anchor not in pages[path].ids:
                faults.append(f"{name}: '{target}' has no such anchor")
    return count, faults


def check_size(site, _source):
    size = sum(path.stat().st_size for path in site.rglob("*") if path.is_file())
    return 1, [] if size < LIMIT_BYTES else [f"the site has {size / 1e6:.1f} MB"]


def outline_of(site, source):
    """The outline that a site was rendered from: the real book's, or the fixture's."""
    fixture = source / "tests" / "book" / "fixture"
    title = json.loads((fixture / "book" / "outline.json").read_text(encoding="utf-8"))["title"]
    is_fixture = f"<h1>{title}</h1>" in (site / "index.html").read_text(encoding="utf-8")
    root = fixture if is_fixture else source
    outline = json.loads((root / "book" / "outline.json").read_text(encoding="utf-8"))
    return root, [chapter for part in outline["parts"] for chapter in part["chapters"]]


def check_planned(site, source):
    root, chapters = outline_of(site, source)
    pages = pages_of(site)
    index = (site / "index.html").read_text(encoding="utf-8")
    faults = []
    for chapter in chapters:
        file = chapter["slug"] + ".html"
        written = (root / "chapters" / chapter["slug"] / "lesson.md").is_file()
        linked = [name for name, page in pages.items()
                  if any(target.partition("#")[0] == file for target in page.targets)]
        if written and "index.html" not in linked:
            faults.append(f"{chapter['slug']} is written, but the table of contents does not link to it")
        if not written and linked:
            faults.append(f"{chapter['slug']} is not written, but {linked[0]} links to it")
        if not written and chapter["title"].replace("'", "’") not in index:
            faults.append(f"{chapter['slug']} is missing from the table of contents")
    return len(chapters), faults


def reading_order(site):
    """The pages' names, by following the next links from the cover."""
    pages = pages_of(site)
    order = ["index.html"]
    while (following := pages[order[-1]].turn.get("next")) and following not in order:
        order.append(following)
    return order


def expected_order(root):
    """The pages' names as the folders tell them."""
    def plain(path):
        number, _, rest = path.stem.partition("-")
        return (rest if number.isdigit() else path.stem) + ".html"

    def pages(folder):
        return [plain(path) for path in sorted((root / "book" / folder).glob("*.md"))]

    order = ["index.html"] + pages("front")
    for chapter in sorted((root / "chapters").glob("[0-9]*-*")):
        if not (chapter / "lesson.md").is_file():
            continue
        order.append(chapter.name + ".html")
        exercises = [path for path in (root / "exercises" / chapter.name).glob("[0-9]*-*") if path.is_dir()]
        exercises.sort(key=lambda path: int(path.name.partition("-")[0]))
        order += [f"{chapter.name}-{exercise.name}.html" for exercise in exercises]
    return order + pages("appendices")


def check_order(site, source):
    root, _ = outline_of(site, source)
    expected, found = expected_order(root), reading_order(site)
    if (pathlib.Path(site) / "library-reference.html").is_file():
        expected.append("library-reference.html")
    faults = [] if found == expected else [f"the order is {found}, but the folders say {expected}"]
    in_walk = set(found)
    faults += [f"{name} is in no place of the order" for name in pages_of(site)
               if name not in in_walk and not name.startswith("api-")]
    return len(found), faults


def check_turns(site, _source):
    """One click leads from a chapter or an exercise to the next chapter, and one back to where the chapter names the exercise."""
    pages, order = pages_of(site), reading_order(site)
    chapter_of = {}
    for name in order:
        if re.match(r"\d\d-", name):
            chapter = next((chapter for chapter in set(chapter_of.values()) if name.startswith(chapter.removesuffix(".html") + "-")), name)
            chapter_of[name] = chapter
    faults = []
    for name, chapter in chapter_of.items():
        turn = pages[name].turn
        onward = next(later for later in order[order.index(name) + 1:] if chapter_of.get(later) != chapter)
        if onward not in (turn.get("onward"), turn.get("next")):
            faults.append(f"{name}: no link leads to {onward}")
        card = turn.get("back", "").partition("#")
        if name != chapter and (card[0] != chapter or not card[2]):
            faults.append(f"{name}: back leads to {''.join(card)}, not to its card in {chapter}")
    return len(chapter_of), faults


def check_descriptions(site, _source):
    """Every page says what it is about, in a sentence or two that are not another page's."""
    pages = {name: page.description for name, page in pages_of(site).items() if not name.startswith("api-")}
    faults = [f"{name}: the description has {len(text)} characters: {text}" for name, text in pages.items()
              if not 20 <= len(text) <= 260]
    texts = list(pages.values())
    return len(pages), faults + [f"{name}: another page has its description: {text}" for name, text in pages.items()
                                 if texts.count(text) > 1]


# What a listing of part I may use of the standard library: what a first course has, and what the book explains beside it.
LISTINGS_MAY_USE = set("""cerr cos cout fflush fputs getenv ifstream iota istreambuf_iterator map move printf runtime_error sin
    size_t string thread to_string uint8_t vector""".split())
# Distracting from a call of OpenCL, and the listings that are about it or explain it.
DISTRACTING = {"a lambda": r"\[(?:[&=][\w, ]*)?\]\s*[({]", "a raw string": r'R"\(', "a template": r"\btemplate\b"}
EXPLAINED = {("01-parallelism", "main.cpp", "a lambda"), ("03-first-kernel", "picture.cpp", "a raw string")}


def check_listings(_site, source):
    count, faults = 0, []
    for chapter in sorted((source / "chapters").glob("0[1-9]-*")):
        lesson = (chapter / "lesson.md").read_text(encoding="utf-8")
        for name, tag in re.findall(r"^\\snippet (\S+\.[ch]pp) (\S+)", lesson, re.MULTILINE):
            count += 1
            code = (chapter / name).read_text(encoding="utf-8").split(f"//! [{tag}]\n")[1]
            used = set(re.findall(r"std::(\w+)", code)) - LISTINGS_MAY_USE
            found = [f"std::{word}" for word in sorted(used)]
            found += [what for what, pattern in DISTRACTING.items()
                      if re.search(pattern, code) and (chapter.name, name, what) not in EXPLAINED]
            faults += [f"{chapter.name}: the listing {tag} of {name} has {what}. Move it out of the listing, where the "
                       f"reader unfolds the whole file, or explain it and add it here." for what in found]
    return count, faults
