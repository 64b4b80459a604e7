// The process that runs kernels for a test program: it does what the socket, descriptor 3, asks of the real OpenCL, until
// the other side has gone. It holds nothing that a kernel which breaks out could use: neither expected results nor verdict.
#include "remote/objects.hpp"
#include "remote/queries.hpp"

#include <array>
#include <string>

namespace
{

using namespace lockstep::remote;

constexpr int socket_descriptor = 3;

template <typename Object>
Writer created(Object object, cl_int error)
{
    return Writer{}.put(error).put(objects().made(object, kind_of<Object>()));
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
    case Kind::event:
        return count(cl_event{}, clRetainEvent, clReleaseEvent, CL_EVENT_REFERENCE_COUNT, clGetEventInfo);
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

/// A command enqueued by `enqueue`, which is given where to put its event if the request wants one.
template <typename Enqueue>
Writer commanded(Reader& request, Enqueue enqueue)
{
    if (request.get<std::uint8_t>() == 0) return Writer{}.put(enqueue(nullptr));
    cl_event event = nullptr;
    const cl_int error = enqueue(&event);
    return created(event, error);
}

Writer wait_for_events(Reader& request)
{
    std::vector<cl_event> events(std::min<cl_uint>(request.get<cl_uint>(), 4096));
    for (cl_event& event : events) event = object<cl_event>(request);
    return Writer{}.put(clWaitForEvents(static_cast<cl_uint>(events.size()), events.data()));
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

/// The object that a request asks for; nothing where it asks for none.
std::optional<Writer> answer_to_creation(Call call, Reader& request)
{
    cl_int error = CL_SUCCESS;
    switch (call) {
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
    default:
        return std::nullopt;
    }
}

Writer respond(Reader& request)
{
    const auto call = request.get<Call>();
    if (std::optional<Writer> answer = answer_to_query(call, request)) return *std::move(answer);
    if (std::optional<Writer> answer = answer_to_creation(call, request)) return *std::move(answer);
    switch (call) {
    case Call::retain:
        return retain_or_release(request, true);
    case Call::release:
        return retain_or_release(request, false);
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
        return commanded(request, [&](cl_event* event) {
            return clEnqueueNDRangeKernel(queue, kernel, dimensions, offset.get(), global.get(), local.get(),
                                          0, nullptr, event);
        });
    }
    case Call::read_buffer: {
        const auto queue = object<cl_command_queue>(request);
        const auto buffer = object<cl_mem>(request);
        const auto offset = request.get<std::uint64_t>();
        std::vector<std::byte> bytes(std::min(request.get<std::uint64_t>(), longest));
        const cl_int error = clEnqueueReadBuffer(queue, buffer, CL_TRUE, offset, bytes.size(), bytes.data(),
                                                 0, nullptr, nullptr);
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
        return commanded(request, [&](cl_event* event) {
            return clEnqueueFillBuffer(queue, buffer, pattern ? pattern->data() : nullptr,
                                       pattern ? pattern->size() : 0, offset, bytes, 0, nullptr, event);
        });
    }
    case Call::copy_buffer: {
        const auto queue = object<cl_command_queue>(request);
        const auto from = object<cl_mem>(request);
        const auto to = object<cl_mem>(request);
        const auto offset_from = request.get<std::uint64_t>();
        const auto offset_to = request.get<std::uint64_t>();
        const auto bytes = request.get<std::uint64_t>();
        return commanded(request, [&](cl_event* event) {
            return clEnqueueCopyBuffer(queue, from, to, offset_from, offset_to, bytes, 0, nullptr, event);
        });
    }
    case Call::wait_for_events:
        return wait_for_events(request);
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
    default:
        return Writer{}.put(cl_int{CL_INVALID_OPERATION});
    }
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
