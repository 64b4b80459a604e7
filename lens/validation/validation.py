"""The lens beside an NVIDIA GPU's counters, launch by launch, and the occupancy that CUDA's driver tells.

The subject `counters` is recorded on the GPU, `lens` where Oclgrind is: what the lens counts otherwise, which exceptions.json has to explain.
"""

import json
import os
import pathlib
import subprocess
import sys
import tempfile

from measuring import profiler
from measuring.recording import ROOT, chosen, line_of, run, today

HERE = pathlib.Path(__file__).resolve().parent
BUILD = ROOT / os.environ.get("LOCKSTEP_BUILD_DIR", "build")
EXCEPTIONS = json.loads((HERE / "exceptions.json").read_text())

# Of each space what is counted, and the counter that it is held against.
FIGURES = {
    "global_load": {"requests": "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum", "sectors": "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum"},
    "global_store": {"requests": "l1tex__t_requests_pipe_lsu_mem_global_op_st.sum", "sectors": "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum"},
    "local_load": {"requests": "smsp__inst_executed_op_shared_ld_pred_on_any.sum",
                   "wavefronts": "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum"},
    "local_store": {"requests": "smsp__inst_executed_op_shared_st_pred_on_any.sum",
                    "wavefronts": "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum"},
}
COUNTERS = [counter for figures in FIGURES.values() for counter in figures.values()]


def figures_of(count):
    """Those of the spaces in which something was counted. @param count of a space and a figure"""
    counted = {space: {name: round(count(space, name)) for name in names} for space, names in FIGURES.items()}
    return {space: figures for space, figures in counted.items() if figures["requests"]}


def counted_on_gpu():
    """All launches, by OpenCL and once more as the same PTX under Nsight Compute, with the same results."""
    device, driver = profiler.device_and_driver()
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch)
        os.environ.setdefault("LOCKSTEP_DEVICE", "nvidia")
        _, launches = profiler.kept_launches(profiler.build_recorder(folder), folder / "kept", BUILD / "bin/lens-validation", "--results",
                                             folder / "opencl.json")
        by_opencl, after = json.loads((folder / "opencl.json").read_text()), folder / "after.json"
        counted = profiler.profile(profiler.build(folder), folder, launches, COUNTERS, after=after)
        for launch, buffers in zip(by_opencl, json.loads(after.read_text())):
            if launch["result"] not in buffers:
                sys.exit(f"{launch['title']}: OpenCL and the profiled program came to different results.")
    rows = [launch | {"measured": figures_of(lambda space, name: values[FIGURES[space][name]])}
            for launch, values in zip(by_opencl, counted)]
    return {"device": device, "driver": driver, "date": today(), "profiler": f"Nsight Compute, {profiler.last_line('ncu', '--version')}",
            "exceptions": EXCEPTIONS, "launches": rows}


def add_lens(record):
    """What the lens counts otherwise. Ends the program where no exception is stated."""
    with tempfile.TemporaryDirectory() as scratch:
        report = pathlib.Path(scratch) / "lens.json"
        run(BUILD / "bin/lockstep", "lens", "--json", report, "--", BUILD / "bin/lens-validation", capture_output=True)
        kernels = json.loads(report.read_text())["reports"][0]["kernels"]
    known = {kernel for exception in EXCEPTIONS for kernel in exception["kernels"]}
    unexplained = 0
    if len(kernels) != len(record["launches"]):
        sys.exit(f"{len(record['launches'])} launches were profiled, and the lens saw {len(kernels)}: record both with the same tree.")
    for launch, kernel in zip(record["launches"], kernels):
        counted = figures_of(lambda space, name: kernel.get(space, {}).get(name, 0))
        launch.pop("lens", None)
        if counted != launch["measured"]:
            launch["lens"] = counted
            if launch["kernel"] not in known:
                unexplained += 1
                print(f"{launch['title']}\n  measured {line_of(launch['measured'])}\n  lens     {line_of(counted)}")
    if unexplained:
        sys.exit(f"{unexplained} launches differ for no stated reason.\n  try: mend the lens, or add the kernel to exceptions.json with the "
                 "reason and the proof")


def record(name, subjects):
    file, wanted = HERE / f"{name}.json", chosen(subjects, ("counters", "lens"))
    recorded = counted_on_gpu() if "counters" in wanted else json.loads(file.read_text()) | {"exceptions": EXCEPTIONS}
    if "lens" in wanted:
        add_lens(recorded)
    lists = ("exceptions", "launches")
    text = "{\n" + "".join(f" {json.dumps(key)}: {json.dumps(value)},\n" for key, value in recorded.items() if key not in lists)
    file.write_text(text + ",\n".join(f' "{key}": [\n' + "".join(",\n".join(f"  {line_of(row)}" for row in recorded[key])) + "\n ]"
                                      for key in lists) + "\n}\n")


def record_occupancy(name, _):
    """By record.cpp, which CUDA's compiler builds."""
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(["nvcc", "-std=c++20", "-o", f"{folder}/record", HERE / "occupancy/record.cpp", "-lcuda"], check=True)
        run(f"{folder}/record", HERE / f"occupancy/{name}.json", profiler.device_and_driver()[1])
