// Tests of guarded buffers: what a kernel writes outside is found where it was written, at every size.
#include "lockstep/guarded.hpp"

#include "lockstep/compare.hpp"
#include "lockstep/device.hpp"

#include <doctest/doctest.h>

#include <cstdint>
#include <vector>

using namespace lockstep;

namespace
{

/// A device that stores one byte where it is told to, be it inside of the buffer or not.
class Stray
{
public:
    Stray()
        : context_(device_), queue_(context_, device_),
          program_(context_, "kernel void stray(global uchar* y, int at) { y[at] = 7; }")
    {
        program_.build(device_);
        kernel_ = cl::Kernel{program_, "stray"};
    }

    const cl::CommandQueue& queue() const { return queue_; }

    void store(const GuardedBytes& buffer, std::ptrdiff_t at)
    {
        kernel_.setArg(0, buffer.buffer());
        kernel_.setArg(1, static_cast<cl_int>(at));
        queue_.enqueueNDRangeKernel(kernel_, cl::NullRange, cl::NDRange(1));
        queue_.finish();
    }

private:
    cl::Device device_ = choose_device();
    cl::Context context_;
    cl::CommandQueue queue_;
    cl::Program program_;
    cl::Kernel kernel_;
};

std::vector<std::byte> counted(std::size_t bytes)
{
    std::vector<std::byte> values(bytes);
    for (std::size_t i = 0; i < bytes; ++i) values[i] = static_cast<std::byte>(i + 1);
    return values;
}

std::vector<std::byte> read(const GuardedBytes& buffer)
{
    std::vector<std::byte> values(buffer.bytes());
    buffer.read(values);
    return values;
}

} // namespace

TEST_SUITE("guarded")
{
    TEST_CASE("a buffer holds what it was given, of any size, and its guards are whole")
    {
        const Stray stray;
        for (const std::size_t bytes : {0, 1, 3, 4, 37, 4096})
            for (const Guards guards : {Guards::both, Guards::none}) {
                CAPTURE(bytes);
                const GuardedBytes buffer{stray.queue(), bytes, counted(bytes), guards};
                CHECK(buffer.bytes() == bytes);
                CHECK(read(buffer) == counted(bytes));
                CHECK_FALSE(buffer.damage());
            }
    }

    TEST_CASE("a write outside is found where it happened, and only until it is mended")
    {
        Stray stray;
        for (const std::ptrdiff_t bytes : {1, 37, 64}) {
            const GuardedBytes buffer{stray.queue(), static_cast<std::size_t>(bytes), {}, Guards::both};
            for (const std::ptrdiff_t at :
                 {std::ptrdiff_t{-4096}, std::ptrdiff_t{-1}, bytes, bytes + 1, bytes + 4095}) {
                stray.store(buffer, at);
                REQUIRE(buffer.damage());
                CHECK(*buffer.damage() == at);
                buffer.mend();
                CHECK_FALSE(buffer.damage());
            }
            stray.store(buffer, bytes - 1);
            CHECK_FALSE(buffer.damage());
        }
    }

    TEST_CASE("of two writes outside the first is told")
    {
        Stray stray;
        const GuardedBytes buffer{stray.queue(), 37, {}, Guards::both};
        stray.store(buffer, 40);
        stray.store(buffer, -2);
        REQUIRE(buffer.damage());
        CHECK(*buffer.damage() == -2);
    }

    TEST_CASE("poison reaches the last byte and no guard")
    {
        const Stray stray;
        for (const std::size_t bytes : {1, 4, 37}) {
            const GuardedBytes buffer{stray.queue(), bytes, counted(bytes), Guards::both};
            buffer.poison();
            CHECK(read(buffer) == poisoned(bytes));
            CHECK_FALSE(buffer.damage());
        }
        CHECK(poisoned(5)[4] == static_cast<std::byte>(poison_word & 255U));
    }

    TEST_CASE("without guards a buffer is an allocation of just its size")
    {
        const Stray stray;
        const GuardedBytes buffer{stray.queue(), 37, {}, Guards::none};
        CHECK(buffer.buffer().getInfo<CL_MEM_SIZE>() == 37);
        CHECK(buffer.buffer().getInfo<CL_MEM_ASSOCIATED_MEMOBJECT>()() == nullptr);
    }

    TEST_CASE("copies stand for the same memory")
    {
        const Stray stray;
        const GuardedBytes buffer{stray.queue(), 37, {}, Guards::both};
        const GuardedBytes copy = buffer;
        copy.write(counted(37));
        CHECK(read(buffer) == counted(37));
    }
}
