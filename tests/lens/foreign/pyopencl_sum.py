# Sums numbers by PyOpenCL's arrays, whose kernels the library writes itself.
import sys

try:
    import numpy
    import pyopencl
    import pyopencl.array
except ImportError as missing:
    print(f"missing: {missing}")
    sys.exit(77)

context = pyopencl.create_some_context(interactive=False)
assert context.devices[0].type == pyopencl.device_type.GPU
queue = pyopencl.CommandQueue(context)
numbers = pyopencl.array.arange(queue, 256, dtype=numpy.float32)
assert float(pyopencl.array.sum(numbers).get()) == 256 * 255 / 2
