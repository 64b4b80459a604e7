#!/usr/bin/env python3
"""Pocket's counts beside those of an H200's counters, lens/validation/h200.json: counts.py LIBRARY SOURCE PROGRAM

What differs must be in counts.json, with its reason; what is there must differ."""
import json
import os
import pathlib
import subprocess
import sys
import tempfile

COSTS = {"global_load": "sectors", "global_store": "sectors", "local_load": "wavefronts", "local_store": "wavefronts"}
FIGURES = [(space, figure) for space, cost in COSTS.items() for figure in ("requests", cost)]


def counted(library, source, program):
    """The kernels that a program launches on Pocket, counted for an H200."""
    with tempfile.TemporaryDirectory() as folder:
        report = pathlib.Path(folder) / "report.json"
        environment = dict(os.environ, OCL_ICD_VENDORS=library, LOCKSTEP_DEVICE="pocket", LOCKSTEP_LENS_OUTPUT=str(report),
                           LOCKSTEP_LENS_PROFILES=str(source / "lens/devices/h200.json"))
        run = subprocess.run(program, env=environment, capture_output=True, text=True)
        if not report.exists():
            sys.exit(f"{' '.join(program)} counted nothing:\n{run.stdout[-2000:]}{run.stderr[-2000:]}")
        return json.loads(report.read_text())["reports"][0]["kernels"]


def figure_of(counts, figure):
    return counts.get(figure[0], {}).get(figure[1], 0)


def held(name, expected, found, reasons):
    """How many of a kernel's figures are equal, and of how many. Tells of what is not as counts.json says."""
    pairs = {figure: (figure_of(expected, figure), figure_of(found, figure)) for figure in FIGURES}
    pairs = {figure: pair for figure, pair in pairs.items() if pair != (0, 0)}
    differing = {figure: pair for figure, pair in pairs.items() if pair[0] != pair[1]}
    if differing and name not in reasons:
        for (space, figure), (was, is_) in differing.items():
            print(f"{name}: {space}.{figure} is {is_}, and {was} is recorded")
    return len(pairs) - len(differing), len(pairs), bool(differing)


def main():
    library, source, program = sys.argv[1], pathlib.Path(sys.argv[2]), sys.argv[3]
    reasons = json.loads((pathlib.Path(__file__).parent / "counts.json").read_text())
    recorded = json.loads((source / "lens/validation/h200.json").read_text())["launches"]
    found = counted(library, source, [program, "--results", os.devnull])
    if len(found) != len(recorded):
        sys.exit(f"{len(found)} launches were counted, and {len(recorded)} are recorded")
    equal = whole = 0
    failed = False
    differ = set()
    for launch, kernel in zip(recorded, found):
        one, all_, differs = held(launch["kernel"], launch["measured"], kernel, reasons)
        equal, whole = equal + one, whole + all_
        if differs:
            differ.add(launch["kernel"])
            failed = failed or launch["kernel"] not in reasons
    for title in sorted(set(reasons) - differ):
        print(f"{title}: counts.json says that it differs, and it does not")
        failed = True
    print(f"{equal} of {whole} counts are equal")
    sys.exit(1 if failed else 0)


main()
