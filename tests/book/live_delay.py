"""How long a page waits beyond the terminal: live_delay.py PROGRAM SOURCE BUILD [ROUNDS]

Runs chapter 3 and checks an exercise in turn by the command and through the live book, whose server does the same for a page, and prints the
medians: to the first line of output, and to the verdict."""

import http.client
import json
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

from live_test import EXERCISE, RIGHT, STUB, LiveBook, reader_tree


def seconds_to(mark, lines):
    """Until a line holds the mark; the rest is read."""
    start = time.monotonic()
    at = None
    for line in lines:
        if at is None and mark in line:
            at = time.monotonic() - start
    return at


def by_command(book, mark, *words):
    # Line by line, as on a terminal.
    preloaded = {"LD_PRELOAD": str(book.build / "lib" / "liblockstep-own-kernels.so")}
    with subprocess.Popen([book.program, *words], env={**book.environment, **preloaded}, stdout=subprocess.PIPE) as process:
        return seconds_to(mark, process.stdout)


def by_page(book, secret, mark, path, asked):
    host = book.base.removeprefix("http://")
    connection = http.client.HTTPConnection(host)
    start = time.monotonic()
    connection.request("POST", path, json.dumps(asked), {
        "X-Lockstep-Secret": secret, "Origin": book.base, "Content-Type": "application/json",
        "X-Lockstep-Page": "delay"})
    response = connection.getresponse()
    begun = time.monotonic() - start
    return begun + seconds_to(mark, response)


def main():
    program, source, build = (pathlib.Path(word).resolve() for word in sys.argv[1:4])
    rounds = int(sys.argv[4]) if len(sys.argv) > 4 else 7
    with tempfile.TemporaryDirectory() as folder:
        tree = pathlib.Path(folder)
        reader_tree(source, tree)
        (tree / STUB).write_text(RIGHT, encoding="utf-8")
        book = LiveBook(program, tree, build)
        book.start()
        secret = book.secret()
        try:
            for what, mark, words, path, asked in (
                    ("run 03, first line", b"find a platform", ("run", "03"), "/api/run", {"chapter": "03"}),
                    ("check 3/2, verdict", b"verdict", ("check", "3/2", "--events"), "/api/check", {"exercise": EXERCISE})):
                by_command(book, mark, *words)  # what is built or compiled once
                pairs = [(by_command(book, mark, *words), by_page(book, secret, mark, path, asked)) for _ in range(rounds)]
                command, page = (statistics.median(side) for side in zip(*pairs))
                print(f"{what}: {command:.2f} s by the command, {page:.2f} s by the page, {page - command:+.2f} s")
        finally:
            book.end()


if __name__ == "__main__":
    main()
