// A loop of frames that waits at its top.
#include "turns.hpp"

void run_frames(Compute& compute, Renderer& renderer, int frames, int buffers)
{
    //! [waits]
    for (int frame = 0; frame < frames; ++frame) {
        const int buffer = frame % buffers;
        compute.wait(buffer);
        compute.acquire(buffer);
        compute.step(buffer);
        compute.release(buffer);
        compute.signal(buffer);
        compute.flush();
        renderer.draw(buffer, true);
    }
    //! [waits]
    if (frames > 0) renderer.finish();
}
