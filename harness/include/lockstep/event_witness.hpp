// A witness between the code under test and OpenCL's queues and events. It is a driver of its own: the commands given
// to it are recorded, and run later, one at a time, in a random order of those that the specification allows. What a
// device would forgive by luck goes wrong here, and what it may do at the same time is computed from the record.
// event_witness_calls.hpp has the functions that hand the calls of a test program to it.
#pragma once

#include <CL/opencl.h>

#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace lockstep
{

/// What is known of the commands and events that the code under test makes while the witness lives; one at a time,
/// for all threads.
///
/// Queues, buffers and kernels are the driver's. Events are the witness's own, and commands reach the driver one by
/// one, when the witness runs them. So the same holds on every device, also where the driver has no queue out of
/// order or takes failed events badly.
class EventWitness
{
public:
    /// Of a command, a marker, a barrier or a user event, in the order in which they were made. Not all numbers are
    /// given out.
    using Number = std::size_t;

    /// Memory that a command uses: of a buffer, or of the host.
    struct Access
    {
        const void* memory; ///< the buffer, of a part its whole; null: the host's
        std::size_t begin;  ///< in bytes; of the host's memory an address
        std::size_t end;
        bool writes;
    };
    struct Command
    {
        std::string name;             ///< "clEnqueueReadBuffer"
        std::string kernel{};         ///< of a launch, its name
        cl_program program = nullptr; ///< the same, whose it is
        cl_command_queue queue = nullptr;
        bool blocking = false;
        std::vector<Access> accesses{}; ///< a launch's: its arguments that are buffers, read and written
        std::size_t work_items = 0;     ///< of a launch
        unsigned dimensions = 0;        ///< the same
    };
    /// What the device is said to be.
    struct Device
    {
        bool out_of_order = true; ///< whether queues out of order can be made
        std::uint64_t seed = 1;   ///< of the order in which commands are run
        /// How long nothing is run while nobody waits; long for code that is to return before anything is run.
        std::chrono::milliseconds patience{20};
    };

    EventWitness() : EventWitness(Device{}) {}
    explicit EventWitness(const Device& device);
    ~EventWitness();
    EventWitness(const EventWitness&) = delete;
    EventWitness& operator=(const EventWitness&) = delete;

    /// Arguments that a kernel only reads: its name and their index.
    void reads_only(const std::string& kernel, cl_uint index);
    /// Asked for each command when it runs. An answer is taken for the command's own status, and the driver never
    /// sees the command.
    void instead(std::function<std::optional<cl_int>(Number)> run);
    /// Called on the device's thread before a command runs, or fails with one that it waits for.
    void before_each(std::function<void(Number)> look);

    /// Lets the device run what was flushed, from now on.
    void release();
    /// Releases, and returns when nothing is left that could run.
    void settle();
    /// Nothing is run from now on, so that what commands and callbacks use may go.
    void stop();

    /// How many commands there are; markers and barriers are none.
    std::size_t count() const;
    Command command(Number number) const;
    /// The newest command, marker or barrier.
    Number last() const;
    /// A command in words, with its place among the commands.
    std::string describe(Number number) const;
    /// The commands, markers and barriers of this name, or launches of the kernel of this name, in order. User events
    /// have the name clCreateUserEvent.
    std::vector<Number> all(const std::string& name) const;
    /// The commands that were run, in the order in which they were.
    std::vector<Number> order() const;
    /// A command's status: CL_COMPLETE, an error, or more than CL_COMPLETE while it has not ended.
    cl_int status(Number number) const;

    /// Whether `first` has ended whenever `second` begins, on every device: by wait lists, barriers, markers, user
    /// events, the order of queues in order, and what the host waited for in between.
    bool certainly_before(Number first, Number second) const;
    /// Whether the two may run at the same time.
    bool may_overlap(Number one, Number other) const;
    /// Commands that use the same memory, one of them writing, while nothing orders them: as a sentence, empty if
    /// there are none.
    std::string race() const;
    /// Commands that this thread does not know to have ended, by what it waited for.
    std::vector<Number> unwaited() const;
    /// Commands that no flush, finish or wait of their queue followed.
    std::size_t unflushed() const;

    /// How often the host waited: blocking commands, clFinish, clWaitForEvents.
    std::size_t waits() const;
    /// Those that stood before the last command was enqueued.
    std::size_t waits_in_between() const;
    /// Calls that wait, and were made in a callback. They return CL_INVALID_OPERATION and do nothing.
    std::size_t waits_in_callbacks() const;
    /// Why a wait could never have ended, as a sentence; empty if all did. Such a call returns CL_OUT_OF_RESOURCES.
    std::string deadlock() const;
    /// Whether the device's patience ended before somebody waited, released or settled.
    bool lost_patience() const;
    /// The same of the time before the last command was enqueued: the host waited in a way that is none of OpenCL's waits.
    bool lost_patience_in_between() const;
    std::size_t queues_made() const;
    std::size_t queues_out_of_order_made() const;
    /// Queues that were made and not released.
    std::size_t queues_alive() const;
    /// Events that were returned or made, and not released; user events too.
    std::size_t events_alive() const;
    /// User events that have no status of their own yet.
    std::size_t user_events_open() const;
    /// Tries to give a user event a second status.
    std::size_t set_twice() const;
    /// How often somebody asked for the status of an event.
    std::size_t polls() const;
    /// Calls with an event that is none, or no more.
    std::size_t bad_events() const;
    /// The first function that was called and that the witness does not know; empty if there was none.
    std::string unknown_call() const;

    // Below, what the calls tell the witness. Each is as the function of OpenCL that it serves.

    struct Waits
    {
        cl_uint count;
        const cl_event* events;
    };
    /// A command of a queue. @param run what the driver is to do, on the device's thread.
    cl_int enqueue(Command command, const Waits& waits, cl_event* event, std::function<cl_int()> run);
    /// A marker, or a barrier.
    cl_int enqueue_point(cl_command_queue queue, bool barrier, const Waits& waits, cl_event* event);
    cl_int flush(cl_command_queue queue);
    cl_int finish(cl_command_queue queue);
    cl_int wait(const Waits& waits);
    cl_event make_user_event(cl_context context, cl_int* code);
    cl_int set_status(cl_event event, cl_int status);
    using Callback = void(CL_CALLBACK*)(cl_event, cl_int, void*);
    cl_int set_callback(cl_event event, cl_int status, Callback function, void* data);
    cl_int change_references(cl_event event, int change);
    cl_int event_info(cl_event event, cl_event_info question, std::size_t bytes, void* answer,
                      std::size_t* needed);
    cl_command_queue make_queue(cl_context context, cl_device_id device,
                                cl_command_queue_properties properties, cl_int* code);
    void change_queue_references(cl_command_queue queue, int change);
    /// The queue of the driver's in which the commands of this one are run: one for a context, because Intel's
    /// runtime (2026.22) shows a queue what a kernel in another one made only if an event orders the two, also when
    /// the host waits in between.
    cl_command_queue driver_queue(cl_command_queue queue);
    cl_command_queue_properties properties(cl_command_queue queue);
    bool has_queues_out_of_order() const;
    cl_int unknown(const char* function);
    std::vector<Access> accesses_of(cl_kernel kernel, const std::string& name) const;

    /// Whether this thread is in a callback.
    static bool in_callback();

    /// The one that lives, while a call of the code under test uses it: as long as there are any, it does not end.
    class Use
    {
    public:
        Use();
        ~Use();
        Use(const Use&) = delete;
        Use& operator=(const Use&) = delete;
        explicit operator bool() const { return witness_ != nullptr; }
        EventWitness* operator->() const { return witness_; }

    private:
        EventWitness* witness_ = nullptr; ///< null inside of the library, and where there is none
    };

    /// The one that lives, for tests.
    static EventWitness* witness();
    /// Whether the event is one of a witness, this one or one that is gone.
    static bool is_witnesss(cl_event event);

private:
    struct State;
    std::unique_ptr<State> state_;
};

/// What kernels were given by clSetKernelArg, and launches with that. Test programs with a witness hand the calls to
/// it.
namespace kernel_arguments
{

void set(cl_kernel kernel, cl_uint index, std::size_t bytes, const void* value);
void forget(cl_kernel kernel);
/// A launch of the kernel with the arguments that it has now, whatever it is given later.
/// @param code not CL_SUCCESS where an argument is missing.
std::function<cl_int()> launch(cl_command_queue queue, cl_kernel kernel, std::span<const std::size_t> offset,
                               std::span<const std::size_t> global, std::span<const std::size_t> local,
                               cl_int* code);
/// The arguments that are buffers: their index, and their memory.
std::vector<std::pair<cl_uint, EventWitness::Access>> buffers(cl_kernel kernel);

} // namespace kernel_arguments

/// A part of a buffer as a part of its whole.
EventWitness::Access access_of(cl_mem buffer, std::size_t offset, std::size_t bytes, bool writes);

/// Keeps the buffer alive, whoever releases it.
std::shared_ptr<void> kept(cl_mem buffer);

} // namespace lockstep
