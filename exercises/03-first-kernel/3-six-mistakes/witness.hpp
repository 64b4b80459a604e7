// A witness between mend.cpp and OpenCL. The functions in the second half bear the names of OpenCL's own, so
// the linker binds mend.cpp's calls to them: each notes what it was asked and calls the real one.
//
// The witness is as strict as the specification, whatever the driver, and it makes the bad case certain: a
// read that is not waited for never arrives. Include it in one source file only.
#pragma once

#include <CL/opencl.h>
#include <lockstep/interposed.hpp>

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <map>
#include <set>
#include <span>
#include <string>
#include <vector>

/// What is known of the OpenCL calls that this thread makes while the witness lives.
class Witness
{
public:
    struct Launch
    {
        std::size_t global;
        std::size_t local; ///< 0 when the choice was left to the driver
    };

    Witness() { present = this; }
    ~Witness() { present = nullptr; }
    Witness(const Witness&) = delete;
    Witness& operator=(const Witness&) = delete;

    /// When not empty, what every read delivers, whatever the device computed.
    std::span<const std::byte> instead_of_result;
    /// A read that does not block arrives at once all the same.
    bool reads_arrive_at_once = false;

    int reads = 0;          ///< commands that read a buffer
    int contexts = 0;       ///< made
    int unknown_events = 0; ///< events waited for that no command was given
    std::vector<Launch> launches;
    std::vector<std::string> wrong_arguments;
    std::vector<std::string> released_twice;

    /// How many objects of this kind ("kernel", "buffer" …) were created and not released.
    int alive(const std::string& kind) const
    {
        int count = 0;
        for (const auto& [object, known] : objects_)
            count += known.kind == kind && known.references > 0 ? 1 : 0;
        return count;
    }
    /// Reads that nobody has waited for.
    std::size_t reads_on_their_way() const { return on_their_way_.size(); }

    // Below, what the calls tell the witness.

    void created(void* object, const char* kind)
    {
        if (object != nullptr) objects_[object] = {kind, 1};
        if (object != nullptr && std::strcmp(kind, "context") == 0) ++contexts;
    }
    void retained(void* object)
    {
        if (const auto known = objects_.find(object); known != objects_.end()) ++known->second.references;
    }
    /// False when it was alive no more.
    bool released(void* object)
    {
        const auto known = objects_.find(object);
        if (known == objects_.end()) return true; // not made here
        if (known->second.references > 0) {
            --known->second.references;
            return true;
        }
        released_twice.push_back(known->second.kind);
        return false;
    }
    /// A command was given this event, and failed: whatever went wrong there, the event was not forgotten.
    void failed_with(cl_event event) { failed_.insert(event); }
    /// False when one of the events belongs to no command.
    bool are_events(cl_uint count, const cl_event* events)
    {
        bool all_alive = true;
        for (cl_uint i = 0; i < count; ++i) {
            if (alive_event(events[i])) continue;
            all_alive = false;
            unknown_events += failed_.count(events[i]) == 0 ? 1 : 0;
        }
        return all_alive;
    }
    /// False when this size cannot be right: the kernel takes three buffers and a uint.
    bool argument(cl_uint index, std::size_t bytes)
    {
        const bool is_buffer = index < 3;
        const std::size_t wanted = is_buffer ? sizeof(cl_mem) : sizeof(cl_uint);
        if (index > 3 || bytes == wanted) {
            arguments_.insert(index);
            return true;
        }
        wrong_arguments.push_back("argument " + std::to_string(index) + " is " +
                                  (is_buffer ? "a buffer" : "a uint") + ", " + std::to_string(wanted) +
                                  " bytes on the host, and was given as " + std::to_string(bytes) + " bytes");
        return false;
    }
    bool has_all_arguments() const { return arguments_.size() == 4; }

    /// Holds a read's data back until somebody waits for it.
    void read(void* destination, std::vector<std::byte> data, cl_event event)
    {
        ++reads;
        if (!instead_of_result.empty())
            std::memcpy(data.data(), instead_of_result.data(),
                        std::min(data.size(), instead_of_result.size()));
        on_their_way_.push_back({destination, std::move(data), event});
        if (reads_arrive_at_once) all_arrive();
    }
    void arrives(cl_event event)
    {
        // The queue is in order: what was enqueued before has arrived as well.
        std::size_t count = on_their_way_.size();
        while (count > 0 && on_their_way_[count - 1].event != event) --count;
        deliver(count);
    }
    void all_arrive() { deliver(on_their_way_.size()); }

    inline static thread_local Witness* present = nullptr; ///< this thread's, while one lives

private:
    struct Object
    {
        std::string kind;
        int references;
    };
    struct Read
    {
        void* destination;
        std::vector<std::byte> data;
        cl_event event;
    };

    bool alive_event(cl_event event) const
    {
        const auto known = objects_.find(event);
        return known != objects_.end() && known->second.kind == "event" && known->second.references > 0;
    }
    void deliver(std::size_t count)
    {
        for (std::size_t i = 0; i < count; ++i)
            std::memcpy(on_their_way_[i].destination, on_their_way_[i].data.data(),
                        on_their_way_[i].data.size());
        on_their_way_.erase(on_their_way_.begin(),
                            on_their_way_.begin() + static_cast<std::ptrdiff_t>(count));
    }

    std::map<void*, Object> objects_;
    std::set<cl_uint> arguments_;
    std::set<cl_event> failed_;
    std::vector<Read> on_their_way_;
};

namespace witness_detail
{

using lockstep::real;

inline Witness* witness()
{
    return lockstep::inside_library == 0 ? Witness::present : nullptr;
}

template <typename Handle>
Handle noted(Handle object, const char* kind)
{
    if (Witness* const w = witness()) w->created(object, kind);
    return object;
}

template <typename Function, typename Handle>
cl_int retain(const char* name, Handle object)
{
    if (Witness* const w = witness()) w->retained(object);
    return real<Function>(name, object);
}

template <typename Function, typename Handle>
cl_int release(const char* name, Handle object)
{
    if (Witness* const w = witness(); w != nullptr && !w->released(object)) return CL_INVALID_VALUE;
    return real<Function>(name, object);
}

/// Notes the event that a command gave out, or would have.
inline cl_int enqueued(cl_int code, cl_event* event)
{
    Witness* const w = witness();
    if (w == nullptr || event == nullptr) return code;
    if (code == CL_SUCCESS)
        w->created(*event, "event");
    else
        w->failed_with(*event);
    return code;
}

} // namespace witness_detail

// OpenCL's functions, as mend.cpp sees them.
extern "C"
{

    cl_context clCreateContext(const cl_context_properties* properties, cl_uint count,
                               const cl_device_id* devices,
                               void(CL_CALLBACK* notify)(const char*, const void*, size_t, void*), void* data,
                               cl_int* code)
    {
        using namespace witness_detail;
        return noted(real<decltype(clCreateContext)>("clCreateContext", properties, count, devices, notify,
                                                     data, code),
                     "context");
    }

    cl_command_queue clCreateCommandQueue(cl_context context, cl_device_id device,
                                          cl_command_queue_properties properties, cl_int* code)
    {
        using namespace witness_detail;
        return noted(
            real<decltype(clCreateCommandQueue)>("clCreateCommandQueue", context, device, properties, code),
            "command queue");
    }

    cl_program clCreateProgramWithSource(cl_context context, cl_uint count, const char** strings,
                                         const size_t* lengths, cl_int* code)
    {
        using namespace witness_detail;
        return noted(real<decltype(clCreateProgramWithSource)>("clCreateProgramWithSource", context, count,
                                                               strings, lengths, code),
                     "program");
    }

    cl_kernel clCreateKernel(cl_program program, const char* name, cl_int* code)
    {
        using namespace witness_detail;
        return noted(real<decltype(clCreateKernel)>("clCreateKernel", program, name, code), "kernel");
    }

    cl_mem clCreateBuffer(cl_context context, cl_mem_flags flags, size_t bytes, void* host, cl_int* code)
    {
        using namespace witness_detail;
        return noted(real<decltype(clCreateBuffer)>("clCreateBuffer", context, flags, bytes, host, code),
                     "buffer");
    }

    cl_int clSetKernelArg(cl_kernel kernel, cl_uint index, size_t bytes, const void* value)
    {
        using namespace witness_detail;
        if (Witness* const w = witness(); w != nullptr && !w->argument(index, bytes))
            return CL_INVALID_ARG_SIZE;
        return real<decltype(clSetKernelArg)>("clSetKernelArg", kernel, index, bytes, value);
    }

    cl_int clEnqueueNDRangeKernel(cl_command_queue queue, cl_kernel kernel, cl_uint dimensions,
                                  const size_t* offset, const size_t* global, const size_t* local,
                                  cl_uint count, const cl_event* events, cl_event* event)
    {
        using namespace witness_detail;
        if (Witness* const w = witness()) {
            w->launches.push_back({global[0], local != nullptr ? local[0] : 0});
            if (!w->are_events(count, events)) return enqueued(CL_INVALID_EVENT_WAIT_LIST, event);
            if (!w->has_all_arguments()) return enqueued(CL_INVALID_KERNEL_ARGS, event);
        }
        return enqueued(real<decltype(clEnqueueNDRangeKernel)>("clEnqueueNDRangeKernel", queue, kernel,
                                                               dimensions, offset, global, local, count,
                                                               events, event),
                        event);
    }

    cl_int clEnqueueWriteBuffer(cl_command_queue queue, cl_mem buffer, cl_bool blocking, size_t offset,
                                size_t bytes, const void* source, cl_uint count, const cl_event* events,
                                cl_event* event)
    {
        using namespace witness_detail;
        if (Witness* const w = witness(); w != nullptr && !w->are_events(count, events))
            return enqueued(CL_INVALID_EVENT_WAIT_LIST, event);
        return enqueued(real<decltype(clEnqueueWriteBuffer)>("clEnqueueWriteBuffer", queue, buffer, blocking,
                                                             offset, bytes, source, count, events, event),
                        event);
    }

    cl_int clEnqueueReadBuffer(cl_command_queue queue, cl_mem buffer, cl_bool blocking, size_t offset,
                               size_t bytes, void* destination, cl_uint count, const cl_event* events,
                               cl_event* event)
    {
        using namespace witness_detail;
        Witness* const w = witness();
        if (w == nullptr)
            return real<decltype(clEnqueueReadBuffer)>("clEnqueueReadBuffer", queue, buffer, blocking, offset,
                                                       bytes, destination, count, events, event);
        if (!w->are_events(count, events)) return enqueued(CL_INVALID_EVENT_WAIT_LIST, event);
        std::vector<std::byte> data(bytes);
        const cl_bool block = CL_TRUE;
        const cl_int code = enqueued(
            real<decltype(clEnqueueReadBuffer)>("clEnqueueReadBuffer", queue, buffer, block, offset, bytes,
                                                static_cast<void*>(data.data()), count, events, event),
            event);
        if (code == CL_SUCCESS) {
            w->read(destination, std::move(data), event != nullptr ? *event : nullptr);
            if (blocking != CL_FALSE) w->all_arrive();
        }
        return code;
    }

    cl_int clWaitForEvents(cl_uint count, const cl_event* events)
    {
        using namespace witness_detail;
        if (Witness* const w = witness()) {
            if (!w->are_events(count, events)) return CL_INVALID_EVENT;
            for (cl_uint i = 0; i < count; ++i) w->arrives(events[i]);
        }
        return real<decltype(clWaitForEvents)>("clWaitForEvents", count, events);
    }

    cl_int clGetEventInfo(cl_event event, cl_event_info what, size_t bytes, void* value, size_t* bytes_needed)
    {
        using namespace witness_detail;
        if (Witness* const w = witness(); w != nullptr && what == CL_EVENT_COMMAND_EXECUTION_STATUS)
            w->arrives(event);
        return real<decltype(clGetEventInfo)>("clGetEventInfo", event, what, bytes, value, bytes_needed);
    }

    cl_int clFinish(cl_command_queue queue)
    {
        using namespace witness_detail;
        if (Witness* const w = witness()) w->all_arrive();
        return real<decltype(clFinish)>("clFinish", queue);
    }

    cl_int clRetainContext(cl_context context)
    {
        return witness_detail::retain<decltype(clRetainContext)>("clRetainContext", context);
    }
    cl_int clRetainCommandQueue(cl_command_queue queue)
    {
        return witness_detail::retain<decltype(clRetainCommandQueue)>("clRetainCommandQueue", queue);
    }
    cl_int clRetainProgram(cl_program program)
    {
        return witness_detail::retain<decltype(clRetainProgram)>("clRetainProgram", program);
    }
    cl_int clRetainKernel(cl_kernel kernel)
    {
        return witness_detail::retain<decltype(clRetainKernel)>("clRetainKernel", kernel);
    }
    cl_int clRetainMemObject(cl_mem buffer)
    {
        return witness_detail::retain<decltype(clRetainMemObject)>("clRetainMemObject", buffer);
    }
    cl_int clRetainEvent(cl_event event)
    {
        return witness_detail::retain<decltype(clRetainEvent)>("clRetainEvent", event);
    }

    cl_int clReleaseContext(cl_context context)
    {
        return witness_detail::release<decltype(clReleaseContext)>("clReleaseContext", context);
    }
    cl_int clReleaseCommandQueue(cl_command_queue queue)
    {
        return witness_detail::release<decltype(clReleaseCommandQueue)>("clReleaseCommandQueue", queue);
    }
    cl_int clReleaseProgram(cl_program program)
    {
        return witness_detail::release<decltype(clReleaseProgram)>("clReleaseProgram", program);
    }
    cl_int clReleaseKernel(cl_kernel kernel)
    {
        return witness_detail::release<decltype(clReleaseKernel)>("clReleaseKernel", kernel);
    }
    cl_int clReleaseMemObject(cl_mem buffer)
    {
        return witness_detail::release<decltype(clReleaseMemObject)>("clReleaseMemObject", buffer);
    }
    cl_int clReleaseEvent(cl_event event)
    {
        return witness_detail::release<decltype(clReleaseEvent)>("clReleaseEvent", event);
    }

} // extern "C"
