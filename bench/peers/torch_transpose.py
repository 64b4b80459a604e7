"""PyTorch's transpose of a matrix of floats: the peer of the ladder of transposes.

python3 torch_transpose.py ROWS COLUMNS

Prints "ready"; then answers each line "run" with the milliseconds that one transpose took on the GPU.
"""
import sys

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
    print("ready", flush=True)

    start, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
    for line in sys.stdin:
        if line.strip() != "run":
            sys.exit(f"'{line.strip()}' is not 'run'.")
        start.record()
        transposed()
        end.record()
        end.synchronize()
        print(f"{start.elapsed_time(end):.6f}", flush=True)


main()
