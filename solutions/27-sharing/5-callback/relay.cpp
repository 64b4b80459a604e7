// A step of the host's in the middle of a graph of the device's.
#include "relay.hpp"

#include <exception>
#include <memory>
#include <vector>

namespace
{

// What the callbacks need. The last of them deletes it.
struct State
{
    Relay job;
    cl::UserEvent changed;
    std::promise<void> done;
    std::exception_ptr thrown;
    bool enqueued = false;

    ~State()
    {
        if (!enqueued)
            clSetUserEventStatus(changed(), CL_INVALID_OPERATION); // or the write would wait for ever
    }
};

void CL_CALLBACK values_arrived(cl_event, cl_int status, void* data)
{
    State& state = *static_cast<State*>(data);
    if (status == CL_COMPLETE) try {
            state.job.change(state.job.values);
        } catch (...) {
            state.thrown = std::current_exception();
            status = CL_INVALID_OPERATION;
        }
    cl::UserEvent changed = state.changed; // from its status on, the last callback may delete the state
    changed.setStatus(status);
}

void CL_CALLBACK all_ended(cl_event, cl_int status, void* data)
{
    const std::unique_ptr<State> state{static_cast<State*>(data)};
    if (state->thrown)
        state->done.set_exception(state->thrown);
    else if (status < 0)
        state->done.set_exception(std::make_exception_ptr(cl::Error{status, "relay"}));
    else
        state->done.set_value();
}

} // namespace

std::future<void> relay(const Relay& job)
{
    auto state = std::make_unique<State>();
    state->job = job;
    state->changed = cl::UserEvent{job.queue.getInfo<CL_QUEUE_CONTEXT>()};
    std::future<void> done = state->done.get_future();

    const cl::NDRange work_items{job.values.size()};
    const std::size_t bytes = job.values.size_bytes();
    std::vector<cl::Event> before(1);
    cl::Event first;
    cl::Event arrived;
    cl::Event written;
    cl::Event second;
    cl::Event last;
    job.queue.enqueueNDRangeKernel(job.first, cl::NullRange, work_items, cl::NullRange, nullptr, &first);
    before = {first};
    job.queue.enqueueReadBuffer(job.buffer, CL_FALSE, 0, bytes, job.values.data(), &before, &arrived);
    before = {state->changed};
    job.queue.enqueueWriteBuffer(job.buffer, CL_FALSE, 0, bytes, job.values.data(), &before, &written);
    before = {written};
    job.queue.enqueueNDRangeKernel(job.second, cl::NullRange, work_items, cl::NullRange, &before, &second);
    before = {second};
    job.queue.enqueueReadBuffer(job.buffer, CL_FALSE, 0, bytes, job.values.data(), &before, &last);
    state->enqueued = true;

    arrived.setCallback(CL_COMPLETE, values_arrived, state.get());
    last.setCallback(CL_COMPLETE, all_ended, state.release());
    job.queue.flush();
    return done;
}
