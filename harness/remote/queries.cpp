// Queries, asked of the real OpenCL.
#include "remote/queries.hpp"

#include "remote/objects.hpp"

#include <map>
#include <utility>
#include <vector>

namespace lockstep::remote
{

namespace
{

// Which queries answer with objects, and of which kind.
Kind answer_kind(Kind of, cl_uint what)
{
    static const std::map<std::pair<Kind, cl_uint>, Kind> kinds{
        {{Kind::device, CL_DEVICE_PLATFORM}, Kind::platform},
        {{Kind::device, CL_DEVICE_PARENT_DEVICE}, Kind::device},
        {{Kind::context, CL_CONTEXT_DEVICES}, Kind::device},
        {{Kind::queue, CL_QUEUE_CONTEXT}, Kind::context},
        {{Kind::queue, CL_QUEUE_DEVICE}, Kind::device},
        {{Kind::memory, CL_MEM_CONTEXT}, Kind::context},
        {{Kind::memory, CL_MEM_ASSOCIATED_MEMOBJECT}, Kind::memory},
        {{Kind::program, CL_PROGRAM_CONTEXT}, Kind::context},
        {{Kind::program, CL_PROGRAM_DEVICES}, Kind::device},
        {{Kind::kernel, CL_KERNEL_CONTEXT}, Kind::context},
        {{Kind::kernel, CL_KERNEL_PROGRAM}, Kind::program},
        {{Kind::event, CL_EVENT_COMMAND_QUEUE}, Kind::queue},
        {{Kind::event, CL_EVENT_CONTEXT}, Kind::context}};
    const auto entry = kinds.find({of, what});
    return entry == kinds.end() ? Kind::none : entry->second;
}

/// Asks twice, for the size and for the value.
template <typename Ask>
Writer answer(Ask ask, Kind handles = Kind::none)
{
    std::size_t size = 0;
    cl_int error = ask(0, nullptr, &size);
    std::vector<std::byte> value(size);
    if (error == CL_SUCCESS && size > 0) error = ask(size, value.data(), nullptr);
    if (handles != Kind::none && error == CL_SUCCESS)
        for (std::size_t at = 0; at + sizeof(void*) <= size; at += sizeof(void*)) {
            void* object = nullptr;
            std::memcpy(&object, &value[at], sizeof object);
            const std::uint64_t number = objects().number(object, handles);
            std::memcpy(&value[at], &number, sizeof number);
        }
    return Writer{}.put(error).block(value.data(), value.size());
}

Writer info(Reader& request)
{
    const auto kind = request.get<Kind>();
    const auto number = request.get<std::uint64_t>();
    const auto what = request.get<cl_uint>();
    return answer(
        [&](std::size_t size, void* value, std::size_t* needed) -> cl_int {
            switch (kind) {
            case Kind::platform:
                return clGetPlatformInfo(objects().object<cl_platform_id>(number), what, size, value, needed);
            case Kind::device:
                return clGetDeviceInfo(objects().object<cl_device_id>(number), what, size, value, needed);
            case Kind::context:
                return clGetContextInfo(objects().object<cl_context>(number), what, size, value, needed);
            case Kind::queue:
                return clGetCommandQueueInfo(objects().object<cl_command_queue>(number), what, size, value,
                                             needed);
            case Kind::memory:
                return clGetMemObjectInfo(objects().object<cl_mem>(number), what, size, value, needed);
            case Kind::image:
                return clGetImageInfo(objects().object<cl_mem>(number), what, size, value, needed);
            case Kind::program:
                if (what == CL_PROGRAM_BINARIES)
                    return CL_INVALID_VALUE; // its answer is written through pointers
                return clGetProgramInfo(objects().object<cl_program>(number), what, size, value, needed);
            case Kind::kernel:
                return clGetKernelInfo(objects().object<cl_kernel>(number), what, size, value, needed);
            case Kind::event:
                return clGetEventInfo(objects().object<cl_event>(number), what, size, value, needed);
            default:
                return CL_INVALID_VALUE;
            }
        },
        answer_kind(kind, what));
}

template <typename Object, typename Ask>
Writer listed(Ask ask)
{
    cl_uint count = 0;
    cl_int error = ask(0, nullptr, &count);
    std::vector<Object> found(count);
    if (error == CL_SUCCESS && count > 0) error = ask(count, found.data(), nullptr);
    std::vector<std::uint64_t> numbers;
    for (Object one : found) numbers.push_back(objects().number(one, kind_of<Object>()));
    return Writer{}.put(error).block(numbers.data(), numbers.size() * sizeof(std::uint64_t));
}

} // namespace

std::optional<Writer> answer_to_query(Call call, Reader& request)
{
    switch (call) {
    case Call::platform_ids:
        return listed<cl_platform_id>(clGetPlatformIDs);
    case Call::device_ids: {
        const auto platform = object<cl_platform_id>(request);
        const auto type = request.get<cl_device_type>();
        return listed<cl_device_id>([&](cl_uint most, cl_device_id* found, cl_uint* count) {
            return clGetDeviceIDs(platform, type, most, found, count);
        });
    }
    case Call::info:
        return info(request);
    case Call::build_info: {
        const auto program = object<cl_program>(request);
        const auto device = object<cl_device_id>(request);
        const auto what = request.get<cl_uint>();
        return answer([&](std::size_t size, void* value, std::size_t* needed) {
            return clGetProgramBuildInfo(program, device, what, size, value, needed);
        });
    }
    case Call::work_group_info: {
        const auto kernel = object<cl_kernel>(request);
        const auto device = object<cl_device_id>(request);
        const auto what = request.get<cl_uint>();
        return answer([&](std::size_t size, void* value, std::size_t* needed) {
            return clGetKernelWorkGroupInfo(kernel, device, what, size, value, needed);
        });
    }
    case Call::argument_info: {
        const auto kernel = object<cl_kernel>(request);
        const auto index = request.get<cl_uint>();
        const auto what = request.get<cl_uint>();
        return answer([&](std::size_t size, void* value, std::size_t* needed) {
            return clGetKernelArgInfo(kernel, index, what, size, value, needed);
        });
    }
    case Call::profiling_info: {
        const auto event = object<cl_event>(request);
        const auto what = request.get<cl_profiling_info>();
        return answer([&](std::size_t size, void* value, std::size_t* needed) {
            return clGetEventProfilingInfo(event, what, size, value, needed);
        });
    }
    default:
        return std::nullopt;
    }
}

} // namespace lockstep::remote
