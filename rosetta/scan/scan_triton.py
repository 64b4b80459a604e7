"""An inclusive scan of integers in Triton, in three launches: blocks, their sums, and their growth."""
import os
import sys

import numpy as np
import torch
import triton
import triton.language as tl

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "common"))
from check import check_scan, digits  # noqa: E402

BLOCK = 256


#! [index]
@triton.jit
def scan(values, out, sums, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    block = tl.load(values + i, mask=i < n, other=0)
    #! [index]
    #! [steps]
    scanned = tl.cumsum(block)
    #! [steps]
    #! [write]
    tl.store(out + i, scanned, mask=i < n)
    tl.store(sums + tl.program_id(0), tl.sum(block))
    #! [write]


#! [grow]
# Launched without the first block, which has no sum before it.
@triton.jit
def grow(out, sums, n, BLOCK: tl.constexpr):
    i = (tl.program_id(0) + 1) * BLOCK + tl.arange(0, BLOCK)
    before = tl.load(sums + tl.program_id(0))
    grown = tl.load(out + i, mask=i < n) + before
    tl.store(out + i, grown, mask=i < n)
#! [grow]


n = 50_003
blocks = triton.cdiv(n, BLOCK)
digits_in = digits(n)
interpreted = os.environ.get("TRITON_INTERPRET") == "1"
device = "cpu" if interpreted else "cuda"
values = torch.from_numpy(digits_in.astype(np.int32)).to(device)
scanned = torch.empty(n, dtype=torch.int32, device=device)
sums = torch.empty(blocks, dtype=torch.int32, device=device)
before = torch.empty(blocks, dtype=torch.int32, device=device)
total = torch.empty(1, dtype=torch.int32, device=device)

#! [launch]
scan[(blocks,)](values, scanned, sums, n, BLOCK)
scan[(1,)](sums, before, total, blocks, BLOCK)
grow[(blocks - 1,)](scanned, before, n, BLOCK)
#! [launch]
check_scan("scan in Triton", digits_in, scanned.cpu().numpy())
