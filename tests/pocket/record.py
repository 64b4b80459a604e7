#!/usr/bin/env python3
"""Asks clang about each mistake of tests/pocket/mistakes.txt, and writes its first message into the line that begins with "clang:";
and about each line of tests/pocket/answers.txt, which it begins with clang's yes or no.

Usage, from the repository's root:
  tests/pocket/record.py [CLANG]
"""

import pathlib
import re
import subprocess
import sys
import tempfile

CATALOGUE = pathlib.Path(__file__).resolve().parent / "mistakes.txt"
ANSWERS = CATALOGUE.with_name("answers.txt")
HEAD = "kernel void k(global float* a, global const int* b, uint n)\n{\n"
OPTIONS = ["-x", "cl", "-cl-std=CL1.2", "-Xclang", "-finclude-default-header", "-fsyntax-only", "-fno-caret-diagnostics"]


def program(kind, lines):
    """The text as a compiler gets it."""
    if kind == "mistake":
        return HEAD + "".join(line + "\n" for line in lines) + "}\n"
    return "".join(line[4:] + "\n" for line in lines)


def first_message(clang, text):
    """The first error, else the first warning: "3:14: error: …"; "nothing" where there is neither."""
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder, "k.cl")
        file.write_text(text)
        said = subprocess.run([clang, *OPTIONS, str(file)], capture_output=True, text=True, check=False).stderr
    found = re.findall(r"k\.cl:(\d+:\d+: (?:fatal )?(error|warning): .*)", said)
    for wanted in ("error", "warning"):
        for message, kind in found:
            if kind == wanted:
                return message
    return "nothing"


def main():
    clang = sys.argv[1] if len(sys.argv) > 1 else "clang"
    version = re.search(r"version (\d+\.\d+\.\d+)", subprocess.check_output([clang, "--version"], text=True)).group(1)
    written, kind, lines = [], None, []

    def finish():
        if kind:
            written.append("clang: " + first_message(clang, program(kind, lines)))

    for line in CATALOGUE.read_text().splitlines():
        begins = re.match(r"(mistake|program): ", line)
        if begins or line.startswith("#") or not line:
            finish()
            kind, lines = (begins.group(1), []) if begins else (None, [])
        if line.startswith("    "):
            lines.append(line)
        if line.startswith("clang: "):
            continue
        if line.startswith("# clang's version: "):
            line = "# clang's version: " + version
        written.append(line)
    finish()
    CATALOGUE.write_text("\n".join(written) + "\n")

    head = "kernel void k({})\n{{\n".format(
        re.search(r"#     (global float\* a.*?\n.*?)\n\n", ANSWERS.read_text(), re.S).group(1).replace("\n#     ", " "))
    answers = []
    for line in ANSWERS.read_text().splitlines():
        if re.match(r"(yes|no )", line):
            said = first_message(clang, head + line[8:] + "\n}\n")
            line = ("no  " if "error: " in said else "yes ") + line[4:]
        answers.append(line)
    ANSWERS.write_text("\n".join(answers) + "\n")


if __name__ == "__main__":
    main()
