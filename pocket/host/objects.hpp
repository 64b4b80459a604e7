// What OpenCL's handles stand for.
#pragma once

#define CL_TARGET_OPENCL_VERSION 300
#define CL_USE_DEPRECATED_OPENCL_1_1_APIS
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#define CL_USE_DEPRECATED_OPENCL_2_0_APIS
#include <CL/cl.h>
#include <CL/cl_icd.h>

#include "front/program.hpp"
#include "host/counted.hpp"
#include "host/order.hpp"
#include "machine/machine.hpp"

#include <atomic>
#include <condition_variable>
#include <cstdlib>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

extern const cl_icd_dispatch pocket_dispatch;

/// What the ICD loader looks for first in every handle.
struct PocketHandle
{
    const cl_icd_dispatch* dispatch = &pocket_dispatch;
};

struct _cl_platform_id : PocketHandle
{
};

struct _cl_device_id : PocketHandle
{
};

namespace pk = lockstep::pocket;

namespace lockstep::pocket
{

/// Memory that costs nothing until it is used.
template <typename T>
using Zeros = std::unique_ptr<T[], decltype(&std::free)>;

} // namespace lockstep::pocket

struct _cl_context : PocketHandle, pk::Counted<_cl_context>
{
    std::vector<cl_context_properties> properties;
    void(CL_CALLBACK* notify)(const char*, const void*, size_t, void*) = nullptr;
    void* user = nullptr;
    pk::Orders orders;
};

struct _cl_mem : PocketHandle, pk::Counted<_cl_mem>
{
    ~_cl_mem();

    std::uint64_t number = next_number(); ///< no other has it, in all of the process
    pk::Held<_cl_context> context;
    pk::Held<_cl_mem> parent;
    cl_mem_object_type type = CL_MEM_OBJECT_BUFFER;
    cl_mem_flags flags = 0;
    std::size_t origin = 0; ///< of a sub-buffer
    void* host = nullptr;   ///< of CL_MEM_USE_HOST_PTR
    pk::Zeros<std::byte> bytes{nullptr, &std::free};
    pk::Zeros<std::uint8_t> written{nullptr, &std::free};
    bool has_parts = false; ///< sub-buffers and images, which look at its marks
    pk::Object object;
    cl_image_format format{};
    cl_image_desc desc{};
    pk::Picture picture;
    cl_uint maps = 0;
    std::vector<std::pair<void(CL_CALLBACK*)(cl_mem, void*), void*>> destructors;

    std::byte* data() { return object.data; }
    std::size_t size() const { return object.size; }

private:
    static std::uint64_t next_number()
    {
        static std::atomic<std::uint64_t> next{1};
        return next++;
    }
};

namespace lockstep::pocket
{

/// A memory object that may have ended since.
struct Named
{
    cl_mem memory = nullptr;
    std::uint64_t number = 0;

    bool is_there() const { return Counted<_cl_mem>::is_alive(memory) && memory->number == number; }
};

} // namespace lockstep::pocket

struct _cl_sampler : PocketHandle, pk::Counted<_cl_sampler>
{
    pk::Held<_cl_context> context;
    cl_bool normalised = CL_TRUE;
    cl_addressing_mode addressing = CL_ADDRESS_CLAMP;
    cl_filter_mode filter = CL_FILTER_NEAREST;
};

struct _cl_program : PocketHandle, pk::Counted<_cl_program>
{
    pk::Held<_cl_context> context;
    std::string source;
    std::string options;
    std::string log;
    std::shared_ptr<pk::Program> built;
    std::vector<pk::Held<_cl_program>> parts; ///< of a linked one
    cl_build_status status = CL_BUILD_NONE;
    cl_program_binary_type kind = CL_PROGRAM_BINARY_TYPE_NONE;
    std::map<std::string, std::shared_ptr<const pk::Code>> codes;
    std::atomic<cl_uint> kernels{0};

    std::vector<std::string> kernel_names() const;
};

struct _cl_kernel : PocketHandle, pk::Counted<_cl_kernel>
{
    ~_cl_kernel();

    pk::Held<_cl_program> program;
    std::string name;
    std::shared_ptr<pk::Program> built; ///< as it was when this kernel was made
    std::shared_ptr<const pk::Code> code;
    std::vector<pk::Argument> arguments;
    std::vector<pk::Named> memories; ///< of arguments, which a kernel does not keep alive
    std::vector<bool> set;
};

struct _cl_command_queue;

struct _cl_event : PocketHandle, pk::Counted<_cl_event>
{
    pk::Held<_cl_context> context;
    pk::Held<_cl_command_queue> queue;
    cl_command_type type = 0;
    cl_int status = CL_QUEUED;
    cl_ulong times[4] = {0, 0, 0, 0}; ///< queued, submitted, started, ended
    std::shared_ptr<pk::CommandOrder> order = std::make_shared<pk::CommandOrder>();
    std::vector<std::tuple<cl_int, void(CL_CALLBACK*)(cl_event, cl_int, void*), void*>> callbacks;
};

namespace lockstep::pocket
{

/// What a command does, and tells that it touches. @return what its event ends with: CL_COMPLETE, or an error
using Work = std::function<cl_int(Touches&)>;

/// A command that waits for its events, and for those before it where the queue is in order.
struct Command
{
    Held<_cl_event> event;
    std::vector<Held<_cl_event>> waits;
    Work work;
    bool is_barrier = false;
};

} // namespace lockstep::pocket

struct _cl_command_queue : PocketHandle, pk::Counted<_cl_command_queue>
{
    ~_cl_command_queue();

    pk::Held<_cl_context> context;
    cl_command_queue_properties properties = 0;
    std::vector<cl_queue_properties> given;
    std::deque<pk::Command> commands; ///< those that have not ended
    pk::QueueOrder order;

    bool in_order() const { return (properties & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE) == 0; }
};

namespace lockstep::pocket
{

/// All of this device's state is changed by one thread at a time.
std::recursive_mutex& big_lock();
/// Is told when an event has ended.
std::condition_variable_any& something_ended();

cl_platform_id the_platform();
cl_device_id the_device();
MachineOptions machine_options();
/// Bytes of local memory that a group may have.
cl_ulong local_memory();

/// A clock that counts what was done, not the time: two runs of one program read the same.
cl_ulong counted_clock();
void advance_clock(cl_ulong by);

template <typename T>
cl_int give_bytes(const T* from, std::size_t bytes, std::size_t room, void* value, std::size_t* needed)
{
    if (needed != nullptr) *needed = bytes;
    if (value == nullptr) return CL_SUCCESS;
    if (room < bytes) return CL_INVALID_VALUE;
    if (bytes > 0) std::copy_n(reinterpret_cast<const char*>(from), bytes, static_cast<char*>(value));
    return CL_SUCCESS;
}

template <typename T>
cl_int give(const T& from, std::size_t room, void* value, std::size_t* needed)
{
    return give_bytes(&from, sizeof from, room, value, needed);
}

cl_int give_text(const std::string& text, std::size_t room, void* value, std::size_t* needed);

template <typename T>
cl_int retain(T* object, cl_int wrong)
{
    if (!Counted<T>::is_alive(object)) return wrong;
    ++object->count;
    return CL_SUCCESS;
}

template <typename T>
cl_int release(T* object, cl_int wrong)
{
    if (!Counted<T>::is_alive(object)) return wrong;
    const std::lock_guard lock{big_lock()};
    return Held<T>::drop(object);
}

inline void set(cl_int* code, cl_int value)
{
    if (code != nullptr) *code = value;
}

/// Puts a command into a queue, runs what can be run, and waits for it where `blocking` is true. @return an error of OpenCL.
cl_int enqueue(cl_command_queue queue, cl_command_type type, cl_uint count, const cl_event* waits,
               cl_event* event, bool blocking, Work work, bool is_barrier = false);
/// Runs what can be run, in all queues of the context.
void pump(cl_context context);
/// Runs what can be run until the event has ended. @param lock of big_lock(), which is given back while callbacks are called.
void wait_for(std::unique_lock<std::recursive_mutex>& lock, cl_event event);
/// The host knows that an event has ended: what it enqueues from now on comes later.
void host_has_seen(cl_event event);
/// Ends an event, and tells who waits.
void finish_event(cl_event event, cl_int status);

} // namespace lockstep::pocket
