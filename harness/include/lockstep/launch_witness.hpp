// A witness between mend.cpp and OpenCL: what it knows of the calls.
//
// The witness is as strict as the specification, whatever the driver, and it makes the bad case certain: a
// read that is not waited for never arrives. Include it in one source file only, because it defines OpenCL's functions,
// too: launch_witness_calls.hpp.
#pragma once

#include <CL/opencl.h>

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

#include "launch_witness_calls.hpp"
