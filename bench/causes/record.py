#!/usr/bin/env python3
"""Why some kernels and transfers of the lessons take the time that they take: one experiment for each cause.

Usage, on a machine with an NVIDIA GPU, from the repository's root: bench/causes/record.py h200
Writes bench/results/h200-causes.json.
"""

import ctypes
import datetime
import json
import pathlib
import statistics
import sys

from opencl import COPY_HOST_PTR, Device, READ_WRITE

ROOT = pathlib.Path(__file__).resolve().parents[2]
HERE = pathlib.Path(__file__).resolve().parent
MIB = 1 << 20


def launch(device):
    """Chapter 11: what sixteen million work-items cost that do nothing, or no round of their loops."""
    out, items = device.buffer(64 * MIB), 1 << 24
    empty = device.kernel(device.program("kernel void nothing(uint n) {}"), "nothing", 0)
    chapter = device.program((ROOT / "chapters/11-divergence/divergence.cl").read_text())
    branches = device.kernel(chapter, "branches", out, 32, 0)
    for name, kernel in (("nothing", empty), ("no_round", branches)):
        best = min(device.run(kernel, items, 256) for _ in range(9))
        yield {"subject": "launch", "kernel": name, "us": 1e3 * best}


def first_use(device):
    """Chapter 5: three new buffers of 64 MiB, and the first kernels on them."""
    size, host = 64 * MIB, ctypes.create_string_buffer(64 * MIB)
    program = device.program((ROOT / "chapters/05-buffers/buffers.cl").read_text())
    for way in ("copied", "written", "neither"):
        rows = []
        for _ in range(7):
            flags = READ_WRITE | COPY_HOST_PTR if way == "copied" else READ_WRITE
            created, buffer = device.host_ms(lambda: device.buffer(size, flags, host if way == "copied" else None))
            written = device.host_ms(lambda: device.write(buffer, size, host))[0] if way == "written" else 0
            twice = device.kernel(program, "twice", buffer, size // 4)
            first, kernel = device.host_ms(lambda: device.run(twice, size // 4, 256))
            second, _ = device.host_ms(lambda: device.run(twice, size // 4, 256))
            rows.append((created, written, first, kernel, second))
            device.release(buffer)
        names = ("created_ms", "written_ms", "first_ms", "first_kernel_ms", "second_ms")
        yield {"subject": "first_use", "way": way} | {n: statistics.median(c) for n, c in zip(names, zip(*rows))}


def pageable(device):
    """Chapter 5: writes from pageable memory, one after another, or after the host has gone through 512 MiB of other data."""
    host, other = (ctypes.create_string_buffer(512 * MIB) for _ in range(2))
    target = device.buffer(512 * MIB)
    for between in ("nothing", "other"):
        for mib in (1, 16, 64, 256):
            times = []
            for _ in range(9):
                if between == "other":
                    ctypes.memset(other, 1, 512 * MIB)
                times.append(device.host_ms(lambda: device.write(target, mib * MIB, host))[0])
            yield {"subject": "pageable", "between": between, "mib": mib,
                   "gbps": 1e-6 * mib * MIB / statistics.median(times[1:])}
    device.release(target)


def stores(device):
    """Chapter 12: shifted stores to what stays in the second level, and to what does not."""
    program, out = device.program((HERE / "causes.cl").read_text()), device.buffer(2048 * MIB + 4096)
    for mib in (16, 2048):
        for shift in (0, 1, 4, 8, 16):
            kernel = device.kernel(program, "store", out, (mib << 18) - 1, shift, 256)
            ms = min(device.run(kernel, 1 << 21, 256) for _ in range(7))
            yield {"subject": "stores", "mib": mib, "shift": shift, "ms": ms, "gbps": (1 << 31) / ms / 1e6}
    device.release(out)


def halves(device):
    """Chapter 10: unit 0 walks through 1 MiB; then each unit walks twice. Cycles a read, all past the first level."""
    program, lines = device.program((HERE / "causes.cl").read_text()), 1 << 13
    chain, times, other = device.buffer(128 * lines), device.buffer(4096), device.buffer(1024 * MIB)
    device.run(device.kernel(program, "join", chain, lines), lines, 32)
    units = 132
    walk = [device.kernel(program, "walk", chain, times, unit, lines, slot) for unit in range(units) for slot in (0, 1)]
    sweep, read = device.kernel(program, "sweep", other), []
    for unit in range(units):
        device.run(sweep, 1 << 28, 256)  # so that the second level holds nothing of the chain
        device.run(walk[0], 32 * units, 32)
        for slot in (0, 1):
            device.run(walk[2 * unit + slot], 32 * units, 32)
        read.append(device.words(times, 2))
    slower = [row for row in read if row[0] > row[1] + 40]
    others = [row for row in read if row not in slower]
    for name, rows in (("as_near", others), ("farther", slower)):
        first, again = (statistics.mean(column) for column in zip(*rows))
        yield {"subject": "halves", "units": name, "count": len(rows), "first_cycles": first, "again_cycles": again,
               "first_ns": first / 1.98, "again_ns": again / 1.98}


def main(name):
    device = Device("nvidia")
    rows = [row for experiment in (launch, first_use, pageable, stores, halves) for row in experiment(device)]
    system = dict(line.split("=", 1) for line in pathlib.Path("/etc/os-release").read_text().splitlines() if "=" in line)
    head = {"experiment": "causes", "device": device.name, "driver": device.driver,
            "date": f"{datetime.datetime.now(datetime.timezone.utc):%Y-%m-%d}", "system": system["PRETTY_NAME"].strip('"')}
    text = json.dumps(head, indent=1)[:-2] + ',\n "rows": [\n'
    text += ",\n".join("  " + json.dumps(row, separators=(",", ":")) for row in rows) + "]\n}\n"
    (ROOT / f"bench/results/{name}-causes.json").write_text(text)
    print(text)


if __name__ == "__main__":
    main(*sys.argv[1:] or sys.exit(__doc__))
