// Seeded random data.
#include "lockstep/random.hpp"

namespace lockstep
{

namespace
{

std::uint64_t drawn_from = 0;

} // namespace

Random::Random(std::uint64_t seed) : state_(seed ^ drawn_from) {}

void draw_from(std::uint64_t seed)
{
    drawn_from = seed;
}

std::uint64_t Random::next()
{
    state_ += 0x9E3779B97F4A7C15ULL;
    std::uint64_t z = state_;
    z = (z ^ (z >> 30U)) * 0xBF58476D1CE4E5B9ULL;
    z = (z ^ (z >> 27U)) * 0x94D049BB133111EBULL;
    return z ^ (z >> 31U);
}

std::uint32_t Random::below(std::uint32_t bound)
{
    return static_cast<std::uint32_t>(((next() >> 32U) * bound) >> 32U);
}

float Random::uniform(float low, float high)
{
    constexpr float scale = 1.0F / 16777216.0F; // 24 bits: every value is exact in a float
    return low + (high - low) * static_cast<float>(next() >> 40U) * scale;
}

std::vector<float> random_floats(std::size_t count, std::uint64_t seed, float low, float high)
{
    Random random{seed};
    std::vector<float> values(count);
    for (float& value : values) value = random.uniform(low, high);
    return values;
}

std::vector<std::uint32_t> random_uints(std::size_t count, std::uint64_t seed, std::uint32_t bound)
{
    Random random{seed};
    std::vector<std::uint32_t> values(count);
    for (std::uint32_t& value : values) value = random.below(bound);
    return values;
}

std::vector<std::uint8_t> random_bytes(std::size_t count, std::uint64_t seed)
{
    Random random{seed};
    std::vector<std::uint8_t> values(count);
    for (std::uint8_t& value : values) value = static_cast<std::uint8_t>(random.below(256));
    return values;
}

} // namespace lockstep
