"""The host of product.wgsl, with wgpu."""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "common"))
from check import check_product, numbers  # noqa: E402
import webgpu  # noqa: E402

TILE = 16
rows, columns, inner = 190, 250, 130
a_in = numbers(rows * inner).reshape(rows, inner)
b_in = numbers(inner * columns).reshape(inner, columns)

(product,) = webgpu.pipelines(__file__, "product.wgsl", "product")
a, b = webgpu.filled(a_in), webgpu.filled(b_in)
c = webgpu.empty(rows * columns)
shape = webgpu.uniform(rows, columns, inner)

#! [launch]
encoder = webgpu.device.create_command_encoder()
webgpu.launch(encoder, product, [a, b, c, shape],
              (-(-columns // TILE), -(-rows // TILE)))
webgpu.device.queue.submit([encoder.finish()])
#! [launch]
result = webgpu.read(c).reshape(rows, columns)
check_product("product in WGSL", a_in, b_in, result)
