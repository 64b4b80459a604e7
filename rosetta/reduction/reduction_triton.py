"""Sums of floats in Triton: a program adds up blocks of its input as a whole and leaves one sum."""
import os
import sys

import torch
import triton
import triton.language as tl

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "common"))
from check import check_sum, numbers  # noqa: E402

BLOCK = 1024


#! [index]
@triton.jit
def sums(values, out, count, groups, BLOCK: tl.constexpr):
    lanes = tl.arange(0, BLOCK)
    first = tl.program_id(0) * BLOCK
    #! [index]
    #! [walk]
    total = tl.zeros([BLOCK], tl.float32)
    for start in range(first, count, groups * BLOCK):
        at = start + lanes
        total += tl.load(values + at, mask=at < count, other=0.0)
    #! [walk]
    #! [tree]
    tl.store(out + tl.program_id(0), tl.sum(total))
    #! [tree]


count, groups = 1_000_003, 64
numbers_in = numbers(count)

#! [device]
interpreted = os.environ.get("TRITON_INTERPRET") == "1"
device = "cpu" if interpreted else "cuda"
#! [device]

#! [memory]
values = torch.from_numpy(numbers_in).to(device)
partial = torch.empty(groups, device=device)
total = torch.empty(1, device=device)
#! [memory]

#! [launch]
sums[(groups,)](values, partial, count, groups, BLOCK)
sums[(1,)](partial, total, groups, 1, BLOCK)
#! [launch]

#! [result]
result = total.item()
#! [result]
check_sum("reduction in Triton", numbers_in, result)
