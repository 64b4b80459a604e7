// What orders commands, and what each of them touches: two that nothing orders may touch the same bytes only where both read.
#pragma once

#include <CL/cl.h>

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace lockstep::pocket
{

/// A command's place among others: whatever is in `before` has ended before it begins, on any device.
struct CommandOrder
{
    std::uint64_t number = 0;                         ///< in which commands are executed, from 1; 0: not yet
    std::vector<std::uint64_t> before;                ///< numbers, ascending
    std::vector<std::shared_ptr<CommandOrder>> waits; ///< for these, until it is executed
};

/// What a queue keeps of its commands to order later ones.
struct QueueOrder
{
    std::shared_ptr<CommandOrder> last; ///< of a queue in order its last command, else its last barrier
    std::vector<std::shared_ptr<CommandOrder>> open = {}; ///< out of order: the commands since
};

/// Bytes, ascending and apart.
class Ranges
{
public:
    void add(std::size_t begin, std::size_t end);
    /// @param where the first byte that both have. @return false where there is none
    bool meets(const Ranges& other, std::size_t& where) const;

private:
    std::vector<std::pair<std::size_t, std::size_t>> all_;
};

/// What a command does to a memory object. The bytes of a part are told as its whole counts them.
struct Touch
{
    std::uint64_t object = 0;                     ///< the whole's number
    std::size_t origin = 0;                       ///< of the part
    std::string name;                             ///< as a kernel calls it
    Ranges reads = {}, changes = {}, writes = {}; ///< changes: by atomics
};

/// A command, and all that it touches.
struct Touches
{
    std::string command;
    bool wanted = false;        ///< whether a kernel's are compared with others
    const void* maps = nullptr; ///< for the host, from now on
    const void* unmaps = nullptr;
    std::vector<Touch> all = {};

    Touch& add(cl_mem memory, const std::string& name = {});
    void reads(cl_mem memory, std::size_t offset, std::size_t size);
    void writes(cl_mem memory, std::size_t offset, std::size_t size);
};

/// The commands of a context that the host has not waited for.
class Orders
{
public:
    /// A command's order, after what the host knows and what its queue says.
    std::shared_ptr<CommandOrder> enqueue(QueueOrder& queue, bool in_order, bool is_barrier,
                                          bool waits_for_all) const;
    /// What the host has waited for.
    const std::vector<std::uint64_t>& known() const { return known_; }
    void begin(CommandOrder& order);
    /// Compares a command that was executed with those before it. @return a sentence for each that nothing orders, and that touches the same
    std::vector<std::string> end(const CommandOrder& order, cl_command_queue queue, Touches touches);
    /// The host has waited for that command. @param pending whether some command has not been executed
    void waited_for(const CommandOrder& order, bool pending);
    bool has_maps() const { return !maps_.empty(); }

private:
    struct Done
    {
        std::uint64_t number;
        cl_command_queue queue; ///< to compare, never to follow
        Touches touches;
    };
    void keep_recent(std::vector<std::uint64_t>& numbers) const;

    std::uint64_t next_ = 1;
    std::vector<std::uint64_t> known_;
    std::deque<Done> done_;
    std::vector<Touches> maps_; ///< what the host may touch
};

} // namespace lockstep::pocket
