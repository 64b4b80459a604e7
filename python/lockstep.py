"""Lockstep from Python: build a chapter's kernels, launch them on NumPy arrays, and ask for verdicts and counts.

    import lockstep
    kernels = lockstep.load("3")                    # the chapter's first-kernel.cl
    kernels.vecadd(a, b, total, items=len(a))       # arrays that the kernel writes are changed
    lockstep.check("3/1")                           # what ./lockstep check 3/1 says
    lockstep.count("12")                            # what ./lockstep lens 12 counts

In a notebook, after %load_ext lockstep, a cell that begins with %%cl is OpenCL C: its kernels are Python functions afterwards. One that
begins with %%cl 3/1 is kept as your file of exercise 3/1, too. Needs pyopencl and NumPy; LOCKSTEP_DEVICE chooses the device, as everywhere.
"""

import functools
import os
import pathlib
import re
import subprocess
import sys

import numpy as np
import pyopencl as cl

ROOT = pathlib.Path(__file__).resolve().parents[1]

SCALARS = {"char": np.int8, "uchar": np.uint8, "short": np.int16, "ushort": np.uint16, "int": np.int32, "uint": np.uint32,
           "long": np.int64, "ulong": np.uint64, "float": np.float32, "double": np.float64}


class Wrong(Exception):
    """What a notebook shows as a sentence, without the way that led there."""

    def _render_traceback_(self):
        return [str(self)]


class Local:
    """An argument in local memory, of so many bytes."""

    def __init__(self, size):
        self.size = size


def choose_device():
    """The device whose or whose platform's name holds LOCKSTEP_DEVICE, in any case; without it the first GPU, or else the first device."""
    wanted = os.environ.get("LOCKSTEP_DEVICE", "").lower()
    devices = [device for platform in cl.get_platforms() for device in platform.get_devices()]
    if not devices:
        raise Wrong("OpenCL finds no device here.\n  try: ./lockstep doctor")
    names = {device: f"{device.platform.name} {device.platform.version} {device.name}" for device in devices}
    if wanted:
        found = [device for device in devices if wanted in names[device].lower()]
        if not found:
            raise Wrong(f"No device matches LOCKSTEP_DEVICE={wanted}. There are: {'; '.join(names.values())}")
        return found[0]
    return next((device for device in devices if device.type & cl.device_type.GPU), devices[0])


class _Here:
    """The device, its context and its queue, made at the first use."""

    @functools.cached_property
    def device(self):
        return choose_device()

    @functools.cached_property
    def context(self):
        return cl.Context([self.device])

    @functools.cached_property
    def queue(self):
        return cl.CommandQueue(self.context, properties=cl.command_queue_properties.PROFILING_ENABLE)


here = _Here()


def _messages(log, source, name):
    """A compiler's messages with the lines that they are about."""
    lines, told = source.splitlines(), []
    for early, line, column, late, text in re.findall(r"(?:(error|warning): \S*)?:(\d+):(\d+): (?:(error|warning|fatal error): )?(.*)", log):
        kind = early or late
        if not kind:
            continue
        told.append(f"{name}:{line}:{column}: {kind}: {text}")
        if 0 < int(line) <= len(lines):
            told += ["    " + lines[int(line) - 1], "    " + " " * (int(column) - 1) + "^"]
    return "\n".join(told or [log.strip()])


class Kernel:
    """A kernel, called with its arguments and the size of its launch."""

    def __init__(self, kernel):
        self._kernel = kernel
        self.name = kernel.function_name

    def _asked(self, index, what):
        return self._kernel.get_arg_info(index, what)

    def _argument(self, index, value):
        """What is set as an argument, and whether it has to be read back."""
        info = cl.kernel_arg_info
        if isinstance(value, cl.Buffer):
            return value, False
        if isinstance(value, Local):
            return cl.LocalMemory(value.size), False
        if isinstance(value, np.ndarray):
            if not value.flags.c_contiguous:
                raise Wrong(f"Argument {index} of {self.name} is no contiguous array. Pass numpy.ascontiguousarray of it.")
            constant = self._asked(index, info.TYPE_QUALIFIER) & cl.kernel_arg_type_qualifier.CONST
            flags = cl.mem_flags.READ_WRITE | cl.mem_flags.COPY_HOST_PTR
            return cl.Buffer(here.context, flags, hostbuf=value), not constant
        kind = self._asked(index, info.TYPE_NAME)
        if kind not in SCALARS:
            raise Wrong(f"Argument {index} of {self.name}, '{self._asked(index, info.NAME)}', is of type {kind}. Pass a NumPy array, "
                        "a buffer, or lockstep.Local(bytes).")
        return SCALARS[kind](value), False

    def __call__(self, *arguments, items, group=None):
        """Launches it and waits. Arrays are copied to the device, and those that are not const back. The time by the device's clock, in ms."""
        if len(arguments) != self._kernel.num_args:
            raise Wrong(f"{self.name} has {self._kernel.num_args} arguments, and {len(arguments)} were given.")
        given = [self._argument(index, value) for index, value in enumerate(arguments)]
        self._kernel.set_args(*(value for value, _ in given))
        sizes = [size if size is None or isinstance(size, tuple) else (size,) for size in (items, group)]
        try:
            event = cl.enqueue_nd_range_kernel(here.queue, self._kernel, *sizes)
            event.wait()
        except cl.Error as error:
            raise Wrong(f"The launch of {self.name} failed: {error}. The book's appendix on error codes says what to do.") from None
        for array, (buffer, back) in zip(arguments, given):
            if back:
                cl.enqueue_copy(here.queue, array, buffer)
        return (event.profile.end - event.profile.start) / 1e6


class Kernels:
    """The kernels of a program, by their names."""

    def __init__(self, source, name="the cell", options=(), folder=None):
        include = ["-I", str(folder)] if folder else []
        program = cl.Program(here.context, source)
        try:
            program.build(["-cl-kernel-arg-info", *include, *options], devices=[here.device])
        except cl.Error as error:
            raise Wrong(_messages(str(error), source, name)) from None
        self._kernels = {kernel.function_name: Kernel(kernel) for kernel in program.all_kernels()}

    def __getattr__(self, name):
        if name.startswith("_") or name not in self._kernels:
            raise AttributeError(f"there is no kernel {name}; there are {', '.join(self._kernels)}")
        return self._kernels[name]

    def __dir__(self):
        return list(self._kernels)


def chapter_folder(number):
    """The folder of a chapter by its number."""
    found = sorted((ROOT / "chapters").glob(f"{int(number):02}-*"))
    if not found:
        raise Wrong(f"There is no chapter {number}.\n  try: ./lockstep list")
    return found[0]


def load(which, *options):
    """The kernels of a chapter ("3"), of a file in it ("8/binary.cl"), or of a file below the book's folder ("kernels/scan.cl")."""
    chapter, _, name = str(which).partition("/")
    if not chapter.isdigit():
        file = ROOT / which
    elif name:
        file = chapter_folder(chapter) / name
    else:
        folder = chapter_folder(chapter)
        file = folder / (folder.name.partition("-")[2] + ".cl")
        file = file if file.exists() else next(iter(sorted(folder.glob("*.cl"))), file)
    if not file.exists():
        raise Wrong(f"There is no file {file.relative_to(ROOT)}.")
    return Kernels(file.read_text(encoding="utf-8"), file.name, options, file.parent)


def exercise_folder(number):
    """The folder of an exercise: "3/1" is the first of chapter 3."""
    chapter, _, exercise = str(number).partition("/")
    found = sorted((ROOT / "exercises" / chapter_folder(chapter).name).glob(f"{exercise}-*")) if exercise.isdigit() else []
    if not found:
        raise Wrong(f"There is no exercise {number}.\n  try: ./lockstep list")
    return found[0]


def exercise_file(number):
    """The one file of OpenCL C that an exercise asks you to edit."""
    folder = exercise_folder(number)
    found = sorted(folder.glob("*.cl"))
    if len(found) != 1:
        raise Wrong(f"Exercise {number} has {len(found)} files of OpenCL C, so edit them in their folder: {folder.relative_to(ROOT)}")
    return found[0]


def task(number):
    """Prints an exercise's text, and your file for it as it is now."""
    text = (exercise_folder(number) / "README.md").read_text(encoding="utf-8")
    print(re.sub(r"\\(?:exercise|chapter|section|ref)\{?([^}\s]*)\}?", r"\1", text))
    print(f"%%cl {number}\n{exercise_file(number).read_text(encoding='utf-8')}")


def tool(*words):
    """Runs ./lockstep and prints what it says. @return its exit status: 0 is good"""
    done = subprocess.run([str(ROOT / "lockstep"), *map(str, words)], cwd=ROOT, text=True, capture_output=True, check=False)
    print((done.stdout + done.stderr).strip())
    return done.returncode


def check(number):
    """The verdict on an exercise. @return whether it is solved"""
    return tool("check", number) == 0


def count(which, *options):
    """What the lens counts in a chapter's or an exercise's kernels."""
    tool("lens", *options, which)


def _cl(line, cell):
    """%%cl builds the cell's kernels and makes them functions; %%cl 3/1 keeps the cell as your file of that exercise before."""
    name, _, options = line.partition(" ") if re.match(r"\d+/\d+", line) else ("", "", line)
    folder = None
    if name:
        file = exercise_file(name)
        file.write_text(cell, encoding="utf-8")
        folder = file.parent
    kernels = Kernels(cell, name or "the cell", options.split(), folder)
    _shell.push({kernel: getattr(kernels, kernel) for kernel in dir(kernels)})
    print("kernels:", ", ".join(dir(kernels)))


_shell = None


def load_ipython_extension(shell):
    """What %load_ext lockstep does: the notebook has %%cl and the name lockstep."""
    global _shell  # pylint: disable=global-statement
    _shell = shell
    shell.register_magic_function(_cl, "cell", "cl")
    shell.push({"lockstep": sys.modules[__name__]})
