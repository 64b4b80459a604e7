"""PyTorch's way to do what ladders do, on the GPU: their peer.

python3 torch_peers.py transpose ROWS COLUMNS
python3 torch_peers.py gauss ROWS COLUMNS
python3 torch_peers.py box ROWS COLUMNS
python3 torch_peers.py softmax ROWS COLUMNS
python3 torch_peers.py layer_norm ROWS COLUMNS
python3 torch_peers.py attention TYPE HEADS TOKENS HEAD MASK [BACKEND]

TYPE is float32 or bfloat16, MASK causal or full; BACKEND is one of torch.nn.attention.SDPBackend, and PyTorch's own choice if it is
left out. Prints "ready" and the version; then answers each line "run" with the milliseconds that one of ten runs takes on the GPU,
which waits until all are enqueued, and each line "call" with what one takes by the host's clock until it is done.
"""
import contextlib
import sys
import time

try:
    import torch
    import torch.nn.functional as functional
except ImportError:
    sys.exit("PyTorch is not installed: python3 -m pip install torch")


def transpose(rows, columns):
    rows, columns = int(rows), int(columns)
    # As integers: among the bit patterns are NaNs, which equal nothing.
    matrix = torch.arange(rows * columns, dtype=torch.int32, device="cuda").view(rows, columns)
    expected = torch.arange(columns, device="cuda")[:, None] + torch.arange(rows, device="cuda")[None, :] * columns
    floats = matrix.view(torch.float32)

    def run():
        return floats.t().contiguous()

    return run, lambda result: torch.equal(result.view(torch.int32), expected.to(torch.int32))


def near(expected, tolerance):
    return lambda result: bool(((result - expected).abs() <= tolerance).all())


def picture(rows, columns):
    return torch.empty(1, 1, int(rows), int(columns), device="cuda").uniform_(-1, 3)


def of_window(values, weights):
    """Sums of 9 × 9 pixels with weights along rows and along columns; beyond the picture are copies of its nearest pixels."""
    padded = functional.pad(values, (4, 4, 4, 4), mode="replicate")
    return functional.conv2d(functional.conv2d(padded, weights.view(1, 1, 1, 9)), weights.view(1, 1, 9, 1))


def gauss(rows, columns):
    torch.backends.cudnn.allow_tf32 = False  # the default for convolutions is True
    torch.backends.cudnn.benchmark = True
    values = picture(rows, columns)
    powers = torch.exp(-4.5 * torch.linspace(-1, 1, 9, dtype=torch.float64, device="cuda").square())
    weights = powers / powers.sum()
    is_right = near(of_window(values[:, :, :68].double(), weights)[:, :, :64], 1e-5)
    few = weights.float()
    return lambda: of_window(values, few), lambda result: is_right(result[:, :, :64])


def box(rows, columns):
    values = picture(rows, columns)

    def means(of):
        return functional.avg_pool2d(of, 9, stride=1, padding=4, count_include_pad=False)

    inner = of_window(values[:, :, :68].double(), torch.full((9,), 1 / 9, dtype=torch.float64, device="cuda"))
    is_right = near(inner[:, :, 4:64, 4:-4], 1e-5)
    return lambda: means(values), lambda result: is_right(result[:, :, 4:64, 4:-4])


def rows_of(rows, columns):
    return torch.empty(int(rows), int(columns), device="cuda").uniform_(-10, 30)


def softmax(rows, columns):
    values = rows_of(rows, columns)
    few = values[:64].double()
    powers = torch.exp(few - few.amax(1, keepdim=True))
    is_right = near(powers / powers.sum(1, keepdim=True), 1e-5)
    return lambda: torch.softmax(values, 1), lambda result: is_right(result[:64])


def layer_norm(rows, columns):
    values = rows_of(rows, columns)
    gain, shift = (torch.empty(int(columns), device="cuda").uniform_(0.5, 1.5) for _ in range(2))
    few = values[:64].double()
    mean = few.mean(1, keepdim=True)
    inverse = torch.rsqrt((few - mean).square().mean(1, keepdim=True) + 1e-5)
    is_right = near((few - mean) * inverse * gain + shift, 1e-4)
    return (lambda: functional.layer_norm(values, (int(columns),), gain, shift)), lambda result: is_right(result[:64])


def attention(type_of_numbers, heads, tokens, head, mask, backend=None):
    kind, tokens, head, causal = getattr(torch, type_of_numbers), int(tokens), int(head), mask == "causal"
    q, k, v = (torch.empty(1, int(heads), tokens, head, device="cuda").uniform_(-1, 1.2).to(kind) for _ in range(3))

    def chosen():
        if backend is None:
            return contextlib.nullcontext()
        from torch.nn.attention import SDPBackend, sdpa_kernel
        return sdpa_kernel(getattr(SDPBackend, backend))

    def run():
        with chosen():
            return functional.scaled_dot_product_attention(q, k, v, is_causal=causal)

    few = min(tokens, 256)  # the last queries of the first head
    scores = q[0, 0, -few:].double() @ k[0, 0].double().T / head**0.5
    if causal:
        hidden = torch.arange(tokens, device="cuda")[None, :] > torch.arange(tokens - few, tokens, device="cuda")[:, None]
        scores.masked_fill_(hidden, -torch.inf)
    is_right = near(torch.softmax(scores, 1) @ v[0, 0].double(), 1e-4 if kind == torch.float32 else 1e-2)
    return run, lambda result: is_right(result[0, 0, -few:])


def main():
    jobs = {job.__name__: job for job in (transpose, gauss, box, softmax, layer_norm, attention)}
    if len(sys.argv) < 3 or sys.argv[1] not in jobs:
        sys.exit(__doc__)
    if not torch.cuda.is_available():
        sys.exit("PyTorch finds no CUDA device: python3 -c 'import torch; print(torch.cuda.is_available())'")
    run, is_right = jobs[sys.argv[1]](*sys.argv[2:])
    if not is_right(run()):
        sys.exit(f"PyTorch's {sys.argv[1]} is wrong.")
    for _ in range(3):
        run()
    torch.cuda.synchronize()
    print(f"ready PyTorch {torch.__version__}, CUDA {torch.version.cuda}", flush=True)

    start, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
    runs = 10
    for line in sys.stdin:
        if line.strip() == "call":
            began = time.perf_counter()
            run()
            torch.cuda.synchronize()
            ms = 1e3 * (time.perf_counter() - began)
        elif line.strip() == "run":
            torch.cuda._sleep(4_000_000)  # clock cycles, some two milliseconds: enqueued are all before the first begins
            start.record()
            for _ in range(runs):
                run()
            end.record()
            end.synchronize()
            ms = start.elapsed_time(end) / runs
        else:
            sys.exit(f"'{line.strip()}' is neither 'run' nor 'call'.")
        print(f"{ms:.6f}", flush=True)


main()
