#!/usr/bin/env python3
"""The times of kernels from the exercises on a GPU, and what the lens counts in small launches of the same.

Usage, from the repository's root:
  lens/validation/times/record.py NAME      on a machine with an NVIDIA GPU: writes lens/validation/times/NAME.json
  lens/validation/times/record.py --count   where Oclgrind and a build are: writes lens/validation/times/counts.json
Needs Python and OpenCL alone.
"""

import ctypes
import datetime
import json
import math
import os
import pathlib
import random
import statistics
import subprocess
import sys
import tempfile

from kernels import Data, KERNELS, ROOT, variants
from opencl import COPY_HOST_PTR, Device, READ_WRITE

HERE = pathlib.Path(__file__).resolve().parent
BLOCK = 1 << 18  # words that are drawn; more are the same again


def words(below):
    """BLOCK words as bytes."""
    source = random.Random(7)
    if below == 0:
        return (ctypes.c_float * BLOCK)(*(source.random() for _ in range(BLOCK)))
    return (ctypes.c_uint32 * BLOCK)(*(source.randrange(below) for _ in range(BLOCK)))


class Launcher:
    """Launches kernels on a device."""

    def __init__(self, device):
        self.device, self.drawn = device, {}

    def buffer(self, data):
        if data.below not in self.drawn:
            self.drawn[data.below] = bytes(words(data.below))
        block = self.drawn[data.below]
        text = block[:data.size] if data.size <= len(block) else block * math.ceil(data.size / len(block))
        host = ctypes.create_string_buffer(text, len(text))
        return self.device.buffer(data.size, READ_WRITE | COPY_HOST_PTR, host)

    def each(self, kernel, items):
        """The name, the work-groups and a launch of the solution and of each wrong one."""
        arguments = kernel.arguments(*items)
        buffers = {i: self.buffer(value) for i, value in enumerate(arguments) if isinstance(value, Data)}
        arguments = [buffers.get(i, value) for i, value in enumerate(arguments)]
        for name, text in variants(kernel):
            made = self.device.kernel(self.device.program(text), kernel.name, *arguments)
            fixed = self.device.fixed_group(made)
            group = fixed[:len(items)] if fixed[0] else kernel.group
            groups = math.prod(items) // math.prod(group)
            yield name, groups, lambda: self.device.run(made, items, group)
        for buffer in buffers.values():
            self.device.release(buffer)


def measured(launch):
    """The median of some launches after the first, in ms: of as many as take a fifth of a second, three to fifteen."""
    first = launch()
    return statistics.median(launch() for _ in range(min(15, max(3, int(200 / first)))))


def record(name):
    device = Device("nvidia")
    launcher = Launcher(device)
    system = dict(line.split("=", 1) for line in pathlib.Path("/etc/os-release").read_text().splitlines() if "=" in line)
    head = {"experiment": "times", "device": device.name, "driver": device.driver,
            "date": f"{datetime.datetime.now(datetime.timezone.utc):%Y-%m-%d}", "system": system["PRETTY_NAME"].strip('"')}
    rows = []
    for kernel in KERNELS:
        for variant, groups, launch in launcher.each(kernel, kernel.full):
            rows.append({"exercise": kernel.exercise, "kernel": kernel.name, "variant": variant, "work_groups": groups,
                         "ms": measured(launch)})
            print(json.dumps(rows[-1]), flush=True)
    write(f"{name}.json", head, rows)


def launch_small():
    """What runs under the lens."""
    launcher = Launcher(Device("oclgrind"))
    for kernel in KERNELS:
        for _, _, launch in launcher.each(kernel, kernel.small):
            launch()


def count():
    """A line for each launch that launch_small() makes, with the lens's counts."""
    build = os.environ.get("LOCKSTEP_BUILD", "build")
    with tempfile.TemporaryDirectory() as folder:
        report = pathlib.Path(folder) / "report.json"
        subprocess.run([f"{build}/bin/lockstep-lens", "--json", report, "--", sys.executable, __file__, "--launch"],
                       check=True, stdout=subprocess.DEVNULL)
        launches = iter(json.loads(report.read_text())["reports"][0]["kernels"])
    rows = []
    for kernel in KERNELS:
        for variant, _ in variants(kernel):
            one = next(launches)
            load, store = one["global_load"], one["global_store"]
            rows.append({"exercise": kernel.exercise, "variant": variant, "kernel": one["name"],
                         "work_groups": one["work_groups"], "group_size": math.prod(one["local_size"]),
                         "local_bytes": one["local_bytes"], "load_sectors": load["sectors"],
                         "store_sectors": store["sectors"], "ideal_store_sectors": store["ideal_sectors"],
                         "local_passes": one["local_load"]["wavefronts"] + one["local_store"]["wavefronts"],
                         "work": one["work"]})
    write("counts.json", {"device": "h200"}, rows)


def write(name, head, rows):
    text = json.dumps(head, indent=1)[:-2] + ',\n "rows": [\n'
    text += ",\n".join("  " + json.dumps(row, separators=(",", ":")) for row in rows) + "\n ]\n}\n"
    (HERE / name).write_text(text)


def main(word):
    if word == "--launch":
        launch_small()
    elif word == "--count":
        count()
    else:
        record(word)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(sys.argv[1])
