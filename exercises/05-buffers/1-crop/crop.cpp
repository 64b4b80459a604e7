// A window of a picture in device memory, fetched by one command.
#include "crop.hpp"

void read_window(const cl::CommandQueue& queue, const cl::Buffer& picture, std::size_t pitch,
                 const Window& window, float* out)
{
    // Your code here.
}
