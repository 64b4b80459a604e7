"""A matrix of floats transposed in Triton: a program loads a tile and stores its transpose."""
import os
import sys

import torch
import triton
import triton.language as tl

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "common"))
from check import check_transpose, numbers  # noqa: E402

TILE = 32


#! [index]
@triton.jit
def transpose(matrix, out, columns, rows, TILE: tl.constexpr):
    x = tl.program_id(0) * TILE + tl.arange(0, TILE)
    y = tl.program_id(1) * TILE + tl.arange(0, TILE)
    #! [index]
    #! [read]
    inside = (y[:, None] < rows) & (x[None, :] < columns)
    tile = tl.load(matrix + y[:, None] * columns + x[None, :],
                   mask=inside)
    #! [read]
    #! [write]
    tl.store(out + x[:, None] * rows + y[None, :], tl.trans(tile),
             mask=tl.trans(inside))
    #! [write]


columns, rows = 1000, 777
matrix_in = numbers(columns * rows).reshape(rows, columns)
interpreted = os.environ.get("TRITON_INTERPRET") == "1"
device = "cpu" if interpreted else "cuda"
matrix = torch.from_numpy(matrix_in).to(device)
out = torch.empty((columns, rows), device=device)

#! [launch]
tiles = (triton.cdiv(columns, TILE), triton.cdiv(rows, TILE))
transpose[tiles](matrix, out, columns, rows, TILE)
#! [launch]
check_transpose("transpose in Triton", matrix_in, out.cpu().numpy())
