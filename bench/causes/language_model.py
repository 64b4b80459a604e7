#!/usr/bin/env python3
"""Records what a training step of GPT-2's small size takes on a GPU, and what it takes PyTorch.

python3 bench/causes/language_model.py PROGRAM NAME

PROGRAM is the one of chapter 33 (build/chapters/33-language-model), NAME begins the file's name: bench/results/NAME-language-model.json.
Profiles ten steps, trains in PyTorch (bench/peers/torch_gpt2.py), and profiles ten steps again; what is recorded of a kernel is the mean
of the second ten.
"""

import datetime
import json
import pathlib
import platform
import re
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
NUMBER = r"([\d.]+)"


def output_of(*command):
    result = subprocess.run(command, capture_output=True, text=True)
    if result.returncode != 0:
        sys.exit(f"{' '.join(command)} failed:\n{result.stdout}{result.stderr}")
    print(result.stdout, flush=True)
    return result.stdout


def numbers(pattern, text):
    found = re.search(pattern, text)
    if not found:
        sys.exit(f"There is no '{pattern}' in:\n{text}")
    return [float(number) for number in found.groups()]


def steps_of(text):
    ms, least, most, loss, rate = numbers(rf"clock: {NUMBER} ms, median of 10 \({NUMBER} to {NUMBER}\), a loss of {NUMBER}; {NUMBER} tok", text)
    return {"subject": "steps", "ms": ms, "least_ms": least, "most_ms": most, "loss": loss, "tokens_a_second": rate}


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    program, name = sys.argv[1:]
    profile = (program, "profile", "--size", "gpt2", "--steps", "10")
    first = output_of(*profile)
    torch = output_of(sys.executable, str(HERE.parent / "peers" / "torch_gpt2.py"))
    second = output_of(*profile)
    device, driver = output_of("nvidia-smi", "--query-gpu=name,driver_version", "--format=csv,noheader").strip().split(", ")
    parameters, tokens, taken, has = numbers(rf"{NUMBER} parameters, {NUMBER} tokens a step, {NUMBER} of {NUMBER} GiB", second)
    copy, units = numbers(rf"copies {NUMBER} GB/s, and its units make {NUMBER} TFLOP/s", second)
    rows = [{"subject": "model", "parameters": int(parameters), "tokens": int(tokens), "gib": taken, "of_gib": has,
             "copy_gbps": copy, "units_tflops": units},
            {"run": 1, **steps_of(first)}, {"run": 2, **steps_of(second)}]
    of_kernel = re.compile(rf"^  (\S.*?) +(\d+) +{NUMBER} +{NUMBER}% +{NUMBER} +{NUMBER} +{NUMBER}%$", re.MULTILINE)
    for kernel, count, *figures in of_kernel.findall(second):
        ms, percent, tflops, gbps, of_limit = (float(figure) for figure in figures)
        rows.append({"subject": "kernel", "kernel": kernel, "count": int(count), "ms": ms, "percent": percent, "tflops": tflops,
                     "gbps": gbps, "of_limit": of_limit / 100})
    version, cuda = re.search(r"PyTorch (\S+), CUDA (\S+),", torch).groups()
    of_torch = re.compile(rf"^  (.*), vocabulary (\d+), (\d+) parameters: {NUMBER} ms a step \({NUMBER} to {NUMBER}\), {NUMBER} tokens",
                          re.MULTILINE)
    for way, vocabulary, count, *figures in of_torch.findall(torch):
        ms, least, most, rate = (float(figure) for figure in figures)
        rows.append({"subject": "torch", "way": way.replace(",", ""), "vocabulary": int(vocabulary), "parameters": int(count), "ms": ms,
                     "least_ms": least, "most_ms": most, "tokens_a_second": rate,
                     "of_torch": round(rows[2]["tokens_a_second"] / rate, 3)})
    file = HERE.parent / "results" / f"{name}-language-model.json"
    system = platform.freedesktop_os_release()["PRETTY_NAME"]
    head = {"experiment": "language-model", "device": device, "driver": driver, "date": str(datetime.date.today()), "system": system,
            "torch": version, "cuda": cuda, "command": f"python3 bench/causes/language_model.py {program} {name}"}
    lines = [f" {json.dumps(key)}: {json.dumps(value)},\n" for key, value in head.items()]
    body = ",\n".join(f"  {json.dumps(row, ensure_ascii=False)}" for row in rows)
    file.write_text("{\n" + "".join(lines) + ' "rows": [\n' + body + "\n ]\n}\n", encoding="utf-8")


main()
