// The caches of a GPU: which sectors of a launch come from where, for requests in the order in which they are issued.
#pragma once

#include "profile.hpp"

#include <cstdint>
#include <unordered_map>
#include <vector>

namespace lockstep::lens
{

/// A cache of sectored lines with the least recently used line leaving first. It knows which lines and sectors it holds,
/// not what is in them.
class SectoredCache
{
public:
    /// A line that the cache holds, or held.
    struct Line
    {
        std::uint64_t number = 0; ///< address over the line's size
        std::uint32_t valid = 0;  ///< bit s: sector s is held
        std::uint32_t dirty = 0;  ///< bit s: sector s has been written and must go to memory
    };

    /// @param lines the most that it holds
    /// @param ways lines of a set, the sets being chosen by the line's number; 0: all lines are one set
    SectoredCache(std::uint64_t lines, unsigned ways);

    /// The line, which becomes the newest of its set. One that is not held is taken in without a sector; what leaves for
    /// it is put into `leaving`, whose masks are 0 otherwise.
    Line& touch(std::uint64_t number, Line& leaving);

    /// The line if it is held, else null. Its age stays.
    Line* find(std::uint64_t number);

    /// Calls `visit` for each line that is held.
    template <typename Visit>
    void each(Visit&& visit) const
    {
        for (const Node& node : nodes_) visit(node.line);
    }

private:
    static constexpr std::uint32_t none = 0xffffffffU;

    struct Node
    {
        Line line;
        std::uint32_t newer = none;
        std::uint32_t older = none;
    };

    /// A ring would need no ends; with them a set that is not full yet is told from one that is.
    struct Set
    {
        std::uint32_t newest = none;
        std::uint32_t oldest = none;
        std::uint32_t held = 0;
    };

    std::size_t slot_of(std::uint64_t number) const;
    std::uint32_t index_of(std::uint64_t number) const;
    void enter(std::uint32_t index);
    void forget(std::uint64_t number);
    void unlink(Set& set, std::uint32_t index);
    void push(Set& set, std::uint32_t index);

    std::uint64_t ways_;
    std::vector<Set> sets_;
    std::vector<Node> nodes_;
    std::vector<std::uint32_t> slots_; // open addressing by the line's number; none: free
    unsigned shift_ = 0;
};

/// How a request uses the memory.
enum class CacheAccess : std::uint8_t
{
    load,
    store,
    atomic
};

/// What went between the levels. Sectors are of the profile's second_sector_bytes.
struct CacheTraffic
{
    std::uint64_t first_sectors = 0;        ///< that loads ask the first level for
    std::uint64_t first_hits = 0;           ///< of these, held there
    std::uint64_t second_read = 0;          ///< sectors that the second level gives: to loads and to atomics
    std::uint64_t second_hits = 0;          ///< of these, held there
    std::uint64_t second_written = 0;       ///< sectors that stores send to the second level
    std::uint64_t memory_read_bytes = 0;    ///< that the second level fetches
    std::uint64_t memory_written_bytes = 0; ///< that it writes back to make room
    std::uint64_t left_bytes = 0;           ///< written, and still in the second level at the launch's end
    std::uint64_t footprint_bytes = 0;      ///< of the distinct sectors that were touched

    void add(const CacheTraffic& other);
    bool operator==(const CacheTraffic&) const = default;
};

/// One first level for each compute unit and one second level behind them all, empty at first.
///
/// A load that misses in the first level takes its missing sectors in and asks the second level for them; there, missing
/// sectors are fetched in pieces of `second_fetch_bytes`. Stores go through the first level without being taken in, and
/// stay in the second until they are the oldest; atomics are done in the second level. Source: the profile's figures, each
/// with its own; what no document says stands in `profile.caches.assumed`.
class CacheModel
{
public:
    /// @param first_bytes of each unit's first level, see first_level_bytes()
    /// @param units whose first levels are used
    CacheModel(const CacheRules& rules, std::uint64_t first_bytes, unsigned units);

    /// Moves the sectors `mask` of a line for the unit.
    /// @param line address over rules.line_bytes
    /// @param mask bit s: the second level's sector s of the line
    void access(unsigned unit, CacheAccess kind, std::uint64_t line, std::uint32_t mask);

    /// What went between the levels until now.
    CacheTraffic traffic() const;

private:
    void note(std::uint64_t line, std::uint32_t mask);
    void read_second(std::uint64_t line, std::uint32_t mask, bool writes);
    SectoredCache::Line& in_second(std::uint64_t line);
    static std::uint32_t whole_pieces(std::uint32_t mask, unsigned sectors);

    CacheRules rules_;
    unsigned first_piece_ = 1; // sectors of the second level in one of the first
    unsigned fetched_ = 1;     // sectors that are fetched together
    std::vector<SectoredCache> first_;
    SectoredCache second_;
    std::unordered_map<std::uint64_t, std::uint64_t> touched_; // sectors of eight lines
    std::uint64_t* last_touched_ = nullptr;                    // of last_lines_
    std::uint64_t last_lines_ = 0;
    CacheTraffic traffic_;
};

/// The bytes that a unit's first level has left beside the local memory of the groups that are resident on it: all of it
/// where the two are apart, else what the smallest possible local part leaves.
/// @param local_bytes of all resident groups, with what the system takes of each
std::uint64_t first_level_bytes(const CacheRules& rules, std::uint64_t local_bytes);

} // namespace lockstep::lens
