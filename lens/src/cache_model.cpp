// The caches of a GPU: least recently used lines, of which sectors are held.
#include "lockstep/lens/cache_model.hpp"

#include <algorithm>
#include <bit>

namespace lockstep::lens
{

SectoredCache::SectoredCache(std::uint64_t lines, unsigned ways)
    : ways_(ways == 0 ? lines : std::min<std::uint64_t>(ways, lines)),
      sets_(static_cast<std::size_t>(ways_ == 0 ? 0 : lines / ways_))
{
    const std::size_t most = sets_.size() * static_cast<std::size_t>(ways_);
    const std::size_t slots = std::bit_ceil(2 * most + 1);
    nodes_.reserve(most);
    slots_.assign(slots, none);
    shift_ = 64U - static_cast<unsigned>(std::countr_zero(slots));
}

std::size_t SectoredCache::slot_of(std::uint64_t number) const
{
    constexpr std::uint64_t golden = 0x9e3779b97f4a7c15ULL; // 2^64 over the golden ratio
    return shift_ == 64 ? 0 : static_cast<std::size_t>(number * golden >> shift_);
}

std::uint32_t SectoredCache::index_of(std::uint64_t number) const
{
    const std::size_t last = slots_.size() - 1;
    for (std::size_t slot = slot_of(number); slots_[slot] != none; slot = (slot + 1) & last)
        if (nodes_[slots_[slot]].line.number == number) return slots_[slot];
    return none;
}

void SectoredCache::enter(std::uint32_t index)
{
    const std::size_t last = slots_.size() - 1;
    std::size_t slot = slot_of(nodes_[index].line.number);
    while (slots_[slot] != none) slot = (slot + 1) & last;
    slots_[slot] = index;
}

/// Frees the line's slot, and moves those up that stand behind it only because it was taken.
void SectoredCache::forget(std::uint64_t number)
{
    const std::size_t last = slots_.size() - 1;
    std::size_t free = slot_of(number);
    while (nodes_[slots_[free]].line.number != number) free = (free + 1) & last;
    for (std::size_t slot = (free + 1) & last; slots_[slot] != none; slot = (slot + 1) & last) {
        const std::size_t wanted = slot_of(nodes_[slots_[slot]].line.number);
        if (((slot - wanted) & last) < ((slot - free) & last)) continue;
        slots_[free] = slots_[slot];
        free = slot;
    }
    slots_[free] = none;
}

void SectoredCache::unlink(Set& set, std::uint32_t index)
{
    const Node& node = nodes_[index];
    (node.newer == none ? set.newest : nodes_[node.newer].older) = node.older;
    (node.older == none ? set.oldest : nodes_[node.older].newer) = node.newer;
}

void SectoredCache::push(Set& set, std::uint32_t index)
{
    nodes_[index].newer = none;
    nodes_[index].older = set.newest;
    (set.newest == none ? set.oldest : nodes_[set.newest].newer) = index;
    set.newest = index;
}

SectoredCache::Line& SectoredCache::touch(std::uint64_t number, Line& leaving)
{
    leaving = {};
    Set& set = sets_[static_cast<std::size_t>(number % sets_.size())];
    if (set.newest != none && nodes_[set.newest].line.number == number) return nodes_[set.newest].line;
    std::uint32_t index = index_of(number);
    if (index != none) {
        unlink(set, index);
    } else if (set.held < ways_) {
        index = static_cast<std::uint32_t>(nodes_.size());
        nodes_.push_back({{number, 0, 0}, none, none});
        ++set.held;
        enter(index);
    } else {
        index = set.oldest;
        leaving = nodes_[index].line;
        unlink(set, index);
        forget(leaving.number);
        nodes_[index].line = {number, 0, 0};
        enter(index);
    }
    push(set, index);
    return nodes_[index].line;
}

SectoredCache::Line* SectoredCache::find(std::uint64_t number)
{
    const std::uint32_t index = index_of(number);
    return index == none ? nullptr : &nodes_[index].line;
}

void CacheTraffic::add(const CacheTraffic& other)
{
    first_sectors += other.first_sectors;
    first_hits += other.first_hits;
    second_read += other.second_read;
    second_hits += other.second_hits;
    second_written += other.second_written;
    memory_read_bytes += other.memory_read_bytes;
    memory_written_bytes += other.memory_written_bytes;
    left_bytes += other.left_bytes;
    footprint_bytes += other.footprint_bytes;
}

CacheModel::CacheModel(const CacheRules& rules, std::uint64_t first_bytes, unsigned units)
    : rules_(rules), first_piece_(rules.first_sector_bytes / rules.second_sector_bytes),
      fetched_(rules.second_fetch_bytes / rules.second_sector_bytes),
      second_(rules.second_distinct_bytes / rules.line_bytes, rules.second_ways)
{
    if (first_bytes >= rules.line_bytes)
        first_.assign(units, SectoredCache{first_bytes / rules.line_bytes, rules.first_ways});
}

void CacheModel::access(unsigned unit, CacheAccess kind, std::uint64_t line, std::uint32_t mask)
{
    note(line, mask);
    if (kind == CacheAccess::load) {
        mask = whole_pieces(mask, first_piece_);
        traffic_.first_sectors += static_cast<unsigned>(std::popcount(mask));
        if (!first_.empty()) {
            SectoredCache::Line leaving; // nothing in it is dirty
            SectoredCache::Line& held = first_[unit].touch(line, leaving);
            const std::uint32_t hits = held.valid & mask;
            traffic_.first_hits += static_cast<unsigned>(std::popcount(hits));
            held.valid |= mask;
            mask &= ~hits;
        }
        if (mask != 0) read_second(line, mask, false);
        return;
    }
    if (!first_.empty() && (kind == CacheAccess::atomic || !rules_.first_keeps_stored))
        if (SectoredCache::Line* const held = first_[unit].find(line))
            held->valid &= ~whole_pieces(mask, first_piece_);
    if (kind == CacheAccess::atomic) return read_second(line, mask, true);
    traffic_.second_written += static_cast<unsigned>(std::popcount(mask));
    SectoredCache::Line& held = in_second(line);
    held.valid |= mask;
    held.dirty |= mask;
}

void CacheModel::note(std::uint64_t line, std::uint32_t mask)
{
    constexpr std::uint64_t together = 8; // lines, of at most eight sectors each
    if (last_touched_ == nullptr || last_lines_ != line / together) {
        last_lines_ = line / together;
        last_touched_ = &touched_[last_lines_];
    }
    const std::uint64_t wanted = std::uint64_t{mask} << line % together * together;
    const std::uint64_t added = wanted & ~*last_touched_;
    traffic_.footprint_bytes +=
        std::uint64_t{rules_.second_sector_bytes} * static_cast<unsigned>(std::popcount(added));
    *last_touched_ |= wanted;
}

void CacheModel::read_second(std::uint64_t line, std::uint32_t mask, bool writes)
{
    SectoredCache::Line& held = in_second(line);
    traffic_.second_read += static_cast<unsigned>(std::popcount(mask));
    traffic_.second_hits += static_cast<unsigned>(std::popcount(mask & held.valid));
    const std::uint32_t fetched = whole_pieces(mask & ~held.valid, fetched_) & ~held.valid;
    traffic_.memory_read_bytes +=
        std::uint64_t{rules_.second_sector_bytes} * static_cast<unsigned>(std::popcount(fetched));
    held.valid |= fetched;
    if (writes) held.dirty |= mask;
}

/// The line in the second level; what leaves for it is written back.
SectoredCache::Line& CacheModel::in_second(std::uint64_t line)
{
    SectoredCache::Line leaving;
    SectoredCache::Line& held = second_.touch(line, leaving);
    traffic_.memory_written_bytes +=
        std::uint64_t{rules_.second_sector_bytes} * static_cast<unsigned>(std::popcount(leaving.dirty));
    return held;
}

/// `mask` with every piece of so many sectors whole of which it has one.
std::uint32_t CacheModel::whole_pieces(std::uint32_t mask, unsigned sectors)
{
    if (sectors == 1) return mask;
    const std::uint32_t piece = (std::uint32_t{1} << sectors) - 1;
    std::uint32_t whole = 0;
    for (unsigned first = 0; first < 32 && mask >> first != 0; first += sectors)
        if ((mask >> first & piece) != 0) whole |= piece << first;
    return whole;
}

CacheTraffic CacheModel::traffic() const
{
    CacheTraffic traffic = traffic_;
    second_.each([&](const SectoredCache::Line& line) {
        traffic.left_bytes +=
            std::uint64_t{rules_.second_sector_bytes} * static_cast<unsigned>(std::popcount(line.dirty));
    });
    return traffic;
}

std::uint64_t first_level_bytes(const CacheRules& rules, std::uint64_t local_bytes)
{
    if (rules.local_part_bytes.empty()) return rules.first_bytes;
    std::uint64_t part = rules.local_part_bytes.back();
    for (auto size = rules.local_part_bytes.rbegin(); size != rules.local_part_bytes.rend(); ++size)
        if (*size >= local_bytes) part = *size;
    return rules.first_bytes - part;
}

} // namespace lockstep::lens
