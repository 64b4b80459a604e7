"""The host of reduction.wgsl, with wgpu, which speaks to Vulkan, Metal or Direct3D 12."""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "common"))
from check import check_sum, numbers  # noqa: E402
import webgpu  # noqa: E402

count, groups = 1_000_003, 64
numbers_in = numbers(count)

#! [device]
(sums,) = webgpu.pipelines(__file__, "reduction.wgsl", "sums")
#! [device]

#! [memory]
values = webgpu.filled(numbers_in)
partial = webgpu.empty(groups)
total = webgpu.empty(1)
#! [memory]

#! [launch]
encoder = webgpu.device.create_command_encoder()
webgpu.launch(encoder, sums, [values, partial], (groups,))
webgpu.launch(encoder, sums, [partial, total], (1,))
webgpu.device.queue.submit([encoder.finish()])
#! [launch]

#! [result]
result = webgpu.read(total)[0]
#! [result]
check_sum("reduction in WGSL", numbers_in, result)
