"""The host of scan.wgsl, with wgpu."""
import os
import sys

import numpy as np

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "common"))
from check import check_scan, digits  # noqa: E402
import webgpu  # noqa: E402

n, group = 50_003, 256
blocks = -(-n // group)
digits_in = digits(n)

scan, grow = webgpu.pipelines(__file__, "scan.wgsl", "scan", "grow")
values, scanned = webgpu.filled(digits_in), webgpu.empty(n)
sums, before = webgpu.empty(blocks), webgpu.empty(blocks)
total = webgpu.empty(1)

#! [launch]
encoder = webgpu.device.create_command_encoder()
webgpu.launch(encoder, scan, [values, scanned, sums], (blocks,))
webgpu.launch(encoder, scan, [sums, before, total], (1,))
webgpu.launch(encoder, grow, [before, scanned], (blocks - 1,))
webgpu.device.queue.submit([encoder.finish()])
#! [launch]
check_scan("scan in WGSL", digits_in, webgpu.read(scanned, np.uint32))
