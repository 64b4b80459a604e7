// The order in which OpenCL and a renderer use buffers that they share.
#include "turns.hpp"

void run_frames(Compute& compute, Renderer& renderer, int frames, int buffers)
{
    for (int frame = 0; frame < frames; ++frame) {
        const int buffer = frame % buffers;
        const bool used_again = frame + buffers < frames;
        if (frame >= buffers) compute.wait(buffer);
        compute.acquire(buffer);
        compute.step(buffer);
        compute.release(buffer);
        compute.signal(buffer);
        compute.flush();
        renderer.draw(buffer, used_again);
    }
    if (frames > 0) renderer.finish();
}
