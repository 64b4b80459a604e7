"""Times of parts, for chapters 6, 7, 8 and 10: a picture turned without this or that, a stream in more or fewer pieces, starts with and
without stored binaries, and a copy with more or less for each work-item. On a CPU sizes are small."""

import ctypes
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

from measuring.opencl import CL, COPY_HOST_PTR, FLAGS, HANDLE, READ_WRITE, SIZE
from measuring.recording import ROOT, device, in_one_file

HERE = pathlib.Path(__file__).resolve().parent
HOST_MEMORY, READ_AND_WRITE = 16, 3


def two_buffers(of, size):
    buffers = of.buffer(size), of.buffer(size)
    for buffer in buffers:
        of.fill(buffer, 7, size)
    return buffers


def elements(of):
    """Chapter 10: a copy of 512 MiB, elements a work-item, a group of 256 apart."""
    size = 1 << (29 if of.is_gpu() else 22)
    buffers = two_buffers(of, size)
    for element, width in (("uchar", 1), ("ushort", 2), ("float", 4), ("float2", 8), ("float4", 16)):
        for count in (1, 2, 4, 8, 16):
            program = of.program((HERE / "copies.cl").read_text(), f"-D T={element} -D N={count}")
            ms = of.median_ms(of.kernel(program, "copy", *buffers), size // width // count, 256, 9)
            yield {"element": element, "count": count, "gbps": round(2e-6 * size / ms)}
    for buffer in buffers:
        of.release(buffer)


def chains(of):
    """Chapter 10: 4,096 multiply-adds for each float, in so many chains a work-item."""
    count = 1 << (26 if of.is_gpu() else 16)
    buffers = two_buffers(of, 4 * count)
    for each in (1, 2, 4, 8):
        program = of.program((HERE / "copies.cl").read_text(), f"-D T=float -D N={each}")
        ms = of.median_ms(of.kernel(program, "operations", *buffers, 4096, 0.5, 1.0), count // each, 256, 3)
        yield {"chains": each, "gflops": round(2e-6 * 4096 * count / ms)}
    for buffer in buffers:
        of.release(buffer)


# Chapter 6: the way's name, the kernel, of turn.cl if True, on images if True, linear if True, the group, and reads.
PICTURES = (("copy", "copy_buffer", False, False, False, (16, 16), 1), ("copy_32x8", "copy_buffer", False, False, False, (32, 8), 1),
            ("write", "write_alone", False, True, False, (16, 16), 1), ("image_copy", "copy_image", False, True, False, (16, 16), 1),
            ("nearest", "turn", True, True, False, (16, 16), 1), ("linear", "turn", True, True, True, (16, 16), 1),
            ("linear_32x8", "turn", True, True, True, (32, 8), 1),
            ("asks_and_writes", "asks_only", False, True, False, (16, 16), 1),
            ("asking", "turn_asking", True, True, True, (16, 16), 1),
            *((f"reads{reads}_{'linear' if linear else 'nearest'}", "reads", False, True, linear, (16, 16), reads)
              for reads in (2, 4, 8) for linear in (False, True)),
            ("by_hand", "turn_by_hand", True, False, False, (16, 16), 1),
            ("by_hand_32x8", "turn_by_hand", True, False, False, (32, 8), 1),
            ("clamped", "by_hand_clamped", False, False, False, (16, 16), 1),
            ("clamped_32x8", "by_hand_clamped", False, False, False, (32, 8), 1),
            ("nearest_by_hand", "nearest_by_hand", False, False, False, (16, 16), 1))


def pictures(of):
    """Chapter 6: the parts of a turned picture, by 0, 30 and 90 degrees."""
    side = 8192 if of.is_gpu() else 512
    texts = {True: (ROOT / "chapters/06-images/turn.cl").read_text(), False: (HERE / "turns.cl").read_text()}
    block = bytes(i * 2654435761 % (1 << 32) >> 13 & 255 for i in range(1 << 16))
    pixels = ctypes.create_string_buffer(block * (4 * side * side // len(block)), 4 * side * side)
    on_images = of.image(side, READ_WRITE | COPY_HOST_PTR, pixels), of.image(side)
    on_buffers = of.buffer(4 * side * side, READ_WRITE | COPY_HOST_PTR, pixels), of.buffer(4 * side * side)
    size = (ctypes.c_int * 2)(side, side)
    for way, name, of_chapter, images, linear, group, reads in PICTURES:
        program = of.program(texts[of_chapter], "" if of_chapter else f"-D READS={reads}")
        row = {"way": way}
        for degrees, cosine, sine in ((0, 1.0, 0.0), (30, 0.8660254, 0.5), (90, 0.0, 1.0)):
            given = (*on_images, size, cosine, sine, of.sampler(linear)) if images else (*on_buffers, size, cosine, sine)
            row[f"us_{degrees}"] = round(1e3 * of.median_ms(of.kernel(program, name, *given), (side, side), group, 9))
        yield row
    for picture in (*on_images, *on_buffers):
        of.release(picture)


def pass_of(of, program, host, total, pieces, queues, ring):
    """A stream in so many pieces, by three queues or one and as many buffers: ms by the host's clock, and of the last upload and kernel.
    All calls are made ready before, so that the host's time is OpenCL's."""
    size, out = total // pieces, host + total
    up, compute, down = queues[0], queues[len(queues) // 2], queues[-1]
    kernels = [of.kernel(program, "chunk", buffer, size // 4, 1024 if of.is_gpu() else 1) for buffer in ring]
    uploaded, computed, downloaded = ([HANDLE() for _ in range(pieces)] for _ in range(3))
    items, group = ctypes.byref(SIZE(size // 4)), ctypes.byref(SIZE(256))
    calls = []
    for piece in range(pieces):
        slot, after = piece % len(ring), piece - len(ring)
        is_free = (1, ctypes.byref(downloaded[after])) if after >= 0 else (0, None)
        calls += [(CL.clEnqueueWriteBuffer, (up, ring[slot], 0, SIZE(0), SIZE(size), HANDLE(host + piece * size), *is_free,
                                             ctypes.byref(uploaded[piece]))),
                  (CL.clEnqueueNDRangeKernel, (compute, kernels[slot], 1, None, items, group, 1, ctypes.byref(uploaded[piece]),
                                               ctypes.byref(computed[piece]))),
                  (CL.clEnqueueReadBuffer, (down, ring[slot], 0, SIZE(0), SIZE(size), HANDLE(out + piece * size), 1,
                                            ctypes.byref(computed[piece]), ctypes.byref(downloaded[piece]))),
                  *((CL.clFlush, (queue,)) for queue in queues)]
    begin = time.perf_counter()
    for call, arguments in calls:
        call(*arguments)
    for queue in queues:
        CL.clFinish(queue)
    ms = 1e3 * (time.perf_counter() - begin)
    taken = ms, of.event_ms(uploaded[-1]), of.event_ms(computed[-1])
    for event in (*uploaded, *computed, *downloaded):
        CL.clReleaseEvent(event)
    for kernel in kernels:
        CL.clReleaseKernel(kernel)
    return taken


def pieces(of):
    """Chapter 7: 128 MiB in pieces, with a kernel of 1,024 rounds."""
    total = 1 << (27 if of.is_gpu() else 23)
    program = of.program((ROOT / "chapters/07-queues-events/queues.cl").read_text())
    staging = of.buffer(2 * total, HOST_MEMORY)
    host = CL.clEnqueueMapBuffer(of.queue, staging, 1, FLAGS(READ_AND_WRITE), SIZE(0), SIZE(2 * total), 0, None, None, None)
    ctypes.memset(host, 1, 2 * total)
    several = [HANDLE(CL.clCreateCommandQueue(of.context, of.device, FLAGS(2), None)) for _ in range(3)]
    for count in (1 << power for power in range(12)):
        ring = [of.buffer(total // count) for _ in range(3)]
        times = [(*pass_of(of, program, host, total, count, several[:1], ring[:1]),
                  pass_of(of, program, host, total, count, several, ring)[0]) for _ in range(8)][1:]
        one, upload, kernel, three = map(statistics.median, zip(*times))
        yield {"pieces": count, "kib": total // count >> 10, "one_queue_ms": round(one, 2), "three_queues_ms": round(three, 2),
               "upload_ms": round(upload, 4), "kernel_ms": round(kernel, 4)}
        for buffer in ring:
            of.release(buffer)
    CL.clEnqueueUnmapMemObject(of.queue, staging, HANDLE(host), 0, None, None)
    CL.clFinish(of.queue)
    of.release(staging)


def start(way, file):
    """One start: prints the ms to build a program from its source or its stored binary, and those of the first launch."""
    of, begin = device(), time.perf_counter()
    if way == "binary":
        program = of.program_of_binary(pathlib.Path(file).read_bytes())
    else:
        program = of.program((ROOT / "chapters/08-programs/programs.cl").read_text())
    if way == "store":
        pathlib.Path(file).write_bytes(of.binary(program))
    built = time.perf_counter()
    kernel = of.kernel(program, "accuracy", of.buffer(4), of.buffer(20), 1)
    of.run(kernel, 64, 64)
    print(1e3 * (built - begin), 1e3 * (time.perf_counter() - built))


def starts(_):
    """Chapter 8: what a start costs, each in a process of its own; the driver's cache is empty, or was filled by one before."""
    ways = (("source_empty", "source", "a"), ("source_filled", "source", "a"), ("source_stored", "store", "b"),
            ("binary_empty", "binary", "c"), ("binary_filled", "binary", "c"))
    times = {way: [] for way, _, _ in ways}
    with tempfile.TemporaryDirectory() as scratch:
        for repeat in range(3):
            for way, how, cache in ways:
                place = pathlib.Path(scratch) / str(repeat)
                (place / cache).mkdir(parents=True, exist_ok=True)
                caches = {"POCL_CACHE_DIR": str(place / cache), "CUDA_CACHE_PATH": str(place / cache), "CUDA_CACHE_DISABLE": "0"}
                told = subprocess.run([sys.executable, "-m", "causes.parts", how, place / "stored.bin"], check=True, text=True,
                                      cwd=ROOT / "bench", env=os.environ | caches, stdout=subprocess.PIPE)
                times[way].append(tuple(map(float, told.stdout.split())))
    for way, pairs in times.items():
        build, launch = map(statistics.median, zip(*pairs))
        yield {"way": way, "build_ms": round(build, 1), "launch_ms": round(launch, 1)}


SUBJECTS = {f.__name__: f for f in (elements, chains, pictures, pieces, starts)}


def record(name, subjects):
    in_one_file(name, "parts", subjects, SUBJECTS)


if __name__ == "__main__":
    start(*sys.argv[1:])
