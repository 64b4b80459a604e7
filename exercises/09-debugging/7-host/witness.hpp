// A witness between group_sums.cpp and OpenCL. The functions in the second half bear the names of OpenCL's own, so the linker
// binds group_sums.cpp's calls to them. It notes what they ask, has any of them fail, holds back what a read delivers until
// somebody waits for it, and delivers other results than the device's. Include it in one source file only.
#pragma once

#include <CL/opencl.h>
#include <lockstep/interposed.hpp>

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <map>
#include <span>
#include <string>
#include <vector>

/// What is known of the OpenCL calls that this thread makes while the witness lives.
class Witness
{
public:
    Witness() { present = this; }
    ~Witness() { present = nullptr; }
    Witness(const Witness&) = delete;
    Witness& operator=(const Witness&) = delete;

    std::size_t failing = SIZE_MAX; ///< the call, by its place in `calls`, that fails without being made
    cl_int failing_code = CL_SUCCESS;
    bool others_fail = false;                     ///< with another code, all calls behind it
    std::span<const std::byte> instead_of_result; ///< when not empty, what a read delivers
    std::vector<std::string> calls;               ///< that can fail, in order
    std::vector<std::size_t> buffers;
    std::map<cl_uint, std::size_t> arguments; ///< bytes of each, as last given
    int reads = 0;
    std::vector<std::string> released_too_often;
    std::string left() const ///< the first kind of object that was made and not released; empty: none
    {
        for (const auto& [object, known] : objects_)
            if (known.references > 0) return known.kind;
        return "";
    }
    std::size_t reads_on_their_way() const { return on_their_way_.size(); }

    // Below, what the calls tell the witness.

    /// With what this call is to fail; CL_SUCCESS: not at all.
    cl_int fails(const char* name)
    {
        calls.emplace_back(name);
        const std::size_t place = calls.size() - 1;
        return place == failing                 ? failing_code
               : others_fail && place > failing ? CL_INVALID_OPERATION
                                                : CL_SUCCESS;
    }
    template <typename Handle>
    Handle made(Handle object, const char* kind)
    {
        if (object != nullptr) objects_[object] = {kind, 1};
        return object;
    }
    /// False when it was alive no more.
    bool released(void* object)
    {
        const auto known = objects_.find(object);
        if (known == objects_.end()) return object != nullptr;
        if (known->second.references-- > 0) return true;
        known->second.references = 0;
        released_too_often.push_back(known->second.kind);
        return false;
    }
    /// A command was enqueued; the queue is in order.
    void enqueued(const cl_event* event)
    {
        ++commands_;
        if (event == nullptr) return;
        made(*event, "event");
        events_[*event] = commands_;
    }
    void read(void* to, std::vector<std::byte> data)
    {
        ++reads;
        if (!instead_of_result.empty())
            std::memcpy(data.data(), instead_of_result.data(),
                        std::min(data.size(), instead_of_result.size()));
        on_their_way_.push_back({commands_, to, std::move(data)});
    }
    void arrive_up_to(std::size_t command)
    {
        const auto late = std::find_if(on_their_way_.begin(), on_their_way_.end(),
                                       [&](const Read& read) { return read.command > command; });
        for (auto read = on_their_way_.begin(); read != late; ++read)
            std::memcpy(read->to, read->data.data(), read->data.size());
        on_their_way_.erase(on_their_way_.begin(), late);
    }
    /// Whether a question for the event's state is answered as if it still ran: the first few are, while a read is on its way.
    bool still_runs(cl_event event)
    {
        const auto known = events_.find(event);
        return known != events_.end() && !on_their_way_.empty() &&
               on_their_way_.front().command <= known->second && ++questions_ % 4 != 0;
    }
    void arrive(cl_event event)
    {
        if (const auto known = events_.find(event); known != events_.end()) arrive_up_to(known->second);
    }
    void all_arrive() { arrive_up_to(commands_); }

    inline static thread_local Witness* present = nullptr; ///< this thread's, while one lives
    /// Whether released buffers stay: Oclgrind 21.10 takes what is known of one for known of the next in its place.
    inline static bool keeps_buffers = false;

private:
    struct Object
    {
        std::string kind;
        int references;
    };
    struct Read
    {
        std::size_t command;
        void* to;
        std::vector<std::byte> data;
    };

    std::map<void*, Object> objects_;
    std::map<cl_event, std::size_t> events_; ///< which command each belongs to
    std::size_t commands_ = 0;
    int questions_ = 0;
    std::vector<Read> on_their_way_;
};

namespace witness_detail
{

using lockstep::real;

inline Witness* witness()
{
    return lockstep::inside_library == 0 ? Witness::present : nullptr;
}

/// With what the call is to fail; CL_SUCCESS: not at all.
inline cl_int failure_of(const char* name)
{
    Witness* const w = witness();
    return w != nullptr ? w->fails(name) : CL_SUCCESS;
}

/// The same for a call that makes an object and hands out its code.
inline bool fails(const char* name, cl_int* code)
{
    const cl_int failure = failure_of(name);
    if (failure != CL_SUCCESS && code != nullptr) *code = failure;
    return failure != CL_SUCCESS;
}

template <typename Handle>
Handle noted(Handle object, const char* kind)
{
    Witness* const w = witness();
    return w != nullptr ? w->made(object, kind) : object;
}

inline cl_int enqueued(cl_int result, const cl_event* event)
{
    if (Witness* const w = witness(); w != nullptr && result == CL_SUCCESS) w->enqueued(event);
    return result;
}

template <typename Function, typename Handle>
cl_int release(const char* name, Handle object)
{
    if (Witness* const w = witness(); w != nullptr && !w->released(object)) return CL_INVALID_VALUE;
    return real<Function>(name, object);
}

} // namespace witness_detail

// OpenCL's functions, as group_sums.cpp sees them.
extern "C"
{

    cl_program clCreateProgramWithSource(cl_context context, cl_uint count, const char** strings,
                                         const size_t* lengths, cl_int* code)
    {
        using namespace witness_detail;
        if (fails("clCreateProgramWithSource", code)) return nullptr;
        return noted(real<decltype(clCreateProgramWithSource)>("clCreateProgramWithSource", context, count,
                                                               strings, lengths, code),
                     "program");
    }
    cl_int clBuildProgram(cl_program program, cl_uint count, const cl_device_id* devices, const char* options,
                          void(CL_CALLBACK* notify)(cl_program, void*), void* data)
    {
        using namespace witness_detail;
        if (const cl_int failure = failure_of("clBuildProgram")) return failure;
        return real<decltype(clBuildProgram)>("clBuildProgram", program, count, devices, options, notify,
                                              data);
    }
    cl_kernel clCreateKernel(cl_program program, const char* name, cl_int* code)
    {
        using namespace witness_detail;
        if (fails("clCreateKernel", code)) return nullptr;
        return noted(real<decltype(clCreateKernel)>("clCreateKernel", program, name, code), "kernel");
    }
    cl_mem clCreateBuffer(cl_context context, cl_mem_flags flags, size_t bytes, void* host, cl_int* code)
    {
        using namespace witness_detail;
        if (fails("clCreateBuffer", code)) return nullptr;
        if (Witness* const w = witness()) w->buffers.push_back(bytes);
        return noted(real<decltype(clCreateBuffer)>("clCreateBuffer", context, flags, bytes, host, code),
                     "buffer");
    }
    cl_int clSetKernelArg(cl_kernel kernel, cl_uint index, size_t bytes, const void* value)
    {
        using namespace witness_detail;
        if (const cl_int failure = failure_of("clSetKernelArg")) return failure;
        if (Witness* const w = witness()) w->arguments[index] = bytes;
        return real<decltype(clSetKernelArg)>("clSetKernelArg", kernel, index, bytes, value);
    }
    cl_int clEnqueueNDRangeKernel(cl_command_queue queue, cl_kernel kernel, cl_uint dimensions,
                                  const size_t* offset, const size_t* global, const size_t* local,
                                  cl_uint count, const cl_event* events, cl_event* event)
    {
        using namespace witness_detail;
        if (const cl_int failure = failure_of("clEnqueueNDRangeKernel")) return failure;
        return enqueued(real<decltype(clEnqueueNDRangeKernel)>("clEnqueueNDRangeKernel", queue, kernel,
                                                               dimensions, offset, global, local, count,
                                                               events, event),
                        event);
    }
    cl_int clEnqueueWriteBuffer(cl_command_queue queue, cl_mem buffer, cl_bool blocking, size_t offset,
                                size_t bytes, const void* from, cl_uint count, const cl_event* events,
                                cl_event* event)
    {
        using namespace witness_detail;
        if (const cl_int failure = failure_of("clEnqueueWriteBuffer")) return failure;
        const cl_int result =
            enqueued(real<decltype(clEnqueueWriteBuffer)>("clEnqueueWriteBuffer", queue, buffer, blocking,
                                                          offset, bytes, from, count, events, event),
                     event);
        if (Witness* const w = witness(); w != nullptr && blocking != CL_FALSE) w->all_arrive();
        return result;
    }
    cl_int clEnqueueReadBuffer(cl_command_queue queue, cl_mem buffer, cl_bool blocking, size_t offset,
                               size_t bytes, void* to, cl_uint count, const cl_event* events, cl_event* event)
    {
        using namespace witness_detail;
        if (const cl_int failure = failure_of("clEnqueueReadBuffer")) return failure;
        Witness* const w = witness();
        if (w == nullptr)
            return real<decltype(clEnqueueReadBuffer)>("clEnqueueReadBuffer", queue, buffer, blocking, offset,
                                                       bytes, to, count, events, event);
        std::vector<std::byte> data(bytes);
        const cl_bool block = CL_TRUE;
        const cl_int result = enqueued(
            real<decltype(clEnqueueReadBuffer)>("clEnqueueReadBuffer", queue, buffer, block, offset, bytes,
                                                static_cast<void*>(data.data()), count, events, event),
            event);
        if (result == CL_SUCCESS) w->read(to, std::move(data));
        if (result == CL_SUCCESS && blocking != CL_FALSE) w->all_arrive();
        return result;
    }
    cl_int clEnqueueMarkerWithWaitList(cl_command_queue queue, cl_uint count, const cl_event* events,
                                       cl_event* event)
    {
        using namespace witness_detail;
        if (const cl_int failure = failure_of("clEnqueueMarkerWithWaitList")) return failure;
        return enqueued(real<decltype(clEnqueueMarkerWithWaitList)>("clEnqueueMarkerWithWaitList", queue,
                                                                    count, events, event),
                        event);
    }
    cl_int clEnqueueBarrierWithWaitList(cl_command_queue queue, cl_uint count, const cl_event* events,
                                        cl_event* event)
    {
        using namespace witness_detail;
        if (const cl_int failure = failure_of("clEnqueueBarrierWithWaitList")) return failure;
        return enqueued(real<decltype(clEnqueueBarrierWithWaitList)>("clEnqueueBarrierWithWaitList", queue,
                                                                     count, events, event),
                        event);
    }
    cl_int clWaitForEvents(cl_uint count, const cl_event* events)
    {
        if (const cl_int failure = witness_detail::failure_of("clWaitForEvents")) return failure;
        if (Witness* const w = witness_detail::witness())
            for (cl_uint i = 0; i < count; ++i) w->arrive(events[i]);
        return lockstep::real<decltype(clWaitForEvents)>("clWaitForEvents", count, events);
    }
    cl_int clFlush(cl_command_queue queue)
    {
        if (const cl_int failure = witness_detail::failure_of("clFlush")) return failure;
        return lockstep::real<decltype(clFlush)>("clFlush", queue);
    }
    cl_int clGetEventInfo(cl_event event, cl_event_info what, size_t bytes, void* value, size_t* needed)
    {
        if (Witness* const w = witness_detail::witness();
            w != nullptr && what == CL_EVENT_COMMAND_EXECUTION_STATUS) {
            if (constexpr cl_int running = CL_RUNNING; w->still_runs(event)) {
                if (needed != nullptr) *needed = sizeof(running);
                if (value != nullptr) std::memcpy(value, &running, std::min(bytes, sizeof(running)));
                return CL_SUCCESS;
            }
            w->arrive(event);
        }
        return lockstep::real<decltype(clGetEventInfo)>("clGetEventInfo", event, what, bytes, value, needed);
    }
    cl_int clFinish(cl_command_queue queue)
    {
        if (const cl_int failure = witness_detail::failure_of("clFinish")) return failure;
        if (Witness* const w = witness_detail::witness()) w->all_arrive();
        return lockstep::real<decltype(clFinish)>("clFinish", queue);
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
        if (Witness::keeps_buffers && lockstep::inside_library == 0) clRetainMemObject(buffer);
        return witness_detail::release<decltype(clReleaseMemObject)>("clReleaseMemObject", buffer);
    }
    cl_int clReleaseEvent(cl_event event)
    {
        return witness_detail::release<decltype(clReleaseEvent)>("clReleaseEvent", event);
    }

} // extern "C"
