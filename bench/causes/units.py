"""What a unit's copies, look-ups, places, caches, shuffles, clock and extensions are worth: one experiment for each.

Times are medians of seven launches; a variant that does not build is told and left out; one with a wrong result ends the run of its
subject.
"""

import array
import collections
import ctypes
import functools
import math
import pathlib
import random
import re
import shutil
import statistics
import struct
import subprocess
import tempfile
import threading
import time

from measuring.opencl import CL, COPY_HOST_PTR, FLAGS, HANDLE, Local, READ_WRITE, SIZE
from measuring.recording import RESULTS, ROOT, chosen, device, head_of, line_of, write

HERE = pathlib.Path(__file__).resolve().parent
KIB, MIB = 1 << 10, 1 << 20
WORD = 0xFFFFFFFF
ANY = random.Random(32)
FACTOR, SUMMAND = 1664525, 1013904223


def check(right, what):
    if not right:
        raise ArithmeticError(f"wrong result: {what}")


@functools.cache
def built(device, file, options):
    """The program, or None if this device's compiler does not take it."""
    try:
        return device.program((HERE / "units" / file).read_text(), options)
    except RuntimeError as log:
        print(f"{file} {options} does not build here:\n{str(log)[:1500]}", flush=True)
        return None


def as_float(word):
    return ctypes.c_float.from_buffer_copy(ctypes.c_uint(word)).value


def units_of(device):
    return device.number(0x1002)


def after_rounds(x, rounds):
    for _ in range(rounds):
        x = (x * FACTOR + SUMMAND) & WORD
    return x


# name in the results, options, element, whether several tiles may be under way
WAYS = (("loads", "-DPLAIN", "uint", False), ("loads", "-DPLAIN", "uint4", False),
        ("async_work_group_copy", "-DLIBRARY", "uint", True), ("async_work_group_copy", "-DLIBRARY", "uint4", True),
        ("cp.async", "-DDIRECT", "uint", True), ("cp.async", "-DDIRECT", "uint4", True),
        ("cp.async.bulk", "-DENGINE", "uint4", True))


def options_of(way, element, rows, row_bytes, stages, work=0):
    width = row_bytes // (16 if element == "uint4" else 4)
    return (f"{way} -DELEMENT={element} -DROWS={rows} -DWIDTH={width} -DSTAGES={stages} -DPENDING={max(stages - 2, 0)} "
            f"-DWORK={work}")


def variants(stage_counts):
    for name, way, element, many in WAYS:
        for stages in stage_counts:
            if many or stages <= 2:
                yield name, way, element, stages


def means(device):
    """Chapter 13: mean_down, whose patches come in each of the ways, with none or one of them ahead."""
    side, across = 8192, (8192 - 32) // 32
    source, expected, out = (device.buffer(4 * side * side) for _ in range(3))
    count = device.buffer(4)
    reference = built(device, "copies.cl", options_of("-DDIRECTLY_FROM_GLOBAL", "uint", 16, 160, 1))
    device.run(device.kernel(reference, "fill_floats", source), side * side, 256)
    zero = device.kernel(reference, "fill", expected, 0)
    device.run(zero, side * side, 256)
    picture = lambda y, x: (y * side + x) * 2654435761 % (1 << 32) >> 28
    for turns in (4, 20):
        items = across * (across * 4 // turns) * 256
        direct = device.kernel(reference, "mean_down", source, expected, side, across, turns)
        ms = device.median_ms(direct, items, 256)
        for y, x in ((4, 4), (1000, 77), (8163, 8163)):
            total = sum(picture(y + dy, x + dx) for dy in range(-4, 5) for dx in range(-4, 5))
            got = as_float(device.words(expected, 1, y * side + x)[0])
            check(abs(got - total / 81) < 1e-5, f"mean at {y}, {x}")
        yield {"subject": "means", "way": "none", "bytes": 4, "tiles": turns, "stages": 0, "ms": ms}
        for name, way, element, stages in variants((1, 2, 4)):
            program = built(device, "copies.cl", options_of(way, element, 16, 160, stages))
            if program is None:
                continue
            device.run(device.kernel(program, "fill", out, 0), side * side, 256)
            device.run(device.kernel(program, "fill", count, 0), 1, 1)
            ms = device.median_ms(device.kernel(program, "mean_down", source, out, side, across, turns), items, 256)
            device.run(device.kernel(program, "count_differences", expected, out, count), side * side, 256)
            check(device.words(count, 1) == [0], f"{name} {element} {stages}")
            yield {"subject": "means", "way": name, "bytes": 16 if element == "uint4" else 4, "tiles": turns,
                   "stages": stages, "ms": ms}
    for buffer in (source, expected, out, count):
        device.release(buffer)


def streams(device):
    """Chapter 13: groups that go through tiles of 8 KiB, with little work on them or much, one to four a unit."""
    total, tile = 1024 * MIB, 8 * KIB
    source, units = device.buffer(total), units_of(device)
    out = device.buffer(4 * 256 * units * 4)
    for work in (0, 16, 32):
        reference = built(device, "copies.cl", options_of("-DDIRECTLY_FROM_GLOBAL", "uint4", 1, tile, 1, work))
        device.run(device.kernel(reference, "fill", source, WORD), total // 4, 256)
        for groups_a_unit in (1, 2, 4):
            groups = groups_a_unit * units
            turns, items = total // (tile * groups), 256 * groups
            arguments = (turns, FACTOR, SUMMAND)
            gbps = lambda ms: 1e-6 * turns * groups * tile / ms
            ms = device.median_ms(device.kernel(reference, "stream", source, out, *arguments), items, 256)
            expected = device.words(out, items)
            group, item = groups - 1, 77
            first = [((t * groups + group) * tile // 4 + 4 * (511 - i) + c) & WORD
                     for t in range(turns) for i in (item, item + 256) for c in range(4)]
            check(sum(after_rounds(i * 2654435761 % (1 << 32) >> 8, work) for i in first) & WORD
                  == expected[group * 256 + item], "the reference stream")
            row = {"subject": "streams", "work": work, "groups": groups_a_unit}
            yield row | {"way": "none", "bytes": 16, "stages": 0, "ms": ms, "gbps": gbps(ms)}
            for name, way, element, stages in variants((1, 2, 4)):
                program = built(device, "copies.cl", options_of(way, element, 1, tile, stages, work))
                if program is None:
                    continue
                device.run(device.kernel(program, "fill", out, 0), items, 256)
                ms = device.median_ms(device.kernel(program, "stream", source, out, *arguments), items, 256)
                check(device.words(out, items) == expected, f"{name} {element} {stages}")
                yield row | {"way": name, "bytes": 16 if element == "uint4" else 4, "stages": stages, "ms": ms,
                             "gbps": gbps(ms)}
    device.release(source)
    device.release(out)


def copies(device):
    if "cl_khr_extended_async_copies" in device.extensions():
        print("This device has cl_khr_extended_async_copies.", flush=True)
    yield from means(device)
    yield from streams(device)


def waves(device):
    """Chapter 14: the time of more and more groups; then of one group more than a wave, cut into smaller groups."""
    units, program = units_of(device), built(device, "places.cl", "-DROOM=0")
    out, rounds = device.buffer(4 * 1024 * 16 * (8 * units + 1)), 20000

    def busy(groups, part=1):
        kernel = device.kernel(program, "busy", out, rounds // part, FACTOR, SUMMAND)
        ms = device.median_ms(kernel, 1024 * groups * part, 1024)
        last = 1024 * groups * part - 1
        for item in (0, last // 2, last):
            check(device.words(out, 1, item) == [after_rounds(item, rounds // part)], f"{groups} groups in {part} parts")
        return ms

    quarters, one_more = {units * quarter // 4 for quarter in range(1, 33)}, {units * wave + 1 for wave in range(1, 8)}
    steps = sorted(quarters | one_more | {1, units - 1})
    for groups in steps:
        yield {"subject": "waves", "kernel": "busy", "resident": 1, "groups": groups, "ms": busy(groups)}
    for groups in (units, units + 1, 2 * units, 2 * units + 1):
        for part in (1, 2, 4, 8, 16):
            yield {"subject": "parts", "groups": groups, "part": part, "ms": busy(groups, part)}

    lines, links = 1 << 13, 400
    chain = device.buffer(128 * lines)
    device.run(device.kernel(program, "join", chain, lines), lines, 32)
    for room, resident in ((11 * KIB, 5), (0, 32)):
        program, wave = built(device, "places.cl", f"-DROOM={room}"), resident * units
        quarters, one_more = {wave * quarter // 4 for quarter in range(1, 17)}, {wave * n + 1 for n in range(1, 4)}
        for groups in sorted(quarters | one_more | {1}):
            kernel = device.kernel(program, "waiting", chain, out, lines, links)
            ms = device.median_ms(kernel, 32 * groups, 32)
            at = 32 * ((groups - 1) * 977 & (lines - 1))
            for _ in range(links):
                at = 32 * ((at // 32 * 2654437 + 97) & (lines - 1))
            check(device.words(out, 1, groups - 1) == [at], f"{groups} chains")
            yield {"subject": "waves", "kernel": "waiting", "resident": resident, "groups": groups, "ms": ms}
    device.release(out)
    device.release(chain)


def carve_out(device):
    """Chapter 14: how fast one group a unit reads its words again and again, by their size and the local memory declared."""
    units, most = units_of(device), 256 * KIB
    source, out = device.buffer(most * units), device.buffer(4 * 256 * units)
    for local_kib in (0, 1, 2, 4, 8, 12, 16, 20, 24, 32, 40, 44):
        program = built(device, "places.cl", f"-DROOM={local_kib * KIB // 4}")
        device.run(device.kernel(program, "count_up", source), most * units // 4, 256)
        speeds = {}
        for kib in range(16, 257, 16):
            words, rounds = kib * KIB // 4, 16384 // kib
            ms = device.median_ms(device.kernel(program, "again", source, out, words, rounds), 256 * units, 256)
            item = 256 * (units - 1) + 77
            first = (units - 1) * words + 77
            total = sum(x ^ r for r in range(rounds) for x in range(first, first + words - 77, 256))
            check(device.words(out, 1, item) == [total & WORD], f"{kib} KiB beside {local_kib}")
            speeds[kib] = 1e-6 * rounds * kib * KIB / ms
            yield {"subject": "carve-out", "local_kib": local_kib, "kib": kib, "ms": ms, "gbps_unit": speeds[kib]}
        slower = [kib for kib in speeds if speeds[kib] < 0.9 * max(speeds.values()) and kib > 16]
        yield {"subject": "held", "local_kib": local_kib, "kib": min(slower) - 16}
    device.release(source)
    device.release(out)


def shuffles(device):
    """Chapter 17: the sum of a group's values, in local memory and by shuffles; one group a unit, and as many as fit."""
    units, rounds = units_of(device), 2000
    out = device.buffer(4 * 256 * 8 * units)
    values = list(range(256))
    for _ in range(rounds):
        total = sum(values)
        values = [(x * 3 + total) & WORD for x in values]
    for way, options in (("local memory", "-DTREE"), ("shuffles", "-DSHUFFLES"), ("redux", "-DREDUX"),
                         ("cl_khr_subgroup_shuffle_relative", "-DEXTENSION -cl-std=CL3.0"),
                         ("work_group_reduce_add", "-DLIBRARY -cl-std=CL3.0")):
        program = built(device, "sums.cl", options)
        if program is None:
            continue
        for groups in (1, 8):
            ms = device.median_ms(device.kernel(program, "sums", out, rounds), 256 * groups * units, 256)
            check(device.words(out, 256, 256 * (groups * units - 1)) == values, way)
            yield {"subject": "shuffles", "way": way, "groups": groups, "ms": ms, "ns": 1e6 * ms / rounds,
                   "ns_a_sum": 1e6 * ms / rounds / groups}
    device.release(out)


class Meter:
    """What NVIDIA's management library reads of the first GPU, again and again in a thread."""

    def __init__(self):
        self.nvml = ctypes.CDLL("libnvidia-ml.so.1")
        self.handle = ctypes.c_void_p()
        if self.nvml.nvmlInit_v2() or self.nvml.nvmlDeviceGetHandleByIndex_v2(0, ctypes.byref(self.handle)):
            raise OSError("NVIDIA's management library reads no GPU here")

    def read(self, call, *which):
        value = ctypes.c_uint()
        failed = getattr(self.nvml, "nvmlDeviceGet" + call)(self.handle, *which, ctypes.byref(value))
        return None if failed else value.value

    def sample(self):
        return (self.read("ClockInfo", 1), self.read("ClockInfo", 2), self.read("PowerUsage"), self.read("Temperature", 0))

    def during(self, action, seconds):
        """Samples of the second half of the time in which the action is repeated."""
        samples, end = [], time.monotonic() + seconds

        def sampling():
            while time.monotonic() < end:
                samples.append(self.sample())
                time.sleep(0.05)

        thread = threading.Thread(target=sampling)
        thread.start()
        while time.monotonic() < end:
            action()
        thread.join()
        return [statistics.median(column) for column in zip(*samples[len(samples) // 2:])]


def clocks(device):
    """Chapter 14: clock and power, idle and under three loads; the clock also by the kernel's own counters."""
    meter, units = Meter(), units_of(device)
    yield {"subject": "limits", "sm_mhz": meter.read("MaxClockInfo", 1), "memory_mhz": meter.read("MaxClockInfo", 2),
           "power_w": meter.read("EnforcedPowerLimit") / 1000}
    program, times = built(device, "loads.cl", ""), device.buffer(8)
    half = 4096 * MIB
    source, out = device.buffer(half), device.buffer(half)
    fill = device.kernel(built(device, "copies.cl", options_of("-DPLAIN", "uint", 1, KIB, 1)), "fill", source, WORD)
    device.run(fill, half // 4, 256)
    items, item = 256 * 8 * units, 308
    copied, multiplied = half // (16 * items), 200000
    factor = ctypes.c_float(-0.99999).value
    left = factor ** multiplied
    sums = sum((k + item % 256) * left + (1 + k) * (1 - left) / (1 - factor) for k in range(8))
    for load, rounds, unit, amount in (("nothing", 0, "", 0),
                                       ("multiply_add", multiplied, "tflops", 16 * items),
                                       ("copy", copied, "gbps", 32 * items),
                                       ("matrix", 100000, "tflops", 8 * 4096 * items // 32)):
        row = {"subject": "clocks", "load": load}
        if load == "nothing":
            read = meter.during(lambda: time.sleep(0.1), 4)
        else:
            kernel = device.kernel(program, load, source, out, times, rounds)
            launches = []
            read = meter.during(lambda: launches.append(device.run(kernel, items, 256)), 6)
            ms = statistics.median(launches[len(launches) // 2:])
            cycles, ns = device.words(times, 2)
            word = device.words(out, 1, item)[0]
            right = {"multiply_add": abs(as_float(word) - sums) < 0.01 * sums, "matrix": as_float(word) == 1,
                     "copy": word == item * 2654435761 % (1 << 32) >> 8}
            check(right[load], f"{load}: {word}")
            row |= {"ms": ms, unit: amount * rounds / ms / (1e9 if unit == "tflops" else 1e6),
                    "counted_mhz": round(1000 * cycles / ns, 1)}
        yield row | dict(zip(("sm_mhz", "memory_mhz", "power_w", "celsius"), read)) | {"power_w": read[2] / 1000}
    for buffer in (times, source, out):
        device.release(buffer)


def second_level(device):
    """Appendix I: one group a unit reads its own part again and again, or all parts in turn; the reads per clock by their number."""
    units, most = units_of(device), 1024 * KIB
    source, out = device.buffer(most * units), device.buffer(4 * 1024 * units)
    device.run(device.kernel(built(device, "levels.cl", ""), "count_up", source), most * units // 4, 256)
    ways = (("own part past the first level", "-DPAST", 0), ("all parts in turn", "", 1), ("own part", "", 0))

    def gbps(name, options, shift, kib, ahead):
        program = built(device, "levels.cl", f"{options} -DAHEAD={ahead}")
        if program is None:
            return None
        part, rounds = kib * KIB // 16, 192 * KIB // kib
        ms = device.median_ms(device.kernel(program, "parts", source, out, part, shift, rounds), 1024 * units, 1024)
        group, item = units - 1, 77
        total = 0
        for r in range(rounds) if shift else range(1):
            first = (group + r * shift) % units * part
            for word in range(4 * (first + item), 4 * (first + part), 4096):
                total += (word ^ word + 1 ^ word + 2) + word + 3
        total *= 1 if shift else rounds
        check(device.words(out, 1, 1024 * group + item) == [total & WORD], f"{name}, {kib} KiB")
        return {"way": name, "kib_a_unit": kib, "mib": round(kib * units / KIB, 3), "ahead": ahead, "ms": ms,
                "gbps": 1e-6 * rounds * kib * KIB * units / ms}

    for kib in (64, 128, 192, 256, 320, 384, 448, 512, 640, 768, 896, 1024):
        for way in ways:
            if row := gbps(*way, kib, 4):
                yield {"subject": "second-level"} | row
    for ahead in (1, 2, 4, 8):
        for way in ways[:2]:
            if row := gbps(*way, 128, ahead):
                yield {"subject": "ahead"} | row
    for buffer in (source, out):
        device.release(buffer)


def hints(device):
    """Appendix I: look-ups in a table beside a stream of 2 GiB, with hints which of both is used again."""
    stream, most = 1024 * MIB, 128 * MIB
    source, table, out = device.buffer(stream), device.buffer(most), device.buffer(stream)
    plain = built(device, "levels.cl", "")
    device.run(device.kernel(plain, "scatter", source), stream // 4, 256)
    device.run(device.kernel(plain, "count_up", table), most // 4, 256)
    for mib in (8, 16, 24, 32, 48, 64, 128):
        for name, options in (("none", ""), ("stream", "-DSTREAM"), ("keep", "-DKEEP"), ("both", "-DSTREAM -DKEEP")):
            program = built(device, "levels.cl", options)
            if program is None:
                continue
            entries = mib * MIB // 4
            ms = device.median_ms(device.kernel(program, "gather", source, table, out, entries), stream // 16, 256)
            for i in (0, 12344, stream // 4 - 1):
                number = (i * 2654435761 & WORD) >> 5
                check(device.words(out, 1, i) == [number if i % 4 else number % entries], f"{name}, {mib} MiB")
            yield {"subject": "hints", "hints": name, "mib": mib, "ms": ms, "stream_gbps": 2e-6 * stream / ms}
    for buffer in (source, table, out):
        device.release(buffer)


def assembled(device, program):
    """The text of NVIDIA's assembler for the program, disassembled; nothing where CUDA's tools are missing."""
    if not (shutil.which("ptxas") and shutil.which("cuobjdump")):
        return ""
    with tempfile.TemporaryDirectory() as name:
        text, code = pathlib.Path(name) / "kernel.ptx", pathlib.Path(name) / "kernel.cubin"
        text.write_bytes(device.binary(program).rstrip(b"\0"))
        target = re.search(r"\.target (sm_\w+)", text.read_text())[1]
        subprocess.run(["ptxas", f"-arch={target}", text, "-o", code], check=True)
        return subprocess.run(["cuobjdump", "-sass", code], check=True, capture_output=True, text=True).stdout


def machine_code(device, program):
    """How often each instruction that reads is in the machine code."""
    lines = assembled(device, program)
    reads = re.findall(r"\b(U?LD[A-Z]*(?:\.[A-Z0-9]+)*)\b|\bFFMA[^;]*(c\[0x\d\]\[U?R)", lines)
    counts = collections.Counter(read or "FFMA c[][]" for read, operand in reads)
    return ", ".join(f"{count} {name}" for name, count in counts.items())


def constants(device):
    """Appendix I: 32 look-ups a round in a table of 256 bytes, by where it is and how far apart neighbours look."""
    units, rounds, group, most = units_of(device), 2000, 256, 8
    entries = (ctypes.c_float * 64)(*((i * i) % 16 for i in range(64)))
    memory, sums = device.buffer(256, READ_WRITE | COPY_HOST_PTR, entries), device.buffer(4 * group * most * units)
    places = (("array", "-DARRAY", memory), ("array beside an argument", "-DARRAY -DBESIDE", memory, memory),
              ("constant", "-DCONSTANT", memory), ("value", "-DVALUE", entries), ("memory", "-DMEMORY", memory),
              ("copy", "-DCOPY", memory))
    for name, options, *tables in places:
        program = built(device, "tables.cl", options)
        if program is None:
            continue
        code = machine_code(device, program)
        for spread in (0, 1):
            items = group * most * units
            ms = device.median_ms(device.kernel(program, "look_up", *tables, sums, spread, rounds), items, group)
            for item in (0, 77, items - 1):
                starts = [(item % group * spread + 5 * r) % 32 for r in range(rounds)]
                total = sum(sum((1 + k) * entries[at + k] for k in range(32)) for at in starts)
                check(as_float(device.words(sums, 1, item)[0]) == total, f"{name}, {spread} apart")
            yield {"subject": "constants", "table": name, "spread": spread, "ms": ms,
                   "giga": 1e-6 * items * 32 * rounds / ms, "code": code}
    for buffer in (memory, sums):
        device.release(buffer)


def longest_loop(lines, kernel):
    """Of the kernel's longest loop without a loop in it: how many instructions it has, and the operands of its operations on floats."""
    body = re.split(r"\bFunction : ", lines.split(f"Function : {kernel}\n")[1])[0]
    code = re.findall(r"/\*([0-9a-f]{4,})\*/\s+(?:@!?U?P\w+\s+)?([A-Z][\w.]*)([^;/]*);", body)
    places, loops = [int(place, 16) for place, _, _ in code], []
    for end, (_, name, rest) in enumerate(code):
        target = re.search(r"0x([0-9a-f]+)", rest)
        if name == "BRA" and target and int(target[1], 16) < places[end]:
            begin = places.index(int(target[1], 16))
            if not any(begin <= first for first, _ in loops):
                loops.append((begin, end + 1))
    begin, end = max(loops, key=lambda loop: loop[1] - loop[0])
    return end - begin, [rest.split(",")[1:] for _, name, rest in code[begin:end] if name.split(".")[0] in ("FFMA", "FADD", "FMUL")]


def three_reads(operations):
    """How many of the operations read three registers, none of which the operation before left in place for them."""
    kept, count = {}, 0
    for operands in operations:
        registers = {slot: found[0] for slot, text in enumerate(operands) if (found := re.findall(r"\bR\d+\b", text))}
        count += len({register for slot, register in registers.items() if kept.get(slot) != register}) > 2
        kept = {slot: registers[slot] for slot, text in enumerate(operands) if slot in registers and ".reuse" in text}
    return count


def row_of_code(device, program, kernel):
    lines = assembled(device, program)
    if not lines:
        return {}
    instructions, operations = longest_loop(lines, kernel)
    return {"instructions": instructions, "operations": len(operations), "three_reads": three_reads(operations)}


def operands(device):
    """Chapters 21 and 22: what loops take at 1.98 GHz, and in how many of their operations three registers are read."""
    units, group, groups = units_of(device), 256, 2
    items = units * groups * group
    out = device.buffer(4 * items)
    for times in (8, 12, 16):
        rounds, warps = 48000 // times, groups * group // 32 // 4  # of a scheduler
        program = built(device, "operands.cl", f"-DTIMES={times}")
        ms = device.median_ms(device.kernel(program, "products", out, rounds), items, group)
        for item in (0, 77, items - 1):
            sums = [sum((start + i) % 3 - 1 for i in range(8)) for start in (item, item // 3)]
            check(as_float(device.words(out, 1, item)[0]) == sums[0] * sums[1] * rounds * times, f"products, {times}")
        yield {"subject": "operands", "loop": "products", "written_out": 64 * times, "ms": ms,
               "tflops": 128e-9 * times * rounds * items / ms,
               "clocks": 1.98e6 * ms / (rounds * warps)} | row_of_code(device, program, "products")
    device.release(out)
    header = (ROOT / "kernels/matrix_multiply.clh").read_text()
    text = (ROOT / "kernels/matrix_multiply_vectors.cl").read_text().replace('#include "matrix_multiply.clh"', header)
    for turns in (0, 1):
        yield {"subject": "operands", "loop": "bands", "turns": turns} | row_of_code(
            device, device.program(text, f"-DTURNS={turns}"), "bands")
    bodies, slices, group, each, written_out = 1 << 17, 33, 512, 4, 8
    text, root = (ROOT / "kernels/n_body.cl").read_text(), "return rsqrt(square);"
    check(root in text, "kernels/n_body.cl has changed: this experiment replaces a line of it")
    draw = random.Random(22)
    host = (ctypes.c_float * (4 * bodies))(*(draw.uniform(0.5, 1.5) for _ in range(4 * bodies)))
    source, parts = device.buffer(16 * bodies, READ_WRITE | COPY_HOST_PTR, host), device.buffer(16 * bodies * slices)
    for name, line in (("rsqrt", root), ("none", "return square;")):
        program = device.program(text.replace(root, line),
                                 f"-cl-denorms-are-zero -DGROUP={group} -DBODIES={each} "
                                 f"-DUNROLL={written_out} -DSLICES={slices}")
        kernel = device.kernel(program, "pull_of_slice", source, parts, bodies, 1e-4)
        ms = device.median_ms(kernel, (bodies // each, slices), (group, 1))
        pulls_at_once = units * 4 * 32  # in the lanes of all schedulers
        yield {"subject": "operands", "loop": "pulls", "root": name, "ms": ms, "tflops": 24e-9 * bodies * bodies / ms,
               "clocks": 1.98e6 * ms * each * written_out * pulls_at_once / bodies ** 2} | row_of_code(
                   device, program, "pull_of_slice")
    for buffer in (source, parts):
        device.release(buffer)


CHAPTER_25 = ROOT / "chapters/25-extensions"


def kernel_25(device, file, options, name, *arguments):
    return device.kernel(device.program((CHAPTER_25 / file).read_text(), options), name, *arguments)


def says(device):
    """What the device answers where OpenCL 3.0 made optional what 2.0 required, and whether the compiler takes it anyway."""
    listed = (ctypes.c_char * 68 * 64)() # cl_name_version: 4 bytes, 64 letters
    size = SIZE()
    CL.clGetDeviceInfo(device.device, 0x106F, SIZE(ctypes.sizeof(listed)), listed, ctypes.byref(size))
    features = {entry.raw[4:].split(b"\0")[0].decode() for entry in listed[:size.value // 68]}
    yield {"subject": "names", "extensions": " ".join(device.extensions()), "features": " ".join(sorted(features))}
    group = "kernel void f(global int* x) { x[get_global_id(0)] = work_group_reduce_add(x[get_global_id(0)]); }"
    lanes = "kernel void f(global int* x) { x[get_global_id(0)] = sub_group_reduce_add(x[get_global_id(0)]); }"
    launch = "kernel void f(global int* x) { enqueue_kernel(get_default_queue(), 0, ndrange_1D(1), ^{ x[0] = 1; }); }"
    for what, query, feature, text in (("work-group functions", 0x1068, "work_group_collective_functions", group),
                                       ("sub-groups", 0x105C, "subgroups", lanes),
                                       ("device-side enqueue", 0x1070, "device_enqueue", launch)):
        try:
            device.program(text, "-cl-std=CL3.0")
            compiles = True
        except RuntimeError:
            compiles = False
        yield {"subject": "says", "what": what, "query": device.number(query),
               "feature": f"__opencl_c_{feature}" in features, "compiles": compiles}


def wide_sums(device):
    count, group, groups = 1 << 24, 256, 1024
    energies = (ctypes.c_float * count)(*(random.random() for _ in range(count)))
    exact = math.fsum(energies)
    energy, sums, total = device.buffer(4 * count), device.buffer(8 * groups), device.buffer(8)
    device.write(energy, 4 * count, energies)
    for way, options, size in (("float", "-D FLOATS", 4), ("two floats", "-D PAIRS", 8), ("double", "-cl-std=CL3.0", 8)):
        places = Local(size * group)
        first = kernel_25(device, "extensions.cl", options, "add_energies", energy, sums, count, places)
        second = kernel_25(device, "extensions.cl", options, "add_sums", sums, total, groups, places)
        ms = device.median_ms(first, group * groups, group) + device.median_ms(second, group, group)
        words = device.words(total, size // 4)
        got = sum(map(as_float, words)) if way != "double" else struct.unpack("<d", struct.pack("<2I", *words))[0]
        check(abs(got - exact) < 2, way)
        yield {"subject": "sums", "way": way, "us": 1e3 * ms, "gbps": 4e-6 * count / ms, "off": abs(got - exact)}
    items, rounds, lanes = 1 << 20, 2048, 2
    for way in ("float", "double"):
        kernel = kernel_25(device, "extensions.cl", f"-D REALS={way}{lanes}", "chains", device.buffer(16 * items), rounds)
        ms = device.median_ms(kernel, items, 64)
        yield {"subject": "chains", "way": way, "ms": ms, "tflops": 16e-9 * lanes * items * rounds / ms}


def stores_25(device):
    count = 1 << 20
    words = [random.getrandbits(32) for _ in range(count)]
    given, total = device.buffer(4 * count), device.buffer(16)
    device.write(given, 4 * count, (ctypes.c_uint * count)(*words))
    for way, options in (("64-bit atomics", ""), ("four counters", "-D WITHOUT_INT64_ATOMICS")):
        kernel = kernel_25(device, "atomics64.cl", options, "add_up", given, total, count)
        device.fill(total, 0, 16)
        device.run(kernel, count, 64)
        got = device.words(total, 4)
        sums = sum(part << 8 * byte for byte, part in enumerate(got)) if options else got[0] | got[1] << 32
        check(sums == sum(words), way)
        yield {"subject": "total", "way": way, "us": 1e3 * device.median_ms(kernel, count, 64)}
    pixels = 1 << 24
    values, out = device.buffer(4 * pixels), device.buffer(pixels)
    device.fill(values, struct.unpack("<I", struct.pack("<f", 1.5))[0], 4 * pixels)
    for way, options, items in (("bytes", "", pixels), ("words", "-D WITHOUT_BYTE_STORES", pixels // 4)):
        kernel = kernel_25(device, "stores.cl", options, "threshold", values, out, 1.0)
        ms = device.median_ms(kernel, items, 64)
        check(device.words(out, 1, pixels // 4 - 1) == [WORD], way)
        yield {"subject": "pixels", "way": way, "us": 1e3 * ms}
    count = 1 << 27
    for way, name, size in (("floats", "with_floats", 4), ("halves", "half_storage", 2)):
        x, y = device.buffer(size * count), device.buffer(size * count)
        ms = device.median_ms(kernel_25(device, "halves.cl", "", name, x, y, 0.4), count // 8, 64)
        yield {"subject": "axpy", "way": way, "ms": ms, "gbps": 3e-6 * size * count / ms}
        device.release(x)
        device.release(y)


def shared_list(device):
    """A list in mixed order, by pointers in a coarse-grained buffer and by places in buffers."""
    count = 100_000
    order = random.sample(range(count), count)
    after = dict(zip(order, order[1:]))
    total = device.buffer(4)
    values, places = device.buffer(4 * count), device.buffer(4 * count)
    device.write(values, 4 * count, (ctypes.c_float * count)(*(i % 8 for i in range(count))))
    device.write(places, 4 * count, (ctypes.c_uint * count)(*(after.get(i, WORD) for i in range(count))))
    CL.clSVMAlloc.restype = HANDLE
    nodes = CL.clSVMAlloc(device.context, FLAGS(1), SIZE(16 * count), 0)
    pointer = lambda i: nodes + 16 * after[i] if i in after else 0
    text = b"".join(struct.pack("<f4xQ", i % 8, pointer(i)) for i in range(count))
    CL.clEnqueueSVMMap(device.queue, 1, FLAGS(2), HANDLE(nodes), SIZE(16 * count), 0, None, None)
    ctypes.memmove(nodes, text, 16 * count)
    CL.clEnqueueSVMUnmap(device.queue, HANDLE(nodes), 0, None, None)
    walk = kernel_25(device, "list.cl", "", "walk_pointers", 0, total)
    CL.clSetKernelArgSVMPointer(walk, 0, HANDLE(nodes + 16 * order[0]))
    by_places = kernel_25(device, "list.cl", "", "walk_places", values, places, order[0], total)
    for way, kernel in (("pointers", walk), ("places", by_places)):
        ms = device.median_ms(kernel, 1, 1)
        check(as_float(device.words(total, 1)[0]) == sum(i % 8 for i in range(count)), way)
        yield {"subject": "list", "way": way, "ms": ms, "ns_a_node": 1e6 * ms / count}
    CL.clSVMFree(device.context, HANDLE(nodes))


def extensions(device):
    """Chapter 25: what the device says of what it may lack, and what the ways with and without it take."""
    random.seed(25)
    for part in (says, wide_sums, stores_25, shared_list):
        yield from part(device)


def whole_text(file):
    """A kernel file with those that it includes."""
    return re.sub(r'#include "(.*?)"', lambda found: whole_text(file.parent / found.group(1)), file.read_text())


def fences(device):
    """Chapter 28: `warpgroups` with a fence for local memory, with one for all memory, and without copies to wait for."""
    side, tile, group = 8192, (128, 256), 256
    text = whole_text(ROOT / "kernels/matrix_units_groups.cl")
    narrow, copy = "fence.proxy.async.shared::cta;", "        begin_copies(slabs[free]"
    check(narrow in text and copy in text, "the kernel has another text")
    a, b, c = device.buffer(2 * side * side), device.buffer(2 * side * side), device.buffer(4 * side * side)
    for buffer in (a, b):
        device.fill(buffer, 0x3F803F80, 2 * side * side)  # ones
    items = side // tile[0] * (side // tile[1]) * group
    for name, variant in (("local memory", text), ("all memory", text.replace(narrow, "fence.proxy.async;")),
                          ("none and no copies", text.replace(copy, "        if (rows == 1) begin_copies(slabs[free]"))):
        program = device.with_marked_instructions(device.program(variant, "-DMATRIX_UNITS=90 -DSTAGES=4 -DBAND=16"))
        kernel = device.kernel(program, "warpgroups", a, b, c, side, side, side)
        ms = device.median_ms(kernel, items, group)
        if "no copies" not in name:
            check(all(as_float(word) == side for word in device.words(c, 1000, side * side - 1000)), name)
        yield {"subject": "fences", "fence": name, "ms": ms, "gflops": round(2e-6 * side**3 / ms)}
    for buffer in (a, b, c):
        device.release(buffer)


# `warpgroups` with the TMA: the same 256 work-items, of which one asks for the slabs.
ASKED = """
kernel __attribute__((reqd_work_group_size(MULTIPLIERS, 1, 1))) void
asked(global const uint4* a, global const uint4* b, global const uint* maps, global float* c, uint rows, uint columns,
      uint depth)
{
    local uint4 slabs[STAGES][STAGE_PIECES] ALIGNED;
    local ulong full[STAGES], empty[STAGES];
    uint id = get_local_id(0), steps = (depth - 1) / SLAB + 1, mine = id / 128 * 64;
    uint2 tile = tile_of(get_group_id(0), rows, columns);
    float sums[SUMS];
    open_bars(full, empty);
    barrier(CLK_LOCAL_MEM_FENCE);
    clear(sums);
    SETTLE("+f", sums);
    for (uint part = 0; id == 0 && part < 2; ++part)
        asm volatile("fence.proxy.tensormap::generic.acquire.gpu [%0], 128;" ::"l"(maps + MAP_WORDS * part) : "memory");
#define ASK(stage, step)                                                                                              \\
    {                                                                                                                 \\
        arrive_and_expect(&full[stage], STAGE_PIECES * 16);                                                           \\
        copy_box(slabs[stage], maps, step, tile.x, &full[stage]);                                                     \\
        copy_box(slabs[stage] + TILE_ROWS * PIECES, maps + MAP_WORDS, step, tile.y, &full[stage]);                    \\
    }
    for (uint ahead = 0; id == 0 && ahead < STAGES - 2; ++ahead) ASK(ahead, ahead);
    uint now = 0, phase = 0, free = STAGES - 2;
    for (uint step = 0; step < steps; ++step) {
        await(&full[now], phase);
        barrier(CLK_LOCAL_MEM_FENCE);
        BEGIN_PRODUCTS;
        multiply_slabs(sums, slabs[now] + mine * PIECES, slabs[now] + TILE_ROWS * PIECES);
        END_PRODUCTS;
        AWAIT_PRODUCTS(1);
        if (id == 0 && step + STAGES - 2 < steps) ASK(free, step + STAGES - 2);
        next_stage(&now, &phase);
        free = free + 1 == STAGES ? 0 : free + 1;
    }
    AWAIT_PRODUCTS(0);
    SETTLE("+f", sums);
    tile.x += mine;
    write(sums, c, tile, rows, columns);
}
"""
# The same of `warpgroups`: cycles and nanoseconds of each group, its writing left out.
TICKS = [("uint columns, uint depth)\n{\n    local uint4 slabs[STAGES][STAGE_PIECES] ALIGNED;\n    uint2",
          "uint columns, uint depth, global ulong* ticks)\n{\n    local uint4 slabs[STAGES][STAGE_PIECES] ALIGNED;\n"
          '    ulong c0, t0, c1, t1;\n    asm volatile("mov.u64 %0, %%clock64; mov.u64 %1, %%globaltimer;"'
          ' : "=l"(c0), "=l"(t0)::"memory");\n    uint2'),
         ("    AWAIT_PRODUCTS(0);", '    AWAIT_PRODUCTS(0);\n    asm volatile("mov.u64 %0, %%clock64; mov.u64 %1, '
          '%%globaltimer;" : "=l"(c1), "=l"(t1)::"memory");\n    if (get_local_id(0) == 0) '
          "{ ticks[2 * get_group_id(0)] = c1 - c0; ticks[2 * get_group_id(0) + 1] = t1 - t0; }")]
DRAWN = """
kernel void draw(global ushort* out, uint seed)
{
    uint i = get_global_id(0), x = i * 2654435761u + seed;
    x ^= x >> 16; x *= 0x7feb352du; x ^= x >> 15; x *= 0x846ca68bu; x ^= x >> 16;
    uint bits = as_uint((x >> 8) * 0x1p-23f - 1);
    out[i] = (bits + 0x7FFF + (bits >> 16 & 1)) >> 16;
}
kernel void differ(global const float* a, global const float* b, global uint* count)
{
    uint i = get_global_id(0);
    if (!(fabs(a[i] - b[i]) <= 1e-2f)) atomic_inc(count);
}
"""


def engine_steps(device):
    """Chapter 28: from `stages` to `engine` one change at a time; the wide fence without copies; the clock."""
    side, options = 8192, "-DMATRIX_UNITS=90"
    text, small = (whole_text(ROOT / "kernels" / file) for file in ("matrix_units_groups.cl", "matrix_units.cl"))
    text += "\n#if MATRIX_UNITS >= 90\n" + ASKED + "\n#endif\n"
    helpers = device.program(DRAWN)
    marked = lambda variant, more: device.with_marked_instructions(device.program(variant, f"{options} {more}"))
    a, b, c, first = (device.buffer(size * side * side) for size in (2, 2, 4, 4))
    maps, count, tiles = device.buffer(4096), device.buffer(4), side // 128 * (side // 256)

    def draw(high, wide, deep, *buffers):
        for seed, (rows, buffer) in enumerate(zip((high, wide), buffers), 1):
            device.run(device.kernel(helpers, "draw", buffer, seed), rows * deep, 8)

    draw(side, side, side, a, b)
    variants = []
    for band in (8, 16):
        program = device.program(small, f"{options} -DTILE_ROWS=128 -DTILE_COLUMNS=256 -DDOWN=2 -DACROSS=4 -DSTAGES=3 "
                                        f"-DBAND={band}")
        variants.append((("stages", 3, 2, band), device.kernel(program, "stages", a, b, c, side, side, side), tiles, 256))
        for slabs in (3, 4):
            program = marked(text, f"-DSTAGES={slabs} -DBAND={band}")
            device.run(device.kernel(program, "describe", maps, a, b, side, side, side), 64, 64)
            for name, kernel, ahead, groups, group in (
                    ("warpgroups", "warpgroups", slabs - 2, tiles, 256), ("asked", "asked", slabs - 2, tiles, 256),
                    ("engine by tiles", "engine", slabs - 1, tiles, 384),
                    ("engine", "engine", slabs - 1, units_of(device), 384)):
                given = (a, b, c) if kernel == "warpgroups" else (a, b, maps, c)
                variants.append(((name, slabs, ahead, band), device.kernel(program, kernel, *given, side, side, side),
                                 groups, group))
    for number, (name, kernel, groups, group) in enumerate(variants):
        out = c if number else first
        if number == 0:
            CL.clSetKernelArg(kernel, 2, SIZE(8), ctypes.byref(first))
        device.run(kernel, groups * group, group)
        device.fill(count, 0, 4)
        device.run(device.kernel(helpers, "differ", out, first, count), side * side, 256)
        check(device.words(count, 1) == [0], name)
    speeds = {name: [] for name, *_ in variants}
    for _ in range(7):
        for name, kernel, groups, group in variants:
            ms = statistics.median([device.run(kernel, groups * group, group) for _ in range(18)][3:])
            speeds[name].append(round(2e-6 * side**3 / ms))
    for (name, slabs, ahead, band), found in speeds.items():
        yield {"subject": "steps", "kernel": name, "slabs": slabs, "ahead": ahead, "band": band,
               "gflops": round(statistics.median(found)), "low": min(found), "high": max(found)}

    narrow, copy = "fence.proxy.async.shared::cta;", "        begin_copies(slabs[free]"
    check(narrow in text and text.count(copy) == 2, "the kernel has another text")
    alone = text.replace(copy, "        if (rows == 1) begin_copies(slabs[free]")
    fenced = {("local memory", True): text, ("all memory", True): text.replace(narrow, "fence.proxy.async;"),
              ("local memory", False): alone, ("all memory", False): alone.replace(narrow, "fence.proxy.async;"),
              ("none", False): alone.replace(narrow, "")}
    fenced = {name: marked(variant, "-DSTAGES=4 -DBAND=8") for name, variant in fenced.items()}
    clocked = text
    for old, new in TICKS:
        check(old in clocked, f"the kernel has no longer {old}")
        clocked = clocked.replace(old, new, 1)
    clocked, ticks = marked(clocked, "-DSTAGES=4 -DBAND=8"), device.buffer(16 * tiles)
    for factors in ("ones", "random"):
        draw(side, side, side, a, b)
        for buffer in (a, b) if factors == "ones" else ():
            device.fill(buffer, 0x3F803F80, 2 * side * side)
        for (fence, copies), program in fenced.items():
            kernel = device.kernel(program, "warpgroups", a, b, c, side, side, side)
            ms = statistics.median([device.run(kernel, tiles * 256, 256) for _ in range(25)][5:])
            yield {"subject": "fences", "factors": factors, "fence": fence, "copies": copies,
                   "gflops": round(2e-6 * side**3 / ms)}
        kernel = device.kernel(clocked, "warpgroups", a, b, c, side, side, side, ticks)
        ms = [device.run(kernel, tiles * 256, 256) for _ in range(60)][-1]
        words = device.words(ticks, 4 * tiles)
        numbers = [low | high << 32 for low, high in zip(words[::2], words[1::2])]
        cycles, time_ns = numbers[::2], numbers[1::2]
        yield {"subject": "clock", "factors": factors, "gflops": round(2e-6 * side**3 / ms),
               "cycles_a_tile": round(statistics.mean(cycles)), "ns_a_tile": round(statistics.mean(time_ns)),
               "mhz": round(1e3 * sum(cycles) / sum(time_ns))}
    for buffer in (a, b, c, first, ticks):
        device.release(buffer)


def engine_stores(device):
    """Chapter 28: what ragged sizes cost `engine`: odd rows of c, rows of a and b that are no whole lines, more tiles."""
    side, options, maps = 8192, "-DMATRIX_UNITS=90", device.buffer(4096)
    text, helpers = whole_text(ROOT / "kernels" / "matrix_units_groups.cl"), device.program(DRAWN)
    marked = lambda variant, more: device.with_marked_instructions(device.program(variant, f"{options} {more}"))

    def draw(high, wide, deep, *buffers):
        for seed, (rows, buffer) in enumerate(zip((high, wide), buffers), 1):
            device.run(device.kernel(helpers, "draw", buffer, seed), rows * deep, 8)

    single = text.replace("if (columns % 2 == 0)", "if (columns == 1)")
    programs = {"as it is": marked(text, "-DSTAGES=3 -DBAND=8"), "one at a time": marked(single, "-DSTAGES=3 -DBAND=8")}
    for case, high, wide, deep in (("square", side, side, side), ("ragged", 8207, 8191, 8200),
                                   ("even columns", 8207, 8192, 8200), ("more rows", 8207, side, side),
                                   ("rows of 16 400 bytes", side, side, 8200),
                                   ("rows of 16 512 bytes", side, side, 8256),
                                   ("even columns rows of 16 512 bytes", 8207, 8192, 8256)):
        a, b, c = device.buffer(2 * high * deep), device.buffer(2 * wide * deep), device.buffer(4 * high * wide)
        draw(high, wide, deep, a, b)
        for way, program in programs.items():
            device.run(device.kernel(program, "describe", maps, a, b, high, wide, deep), 64, 64)
            kernel = device.kernel(program, "engine", a, b, maps, c, high, wide, deep)
            ms = statistics.median([device.run(kernel, units_of(device) * 384, 384) for _ in range(25)][5:])
            yield {"subject": "stores", "case": case, "way": way, "gflops": round(2e-6 * high * wide * deep / ms)}
        for buffer in (a, b, c):
            device.release(buffer)


# What is asked for goes to a place of its own in local memory, and from there to the ring when the windows need it.
STAGES = """
#define BEGINS(n)                                                                          \\
    {                                                                                      \\
        const int y = first + step * min(n, count + RADIUS - 1);                           \\
        global const float* row = in + (uint)(inner ? y : clamp(y, 0, rows - 1)) * columns; \\
        for (int c = 0; c < COLUMNS; ++c)                                                  \\
            asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(                 \\
                             (uint)(ulong)(stages + ((n) & AHEAD) * READ + i + GROUP * c)), \\
                         "l"(row + at[c])                                                  \\
                         : "memory");                                                      \\
        asm volatile("cp.async.commit_group;" ::: "memory");                               \\
    }
#define ARRIVES(place, n)                                                                  \\
    {                                                                                      \\
        asm volatile("cp.async.wait_group %0;" ::"n"(AHEAD) : "memory");                   \\
        for (int c = 0; c < COLUMNS; ++c)                                                  \\
            ring[place][c] = stages[((n) & AHEAD) * READ + i + GROUP * c];                 \\
    }
#pragma unroll
    for (int k = 0; k < AHEAD; ++k) BEGINS(k + RADIUS);
#pragma unroll
    for (int k = 0; k < WINDOW - 1; ++k) ENTERS(k, k - RADIUS);
"""
# kernels/gaussian_shifted.cl and what becomes of its text.
PICTURES = {
    "shifted": [],
    "no sums": [("sum += weights[j] * ring[(k + j) % PLACES][c];",
                 "sum = j == RADIUS ? ring[(k + j) % PLACES][c] : sum;"),
                ("along_row(weights, row[i + 2], row[i + 3], row[i + 4])", "row[i + 3]")],
    "not shifted": [("return (0u - (uint)y * columns) % SECTOR;", "return 0;"),
                    ("*(global float4*)(line + left + shift + 4 * i) = made;",
                     "vstore4(made, 0, line + left + shift + 4 * i);"),
                    ("if (x >= 0 && x + 4 <= columns) {", "if (false) {")],
    "downwards": [("get_group_id(1) % 2 > 0", "false")],
    "cp.async": [("local float4* sums, int left", "local float4* sums, local float* stages, int left"),
                 ("out, sums, left", "out, sums, stages, left"),
                 ("local float4 sums[2 * PITCH];",
                  "local float4 sums[2 * PITCH]; local float stages[(AHEAD + 1) * READ];"),
                 ("UNROLL\n    for (int k = 0; k < PLACES - 1; ++k) ENTERS(k, k - RADIUS);", STAGES),
                 ("ENTERS((k + PLACES - 1) % PLACES, n + RADIUS + AHEAD);",
                  "BEGINS(n + RADIUS + AHEAD); ARRIVES((k + WINDOW - 1) % PLACES, n + RADIUS);")]}


def pictures(device):
    """Chapter 23: `shifted` beside what is left of it without sums, without its shift, one way only, and with cp.async."""
    text = whole_text(ROOT / "kernels/gaussian_shifted.cl")
    plain = (ROOT / "kernels/gaussian_blur.cl").read_text()
    weights = [math.exp(-k * k / (2 * (4 / 3) ** 2)) for k in range(-4, 5)]
    given = device.buffer(36)
    device.write(given, 36, (ctypes.c_float * 9)(*(weight / sum(weights) for weight in weights)))
    two_passes = device.program(plain)
    helpers = device.program("""
kernel void fill(global float* out) { uint i = get_global_id(0); out[i] = (i * 2654435761u >> 8) * 0x1p-24f; }
kernel void copy(global const float4* in, global float4* out) { out[get_global_id(0)] = in[get_global_id(0)]; }
kernel void differ(global const float* a, global const float* b, global uint* count)
{
    uint i = get_global_id(0);
    if (!(fabs(a[i] - b[i]) <= 1e-6f)) atomic_inc(count);
}""")
    for case, columns, rows in (("square", 8192, 8192), ("ragged", 8191, 8209)):
        pixels = columns * rows // 1024 * 1024
        picture, between, expected, out = (device.buffer(4 * columns * rows) for _ in range(4))
        count = device.buffer(4)
        device.fill(picture, 0, 4 * columns * rows)
        device.run(device.kernel(helpers, "fill", picture), pixels, 256)
        ranges = tuple(-(-size // each) * each for size, each in ((columns, 32), (rows, 8))), (32, 8)
        device.run(device.kernel(two_passes, "blur_rows", picture, given, between, columns, rows), *ranges)
        device.run(device.kernel(two_passes, "blur_columns", between, given, expected, columns, rows), *ranges)
        rate = lambda ms: {"ms": ms, "gbps": round(8e-6 * columns * rows / ms)}
        ms = device.median_ms(device.kernel(helpers, "copy", picture, out), pixels // 4, 256)
        yield {"subject": "pictures", "case": case, "way": "copy"} | rate(ms)
        for way, changes in PICTURES.items():
            variant = text
            for old, new in changes:
                check(old in variant, f"the kernel has no longer {old}")
                variant = variant.replace(old, new)
            for group, ahead, height in ((64, 1, 20), (64, 3, 12), (64, 3, 24), (64, 3, 48), (64, 7, 16), (64, 7, 32)):
                program = device.program(variant, f"-DGROUP={group} -DAHEAD={ahead} -DBLOCK_ROWS={height}")
                kernel = device.kernel(program, "shifted", picture, given, out, columns, rows)
                items = -(-(columns + 8) // (4 * group - 16)) * group, -(-rows // height)
                device.fill(out, WORD, 4 * columns * rows)
                ms = device.median_ms(kernel, items, (group, 1))
                device.fill(count, 0, 4)
                right = picture if way == "no sums" else expected
                device.run(device.kernel(helpers, "differ", out, right, count), pixels, 256)
                check(device.words(count, 1) == [0], f"{way} {case} {group} {ahead} {height}")
                yield {"subject": "pictures", "case": case, "way": way, "ahead": ahead, "rows": height} | rate(ms)
        for buffer in (picture, between, expected, out, count):
            device.release(buffer)


def timed_products(device):
    """Chapter 21: one tile of local memory beside none, by the size of the matrices; rows of results forwards and in turns."""
    naive = device.program((ROOT / "chapters/21-matrix-multiply/matrix-multiply.cl").read_text())
    tiles = device.program((ROOT / "kernels/matrix_multiply.cl").read_text(), "-DSIDE=32")
    text = whole_text(ROOT / "kernels/matrix_multiply_vectors.cl")
    a, b, c = (device.buffer(4 << 26) for _ in range(3))
    for buffer in (a, b):
        device.fill(buffer, 0x3F000000, 4 << 26)  # halves
    for n in (1024, 2048, 4096):
        for name, program, group in (("by_columns", naive, (32, 8)), ("tile", tiles, (32, 32))):
            ms = device.median_ms(device.kernel(program, name, a, b, c, n, n, n), (n, n), group)
            check(as_float(device.words(c, 1, n * n - 1)[0]) == n / 4, name)
            yield {"kernel": name, "columns": n, "ms": ms, "gflops": round(2e-6 * n**3 / ms)}
    n = 8192
    for turns in (0, 1):
        program = device.program(text, f"-DTURNS={turns} -DLANES_DOWN=4 -DBAND=8")
        ms = device.median_ms(device.kernel(program, "bands", a, b, c, n, n, n), (n // 128) ** 2 * 256, 256)
        check(as_float(device.words(c, 1, n * n - 1)[0]) == n / 4, "bands")
        yield {"kernel": "bands", "turns": turns, "columns": n, "ms": ms, "gflops": round(2e-6 * n**3 / ms)}
    for buffer in (a, b, c):
        device.release(buffer)


def counted_bodies(device):
    """Chapter 22: what slices and scaled take, and in how many of their operations three registers are read."""
    bodies, slices, each, written_out = 1 << 17, 33, 4, 8
    draw = random.Random(22)
    host = (ctypes.c_float * (4 * bodies))(*(draw.uniform(0.5, 1.5) for _ in range(4 * bodies)))
    source, parts = device.buffer(16 * bodies, READ_WRITE | COPY_HOST_PTR, host), device.buffer(16 * bodies * slices)
    for group in (512, 1024):
        program = device.program((ROOT / "kernels/n_body.cl").read_text(),
                                 f"-cl-denorms-are-zero -DGROUP={group} -DBODIES={each} "
                                 f"-DUNROLL={written_out} -DSLICES={slices}")
        for rung, name in (("slices", "pull_of_slice"), ("scaled", "pull_of_scaled_slice")):
            kernel = device.kernel(program, name, source, parts, bodies, 1e-4)
            ms = device.median_ms(kernel, (bodies // each, slices), (group, 1))
            yield {"kernel": rung, "group": group, "ms": ms} | row_of_code(device, program, name)
    for buffer in (source, parts):
        device.release(buffer)


def timed_blurs(device):
    """Chapter 23: from ring to shifted in a ragged picture, one change at a time."""
    columns, rows = 8191, 8209
    shifted = whole_text(ROOT / "kernels/gaussian_shifted.cl").replace("|| AHEAD < 1", "")
    unshifted = shifted
    for old, new in PICTURES["not shifted"]:
        check(old in shifted, f"the kernel has no longer {old}")
        unshifted = unshifted.replace(old, new)
    weights = [math.exp(-k * k / (2 * (4 / 3) ** 2)) for k in range(-4, 5)]
    given, picture, out = device.buffer(36), device.buffer(4 * columns * rows), device.buffer(4 * columns * rows)
    device.write(given, 36, (ctypes.c_float * 9)(*(weight / sum(weights) for weight in weights)))
    device.fill(picture, 0x3F000000, 4 * columns * rows)
    program = device.program((ROOT / "kernels/gaussian_walk.cl").read_text(),
                             "-DGROUP=128 -DBLOCK_ROWS=36 -DWIDTH=2 -DPIECE=1")
    ms = device.median_ms(device.kernel(program, "ring", picture, given, out, columns, rows),
                   (-(-columns // 256) * 128, -(-rows // 36)), (128, 1))
    yield {"way": "ring", "rows": 36, "ms": ms, "gbps": round(8e-6 * columns * rows / ms)}
    for ahead, height in ((0, 9), (0, 18), (0, 36), (1, 20), (3, 12), (3, 24), (7, 16), (7, 32)):
        for way, text in (("not shifted", unshifted), ("shifted", shifted)):
            program = device.program(text, f"-DGROUP=64 -DAHEAD={ahead} -DBLOCK_ROWS={height}")
            ms = device.median_ms(device.kernel(program, "shifted", picture, given, out, columns, rows),
                           (-(-(columns + 8) // 240) * 64, -(-rows // height)), (64, 1))
            check(abs(as_float(device.words(out, 1, columns * rows - 1)[0]) - 0.5) < 1e-6, f"{way} {ahead} {height}")
            yield {"way": way, "ahead": ahead, "rows": height, "ms": ms, "gbps": round(8e-6 * columns * rows / ms)}
    for buffer in (given, picture, out):
        device.release(buffer)


def timed_boxes(device):
    """Chapter 24: from quads to interior, from one build."""
    side = 8192
    picture, out = device.buffer(4 * side * side), device.buffer(4 * side * side)
    device.fill(picture, 0x3F000000, 4 * side * side)
    for group, height in ((128, 9), (64, 18)):
        program = device.program((ROOT / "kernels/box_filter_quads.cl").read_text(),
                                 f"-DGROUP={group} -DBLOCK_ROWS={height} -cl-nv-verbose")
        for rung in ("quads", "undivided", "unclamped", "interior"):
            ms = device.median_ms(device.kernel(program, rung, picture, out, side, side),
                           (side // 4, -(-side // height)), (group, 1))
            check(abs(as_float(device.words(out, 1, side * side // 2)[0]) - 0.5) < 1e-6, rung)
            yield {"rung": rung, "rows": height, "ms": ms, "gbps": round(8e-6 * side * side / ms),
                   "registers": device.registers(program, rung)}
    for buffer in (picture, out):
        device.release(buffer)


def steps(device):
    """Chapters 21 to 24: what single steps of their ladders are worth."""
    for chapter, part in ((21, timed_products), (22, counted_bodies), (23, timed_blurs), (24, timed_boxes)):
        for row in part(device):
            yield {"subject": "steps", "chapter": chapter} | row


def rows(device):
    """Chapter 32: the rungs `kept` with rows of 1,024, by groups of several sizes, and with shuffles instead of trees."""
    columns, count = 1024, 65536
    values = array.array("f", (ANY.uniform(-10, 30) for _ in range(columns * 64)))
    source = device.buffer(4 * columns * count, READ_WRITE | COPY_HOST_PTR,
                           (ctypes.c_char * (4 * columns * count)).from_buffer(values * (count // 64)))
    out, ones = device.buffer(4 * columns * count), device.buffer(4 * columns)
    device.fill(ones, 0x3F800000, 4 * columns)
    first = values[:columns]
    powers = [math.exp(x - max(first)) for x in first]
    mean = statistics.fmean(first)
    deviation = math.sqrt(statistics.fmean((x - mean) ** 2 for x in first) + 1e-5)
    for ladder, more, expected in (("softmax", (), [x / sum(powers) for x in powers]),
                                   ("layer_norm", (ones, ones), [(x - mean) / deviation + 1 for x in first])):
        for way in ("trees", "shuffles"):
            text = whole_text(ROOT / f"kernels/{ladder}.cl")
            if way == "shuffles":
                text = (HERE / "units/rows.cl").read_text() + (ROOT / f"kernels/{ladder}.cl").read_text().replace('#include "rows.clh"', "")
            for group in (32, 64, 128, 256):
                program = device.program(text, f"-DGROUP={group} -DEACH={columns // group}")
                kernel = device.kernel(program, "kept", source, *more, out, columns, *((1e-5,) if more else ()))
                times = sorted([device.run(kernel, count * group, group) for _ in range(23)][2:])
                got = [as_float(word) for word in device.words(out, columns)]
                check(max(map(abs, map(float.__sub__, got, expected))) < 1e-4, f"{ladder} {way} {group}")
                gbps = [round(8e-6 * columns * count / ms) for ms in (statistics.median(times), times[-1], times[0])]
                yield dict(zip(("subject", "ladder", "way", "group", "gbps", "least_gbps", "most_gbps"), ("rows", ladder, way, group, *gbps)))
    for buffer in (source, out, ones):
        device.release(buffer)


SUBJECTS = {"copies": copies, "waves": waves, "carve-out": carve_out, "shuffles": shuffles, "clocks": clocks,
            "second-level": second_level, "hints": hints, "constants": constants, "operands": operands,
            "extensions": extensions, "fences": fences, "pictures": pictures, "steps": steps,
            "engine-steps": engine_steps, "engine-stores": engine_stores, "rows": rows}


def record(name, subjects):
    """A file for each subject, if it has rows."""
    of = device()
    for subject in chosen(subjects, SUBJECTS):
        rows, begin = [], time.monotonic()
        try:
            for row in SUBJECTS[subject](of):
                rows.append(row)
                print(line_of(row), flush=True)
        except (ArithmeticError, OSError) as error:
            print(f"{subject} ends here: {error}", flush=True)
        print(f"{subject}: {len(rows)} rows in {time.monotonic() - begin:.0f} s", flush=True)
        if rows:
            write(RESULTS / f"{name}-{subject}.json", head_of(subject, of), rows)
