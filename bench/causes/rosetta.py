"""Records what the kernels of rosetta/ take in OpenCL C, CUDA and Triton, and what PyTorch takes for the same, at one size each.

Five repeats of all, one language after the other in each; of Triton's and PyTorch's times, and CUDA's, a repeat is twenty launches
between two events, of OpenCL's the median of twenty launches' own events.
"""

import contextlib
import io
import pathlib
import statistics
import tempfile

from measuring.recording import RESULTS, ROOT, device, head_of, run, write

PLACE = ROOT / "rosetta"
MEBI, SIDE, EDGE, REPEATS, LAUNCHES = 1 << 20, 8192, 4096, 5, 20
# The work of one launch: bytes that have to be moved, or floating-point operations.
WORK = {"reduction": ("gbps", 1024 * MEBI), "transpose": ("gbps", 2 * 4 * SIDE * SIDE), "product": ("gflops", 2 * EDGE**3),
        "scan": ("gbps", 2 * 256 * MEBI), "softmax": ("gbps", 2 * 128 * MEBI)}


def opencl_kernels(of):
    """Each kernel with its arguments, and its launch's sizes."""
    source, out, more = (of.buffer(1024 * MEBI) for _ in range(3))
    of.fill(source, 0x3F800000, 1024 * MEBI)

    def kernel(name, entry, *arguments):
        return of.kernel(of.program((PLACE / name / f"{name}.cl").read_text()), entry, *arguments)

    return {"reduction": (kernel("reduction", "sums", source, out, 256 * MEBI), 1056 * 256, 256),
            "transpose": (kernel("transpose", "transpose", source, out, SIDE, SIDE), (SIDE, SIDE // 4), (32, 8)),
            "product": (kernel("product", "product", source, source, out, EDGE, EDGE, EDGE), (EDGE, EDGE), (16, 16)),
            "scan": (kernel("scan", "scan", source, out, more, 64 * MEBI), 64 * MEBI, 256),
            "softmax": (kernel("softmax", "softmax", source, out, 1024), 32768 * 256, 256)}


def triton_names(name):
    """What a program in Triton defines, once it has run."""
    file, names = PLACE / name / f"{name}_triton.py", {"__name__": "rosetta"}
    names["__file__"] = str(file)
    with contextlib.suppress(SystemExit), contextlib.redirect_stdout(io.StringIO()):
        exec(compile(file.read_text(), str(file), "exec"), names)  # pylint: disable=exec-used
    return names


def torch_launches(torch):
    """By language and kernel: a call that launches it."""
    torch.backends.cuda.matmul.allow_tf32 = False
    values = torch.ones(256 * MEBI, device="cuda")
    out = torch.empty(256 * MEBI, device="cuda")
    square, left = values[:SIDE * SIDE].view(SIDE, SIDE), values[:EDGE * EDGE].view(EDGE, EDGE)
    rows, into = values[:32 * MEBI].view(32768, 1024), out[:EDGE * EDGE].view(EDGE, EDGE)
    numbers = torch.ones(64 * MEBI, dtype=torch.int32, device="cuda")
    scanned, more = torch.empty_like(numbers), torch.empty(MEBI, dtype=torch.int32, device="cuda")
    of = {name: triton_names(name) for name in WORK}
    return {"Triton": {
                "reduction": lambda: of["reduction"]["sums"][(1056,)](values, out, 256 * MEBI, 1056, 1024),
                "transpose": lambda: of["transpose"]["transpose"][(SIDE // 32, SIDE // 32)](values, out, SIDE, SIDE, 32),
                "product": lambda: of["product"]["product"][(EDGE // 32, EDGE // 32)](left, left, out, EDGE, EDGE, EDGE, 32),
                "scan": lambda: of["scan"]["scan"][(MEBI // 4,)](numbers, scanned, more, 64 * MEBI, 256),
                "softmax": lambda: of["softmax"]["softmax"][(32768,)](rows, out, 1024, 1024)},
            "PyTorch": {
                "reduction": lambda: torch.sum(values),
                "transpose": lambda: square.t().contiguous(),
                "product": lambda: torch.mm(left, left, out=into),
                "softmax": lambda: torch.softmax(rows, 1)}}


def torch_ms(torch, launch):
    begin, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
    for _ in range(3):
        launch()
    begin.record()
    for _ in range(LAUNCHES):
        launch()
    end.record()
    end.synchronize()
    return begin.elapsed_time(end) / LAUNCHES


def repeats(of, torch, program):
    """Yields (language, kernel, milliseconds), all of one repeat before the next."""
    kernels, launches = opencl_kernels(of), torch_launches(torch)
    for _ in range(REPEATS):
        for kernel, launch in kernels.items():
            yield "OpenCL C", kernel, of.median_ms(*launch, runs=LAUNCHES)
        for line in run(program, capture_output=True).splitlines():
            yield "CUDA", line.split()[0], float(line.split()[1])
        for language, of_language in launches.items():
            for kernel, launch in of_language.items():
                yield language, kernel, torch_ms(torch, launch)


def record(name, _):
    """By nvcc, PyTorch and Triton, which have to be there."""
    import torch
    import triton
    of = device()
    taken = {}
    with tempfile.TemporaryDirectory() as folder:
        program = pathlib.Path(folder) / "times"
        run("nvcc", "-std=c++20", "-arch=native", "-o", program, ROOT / "bench/causes/rosetta.cu")
        for language, kernel, ms in repeats(of, torch, program):
            taken.setdefault((kernel, language), []).append(ms)
    rows = []
    for (kernel, language), times in sorted(taken.items()):
        unit, work = WORK[kernel]
        rows.append({"kernel": kernel, "language": language, "ms": statistics.median(times), "least_ms": min(times),
                     "most_ms": max(times), "rate": work / statistics.median(times) / 1e6, "unit": unit})
    versions = {"cuda": torch.version.cuda, "torch": torch.__version__, "triton": triton.__version__}
    write(RESULTS / f"{name}-rosetta.json", head_of("rosetta", of, **versions), rows)
