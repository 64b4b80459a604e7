#!/usr/bin/env python3
"""What an NVIDIA GPU's hardware counters say of a chapter's kernels, for the chapter to quote.

Usage, on a machine with the GPU, CUDA and Nsight Compute, from the repository's root: bench/counters/record.py CHAPTER...
Reads bench/counters/CHAPTER.json and writes chapters/CHAPTER/output.counters.txt, whose numbers are marked, so that the
lesson has them as \\value{counters:NAME}. INCLUDES may name further include folders (-I...).
"""

import csv
import datetime
import io
import json
import os
import pathlib
import struct
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
CUDA = pathlib.Path(os.environ.get("CUDA_HOME", "/usr/local/cuda"))


def build(folder):
    program = folder / "counters"
    subprocess.run(["g++", "-std=c++20", "-O1", "-DCL_TARGET_OPENCL_VERSION=120", "-DCL_HPP_TARGET_OPENCL_VERSION=120",
                    "-DCL_HPP_MINIMUM_OPENCL_VERSION=120", "-DCL_HPP_ENABLE_EXCEPTIONS", "-DCL_HPP_CL_1_2_DEFAULT_BUILD",
                    f"-I{CUDA}/include", *os.environ.get("INCLUDES", "").split(), ROOT / "bench/counters/counters.cpp",
                    "-o", program, "-l:libOpenCL.so.1", f"-L{CUDA}/lib64", f"-L{CUDA}/lib64/stubs", "-lcuda"], check=True)
    return program


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


def profile(program, spec, rows, folder):
    """For each launch of a table the counters' values, by counter."""
    counters = sorted({counter for column in rows["columns"] for counter in column["counters"]})
    launches = folder / "launches.json"
    entries = [launch | {"source": str(ROOT / launch.get("source", spec["source"]))} for launch in rows["launches"]]
    launches.write_text(json.dumps({"buffers": spec["buffers"], "launches": entries}))
    log = folder / "counters.csv"
    subprocess.run(["ncu", "--clock-control", "none", "--csv", "--page", "raw", "--print-units", "base",
                    "--metrics", ",".join(counters), "--log-file", log, program, launches], check=True)
    lines = [line for line in log.read_text().splitlines() if line.startswith('"')]
    profiled = list(csv.DictReader(io.StringIO("\n".join(lines))))[1:]  # after the units
    if len(profiled) != len(entries):
        sys.exit(f"{len(profiled)} launches were profiled of {len(entries)}: {log.read_text()[-2000:]}")
    return [{counter: float(row[counter].replace(",", "")) for counter in counters} for row in profiled]


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


def first_line(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip().splitlines()[-1]


def main(chapters):
    if not chapters:
        sys.exit(__doc__)
    device, driver = first_line("nvidia-smi", "--query-gpu=name,driver_version", "--format=csv,noheader").split(", ")
    profiler = first_line("ncu", "--version").split()[1]
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        program = build(folder)
        for chapter in chapters:
            spec = json.loads((ROOT / f"bench/counters/{chapter}.json").read_text())
            text = (f"# bench/counters/record.py {chapter} · {device}, driver {driver} · Nsight Compute {profiler} · "
                    f"{datetime.datetime.now(datetime.timezone.utc):%Y-%m-%d}\n")
            with_contents(spec["buffers"], folder)
            text += "\n".join(table(rows, profile(program, spec, rows, folder)) for rows in spec["tables"])
            (ROOT / f"chapters/{chapter}/output.counters.txt").write_text(text)
            print(text)


if __name__ == "__main__":
    main(sys.argv[1:])
