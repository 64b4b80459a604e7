// Ten things that surprise whoever comes from CUDA. Each part
// prints what this machine says, and whether that holds.
#include "../common/opencl.hpp"

#include <array>
#include <cstdio>
#include <string>
#include <vector>

struct Place
{
    cl::Device device = cl::Device::getDefault();
    cl::Context context{device};
    cl::CommandQueue queue{context, device};
    int wrong = 0;

    cl::Kernel kernel(
        const char* source, const char* name) const
    {
        const cl::Program program{context, source};
        program.build(device);
        return cl::Kernel{program, name};
    }

    void tell(
        const char* what, bool holds, const std::string& seen)
    {
        std::printf("%s %-44s %s\n", holds ? "yes" : "NO ",
            what, seen.c_str());
        wrong += holds ? 0 : 1;
    }
};

// The status of a call that should fail; 0 where it does not.
template <typename Call>
int status_of(const Call& call)
{
    try {
        call();
    } catch (const cl::Error& error) {
        return error.err();
    }
    return CL_SUCCESS;
}

constexpr auto number = R"(
kernel void number(global uint* out)
{
    out[get_global_id(0)] = get_global_id(0);
})";

void platforms(Place& here)
{
    //! [platforms]
    std::vector<cl::Platform> all;
    cl::Platform::get(&all);
    std::string names;
    for (const cl::Platform& one : all)
        names += one.getInfo<CL_PLATFORM_NAME>() + "; ";
    //! [platforms]
    here.tell("drivers lie side by side", !all.empty(), names);
}

void build(Place& here)
{
    //! [build]
    const cl::Program program{
        here.context, "kernel void f() { oops }"};
    const int status =
        status_of([&] { program.build(here.device); });
    //! [build]
    here.tell("a typing error appears at run time",
        status == CL_BUILD_PROGRAM_FAILURE,
        "status " + std::to_string(status));
}

void width(Place& here)
{
    //! [width]
    constexpr auto asked =
        CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE;
    const cl::Kernel kernel = here.kernel(number, "number");
    const std::size_t multiple =
        kernel.getWorkGroupInfo<asked>(here.device);
    //! [width]
    here.tell("you ask for the warp's size", multiple > 0,
        "a multiple of " + std::to_string(multiple));
}

void whole_groups(Place& here)
{
    //! [whole]
    cl::Kernel kernel = here.kernel(number, "number");
    const cl::Buffer out{here.context, CL_MEM_READ_WRITE, 4096};
    kernel.setArg(0, out);
    const int status = status_of([&] {
        here.queue.enqueueNDRangeKernel(
            kernel, cl::NullRange, 1000, 64);
    });
    here.queue.finish();
    //! [whole]
    here.tell("sizes count work-items, in whole groups",
        status == CL_INVALID_WORK_GROUP_SIZE || status == 0,
        "1000 in groups of 64: status " +
            std::to_string(status));
}

void arguments(Place& here)
{
    //! [arguments]
    cl::Kernel kernel = here.kernel(number, "number");
    const int unset = status_of([&] {
        here.queue.enqueueNDRangeKernel(
            kernel, cl::NullRange, 64);
    });
    const int odd = status_of(
        [&] { kernel.setArg(0, std::array<char, 3>{}); });
    //! [arguments]
    here.tell("arguments are set one by one",
        unset == CL_INVALID_KERNEL_ARGS && odd != 0,
        "none set: status " + std::to_string(unset) +
            "; of a wrong size: " + std::to_string(odd));
}

void buffers(Place& here)
{
    //! [buffers]
    cl::Buffer whole{here.context, CL_MEM_READ_WRITE, 8192};
    const cl_buffer_region half{4096, 4096};
    const cl::Buffer second = whole.createSubBuffer(
        CL_MEM_READ_WRITE, CL_BUFFER_CREATE_TYPE_REGION, &half);
    here.queue.enqueueFillBuffer(whole, 1U, 0, 8192);
    here.queue.enqueueFillBuffer(second, 7U, 0, 4);
    cl_uint found = 0;
    here.queue.enqueueReadBuffer(
        whole, CL_TRUE, 4096, sizeof found, &found);
    //! [buffers]
    here.tell("a buffer is a handle, not a pointer", found == 7,
        "a part of one is a buffer of its own");
}

void local_memory(Place& here)
{
    //! [local]
    cl::Kernel kernel = here.kernel(R"(
        kernel void f(global uint* out, local uint* own)
        {
            own[get_local_id(0)] = 5;
            out[get_global_id(0)] = own[get_local_id(0)];
        })",
        "f");
    const cl::Buffer out{here.context, CL_MEM_READ_WRITE, 256};
    kernel.setArg(0, out);
    kernel.setArg(1, cl::Local(64 * sizeof(cl_uint)));
    here.queue.enqueueNDRangeKernel(
        kernel, cl::NullRange, 64, 64);
    cl_uint found = 0;
    here.queue.enqueueReadBuffer(out, CL_TRUE, 0, 4, &found);
    //! [local]
    here.tell("shared memory is an argument", found == 5,
        "64 words of it");
}

void offset(Place& here)
{
    //! [offset]
    cl::Kernel kernel = here.kernel(number, "number");
    const cl::Buffer out{here.context, CL_MEM_READ_WRITE, 1024};
    here.queue.enqueueFillBuffer(out, 0U, 0, 1024);
    kernel.setArg(0, out);
    here.queue.enqueueNDRangeKernel(kernel, 128, 64, 64);
    std::array<cl_uint, 256> found{};
    here.queue.enqueueReadBuffer(
        out, CL_TRUE, 0, 1024, found.data());
    //! [offset]
    here.tell("a launch may begin elsewhere",
        found[127] == 0 && found[128] == 128 &&
            found[191] == 191 && found[192] == 0,
        "work-items 128 to 191");
}

void queues(Place& here)
{
    //! [queues]
    const cl::CommandQueue other{here.context, here.device};
    const cl::Buffer shared{here.context, CL_MEM_READ_WRITE, 4};
    std::vector<cl::Event> written(1);
    here.queue.enqueueFillBuffer(
        shared, 3U, 0, 4, nullptr, written.data());
    here.queue.flush();
    cl_uint found = 0;
    other.enqueueReadBuffer(
        shared, CL_TRUE, 0, 4, &found, &written);
    //! [queues]
    here.tell("no default stream: events order queues",
        found == 3, "the second queue waited for the first");
}

void versions(Place& here)
{
    //! [versions]
    const auto version =
        here.device.getInfo<CL_DEVICE_OPENCL_C_VERSION>();
    const bool doubles =
        here.device.getInfo<CL_DEVICE_DOUBLE_FP_CONFIG>() != 0;
    //! [versions]
    here.tell("even double is optional", !version.empty(),
        version + (doubles ? ", has double" : ", no double"));
}

int main()
{
    Place here;
    for (const auto& part :
        {platforms, build, width, whole_groups, arguments,
            buffers, local_memory, offset, queues, versions})
        part(here);
    return here.wrong;
}
