// The bytes that histograms are tried on.
#include "histogram_inputs.hpp"

#include <lockstep/random.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <functional>

namespace lockstep::bench::histogram
{
namespace
{

Bytes uniform_bytes(std::size_t count)
{
    Random random{18};
    Bytes bytes(count);
    for (std::size_t i = 0; i < count; i += 8) {
        const std::uint64_t eight = random.next();
        std::memcpy(bytes.data() + i, &eight, std::min<std::size_t>(8, count - i));
    }
    return bytes;
}

Bytes bytes_of(std::size_t count, const std::function<std::size_t(std::size_t)>& value)
{
    Bytes bytes(count);
    for (std::size_t i = 0; i < count; ++i) bytes[i] = static_cast<std::uint8_t>(value(i));
    return bytes;
}

/// Neighbouring pixels of a photograph differ by little: a walk whose steps are mostly small, over an uneven
/// range.
Bytes photograph(std::size_t count)
{
    Random random{19};
    Bytes bytes(count);
    double value = 90;
    for (std::uint8_t& byte : bytes) {
        const double step = static_cast<double>(random.uniform(-2, 2));
        value = std::clamp(value + step * step * step, 3.0, 254.0);
        byte = static_cast<std::uint8_t>(value);
    }
    return bytes;
}

} // namespace

Bytes bytes_named(const std::string& name, std::size_t count)
{
    return name == "constant" ? Bytes(count, 77) : uniform_bytes(count);
}

std::vector<Distribution> awkward_distributions(std::size_t count)
{
    const Bytes noise = uniform_bytes(count);
    std::vector<Distribution> all;
    all.push_back({"two values", bytes_of(count, [&](std::size_t i) { return noise[i] < 100 ? 3 : 252; })});
    all.push_back({"a ramp", bytes_of(count, [](std::size_t i) { return i; })});
    all.push_back({"a slow ramp", bytes_of(count, [&](std::size_t i) { return i * bins / count; })});
    all.push_back({"a photograph", photograph(count)});
    // One word in 32 (and in 256) is all one value, in between is noise: one work-item meets nothing but that
    // value.
    for (const std::size_t stride : {std::size_t{32}, std::size_t{256}})
        all.push_back(
            {fmt::format("one value in every {}th word", stride),
             bytes_of(count, [&](std::size_t i) { return i / 16 % stride == 5 ? 200 : noise[i]; })});
    for (const std::size_t run : {255, 256, 257, 512})
        all.push_back(
            {fmt::format("runs of {}", run), bytes_of(count, [&](std::size_t i) { return i / run; })});
    all.push_back({"one pair again and again", bytes_of(count, [](std::size_t i) { return i % 2 * 255; })});
    return all;
}

Counts counted(const Bytes& bytes)
{
    Counts counts(bins);
    for (const std::uint8_t byte : bytes) ++counts[byte];
    return counts;
}

} // namespace lockstep::bench::histogram
