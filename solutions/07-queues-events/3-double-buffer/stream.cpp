// A stream of blocks through a few slots of device memory, with transfers and kernels at the same time.
#include "stream.hpp"

#include <algorithm>
#include <vector>

void stream(const Queues& queues, cl::Kernel& kernel, std::span<const cl::Buffer> slots, std::size_t block,
            std::span<const float> in, std::span<float> out)
{
    std::vector<cl::Event> downloaded(slots.size()); // of each slot, the read behind which it is free
    for (std::size_t i = 0; i * block < in.size(); ++i) {
        const std::size_t slot = i % slots.size();
        const std::size_t first = i * block;
        const std::size_t n = std::min(block, in.size() - first);
        const std::size_t bytes = n * sizeof(float);

        std::vector<cl::Event> before;
        if (i >= slots.size()) before = {downloaded[slot]};
        cl::Event uploaded;
        queues.upload.enqueueWriteBuffer(slots[slot], CL_FALSE, 0, bytes, &in[first], &before, &uploaded);
        queues.upload.flush(); // another queue waits for it

        before = {uploaded};
        cl::Event computed;
        kernel.setArg(0, slots[slot]);
        kernel.setArg(1, static_cast<cl_uint>(n));
        queues.compute.enqueueNDRangeKernel(kernel, cl::NullRange, cl::NDRange(n), cl::NullRange, &before,
                                            &computed);
        queues.compute.flush();

        before = {computed};
        queues.download.enqueueReadBuffer(slots[slot], CL_FALSE, 0, bytes, &out[first], &before,
                                          &downloaded[slot]);
        queues.download.flush();
    }
    if (!in.empty()) queues.download.finish(); // all else comes before the reads
}
