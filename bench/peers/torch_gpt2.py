"""PyTorch's eager training of GPT-2's small size: the peer of chapter 33's training on units for matrices.

python3 torch_gpt2.py [SEQUENCES [STEPS]]

The same model as the chapter's, without biases in its products: 12 layers, 12 heads, width 768, context 1,024, AdamW, gradients clipped
to a length of 1. Products are of bfloat16, attention is torch's own scaled_dot_product_attention, AdamW is fused, and the loss is read
each step. Prints, for weights of float under autocast and for weights of bfloat16, each with the vocabulary of 50,257 tokens and with
one that is padded to 50,304 as units like it, the median milliseconds of a step, their spread and the tokens a second; last once more
what torch.compile makes of the fastest, if it runs here.
"""
import statistics
import sys
import time

try:
    import torch
    from torch import nn
    from torch.nn import functional
except ImportError:
    sys.exit("PyTorch is not installed: python3 -m pip install torch")

LAYERS, HEADS, WIDTH, CONTEXT = 12, 12, 768, 1024


class Layer(nn.Module):
    def __init__(self):
        super().__init__()
        self.before_attention, self.before_up = nn.LayerNorm(WIDTH), nn.LayerNorm(WIDTH)
        self.qkv = nn.Linear(WIDTH, 3 * WIDTH, bias=False)
        self.mix = nn.Linear(WIDTH, WIDTH, bias=False)
        self.up = nn.Linear(WIDTH, 4 * WIDTH, bias=False)
        self.down = nn.Linear(4 * WIDTH, WIDTH, bias=False)

    def forward(self, x):
        rows, context, _ = x.shape
        q, k, v = (part.view(rows, context, HEADS, WIDTH // HEADS).transpose(1, 2)
                   for part in self.qkv(self.before_attention(x)).split(WIDTH, 2))
        mixed = functional.scaled_dot_product_attention(q, k, v, is_causal=True)
        x = x + self.mix(mixed.transpose(1, 2).reshape(rows, context, WIDTH))
        return x + self.down(functional.gelu(self.up(self.before_up(x)), approximate="tanh"))


class Transformer(nn.Module):
    def __init__(self, vocabulary):
        super().__init__()
        self.tokens, self.positions = nn.Embedding(vocabulary, WIDTH), nn.Embedding(CONTEXT, WIDTH)
        self.layers = nn.ModuleList(Layer() for _ in range(LAYERS))
        self.last = nn.LayerNorm(WIDTH)
        for weight in self.parameters():
            if weight.dim() > 1:
                nn.init.normal_(weight, std=0.02)

    def forward(self, tokens, following):
        x = self.tokens(tokens) + self.positions(torch.arange(CONTEXT, device=tokens.device))
        for layer in self.layers:
            x = layer(x)
        logits = functional.linear(self.last(x), self.tokens.weight)
        return functional.cross_entropy(logits.view(-1, logits.shape[-1]), following.reshape(-1))


def time_of(sequences, steps, vocabulary, of_16_bits, compiled=False):
    """Milliseconds of each step after five that are not counted, and the number of parameters."""
    torch.manual_seed(33)
    model = Transformer(vocabulary).cuda()
    if of_16_bits:
        model = model.bfloat16()
    run = torch.compile(model) if compiled else model
    optimiser = torch.optim.AdamW(model.parameters(), lr=6e-4, betas=(0.9, 0.99), weight_decay=0.1, fused=True)
    times = []
    for step in range(5 + steps):
        text = torch.randint(50257, (sequences, CONTEXT + 1)).cuda()
        torch.cuda.synchronize()
        began = time.perf_counter()
        with torch.autocast("cuda", torch.bfloat16, enabled=not of_16_bits):
            loss = run(text[:, :-1], text[:, 1:])
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimiser.step()
        optimiser.zero_grad(set_to_none=True)
        value = loss.item()
        torch.cuda.synchronize()
        if step >= 5:
            times.append(1e3 * (time.perf_counter() - began))
    if not 5 < value < 12:
        sys.exit(f"PyTorch's loss is {value:.2f} after a few steps.")
    return times, sum(weight.numel() for weight in model.parameters())


def main():
    if not all(word.isdecimal() and int(word) > 0 for word in sys.argv[1:]) or len(sys.argv) > 3:
        sys.exit(__doc__)
    sequences, steps = (int(sys.argv[i]) if len(sys.argv) > i else otherwise for i, otherwise in ((1, 16), (2, 15)))
    if not torch.cuda.is_available():
        sys.exit("PyTorch finds no CUDA device: python3 -c 'import torch; print(torch.cuda.is_available())'")
    torch.set_float32_matmul_precision("high")
    print(f"PyTorch {torch.__version__}, CUDA {torch.version.cuda}, {torch.cuda.get_device_name()}; "
          f"{sequences} x {CONTEXT} tokens a step", flush=True)
    rows = []

    def report(what, vocabulary, of_16_bits, compiled=False):
        times, count = time_of(sequences, steps, vocabulary, of_16_bits, compiled)
        ms = statistics.median(times)
        rows.append((ms, vocabulary, of_16_bits))
        print(f"  {what}, vocabulary {vocabulary}, {count} parameters: {ms:.1f} ms a step ({min(times):.1f} to {max(times):.1f}), "
              f"{1e3 * sequences * CONTEXT / ms:.0f} tokens/s", flush=True)
        torch.cuda.empty_cache()

    for vocabulary in (50257, 50304):
        report("weights of float, autocast to bfloat16", vocabulary, False)
        report("weights of bfloat16", vocabulary, True)
    try:
        _, vocabulary, of_16_bits = min(row for row in rows if not row[2])
        report("weights of float, autocast, compiled", vocabulary, of_16_bits, compiled=True)
    except Exception as error:  # torch.compile needs a compiler
        print(f"  torch.compile does not run here: {str(error).splitlines()[0]}")


main()
