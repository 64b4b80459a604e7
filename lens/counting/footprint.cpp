// Which pieces of memory were touched, each once.
#include "footprint.hpp"

#include <bit>

namespace lockstep::lens
{

std::uint64_t Footprint::add(std::uint64_t begin, std::uint64_t end, unsigned piece_bytes)
{
    const std::uint64_t before = count_;
    for (std::uint64_t piece = begin / piece_bytes; piece * piece_bytes < end; ++piece) {
        std::uint64_t& block = blocks_[piece / 64];
        const std::uint64_t bit = std::uint64_t{1} << piece % 64;
        if ((block & bit) == 0) ++count_;
        block |= bit;
    }
    return count_ - before;
}

void Footprint::add(const Footprint& other)
{
    for (const auto& [block, pieces] : other.blocks_) {
        std::uint64_t& own = blocks_[block];
        count_ += static_cast<std::uint64_t>(std::popcount(pieces & ~own));
        own |= pieces;
    }
}

void Footprint::clear()
{
    blocks_.clear();
    count_ = 0;
}

} // namespace lockstep::lens
