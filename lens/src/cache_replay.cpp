// Gives the requests of a launch's work-groups to the caches in the order in which a GPU would issue them.
#include "lockstep/lens/cache_replay.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace lockstep::lens
{

namespace
{

/// Of the words of a wave, and of a group by itself.
constexpr std::size_t most_wave_words = std::size_t{8} << 20;
constexpr std::size_t most_group_words = most_wave_words / 4;

// A word, from its lowest bit: what it is, whether its request ends, the mask, the line.
constexpr unsigned kind_bits = 2;
constexpr unsigned end_bit = kind_bits;
constexpr unsigned mask_shift = end_bit + 1;
constexpr unsigned mask_bits = 8;
constexpr unsigned line_shift = mask_shift + mask_bits;
constexpr std::uint64_t kind_mask = (1U << kind_bits) - 1;
constexpr std::uint64_t control = kind_mask; // no request: a sub-group begins ...
constexpr std::uint64_t barrier_word = control | std::uint64_t{1} << end_bit; // ... or a barrier is reached

/// A simulator's address has the buffer's number in its highest 16 bits, of which a GPU's lines know nothing: the two
/// are put next to each other, so that the line fits into a word.
constexpr std::uint64_t short_line(std::uint64_t address, unsigned line_bytes)
{
    constexpr unsigned buffer_shift = 48;
    constexpr unsigned offset_bits = 64 - line_shift - 16;
    const std::uint64_t offset = (address & ((std::uint64_t{1} << buffer_shift) - 1)) / line_bytes;
    return address >> buffer_shift << offset_bits | offset;
}

} // namespace

void GroupTrace::begin_sub_group(std::size_t index)
{
    words_.push_back(std::uint64_t{index} << line_shift | control);
}

void GroupTrace::barrier()
{
    words_.push_back(barrier_word);
}

void GroupTrace::request(const CacheRules& rules, CacheAccess kind, std::span<const LaneAccess> lanes)
{
    if (words_.size() > most_group_words) {
        truncated_ = true;
        return;
    }
    lines_.clear();
    const auto add = [&](std::uint64_t line, std::uint32_t mask) {
        for (auto known = lines_.rbegin(); known != lines_.rend(); ++known)
            if (known->first == line) {
                known->second |= mask;
                return;
            }
        lines_.emplace_back(line, mask);
    };
    for (const LaneAccess& lane : lanes) {
        const std::uint64_t last = (lane.address + lane.bytes - 1) / rules.second_sector_bytes;
        for (std::uint64_t sector = lane.address / rules.second_sector_bytes; sector <= last; ++sector) {
            const std::uint64_t begin = sector * rules.second_sector_bytes;
            add(short_line(begin, rules.line_bytes),
                std::uint32_t{1} << begin % rules.line_bytes / rules.second_sector_bytes);
        }
    }
    for (const auto& [line, mask] : lines_)
        words_.push_back(line << line_shift | std::uint64_t{mask} << mask_shift |
                         static_cast<std::uint64_t>(kind));
    if (!lines_.empty()) words_.back() |= std::uint64_t{1} << end_bit;
}

void GroupTrace::clear()
{
    words_.clear();
    truncated_ = false;
}

/// Where a group stands: its sub-groups' requests up to the next barrier.
struct CacheReplay::Cursor
{
    /// What a sub-group still has to issue: pieces of the group's words, the next one last.
    using Pieces = std::vector<std::pair<std::size_t, std::size_t>>;

    const std::vector<std::uint64_t>* words;
    unsigned unit;
    std::size_t at = 0; // the first word behind the barrier
    std::vector<Pieces> sub_groups = {};

    /// Gathers the requests up to the next barrier, where there are any.
    /// @return whether there are
    bool next_stretch()
    {
        for (Pieces& pieces : sub_groups) pieces.clear();
        bool any = false;
        while (at < words->size() && !any) any = gather();
        return any;
    }

    /// Each sub-group issues one request, if it has one left.
    /// @return whether one had
    bool issue(CacheModel& model)
    {
        bool any = false;
        for (Pieces& pieces : sub_groups) {
            if (pieces.empty()) continue;
            any = true;
            auto& [begin, end] = pieces.back();
            for (;;) {
                const std::uint64_t word = (*words)[begin++];
                model.access(unit, static_cast<CacheAccess>(word & kind_mask), word >> line_shift,
                             static_cast<std::uint32_t>(word >> mask_shift & ((1U << mask_bits) - 1)));
                if ((word >> end_bit & 1) != 0) break;
            }
            if (begin == end) pieces.pop_back();
        }
        return any;
    }

private:
    bool gather()
    {
        bool any = false;
        while (at < words->size() && (*words)[at] != barrier_word) {
            const auto sub_group = static_cast<std::size_t>((*words)[at] >> line_shift);
            const std::size_t begin = ++at;
            while (at < words->size() && ((*words)[at] & kind_mask) != control) ++at;
            if (at == begin) continue;
            if (sub_group >= sub_groups.size()) sub_groups.resize(sub_group + 1);
            sub_groups[sub_group].emplace_back(begin, at);
            any = true;
        }
        ++at;
        for (Pieces& pieces : sub_groups) std::reverse(pieces.begin(), pieces.end());
        return any;
    }
};

CacheReplay::CacheReplay(const Profile& profile, const KernelResources& kernel, std::size_t groups)
    : units_(static_cast<unsigned>(
          std::min<std::size_t>(profile.compute_units, std::max<std::size_t>(groups, 1)))),
      resident_(std::max(1U, occupancy(profile, kernel).groups)),
      first_bytes_(first_level_bytes(
          profile.caches, std::min<std::uint64_t>(resident_, (groups + units_ - 1) / units_) *
                              (std::uint64_t{kernel.local_bytes} + profile.unit.local_reserved_bytes))),
      model_(profile.caches, first_bytes_, units_)
{
}

void CacheReplay::add(std::size_t group, GroupTrace trace)
{
    ahead_.emplace(group, std::move(trace));
    for (auto first = ahead_.begin(); first != ahead_.end() && first->first == next_;
         first = ahead_.begin(), ++next_) {
        truncated_ = truncated_ || first->second.truncated();
        wave_words_ += first->second.size();
        if (!first->second.empty()) wave_.emplace_back(next_, std::move(first->second));
        ahead_.erase(first);
        const bool complete = (next_ + 1) % (std::size_t{units_} * resident_) == 0;
        if (complete || wave_words_ > most_wave_words) run_wave();
    }
}

void CacheReplay::run_wave()
{
    std::vector<Cursor> cursors;
    for (const auto& [group, trace] : wave_) {
        Cursor cursor{&trace.words_, static_cast<unsigned>(group % units_)};
        if (cursor.next_stretch()) cursors.push_back(std::move(cursor));
    }
    while (!cursors.empty())
        std::erase_if(cursors, [&](Cursor& cursor) {
            return !cursor.issue(model_) && (!cursor.next_stretch() || !cursor.issue(model_));
        });
    wave_.clear();
    wave_words_ = 0;
}

CacheTraffic CacheReplay::finish()
{
    run_wave();
    return model_.traffic();
}

} // namespace lockstep::lens
