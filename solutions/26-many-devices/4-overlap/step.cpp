// One step of a rank: the rows at the edges, their exchange, and the rows in between at the same time.
#include "step.hpp"

#include <vector>

namespace
{

/// Rows from `first` on, to the rows of `out` from `to` on.
void launch(const cl::CommandQueue& queue, cl::Kernel& kernel, const Strip& strip, std::size_t first,
            std::size_t count, const cl::Buffer& out, std::size_t to)
{
    kernel.setArg(0, strip.old);
    kernel.setArg(1, out);
    kernel.setArg(2, static_cast<cl_uint>(strip.columns));
    kernel.setArg(3, static_cast<cl_uint>(first));
    kernel.setArg(4, static_cast<cl_uint>(count));
    kernel.setArg(5, static_cast<cl_uint>(to));
    queue.enqueueNDRangeKernel(kernel, cl::NullRange, cl::NDRange(strip.columns, count));
    queue.flush();
}

} // namespace

void step(const Strip& strip, cl::Kernel& kernel, const Exchange& exchange)
{
    const std::size_t row_bytes = strip.columns * sizeof(float);
    std::vector<float> first(strip.columns), last(strip.columns), above(strip.columns), below(strip.columns);

    launch(strip.edges, kernel, strip, 1, 1, strip.border, 1);
    launch(strip.edges, kernel, strip, strip.rows, 1, strip.border, 2);
    launch(strip.inner, kernel, strip, 2, strip.rows - 2, strip.next, 2);

    // Each transfer is waited for, so none is on its way to these vectors when the next one throws.
    strip.edges.enqueueReadBuffer(strip.border, CL_TRUE, row_bytes, row_bytes, first.data());
    strip.edges.enqueueReadBuffer(strip.border, CL_TRUE, 2 * row_bytes, row_bytes, last.data());
    exchange(first, last, above, below);
    std::vector<cl::Event> halos(1);
    strip.edges.enqueueWriteBuffer(strip.border, CL_TRUE, 0, row_bytes, above.data());
    strip.edges.enqueueWriteBuffer(strip.border, CL_TRUE, 3 * row_bytes, row_bytes, below.data(), nullptr,
                                   &halos[0]);

    strip.inner.enqueueCopyBuffer(strip.border, strip.next, 0, 0, 2 * row_bytes, &halos);
    strip.inner.enqueueCopyBuffer(strip.border, strip.next, 2 * row_bytes, strip.rows * row_bytes,
                                  2 * row_bytes, &halos);
    strip.inner.finish();
}
