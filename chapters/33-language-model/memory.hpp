// The memory of a model on a device: floats, and what products on units for matrices read.
#pragma once

#include <lockstep/failure.hpp>
#include <lockstep/lab.hpp>

#include <bit>
#include <set>
#include <string>
#include <vector>

namespace language_model
{

class Memory
{
public:
    // Products read bfloat16s if they are made on units, else floats.
    Memory(const lockstep::Lab& of, bool on_units) : lab_{of}, units_{on_units} {}

    // Memory for so many floats, or words.
    // @throws Failure where the device has no room for it beside what was taken before.
    cl::Buffer floats(std::size_t count) { return taken(count * sizeof(float)); }

    // Memory for what products read.
    cl::Buffer operands(std::size_t count)
    {
        if (!units_) return floats(count);
        const cl::Buffer buffer = taken(count * sizeof(cl_ushort));
        of_16_bits_.insert(buffer());
        return buffer;
    }

    bool has_16_bits(const cl::Buffer& buffer) const
    {
        return of_16_bits_.contains(buffer());
    }

    std::size_t bytes_taken() const { return taken_bytes_; }

    // Some elements of a buffer, as floats.
    std::vector<float> read(const cl::Buffer& buffer, std::size_t first,
                            std::size_t count) const
    {
        const bool halves = has_16_bits(buffer);
        const std::size_t bytes = halves ? sizeof(cl_ushort) : sizeof(float);
        std::vector<float> numbers(count);
        std::vector<cl_ushort> upper(halves ? count : 0);
        lab_.queue.enqueueReadBuffer(buffer, CL_TRUE, first * bytes, count * bytes,
                                     halves ? static_cast<void*>(upper.data())
                                            : numbers.data());
        for (std::size_t i = 0; i < upper.size(); ++i)
            numbers[i] = std::bit_cast<float>(cl_uint{upper[i]} << 16U);
        return numbers;
    }

private:
    cl::Buffer taken(std::size_t bytes)
    {
        taken_bytes_ += bytes;
        if (taken_bytes_ > lab_.device.getInfo<CL_DEVICE_GLOBAL_MEM_SIZE>() ||
            bytes > lab_.device.getInfo<CL_DEVICE_MAX_MEM_ALLOC_SIZE>())
            throw lockstep::Failure("The model takes more memory than the device has: " +
                                        std::to_string(taken_bytes_ >> 20U) +
                                        " MiB and more, one buffer of it " +
                                        std::to_string(bytes >> 20U) + " MiB.",
                                    "take a smaller model, or fewer sequences at once");
        return {lab_.context, CL_MEM_READ_WRITE, bytes};
    }

    const lockstep::Lab& lab_;
    bool units_;
    std::size_t taken_bytes_ = 0;
    std::set<cl_mem> of_16_bits_;
};

} // namespace language_model
