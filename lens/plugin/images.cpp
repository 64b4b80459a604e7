// Reads and writes of images: which texels a request asks for, whatever the layout that a device keeps them in.
#include "worker.hpp"

#include <algorithm>

namespace lockstep::lens
{

/// Records a part of what a call reads or writes of an image. The simulator reads every channel by itself, and with a
/// linear filter each texel of a plane twice: what is there already is left out, and what follows on it joined.
void Worker::record_texel(const Access& access)
{
    const std::span pieces = std::span{trace_->accesses}.subspan(committed_);
    Access* before = nullptr;
    for (auto piece = pieces.rbegin(); piece != pieces.rend() && piece->same_place(access); ++piece) {
        if (access.address >= piece->address &&
            access.address + access.bytes <= piece->address + piece->bytes)
            return;
        if (piece->address + piece->bytes == access.address) before = &*piece;
    }
    if (before)
        before->bytes += access.bytes;
    else if (has_room(1))
        trace_->accesses.push_back(access);
}

/// Adds what one request asks for: its bytes summed over the work-items, and the distinct ones.
void Worker::count_texels(AccessCounts& counts, std::span<const LaneAccess> pieces)
{
    std::vector<std::pair<std::uint64_t, std::uint64_t>> ranges; // begin, end
    for (const LaneAccess& piece : pieces) {
        counts.bytes += piece.bytes;
        ranges.emplace_back(piece.address, piece.address + piece.bytes);
    }
    std::sort(ranges.begin(), ranges.end());
    std::uint64_t reached = 0;
    for (const auto& [begin, end] : ranges) {
        if (end > reached) counts.distinct_bytes += end - std::max(begin, reached);
        reached = std::max(reached, end);
    }
}

} // namespace lockstep::lens
