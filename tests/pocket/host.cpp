// Tests of what Pocket answers a host, beside what every chapter and exercise asks of it.
#define CL_HPP_TARGET_OPENCL_VERSION 120
#define CL_HPP_MINIMUM_OPENCL_VERSION 120
#define CL_HPP_ENABLE_EXCEPTIONS
#include <CL/opencl.hpp>
#include <doctest/doctest.h>

#include <string>
#include <vector>

namespace
{

struct Fixture
{
    cl::Device device = [] {
        std::vector<cl::Platform> platforms;
        cl::Platform::get(&platforms);
        for (const cl::Platform& platform : platforms)
            if (platform.getInfo<CL_PLATFORM_NAME>() == "Pocket") {
                std::vector<cl::Device> devices;
                platform.getDevices(CL_DEVICE_TYPE_ALL, &devices);
                return devices.at(0);
            }
        FAIL("There is no platform Pocket");
        return cl::Device{};
    }();
    cl::Context context{device};

    cl::Kernel kernel(const std::string& text) const
    {
        cl::Program program{context, text};
        program.build();
        return {program, "k"};
    }
};

} // namespace

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
}
