// The keys that sorts are tried on.
#include "sort_inputs.hpp"

#include <lockstep/random.hpp>

#include <array>
#include <functional>
#include <limits>
#include <numeric>

namespace lockstep::bench::sorts
{
namespace
{

Words words_of(std::size_t count, const std::function<std::size_t(std::size_t)>& word)
{
    Words words(count);
    for (std::size_t i = 0; i < count; ++i) words[i] = static_cast<std::uint32_t>(word(i));
    return words;
}

} // namespace

Words keys_named(const std::string& name, std::size_t count)
{
    Random random{29};
    if (name == "few") return words_of(count, [&](std::size_t) { return random.next() % 16 * 0x01020408; });
    return words_of(count, [&](std::size_t) { return random.next() >> 32U; });
}

std::vector<NamedKeys> awkward_keys(std::size_t count)
{
    constexpr std::size_t largest = std::numeric_limits<std::uint32_t>::max();
    const Words noise = keys_named("uniform", count);
    const auto keys = [&](const std::function<std::size_t(std::size_t)>& key) {
        return words_of(count, key);
    };
    return {
        {"one value", keys([](std::size_t) { return 77; })},
        {"keys in order", keys([](std::size_t i) { return i; })},
        {"keys in falling order", keys([=](std::size_t i) { return largest - i; })},
        {"zeros and ones", keys([&](std::size_t i) { return noise[i] & 1U; })},
        {"the smallest and the largest", keys([&](std::size_t i) { return noise[i] < 99999 ? 0 : largest; })},
        {"highest digits alone", keys([&](std::size_t i) { return noise[i] & 0xff000000U; })},
        {"runs of 32", keys([](std::size_t i) { return i / 32 * 0x9e3779b1; })}};
}

InOrder in_order(const Words& keys)
{
    InOrder sorted{keys, Words(keys.size())};
    std::iota(sorted.places.begin(), sorted.places.end(), 0U);
    constexpr unsigned bits = 11;
    constexpr std::size_t digits = std::size_t{1} << bits;
    for (unsigned shift = 0; shift < 32; shift += bits) {
        const auto digit_of = [=](std::uint32_t key) { return key >> shift & (digits - 1); };
        std::array<std::size_t, digits + 1> next{};
        for (const std::uint32_t key : sorted.keys) ++next[digit_of(key) + 1];
        std::partial_sum(next.begin(), next.end(), next.begin());
        InOrder by_digit{Words(keys.size()), Words(keys.size())};
        for (std::size_t i = 0; i < keys.size(); ++i) {
            const std::size_t to = next[digit_of(sorted.keys[i])]++;
            by_digit.keys[to] = sorted.keys[i];
            by_digit.places[to] = sorted.places[i];
        }
        sorted = std::move(by_digit);
    }
    return sorted;
}

} // namespace lockstep::bench::sorts
