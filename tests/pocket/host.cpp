// Tests of what Pocket answers a host, beside what every chapter and exercise asks of it.
#define CL_HPP_TARGET_OPENCL_VERSION 120
#define CL_HPP_MINIMUM_OPENCL_VERSION 120
#define CL_HPP_ENABLE_EXCEPTIONS
#include "fixture.hpp"

#include <doctest/doctest.h>

#include <string>
#include <utility>
#include <vector>

TEST_SUITE("host")
{
    TEST_CASE_FIXTURE(Fixture, "a sub-buffer is as its buffer where nothing else is said")
    {
        int numbers[64]{};
        cl::Buffer whole{context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR | CL_MEM_HOST_READ_ONLY,
                         sizeof numbers, numbers};
        const cl_buffer_region region{0, 64};
        CHECK(whole.createSubBuffer(0, CL_BUFFER_CREATE_TYPE_REGION, &region).getInfo<CL_MEM_FLAGS>() ==
              (CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR | CL_MEM_HOST_READ_ONLY));
        CHECK(whole.createSubBuffer(CL_MEM_HOST_NO_ACCESS, CL_BUFFER_CREATE_TYPE_REGION, &region)
                  .getInfo<CL_MEM_FLAGS>() ==
              (CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR | CL_MEM_HOST_NO_ACCESS));
        cl::Buffer used{context, CL_MEM_USE_HOST_PTR, sizeof numbers, numbers};
        const cl_buffer_region second{128, 64};
        CHECK(used.createSubBuffer(0, CL_BUFFER_CREATE_TYPE_REGION, &second).getInfo<CL_MEM_HOST_PTR>() ==
              numbers + 32);
    }

    TEST_CASE_FIXTURE(Fixture, "a kernel tells its attributes and its arguments' qualifiers")
    {
        const cl::Kernel k = kernel(
            "kernel __attribute__((vec_type_hint(float4))) __attribute__((reqd_work_group_size(8, 2, 1)))\n"
            "void k(volatile global int* a, global const int* restrict b, constant int* c, local int* d, int "
            "e)\n{\n}\n");
        CHECK(k.getInfo<CL_KERNEL_ATTRIBUTES>() == "vec_type_hint(float4) reqd_work_group_size(8,2,1)");
        const std::vector<cl_kernel_arg_type_qualifier> expected{
            CL_KERNEL_ARG_TYPE_VOLATILE, CL_KERNEL_ARG_TYPE_CONST | CL_KERNEL_ARG_TYPE_RESTRICT,
            CL_KERNEL_ARG_TYPE_CONST, CL_KERNEL_ARG_TYPE_NONE, CL_KERNEL_ARG_TYPE_NONE};
        for (cl_uint i = 0; i < expected.size(); ++i) {
            CAPTURE(i);
            CHECK(k.getArgInfo<CL_KERNEL_ARG_TYPE_QUALIFIER>(i) == expected[i]);
        }
    }

    TEST_CASE_FIXTURE(Fixture, "numbers without a suffix are doubles, or floats where that is asked for")
    {
        for (const auto& [options, bytes] :
             {std::pair{"", cl_uint{8}}, std::pair{"-cl-single-precision-constant", cl_uint{4}}}) {
            cl::Program program{context, "kernel void k(global uint* out)\n{\n    *out = sizeof(1.0);\n}\n"};
            program.build(options);
            cl::Kernel k{program, "k"};
            const cl::Buffer out{context, CL_MEM_READ_WRITE, sizeof(cl_uint)};
            k.setArg(0, out);
            const cl::CommandQueue queue{context, device};
            queue.enqueueNDRangeKernel(k, cl::NullRange, cl::NDRange(1));
            cl_uint size = 0;
            queue.enqueueReadBuffer(out, CL_TRUE, 0, sizeof size, &size);
            CHECK(size == bytes);
        }
    }

    TEST_CASE_FIXTURE(Fixture, "an image that is only read is no argument that is written")
    {
        const cl::Image2D image{context, CL_MEM_READ_ONLY, {CL_RGBA, CL_UNORM_INT8}, 4, 4};
        CHECK(::clSetKernelArg(kernel("kernel void k(write_only image2d_t a)\n{\n}\n")(), 0, sizeof(cl_mem),
                               &image()) == CL_INVALID_ARG_VALUE);
        CHECK(::clSetKernelArg(kernel("kernel void k(read_only image2d_t a)\n{\n}\n")(), 0, sizeof(cl_mem),
                               &image()) == CL_SUCCESS);
    }

    TEST_CASE_FIXTURE(Fixture, "a context's properties have values that they may have")
    {
        for (const auto& [value, code] :
             {std::pair{CL_FALSE, CL_SUCCESS}, std::pair{-1, CL_INVALID_PROPERTY}}) {
            const cl_context_properties properties[]{CL_CONTEXT_INTEROP_USER_SYNC, value, 0};
            cl_int got = 1;
            const cl::Context made{::clCreateContext(properties, 1, &device(), nullptr, nullptr, &got)};
            CHECK(got == code);
        }
        const cl_context_properties twice[]{CL_CONTEXT_INTEROP_USER_SYNC, CL_FALSE,
                                            CL_CONTEXT_INTEROP_USER_SYNC, CL_FALSE, 0};
        cl_int got = 1;
        CHECK(::clCreateContext(twice, 1, &device(), nullptr, nullptr, &got) == nullptr);
        CHECK(got == CL_INVALID_PROPERTY);
    }

    TEST_CASE_FIXTURE(Fixture, "a kernel does not keep its arguments alive")
    {
        bool ended = false;
        cl::Kernel k = kernel("kernel void k(global int* a)\n{\n    a[0] = 1;\n}\n");
        const cl::CommandQueue queue{context, device};
        {
            cl::Buffer buffer{context, CL_MEM_READ_WRITE, 4};
            buffer.setDestructorCallback([](cl_mem, void* told) { *static_cast<bool*>(told) = true; },
                                         &ended);
            k.setArg(0, buffer);
            CHECK(buffer.getInfo<CL_MEM_REFERENCE_COUNT>() == 1);
        }
        CHECK(ended);
        const std::string said = said_while([&] {
            const std::size_t one = 1;
            CHECK(::clEnqueueNDRangeKernel(queue(), k(), 1, nullptr, &one, nullptr, 0, nullptr, nullptr) ==
                  CL_INVALID_KERNEL_ARGS);
        });
        CHECK(said.find("kernel k, argument a: its memory object has been released") != std::string::npos);
    }

    TEST_CASE_FIXTURE(Fixture, "a launch keeps its arguments alive until it has ended")
    {
        bool ended = false;
        cl::Kernel k = kernel("kernel void k(global int* a)\n{\n    a[0] = 1;\n}\n");
        const cl::CommandQueue queue{context, device};
        cl::UserEvent gate{context};
        {
            cl::Buffer buffer{context, CL_MEM_READ_WRITE, 4};
            buffer.setDestructorCallback([](cl_mem, void* told) { *static_cast<bool*>(told) = true; },
                                         &ended);
            k.setArg(0, buffer);
            const std::vector<cl::Event> after{gate};
            queue.enqueueNDRangeKernel(k, cl::NullRange, cl::NDRange{1}, cl::NullRange, &after);
        }
        CHECK(!ended);
        gate.setStatus(CL_COMPLETE);
        queue.finish();
        CHECK(ended);
    }
}
