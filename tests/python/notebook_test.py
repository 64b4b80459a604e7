"""Runs a notebook as Jupyter would, without Jupyter: notebook_test.py NOTEBOOK [--write]

What a cell with the tag "same" prints has to be in its chapter's output.txt, line by line, where the marks of that file stand for
anything. A cell with the tag "raises-exception" has to fail, and no other may. --write keeps the outputs in the notebook.
"""

import io
import json
import os
import pathlib
import re
import sys

try:
    import pyopencl  # noqa: F401
    from IPython.core.interactiveshell import InteractiveShell
    from IPython.utils.capture import capture_output
except ImportError as missing:
    print(f"Skipped: Python has no {missing.name}. Type: ./lockstep start --install-only --ci")
    sys.exit(77)

ROOT = pathlib.Path(__file__).resolve().parents[2]


def plain(line):
    return " ".join(line.split())


def expected_lines(notebook):
    """The lines of the chapter's captured output as patterns."""
    text = (ROOT / "chapters" / notebook.stem / "output.txt").read_text(encoding="utf-8")
    patterns = []
    for line in text.splitlines()[1:]:
        pieces = re.split(r"\[\[[\w-]*=?\|.*?(?:\]\]|$)", line)
        if any(map(plain, pieces)):  # all of it a mark: any line would do
            patterns.append(re.compile(r"\s*\S.*?\s*".join(re.escape(plain(piece)) if plain(piece) else "" for piece in pieces)))
    return patterns


def faults_of(cell, printed, failed, patterns):
    tags = cell["metadata"].get("tags", [])
    if failed != ("raises-exception" in tags):
        yield f"this cell {'failed' if failed else 'did not fail'}:\n{''.join(cell['source'])}\n{printed}"
    if "same" in tags:
        if not printed.strip():
            yield f"this cell printed nothing:\n{''.join(cell['source'])}"
        for line in printed.splitlines():
            if not any(pattern.fullmatch(plain(line)) for pattern in patterns):
                yield f"no line of the chapter's output.txt is like this one: {line}"


def run(notebook, keep):
    os.chdir(notebook.parent)
    shell = InteractiveShell.instance(colors="NoColor")
    book = json.loads(notebook.read_text(encoding="utf-8"))
    faults, count = [], 0
    for cell in book["cells"]:
        if cell["cell_type"] != "code":
            continue
        count += 1
        with capture_output() as captured:
            result = shell.run_cell("".join(cell["source"]), store_history=True)
        printed = re.sub(r"Out\[\d+\]: ", "", captured.stdout)
        faults += faults_of(cell, printed, not result.success, expected_lines(notebook))
        cell["execution_count"] = count
        shown = printed and not "".join(cell["source"]).startswith("lockstep.task")  # which prints what is in the exercise's folder
        cell["outputs"] = [{"output_type": "stream", "name": "stdout", "text": printed.splitlines(True)}] if shown else []
    if keep:
        notebook.write_text(json.dumps(book, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    print("\n".join(faults) or f"{count} cells")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.stderr = io.TextIOWrapper(sys.stderr.buffer, line_buffering=True)
    sys.exit(run(pathlib.Path(sys.argv[1]).resolve(), "--write" in sys.argv))
