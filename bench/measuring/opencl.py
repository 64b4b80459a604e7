"""The few OpenCL calls that recordings need, by ctypes, because the machines that lend GPUs have no bindings."""

import ctypes
import re
import statistics
import time

CL = ctypes.CDLL("libOpenCL.so.1")
HANDLE, SIZE, FLAGS = ctypes.c_void_p, ctypes.c_size_t, ctypes.c_uint64
for call in ("Context", "CommandQueue", "Buffer", "Image", "Sampler", "ProgramWithSource", "ProgramWithBinary", "Kernel"):
    getattr(CL, "clCreate" + call).restype = HANDLE
CL.clEnqueueMapBuffer.restype = HANDLE
READ_WRITE, COPY_HOST_PTR = 1, 32


class Local:
    """An argument of that many bytes in local memory."""

    def __init__(self, size):
        self.size = size


def info(call, thing, key):
    text = ctypes.create_string_buffer(256)
    call(thing, key, SIZE(256), text, None)
    return text.value.decode()


class Device:
    """The first devices of the first platform whose name or maker's holds the given text: one context, a queue each that takes times."""

    def __init__(self, part_of_name, count=1):
        platforms = (HANDLE * 16)()
        CL.clGetPlatformIDs(16, platforms, None)
        names = {info(CL.clGetPlatformInfo, HANDLE(p), 0x0902) + " by " + info(CL.clGetPlatformInfo, HANDLE(p), 0x0903): HANDLE(p)
                 for p in platforms if p}
        platform = next((names[name] for name in names if part_of_name.lower() in name.lower()), None)
        if not platform:
            raise SystemExit(f"No platform is called {part_of_name}.\n  try: LOCKSTEP_DEVICE=NAME, a part of {', or of '.join(names)}")
        devices, found = (HANDLE * count)(), ctypes.c_uint()
        CL.clGetDeviceIDs(platform, FLAGS(0xFFFFFFFF), count, devices, ctypes.byref(found))
        if found.value < count:
            raise SystemExit(f"This takes {count} devices of one platform, and here are {found.value}.")
        self.device = HANDLE(devices[0])
        self.name = info(CL.clGetDeviceInfo, self.device, 0x102B)
        self.driver = info(CL.clGetDeviceInfo, self.device, 0x102D)
        self.context = HANDLE(CL.clCreateContext(None, count, devices, None, None, None))
        self.queues = [HANDLE(CL.clCreateCommandQueue(self.context, HANDLE(d), FLAGS(2), None)) for d in devices]
        self.queue = self.queues[0]

    def program(self, source, options=""):
        text = ctypes.c_char_p(source.encode())
        return self.built(HANDLE(CL.clCreateProgramWithSource(self.context, 1, ctypes.byref(text), None, None)), options)

    def program_of_binary(self, binary):
        text = ctypes.create_string_buffer(binary, len(binary))
        return self.built(HANDLE(CL.clCreateProgramWithBinary(
            self.context, 1, (HANDLE * 1)(self.device), ctypes.byref(SIZE(len(binary))), (HANDLE * 1)(ctypes.addressof(text)),
            None, None)))

    def built(self, program, options=""):
        if CL.clBuildProgram(program, 0, None, options.encode(), None, None) != 0:
            raise RuntimeError(self.build_log(program))
        return program

    def build_log(self, program):
        log = ctypes.create_string_buffer(1 << 14)
        CL.clGetProgramBuildInfo(program, self.device, 0x1183, SIZE(1 << 14), log, None)
        return log.value.decode()

    def registers(self, program, kernel_name):
        """Of a work-item, as NVIDIA's build log tells of a program that was built with -cl-nv-verbose."""
        told = re.search(rf"'{kernel_name}'.*?Used (\d+) registers", self.build_log(program), re.DOTALL)
        return int(told.group(1)) if told else None

    def with_marked_instructions(self, program):
        """The program again, with the instructions that its PTX holds as comments "//@ ": lockstep::build_program does the same."""
        text = self.binary(program).rstrip(b"\0")
        return self.program_of_binary(text.replace(b"//@ ", b"").replace(b".target sm_90,", b".target sm_90a,") + b"\0")

    def kernel(self, program, name, *arguments):
        """Its arguments are buffers, unsigned numbers, floats, arrays by value, and as Local what is in local memory."""
        kernel = HANDLE(CL.clCreateKernel(program, name.encode(), None))
        for index, value in enumerate(arguments):
            if isinstance(value, Local):
                CL.clSetKernelArg(kernel, index, SIZE(value.size), None)
                continue
            number = ctypes.c_float if isinstance(value, float) else ctypes.c_uint
            cell = value if isinstance(value, (HANDLE, ctypes.Array)) else number(value)
            CL.clSetKernelArg(kernel, index, SIZE(ctypes.sizeof(cell)), ctypes.byref(cell))
        return kernel

    def binary(self, program):
        """What the driver gives as the program's binary for the first device: NVIDIA's is PTX."""
        size = SIZE()
        CL.clGetProgramInfo(program, 0x1165, SIZE(ctypes.sizeof(size)), ctypes.byref(size), None)
        bytes_of_it = ctypes.create_string_buffer(size.value)
        pointer = HANDLE(ctypes.addressof(bytes_of_it))
        CL.clGetProgramInfo(program, 0x1166, SIZE(ctypes.sizeof(pointer)), ctypes.byref(pointer), None)
        return bytes_of_it.raw

    def fixed_group(self, kernel):
        """The work-group's size that the kernel's own text demands; zeros where it does not."""
        sizes = (SIZE * 3)()
        CL.clGetKernelWorkGroupInfo(kernel, self.device, 0x11B1, SIZE(ctypes.sizeof(sizes)), sizes, None)
        return tuple(sizes)

    def buffer(self, size, flags=READ_WRITE, host=None):
        return HANDLE(CL.clCreateBuffer(self.context, FLAGS(flags), SIZE(size), host, None))

    def image(self, side, flags=READ_WRITE, host=None):
        """A square picture of four bytes a pixel, which kernels see as numbers from 0 to 1."""
        form, what = (ctypes.c_uint * 2)(0x10B5, 0x10D2), (SIZE * 9)(0x10F1, side, side)
        return HANDLE(CL.clCreateImage(self.context, FLAGS(flags), form, what, host, None))

    def sampler(self, linear):
        """Places in pixels; beyond the picture all is 0."""
        return HANDLE(CL.clCreateSampler(self.context, 0, 0x1132, 0x1141 if linear else 0x1140, None))

    def is_gpu(self):
        kind = FLAGS()
        CL.clGetDeviceInfo(self.device, 0x1000, SIZE(8), ctypes.byref(kind), None)
        return kind.value & 4 != 0

    def number(self, key):
        value = ctypes.c_uint()
        CL.clGetDeviceInfo(self.device, key, SIZE(4), ctypes.byref(value), None)
        return value.value

    def extensions(self):
        text = ctypes.create_string_buffer(1 << 14)
        CL.clGetDeviceInfo(self.device, 0x1030, SIZE(1 << 14), text, None)
        return text.value.decode().split()

    def release(self, buffer):
        CL.clReleaseMemObject(buffer)

    def write(self, buffer, size, host):
        CL.clEnqueueWriteBuffer(self.queue, buffer, 1, SIZE(0), SIZE(size), host, 0, None, None)

    def words(self, buffer, count, first=0):
        host = (ctypes.c_uint * count)()
        CL.clEnqueueReadBuffer(self.queue, buffer, 1, SIZE(4 * first), SIZE(4 * count), host, 0, None, None)
        return list(host)

    def fill(self, buffer, word, size):
        cell = ctypes.c_uint(word)
        CL.clEnqueueFillBuffer(self.queue, buffer, ctypes.byref(cell), SIZE(4), SIZE(0), SIZE(size), 0, None, None)

    def run(self, kernel, items, group):
        """One launch, waited for: its time by the device's clock in ms. Both sizes are a number, or one for each dimension."""
        event, dimensions = HANDLE(), len(items) if isinstance(items, tuple) else 1
        sizes = ((SIZE * dimensions)(*(size if isinstance(size, tuple) else (size,))) for size in (items, group))
        status = CL.clEnqueueNDRangeKernel(self.queue, kernel, dimensions, None, *sizes, 0, None, ctypes.byref(event))
        status = status or CL.clWaitForEvents(1, ctypes.byref(event))
        if status != 0:
            raise RuntimeError(f"the launch of {items} work-items in groups of {group} failed: {status}")
        return self.event_ms(event)

    def event_ms(self, event):
        """What a command took that is done, by the device's clock."""
        stamps = [FLAGS(), FLAGS()]
        for key, stamp in zip((0x1282, 0x1283), stamps):
            CL.clGetEventProfilingInfo(event, key, SIZE(8), ctypes.byref(stamp), None)
        return (stamps[1].value - stamps[0].value) / 1e6

    def median_ms(self, kernel, items, group, runs=7):
        """Of so many launches after a first one."""
        return statistics.median([self.run(kernel, items, group) for _ in range(runs + 1)][1:])

    def host_ms(self, action):
        """An action and all that it enqueued, by the host's clock; and what it returned."""
        begin = time.perf_counter()
        result = action()
        CL.clFinish(self.queue)
        return 1e3 * (time.perf_counter() - begin), result
