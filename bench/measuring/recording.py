"""Where recordings come from, and how they are written: a head, and a line for each row."""

import datetime
import json
import os
import pathlib
import subprocess
import sys

from measuring.opencl import Device

ROOT = pathlib.Path(__file__).resolve().parents[2]
RESULTS = ROOT / "bench/results"


def device(count=1):
    """The one that LOCKSTEP_DEVICE names, as everywhere else; NVIDIA's where it names none."""
    return Device(os.environ.get("LOCKSTEP_DEVICE", "nvidia"), count)


def today():
    return f"{datetime.datetime.now(datetime.timezone.utc):%Y-%m-%d}"


def head_of(experiment, of, **more):
    """@param of a Device"""
    system = dict(line.split("=", 1) for line in pathlib.Path("/etc/os-release").read_text().splitlines() if "=" in line)
    return {"experiment": experiment, "device": of.name, "driver": of.driver, "date": today(),
            "system": system["PRETTY_NAME"].strip('"')} | more


def line_of(value):
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


def write(file, head, rows, key="rows"):
    text = "{\n" + "".join(f" {json.dumps(name)}: {json.dumps(value, ensure_ascii=False)},\n" for name, value in head.items())
    file.write_text(text + f' "{key}": [\n' + ",\n".join("  " + line_of(row) for row in rows) + "\n ]\n}\n")
    print(f"{file}: {len(rows)} {key}", flush=True)


def earlier_rows(file, of, is_again):
    """The rows of a file that are not made again. @param is_again of a row"""
    if not file.exists():
        return []
    earlier = json.loads(file.read_text())
    if (earlier["device"], earlier["driver"]) != (of.name, of.driver):
        sys.exit(f"{file} is of {earlier['device']}, driver {earlier['driver']}, and this is\n{of.name}, driver "
                 f"{of.driver}: rows of both in one file would be told as one device's.\n  try: another name")
    return [{"date": earlier["date"]} | row for row in earlier["rows"] if not is_again(row)]


def chosen(subjects, known, unnamed=()):
    """Those that are named, or all but the unnamed; ends the program at one that is not known."""
    for subject in subjects:
        if subject not in known:
            sys.exit(f"There is no subject {subject}.\n  try: one of {', '.join(known)}")
    return subjects or [subject for subject in known if subject not in unnamed]


def in_one_file(name, experiment, subjects, known, unnamed=()):
    """Rows of the subjects, whose functions of a device yield them, into NAME-EXPERIMENT.json; rows of others stay there."""
    wanted = chosen(subjects, known, unnamed)
    of = device(max(getattr(known[subject], "devices", 1) for subject in wanted))
    file = RESULTS / f"{name}-{experiment}.json"
    rows = earlier_rows(file, of, lambda row: row["subject"] in wanted)
    for subject in wanted:
        for row in known[subject](of):
            rows.append({"date": today(), "subject": subject} | row)
            print(line_of(rows[-1]), flush=True)
    write(file, head_of(experiment, of), rows)


def run(*words, **more):
    """A program to its end. @return what it printed, where `capture_output` is asked for"""
    return subprocess.run([str(word) for word in words], check=True, cwd=ROOT, text=True, **more).stdout
