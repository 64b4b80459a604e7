// A plane of a volume, copied on the device by one command.
#include "slice.hpp"

void copy_plane(const cl::CommandQueue& queue, const cl::Buffer& volume, const Volume& size, Axis across,
                std::size_t at, const cl::Buffer& plane)
{
    constexpr std::size_t element = sizeof(float);
    const std::size_t row = size.columns * element;
    cl::array<cl::size_type, 3> origin{0, 0, 0};
    cl::array<cl::size_type, 3> region{row, size.rows, size.slices};
    if (across == Axis::x) {
        origin[0] = at * element;
        region[0] = element;
    } else if (across == Axis::y) {
        origin[1] = at;
        region[1] = 1;
    } else {
        origin[2] = at;
        region[2] = 1;
    }
    // In the plane nothing lies between rows or slices, which is what pitches of 0 say.
    queue.enqueueCopyBufferRect(volume, plane, origin, {0, 0, 0}, region, row, row * size.rows, 0, 0);
}
