"""PyTorch's transpose of a matrix of floats: the peer of the ladder of transposes.

python3 torch_transpose.py ROWS COLUMNS

Prints "ready" and its version; then answers each line "run" with the milliseconds that one of ten transposes takes on the GPU, which
waits until all are enqueued, and each line "call" with what one takes by the host's clock until it is done.
"""
import sys
import time

try:
    import torch
except ImportError:
    sys.exit("PyTorch is not installed: python3 -m pip install torch")


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    rows, columns = int(sys.argv[1]), int(sys.argv[2])
    if not torch.cuda.is_available():
        sys.exit("PyTorch finds no CUDA device: python3 -c 'import torch; print(torch.cuda.is_available())'")
    matrix = torch.arange(rows * columns, dtype=torch.int32, device="cuda").view(torch.float32).view(rows, columns)

    def transposed():
        return matrix.t().contiguous()

    # As integers: among the bit patterns are NaNs, which equal nothing.
    expected = torch.arange(columns, device="cuda")[:, None] + torch.arange(rows, device="cuda")[None, :] * columns
    if not torch.equal(transposed().view(torch.int32), expected.to(torch.int32)):
        sys.exit("PyTorch's transpose is wrong.")
    del expected
    for _ in range(3):
        transposed()
    torch.cuda.synchronize()
    print(f"ready PyTorch {torch.__version__}, CUDA {torch.version.cuda}", flush=True)

    start, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
    runs = 10
    for line in sys.stdin:
        if line.strip() == "call":
            began = time.perf_counter()
            transposed()
            torch.cuda.synchronize()
            ms = 1e3 * (time.perf_counter() - began)
        elif line.strip() == "run":
            torch.cuda._sleep(4_000_000)  # clock cycles, some two milliseconds: enqueued are all before the first begins
            start.record()
            for _ in range(runs):
                transposed()
            end.record()
            end.synchronize()
            ms = start.elapsed_time(end) / runs
        else:
            sys.exit(f"'{line.strip()}' is neither 'run' nor 'call'.")
        print(f"{ms:.6f}", flush=True)


main()
