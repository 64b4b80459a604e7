// Which pieces of memory were touched, each once.
#pragma once

#include <cstdint>
#include <unordered_map>

namespace lockstep::lens
{

/// A set of numbered pieces: 64 neighbours share an entry, so that it takes about a hundredth of the memory it is about.
class Footprint
{
public:
    /// The pieces of `piece_bytes` that [begin, end) touches. Returns how many of them are new.
    std::uint64_t add(std::uint64_t begin, std::uint64_t end, unsigned piece_bytes);
    void add(const Footprint& other);
    void clear();
    std::uint64_t pieces() const { return count_; }

private:
    std::unordered_map<std::uint64_t, std::uint64_t> blocks_;
    std::uint64_t count_ = 0;
};

} // namespace lockstep::lens
