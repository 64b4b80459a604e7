// One instruction of one sub-group: which sectors it touches, how many passes local memory needs.
#include "lockstep/lens/memory_model.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <vector>

namespace lockstep::lens
{

namespace
{

/// The bytes an instruction asks for: first and one past the last.
struct Range
{
    std::uint64_t begin;
    std::uint64_t end;
};

/// The ranges of `lanes`, rising.
std::span<const Range> sorted_ranges(std::span<const LaneAccess> lanes, std::vector<Range>& ranges)
{
    ranges.clear();
    for (const LaneAccess& lane : lanes) ranges.push_back({lane.address, lane.address + lane.bytes});
    const auto before = [](const Range& left, const Range& right) { return left.begin < right.begin; };
    if (!std::is_sorted(ranges.begin(), ranges.end(), before))
        std::sort(ranges.begin(), ranges.end(), before);
    return ranges;
}

std::uint64_t distinct_bytes(std::span<const Range> ranges)
{
    std::uint64_t bytes = 0;
    std::uint64_t covered = 0; // everything below is counted
    for (const Range& range : ranges) {
        const std::uint64_t begin = std::max(range.begin, covered);
        if (range.end <= begin) continue;
        bytes += range.end - begin;
        covered = range.end;
    }
    return bytes;
}

std::uint64_t distinct_blocks(std::span<const Range> ranges, unsigned block_bytes)
{
    std::uint64_t blocks = 0;
    std::uint64_t next = 0; // the first block that is not counted yet
    for (const Range& range : ranges) {
        const std::uint64_t begin = std::max(range.begin / block_bytes, next);
        const std::uint64_t end = (range.end - 1) / block_bytes + 1;
        if (end <= begin) continue;
        blocks += end - begin;
        next = end;
    }
    return blocks;
}

/// The bytes moved for one chunk of lanes by a memory that chooses among several transaction sizes.
///
/// NVIDIA, CUDA C Programming Guide 3.2 (2010), G.3.2.2, for devices of compute capability 1.2 and 1.3: the
/// segment is 32 bytes for 1-byte words, 64 for 2-byte words, 128 for larger ones; a segment of which only
/// one half is used shrinks to that half, down to 32 bytes.
std::uint64_t bytes_of_shrinking_segments(const GlobalRules& rules, std::span<const LaneAccess> lanes,
                                          std::span<const Range> ranges)
{
    const auto& sizes = rules.segment_bytes;
    const unsigned width = lanes.front().bytes;
    const std::size_t step = width <= 1 ? 0 : width <= 2 ? 1 : 2;
    const unsigned segment = sizes[std::min(step, sizes.size() - 1)];
    std::uint64_t moved = 0;
    std::size_t first = 0;
    std::uint64_t covered = 0;
    while (first < ranges.size()) {
        const std::uint64_t start = std::max(ranges[first].begin, covered);
        if (start >= ranges[first].end) {
            ++first;
            continue;
        }
        std::uint64_t base = start / segment * segment;
        std::uint64_t last = start;
        for (std::size_t i = first; i < ranges.size() && ranges[i].begin < base + segment; ++i)
            last = std::max(last, std::min(ranges[i].end, base + segment) - 1);
        covered = base + segment;
        unsigned size = segment;
        while (size > sizes.front()) {
            const unsigned half = size / 2;
            if (start >= base + half)
                base += half;
            else if (last >= base + half)
                break;
            size = half;
        }
        moved += size;
    }
    return moved;
}

/// The accesses of the lanes [begin, begin + lanes) that stand at the front of `rest`, which is shortened by
/// them.
std::span<const LaneAccess> take_chunk(std::span<const LaneAccess>& rest, unsigned lanes)
{
    const unsigned chunk = rest.front().lane / lanes;
    std::size_t count = 1;
    while (count < rest.size() && rest[count].lane / lanes == chunk) ++count;
    const auto taken = rest.first(count);
    rest = rest.subspan(count);
    return taken;
}

unsigned lanes_per_pass(const LocalRules& rules, unsigned bytes)
{
    if (bytes <= 4) return rules.lanes_4_bytes;
    return bytes <= 8 ? rules.lanes_8_bytes : rules.lanes_16_bytes;
}

/// Whether every lane's partner, the lane that differs from it in `bit`, is idle or asks for the same address.
bool shared_by_pairs(std::span<const LaneAccess> lanes, unsigned bit)
{
    return std::all_of(lanes.begin(), lanes.end(), [&](const LaneAccess& lane) {
        const auto partner = std::find_if(lanes.begin(), lanes.end(), [&](const LaneAccess& other) {
            return other.lane == (lane.lane ^ bit);
        });
        return partner == lanes.end() || partner->address == lane.address;
    });
}

/// The words of the banks that `lanes` ask for, one entry a lane and word.
std::span<std::uint64_t> words_of(const LocalRules& rules, std::span<const LaneAccess> lanes,
                                  std::vector<std::uint64_t>& words)
{
    words.clear();
    for (const LaneAccess& lane : lanes)
        for (std::uint64_t word = lane.address / rules.bank_bytes;
             word <= (lane.address + lane.bytes - 1) / rules.bank_bytes; ++word)
            words.push_back(word);
    std::sort(words.begin(), words.end());
    return words;
}

/// The accesses of the lanes that the profile puts into `group`.
std::span<const LaneAccess> lanes_of_group(const LocalRules& rules, std::span<const LaneAccess> lanes,
                                           unsigned group, std::vector<LaneAccess>& members)
{
    members.clear();
    for (const LaneAccess& lane : lanes)
        if (rules.load_group_16_bytes[lane.lane] == group) members.push_back(lane);
    return members;
}

/// The most distinct words that one bank has to bring.
std::uint64_t passes_with_broadcast(const LocalRules& rules, std::span<const std::uint64_t> words)
{
    std::array<unsigned, 256> of_bank{};
    unsigned most = 0;
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (i > 0 && words[i] == words[i - 1]) continue;
        most = std::max(most, ++of_bank[words[i] % rules.banks % of_bank.size()]);
    }
    return most;
}

/// Passes when a pass serves all lanes of one word and one lane of every other bank.
///
/// NVIDIA, CUDA C Programming Guide 3.2 (2010), G.3.3.4, for devices of compute capability 1.x. Which word is
/// broadcast is not specified there: here it is the one that most lanes wait for, a lower bound.
std::uint64_t passes_with_one_broadcast(const LocalRules& rules, std::span<const std::uint64_t> words)
{
    struct Waiting
    {
        std::uint64_t word;
        unsigned lanes;
    };
    std::vector<Waiting> waiting;
    for (const std::uint64_t word : words) {
        if (waiting.empty() || waiting.back().word != word) waiting.push_back({word, 0});
        ++waiting.back().lanes;
    }
    std::uint64_t passes = 0;
    while (!waiting.empty()) {
        ++passes;
        const auto broadcast =
            std::max_element(waiting.begin(), waiting.end(),
                             [](const auto& left, const auto& right) { return left.lanes < right.lanes; });
        std::array<bool, 256> busy{};
        busy[broadcast->word % rules.banks % busy.size()] = true;
        broadcast->lanes = 0;
        for (Waiting& entry : waiting) {
            bool& bank = busy[entry.word % rules.banks % busy.size()];
            if (bank || entry.lanes == 0) continue;
            bank = true;
            --entry.lanes;
        }
        std::erase_if(waiting, [](const Waiting& entry) { return entry.lanes == 0; });
    }
    return passes;
}

} // namespace

GlobalCost global_cost(const Profile& profile, std::span<const LaneAccess> lanes, bool is_load)
{
    GlobalCost cost;
    if (lanes.empty()) return cost;
    thread_local std::vector<Range> memory; // saves an allocation a request
    const unsigned sector = profile.global.sector_bytes(is_load);
    for (const LaneAccess& lane : lanes) cost.bytes += lane.bytes;
    auto ranges = sorted_ranges(lanes, memory);
    cost.ideal = (distinct_bytes(ranges) + sector - 1) / sector;
    cost.lines = distinct_blocks(ranges, profile.global.line_bytes > 0 ? profile.global.line_bytes : sector);
    if (profile.global.segment_bytes.size() == 1 && profile.global.lanes >= profile.sub_group_size) {
        cost.sectors = distinct_blocks(ranges, sector);
        return cost;
    }
    for (auto rest = lanes; !rest.empty();) {
        const auto chunk = take_chunk(rest, profile.global.lanes);
        ranges = sorted_ranges(chunk, memory);
        cost.sectors += profile.global.segment_bytes.size() == 1
                            ? distinct_blocks(ranges, sector)
                            : bytes_of_shrinking_segments(profile.global, chunk, ranges) / sector;
    }
    return cost;
}

LocalCost local_cost(const Profile& profile, std::span<const LaneAccess> lanes, bool is_load)
{
    LocalCost cost;
    if (lanes.empty()) return cost;
    thread_local std::vector<std::uint64_t> memory; // saves an allocation a request
    unsigned widest = 0;
    for (const LaneAccess& lane : lanes) {
        cost.bytes += lane.bytes;
        widest = std::max(widest, lane.bytes);
    }
    const LocalRules& rules = profile.local;
    if (!profile.tells_banks()) return cost;
    unsigned pass_lanes = lanes_per_pass(rules, widest);
    if (is_load && widest > 4 && rules.joins_shared_loads && pass_lanes < profile.sub_group_size &&
        (shared_by_pairs(lanes, 1) || shared_by_pairs(lanes, 2)))
        pass_lanes *= 2;
    const auto serve = [&](std::span<const LaneAccess> together) {
        const auto words = words_of(rules, together, memory);
        cost.wavefronts += rules.broadcasts_every_word ? passes_with_broadcast(rules, words)
                                                       : passes_with_one_broadcast(rules, words);
        ++cost.ideal;
    };
    if (is_load && widest > 8 && !rules.load_group_16_bytes.empty()) {
        thread_local std::vector<LaneAccess> members;
        const unsigned last =
            *std::max_element(rules.load_group_16_bytes.begin(), rules.load_group_16_bytes.end());
        for (unsigned group = 0; group <= last; ++group)
            if (const auto together = lanes_of_group(rules, lanes, group, members); !together.empty())
                serve(together);
        return cost;
    }
    for (auto rest = lanes; !rest.empty();) serve(take_chunk(rest, pass_lanes));
    return cost;
}

} // namespace lockstep::lens
