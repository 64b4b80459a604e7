"""What an NVIDIA GPU's hardware counters say of a chapter's kernels, for the chapter to quote.

Reads bench/counters/CHAPTER.json and writes chapters/CHAPTER/output.counters.txt, whose numbers are marked, so that the
lesson has them as \\value{counters:NAME}.
"""

import json
import pathlib
import struct
import tempfile

from measuring import profiler
from measuring.recording import ROOT, chosen, today


def numbers_file(folder, name, numbers):
    file = folder / name
    file.write_bytes(struct.pack(f"<{len(numbers)}I", *numbers))
    return str(file)


def collatz_steps(number):
    steps = 0
    while number != 1:
        number = number // 2 if number % 2 == 0 else 3 * number + 1
        steps += 1
    return steps


def with_contents(buffers, folder):
    """Gives buffers whose contents have a name a file: the first N numbers, or those in the order of their Collatz steps."""
    for name, buffer in buffers.items():
        if count := buffer.pop("numbers", None):
            buffer["file"] = numbers_file(folder, name, range(1, count + 1))
        if count := buffer.pop("numbers_by_collatz_steps", None):
            buffer["file"] = numbers_file(folder, name, sorted(range(1, count + 1), key=collatz_steps))


def counted(program, spec, rows, folder):
    """For each launch of a table the counters' values, by counter."""
    counters = sorted({counter for column in rows["columns"] for counter in column["counters"]})
    entries = [launch | {"source": str(ROOT / launch.get("source", spec["source"]))} for launch in rows["launches"]]
    return profiler.profile(program, folder, entries, counters, spec["buffers"])


def cell(column, values):
    """A column's number: its first counter, over the second if there are two."""
    first, *second = (values[counter] for counter in column["counters"])
    number = first / second[0] if second and second[0] else first
    number *= column.get("scale", 1)
    return f"{number:,.{column.get('digits', 0)}f}"


def table(rows, values):
    wide = max(len(launch["title"]) for launch in rows["launches"]) + 1
    widths = [max(len(column["title"]), 6) + 2 for column in rows["columns"]]
    lines = [" " * wide + "".join(column["title"].rjust(width) for column, width in zip(rows["columns"], widths))]
    for launch, row in zip(rows["launches"], values):
        cells = []
        for column, width in zip(rows["columns"], widths):
            text = cell(column, row)
            cells.append(" " * (width - len(text)) + f"[[{launch['mark']}_{column['mark']}|{text}]]")
        lines.append(launch["title"].ljust(wide) + "".join(cells))
    return "\n".join(lines) + "\n"


def record(name, chapters):
    device, driver = profiler.device_and_driver()
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch)
        program = profiler.build(folder)
        for chapter in chosen(chapters, sorted(file.stem for file in (ROOT / "bench/counters").glob("*.json"))):
            spec = json.loads((ROOT / f"bench/counters/{chapter}.json").read_text())
            text = (f"# bench/record {name} counters {chapter} · {device}, driver {driver} · Nsight Compute "
                    f"{profiler.version()} · {today()}\n")
            with_contents(spec["buffers"], folder)
            text += "\n".join(table(rows, counted(program, spec, rows, folder)) for rows in spec["tables"])
            (ROOT / f"chapters/{chapter}/output.counters.txt").write_text(text)
            print(text)
