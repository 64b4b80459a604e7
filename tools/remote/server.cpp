// The process that runs kernels for a test program: it does what the socket, descriptor 3, asks of the real OpenCL, until
// the other side has gone. It holds nothing that a kernel which breaks out could use: neither expected results nor verdict.
#include "remote/wire.hpp"

#include <CL/cl.h>

#include <array>
#include <cstdio>
#include <map>
#include <string>

namespace
{

using namespace lockstep::remote;

constexpr int socket_descriptor = 3;

template <typename Object>
constexpr Kind kind_of()
{
    if constexpr (std::is_same_v<Object, cl_platform_id>) return Kind::platform;
    if constexpr (std::is_same_v<Object, cl_device_id>) return Kind::device;
    if constexpr (std::is_same_v<Object, cl_context>) return Kind::context;
    if constexpr (std::is_same_v<Object, cl_command_queue>) return Kind::queue;
    if constexpr (std::is_same_v<Object, cl_mem>) return Kind::memory;
    if constexpr (std::is_same_v<Object, cl_program>) return Kind::program;
    if constexpr (std::is_same_v<Object, cl_kernel>) return Kind::kernel;
}

// Objects and the numbers by which the other side knows them.
class Objects
{
public:
    /// A new object, whatever stood at its address before.
    template <typename Object>
    std::uint64_t made(Object object)
    {
        if (object == nullptr) return 0;
        const std::uint64_t number = handle_of(kind_of<Object>(), ++given_);
        numbers_[object] = number;
        objects_[number] = object;
        return number;
    }
    /// The object's number, its first if it was not known yet.
    template <typename Object>
    std::uint64_t number(Object object)
    {
        const auto known = numbers_.find(object);
        return known != numbers_.end() ? known->second : made(object);
    }
    /// Null for a number that stands for none; each call of OpenCL then says which object is invalid.
    template <typename Object>
    Object object(std::uint64_t number) const
    {
        const auto entry = objects_.find(number);
        return entry != objects_.end() && is_handle(number, kind_of<Object>())
                   ? static_cast<Object>(entry->second)
                   : nullptr;
    }
    /// A released object's address may be another one's soon.
    void forget(std::uint64_t number)
    {
        const auto entry = objects_.find(number);
        if (entry == objects_.end()) return;
        if (const auto known = numbers_.find(entry->second);
            known != numbers_.end() && known->second == number)
            numbers_.erase(known);
        objects_.erase(entry);
    }

private:
    std::map<void*, std::uint64_t> numbers_;
    std::map<std::uint64_t, void*> objects_;
    std::uint32_t given_ = 0;
};

Objects& objects()
{
    static Objects all;
    return all;
}

template <typename Object>
Object object(Reader& request)
{
    return objects().object<Object>(request.get<std::uint64_t>());
}

template <typename Object>
Writer created(Object object, cl_int error)
{
    return Writer{}.put(error).put(objects().made(object));
}

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
        {{Kind::kernel, CL_KERNEL_PROGRAM}, Kind::program}};
    const auto entry = kinds.find({of, what});
    return entry == kinds.end() ? Kind::none : entry->second;
}

std::uint64_t number_of(Kind kind, void* object)
{
    switch (kind) {
    case Kind::platform:
        return objects().number(static_cast<cl_platform_id>(object));
    case Kind::device:
        return objects().number(static_cast<cl_device_id>(object));
    case Kind::context:
        return objects().number(static_cast<cl_context>(object));
    case Kind::memory:
        return objects().number(static_cast<cl_mem>(object));
    case Kind::program:
        return objects().number(static_cast<cl_program>(object));
    default:
        return 0;
    }
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
            const std::uint64_t number = number_of(handles, object);
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
    for (Object one : found) numbers.push_back(objects().number(one));
    return Writer{}.put(error).block(numbers.data(), numbers.size() * sizeof(std::uint64_t));
}

// Objects of all kinds are counted in the same way, each by functions of its own.
Writer retain_or_release(Reader& request, bool retain)
{
    const auto kind = request.get<Kind>();
    const auto number = request.get<std::uint64_t>();
    const auto count = [&](auto of, cl_int (*keep)(decltype(of)), cl_int (*let_go)(decltype(of)),
                           cl_uint asked, auto references) {
        of = objects().object<decltype(of)>(number);
        cl_uint left = 0;
        if (of != nullptr) references(of, asked, sizeof left, &left, nullptr);
        const cl_int error = retain ? keep(of) : let_go(of);
        if (!retain && error == CL_SUCCESS && left == 1) objects().forget(number);
        return Writer{}.put(error);
    };
    switch (kind) {
    case Kind::context:
        return count(cl_context{}, clRetainContext, clReleaseContext, CL_CONTEXT_REFERENCE_COUNT,
                     clGetContextInfo);
    case Kind::queue:
        return count(cl_command_queue{}, clRetainCommandQueue, clReleaseCommandQueue,
                     CL_QUEUE_REFERENCE_COUNT, clGetCommandQueueInfo);
    case Kind::memory:
        return count(cl_mem{}, clRetainMemObject, clReleaseMemObject, CL_MEM_REFERENCE_COUNT,
                     clGetMemObjectInfo);
    case Kind::program:
        return count(cl_program{}, clRetainProgram, clReleaseProgram, CL_PROGRAM_REFERENCE_COUNT,
                     clGetProgramInfo);
    case Kind::kernel:
        return count(cl_kernel{}, clRetainKernel, clReleaseKernel, CL_KERNEL_REFERENCE_COUNT,
                     clGetKernelInfo);
    default: // a device that was not parted has no count
        return Writer{}.put(cl_int{CL_SUCCESS});
    }
}

std::string text(Reader& request)
{
    const auto bytes = request.block();
    return bytes ? std::string{reinterpret_cast<const char*>(bytes->data()), bytes->size()} : "";
}

// Three sizes, or none.
struct Sizes
{
    explicit Sizes(Reader& request)
    {
        const auto bytes = request.block();
        if (!bytes) return;
        std::memcpy(values.data(), bytes->data(), std::min(bytes->size(), sizeof values));
        there = true;
    }
    const std::size_t* get() const { return there ? values.data() : nullptr; }

    std::array<std::size_t, 3> values{1, 1, 1};
    bool there = false;
};

Writer set_argument(Reader& request)
{
    const auto kernel = object<cl_kernel>(request);
    const auto index = request.get<cl_uint>();
    const auto size = request.get<std::uint64_t>();
    const auto value = request.block();
    std::uint64_t number = 0;
    if (value && value->size() == sizeof number) std::memcpy(&number, value->data(), sizeof number);
    if (cl_mem memory = objects().object<cl_mem>(number); memory != nullptr)
        return Writer{}.put(clSetKernelArg(kernel, index, sizeof memory, &memory));
    return Writer{}.put(clSetKernelArg(kernel, index, size, value ? value->data() : nullptr));
}

Writer read_image(Reader& request)
{
    const auto queue = object<cl_command_queue>(request);
    const auto image = object<cl_mem>(request);
    const Sizes origin{request};
    const Sizes region{request};
    std::vector<std::byte> pixels(std::min(request.get<std::uint64_t>(), longest));
    const cl_int error = clEnqueueReadImage(queue, image, CL_TRUE, origin.get(), region.get(), 0, 0,
                                            pixels.data(), 0, nullptr, nullptr);
    return Writer{}.put(error).block(pixels.data(), pixels.size());
}

Writer respond(Reader& request)
{
    cl_int error = CL_SUCCESS;
    switch (request.get<Call>()) {
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
    case Call::retain:
        return retain_or_release(request, true);
    case Call::release:
        return retain_or_release(request, false);
    case Call::create_context: {
        auto device = object<cl_device_id>(request);
        cl_context context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &error);
        return created(context, error);
    }
    case Call::create_queue: {
        const auto context = object<cl_context>(request);
        const auto device = object<cl_device_id>(request);
        cl_command_queue queue =
            clCreateCommandQueue(context, device, request.get<cl_command_queue_properties>(), &error);
        return created(queue, error);
    }
    case Call::create_buffer: {
        const auto context = object<cl_context>(request);
        const auto flags = request.get<cl_mem_flags>();
        const auto bytes = request.get<std::uint64_t>();
        const auto contents = request.block();
        cl_mem buffer = clCreateBuffer(context, flags, bytes,
                                       contents ? const_cast<std::byte*>(contents->data()) : nullptr, &error);
        return created(buffer, error);
    }
    case Call::create_sub_buffer: {
        const auto whole = object<cl_mem>(request);
        const auto flags = request.get<cl_mem_flags>();
        const auto region = request.get<cl_buffer_region>();
        cl_mem part = clCreateSubBuffer(whole, flags, CL_BUFFER_CREATE_TYPE_REGION, &region, &error);
        return created(part, error);
    }
    case Call::create_image: {
        const auto context = object<cl_context>(request);
        const auto flags = request.get<cl_mem_flags>();
        const auto format = request.get<cl_image_format>();
        auto about = request.get<cl_image_desc>();
        about.buffer = nullptr;
        const auto pixels = request.block();
        cl_mem image = clCreateImage(context, flags, &format, &about,
                                     pixels ? const_cast<std::byte*>(pixels->data()) : nullptr, &error);
        return created(image, error);
    }
    case Call::create_program: {
        const auto context = object<cl_context>(request);
        const std::string source = text(request);
        const char* start = source.data();
        const std::size_t length = source.size();
        cl_program program = clCreateProgramWithSource(context, 1, &start, &length, &error);
        return created(program, error);
    }
    case Call::create_kernel: {
        const auto program = object<cl_program>(request);
        cl_kernel kernel = clCreateKernel(program, text(request).c_str(), &error);
        return created(kernel, error);
    }
    case Call::build_program: {
        const auto program = object<cl_program>(request);
        auto device = object<cl_device_id>(request);
        return Writer{}.put(clBuildProgram(program, 1, &device, text(request).c_str(), nullptr, nullptr));
    }
    case Call::set_argument:
        return set_argument(request);
    case Call::enqueue_kernel: {
        const auto queue = object<cl_command_queue>(request);
        const auto kernel = object<cl_kernel>(request);
        const auto dimensions = request.get<cl_uint>();
        const Sizes offset{request};
        const Sizes global{request};
        const Sizes local{request};
        return Writer{}.put(clEnqueueNDRangeKernel(queue, kernel, dimensions, offset.get(), global.get(),
                                                   local.get(), 0, nullptr, nullptr));
    }
    case Call::read_buffer: {
        const auto queue = object<cl_command_queue>(request);
        const auto buffer = object<cl_mem>(request);
        const auto offset = request.get<std::uint64_t>();
        std::vector<std::byte> bytes(std::min(request.get<std::uint64_t>(), longest));
        error = clEnqueueReadBuffer(queue, buffer, CL_TRUE, offset, bytes.size(), bytes.data(), 0, nullptr,
                                    nullptr);
        return Writer{}.put(error).block(bytes.data(), bytes.size());
    }
    case Call::write_buffer: {
        const auto queue = object<cl_command_queue>(request);
        const auto buffer = object<cl_mem>(request);
        const auto offset = request.get<std::uint64_t>();
        const auto bytes = request.block();
        return Writer{}.put(clEnqueueWriteBuffer(queue, buffer, CL_TRUE, offset, bytes ? bytes->size() : 0,
                                                 bytes ? bytes->data() : nullptr, 0, nullptr, nullptr));
    }
    case Call::fill_buffer: {
        const auto queue = object<cl_command_queue>(request);
        const auto buffer = object<cl_mem>(request);
        const auto offset = request.get<std::uint64_t>();
        const auto bytes = request.get<std::uint64_t>();
        const auto pattern = request.block();
        return Writer{}.put(clEnqueueFillBuffer(queue, buffer, pattern ? pattern->data() : nullptr,
                                                pattern ? pattern->size() : 0, offset, bytes, 0, nullptr,
                                                nullptr));
    }
    case Call::read_image:
        return read_image(request);
    case Call::write_image: {
        const auto queue = object<cl_command_queue>(request);
        const auto image = object<cl_mem>(request);
        const Sizes origin{request};
        const Sizes region{request};
        const auto pixels = request.block();
        return Writer{}.put(clEnqueueWriteImage(queue, image, CL_TRUE, origin.get(), region.get(), 0, 0,
                                                pixels ? pixels->data() : nullptr, 0, nullptr, nullptr));
    }
    case Call::finish:
        return Writer{}.put(clFinish(object<cl_command_queue>(request)));
    }
    return Writer{}.put(cl_int{CL_INVALID_OPERATION});
}

} // namespace

int main()
{
    while (true) {
        std::optional<Reader> request;
        try {
            request.emplace(receive(socket_descriptor));
        } catch (const Broken&) {
            return 0; // the test program has ended
        }
        send(socket_descriptor, respond(*request));
    }
}
