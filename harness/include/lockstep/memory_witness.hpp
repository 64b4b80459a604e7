// A witness between the code under test and OpenCL's memory commands: what it knows of them. It makes the bad case certain:
// a mapped place holds nothing before somebody has waited for it, and nothing once it is unmapped. Include it in one source
// file of a test program only, because it defines OpenCL's functions, too: memory_witness_calls.hpp.
#pragma once

#include <CL/opencl.h>

#include "ledger.hpp"
#include "stand_in.hpp"

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
class MemoryWitness : public StandIn<MemoryWitness>
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

    std::vector<Command> commands;     ///< that were enqueued, in order
    std::vector<std::size_t> buffers;  ///< bytes of each buffer that was made
    std::vector<Box> boxes;            ///< of the commands on boxes
    std::vector<ImageBox> image_boxes; ///< of the commands on images; of a copy between images, its source
    std::map<cl_mem, SubBuffer> sub_buffers; ///< that were made, released ones too
    int waits = 0; ///< calls that wait: blocking commands, clFinish, clWaitForEvents

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
    int alive() const { return ledger.alive(memory); }
    /// Memory objects released once more than they were made or retained.
    int released_twice() const
    {
        const auto& kinds = ledger.released_too_often;
        return static_cast<int>(std::count(kinds.begin(), kinds.end(), memory));
    }
    /// Places mapped and not unmapped.
    std::size_t mapped() const { return mappings_.size(); }
    /// The same for kernels and for events.
    int kernels_alive() const { return ledger.alive("kernel"); }
    int events_alive() const { return ledger.alive("event"); }
    /// How many commands of this name there were.
    std::size_t count(const std::string& name) const
    {
        return static_cast<std::size_t>(std::count_if(commands.begin(), commands.end(),
                                                      [&](const Command& it) { return it.name == name; }));
    }

    // Below, what the calls tell the witness.

    static constexpr const char* memory = "memory object";
    Ledger ledger;

    /// A command, what the library said of it, and the event that it gave out. @return the code.
    cl_int enqueued(const Command& command, cl_int code, const cl_event* event)
    {
        if (ledger.knows(command.buffer) && !ledger.is_alive(command.buffer)) ++uses_after_release;
        if (code != CL_SUCCESS) return code;
        if (event != nullptr) command_of_[ledger.made(*event, "event")] = commands.size();
        commands.push_back(command);
        ended_.push_back(false);
        if (command.blocking) waited_for(command.queue);
        return code;
    }
    /// Notes what a command on a box was given. @return whether the buffer holds the box: a command on one that it does not hold must
    /// fail with CL_INVALID_VALUE, and Intel's runtime (2026.2) crashes instead where a row has more bytes than 32 bits count.
    bool note_box(cl_mem buffer, const std::size_t* origin, const std::size_t* region, std::size_t row_pitch,
                  std::size_t slice_pitch)
    {
        if (origin == nullptr || volume(region) == 0) return true;
        const std::size_t row = row_pitch != 0 ? row_pitch : region[0]; // 0 says that there are no gaps
        const std::size_t slice = slice_pitch != 0 ? slice_pitch : row * region[1];
        const std::size_t begin = origin[0] + origin[1] * row + origin[2] * slice;
        const std::size_t end = begin + (region[1] - 1) * row + (region[2] - 1) * slice + region[0];
        boxes.push_back({begin, end, volume(region)});
        std::size_t bytes = end; // of what is no buffer, let the driver say it
        LOCKSTEP_REAL(clGetMemObjectInfo, buffer, CL_MEM_SIZE, sizeof(bytes), &bytes, nullptr);
        return end <= bytes;
    }
    void note_image_box(cl_mem image, const std::size_t* origin, const std::size_t* region,
                        cl_mem buffer = nullptr, std::size_t offset = 0)
    {
        if (origin != nullptr && region != nullptr)
            image_boxes.push_back({image,
                                   {origin[0], origin[1], origin[2]},
                                   {region[0], region[1], region[2]},
                                   buffer,
                                   offset});
    }
    static std::size_t volume(const std::size_t* region)
    {
        return region == nullptr ? 0 : region[0] * region[1] * region[2];
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
    /// False when it was alive no more.
    bool released_event(cl_event event)
    {
        const bool held = ledger.released(event);
        if (!ledger.is_alive(event)) command_of_.erase(event); // another event may get its handle
        return held;
    }

private:
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

#include "memory_witness_calls.hpp"
