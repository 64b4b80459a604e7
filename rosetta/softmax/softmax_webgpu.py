"""The host of softmax.wgsl, with wgpu."""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "common"))
from check import check_softmax, numbers  # noqa: E402
import webgpu  # noqa: E402

columns, rows = 1000, 37
matrix_in = numbers(columns * rows).reshape(rows, columns)

(softmax,) = webgpu.pipelines(__file__, "softmax.wgsl", "softmax")
matrix = webgpu.filled(matrix_in)
out = webgpu.empty(columns * rows)
length = webgpu.uniform(columns)

#! [launch]
encoder = webgpu.device.create_command_encoder()
webgpu.launch(encoder, softmax, [matrix, out, length], (rows,))
webgpu.device.queue.submit([encoder.finish()])
#! [launch]
result = webgpu.read(out).reshape(rows, columns)
check_softmax("softmax in WGSL", matrix_in, result)
