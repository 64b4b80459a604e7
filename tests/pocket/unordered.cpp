// Tests of what Pocket says of commands that nothing orders and that touch the same bytes, and that it says nothing of others.
#define CL_HPP_TARGET_OPENCL_VERSION 120
#define CL_HPP_MINIMUM_OPENCL_VERSION 120
#define CL_HPP_ENABLE_EXCEPTIONS
#include "fixture.hpp"

#include <doctest/doctest.h>

#include <array>
#include <functional>
#include <numeric>

namespace
{

constexpr cl_command_queue_properties out_of_order = CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE;
constexpr std::size_t count = 1024;

struct Commands : Fixture
{
    cl::CommandQueue any{context, device, out_of_order}, one{context, device}, other{context, device};
    std::vector<int> numbers = std::vector<int>(count, 1), results = std::vector<int>(count);
    cl::Buffer in{context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, count * sizeof(int), numbers.data()},
        out{context, CL_MEM_READ_WRITE, count * sizeof(int)};

    cl::Kernel doubles = kernel("kernel void k(global const int* source, global int* target)\n"
                                "{\n    target[get_global_id(0)] = 2 * source[get_global_id(0)];\n}\n");

    void launch(const cl::CommandQueue& queue, cl::Event* event = nullptr,
                const std::vector<cl::Event>* waits = nullptr, std::size_t begin = 0,
                std::size_t items = count)
    {
        doubles.setArg(0, in);
        doubles.setArg(1, out);
        queue.enqueueNDRangeKernel(doubles, cl::NDRange{begin}, cl::NDRange{items}, cl::NDRange{32}, waits,
                                   event);
    }
    void read(const cl::CommandQueue& queue, const std::vector<cl::Event>* waits = nullptr)
    {
        queue.enqueueReadBuffer(out, CL_FALSE, 0, count * sizeof(int), results.data(), waits);
    }
    void write(const cl::CommandQueue& queue, cl::Event* event = nullptr)
    {
        queue.enqueueWriteBuffer(in, CL_FALSE, 0, count * sizeof(int), numbers.data(), nullptr, event);
    }
    static bool tells(const std::string& said, const std::string& what)
    {
        return said.find(what) != std::string::npos;
    }
};

} // namespace

TEST_SUITE("unordered")
{
    TEST_CASE_FIXTURE(Commands, "a read that does not wait for the kernel is told with both names, the "
                                "argument, and what to write")
    {
        const std::string said = said_while([&] {
            launch(any);
            read(any);
        });
        CHECK(tells(said, "Pocket: kernel k and clEnqueueReadBuffer may run at once, and both touch target, "
                          "from its byte 0 on: kernel k writes, clEnqueueReadBuffer reads"));
        CHECK(tells(said, "put an event of kernel k into the wait list of clEnqueueReadBuffer, or a barrier "
                          "(clEnqueueBarrierWithWaitList) or clFinish between them"));
    }

    TEST_CASE_FIXTURE(Commands, "an event, a barrier, a marker's event, clFinish, and waiting order them")
    {
        const std::string said = said_while([&] {
            cl::Event written, done;
            write(any, &written);
            const std::vector<cl::Event> after{written};
            launch(any, &done, &after);
            const std::vector<cl::Event> then{done};
            read(any, &then);
            any.finish();

            launch(any);
            any.enqueueBarrierWithWaitList();
            read(any);
            any.finish();

            launch(any);
            cl::Event all;
            any.enqueueMarkerWithWaitList(nullptr, &all);
            const std::vector<cl::Event> marked{all};
            read(any, &marked);
            any.finish();

            launch(any);
            any.finish();
            read(any);
            any.finish();

            launch(any, &done);
            done.wait();
            read(other);
            other.finish();
        });
        CHECK(said == "");
    }

    TEST_CASE_FIXTURE(Commands, "edges lead on: over a third command, a queue in order, another queue")
    {
        const std::string said = said_while([&] {
            cl::Event done, between;
            launch(one, &done);
            const std::vector<cl::Event> after{done};
            other.enqueueMarkerWithWaitList(&after, &between);
            read(other); // behind the marker, in order
            const std::vector<cl::Event> later{between};
            any.enqueueCopyBuffer(out, in, 0, 0, 64, &later);
        });
        CHECK(said == "");
    }

    TEST_CASE_FIXTURE(Commands, "two queues in order do not order each other")
    {
        const std::string said = said_while([&] {
            launch(one);
            read(other);
        });
        CHECK(tells(said, "kernel k and clEnqueueReadBuffer may run at once"));
        CHECK(tells(said, "or clFinish of the first's queue between them"));
        CHECK(!tells(said, "barrier"));
    }

    TEST_CASE_FIXTURE(Commands, "a marker that waits for some does not order the others")
    {
        const std::string said = said_while([&] {
            cl::Event written, marked;
            write(any, &written);
            launch(one);
            const std::vector<cl::Event> some{written};
            any.enqueueMarkerWithWaitList(&some, &marked);
            const std::vector<cl::Event> after{marked};
            read(any, &after);
        });
        CHECK(tells(said, "both touch target"));
        CHECK(tells(said, "clEnqueueWriteBuffer and kernel k may run at once, and both touch source"));
    }

    TEST_CASE_FIXTURE(Commands, "halves, reads beside reads, and atomics beside atomics may run at once")
    {
        cl::Kernel adds = kernel("kernel void k(global int* sum)\n{\n    atomic_inc(sum);\n}\n");
        const cl::Buffer sum{context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, sizeof(int), numbers.data()};
        adds.setArg(0, sum);
        const std::string said = said_while([&] {
            launch(any, nullptr, nullptr, 0, count / 2);
            launch(any, nullptr, nullptr, count / 2, count / 2);
            any.enqueueCopyBuffer(in, cl::Buffer{context, CL_MEM_READ_WRITE, 256}, 0, 0, 256);
            one.enqueueNDRangeKernel(adds, cl::NullRange, cl::NDRange{64});
            other.enqueueNDRangeKernel(adds, cl::NullRange, cl::NDRange{64});
        });
        CHECK(said == "");
        CHECK(tells(said_while([&] { any.enqueueFillBuffer(sum, 0, 0, 4); }),
                    "kernel k and clEnqueueFillBuffer may run at once, and both touch sum"));
    }

    TEST_CASE_FIXTURE(Commands, "sub-buffers meet where they overlap, and rectangles row for row")
    {
        const cl_buffer_region left{0, 512}, middle{256, 512}, right{512, 512};
        const auto part = [&](const cl_buffer_region& region) {
            return cl::Buffer{out}.createSubBuffer(CL_MEM_READ_WRITE, CL_BUFFER_CREATE_TYPE_REGION, &region);
        };
        const cl::Buffer a = part(left), b = part(right), c = part(middle);
        CHECK(said_while([&] {
                  any.enqueueFillBuffer(a, 1, 0, 512);
                  any.enqueueFillBuffer(b, 1, 0, 512);
              }) == "");
        CHECK(tells(said_while([&] { any.enqueueFillBuffer(c, 1, 0, 512); }), "two of clEnqueueFillBuffer"));
        any.finish();
        const auto columns = [&](std::size_t first) {
            const std::array<cl::size_type, 3> there{first, 0, 0}, here{0, 0, 0}, region{16, 8, 1};
            any.enqueueWriteBufferRect(out, CL_FALSE, there, here, region, 64, 0, 16, 0, numbers.data());
        };
        CHECK(said_while([&] {
                  columns(0);
                  columns(16);
              }) == "");
        CHECK(tells(said_while([&] { columns(24); }), "both touch one memory object, from its byte 24 on"));
    }

    TEST_CASE_FIXTURE(Commands, "images are compared pixel by pixel")
    {
        cl::Kernel paints = kernel(
            "kernel void k(write_only image2d_t picture)\n{\n"
            "    write_imagef(picture, (int2)(get_global_id(0), get_global_id(1)), (float4)(1.0f));\n}\n");
        const cl::Image2D image{context, CL_MEM_READ_WRITE, {CL_RGBA, CL_UNORM_INT8}, 16, 16};
        paints.setArg(0, image);
        const auto paint = [&](std::size_t row) {
            any.enqueueNDRangeKernel(paints, cl::NDRange{0, row}, cl::NDRange{16, 8});
        };
        std::vector<cl_uchar4> pixels(256);
        CHECK(said_while([&] {
                  paint(0);
                  paint(8);
              }) == "");
        CHECK(tells(said_while([&] {
                        const std::array<cl::size_type, 3> origin{0, 0, 0}, region{16, 16, 1};
                        any.enqueueReadImage(image, CL_FALSE, origin, region, 0, 0, pixels.data());
                    }),
                    "kernel k and clEnqueueReadImage may run at once, and both touch picture"));
    }

    TEST_CASE_FIXTURE(Commands, "what is mapped is the host's until it is unmapped")
    {
        const cl::CommandQueue queue{context, device};
        void* mapped = queue.enqueueMapBuffer(out, CL_TRUE, CL_MAP_READ, 0, count * sizeof(int));
        CHECK(tells(
            said_while([&] { launch(queue); }),
            "Pocket: kernel k writes target, from its byte 0 on, while it is mapped for the host; unmap "
            "it before (clEnqueueUnmapMemObject), and let kernel k wait for that"));
        CHECK(said_while([&] { read(queue); }) == "");
        queue.enqueueUnmapMemObject(out, mapped);
        CHECK(said_while([&] { launch(queue); }) == "");
        CHECK(tells(said_while([&] { read(other); }), "kernel k and clEnqueueReadBuffer may run at once"));
    }

    TEST_CASE_FIXTURE(Commands, "a user's event brings what the host had waited for")
    {
        CHECK(said_while([&] {
                  cl::UserEvent gate{context};
                  launch(one);
                  const std::vector<cl::Event> after{gate};
                  read(other, &after);
                  one.finish();
                  gate.setStatus(CL_COMPLETE);
                  other.finish();
              }) == "");
    }
}
