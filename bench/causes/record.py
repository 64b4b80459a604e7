#!/usr/bin/env python3
"""Why some kernels and transfers of the lessons take the time that they take: one experiment for each cause.

Usage, on a machine with an NVIDIA GPU, from the repository's root: bench/causes/record.py h200 [SUBJECT...]
Writes bench/results/h200-causes.json, where the rows of subjects that are not named stay. The subject "copies", of two
GPUs in one host, is only recorded when it is named.
"""

import ctypes
import datetime
import json
import pathlib
import random
import statistics
import subprocess
import sys
import time

from opencl import CL, COPY_HOST_PTR, Device, HANDLE, READ_WRITE, SIZE

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
    """Appendix I: unit 0 walks through 1 MiB; then each unit walks twice. Cycles a read, all past the first level."""
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


def ticket_of_histogram(device):
    """Chapter 15: chapter 18's histogram with less and less between its additions and its ticket; launches that count wrongly."""
    text = (ROOT / "kernels/histogram.cl").read_text()
    added = "if (atomic_add(&sums[bin], sum_of_lanes(tables, bin)) == UINT_MAX) impossible = 1;"
    met = "    barrier(CLK_LOCAL_MEM_FENCE);\n    if (get_local_id(0) == 0) arrived = atomic_add"
    assert added in text and met in text, "histogram_last_group has changed: this experiment replaces two of its lines"
    discarded = text.replace(added, "atomic_add(&sums[bin], sum_of_lanes(tables, bin));")
    fenced = discarded.replace(met, "    mem_fence(CLK_GLOBAL_MEM_FENCE);\n" + met)
    ways = (("barrier", discarded, 4000), ("fence_and_barrier", fenced, 24000), ("result", text, 24000))
    groups, group, size = 528, 512, 16 * MIB
    data = random.Random(18).randbytes(size)
    expected, host = [data.count(value) for value in range(256)], ctypes.create_string_buffer(data, size)
    values, counts, sums = device.buffer(size), device.buffer(1024), device.buffer(1028)
    device.write(values, size, host)
    for way, source, launches in ways:
        program = device.program(source, f"-D GROUP={group} -D COPIES=32 -D AHEAD=4")
        kernel, wrong = device.kernel(program, "histogram_last_group", values, size, counts, sums), 0
        device.fill(sums, 0, 1028)
        for _ in range(launches):
            device.run(kernel, groups * group, group)
            if device.words(counts, 256) != expected:
                wrong += 1
                device.fill(sums, 0, 1028)  # what came too late must not count again
        yield {"subject": "ticket_of_histogram", "between": way, "launches": launches, "wrong": wrong}
    for buffer in (values, counts, sums):
        device.release(buffer)


def litmus(device):
    """Chapter 15: the ticket of a whole group, and two relaxed loads of one word; rounds with the outcome 1,0."""
    pairs, group, launches = 1024, 256, 40
    games = pairs * group
    first, second, seen = device.buffer(4 * games), device.buffer(4 * games), device.buffer(8 * games)
    for test, kernel_name, options in (("ticket_behind_barrier", "ticket_of_group", ""),
                                       ("ticket_behind_fence", "ticket_of_group", "-D FENCE"),
                                       ("ticket_with_result", "ticket_of_group", "-D RESULT"),
                                       ("two_relaxed_loads", "two_loads", "")):
        program = device.program((HERE / "litmus.cl").read_text(), options)
        kernel, weak = device.kernel(program, kernel_name, first, second, seen), 0
        for _ in range(launches):
            for buffer, size in ((first, 4 * games), (second, 4 * games), (seen, 8 * games)):
                device.fill(buffer, 0, size)
            device.run(kernel, 2 * games, group)
            words = device.words(seen, 2 * games)
            weak += sum(a > b for a, b in zip(words[::2], words[1::2]))
        yield {"subject": "litmus", "test": test, "rounds": launches * games, "weak": weak}
    for buffer in (first, second, seen):
        device.release(buffer)


def copies(device):
    """Chapter 26: from one GPU to another of the same host and context, by either's queue, and by migration."""
    topology = subprocess.run(["nvidia-smi", "topo", "-m"], capture_output=True, text=True).stdout.splitlines()
    link = next((line.split()[2] for line in topology if line.startswith("GPU0")), "unknown")
    largest = 1024 * MIB
    source, target = device.buffer(largest), device.buffer(largest)

    def finish():
        for queue in device.queues:
            CL.clFinish(queue)

    def copy(queue, size):
        CL.clEnqueueCopyBuffer(queue, source, target, SIZE(0), SIZE(0), SIZE(size), 0, None, None)

    def migrate(queue, buffer):
        cell = HANDLE(buffer.value)
        CL.clEnqueueMigrateMemObjects(queue, 1, ctypes.byref(cell), ctypes.c_uint64(0), 0, None, None)

    def rate(size, action):
        times = []
        for _ in range(6):
            begin = time.perf_counter()
            action()
            finish()
            times.append(time.perf_counter() - begin)
        return 1e-9 * size / statistics.median(times[1:])

    home, away = device.queues
    for mib in (1, 16, 256, 1024):
        size = mib * MIB
        for by, queue in (("source", home), ("target", away)):
            device.fill(source, mib + 7, size)
            device.fill(target, 0, size)
            finish()
            migrate(away, target)
            finish()
            gbps = rate(size, lambda: copy(queue, size))
            arrived = device.words(target, size // 4) == [mib + 7] * (size // 4) if mib < 256 else True
            yield {"subject": "copies", "way": "clEnqueueCopyBuffer", "queue_of": by, "mib": mib, "link": link,
                   "gbps": gbps, "arrived": arrived}
        moved, turns = device.buffer(size), []
        device.fill(moved, mib, size)
        finish()

        def there_or_back():
            turns.append(1)
            migrate(away if len(turns) % 2 else home, moved)

        yield {"subject": "copies", "way": "clEnqueueMigrateMemObjects", "mib": mib, "link": link,
               "gbps": rate(size, there_or_back)}
        device.release(moved)
    device.release(source)
    device.release(target)


SUBJECTS = {f.__name__: f for f in (launch, first_use, pageable, stores, halves, ticket_of_histogram, litmus)}
OF_TWO = {"copies": copies}


def earlier_rows(file, device, again):
    """The rows of other subjects that the file holds of this device and driver, each with its date."""
    if not file.exists():
        return []
    earlier = json.loads(file.read_text())
    if (earlier["device"], earlier["driver"]) != (device.name, device.driver):
        sys.exit(f"{file} is of {earlier['device']}, driver {earlier['driver']}, and this is\n{device.name}, driver "
                 f"{device.driver}: rows of both in one file would be told as one device's.\n  try: another name")
    return [{"date": earlier["date"]} | row for row in earlier["rows"] if row["subject"] not in again]


def main(name, *subjects):
    unknown = [subject for subject in subjects if subject not in SUBJECTS | OF_TWO]
    if unknown:
        sys.exit(f"There is no subject {unknown[0]}.\n  try: one of {', '.join(SUBJECTS | OF_TWO)}")
    wanted = subjects or tuple(SUBJECTS)
    device = Device("nvidia", 2 if set(wanted) & set(OF_TWO) else 1)
    file, today = ROOT / f"bench/results/{name}-causes.json", f"{datetime.datetime.now(datetime.timezone.utc):%Y-%m-%d}"
    rows = earlier_rows(file, device, wanted)
    for subject in wanted:
        rows += [{"date": today} | row for row in (SUBJECTS | OF_TWO)[subject](device)]
    system = dict(line.split("=", 1) for line in pathlib.Path("/etc/os-release").read_text().splitlines() if "=" in line)
    head = {"experiment": "causes", "device": device.name, "driver": device.driver,
            "date": today, "system": system["PRETTY_NAME"].strip('"')}
    text = json.dumps(head, indent=1)[:-2] + ',\n "rows": [\n'
    text += ",\n".join("  " + json.dumps(row, separators=(",", ":")) for row in rows) + "]\n}\n"
    file.write_text(text)
    print(text)


if __name__ == "__main__":
    main(*sys.argv[1:] or sys.exit(__doc__))
