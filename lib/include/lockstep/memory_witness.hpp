// A witness between the code under test and OpenCL's memory commands. The functions in the second half bear the names of
// OpenCL's own, so the linker binds the code's calls to them: each notes what it was asked and calls the real one. It makes the bad
// case certain: a mapped place holds nothing before somebody has waited for it, and nothing once it is unmapped. Include it
// in one source file of a test program only.
#pragma once

#include "interposed.hpp"

#include <CL/opencl.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <list>
#include <map>
#include <string>
#include <vector>

namespace lockstep
{

/// What is known of the memory commands and memory objects that this thread makes while the witness lives.
class MemoryWitness
{
public:
    struct Command
    {
        std::string name; ///< "clEnqueueReadBufferRect"
        cl_command_queue queue;
        cl_mem buffer; ///< what is read, written, mapped or copied from, an image too; null for a launch
        bool blocking;
        std::size_t offset; ///< in bytes; 0 for boxes
        std::size_t bytes;  ///< moved; 0 for a launch
    };
    /// What a command on a box was given, whether or not it succeeded; of a copy, its source.
    struct Box
    {
        std::size_t origin; ///< its first number, in bytes
        std::size_t row_pitch;
        std::size_t slice_pitch;
    };
    /// What a command on a part of an image was given, whether or not it succeeded.
    struct ImageBox
    {
        cl_mem image;
        std::array<std::size_t, 3> origin; ///< in pixels
        std::array<std::size_t, 3> region; ///< in pixels
        cl_mem buffer = nullptr;           ///< of a copy from or to a buffer
        std::size_t offset = 0;            ///< in that buffer, in bytes
    };
    struct SubBuffer
    {
        cl_mem whole;
        std::size_t origin; ///< in bytes
        std::size_t bytes;
        cl_mem_flags flags;
    };

    MemoryWitness() { present = this; }
    ~MemoryWitness() { present = nullptr; }
    MemoryWitness(const MemoryWitness&) = delete;
    MemoryWitness& operator=(const MemoryWitness&) = delete;

    std::vector<Command> commands;     ///< that were enqueued, in order
    std::vector<std::size_t> buffers;  ///< bytes of each buffer that was made
    std::vector<Box> boxes;            ///< of the commands on boxes
    std::vector<ImageBox> image_boxes; ///< of the commands on images; of a copy between images, its source
    std::map<cl_mem, SubBuffer> sub_buffers; ///< that were made, released ones too
    int released_twice = 0; ///< memory objects released once more than they were made or retained
    int waits = 0;          ///< calls that wait: blocking commands, clFinish, clWaitForEvents

    int uses_after_release = 0; ///< commands on memory objects that were released
    /// When not 0, what the device answers to the question for CL_DEVICE_MEM_BASE_ADDR_ALIGN, in bits.
    cl_uint alignment_bits = 0;
    /// Copies between images and buffers are noted and not made, so that a test may ask for what no memory holds.
    bool only_notes_copies_of_images = false;

    /// Commands whose end nobody has waited for. The queue is taken to be in order.
    std::size_t on_their_way() const { return on_their_way_; }
    /// Memory objects that were made and not released; a part keeps its whole alive.
    int alive() const { return count_alive(objects_); }
    /// Places mapped and not unmapped.
    std::size_t mapped() const { return mappings_.size(); }
    /// The same for kernels and for events.
    int kernels_alive() const { return count_alive(kernels_); }
    int events_alive() const { return count_alive(events_); }
    /// How many commands of this name there were.
    std::size_t count(const std::string& name) const
    {
        return static_cast<std::size_t>(std::count_if(commands.begin(), commands.end(),
                                                      [&](const Command& it) { return it.name == name; }));
    }

    // Below, what the calls tell the witness.

    void enqueued(const Command& command, cl_int code, const cl_event* event)
    {
        if (const auto known = objects_.find(command.buffer); known != objects_.end() && known->second == 0)
            ++uses_after_release;
        if (code != CL_SUCCESS) return;
        if (event != nullptr) events_[*event] = 1;
        commands.push_back(command);
        ++on_their_way_;
        if (command.blocking) waited();
    }
    void waited()
    {
        ++waits;
        on_their_way_ = 0;
        for (Mapping& mapping : mappings_)
            if (!mapping.filled) {
                std::copy_n(mapping.place, mapping.shown.size(), mapping.shown.begin());
                mapping.filled = true;
            }
    }
    /// A place of the host for what lies at `place`, filled when somebody has waited for the device.
    void* placed(cl_mem buffer, void* place, std::size_t bytes, cl_map_flags flags)
    {
        mappings_.push_back(
            {buffer, static_cast<std::byte*>(place), std::vector<std::byte>(bytes, nothing), flags, false});
        return mappings_.back().shown.data();
    }
    /// The place that the library knows for one that `placed` gave, for this buffer, which holds nothing from now on;
    /// null if it gave none.
    void* unplaced(cl_mem buffer, void* shown)
    {
        const auto found = std::find_if(mappings_.begin(), mappings_.end(), [&](const Mapping& it) {
            return it.buffer == buffer && it.shown.data() == shown;
        });
        if (found == mappings_.end()) return nullptr;
        if ((found->flags & (CL_MAP_WRITE | CL_MAP_WRITE_INVALIDATE_REGION)) != 0)
            std::copy(found->shown.begin(), found->shown.end(), found->place);
        std::fill(found->shown.begin(), found->shown.end(), nothing);
        std::byte* const place = found->place;
        gone_.splice(gone_.end(), mappings_, found);
        return place;
    }
    void made(cl_mem object)
    {
        if (object != nullptr) objects_[object] = 1;
    }
    void retained(cl_mem object)
    {
        if (const auto known = objects_.find(object); known != objects_.end()) ++known->second;
    }
    /// False when it was alive no more.
    bool released(cl_mem object)
    {
        const auto known = objects_.find(object);
        if (known == objects_.end() || known->second-- > 0) return true;
        known->second = 0;
        ++released_twice;
        return false;
    }
    void kernel(cl_kernel kernel, int change)
    {
        if (kernel != nullptr) kernels_[kernel] += change;
    }
    void event(cl_event event, int change)
    {
        if (const auto known = events_.find(event); known != events_.end()) known->second += change;
    }

    inline static thread_local MemoryWitness* present = nullptr; ///< this thread's, while one lives

private:
    template <typename Handle>
    static int count_alive(const std::map<Handle, int>& objects)
    {
        return static_cast<int>(std::count_if(objects.begin(), objects.end(),
                                              [](const auto& object) { return object.second > 0; }));
    }

    std::map<cl_mem, int> objects_;
    std::map<cl_kernel, int> kernels_;
    std::map<cl_event, int> events_;
    struct Mapping
    {
        cl_mem buffer;
        std::byte* place;
        std::vector<std::byte> shown;
        cl_map_flags flags;
        bool filled;
    };
    static constexpr std::byte nothing{0xFF}; // a float of these is no number

    std::list<Mapping> mappings_;
    std::list<Mapping> gone_; // unmapped; whoever looks there still finds nothing
    std::size_t on_their_way_ = 0;
};

namespace memory_witness
{

using lockstep::real;

inline MemoryWitness* witness()
{
    return inside_library == 0 ? MemoryWitness::present : nullptr;
}

inline cl_int noted(const MemoryWitness::Command& command, cl_int code, const cl_event* event)
{
    if (MemoryWitness* const w = witness()) w->enqueued(command, code, event);
    return code;
}

inline void note_box(const std::size_t* origin, std::size_t row_pitch, std::size_t slice_pitch)
{
    if (MemoryWitness* const w = witness(); w != nullptr && origin != nullptr)
        w->boxes.push_back({origin[0], row_pitch, slice_pitch});
}

inline std::size_t volume(const std::size_t* region)
{
    return region == nullptr ? 0 : region[0] * region[1] * region[2];
}

} // namespace memory_witness

} // namespace lockstep

// OpenCL's functions, as the code under test sees them.
extern "C"
{

    cl_mem clCreateBuffer(cl_context context, cl_mem_flags flags, size_t bytes, void* host, cl_int* code)
    {
        using namespace lockstep::memory_witness;
        const cl_mem made =
            real<decltype(clCreateBuffer)>("clCreateBuffer", context, flags, bytes, host, code);
        if (auto* const w = witness(); w != nullptr && made != nullptr) {
            w->made(made);
            w->buffers.push_back(bytes);
        }
        return made;
    }

    cl_mem clCreateSubBuffer(cl_mem whole, cl_mem_flags flags, cl_buffer_create_type type, const void* region,
                             cl_int* code)
    {
        using namespace lockstep::memory_witness;
        const cl_mem made =
            real<decltype(clCreateSubBuffer)>("clCreateSubBuffer", whole, flags, type, region, code);
        if (auto* const w = witness(); w != nullptr && made != nullptr) {
            const auto* const place = static_cast<const cl_buffer_region*>(region);
            w->made(made);
            w->sub_buffers[made] = {whole, place->origin, place->size, flags};
        }
        return made;
    }

    cl_int clRetainMemObject(cl_mem object)
    {
        using namespace lockstep::memory_witness;
        if (auto* const w = witness()) w->retained(object);
        return real<decltype(clRetainMemObject)>("clRetainMemObject", object);
    }

    cl_int clReleaseMemObject(cl_mem object)
    {
        using namespace lockstep::memory_witness;
        if (auto* const w = witness(); w != nullptr && !w->released(object)) return CL_INVALID_MEM_OBJECT;
        return real<decltype(clReleaseMemObject)>("clReleaseMemObject", object);
    }

    cl_kernel clCreateKernel(cl_program program, const char* name, cl_int* code)
    {
        using namespace lockstep::memory_witness;
        const cl_kernel made = real<decltype(clCreateKernel)>("clCreateKernel", program, name, code);
        if (auto* const w = witness()) w->kernel(made, 1);
        return made;
    }

    cl_int clRetainKernel(cl_kernel kernel)
    {
        using namespace lockstep::memory_witness;
        if (auto* const w = witness()) w->kernel(kernel, 1);
        return real<decltype(clRetainKernel)>("clRetainKernel", kernel);
    }

    cl_int clReleaseKernel(cl_kernel kernel)
    {
        using namespace lockstep::memory_witness;
        if (auto* const w = witness()) w->kernel(kernel, -1);
        return real<decltype(clReleaseKernel)>("clReleaseKernel", kernel);
    }

    cl_int clEnqueueReadBuffer(cl_command_queue queue, cl_mem buffer, cl_bool blocking, size_t offset,
                               size_t bytes, void* to, cl_uint count, const cl_event* events, cl_event* event)
    {
        using namespace lockstep::memory_witness;
        return noted({"clEnqueueReadBuffer", queue, buffer, blocking != CL_FALSE, offset, bytes},
                     real<decltype(clEnqueueReadBuffer)>("clEnqueueReadBuffer", queue, buffer, blocking,
                                                         offset, bytes, to, count, events, event),
                     event);
    }

    cl_int clEnqueueWriteBuffer(cl_command_queue queue, cl_mem buffer, cl_bool blocking, size_t offset,
                                size_t bytes, const void* from, cl_uint count, const cl_event* events,
                                cl_event* event)
    {
        using namespace lockstep::memory_witness;
        return noted({"clEnqueueWriteBuffer", queue, buffer, blocking != CL_FALSE, offset, bytes},
                     real<decltype(clEnqueueWriteBuffer)>("clEnqueueWriteBuffer", queue, buffer, blocking,
                                                          offset, bytes, from, count, events, event),
                     event);
    }

    cl_int clEnqueueReadBufferRect(cl_command_queue queue, cl_mem buffer, cl_bool blocking,
                                   const size_t* buffer_origin, const size_t* host_origin,
                                   const size_t* region, size_t row_pitch, size_t slice_pitch,
                                   size_t host_row_pitch, size_t host_slice_pitch, void* to, cl_uint count,
                                   const cl_event* events, cl_event* event)
    {
        using namespace lockstep::memory_witness;
        note_box(buffer_origin, row_pitch, slice_pitch);
        return noted({"clEnqueueReadBufferRect", queue, buffer, blocking != CL_FALSE, 0, volume(region)},
                     real<decltype(clEnqueueReadBufferRect)>("clEnqueueReadBufferRect", queue, buffer,
                                                             blocking, buffer_origin, host_origin, region,
                                                             row_pitch, slice_pitch, host_row_pitch,
                                                             host_slice_pitch, to, count, events, event),
                     event);
    }

    cl_int clEnqueueWriteBufferRect(cl_command_queue queue, cl_mem buffer, cl_bool blocking,
                                    const size_t* buffer_origin, const size_t* host_origin,
                                    const size_t* region, size_t row_pitch, size_t slice_pitch,
                                    size_t host_row_pitch, size_t host_slice_pitch, const void* from,
                                    cl_uint count, const cl_event* events, cl_event* event)
    {
        using namespace lockstep::memory_witness;
        note_box(buffer_origin, row_pitch, slice_pitch);
        return noted({"clEnqueueWriteBufferRect", queue, buffer, blocking != CL_FALSE, 0, volume(region)},
                     real<decltype(clEnqueueWriteBufferRect)>("clEnqueueWriteBufferRect", queue, buffer,
                                                              blocking, buffer_origin, host_origin, region,
                                                              row_pitch, slice_pitch, host_row_pitch,
                                                              host_slice_pitch, from, count, events, event),
                     event);
    }

    cl_int clEnqueueFillBuffer(cl_command_queue queue, cl_mem buffer, const void* pattern,
                               size_t pattern_bytes, size_t offset, size_t bytes, cl_uint count,
                               const cl_event* events, cl_event* event)
    {
        using namespace lockstep::memory_witness;
        return noted({"clEnqueueFillBuffer", queue, buffer, false, offset, bytes},
                     real<decltype(clEnqueueFillBuffer)>("clEnqueueFillBuffer", queue, buffer, pattern,
                                                         pattern_bytes, offset, bytes, count, events, event),
                     event);
    }

    cl_int clEnqueueCopyBuffer(cl_command_queue queue, cl_mem from, cl_mem to, size_t from_offset,
                               size_t to_offset, size_t bytes, cl_uint count, const cl_event* events,
                               cl_event* event)
    {
        using namespace lockstep::memory_witness;
        return noted({"clEnqueueCopyBuffer", queue, from, false, from_offset, bytes},
                     real<decltype(clEnqueueCopyBuffer)>("clEnqueueCopyBuffer", queue, from, to, from_offset,
                                                         to_offset, bytes, count, events, event),
                     event);
    }

    cl_int clEnqueueCopyBufferRect(cl_command_queue queue, cl_mem from, cl_mem to, const size_t* from_origin,
                                   const size_t* to_origin, const size_t* region, size_t from_row_pitch,
                                   size_t from_slice_pitch, size_t to_row_pitch, size_t to_slice_pitch,
                                   cl_uint count, const cl_event* events, cl_event* event)
    {
        using namespace lockstep::memory_witness;
        note_box(from_origin, from_row_pitch, from_slice_pitch);
        return noted({"clEnqueueCopyBufferRect", queue, from, false, 0, volume(region)},
                     real<decltype(clEnqueueCopyBufferRect)>("clEnqueueCopyBufferRect", queue, from, to,
                                                             from_origin, to_origin, region, from_row_pitch,
                                                             from_slice_pitch, to_row_pitch, to_slice_pitch,
                                                             count, events, event),
                     event);
    }

    void* clEnqueueMapBuffer(cl_command_queue queue, cl_mem buffer, cl_bool blocking, cl_map_flags flags,
                             size_t offset, size_t bytes, cl_uint count, const cl_event* events,
                             cl_event* event, cl_int* code)
    {
        using namespace lockstep::memory_witness;
        auto* const w = witness();
        const cl_bool at_once = w != nullptr ? CL_TRUE : blocking;
        void* const place = real<decltype(clEnqueueMapBuffer)>(
            "clEnqueueMapBuffer", queue, buffer, at_once, flags, offset, bytes, count, events, event, code);
        if (w == nullptr || place == nullptr) return place;
        void* const shown = w->placed(buffer, place, bytes, flags);
        w->enqueued({"clEnqueueMapBuffer", queue, buffer, blocking != CL_FALSE, offset, bytes}, CL_SUCCESS,
                    event);
        return shown;
    }

    cl_int clEnqueueUnmapMemObject(cl_command_queue queue, cl_mem object, void* place, cl_uint count,
                                   const cl_event* events, cl_event* event)
    {
        using namespace lockstep::memory_witness;
        auto* const w = witness();
        void* const known = w != nullptr ? w->unplaced(object, place) : place;
        if (known == nullptr) return CL_INVALID_VALUE;
        return noted({"clEnqueueUnmapMemObject", queue, object, false, 0, 0},
                     real<decltype(clEnqueueUnmapMemObject)>("clEnqueueUnmapMemObject", queue, object, known,
                                                             count, events, event),
                     event);
    }

    cl_int clEnqueueNDRangeKernel(cl_command_queue queue, cl_kernel kernel, cl_uint dimensions,
                                  const size_t* offset, const size_t* global, const size_t* local,
                                  cl_uint count, const cl_event* events, cl_event* event)
    {
        using namespace lockstep::memory_witness;
        return noted({"clEnqueueNDRangeKernel", queue, nullptr, false, 0, 0},
                     real<decltype(clEnqueueNDRangeKernel)>("clEnqueueNDRangeKernel", queue, kernel,
                                                            dimensions, offset, global, local, count, events,
                                                            event),
                     event);
    }

    cl_int clRetainEvent(cl_event event)
    {
        using namespace lockstep::memory_witness;
        if (auto* const w = witness()) w->event(event, 1);
        return real<decltype(clRetainEvent)>("clRetainEvent", event);
    }

    cl_int clReleaseEvent(cl_event event)
    {
        using namespace lockstep::memory_witness;
        if (auto* const w = witness()) w->event(event, -1);
        return real<decltype(clReleaseEvent)>("clReleaseEvent", event);
    }

    cl_int clGetDeviceInfo(cl_device_id device, cl_device_info question, size_t bytes, void* answer,
                           size_t* bytes_needed)
    {
        using namespace lockstep::memory_witness;
        const cl_int code =
            real<decltype(clGetDeviceInfo)>("clGetDeviceInfo", device, question, bytes, answer, bytes_needed);
        if (auto* const w = witness(); w != nullptr && w->alignment_bits != 0 && answer != nullptr &&
                                       question == CL_DEVICE_MEM_BASE_ADDR_ALIGN && code == CL_SUCCESS)
            *static_cast<cl_uint*>(answer) = w->alignment_bits;
        return code;
    }

    cl_int clFinish(cl_command_queue queue)
    {
        using namespace lockstep::memory_witness;
        if (auto* const w = witness()) w->waited();
        return real<decltype(clFinish)>("clFinish", queue);
    }

    cl_int clWaitForEvents(cl_uint count, const cl_event* events)
    {
        using namespace lockstep::memory_witness;
        if (auto* const w = witness()) w->waited();
        return real<decltype(clWaitForEvents)>("clWaitForEvents", count, events);
    }

} // extern "C"

#include "image_witness.hpp" // the same for images
