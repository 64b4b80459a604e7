// A plane of a volume, copied on the device by one command.
#include "slice.hpp"

void copy_plane(const cl::CommandQueue& queue, const cl::Buffer& volume, const Volume& size, Axis across,
                std::size_t at, const cl::Buffer& plane)
{
    // Your code here.
}
