"""Records what a training step of GPT-2's small size takes on a GPU, and what it takes PyTorch.

Profiles ten steps, trains in PyTorch (bench/peers/torch_gpt2.py), and profiles ten steps again; what is recorded of a kernel is the mean
of the second ten.
"""

import re
import sys

from measuring.recording import RESULTS, ROOT, device, head_of, run, write

NUMBER = r"([\d.]+)"


def output_of(*command):
    text = run(*command, capture_output=True)
    print(text, flush=True)
    return text


def numbers(pattern, text):
    found = re.search(pattern, text)
    if not found:
        sys.exit(f"There is no '{pattern}' in:\n{text}")
    return [float(number) for number in found.groups()]


def steps_of(text):
    ms, least, most, loss, rate = numbers(rf"clock: {NUMBER} ms, median of 10 \({NUMBER} to {NUMBER}\), a loss of {NUMBER}; {NUMBER} tok", text)
    return {"subject": "steps", "ms": ms, "least_ms": least, "most_ms": most, "loss": loss, "tokens_a_second": rate}


def record(name, _):
    """By build/chapters/33-language-model, which has to be built."""
    profile = (ROOT / "build/chapters/33-language-model", "profile", "--size", "gpt2", "--steps", "10")
    first = output_of(*profile)
    torch = output_of(sys.executable, ROOT / "bench/peers/torch_gpt2.py")
    second = output_of(*profile)
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
    write(RESULTS / f"{name}-language-model.json", head_of("language-model", device(), torch=version, cuda=cuda), rows)
