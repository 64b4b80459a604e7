#!/usr/bin/env python3
"""What an NVIDIA GPU's hardware counters say of every rung of the ladders, at sizes that Oclgrind can count, too.

Usage, on a machine with the GPU, CUDA and Nsight Compute, from the repository's root, after lockstep-bench was built:
bench/counters/rungs.py DEVICE [LADDER...], as in bench/counters/rungs.py h200. Launches each rung once, with the parameters
that bench/results/DEVICE-ladders.json has, keeps its launches, launches them again under Nsight Compute, and writes
bench/results/DEVICE-rung-counters.json. BUILD names another build folder, JOBS how many rungs are kept at once.
"""

import concurrent.futures
import csv
import datetime
import io
import json
import os
import pathlib
import subprocess
import sys
import tempfile

import record

ROOT = record.ROOT
BENCH = pathlib.Path(os.environ.get("BUILD", ROOT / "build")).absolute() / "bin/lockstep-bench"

# What is counted, and its name in the file.
COUNTERS = {
    "registers": "launch__registers_per_thread",
    "groups_of_registers": "launch__occupancy_limit_registers",
    "instructions": "smsp__inst_executed.sum",
    "local_passes": "l1tex__data_pipe_lsu_wavefronts_mem_shared.sum",
    "first_sectors": "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum",
    "first_hits": "l1tex__t_sectors_pipe_lsu_mem_global_op_ld_lookup_hit.sum",
    "second_read": "lts__t_sectors_srcunit_tex_op_read.sum",
    "second_written": "lts__t_sectors_srcunit_tex_op_write.sum",
    "second_atomics": "lts__t_sectors_srcunit_tex_op_atom.sum",
    "second_reductions": "lts__t_sectors_srcunit_tex_op_red.sum",
    "memory_read_bytes": "dram__bytes_read.sum",
    "memory_written_bytes": "dram__bytes_write.sum",
}
NOT_SUMS = ("registers", "groups_of_registers")

# Large enough for some groups on each of the GPU's units, small enough for Oclgrind: columns and rows, by the case if it matters.
EXTENTS = {
    "first_ladder": (65536, 64),
    "reduction": (1 << 22, 1),
    "histogram": (1 << 22, 1),
    "scan": (1 << 20, 1),
    "transpose": {"square": (1024, 1024), "ragged": (1023, 1041)},
    "matrix_multiply": {"square": (256, 256), "ragged": (255, 271)},
    "n_body": (4096, 1),
    "gaussian_blur": {"square": (512, 512), "ragged": (511, 529)},
    "box_filter": {"square": (512, 512), "ragged": (511, 529)},
}


def extent_of(ladder, case):
    extent = EXTENTS[ladder]
    return extent[case] if isinstance(extent, dict) else extent


def rungs_of(device, wanted):
    results = json.loads((ROOT / f"bench/results/{device}-ladders.json").read_text())
    for ladder in results["ladders"]:
        if wanted and ladder["name"] not in wanted:
            continue
        for rung in ladder["rungs"]:
            columns, rows = extent_of(ladder["name"], ladder["case"])
            yield {"ladder": ladder["name"], "case": ladder["case"], "rung": rung["name"],
                   "parameters": rung.get("parameters", {}), "columns": columns, "rows": rows}


def keep_launches(recorder, folder, rung):
    """Launches a rung, and returns what it launched, with whole paths of files."""
    folder.mkdir()
    parameters = ",".join(f"{name}={value}" for name, value in rung["parameters"].items()) or "-"
    ran = subprocess.run([BENCH, "once", rung["ladder"], "--case", rung["case"], "--rung", rung["rung"], "--parameters",
                          parameters, "--extent", str(rung["columns"]), str(rung["rows"])],
                         env=os.environ | {"LD_PRELOAD": str(recorder), "LAUNCHES_TO": str(folder)},
                         capture_output=True, text=True)
    if ran.returncode != 0:
        sys.exit(f"{rung['ladder']} {rung['case']} {rung['rung']} ends with {ran.returncode}: {ran.stdout}{ran.stderr}")
    launches = json.loads((folder / "launches.json").read_text())["launches"]
    for launch in launches:
        launch["ptx"] = str(folder / launch["ptx"])
        for buffer in launch["buffers"].values():
            buffer["file"] = str(folder / buffer["file"])
    return launches


def profile(program, launches, folder):
    """The counters of each launch, in order."""
    entries = folder / "all.json"
    entries.write_text(json.dumps({"launches": launches}))
    log = folder / "counters.csv"
    subprocess.run(["ncu", "--clock-control", "none", "--csv", "--page", "raw", "--print-units", "base", "--metrics",
                    ",".join(COUNTERS.values()), "--log-file", log, program, entries], check=True)
    lines = [line for line in log.read_text().splitlines() if line.startswith('"')]
    rows = list(csv.DictReader(io.StringIO("\n".join(lines))))[1:]  # after the units
    if len(rows) != len(launches):
        sys.exit(f"{len(rows)} launches were profiled of {len(launches)}: {log.read_text()[-2000:]}")
    return [{name: round(float(row[counter].replace(",", ""))) for name, counter in COUNTERS.items()} for row in rows]


def summed(launches, counted):
    """One entry a kernel, as the lens's reports have it: what all its launches did."""
    kernels = {}
    for launch, counters in zip(launches, counted):
        groups = 1
        for whole, part in zip(launch["global"], launch["local"]):
            groups *= whole // part
        kernel = kernels.setdefault(launch["kernel"], {"name": launch["kernel"], "launches": 0, "work_groups": 0})
        kernel["launches"] += 1
        kernel["work_groups"] += groups
        for name, value in counters.items():
            kernel[name] = value if name in NOT_SUMS else kernel.get(name, 0) + value
    return list(kernels.values())


def line_of(value):
    return json.dumps(value, separators=(",", ":"))


def main(words):
    if not words:
        sys.exit(__doc__)
    device, *wanted = words
    name, driver = record.first_line("nvidia-smi", "--query-gpu=name,driver_version", "--format=csv,noheader").split(", ")
    rungs = list(rungs_of(device, wanted))
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch)
        program = record.build(folder)
        recorder = folder / "launch_recorder.so"
        subprocess.run(["g++", "-std=c++20", "-O1", "-shared", "-fPIC", "-DCL_TARGET_OPENCL_VERSION=120",
                        f"-I{record.CUDA}/include", f"-I{ROOT / 'harness/include'}", *os.environ.get("INCLUDES", "").split(),
                        ROOT / "bench/counters/launch_recorder.cpp", "-o", recorder, "-ldl"], check=True)
        with concurrent.futures.ThreadPoolExecutor(int(os.environ.get("JOBS", "1"))) as pool:
            kept = list(pool.map(lambda i: keep_launches(recorder, folder / str(i), rungs[i]), range(len(rungs))))
        counted = iter(profile(program, [launch for launches in kept for launch in launches], folder))
        for rung, launches in zip(rungs, kept):
            rung["kernels"] = summed(launches, counted)
    head = {"device": name, "driver": driver, "profiler": "Nsight Compute " + record.first_line("ncu", "--version").split()[1],
            "date": f"{datetime.datetime.now(datetime.timezone.utc):%Y-%m-%d}", "command": " ".join(["bench/counters/rungs.py", *words])}
    text = "{\n" + "".join(f" {line_of(key)}: {line_of(value)},\n" for key, value in head.items())
    text += ' "rungs": [\n  ' + ",\n  ".join(map(line_of, rungs)) + "\n ]\n}\n"
    (ROOT / f"bench/results/{device}-rung-counters.json").write_text(text)


if __name__ == "__main__":
    main(sys.argv[1:])
