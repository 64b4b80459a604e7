"""What a program needs of WebGPU to compute: a device, pipelines, buffers, and launches in a list."""
import os

import numpy as np
import wgpu

device = wgpu.gpu.request_adapter_sync().request_device_sync()
storage = wgpu.BufferUsage.STORAGE | wgpu.BufferUsage.COPY_SRC


def pipelines(beside, name, *entries):
    """Pipelines of a shader's entry points; the shader lies beside the file `beside`."""
    with open(os.path.join(os.path.dirname(os.path.abspath(beside)), name)) as file:
        module = device.create_shader_module(code=file.read())
    return [device.create_compute_pipeline(layout="auto", compute={"module": module, "entry_point": entry})
            for entry in entries]


def filled(values):
    """A buffer that shaders read and write, filled."""
    return device.create_buffer_with_data(data=values, usage=storage)


def empty(count):
    """A buffer of so many words that shaders read and write."""
    return device.create_buffer(size=4 * count, usage=storage)


def uniform(*words):
    """A small buffer of constants."""
    return device.create_buffer_with_data(data=np.array(words, np.uint32), usage=wgpu.BufferUsage.UNIFORM)


def launch(encoder, pipeline, buffers, groups):
    """Adds a launch on these buffers to the list. The next one sees what it wrote."""
    entries = [{"binding": i, "resource": {"buffer": buffer}} for i, buffer in enumerate(buffers)]
    bound = device.create_bind_group(layout=pipeline.get_bind_group_layout(0), entries=entries)
    work = encoder.begin_compute_pass()
    work.set_pipeline(pipeline)
    work.set_bind_group(0, bound)
    work.dispatch_workgroups(*groups)
    work.end()


def read(buffer, kind=np.float32):
    """A buffer's words, once all that was submitted has run."""
    return np.frombuffer(device.queue.read_buffer(buffer), kind)
