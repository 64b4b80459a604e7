// Seeded random data: the same on every machine, so that a failure can be repeated.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace lockstep
{

/// A small counter-based generator (SplitMix64; Steele, Lea and Flood, OOPSLA 2014). Unlike the standard
/// distributions its sequence is the same with every standard library.
class Random
{
public:
    /// @param seed of this sequence; what draw_from() was given goes into it, too.
    explicit Random(std::uint64_t seed);

    std::uint64_t next();
    /// Uniform in [0, bound); bound must not be 0.
    std::uint32_t below(std::uint32_t bound);
    /// Uniform in [low, high).
    float uniform(float low, float high);

private:
    std::uint64_t state_;
};

/// From now on every sequence is another one than before; 0 brings back those that a program begins with. It is for who runs
/// tests and does not want their data to be known beforehand.
void draw_from(std::uint64_t seed);

/// `count` floats uniform in [low, high); the default range is deliberately not symmetric about zero.
std::vector<float> random_floats(std::size_t count, std::uint64_t seed, float low = -1.0F, float high = 3.0F);

/// `count` integers uniform in [0, bound).
std::vector<std::uint32_t> random_uints(std::size_t count, std::uint64_t seed, std::uint32_t bound);

/// `count` bytes uniform in [0, 256).
std::vector<std::uint8_t> random_bytes(std::size_t count, std::uint64_t seed);

} // namespace lockstep
