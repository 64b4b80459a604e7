"""The times of kernels from chapters and exercises on a GPU, and what the lens counts in small launches of the same."""

import ctypes
import json
import math
import os
import pathlib
import random
import statistics
import sys
import tempfile

from kernels import Data, Given, HERE, KERNELS, Refilled, variants
from measuring.opencl import COPY_HOST_PTR, Device, READ_WRITE
from measuring.recording import ROOT, device, head_of, line_of, run, write

BLOCK = 1 << 18  # words that are drawn; more are the same again


def words(data):
    """As many as it holds, at most BLOCK of them."""
    source, count = random.Random(7), min(BLOCK, (data.size + 3) // 4)
    if data.below == 0:
        return (ctypes.c_float * count)(*(source.random() for _ in range(count)))
    drawn = [source.randrange(data.least, data.below) for _ in range(count)]
    return (ctypes.c_uint32 * count)(*(sorted(drawn) if data.in_order else drawn))


class Launcher:
    """Launches kernels on a device."""

    def __init__(self, device):
        self.device, self.drawn = device, {}

    def buffer(self, data):
        if isinstance(data, Refilled):
            return self.device.buffer(data.size)
        if isinstance(data, Given):
            return self.device.buffer(data.size, READ_WRITE | COPY_HOST_PTR, (ctypes.c_char * data.size).from_buffer(data.words))
        kind = (data.below, data.least, data.in_order, min(BLOCK, data.size))
        if kind not in self.drawn:
            self.drawn[kind] = bytes(words(data))
        text = self.drawn[kind] * math.ceil(data.size / len(self.drawn[kind]))
        host = ctypes.create_string_buffer(text, len(text))
        return self.device.buffer(data.size, READ_WRITE | COPY_HOST_PTR, host)

    def each(self, kernel, items):
        """The name and a launch of the kernel as it stands and of each changed one."""
        given = kernel.arguments(*items)
        buffers = {i: self.buffer(value) for i, value in enumerate(given) if isinstance(value, (Data, Given, Refilled))}
        arguments = [buffers.get(i, value) for i, value in enumerate(given)]
        refilled = [(buffers[i], value) for i, value in enumerate(given) if isinstance(value, Refilled)]
        for name, text in variants(kernel):
            made = self.device.kernel(self.device.program(text, kernel.options), kernel.name, *arguments)
            fixed = self.device.fixed_group(made)
            group = fixed[:len(items)] if fixed[0] else kernel.group

            def launch():
                for buffer, value in refilled:
                    self.device.fill(buffer, value.word, value.size)
                return self.device.run(made, items, group)

            yield name, launch
        for buffer in buffers.values():
            self.device.release(buffer)


def measured(launch):
    """Some launches after the first, in ms, the fastest first: as many as take a fifth of a second, three to fifteen."""
    first = launch()
    return sorted(launch() for _ in range(min(15, max(3, int(200 / first)))))


def record(name, _):
    of = device()
    launcher = Launcher(of)
    rows = []
    for kernel in KERNELS:
        for variant, launch in launcher.each(kernel, kernel.full):
            rows.append({"of": kernel.of, "job": kernel.job or kernel.name, "variant": variant,
                         "ms": statistics.median(measured(launch))})
            print(line_of(rows[-1]), flush=True)
    write(HERE / f"{name}.json", head_of("times", of), rows)


def launch_small():
    """What runs under the lens."""
    launcher = Launcher(Device("oclgrind"))
    for kernel in KERNELS:
        for _, launch in launcher.each(kernel, kernel.small):
            launch()


def count(_name, _):
    """A line for each launch that launch_small() makes and that is counted whole, with the lens's counts."""
    tool = ROOT / os.environ.get("LOCKSTEP_BUILD_DIR", "build") / "bin/lockstep"
    with tempfile.TemporaryDirectory() as folder:
        report = pathlib.Path(folder) / "report.json"
        run(tool, "lens", "--json", report, "--", sys.executable, __file__, capture_output=True)
        write_counts(iter(json.loads(report.read_text())["reports"][0]["kernels"]))


def write_counts(launches):
    rows = []
    for kernel in KERNELS:
        for variant, _ in variants(kernel):
            one = next(launches)
            if one["truncated"] or set(one.get("not_counted", [])) - {"constant memory"}:
                continue  # the lens forecasts nothing of it
            load, store = one["global_load"], one["global_store"]
            rows.append({"of": kernel.of, "job": kernel.job or kernel.name, "variant": variant, "kernel": one["name"],
                         "times": kernel.times or math.prod(kernel.full) // math.prod(kernel.small),
                         "work_groups": one["work_groups"], "group_size": math.prod(one["local_size"]),
                         "local_bytes": one["local_bytes"], "load_sectors": load["sectors"],
                         "store_sectors": store["sectors"], "ideal_store_sectors": store["ideal_sectors"],
                         "local_passes": one["local_load"]["wavefronts"] + one["local_store"]["wavefronts"],
                         "work": one["work"]})
    write(HERE / "counts.json", {"device": "h200"}, rows)


if __name__ == "__main__":
    launch_small()
