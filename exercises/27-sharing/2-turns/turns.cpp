// The order in which OpenCL and a renderer use buffers that they share.
#include "turns.hpp"

void run_frames(Compute& compute, Renderer& renderer, int frames, int buffers)
{
    // Your code here. So far nobody waits for anybody, and the buffers are never OpenCL's.
    for (int frame = 0; frame < frames; ++frame) {
        compute.step(frame % buffers);
        renderer.draw(frame % buffers, false);
    }
}
