// A witness between the code under test and OpenCL's memory commands: what it knows of them. It makes the bad case certain:
// a mapped place holds nothing before somebody has waited for it, and nothing once it is unmapped. Include it in one source
// file of a test program only, because it defines OpenCL's functions, too: memory_witness_calls.hpp and image_witness.hpp.
#pragma once

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
        std::size_t offset;         ///< in bytes; 0 for boxes
        std::size_t bytes;          ///< moved; 0 for a launch
        bool groups_chosen = false; ///< of a launch: it says how large its work-groups are
    };
    /// Which bytes of a buffer a command on a box was given, whether or not it succeeded; of a copy, in its source. Boxes
    /// that are told in other numbers and name the same bytes are equal.
    struct Box
    {
        std::size_t begin; ///< its first byte
        std::size_t end;   ///< behind its last
        std::size_t bytes; ///< in it
        bool operator==(const Box&) const = default;
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

    /// Commands whose end nobody has waited for. Queues are taken to be in order.
    std::size_t on_their_way() const
    {
        return static_cast<std::size_t>(std::count(ended_.begin(), ended_.end(), false));
    }
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
        if (event != nullptr) {
            events_[*event] = 1;
            command_of_[*event] = commands.size();
        }
        commands.push_back(command);
        ended_.push_back(false);
        if (command.blocking) waited_for(command.queue);
    }
    /// Somebody has waited for all commands of this queue.
    void waited_for(cl_command_queue queue)
    {
        ++waits;
        end(queue, commands.size());
    }
    /// Somebody has waited for this event; for one of a command that the witness does not know, as a marker, all have ended.
    void waited_for(cl_event event)
    {
        if (const auto known = command_of_.find(event); known != command_of_.end())
            end(commands[known->second].queue, known->second + 1);
        else
            for (const Command& command : commands) end(command.queue, commands.size());
    }
    /// Of this queue the first commands have ended, those among the first `count` of all.
    void end(cl_command_queue queue, std::size_t count)
    {
        for (std::size_t i = 0; i < count; ++i)
            if (commands[i].queue == queue) ended_[i] = true;
        for (Mapping& mapping : mappings_)
            if (!mapping.filled && mapping.command < ended_.size() && ended_[mapping.command]) {
                std::copy_n(mapping.place, mapping.shown.size(), mapping.shown.begin());
                mapping.filled = true;
            }
    }
    /// A place of the host for what lies at `place`, filled when somebody has waited for the command that is enqueued next.
    void* placed(cl_mem buffer, void* place, std::size_t bytes, cl_map_flags flags)
    {
        mappings_.push_back({buffer, static_cast<std::byte*>(place), std::vector<std::byte>(bytes, nothing),
                             flags, commands.size(), false});
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
        const auto known = events_.find(event);
        if (known == events_.end()) return;
        known->second += change;
        if (known->second == 0) command_of_.erase(event); // another event may get its handle
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
    std::map<cl_event, std::size_t> command_of_; // its place in commands
    std::vector<bool> ended_;                    // of each command: somebody has waited for it
    struct Mapping
    {
        cl_mem buffer;
        std::byte* place;
        std::vector<std::byte> shown;
        cl_map_flags flags;
        std::size_t command; // its place in commands
        bool filled;
    };
    static constexpr std::byte nothing{0xFF}; // a float of these is no number

    std::list<Mapping> mappings_;
    std::list<Mapping> gone_; // unmapped; whoever looks there still finds nothing
};

} // namespace lockstep

#include "image_witness.hpp"
#include "memory_witness_calls.hpp"
