"""Nsight Compute on kernels of the book, by a program that launches what NVIDIA's OpenCL made of them (bench/counters/counters.cpp)."""

import csv
import io
import json
import os
import pathlib
import subprocess
import sys

from measuring.recording import ROOT, run

CUDA = pathlib.Path(os.environ.get("CUDA_HOME", "/usr/local/cuda"))
OPTIONS = ["-std=c++20", "-O1", "-DCL_TARGET_OPENCL_VERSION=120", f"-I{CUDA}/include", *os.environ.get("INCLUDES", "").split()]


def build(folder):
    """The program. INCLUDES may name further include folders (-I...)."""
    run("g++", *OPTIONS, "-DCL_HPP_TARGET_OPENCL_VERSION=120", "-DCL_HPP_MINIMUM_OPENCL_VERSION=120", "-DCL_HPP_ENABLE_EXCEPTIONS",
        "-DCL_HPP_CL_1_2_DEFAULT_BUILD", ROOT / "bench/counters/counters.cpp", "-o", folder / "counters", "-l:libOpenCL.so.1",
        f"-L{CUDA}/lib64", f"-L{CUDA}/lib64/stubs", "-lcuda")
    return folder / "counters"


def build_recorder(folder):
    """What keeps a program's launches (bench/counters/launch_recorder.cpp)."""
    run("g++", *OPTIONS, f"-I{ROOT / 'harness/include'}", "-shared", "-fPIC", ROOT / "bench/counters/launch_recorder.cpp", "-o", folder / "launch_recorder.so", "-ldl")
    return folder / "launch_recorder.so"


def kept_launches(recorder, folder, *program):
    """Runs a program, and returns what it printed and what it launched, with whole paths of files."""
    folder.mkdir()
    ran = subprocess.run(program, env=os.environ | {"LD_PRELOAD": str(recorder), "LAUNCHES_TO": str(folder)}, capture_output=True, text=True)
    if ran.returncode != 0:
        sys.exit(f"{' '.join(map(str, program))} ends with {ran.returncode}: {ran.stdout}{ran.stderr}")
    file = folder / "launches.json"
    launches = json.loads(file.read_text())["launches"] if file.exists() else []
    for launch in launches:
        launch["ptx"] = str(folder / launch["ptx"])
        for buffer in launch["buffers"].values():
            buffer["file"] = str(folder / buffer["file"])
    return ran.stdout, launches


def profile(program, folder, launches, counters, buffers=None, after=None):
    """For each launch the counters' values, by counter. @param buffers of launches that have none of their own @param after a file that gets
    for each launch the fingerprints of its own buffers when it is done"""
    entries, log = folder / "launches.json", folder / "counters.csv"
    entries.write_text(json.dumps({"buffers": buffers or {}, "launches": launches}))
    run("ncu", "--clock-control", "none", "--csv", "--page", "raw", "--print-units", "base", "--metrics", ",".join(counters),
        "--log-file", log, program, entries, *([after] if after else []))
    lines = [line for line in log.read_text().splitlines() if line.startswith('"')]
    rows = list(csv.DictReader(io.StringIO("\n".join(lines))))[1:]  # after the units
    if len(rows) != len(launches):
        sys.exit(f"{len(rows)} launches were profiled of {len(launches)}: {log.read_text()[-2000:]}")
    return [{counter: float(row[counter].replace(",", "")) for counter in counters} for row in rows]


def last_line(*command):
    return run(*command, capture_output=True).strip().splitlines()[-1]


def device_and_driver():
    return last_line("nvidia-smi", "--query-gpu=name,driver_version", "--format=csv,noheader").split(", ")


def version():
    return last_line("ncu", "--version").split()[1]
