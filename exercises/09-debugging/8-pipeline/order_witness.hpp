// A witness between pipeline.cpp and OpenCL's queues. The functions in the second half bear the names of OpenCL's own, so the
// linker binds pipeline.cpp's calls to them. For each command it knows which commands must have ended before it: those before
// it in its queue, those it waits for by events, and those the host has waited for. A command that reads what may not be there
// yet reads nothing. Include it in one source file only.
#pragma once

#include <CL/opencl.h>
#include <lockstep/interposed.hpp>

#include <algorithm>
#include <cstring>
#include <map>
#include <set>
#include <string>
#include <vector>

/// What is known of the commands that this thread enqueues while the witness lives. Queues are in order.
class OrderWitness
{
public:
    OrderWitness() { present = this; }
    ~OrderWitness() { present = nullptr; }
    OrderWitness(const OrderWitness&) = delete;
    OrderWitness& operator=(const OrderWitness&) = delete;

    int waits = 0; ///< of the host: blocking commands, clFinish, clWaitForEvents
    int launches = 0, writes = 0, reads = 0;
    std::set<cl_command_queue> copying, computing; ///< queues that were used for it
    std::set<cl_program> programs;                 ///< whose kernels were launched
    bool unflushed =
        false; ///< the host waited for a command that waits for another queue, which nobody flushed
    std::string too_early; ///< what was enqueued without waiting for what it needs; empty: nothing
    bool result_awaited() const { return last_read_ == 0 || ended_.contains(last_read_); }

    // Below, what the calls tell the witness.

    using Number = std::size_t;
    enum class Kind
    {
        write,
        launch,
        read,
        point ///< a marker or a barrier
    };

    /// True when the command comes after all that it needs: a launch after the writes, a read after the launches as well.
    bool enqueued(Kind kind, cl_command_queue queue, cl_uint count, const cl_event* events)
    {
        current_ = ++last_;
        std::set<Number> before = ended_;
        if (const auto previous = tail_.find(queue); previous != tail_.end()) add(before, previous->second);
        for (cl_uint i = 0; i < count; ++i)
            if (const auto known = events_.find(events[i]); known != events_.end()) {
                add(before, known->second);
                awaited_.push_back(known->second);
            }
        const auto all_in = [&](const std::vector<Number>& numbers) {
            return std::all_of(numbers.begin(), numbers.end(), [&](Number n) { return before.contains(n); });
        };
        const bool in_time = kind == Kind::point || ((kind == Kind::write || all_in(written_)) &&
                                                     (kind != Kind::read || all_in(launched_)));
        if (!in_time && too_early.empty())
            too_early = kind == Kind::read ? "the copy back does not wait for all kernels"
                                           : "a kernel does not wait for the picture";
        before_[current_] = std::move(before);
        if (kind != Kind::point) (kind == Kind::launch ? computing : copying).insert(queue);
        tail_[queue] = current_;
        queue_of_[current_] = queue;
        if (kind == Kind::write) written_.push_back(current_), ++writes;
        if (kind == Kind::launch) launched_.push_back(current_), ++launches;
        if (kind == Kind::read) last_read_ = current_, ++reads;
        return in_time;
    }
    void event(const cl_event* event)
    {
        if (event != nullptr) events_[*event] = current_;
    }
    void flushed(cl_command_queue queue) { flushed_[queue] = last_; }
    void host_waits_for(Number command)
    {
        for (const Number number : awaited_)
            if (number > flushed_[queue_of_[number]] && queue_of_[number] != queue_of_[command])
                unflushed = true;
        add(ended_, command);
    }
    void blocking()
    {
        ++waits;
        flushed(queue_of_[current_]);
        host_waits_for(current_);
    }
    void finished(cl_command_queue queue)
    {
        ++waits;
        flushed(queue);
        if (const auto last = tail_.find(queue); last != tail_.end()) host_waits_for(last->second);
    }
    void waited(cl_uint count, const cl_event* events)
    {
        ++waits;
        for (cl_uint i = 0; i < count; ++i)
            if (const auto known = events_.find(events[i]); known != events_.end())
                host_waits_for(known->second);
    }

    inline static thread_local OrderWitness* present = nullptr; ///< this thread's, while one lives

private:
    void add(std::set<Number>& to, Number command)
    {
        to.insert(command);
        to.insert(before_[command].begin(), before_[command].end());
    }

    Number last_ = 0, current_ = 0, last_read_ = 0;
    std::map<Number, std::set<Number>> before_;
    std::map<cl_command_queue, Number> tail_, flushed_;
    std::map<Number, cl_command_queue> queue_of_;
    std::vector<Number> awaited_; // by commands, by their events
    std::map<cl_event, Number> events_;
    std::set<Number> ended_;
    std::vector<Number> written_, launched_;
};

namespace order_witness
{

using lockstep::real;

inline OrderWitness* witness()
{
    return lockstep::inside_library == 0 ? OrderWitness::present : nullptr;
}

} // namespace order_witness

// OpenCL's functions, as pipeline.cpp sees them.
extern "C"
{

    cl_int clEnqueueWriteBuffer(cl_command_queue queue, cl_mem buffer, cl_bool blocking, size_t offset,
                                size_t bytes, const void* from, cl_uint count, const cl_event* events,
                                cl_event* event)
    {
        using namespace order_witness;
        auto* const w = witness();
        if (w != nullptr) w->enqueued(OrderWitness::Kind::write, queue, count, events);
        const cl_int code = real<decltype(clEnqueueWriteBuffer)>(
            "clEnqueueWriteBuffer", queue, buffer, blocking, offset, bytes, from, count, events, event);
        if (w != nullptr) w->event(event);
        if (w != nullptr && blocking != CL_FALSE) w->blocking();
        return code;
    }

    cl_int clEnqueueNDRangeKernel(cl_command_queue queue, cl_kernel kernel, cl_uint dimensions,
                                  const size_t* offset, const size_t* global, const size_t* local,
                                  cl_uint count, const cl_event* events, cl_event* event)
    {
        using namespace order_witness;
        auto* const w = witness();
        if (w != nullptr) {
            w->enqueued(OrderWitness::Kind::launch, queue, count, events);
            cl_program program = nullptr;
            real<decltype(clGetKernelInfo)>("clGetKernelInfo", kernel, cl_kernel_info{CL_KERNEL_PROGRAM},
                                            sizeof(program), static_cast<void*>(&program),
                                            static_cast<size_t*>(nullptr));
            w->programs.insert(program);
        }
        const cl_int code = real<decltype(clEnqueueNDRangeKernel)>(
            "clEnqueueNDRangeKernel", queue, kernel, dimensions, offset, global, local, count, events, event);
        if (w != nullptr) w->event(event);
        return code;
    }

    cl_int clEnqueueReadBuffer(cl_command_queue queue, cl_mem buffer, cl_bool blocking, size_t offset,
                               size_t bytes, void* to, cl_uint count, const cl_event* events, cl_event* event)
    {
        using namespace order_witness;
        auto* const w = witness();
        const bool in_time = w == nullptr || w->enqueued(OrderWitness::Kind::read, queue, count, events);
        const cl_bool block = in_time ? blocking : CL_TRUE;
        const cl_int code = real<decltype(clEnqueueReadBuffer)>("clEnqueueReadBuffer", queue, buffer, block,
                                                                offset, bytes, to, count, events, event);
        if (w != nullptr) w->event(event);
        if (w != nullptr && blocking != CL_FALSE) w->blocking();
        if (!in_time) std::memset(to, 0x7F, bytes);
        return code;
    }

    cl_int clEnqueueMarkerWithWaitList(cl_command_queue queue, cl_uint count, const cl_event* events,
                                       cl_event* event)
    {
        using namespace order_witness;
        auto* const w = witness();
        if (w != nullptr) w->enqueued(OrderWitness::Kind::point, queue, count, events);
        const cl_int code = real<decltype(clEnqueueMarkerWithWaitList)>("clEnqueueMarkerWithWaitList", queue,
                                                                        count, events, event);
        if (w != nullptr) w->event(event);
        return code;
    }

    cl_int clEnqueueBarrierWithWaitList(cl_command_queue queue, cl_uint count, const cl_event* events,
                                        cl_event* event)
    {
        using namespace order_witness;
        auto* const w = witness();
        if (w != nullptr) w->enqueued(OrderWitness::Kind::point, queue, count, events);
        const cl_int code = real<decltype(clEnqueueBarrierWithWaitList)>("clEnqueueBarrierWithWaitList",
                                                                         queue, count, events, event);
        if (w != nullptr) w->event(event);
        return code;
    }

    cl_int clFlush(cl_command_queue queue) // some drivers finish in it: that is no wait of the host's
    {
        if (auto* const w = order_witness::witness()) w->flushed(queue);
        return lockstep::real<decltype(clFlush)>("clFlush", queue);
    }

    cl_int clFinish(cl_command_queue queue)
    {
        using namespace order_witness;
        if (auto* const w = witness()) w->finished(queue);
        return real<decltype(clFinish)>("clFinish", queue);
    }

    cl_int clWaitForEvents(cl_uint count, const cl_event* events)
    {
        using namespace order_witness;
        if (auto* const w = witness()) w->waited(count, events);
        return real<decltype(clWaitForEvents)>("clWaitForEvents", count, events);
    }

} // extern "C"
