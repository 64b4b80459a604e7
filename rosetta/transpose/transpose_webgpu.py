"""The host of transpose.wgsl, with wgpu."""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "common"))
from check import check_transpose, numbers  # noqa: E402
import webgpu  # noqa: E402

TILE = 32
columns, rows = 1000, 777
matrix_in = numbers(columns * rows).reshape(rows, columns)

(transpose,) = webgpu.pipelines(__file__, "transpose.wgsl", "transpose")
matrix = webgpu.filled(matrix_in)
out = webgpu.empty(columns * rows)
shape = webgpu.uniform(columns, rows)

#! [launch]
encoder = webgpu.device.create_command_encoder()
webgpu.launch(encoder, transpose, [matrix, out, shape],
              (-(-columns // TILE), -(-rows // TILE)))
webgpu.device.queue.submit([encoder.finish()])
#! [launch]
result = webgpu.read(out).reshape(columns, rows)
check_transpose("transpose in WGSL", matrix_in, result)
