// A witness between host code that launches a kernel and OpenCL: what it knows of the calls.
//
// The witness is as strict as the specification, whatever the driver, and it makes the bad case certain: a read that is not waited
// for never arrives, and any call can be made to fail. Include it in one source file only, because it defines OpenCL's functions,
// too: launch_witness_calls.hpp.
#pragma once

#include <CL/opencl.h>

#include "ledger.hpp"
#include "stand_in.hpp"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <map>
#include <set>
#include <span>
#include <string>
#include <vector>

/// What is known of the OpenCL calls that this thread makes while the witness lives. Queues are taken to be in order.
class Witness : public lockstep::StandIn<Witness>
{
public:
    struct Launch
    {
        std::size_t global;
        std::size_t local; ///< 0 when the choice was left to the driver
    };

    /// Bytes of each argument that the kernel takes, by default one that adds two vectors; empty: whatever the driver takes.
    std::vector<std::size_t> parameters{sizeof(cl_mem), sizeof(cl_mem), sizeof(cl_mem), sizeof(cl_uint)};
    /// When not empty, what every read delivers, whatever the device computed.
    std::span<const std::byte> instead_of_result;
    /// A read that does not block arrives at once all the same.
    bool reads_arrive_at_once = false;
    std::size_t failing = SIZE_MAX; ///< the call, by its place in `calls`, that fails without being made
    cl_int failing_code = CL_SUCCESS;
    bool others_fail = false; ///< with another code, all calls behind it
    /// Whether released buffers stay: Oclgrind 21.10 takes what is known of one for known of the next in its place.
    inline static bool keeps_buffers = false;

    std::vector<std::string> calls;           ///< that can fail, in order
    std::vector<std::size_t> buffers;         ///< bytes of each that was made
    std::map<cl_uint, std::size_t> arguments; ///< bytes of each, as last given
    std::vector<std::string> wrong_arguments;
    std::vector<Launch> launches;
    int reads = 0;          ///< commands that read a buffer
    int contexts = 0;       ///< made
    int unknown_events = 0; ///< events waited for that no command was given
    lockstep::Ledger ledger;

    /// Reads that nobody has waited for.
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
    /// The same of a command, which fails when it waits for what is no event. @param event is the one that it is to give out.
    cl_int fails(const char* name, cl_uint count, const cl_event* events, const cl_event* event)
    {
        cl_int failure = fails(name);
        if (failure == CL_SUCCESS && !are_events(count, events)) failure = CL_INVALID_EVENT_WAIT_LIST;
        return failure == CL_SUCCESS ? failure : enqueued(failure, event);
    }
    /// False when one of the events belongs to no command.
    bool are_events(cl_uint count, const cl_event* events)
    {
        bool all_alive = true;
        for (cl_uint i = 0; i < count; ++i) {
            if (ledger.is_alive(events[i])) continue;
            all_alive = false;
            unknown_events += failed_.count(events[i]) == 0 ? 1 : 0;
        }
        return all_alive;
    }
    /// False when the kernel's argument has another size.
    bool argument(cl_uint index, std::size_t bytes)
    {
        const std::size_t wanted = index < parameters.size() ? parameters[index] : bytes;
        if (bytes == wanted) {
            arguments[index] = bytes;
            return true;
        }
        wrong_arguments.push_back("argument " + std::to_string(index) + " is " +
                                  (wanted == sizeof(cl_mem) ? "a buffer" : "a uint") + ", " +
                                  std::to_string(wanted) + " bytes on the host, and was given as " +
                                  std::to_string(bytes) + " bytes");
        return false;
    }
    /// A command was enqueued, or failed: whatever went wrong there, its event is not unknown. @return the code.
    cl_int enqueued(cl_int code, const cl_event* event)
    {
        if (code == CL_SUCCESS) ++commands_;
        if (event == nullptr) return code;
        if (code == CL_SUCCESS)
            commands_of_[ledger.made(*event, "event")] = commands_;
        else
            failed_.insert(*event);
        return code;
    }
    /// Holds a read's data back until somebody waits for it.
    void read(void* to, std::vector<std::byte> data)
    {
        ++reads;
        if (!instead_of_result.empty())
            std::memcpy(data.data(), instead_of_result.data(),
                        std::min(data.size(), instead_of_result.size()));
        on_their_way_.push_back({commands_, to, std::move(data)});
        if (reads_arrive_at_once) all_arrive();
    }
    /// Whether a question for the event's state is answered as if it still ran: the first few are, while a read is on its way.
    bool still_runs(cl_event event)
    {
        const auto known = commands_of_.find(event);
        return known != commands_of_.end() && !on_their_way_.empty() &&
               on_their_way_.front().command <= known->second && ++questions_ % 4 != 0;
    }
    void arrives(cl_event event)
    {
        if (const auto known = commands_of_.find(event); known != commands_of_.end())
            arrive_up_to(known->second);
    }
    void all_arrive() { arrive_up_to(commands_); }

private:
    struct Read
    {
        std::size_t command;
        void* to;
        std::vector<std::byte> data;
    };

    void arrive_up_to(std::size_t command)
    {
        const auto late = std::find_if(on_their_way_.begin(), on_their_way_.end(),
                                       [&](const Read& read) { return read.command > command; });
        for (auto read = on_their_way_.begin(); read != late; ++read)
            std::memcpy(read->to, read->data.data(), read->data.size());
        on_their_way_.erase(on_their_way_.begin(), late);
    }

    std::map<cl_event, std::size_t> commands_of_; ///< which command each event belongs to
    std::set<cl_event> failed_;
    std::size_t commands_ = 0;
    int questions_ = 0;
    std::vector<Read> on_their_way_;
};

#include "launch_witness_calls.hpp"
