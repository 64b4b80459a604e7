// What the witness makes of the calls on events and queues: their status, callbacks, references and properties.
#include "event_witness_state.hpp"

namespace lockstep
{

cl_event EventWitness::make_user_event(cl_context, cl_int* code)
{
    const std::lock_guard lock{state_->mutex};
    State::Node node;
    node.kind = State::Kind::user;
    node.command.name = "clCreateUserEvent";
    node.has_event = true;
    node.references = 1;
    node.status = CL_SUBMITTED;
    if (code != nullptr) *code = CL_SUCCESS;
    return state_->handle(state_->add(std::move(node), {}));
}

cl_int EventWitness::set_status(cl_event event, cl_int status)
{
    const std::lock_guard lock{state_->mutex};
    State::Node* const node = state_->find(event);
    if (node == nullptr) ++state_->bad;
    if (node == nullptr || node->kind != State::Kind::user) return CL_INVALID_EVENT;
    if (status > CL_COMPLETE) return CL_INVALID_VALUE;
    if (node->ended()) {
        ++state_->twice;
        return CL_INVALID_OPERATION;
    }
    const Number number = state_->number_of(event);
    if (const Number now = state_->host_now(); now != State::no_number) state_->graph.put_behind(number, now);
    state_->end(number, status);
    state_->call_made();
    return CL_SUCCESS;
}

cl_int EventWitness::set_callback(cl_event event, cl_int status, Callback function, void* data)
{
    const std::lock_guard lock{state_->mutex};
    State::Node* const node = state_->find(event);
    if (node == nullptr) {
        ++state_->bad;
        return CL_INVALID_EVENT;
    }
    if (function == nullptr || status < CL_COMPLETE || status > CL_SUBMITTED) return CL_INVALID_VALUE;
    const State::Registered callback{status, function, data, state_->host_now()};
    if (node->ended())
        state_->calls.push_back(
            {state_->number_of(event), callback, node->status < 0 ? node->status : status});
    else
        node->callbacks.push_back(callback);
    state_->call_made();
    return CL_SUCCESS;
}

cl_int EventWitness::change_references(cl_event event, int change)
{
    const std::lock_guard lock{state_->mutex};
    State::Node* const node = state_->find(event);
    if (node == nullptr) {
        ++state_->bad;
        return CL_INVALID_EVENT;
    }
    node->references += change;
    return CL_SUCCESS;
}

cl_int EventWitness::event_info(cl_event event, cl_event_info question, std::size_t bytes, void* answer,
                                std::size_t* needed)
{
    const std::lock_guard lock{state_->mutex};
    const State::Node* const node = state_->find(event);
    if (node == nullptr) {
        ++state_->bad;
        return CL_INVALID_EVENT;
    }
    const auto reply = [&](auto value) { return lockstep::answer(value, bytes, answer, needed); };
    switch (question) {
    case CL_EVENT_COMMAND_EXECUTION_STATUS:
        return reply(node->status);
    case CL_EVENT_COMMAND_QUEUE:
        return reply(node->command.queue);
    case CL_EVENT_REFERENCE_COUNT:
        return reply(static_cast<cl_uint>(node->references));
    case CL_EVENT_COMMAND_TYPE:
        return reply(static_cast<cl_command_type>(node->kind == State::Kind::user ? CL_COMMAND_USER
                                                                                  : CL_COMMAND_MARKER));
    default:
        return CL_INVALID_VALUE;
    }
}

cl_command_queue EventWitness::make_queue(cl_context context, cl_device_id device,
                                          cl_command_queue_properties properties, cl_int* code)
{
    constexpr cl_command_queue_properties out_of_order = CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE;
    const std::lock_guard lock{state_->mutex};
    const bool wanted = (properties & out_of_order) != 0;
    if (wanted && !state_->device.out_of_order) {
        if (code != nullptr) *code = CL_INVALID_QUEUE_PROPERTIES;
        return nullptr;
    }
    const cl_command_queue made =
        LOCKSTEP_REAL(clCreateCommandQueue, context, device, properties & ~out_of_order, code);
    if (made == nullptr) return nullptr;
    State::Queue& queue = state_->queues[made];
    queue = {};
    queue.out_of_order = wanted;
    queue.made_here = true;
    ++state_->made;
    state_->made_out_of_order += wanted ? 1U : 0U;
    return made;
}

void EventWitness::change_queue_references(cl_command_queue queue, int change)
{
    const std::lock_guard lock{state_->mutex};
    const auto known = state_->queues.find(queue);
    if (known == state_->queues.end()) return;
    known->second.references += change;
    if (known->second.references == 0) { // it is flushed, and lives until its commands have ended
        state_->flush(known->second);
        LOCKSTEP_REAL(clRetainCommandQueue, queue);
    }
}

cl_command_queue EventWitness::driver_queue(cl_command_queue queue)
{
    const auto info = [&](auto& answer, cl_command_queue_info question) {
        LOCKSTEP_REAL(clGetCommandQueueInfo, queue, question, sizeof(answer), &answer, nullptr);
    };
    cl_context context = nullptr;
    cl_device_id device = nullptr;
    info(context, CL_QUEUE_CONTEXT);
    info(device, CL_QUEUE_DEVICE);
    const std::lock_guard lock{state_->mutex};
    cl_command_queue& driver = state_->drivers[{context, device}];
    if (driver == nullptr) driver = LOCKSTEP_REAL(clCreateCommandQueue, context, device, 0, nullptr);
    return driver;
}

cl_command_queue_properties EventWitness::properties(cl_command_queue queue)
{
    const std::lock_guard lock{state_->mutex};
    return state_->queue(queue).out_of_order
               ? cl_command_queue_properties{CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE}
               : cl_command_queue_properties{0};
}

bool EventWitness::has_queues_out_of_order() const
{
    return state_->device.out_of_order;
}

cl_int EventWitness::unknown(const char* function)
{
    const std::lock_guard lock{state_->mutex};
    if (state_->unknown_function.empty()) state_->unknown_function = function;
    return CL_INVALID_OPERATION;
}

std::vector<EventWitness::Access> EventWitness::accesses_of(cl_kernel kernel, const std::string& name) const
{
    std::vector<Access> accesses;
    for (auto [index, access] : kernel_arguments::buffers(kernel)) {
        const std::lock_guard lock{state_->mutex};
        access.writes = !state_->only_read.contains({name, index});
        accesses.push_back(access);
    }
    return accesses;
}

} // namespace lockstep
