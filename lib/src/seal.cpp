// Keys and seals of a test program's report.
#include "lockstep/seal.hpp"

#include <fmt/format.h>

#include <bit>
#include <charconv>
#include <cstddef>
#include <random>

namespace lockstep
{

namespace
{

struct SipState
{
    std::uint64_t v0, v1, v2, v3;

    void round()
    {
        v0 += v1;
        v1 = std::rotl(v1, 13) ^ v0;
        v0 = std::rotl(v0, 32);
        v2 += v3;
        v3 = std::rotl(v3, 16) ^ v2;
        v0 += v3;
        v3 = std::rotl(v3, 21) ^ v0;
        v2 += v1;
        v1 = std::rotl(v1, 17) ^ v2;
        v2 = std::rotl(v2, 32);
    }

    void take(std::uint64_t word)
    {
        v3 ^= word;
        round();
        round();
        v0 ^= word;
    }
};

std::uint64_t siphash(const Key& key, std::string_view text)
{
    SipState state{key.first ^ 0x736f6d6570736575U, key.second ^ 0x646f72616e646f6dU,
                   key.first ^ 0x6c7967656e657261U, key.second ^ 0x7465646279746573U};
    std::uint64_t word = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        word |= static_cast<std::uint64_t>(static_cast<unsigned char>(text[i])) << (8 * (i % 8));
        if (i % 8 != 7) continue;
        state.take(word);
        word = 0;
    }
    state.take(word | static_cast<std::uint64_t>(text.size()) << 56U);
    state.v2 ^= 0xFFU;
    for (int i = 0; i < 4; ++i) state.round();
    return state.v0 ^ state.v1 ^ state.v2 ^ state.v3;
}

} // namespace

Key random_key()
{
    std::random_device source;
    const auto word = [&] { return static_cast<std::uint64_t>(source()) << 32U | source(); };
    const std::uint64_t first = word();
    return {first, word()};
}

std::string to_text(const Key& key)
{
    return fmt::format("{:016x}{:016x}", key.first, key.second);
}

Key key_of(std::string_view text)
{
    constexpr std::size_t digits = 16;
    Key key;
    if (text.size() != 2 * digits) return key;
    const char* const middle = text.data() + digits;
    const char* const end = middle + digits;
    const bool good = std::from_chars(text.data(), middle, key.first, 16).ptr == middle &&
                      std::from_chars(middle, end, key.second, 16).ptr == end;
    return good ? key : Key{};
}

std::string seal(const Key& key, std::uint64_t number, std::string_view line)
{
    return fmt::format("{:016x}", siphash(key, fmt::format("{} {}", number, line)));
}

int final_status(const Key& key)
{
    return 140 + static_cast<int>(siphash(key, "returned") % 100);
}

} // namespace lockstep
