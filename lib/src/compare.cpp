// Comparison of results with references, and the sentence that explains the first difference.
#include "lockstep/compare.hpp"

#include <fmt/format.h>

#include <bit>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <type_traits>

namespace lockstep
{

namespace
{

// Maps floats to integers so that neighbouring floats are neighbouring integers.
std::int64_t ordered(float value)
{
    const auto bits = static_cast<std::int64_t>(std::bit_cast<std::uint32_t>(value));
    constexpr std::int64_t sign = 0x80000000LL;
    return (bits & sign) != 0 ? sign - bits : bits;
}

template <typename T>
bool is_poison(T value)
{
    if constexpr (sizeof(T) == sizeof(poison_word))
        return std::bit_cast<std::uint32_t>(value) == poison_word;
    else
        return false;
}

template <typename T>
bool within(T expected, T got, const Tolerance& tolerance)
{
    if (expected == got) return true;
    if constexpr (std::is_same_v<T, float>) {
        if (std::isnan(expected) && std::isnan(got)) return true;
        if (!std::isfinite(expected) || !std::isfinite(got)) // no tolerance reaches infinity
            return false;
    }
    const double difference = std::abs(static_cast<double>(expected) - static_cast<double>(got));
    if (difference <= tolerance.absolute) return true;
    if (difference <= tolerance.relative * std::abs(static_cast<double>(expected))) return true;
    if constexpr (std::is_same_v<T, float>) return ulp_distance(expected, got) <= tolerance.ulps;
    return false;
}

template <typename T>
std::optional<Mismatch> compare_all(std::span<const T> expected, std::span<const T> got,
                                    const Tolerance& tolerance)
{
    if (expected.size() != got.size())
        throw std::invalid_argument(
            fmt::format("compare: {} expected values against {}", expected.size(), got.size()));
    std::optional<Mismatch> first;
    for (std::size_t i = 0; i < expected.size(); ++i) {
        const bool unwritten = is_poison(got[i]) && !is_poison(expected[i]);
        if (!unwritten && within(expected[i], got[i], tolerance)) continue;
        if (!first) {
            first =
                Mismatch{.index = i,
                         .count = 0,
                         .total = expected.size(),
                         .expected = static_cast<double>(expected[i]),
                         .got = static_cast<double>(got[i]),
                         .ulps = 0,
                         .exact = tolerance.absolute == 0 && tolerance.relative == 0 && tolerance.ulps == 0,
                         .unwritten = unwritten};
            if constexpr (std::is_same_v<T, float>) first->ulps = ulp_distance(expected[i], got[i]);
        }
        ++first->count;
    }
    return first;
}

// Nine digits tell any two floats apart; integers are shown whole.
std::string digits(double value)
{
    const bool whole = std::abs(value) < 1e11 && value == std::trunc(value);
    return whole ? fmt::format("{:.0f}", value) : fmt::format("{:.9g}", value);
}

// Of the expected value's magnitude; 0 for integers, which are told whole, and where nothing can be divided by.
double relative_error(const Mismatch& mismatch)
{
    return mismatch.ulps == 0 || mismatch.expected == 0
               ? 0.0
               : std::abs((mismatch.expected - mismatch.got) / mismatch.expected);
}

std::string part_of(double relative)
{
    if (relative >= 10) return fmt::format("{:.3g} times the", relative);
    return relative >= 0.001 ? fmt::format("{:.3g} % of the", relative * 100)
                             : fmt::format("{:.2g} of the", relative);
}

} // namespace

std::uint64_t ulp_distance(float a, float b)
{
    if (std::isnan(a) || std::isnan(b)) return std::numeric_limits<std::uint64_t>::max();
    const std::int64_t difference = ordered(a) - ordered(b);
    return static_cast<std::uint64_t>(difference < 0 ? -difference : difference);
}

std::optional<Mismatch> compare(std::span<const float> expected, std::span<const float> got,
                                Tolerance tolerance)
{
    return compare_all(expected, got, tolerance);
}

std::optional<Mismatch> compare(std::span<const std::int32_t> expected, std::span<const std::int32_t> got,
                                Tolerance tolerance)
{
    return compare_all(expected, got, tolerance);
}

std::optional<Mismatch> compare(std::span<const std::uint32_t> expected, std::span<const std::uint32_t> got,
                                Tolerance tolerance)
{
    return compare_all(expected, got, tolerance);
}

std::optional<Mismatch> compare(std::span<const std::uint8_t> expected, std::span<const std::uint8_t> got,
                                Tolerance tolerance)
{
    return compare_all(expected, got, tolerance);
}

std::string name_work_item(std::size_t index, const LaunchShape& shape)
{
    if (index >= shape.global[0] * shape.global[1] * shape.global[2]) return "no work-item";
    std::array<std::size_t, 3> global{index % shape.global[0], index / shape.global[0] % shape.global[1],
                                      index / shape.global[0] / shape.global[1]};
    const auto tuple = [&](auto&& component) {
        std::string text = "(";
        for (unsigned d = 0; d < shape.dimensions; ++d)
            text += fmt::format("{}{}", d == 0 ? "" : ", ", component(d));
        return text + ")";
    };
    if (shape.local[0] == 0) return fmt::format("work-item {}", tuple([&](unsigned d) { return global[d]; }));
    return fmt::format("work-item {}, group {}, local {}", tuple([&](unsigned d) { return global[d]; }),
                       tuple([&](unsigned d) { return global[d] / shape.local[d]; }),
                       tuple([&](unsigned d) { return global[d] % shape.local[d]; }));
}

namespace
{

/// Whether a launch of so many work-items, in groups of so many, is one for `count` elements, rounded up to whole groups.
bool is_one_each(std::size_t items, std::size_t group, std::size_t count)
{
    constexpr std::size_t any_group = 256; // where the runtime chose
    return items >= count && items - count < (group == 0 ? any_group : group);
}

/// The work-item that makes an element, if the launch has one for each; none where a work-item makes several, or a group one.
std::optional<std::size_t> item_of_element(const Mismatch& mismatch, const LaunchShape& shape,
                                           std::size_t columns)
{
    // A picture's row is as long as the picture, the NDRange's as long as what it was rounded up to.
    if (columns != 0 && shape.dimensions > 1) {
        if (!is_one_each(shape.global[0], shape.local[0], columns) ||
            !is_one_each(shape.global[1], shape.local[1], mismatch.total / columns))
            return std::nullopt;
        return mismatch.index / columns * shape.global[0] + mismatch.index % columns;
    }
    const std::size_t items = shape.global[0] * shape.global[1] * shape.global[2];
    if (!is_one_each(items, shape.local[0] * shape.local[1] * shape.local[2], mismatch.total))
        return std::nullopt;
    return mismatch.index;
}

} // namespace

std::string explain(const Mismatch& mismatch, const std::string& name,
                    const std::optional<LaunchShape>& shape, std::size_t columns)
{
    const std::string place = columns == 0 ? fmt::format("{}[{}]", name, mismatch.index)
                                           : fmt::format("{}[row {}][column {}]", name,
                                                         mismatch.index / columns, mismatch.index % columns);
    std::string text;
    if (mismatch.unwritten)
        text =
            fmt::format("{} was never written: it still holds the poison from before the launch; expected {}",
                        place, digits(mismatch.expected));
    else if (mismatch.before == mismatch.expected)
        text = fmt::format("{} must stay as it was before the launch, {}, and is {}", place,
                           digits(mismatch.expected), digits(mismatch.got));
    else if (mismatch.before == mismatch.got)
        text = fmt::format("{}: expected {}; it still holds {} from before the launch", place,
                           digits(mismatch.expected), digits(mismatch.got));
    else
        text = fmt::format("{}: expected {}, got {}", place, digits(mismatch.expected), digits(mismatch.got));
    const bool told_from_before = mismatch.before == mismatch.expected || mismatch.before == mismatch.got;
    if (!mismatch.unwritten && !told_from_before && std::isfinite(mismatch.got) &&
        std::isfinite(mismatch.expected)) {
        text += fmt::format(" (off by {:.3g}", std::abs(mismatch.expected - mismatch.got));
        const double relative = relative_error(mismatch);
        text += relative > 0 ? fmt::format(", {} expected value)", part_of(relative)) : ")";
    }
    if (shape)
        if (const auto item = item_of_element(mismatch, *shape, columns))
            text += fmt::format("; {}", name_work_item(*item, *shape));
    text += fmt::format(". {} of {} elements {} wrong.", mismatch.count, mismatch.total,
                        mismatch.count == 1 ? "is" : "are");
    constexpr std::uint64_t most_of_rounding = 4;
    if (mismatch.exact && mismatch.ulps > 0 && mismatch.ulps <= most_of_rounding && !told_from_before)
        text += " Every bit must agree here: it matters by which operations a value is computed, and in "
                "which order.";
    return text;
}

} // namespace lockstep
