"""A product of matrices in Triton: a program computes a tile of c from strips of a and b."""
import os
import sys

import torch
import triton
import triton.language as tl

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "common"))
from check import check_product, numbers  # noqa: E402

TILE = 32


#! [index]
@triton.jit
def product(a, b, c, rows, columns, inner, TILE: tl.constexpr):
    x = tl.program_id(0) * TILE + tl.arange(0, TILE)
    y = tl.program_id(1) * TILE + tl.arange(0, TILE)
    total = tl.zeros([TILE, TILE], tl.float32)
    #! [index]
    for first in range(0, inner, TILE):
        #! [load]
        k = first + tl.arange(0, TILE)
        of_a = tl.load(a + y[:, None] * inner + k[None, :], other=0.0,
                       mask=(y[:, None] < rows) & (k[None, :] < inner))
        of_b = tl.load(b + k[:, None] * columns + x[None, :], other=0.0,
                       mask=(k[:, None] < inner) & (x[None, :] < columns))
        #! [load]
        #! [multiply]
        total = tl.dot(of_a, of_b, total, input_precision="ieee")
        #! [multiply]
    #! [write]
    tl.store(c + y[:, None] * columns + x[None, :], total,
             mask=(y[:, None] < rows) & (x[None, :] < columns))
    #! [write]


rows, columns, inner = 190, 250, 130
a_in = numbers(rows * inner).reshape(rows, inner)
b_in = numbers(inner * columns).reshape(inner, columns)
interpreted = os.environ.get("TRITON_INTERPRET") == "1"
device = "cpu" if interpreted else "cuda"
a = torch.from_numpy(a_in).to(device)
b = torch.from_numpy(b_in).to(device)
c = torch.empty((rows, columns), device=device)

#! [launch]
tiles = (triton.cdiv(columns, TILE), triton.cdiv(rows, TILE))
product[tiles](a, b, c, rows, columns, inner, TILE)
#! [launch]
check_product("product in Triton", a_in, b_in, c.cpu().numpy())
