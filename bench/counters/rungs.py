"""What an NVIDIA GPU's hardware counters say of every rung of the ladders, at sizes that Oclgrind can count, too.

Launches each rung once, with the parameters that bench/results/DEVICE-ladders.json has, keeps its launches, and launches them again
under Nsight Compute. JOBS says how many rungs are kept at once.
"""

import concurrent.futures
import json
import os
import pathlib
import tempfile

from measuring import profiler
from measuring.recording import RESULTS, ROOT, today, write

BENCH = ROOT / os.environ.get("LOCKSTEP_BUILD_DIR", "build") / "bin/lockstep-bench"

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



def rungs_of(device, wanted):
    for ladder in json.loads((RESULTS / f"{device}-ladders.json").read_text())["ladders"]:
        for rung in ladder["rungs"] if not wanted or ladder["name"] in wanted else ():
            yield {"ladder": ladder["name"], "case": ladder["case"], "rung": rung["name"], "parameters": rung.get("parameters", {})}


def kept(recorder, folder, rung):
    """Launches a rung, notes its size, and returns what it launched; nothing where the ladder is not counted so."""
    parameters = ",".join(f"{name}={value}" for name, value in rung["parameters"].items()) or "-"
    extent, launches = profiler.kept_launches(recorder, folder, BENCH, "once", rung["ladder"], "--case", rung["case"], "--rung",
                                              rung["rung"], "--parameters", parameters, "--size", "profiled")
    if size := json.loads(extent):
        rung["columns"], rung["rows"] = size
    return launches


def summed(launches, counted):
    """One entry a kernel, as the lens's reports have it: what all its launches did."""
    kernels = {}
    for launch, values in zip(launches, counted):
        groups = 1
        for whole, part in zip(launch["global"], launch["local"]):
            groups *= whole // part
        kernel = kernels.setdefault(launch["kernel"], {"name": launch["kernel"], "launches": 0, "work_groups": 0})
        kernel["launches"] += 1
        kernel["work_groups"] += groups
        for name, counter in COUNTERS.items():
            value = round(values[counter])
            kernel[name] = value if name in NOT_SUMS else kernel.get(name, 0) + value
    return list(kernels.values())


def record(name, ladders):
    device, driver = profiler.device_and_driver()
    rungs = list(rungs_of(name, ladders))
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch)
        program, recorder = profiler.build(folder), profiler.build_recorder(folder)
        with concurrent.futures.ThreadPoolExecutor(int(os.environ.get("JOBS", "1"))) as pool:
            launched = list(pool.map(lambda i: kept(recorder, folder / str(i), rungs[i]), range(len(rungs))))
        counted = iter(profiler.profile(program, folder, [launch for launches in launched for launch in launches], COUNTERS.values()))
        for rung, launches in zip(rungs, launched):
            rung["kernels"] = summed(launches, counted)
    head = {"device": device, "driver": driver, "profiler": f"Nsight Compute {profiler.version()}", "date": today(),
            "command": " ".join(["bench/record", name, "rung-counters", *ladders])}
    write(RESULTS / f"{name}-rung-counters.json", head, [rung for rung in rungs if rung["kernels"]], "rungs")
