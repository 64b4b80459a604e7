// A window of a picture in device memory, fetched by one command.
#include "crop.hpp"

void read_window(const cl::CommandQueue& queue, const cl::Buffer& picture,
                 std::size_t pitch, const Window& window, float* out)
{
    constexpr std::size_t pixel = sizeof(float);
    queue.enqueueReadBufferRect(picture, CL_TRUE, {window.x, window.y, 0}, {0, 0, 0},
                                {window.columns * pixel, window.rows, 1}, pitch * pixel, 0,
                                window.columns * pixel, 0, out);
}
