// OpenCL for a test program whose kernels must not run in its own process: preloaded, this library takes the place of the
// functions that test programs of kernel exercises call, and has each done by the server (server.cpp).
//
// LOCKSTEP_REMOTE names a file with the server's command line and environment: each word ended by a NUL, the two parted by
// an empty word. Events, callbacks and mapped memory, which those test programs do not use, are refused.
#include "remote/wire.hpp"

#include <CL/cl.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <mutex>
#include <string>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>

namespace
{

using namespace lockstep::remote;

// The two lists of words in the file.
struct HowToStart
{
    std::vector<std::string> arguments;
    std::vector<std::string> environment;
};

HowToStart how_to_start()
{
    const char* const name = std::getenv("LOCKSTEP_REMOTE");
    std::ifstream file{name != nullptr ? name : ""};
    HowToStart how;
    bool arguments = true;
    for (std::string word; std::getline(file, word, '\0');)
        if (arguments && word.empty())
            arguments = false;
        else
            (arguments ? how.arguments : how.environment).push_back(word);
    return how;
}

std::vector<char*> pointers(std::vector<std::string>& words)
{
    std::vector<char*> result;
    for (std::string& word : words) result.push_back(word.data());
    result.push_back(nullptr);
    return result;
}

// The server and the way to it: one for the process, never taken down, since objects are released until the very end.
class Server
{
public:
    static Server& get()
    {
        static Server& one = *new Server;
        return one;
    }

    Reader ask(const Writer& request)
    {
        const std::lock_guard lock{mutex_};
        try {
            send(socket_, request);
            return receive(socket_);
        } catch (const Broken&) {
            end_as_it_ended();
        }
    }

private:
    Server()
    {
        HowToStart how = how_to_start();
        std::array<int, 2> ends{};
        if (how.arguments.empty() || socketpair(AF_UNIX, SOCK_STREAM, 0, ends.data()) != 0) give_up();
        const std::vector<char*> argv = pointers(how.arguments);
        const std::vector<char*> envp = pointers(how.environment);
        child_ = fork();
        if (child_ < 0) give_up();
        if (child_ == 0) {
            constexpr int its_end = 3;
            dup2(ends[1], its_end);
            for (int other = its_end + 1; other < 1024; ++other) close(other); // the report among them
            execve(argv[0], argv.data(), envp.data());
            _exit(127);
        }
        close(ends[1]);
        socket_ = ends[0];
    }

    [[noreturn]] static void give_up()
    {
        std::fputs("The process for kernels could not be started (LOCKSTEP_REMOTE).\n", stderr);
        std::_Exit(127);
    }

    // A kernel that crashes takes its process with it; the test program then ends in the same way, and is asked why.
    [[noreturn]] void end_as_it_ended() const
    {
        int status = 0;
        pid_t ended = 0;
        for (int i = 0; i < 100 && ended == 0;
             ++i) { // it is on its way out, unless it broke the rules and still runs
            ended = waitpid(child_, &status, WNOHANG);
            if (ended == 0) usleep(10000);
        }
        if (ended == 0) {
            kill(child_, SIGKILL);
            waitpid(child_, &status, 0);
        }
        constexpr int signalled = 128; // what bubblewrap adds to a signal's number
        const int code = WIFEXITED(status) ? WEXITSTATUS(status) : 0;
        const int by = code > signalled && code < signalled + 32 ? code - signalled : SIGABRT;
        std::signal(by, SIG_DFL);
        raise(by);
        std::_Exit(127);
    }

    std::mutex mutex_;
    pid_t child_ = 0;
    int socket_ = -1;
};

// One request, put together and sent off; what comes back begins with the code of the error.
class Request
{
public:
    explicit Request(Call call) { message_.put(call); }

    template <typename T>
    Request& value(const T& value)
    {
        message_.put(value);
        return *this;
    }
    template <typename Handle>
    Request& handle(Handle handle)
    {
        message_.put(reinterpret_cast<std::uint64_t>(handle));
        return *this;
    }
    Request& block(const void* bytes, std::size_t count)
    {
        message_.block(bytes, count);
        return *this;
    }
    Request& text(const char* text)
    {
        return block(text != nullptr ? text : "", text != nullptr ? std::strlen(text) : 0);
    }

    Reader send() const { return Server::get().ask(message_); }

    /// The code of the error alone.
    cl_int done() const
    {
        return guarded([&] { return send().get<cl_int>(); });
    }

    /// The object that was made.
    template <typename Handle>
    Handle made(cl_int* error) const
    {
        std::uint64_t number = 0;
        const cl_int code = guarded([&] {
            Reader answer = send();
            const auto told = answer.get<cl_int>();
            number = answer.get<std::uint64_t>();
            return told;
        });
        if (error != nullptr) *error = code;
        return code == CL_SUCCESS ? reinterpret_cast<Handle>(number) : nullptr;
    }

    /// A value of any size into the caller's memory, as clGet…Info does it.
    cl_int answered(std::size_t room, void* value, std::size_t* size) const
    {
        return guarded([&] {
            Reader answer = send();
            const auto code = answer.get<cl_int>();
            if (code != CL_SUCCESS) return code;
            const auto bytes = answer.block().value_or(std::span<const std::byte>{});
            if (size != nullptr) *size = bytes.size();
            if (value == nullptr) return code;
            if (room < bytes.size()) return cl_int{CL_INVALID_VALUE};
            std::memcpy(value, bytes.data(), bytes.size());
            return code;
        });
    }

    /// Exactly `count` bytes into the caller's memory.
    cl_int filled(void* to, std::size_t count) const
    {
        return guarded([&] {
            Reader answer = send();
            const auto code = answer.get<cl_int>();
            const auto bytes = answer.block().value_or(std::span<const std::byte>{});
            if (code == CL_SUCCESS && bytes.size() != count) throw Broken{"an answer of another length"};
            if (code == CL_SUCCESS) std::memcpy(to, bytes.data(), count);
            return code;
        });
    }

private:
    // An answer that makes no sense comes from a process that is no longer what it was.
    template <typename Do>
    static cl_int guarded(Do action)
    {
        try {
            return action();
        } catch (const Broken&) {
            return CL_OUT_OF_RESOURCES;
        }
    }

    Writer message_;
};

template <typename Handle>
cl_int listed(const Request& request, cl_uint room, Handle* found, cl_uint* count)
{
    std::size_t bytes = 0;
    std::vector<std::byte> all(std::size_t{1} << 16U);
    const cl_int code = request.answered(all.size(), all.data(), &bytes);
    if (code != CL_SUCCESS) return code;
    const auto there = static_cast<cl_uint>(bytes / sizeof(Handle));
    if (count != nullptr) *count = there;
    if (found != nullptr) std::memcpy(found, all.data(), std::min(room, there) * sizeof(Handle));
    return code;
}

template <typename Handle>
cl_int info(Kind kind, Handle of, cl_uint what, std::size_t room, void* value, std::size_t* size)
{
    return Request{Call::info}.value(kind).handle(of).value(what).answered(room, value, size);
}

template <typename Handle>
cl_int counted(Call call, Kind kind, Handle of)
{
    return Request{call}.value(kind).handle(of).done();
}

// Events are refused, and so whatever waits for them.
bool with_events(cl_uint count, const cl_event* event)
{
    return count > 0 || event != nullptr;
}

std::size_t pixel_bytes(cl_mem image)
{
    std::size_t bytes = 0;
    return info(Kind::image, image, CL_IMAGE_ELEMENT_SIZE, sizeof bytes, &bytes, nullptr) == CL_SUCCESS
               ? bytes
               : 0;
}

// The rows of a box in the caller's memory, which may have gaps between them.
struct Box
{
    Box(const std::size_t* region, std::size_t element, std::size_t row, std::size_t slice)
        : row_bytes(region[0] * element), rows(region[1]), slices(region[2]),
          row_pitch(row != 0 ? row : row_bytes), slice_pitch(slice != 0 ? slice : row_pitch * rows)
    {
    }
    std::size_t bytes() const { return row_bytes * rows * slices; }

    /// Calls visit(offset in the box without gaps, offset in memory) for each row.
    template <typename Visit>
    void each_row(Visit visit) const
    {
        for (std::size_t z = 0; z < slices; ++z)
            for (std::size_t y = 0; y < rows; ++y)
                visit((z * rows + y) * row_bytes, z * slice_pitch + y * row_pitch);
    }

    std::size_t row_bytes;
    std::size_t rows;
    std::size_t slices;
    std::size_t row_pitch;
    std::size_t slice_pitch;
};

} // namespace

extern "C"
{

    cl_int clGetPlatformIDs(cl_uint room, cl_platform_id* found, cl_uint* count)
    {
        return listed(Request{Call::platform_ids}, room, found, count);
    }

    cl_int clGetDeviceIDs(cl_platform_id platform, cl_device_type type, cl_uint room, cl_device_id* found,
                          cl_uint* count)
    {
        return listed(Request{Call::device_ids}.handle(platform).value(type), room, found, count);
    }

    cl_int clGetPlatformInfo(cl_platform_id of, cl_platform_info what, size_t room, void* value, size_t* size)
    {
        return info(Kind::platform, of, what, room, value, size);
    }
    cl_int clGetDeviceInfo(cl_device_id of, cl_device_info what, size_t room, void* value, size_t* size)
    {
        return info(Kind::device, of, what, room, value, size);
    }
    cl_int clGetContextInfo(cl_context of, cl_context_info what, size_t room, void* value, size_t* size)
    {
        return info(Kind::context, of, what, room, value, size);
    }
    cl_int clGetCommandQueueInfo(cl_command_queue of, cl_command_queue_info what, size_t room, void* value,
                                 size_t* size)
    {
        return info(Kind::queue, of, what, room, value, size);
    }
    cl_int clGetMemObjectInfo(cl_mem of, cl_mem_info what, size_t room, void* value, size_t* size)
    {
        return info(Kind::memory, of, what, room, value, size);
    }
    cl_int clGetImageInfo(cl_mem of, cl_image_info what, size_t room, void* value, size_t* size)
    {
        return info(Kind::image, of, what, room, value, size);
    }
    cl_int clGetProgramInfo(cl_program of, cl_program_info what, size_t room, void* value, size_t* size)
    {
        return info(Kind::program, of, what, room, value, size);
    }
    cl_int clGetKernelInfo(cl_kernel of, cl_kernel_info what, size_t room, void* value, size_t* size)
    {
        return info(Kind::kernel, of, what, room, value, size);
    }
    cl_int clGetProgramBuildInfo(cl_program program, cl_device_id device, cl_program_build_info what,
                                 size_t room, void* value, size_t* size)
    {
        return Request{Call::build_info}.handle(program).handle(device).value(what).answered(room, value,
                                                                                             size);
    }
    cl_int clGetKernelWorkGroupInfo(cl_kernel kernel, cl_device_id device, cl_kernel_work_group_info what,
                                    size_t room, void* value, size_t* size)
    {
        return Request{Call::work_group_info}.handle(kernel).handle(device).value(what).answered(room, value,
                                                                                                 size);
    }
    cl_int clGetKernelArgInfo(cl_kernel kernel, cl_uint index, cl_kernel_arg_info what, size_t room,
                              void* value, size_t* size)
    {
        return Request{Call::argument_info}.handle(kernel).value(index).value(what).answered(room, value,
                                                                                             size);
    }

    cl_int clRetainDevice(cl_device_id of)
    {
        return counted(Call::retain, Kind::device, of);
    }
    cl_int clReleaseDevice(cl_device_id of)
    {
        return counted(Call::release, Kind::device, of);
    }
    cl_int clRetainContext(cl_context of)
    {
        return counted(Call::retain, Kind::context, of);
    }
    cl_int clReleaseContext(cl_context of)
    {
        return counted(Call::release, Kind::context, of);
    }
    cl_int clRetainCommandQueue(cl_command_queue of)
    {
        return counted(Call::retain, Kind::queue, of);
    }
    cl_int clReleaseCommandQueue(cl_command_queue of)
    {
        return counted(Call::release, Kind::queue, of);
    }
    cl_int clRetainMemObject(cl_mem of)
    {
        return counted(Call::retain, Kind::memory, of);
    }
    cl_int clReleaseMemObject(cl_mem of)
    {
        return counted(Call::release, Kind::memory, of);
    }
    cl_int clRetainProgram(cl_program of)
    {
        return counted(Call::retain, Kind::program, of);
    }
    cl_int clReleaseProgram(cl_program of)
    {
        return counted(Call::release, Kind::program, of);
    }
    cl_int clRetainKernel(cl_kernel of)
    {
        return counted(Call::retain, Kind::kernel, of);
    }
    cl_int clReleaseKernel(cl_kernel of)
    {
        return counted(Call::release, Kind::kernel, of);
    }

    cl_context clCreateContext(const cl_context_properties*, cl_uint, const cl_device_id* devices,
                               void (*)(const char*, const void*, size_t, void*), void*, cl_int* error)
    {
        return Request{Call::create_context}.handle(devices[0]).made<cl_context>(error);
    }

    cl_command_queue clCreateCommandQueue(cl_context context, cl_device_id device,
                                          cl_command_queue_properties properties, cl_int* error)
    {
        return Request{Call::create_queue}
            .handle(context)
            .handle(device)
            .value(properties)
            .made<cl_command_queue>(error);
    }

    cl_mem clCreateBuffer(cl_context context, cl_mem_flags flags, size_t bytes, void* contents, cl_int* error)
    {
        if ((flags & CL_MEM_USE_HOST_PTR) != 0) {
            if (error != nullptr) *error = CL_INVALID_OPERATION;
            return nullptr;
        }
        return Request{Call::create_buffer}
            .handle(context)
            .value(flags)
            .value(std::uint64_t{bytes})
            .block(contents, bytes)
            .made<cl_mem>(error);
    }

    cl_mem clCreateSubBuffer(cl_mem whole, cl_mem_flags flags, cl_buffer_create_type, const void* region,
                             cl_int* error)
    {
        return Request{Call::create_sub_buffer}
            .handle(whole)
            .value(flags)
            .value(*static_cast<const cl_buffer_region*>(region))
            .made<cl_mem>(error);
    }

    cl_mem clCreateImage(cl_context context, cl_mem_flags flags, const cl_image_format* format,
                         const cl_image_desc* about, void* pixels, cl_int* error)
    {
        if (pixels !=
            nullptr) { // how many bytes they are, only the driver knows: they are written afterwards
            if (error != nullptr) *error = CL_INVALID_OPERATION;
            return nullptr;
        }
        return Request{Call::create_image}
            .handle(context)
            .value(flags)
            .value(*format)
            .value(*about)
            .block(nullptr, 0)
            .made<cl_mem>(error);
    }

    cl_program clCreateProgramWithSource(cl_context context, cl_uint count, const char** texts,
                                         const size_t* lengths, cl_int* error)
    {
        std::string source;
        for (cl_uint i = 0; i < count; ++i)
            source.append(texts[i],
                          lengths != nullptr && lengths[i] != 0 ? lengths[i] : std::strlen(texts[i]));
        return Request{Call::create_program}
            .handle(context)
            .block(source.data(), source.size())
            .made<cl_program>(error);
    }

    cl_int clBuildProgram(cl_program program, cl_uint, const cl_device_id* devices, const char* options,
                          void (*)(cl_program, void*), void*)
    {
        std::uint64_t device = 0; // of a call without devices
        if (devices != nullptr)
            device = reinterpret_cast<std::uint64_t>(devices[0]);
        else if (const cl_int error =
                     info(Kind::program, program, CL_PROGRAM_DEVICES, sizeof device, &device, nullptr);
                 error != CL_SUCCESS)
            return error;
        return Request{Call::build_program}.handle(program).value(device).text(options).done();
    }

    cl_kernel clCreateKernel(cl_program program, const char* name, cl_int* error)
    {
        return Request{Call::create_kernel}.handle(program).text(name).made<cl_kernel>(error);
    }

    cl_int clSetKernelArg(cl_kernel kernel, cl_uint index, size_t size, const void* value)
    {
        return Request{Call::set_argument}
            .handle(kernel)
            .value(index)
            .value(std::uint64_t{size})
            .block(value, size)
            .done();
    }

    cl_int clEnqueueNDRangeKernel(cl_command_queue queue, cl_kernel kernel, cl_uint dimensions,
                                  const size_t* offset, const size_t* global, const size_t* local,
                                  cl_uint waits, const cl_event*, cl_event* event)
    {
        if (with_events(waits, event)) return CL_INVALID_OPERATION;
        const std::size_t bytes = dimensions * sizeof(size_t);
        return Request{Call::enqueue_kernel}
            .handle(queue)
            .handle(kernel)
            .value(dimensions)
            .block(offset, bytes)
            .block(global, bytes)
            .block(local, bytes)
            .done();
    }

    cl_int clEnqueueReadBuffer(cl_command_queue queue, cl_mem buffer, cl_bool, size_t offset, size_t bytes,
                               void* to, cl_uint waits, const cl_event*, cl_event* event)
    {
        if (with_events(waits, event)) return CL_INVALID_OPERATION;
        return Request{Call::read_buffer}
            .handle(queue)
            .handle(buffer)
            .value(std::uint64_t{offset})
            .value(std::uint64_t{bytes})
            .filled(to, bytes);
    }

    cl_int clEnqueueWriteBuffer(cl_command_queue queue, cl_mem buffer, cl_bool, size_t offset, size_t bytes,
                                const void* from, cl_uint waits, const cl_event*, cl_event* event)
    {
        if (with_events(waits, event)) return CL_INVALID_OPERATION;
        return Request{Call::write_buffer}
            .handle(queue)
            .handle(buffer)
            .value(std::uint64_t{offset})
            .block(from, bytes)
            .done();
    }

    cl_int clEnqueueFillBuffer(cl_command_queue queue, cl_mem buffer, const void* pattern,
                               size_t pattern_bytes, size_t offset, size_t bytes, cl_uint waits,
                               const cl_event*, cl_event* event)
    {
        if (with_events(waits, event)) return CL_INVALID_OPERATION;
        return Request{Call::fill_buffer}
            .handle(queue)
            .handle(buffer)
            .value(std::uint64_t{offset})
            .value(std::uint64_t{bytes})
            .block(pattern, pattern_bytes)
            .done();
    }

    cl_int clEnqueueReadImage(cl_command_queue queue, cl_mem image, cl_bool, const size_t* origin,
                              const size_t* region, size_t row_pitch, size_t slice_pitch, void* to,
                              cl_uint waits, const cl_event*, cl_event* event)
    {
        if (with_events(waits, event)) return CL_INVALID_OPERATION;
        const Box box{region, pixel_bytes(image), row_pitch, slice_pitch};
        std::vector<std::byte> pixels(box.bytes());
        const cl_int error = Request{Call::read_image}
                                 .handle(queue)
                                 .handle(image)
                                 .block(origin, 3 * sizeof(size_t))
                                 .block(region, 3 * sizeof(size_t))
                                 .value(std::uint64_t{pixels.size()})
                                 .filled(pixels.data(), pixels.size());
        if (error == CL_SUCCESS)
            box.each_row([&](std::size_t packed, std::size_t memory) {
                std::memcpy(static_cast<std::byte*>(to) + memory, &pixels[packed], box.row_bytes);
            });
        return error;
    }

    cl_int clEnqueueWriteImage(cl_command_queue queue, cl_mem image, cl_bool, const size_t* origin,
                               const size_t* region, size_t row_pitch, size_t slice_pitch, const void* from,
                               cl_uint waits, const cl_event*, cl_event* event)
    {
        if (with_events(waits, event)) return CL_INVALID_OPERATION;
        const Box box{region, pixel_bytes(image), row_pitch, slice_pitch};
        std::vector<std::byte> pixels(box.bytes());
        box.each_row([&](std::size_t packed, std::size_t memory) {
            std::memcpy(&pixels[packed], static_cast<const std::byte*>(from) + memory, box.row_bytes);
        });
        return Request{Call::write_image}
            .handle(queue)
            .handle(image)
            .block(origin, 3 * sizeof(size_t))
            .block(region, 3 * sizeof(size_t))
            .block(pixels.data(), pixels.size())
            .done();
    }

    cl_int clFinish(cl_command_queue queue)
    {
        return Request{Call::finish}.handle(queue).done();
    }

} // extern "C"
