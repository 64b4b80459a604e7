"""Softmax of rows in Triton: a program has a row, padded to a power of two."""
import os
import sys

import torch
import triton
import triton.language as tl

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "common"))
from check import check_softmax, numbers  # noqa: E402


#! [index]
@triton.jit
def softmax(matrix, out, columns, BLOCK: tl.constexpr):
    lanes = tl.arange(0, BLOCK)
    at = tl.program_id(0) * columns + lanes
    row = tl.load(matrix + at, mask=lanes < columns,
                  other=-float("inf"))
    #! [index]
    #! [largest]
    largest = tl.max(row)
    #! [largest]
    #! [sum]
    raised = tl.exp(row - largest)
    total = tl.sum(raised)
    #! [sum]
    #! [write]
    tl.store(out + at, raised / total, mask=lanes < columns)
    #! [write]


columns, rows = 1000, 37
matrix_in = numbers(columns * rows).reshape(rows, columns)
interpreted = os.environ.get("TRITON_INTERPRET") == "1"
device = "cpu" if interpreted else "cuda"
matrix = torch.from_numpy(matrix_in).to(device)
out = torch.empty((rows, columns), device=device)

#! [launch]
padded = triton.next_power_of_2(columns)
softmax[(rows,)](matrix, out, columns, padded)
#! [launch]
check_softmax("softmax in Triton", matrix_in, out.cpu().numpy())
