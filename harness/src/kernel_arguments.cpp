// Launches that keep the arguments that their kernel had when they were enqueued.
#include "lockstep/event_witness.hpp"
#include "lockstep/stand_in.hpp"

#include <array>
#include <cstring>
#include <map>
#include <mutex>

namespace lockstep
{

EventWitness::Access access_of(cl_mem buffer, std::size_t offset, std::size_t bytes, bool writes)
{
    cl_mem whole = nullptr;
    std::size_t origin = 0;
    LOCKSTEP_REAL(clGetMemObjectInfo, buffer, CL_MEM_ASSOCIATED_MEMOBJECT, sizeof(whole), &whole, nullptr);
    if (whole != nullptr)
        LOCKSTEP_REAL(clGetMemObjectInfo, buffer, CL_MEM_OFFSET, sizeof(origin), &origin, nullptr);
    const std::size_t begin = origin + offset;
    return {whole != nullptr ? whole : buffer, begin, begin + bytes, writes};
}

std::shared_ptr<void> kept(cl_mem buffer)
{
    LOCKSTEP_REAL(clRetainMemObject, buffer);
    return {buffer, [](cl_mem object) { LOCKSTEP_REAL(clReleaseMemObject, object); }};
}

namespace kernel_arguments
{

namespace
{

struct Argument
{
    std::size_t bytes;
    std::optional<std::vector<std::byte>> value; ///< none for local memory
};

using Arguments = std::map<cl_uint, Argument>;

struct Known
{
    std::mutex mutex;
    std::map<cl_kernel, Arguments> arguments;
    std::map<std::pair<cl_program, std::string>, cl_kernel> twins; ///< kernels of the device's thread
};

Known& known()
{
    static Known& only = *new Known;
    return only;
}

template <typename T>
T info(cl_kernel kernel, cl_kernel_info question)
{
    T answer{};
    LOCKSTEP_REAL(clGetKernelInfo, kernel, question, sizeof(answer), &answer, nullptr);
    return answer;
}

std::string name_of(cl_kernel kernel)
{
    std::array<char, 256> name{};
    LOCKSTEP_REAL(clGetKernelInfo, kernel, CL_KERNEL_FUNCTION_NAME, name.size() - 1, name.data(), nullptr);
    return name.data();
}

bool is_buffer(cl_kernel kernel, cl_uint index, const Argument& argument, cl_mem& buffer)
{
    if (!argument.value || argument.bytes != sizeof(cl_mem)) return false;
    cl_kernel_arg_address_qualifier space = CL_KERNEL_ARG_ADDRESS_PRIVATE;
    const cl_int code = LOCKSTEP_REAL(clGetKernelArgInfo, kernel, index, CL_KERNEL_ARG_ADDRESS_QUALIFIER,
                                      sizeof(space), &space, nullptr);
    if (code == CL_SUCCESS && space != CL_KERNEL_ARG_ADDRESS_GLOBAL &&
        space != CL_KERNEL_ARG_ADDRESS_CONSTANT)
        return false;
    std::memcpy(&buffer, argument.value->data(), sizeof(buffer));
    return buffer != nullptr;
}

} // namespace

void set(cl_kernel kernel, cl_uint index, std::size_t bytes, const void* value)
{
    const std::lock_guard lock{known().mutex};
    Argument& argument = known().arguments[kernel][index];
    argument = {bytes, std::nullopt};
    if (value != nullptr) {
        const auto* const first = static_cast<const std::byte*>(value);
        argument.value = std::vector<std::byte>(first, first + bytes);
    }
}

void forget(cl_kernel kernel)
{
    if (info<cl_uint>(kernel, CL_KERNEL_REFERENCE_COUNT) > 1) return;
    const std::lock_guard lock{known().mutex};
    known().arguments.erase(kernel);
}

std::vector<std::pair<cl_uint, EventWitness::Access>> buffers(cl_kernel kernel)
{
    const std::lock_guard lock{known().mutex};
    std::vector<std::pair<cl_uint, EventWitness::Access>> found;
    for (const auto& [index, argument] : known().arguments[kernel])
        if (cl_mem buffer = nullptr; is_buffer(kernel, index, argument, buffer)) {
            std::size_t bytes = 0;
            LOCKSTEP_REAL(clGetMemObjectInfo, buffer, CL_MEM_SIZE, sizeof(bytes), &bytes, nullptr);
            found.emplace_back(index, access_of(buffer, 0, bytes, true));
        }
    return found;
}

std::function<cl_int()> launch(cl_command_queue queue, cl_kernel kernel, std::span<const std::size_t> offset,
                               std::span<const std::size_t> global, std::span<const std::size_t> local,
                               cl_int* code)
{
    const std::lock_guard lock{known().mutex};
    const Arguments arguments = known().arguments[kernel];
    *code =
        arguments.size() == info<cl_uint>(kernel, CL_KERNEL_NUM_ARGS) ? CL_SUCCESS : CL_INVALID_KERNEL_ARGS;
    if (*code != CL_SUCCESS) return {};
    const auto program = info<cl_program>(kernel, CL_KERNEL_PROGRAM);
    cl_kernel& twin = known().twins[{program, name_of(kernel)}];
    if (twin == nullptr) // it keeps its program, so that the place of this one is no other's
        twin = LOCKSTEP_REAL(clCreateKernel, program, name_of(kernel).c_str(), code);
    // Buffers live until the launch is over, whoever releases them.
    std::vector<std::shared_ptr<void>> kept_buffers;
    for (const auto& [index, argument] : arguments)
        if (cl_mem buffer = nullptr; is_buffer(kernel, index, argument, buffer))
            kept_buffers.push_back(kept(buffer));
    return [=, twin = twin, offset = std::vector(offset.begin(), offset.end()),
            global = std::vector(global.begin(), global.end()),
            local = std::vector(local.begin(), local.end())] {
        for (const auto& [index, argument] : arguments)
            LOCKSTEP_REAL(clSetKernelArg, twin, index, argument.bytes,
                          argument.value ? static_cast<const void*>(argument.value->data()) : nullptr);
        const auto first_of = [](const std::vector<std::size_t>& sizes) {
            return sizes.empty() ? nullptr : sizes.data();
        };
        cl_int done = LOCKSTEP_REAL(clEnqueueNDRangeKernel, queue, twin, static_cast<cl_uint>(global.size()),
                                    first_of(offset), first_of(global), first_of(local), 0, nullptr, nullptr);
        if (done == CL_SUCCESS) done = LOCKSTEP_REAL(clFinish, queue);
        return done;
    };
}

} // namespace kernel_arguments

} // namespace lockstep
