"""The test lens.targets: what a target of the lens rejects is slower than the solution on an H200, and nowhere faster.

The times are those of lens/validation/times. A kernel counts as slower than another if its fastest launch took longer than the other's
slowest; where a recording has medians alone, if it took a hundredth longer. What is told otherwise stands in targets.json beside them.
"""

import collections
import json
import pathlib
import sys

TIMES = pathlib.Path(__file__).resolve().parents[2] / "lens/validation/times"
sys.path.append(str(TIMES))
from catalogue import ROOT, rejected

GPUS = {"H200": ("h200", "h200-targets"), "H100": ("h100",)}


def times_of(files):
    """Of each exercise's kernel the least and the most milliseconds of its variants; what is recorded later counts."""
    times = collections.defaultdict(dict)
    for name in files:
        file = TIMES / f"{name}.json"
        for row in json.loads(file.read_text())["rows"] if file.exists() else ():
            least, most = row.get("least", row["ms"] / 1.005), row.get("most", row["ms"] * 1.005)
            times[row["of"], row["job"]][row["variant"]] = least, most
    return times


def exercises():
    """Each exercise that has targets, with their kernels and metrics."""
    for file in sorted((ROOT / "exercises").glob("*/*/exercise.json")):
        targets = json.loads(file.read_text()).get("lens", {}).get("targets", ())
        if targets:
            yield f"{file.parts[-3]}/{file.parts[-2]}", {(target["kernel"], target["metric"]) for target in targets}


def judged(exercise, records):
    """Each rejected kernel that was timed: its GPU, name, kernel and metric, and whether the record bears that it is rejected.

    A kernel may have been timed with data of several kinds, as jobs "KERNEL, DATA": it is enough if it is slower with one of them.
    """
    for gpu, times in records.items():
        for name, kernel, metric in rejected(exercise):
            jobs = [of_job for (of, job), of_job in times.items() if of == exercise and job.split(",")[0] == kernel]
            pairs = [(job[name], job["solution"]) for job in jobs if name in job and "solution" in job]
            slower = any(mine[0] > solution[1] for mine, solution in pairs)
            faster = any(mine[1] < solution[0] for mine, solution in pairs)
            if pairs:
                yield gpu, name, kernel, metric, slower or (gpu != "H200" and not faster)


def faults(told, records):
    """What the record does not bear, and what is told of it in vain, in sentences."""
    used = set()
    for exercise, targets in exercises():
        timed = list(judged(exercise, records))
        if not any(gpu == "H200" for gpu, *_ in timed):
            used.add(("not timed", exercise))
            if exercise not in told["not timed"]:
                yield f"{exercise}: no kernel that its targets reject was timed on an H200\n  try: bench/record h200 targets {exercise}"
        for gpu, name, kernel, metric, borne in timed:
            if not borne:
                used.add(("asked for", f"{exercise} {metric}"))
                if f"{exercise} {metric}" not in told["asked for"]:
                    yield f"{exercise}: '{name}' is {'no slower' if gpu == 'H200' else 'faster'} than the solution on an {gpu}, and the target of {kernel} {metric} rejects it"
        for name, kernel, metric in rejected(exercise):
            if (kernel, metric) not in targets:
                yield f"{exercise}: '{name}' is told as rejected by {kernel} {metric}, of which there is no target"
    for kind, entries in told.items():
        for entry in entries:
            if (kind, entry) not in used:
                yield f"targets.json tells of {entry} in \"{kind}\", and the record has nothing to excuse"


def main():
    found = list(faults(json.loads((TIMES / "targets.json").read_text()), {gpu: times_of(files) for gpu, files in GPUS.items()}))
    print("\n".join(found) or "every target rejects what is slower")
    sys.exit(bool(found))


main()
