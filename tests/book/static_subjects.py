"""What can be checked in the site's files without a browser. Each subject returns how much it checked, and faults."""

import html.parser
import json
import re
import urllib.parse

LIMIT_BYTES = 35_000_000  # a chapter with its exercises and drawings takes about 0.5 MB, the programs in six languages 0.3, the formulas 1.3, the Markdown beside pages 2.4, what pages run with 9.1, of which each loads its part
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

    parts = json.loads((root / "book" / "outline.json").read_text(encoding="utf-8"))["parts"]
    first = {part["chapters"][0]["slug"]: f"part-{number}" for number, part in enumerate(parts, 1)}
    order = ["index.html"] + pages("front")
    for chapter in sorted((root / "chapters").glob("[0-9]*-*")):
        if not (chapter / "lesson.md").is_file():
            continue
        if (root / "book" / "parts" / f"{first.get(chapter.name)}.md").is_file():
            order.append(first[chapter.name] + ".html")
        order.append(chapter.name + ".html")
        exercises = [path for path in (root / "exercises" / chapter.name).glob("[0-9]*-*") if path.is_dir()]
        exercises.sort(key=lambda path: int(path.name.partition("-")[0]))
        order += [f"{chapter.name}-{exercise.name}.html" for exercise in exercises]
    reference = ["library-reference.html"] if (root / "lib").is_dir() else []
    return order + pages("appendices") + reference + pages("back")


def check_order(site, source):
    root, _ = outline_of(site, source)
    expected, found = expected_order(root), reading_order(site)
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


class Index(html.parser.HTMLParser):
    """The entries of the index: name, whether it is code, where its numbers lead, and what it refers to."""

    def __init__(self, path):
        super().__init__()
        self.entries, self.depth, self.open, self.inside = [], 0, [], ""
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag, attributes):
        values = dict(attributes)
        if tag == "li" and (self.open or values.get("id", "").startswith("entry-")):
            self.open.append({"name": "", "code": False, "of": self.open[-1] if self.open else None, "id": values.get("id"),
                              "places": [], "see": []})
            self.entries.append(self.open[-1])
        elif self.open and tag == "a":
            href = values["href"]
            self.open[-1]["see" if href.startswith("#") else "places"].append(href)
        elif self.open and tag == "span":
            self.inside = "span"
        elif tag == "code" and self.inside:
            self.open[-1]["code"] = True

    def handle_endtag(self, tag):
        if tag == "span":
            self.inside = ""
        elif tag == "li" and self.open:
            self.open.pop()

    def handle_data(self, data):
        if self.inside:
            self.open[-1]["name"] += data


def words_of(text):
    """The words of a text without what grammar adds, by which a place is held against its entry."""
    return {re.sub(r"(ies|ing|ed|es|s|e|y)$", "", word) or word
            for word in re.findall(r"[a-z0-9_+]+", text.lower().replace("’", "'").replace("'s", ""))}


SMALL_WORDS = words_of("a an and as at by for from in into it its no not of on or the their to what when where which who with without than")


class Places(html.parser.HTMLParser):
    """The text of a page, and how far into it each of its ids is."""

    def __init__(self, path):
        super().__init__()
        self.pieces, self.length, self.at, self.silent = [], 0, {}, 0
        self.feed(path.read_text(encoding="utf-8"))
        self.text = "".join(self.pieces)

    def add(self, text):
        self.pieces.append(text)
        self.length += len(text)

    def handle_starttag(self, tag, attributes):
        self.silent += tag in ("script", "style", "svg")
        self.add("" if tag in ("wbr", "i", "a", "b", "em", "strong", "code", "span", "dfn") else " ")
        if identity := dict(attributes).get("id"):
            self.at[identity] = self.length

    def handle_endtag(self, tag):
        self.silent -= tag in ("script", "style", "svg")

    def handle_data(self, data):
        self.add("" if self.silent else data)

    def near(self, identity):
        behind = 6000 if identity.startswith("listing-") else 1500
        return self.text[max(0, self.at[identity] - 800):self.at[identity] + behind]


def functions_of_listings(source):
    """The functions of OpenCL that listings call: of C by their prefix, C++ methods by their verbs, and the kernel language's."""
    sheet = json.loads((source / "book" / "appendices" / "kernel-language.json").read_text(encoding="utf-8"))
    built_in = set(re.findall(r"[a-z]\w{2,}(?=\(| |$)", " ".join(row.get("names", "") for group in sheet for row in group["rows"])))
    built_in -= {"volatile"}  # of assembly
    found = {}
    for lesson in sorted((source / "chapters").glob("*/lesson.md")):
        for name, tag in re.findall(r"^ *\\snippet (\S+) (\S+)", lesson.read_text(encoding="utf-8"), re.MULTILINE):
            file = lesson.parent / name
            code = (file if file.is_file() else source / name).read_text(encoding="utf-8").split(f"//! [{tag}]\n")[1]
            calls = re.findall(r"\bcl[A-Z]\w+(?= *\()|(?<=[.>])(?:enqueue|create|set)[A-Z]\w+(?= *[(<])", code)
            calls += [call for call in re.findall(r"\b[a-z]\w+(?= *\()", code) if call in built_in and file.suffix == ".cl"]
            for call in calls:
                found.setdefault(call, f"{lesson.parent.name}, {tag}")
    return found


def lost_names(names, site, source):
    """What should be in the index and is not: functions of listings, and error codes."""
    named = {re.split(r"[ (]", name)[0].lower() for name in names}
    faults = [f"'{call}' has no entry; a listing calls it: {where}. Mark where it is explained: \\index{{`{call}`}}"
              for call, where in functions_of_listings(source).items() if call.lower() not in named]
    codes = re.findall(r'class="error-row" id="(\w+)"', (site / "error-codes.html").read_text(encoding="utf-8"))
    return faults + [f"{code} has no entry" for code in codes if code.lower() not in named]


def lost_words(name, parent, near, href, others):
    """An entry whose words are not near its place: all of the thing's, or of another name for it, and some of the side's."""
    there = words_of(near)
    whole = re.sub(r" \((kernel, .*|-?\d+)\)$", "", parent or name)
    named = any(words_of(other) - SMALL_WORDS <= there for other in others.get(whole.lower(), [whole]))
    named = named or any(whole.startswith(beginning) for beginning in re.findall(r"(\w{4,})…", near))  # clRelease…
    side = words_of(name) - SMALL_WORDS if parent else set()
    if named and (not side or side & there):
        return []
    return [f"'{parent + ', ' if parent else ''}{name}': these words are not near {href}"]


def check_index(site, source):
    """Each entry leads to a place that has its words, no two are one thing, and every function and error code has one."""
    file = site / "index-of-terms.html"
    if not file.is_file():
        return 0, []
    glossary = json.loads((source / "book" / "appendices" / "glossary.json").read_text(encoding="utf-8"))
    others = {entry["term"].lower(): [entry["term"]] + entry.get("aliases", []) for entry in glossary}
    entries, pages, faults, kinds = Index(file).entries, {}, [], {}
    ids = {entry["id"] for entry in entries}
    for entry in entries:
        name, parent = entry["name"], entry["of"]
        for href in entry["places"]:
            page, _, anchor = href.partition("#")
            if page not in pages:
                pages[page] = Places(site / page) if (site / page).is_file() else None
            places = pages[page]
            if places is None or anchor not in places.at:
                faults.append(f"'{name}' leads to '{href}', which does not exist")
                continue
            faults += lost_words(name, parent["name"] if parent else "", places.near(anchor), href, others)
        faults += [f"'{name}' refers to '{target}', which is no entry" for target in entry["see"] if target[1:] not in ids]
        if parent is None:
            if not entry["places"] and not entry["see"] and not any(other["of"] is entry for other in entries):
                faults.append(f"'{name}' leads nowhere")
            same = re.sub(r"(?<=[a-z]{3})s$", "", name.lower()) if not entry["code"] else name.lower()
            faults += [f"'{kinds[same]}' and '{name}' are one entry"] if same in kinds else []
            kinds[same] = name
    faults += lost_names([entry["name"] for entry in entries], site, source)
    order = [entry["id"] for entry in entries if entry["of"] is None]
    faults += [] if len(order) >= 600 else [f"the index has {len(order)} entries, and less than 600 are too few"]
    return len(entries), faults


def check_captions(site, source):
    """The lists of figures and of listings have everything with a number, in the order of the book."""
    count, faults = 0, []
    for name, kind in ((site / "figures.html", "Figure"), (site / "listings.html", "Listing")):
        if not name.is_file():
            continue
        listed = re.findall(rf'<li><a href="([^"]+)">{kind} ', name.read_text(encoding="utf-8"))
        there = [f"{page}#{anchor}" for page in reading_order(site)
                 for anchor in re.findall(rf'<figure class="\w+" id="({kind.lower()}-[^"]+)"', (site / page).read_text(encoding="utf-8"))]
        count += len(there)
        faults += [f"{place} is not in {name.name}" for place in there if place not in listed]
        faults += [] if listed == there or faults else [f"{name.name} is not in the order of the book"]
    return count, faults


def prose_of(html):
    """A page's text without listings and tags, in small letters."""
    html = re.sub(r"(?s)<(pre|script|style|svg)\b.*?</\1>", " ", html).replace("<wbr>", "")
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", html)).lower()


def part_read(html, section):
    """The part of a page's text that a step reads: all but what leads elsewhere, or a section to the next of its rank."""
    text = html[html.index('<div class="prose">'):html.index('<nav class="turn"')]
    if not section:
        for title in ("Further reading", "In CUDA and HIP", "Exercises"):
            text = re.sub(rf'(?s)<h2 id="[^"]*">{title} .*?(?=<h2 |$)', " ", text)
        return text
    begin = re.search(rf'<h([2-4]) id="{re.escape(section)}"', text)
    rest = text[begin.end():]
    end = re.search(rf"<h[2-{begin.group(1)}] ", rest)
    return rest[:end.start()] if end else rest


def passing_words(html, way):
    """The words that a page explains in passing to who follows the way."""
    aside = re.search(rf'(?s)<aside class="on-way" data-way="{way}".*?</aside>', html)
    return set(re.findall(r'<dt><a href="glossary.html#[^"]*">([^<]*)</a>', aside.group())) if aside else set()


def check_ways(site, source):
    """Every word of the glossary that a way uses is defined on it, or explained in passing where it first comes up."""
    root, chapters = outline_of(site, source)
    outline = json.loads((root / "book" / "outline.json").read_text(encoding="utf-8"))
    glossary = json.loads((root / "book" / "appendices" / "glossary.json").read_text(encoding="utf-8"))
    slugs = {str(int(chapter["slug"][:2])): chapter["slug"] for chapter in chapters}
    count, faults = 0, []
    for way in outline.get("ways", []):
        known = set()
        for step in way["steps"]:
            name, _, section = step.partition("#")
            chapter, slash, _ = name.partition("/")
            if slash: # words in passing stand on exercises' pages, too
                for path in site.glob(f"{slugs[chapter]}-[0-9]*.html"):
                    known |= passing_words(path.read_text(encoding="utf-8"), way["name"])
                continue
            if not (site / f"{slugs.get(name, name)}.html").is_file() or way["name"] == "reference":
                continue
            html = (site / f"{slugs.get(name, name)}.html").read_text(encoding="utf-8")
            if f'<aside class="on-way" data-way="{way["name"]}"' not in html:
                faults.append(f"{way['name']}: {step} does not show the way")
                continue
            known |= passing_words(html, way["name"])
            text = part_read(html, section)
            defined = {word.lower() for word in re.findall(r'(?s)<dfn[^>]*>(.*?)</dfn>', text)}
            words = prose_of(text)
            for entry in glossary:
                if defined & {word.lower() for word in [entry["term"], *entry.get("aliases", [])]}:
                    known.add(entry["term"])
                if entry.get("everyday") or not re.search(rf"(?<![\w]){re.escape(entry['term'].lower())}s?(?![\w])", words):
                    continue
                count += 1
                if entry["term"].replace("'", "’") not in known and entry["term"] not in known:
                    faults.append(f"{way['name']}: {step} uses '{entry['term']}', which the way has not explained")
    return max(count, 1), faults


def check_markdown(site, _source):
    """Beside each page of text lies its Markdown, whole: no directive and no token is left in it, and listings are in fences."""
    count, faults = 0, []
    for path in sorted(site.glob("*.md")):
        text = path.read_text(encoding="utf-8")
        count += 1
        prose = re.sub(r"(?s)```.*?```", "", text)
        if re.search("[\ue000\ue001]", text) or re.search(r"^\\(snippet|output|figure|term)", prose, re.M):
            faults.append(f"{path.name} holds what only the book's renderer understands")
        if text.count("```") % 2:
            faults.append(f"{path.name} leaves a fence open")
        if not path.with_suffix(".html").is_file():
            faults.append(f"{path.name} has no page")
        elif path.name not in path.with_suffix(".html").read_text(encoding="utf-8"):
            faults.append(f"{path.name} is not linked from its page")
    return count, faults
