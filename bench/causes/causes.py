"""Why some kernels and transfers of the lessons take the time that they take: one experiment for each cause.

The subject "copies", of two GPUs in one host, is only recorded when it is named.
"""

import collections
import ctypes
import functools
import pathlib
import random
import statistics
import subprocess
import time

from measuring.opencl import CL, COPY_HOST_PTR, HANDLE, Local, READ_WRITE, SIZE
from measuring.recording import ROOT, in_one_file

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


def row_length(device):
    """Chapter 12: the product by rows with rows of A that begin 2,048 floats apart, or a few more.

    The recording also has what Nsight Compute counted in the same hour, each over the requests to load: lines
    (l1tex__t_set_accesses), passes (l1tex__data_pipe_lsu_wavefronts), and the share of sectors that hit."""
    program, n = device.program((HERE / "causes.cl").read_text()), 2048
    factors, other, product = device.buffer(4 * n * (n + 128)), device.buffer(4 * n * n), device.buffer(4 * n * n)
    device.fill(factors, 0x3F800000, 4 * n * (n + 128))
    device.fill(other, 0x3F800000, 4 * n * n)
    for more in (0, 1, 2, 4, 8, 16, 24, 32, 64, 128):
        kernel = device.kernel(program, "product_by_rows", factors, other, product, n, n + more)
        yield {"subject": "row_length", "floats": n + more,
               "ms": min(device.run(kernel, (n, n), (32, 8)) for _ in range(5))}
    for buffer in (factors, other, product):
        device.release(buffer)


def request_lines(device):
    """Chapter 12: requests that the first level answers, their words from one line or more and never two from a bank."""
    program, units, rounds = device.program((HERE / "causes.cl").read_text()), device.number(0x1002), 1 << 14
    source, out = device.buffer(MIB), device.buffer(4 * 2048 * units)
    device.fill(source, 1, MIB)
    for pitch in (32, 2048):
        for lines, shift in ((1, 0), (1, 4), (2, 0), (4, 0), (8, 0), (16, 0), (32, 0)):
            kernel = device.kernel(program, "words_of_lines", source, out, lines, pitch, shift, rounds, 255)
            ms = min(device.run(kernel, 2048 * units, 256) for _ in range(5))
            yield {"subject": "request_lines", "pitch": pitch, "lines": lines, "shift": shift, "ms": ms, "ns": 1e6 * ms / (64 * rounds)}
    for buffer in (source, out):
        device.release(buffer)


def conflicts(device):
    """Chapter 13: half of the sub-groups read local words with a stride, and the other half computes, or either alone."""
    program, out = device.program((HERE / "causes.cl").read_text()), device.buffer(4 * MIB)
    for stride in (1, 32):
        for who, of in ((1, "reads"), (2, "arithmetic"), (3, "both")):
            kernel = device.kernel(program, "beside_arithmetic", out, stride, 2000, who)
            yield {"subject": "conflicts", "stride": stride, "of": of,
                   "ms": min(device.run(kernel, MIB, 256) for _ in range(5))}
    device.release(out)


def granted(device):
    """Chapter 14: the largest local memory that one group gets, as an argument and as an array of words."""
    sums = device.program((ROOT / "chapters/14-occupancy/occupancy.cl").read_text(), "-D PER_ITEM=1")
    source, target = device.buffer(MIB), device.buffer(MIB)

    def argument(size):
        device.run(device.kernel(sums, "sum_ahead", source, target, 1, Local(size)), 1 << 12, 64)

    def array(size):
        program = device.program(f"kernel void hold(global uint* out) {{ local uint a[{size // 4}]; uint i = "
                                 "get_local_id(0); a[i] = i; barrier(CLK_LOCAL_MEM_FENCE); out[i] = a[i ^ 1]; }")
        device.run(device.kernel(program, "hold", target), 64, 64)

    for way, attempt, step in (("argument", argument, 1), ("array", array, 4)):
        fits, refused = 256, 240 << 10
        while refused - fits > step:
            middle = (fits + refused) // 2 // step * step
            try:
                attempt(middle)
                fits = middle
            except RuntimeError:
                refused = middle
        yield {"subject": "granted", "as": way, "bytes": fits}
    for buffer in (source, target):
        device.release(buffer)


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


def in_the_middle(device, kernel, items, group, runs, before=lambda: None):
    """The median of some launches after a first one, in ms."""
    times = []
    for _ in range(runs):
        before()
        times.append(device.run(kernel, items, group))
    return statistics.median(times[1:])


def turning(device):
    """Chapter 20: a transpose with other tiles, with its groups numbered across or down, and with vectors."""
    text = (ROOT / "kernels/transpose.cl").read_text()
    tiles = [(name, tile, rows, tile) for name, tile, rows in (
        ("padded", 32, 8), ("downwards", 32, 8), ("padded", 64, 4), ("padded", 64, 8), ("padded", 64, 16),
        ("downwards", 64, 4), ("downwards", 64, 8), ("downwards", 64, 16))] + [("vectors", 16, 16, 64)]
    for case, columns, height in (("square", 8192, 8192), ("ragged", 8191, 8209)):
        size = 4 * columns * height
        matrices = [device.buffer(size + 64) for _ in range(2)]
        for name, x, y, tile in tiles:
            program = device.program(text, "" if name == "vectors" else f"-D TILE={tile} -D GROUP_ROWS={y}")
            kernel = device.kernel(program, name, *matrices, columns, height)
            across, down = -(-columns // tile), -(-height // tile)
            if name != "padded":
                across, down = down, across
            ms = in_the_middle(device, kernel, (across * x, down * y), (x, y), 15)
            yield {"subject": "turning", "case": case, "kernel": name, "tile": tile, "group_rows": y, "ms": ms,
                   "gbps": 2e-6 * size / ms}
        for matrix in matrices:
            device.release(matrix)


def loads(device):
    """Chapter 17: a sum of 2^28 floats by reads of one float, and by one to eight reads of four under way together."""
    text, count = (ROOT / "kernels/reduction.cl").read_text(), 1 << 28
    units, data, partial = device.number(0x1002), device.buffer(4 * count), device.buffer(MIB)
    device.fill(data, 0x3F800000, 4 * count)
    for group, groups in ((1024, 1), (1024, 2), (256, 4), (256, 8)):
        for name, together in (("many_elements", 0), ("vectors", 1), ("vectors", 2), ("vectors", 4), ("vectors", 8)):
            program = device.program(text, f"-D GROUP={group}" + (f" -D LOADS={together}" if together else ""))
            kernel = device.kernel(program, name, data, partial, count)
            ms = in_the_middle(device, kernel, units * groups * group, group, 9)
            yield {"subject": "loads", "kernel": name, "loads": together, "group": group, "groups_per_unit": groups,
                   "ms": ms, "gbps": 4e-6 * count / ms}
    for buffer in (data, partial):
        device.release(buffer)


def passes_of_requests(pixels):
    """The different counters in the fullest of 32 banks, on average, when 32 lanes with sixteen bytes each count a byte at a time."""
    fullest = []
    for first in range(0, len(pixels) - 511, 512):
        for byte in range(16):
            values = set(pixels[first + byte:first + 512:16])
            fullest.append(max(collections.Counter(value % 32 for value in values).values()))
    return statistics.mean(fullest)


def counting(device):
    """Chapter 18: a gigabyte of random bytes, of equal ones, and of a photograph again and again. wide_add adds an argument that
    is 1, wide_loads counts up. The chapter's first kernel counts the first 64 MiB of the photograph."""
    text, causes = (ROOT / "kernels/histogram.cl").read_text(), (HERE / "causes.cl").read_text()
    wide_add, first = (HERE / "wide_add.cl").read_text(), (ROOT / "chapters/18-histogram/histogram.cl").read_text()
    size, units = 1 << 30, device.number(0x1002)
    data, counts, make = device.buffer(size), device.buffer(1024), device.program(causes)
    for values, mask, offset in (("random", 0xFFFFFFFF, 0), ("equal", 0, 0x07070707), ("photograph", None, 0)):
        if mask is None:
            pixels = (HERE / "photograph.pgm").read_bytes().split(b"255\n", 1)[1]
            device.write(data, size, (pixels * (size // len(pixels) + 1))[:size])
            yield {"subject": "counting", "bytes": values, "passes": passes_of_requests(pixels)}
        else:
            device.run(device.kernel(make, "bytes", data, mask, offset), size // 4, 256)
        jobs = [("local_table", text, "histogram_local", "", shape) for shape in ((1024, 1), (1024, 2), (512, 4))]
        jobs += [("wide_loads", text, "histogram_wide", "", shape) for shape in ((1024, 1), (1024, 2))]
        jobs += [("wide_add", text + wide_add, "wide_add", "", shape) for shape in ((1024, 1), (1024, 2))]
        jobs += [("several_tables", text, "histogram_tables", " -D COPIES=8", (512, 4))]
        jobs += [("lane_tables", text, "histogram_lanes", f" -D COPIES=32 -D AHEAD={ahead}", shape)
                 for ahead in (1, 2, 4) for shape in ((512, 4), (1024, 2))]
        for rung, source, name, options, (group, groups) in jobs:
            program = device.program(source, f"-cl-nv-verbose -D GROUP={group}{options}")
            kernel = device.kernel(program, name, data, size, counts, *([1] if rung == "wide_add" else []))
            ms = in_the_middle(device, kernel, units * groups * group, group, 9, lambda: device.fill(counts, 0, 1024))
            if sum(device.words(counts, 256)) != size:
                raise RuntimeError(f"{rung} counts wrongly")
            row = {"subject": "counting", "bytes": values, "rung": rung, "group": group, "groups_per_unit": groups}
            if rung == "lane_tables":
                row |= {"ahead": int(options[-1]), "registers": device.registers(program, name)}
            yield row | {"ms": ms, "gbps": 1e-6 * size / ms}
        if mask is None:
            kernel = device.kernel(device.program(first), "histogram_global", data, size // 16, counts)
            ms = in_the_middle(device, kernel, size // 16, 256, 5, lambda: device.fill(counts, 0, 1024))
            yield {"subject": "counting", "bytes": values, "rung": "global_atomics", "group": 256, "ms": ms,
                   "gbps": 1e-6 * size / 16 / ms}
    for buffer in (data, counts):
        device.release(buffer)


def scan_steps(device):
    """Chapter 19: all steps of the scan of Hillis and Steele, with one element of a work-item and with four."""
    count, buffers = 1 << 26, [device.buffer(256 * MIB) for _ in range(2)]
    for buffer in buffers:
        device.fill(buffer, 0x3F800000, 256 * MIB)
    one, four = (device.program(file.read_text()) for file in (ROOT / "chapters/19-scan/scan.cl", HERE / "causes.cl"))
    for elements, program, name in ((1, one, "scan_step"), (4, four, "scan_step_4")):
        ms = 0
        for step in range(26):
            kernel = device.kernel(program, name, buffers[step % 2], buffers[1 - step % 2], count, 1 << step)
            ms += in_the_middle(device, kernel, count // elements, 256, 6)
        yield {"subject": "scan_steps", "elements": elements, "ms": ms, "gbps": 8e-6 * count / ms}
    for buffer in buffers:
        device.release(buffer)


def scan_blocks(device):
    """Chapter 19: scans by blocks of 256, whose steps go through local memory or between the lanes of a sub-group."""
    count, group = 1 << 26, 256
    includes = f"-I {ROOT / 'kernels'} -D GROUP={group}"
    text = (ROOT / "kernels/scan.cl").read_text() + (HERE / "scan_shuffles.cl").read_text()
    buffers = [device.buffer(4 * count) for _ in range(2)]
    sums = [device.buffer(4 * ((count >> 8 * level) + 1)) for level in range(1, 5)]
    for way, name, block in (("steps", "scan_blocks_by_steps", 1), ("shuffles", "scan_blocks_by_shuffles", 1),
                             ("steps", "scan_blocks_in_registers", 4),
                             ("shuffles", "scan_blocks_in_registers_by_shuffles", 4)):
        def launches(element):
            program = device.program(text, f"{includes} -D BLOCK={block * group} -D ELEMENT={element}")
            scans, adds, source, target, elements = [], [], *buffers, count
            for level in sums:
                blocks = -(-elements // (block * group))
                scans.append((device.kernel(program, name, source, target, level, elements), blocks))
                if blocks > 1:
                    adds.insert(0, (device.kernel(program, "add_block_sums", target, level, elements), blocks - 1))
                if blocks == 1:
                    break
                source = target = level
                elements = blocks
            return scans + adds

        device.fill(buffers[0], 1, 4 * count)
        for kernel, blocks in launches("uint"):
            device.run(kernel, blocks * group, group)
        for i in (0, 31, 32, 255, 256, 65536, 1000003, count - 1):
            if device.words(buffers[1], 1, i) != [i + 1]:
                raise RuntimeError(f"{name} scans wrongly")
        device.fill(buffers[0], 0x3F800000, 4 * count)
        times = [in_the_middle(device, kernel, blocks * group, group, 9) for kernel, blocks in launches("float")]
        yield {"subject": "scan_blocks", "way": way, "elements": block, "first_ms": times[0], "ms": sum(times),
               "gbps": 8e-6 * count / sum(times)}
    for buffer in buffers + sums:
        device.release(buffer)


class Sorting:
    """Passes of chapter 29 over random keys, by kernels whose text is changed to see what something costs."""

    KERNELS, ROWS, PASSES, DIGITS = ROOT / "kernels", 16, 4, 256

    def __init__(self, device, n):
        self.device, self.n, self.units = device, n, device.number(0x1002)
        most_tiles = n // (256 * self.ROWS)
        self.keys, self.out, self.between = (device.buffer(4 * n) for _ in range(3))
        self.states = device.buffer(4 * self.PASSES * self.DIGITS * (2 + most_tiles))
        self.asked, self.found = device.buffer(4 * self.DIGITS * most_tiles), device.buffer(8)
        data = random.Random(29)
        device.write(self.keys, 4 * n, b"".join(data.randbytes(MIB) for _ in range(4 * n // MIB)))
        program = device.program((HERE / "causes.cl").read_text())
        self.tell_order = device.kernel(program, "tell_order", self.out, n, self.found)

    def release(self):
        for buffer in (self.keys, self.out, self.between, self.states, self.asked, self.found):
            self.device.release(buffer)

    def source(self, *changes):
        """kernels/sort_one_pass.cl with what it includes, and changes as (old, new)."""
        text = (self.KERNELS / "sort_one_pass.cl").read_text()
        for name in ("sort_states.clh", "sort_digits.clh"):
            text = text.replace(f'#include "{name}"', (self.KERNELS / name).read_text())
        for old, new in changes:
            assert old in text, f"kernels/sort* have changed: this experiment replaces {old!r}"
            text = text.replace(old, new)
        return text

    def built(self, source, group, votes=0):
        return self.device.program(source, f"-cl-nv-verbose -I {self.KERNELS} -D GROUP={group} -D ROWS={self.ROWS} "
                                           f"-D TABLES=4 -D VOTES={votes}")

    def require_order(self, what):
        self.device.fill(self.found, 0, 8)
        self.device.run(self.tell_order, self.n, 256)
        if self.device.words(self.found, 1) != [0]:
            raise ArithmeticError(f"{what} does not sort")

    def one_pass(self, program, name, group, sorts=True):
        """A whole sort: times of the launches before the first pass, and the median of the passes."""
        device, run, tiles = self.device, self.device.run, self.n // (group * self.ROWS)
        kernel = functools.partial(device.kernel, program)
        clear = run(kernel("clear_states", self.states), self.PASSES * self.DIGITS * (2 + tiles), self.DIGITS)
        count = run(kernel("count_all_digits", self.keys, self.states, self.n, tiles), 4 * self.units * group, group)
        begin = run(kernel("begin_digits", self.states, tiles), self.PASSES * group, group)
        passes, source = [], self.keys
        for number in range(self.PASSES):
            target = self.out if number % 2 else self.between
            move = kernel(name, source, source, target, self.asked, self.states, self.n, tiles, number)
            passes.append(run(move, tiles * group, group))
            source = target if sorts else source
        if sorts:
            self.require_order(name)
        return {"clear_ms": clear, "count_ms": count, "begin_ms": begin, "pass_ms": statistics.median(passes)}

    def three_launches(self, program, group):
        device, tile = self.device, group * self.ROWS
        strip = -(-self.n // (8 * self.units) // tile) * tile
        strips, kernel = -(-self.n // strip), functools.partial(device.kernel, program)
        counts, times, source = device.buffer(4 * self.DIGITS * strips), collections.defaultdict(list), self.keys
        for number in range(self.PASSES):
            target = self.out if number % 2 else self.between
            for name, launched, groups in (
                    ("count_ms", kernel("count_digits", source, counts, self.n, strip, 8 * number), strips),
                    ("place_ms", kernel("place_digits", counts, strips), 1),
                    ("move_ms", kernel("scatter_strips", source, source, target, target, counts, self.n, strip, 8 * number),
                     strips)):
                times[name].append(device.run(launched, groups * group, group))
            source = target
        device.release(counts)
        self.require_order("three_launches")
        return {name: statistics.median(of_passes) for name, of_passes in times.items()}


def medians(climb):
    rows = [climb() for _ in range(5)]
    return {name: statistics.median(row[name] for row in rows) for name in rows[0]}


def sorting(device):
    """Chapter 29, 2^28 keys: a pass's launches, what its stores cost, how early tiles are asked, and ways to rank."""
    sorts = Sorting(device, 1 << 28)
    rungs = {"look_back": "sort_looking_back", "staged": "sort_staging", "counted_first": "sort_counting_first"}
    three = device.program((sorts.KERNELS / "sort_digits.cl").read_text(),
                           f"-I {sorts.KERNELS} -D GROUP=512 -D ROWS={sorts.ROWS}")
    yield {"subject": "sorting", "of": "launches", "rung": "three_launches", "group": 512} | medians(
        lambda: sorts.three_launches(three, 512))
    for group in (256, 512):
        program = sorts.built(sorts.source(), group)
        for rung, name in rungs.items():
            yield {"subject": "sorting", "of": "launches", "rung": rung, "group": group,
                   "registers": device.registers(program, name)} | medians(lambda: sorts.one_pass(program, name, group))

    to = "        keys_out[to] = key[row];\n        if (PAIRS)"  # where the key would go, side by side
    program = sorts.built(sorts.source((to, "        keys_out[i] = to;\n        if (PAIRS)")), 512)
    yield {"subject": "sorting", "of": "stores", "rung": "look_back", "to": "side_by_side"} | medians(
        lambda: sorts.one_pass(program, rungs["look_back"], 512, sorts=False))

    counting = (("uint begin_of_digit(", "uint begin_of_digit(global uint* asked, "),
                ("before = 0, state = nothing_yet;", "before = 0, state = nothing_yet, tiles = 0, early = 0;"),
                ("        do state = published(at);\n        while (state < keys_of_tile);",
                 "        ++tiles;\n        while ((state = published(at)) < keys_of_tile) ++early;"),
                ("    return before;\n}\n//! [begin_of_digit]",
                 "    asked[DIGITS * tile + d] = tiles << 16 | min(early, 0xffffu);\n    return before;\n}\n"),
                ("begin_of_digit(states, tile, d)", "begin_of_digit(values_out, states, tile, d)"))
    for rung, group in (("look_back", 512), ("staged", 256), ("counted_first", 512)):
        sorts.one_pass(sorts.built(sorts.source(*counting), group), rungs[rung], group)
        words = device.words(sorts.asked, sorts.DIGITS * (sorts.n // (group * sorts.ROWS)))  # of the last pass
        yield {"subject": "sorting", "of": "asking", "rung": rung, "group": group,
               "tiles_asked": sum(word >> 16 for word in words) / len(words),
               "too_early_percent": 100 * sum(word & 0xFFFF > 0 for word in words) / len(words)}

    text = sorts.source()
    votes = text[text.index("//! [lanes_with]"):text.rindex("//! [lanes_with]")]
    match = ('uint lanes_with(uint digit)\n{\n    uint same;\n'
             '    asm volatile("match.any.sync.b32 %0, %1, 0xffffffff;" : "=r"(same) : "r"(digit));\n'
             "    return same;\n}\n")
    for way, source, voting in (("marks", text, 0), ("votes", text, 1), ("match.any", text.replace(votes, match), 1)):
        program = sorts.built(source, 512, voting)
        yield {"subject": "sorting", "of": "ranks", "by": way, "pass_ms":
               medians(lambda: sorts.one_pass(program, rungs["counted_first"], 512))["pass_ms"]}
    sorts.release()


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


SUBJECTS = {f.__name__: f for f in (launch, first_use, pageable, stores, row_length, request_lines, conflicts, granted,
                                    halves, ticket_of_histogram, litmus, sorting, turning, loads, counting, scan_steps,
                                    scan_blocks)}
copies.devices = 2


def record(name, subjects):
    in_one_file(name, "causes", subjects, SUBJECTS | {"copies": copies}, unnamed=("copies",))
