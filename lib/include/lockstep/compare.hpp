// Comparing a result with its reference so that the first difference explains itself.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

namespace lockstep
{

/// How far a result may be from its reference. A pair passes when it is within any of the three.
struct Tolerance
{
    double absolute = 0.0;
    double relative = 0.0;  ///< of the expected value's magnitude
    std::uint64_t ulps = 0; ///< units in the last place, for floating-point results
};

/// The NDRange that produced a result; unused dimensions are 1. A local size of 0 was left to the runtime.
struct LaunchShape
{
    std::array<std::size_t, 3> global{1, 1, 1};
    std::array<std::size_t, 3> local{1, 1, 1};
    unsigned dimensions = 1;
};

/// The first pair that differs by more than the tolerance, and how many do.
struct Mismatch
{
    std::size_t index = 0;
    std::size_t count = 0; ///< how many elements are wrong
    std::size_t total = 0; ///< of how many
    double expected = 0.0;
    double got = 0.0;
    std::uint64_t ulps = 0;            ///< distance in units in the last place; 0 for integers
    bool exact = false;                ///< no tolerance was given
    bool unwritten = false;            ///< the element still holds the poison it was given before the launch
    std::optional<double> before = {}; ///< what each element held before the launch, where the test knows
};

/// Distance between two floats in units in the last place; the largest value when either is NaN.
std::uint64_t ulp_distance(float a, float b);

/// Bit pattern that outputs are filled with before a launch: a NaN no arithmetic produces.
inline constexpr std::uint32_t poison_word = 0x7FC0DEADU;

/// Compares element by element; a poisoned element counts as wrong whatever the tolerance.
/// @param expected,got must be of the same length.
std::optional<Mismatch> compare(std::span<const float> expected, std::span<const float> got,
                                Tolerance tolerance = {});
std::optional<Mismatch> compare(std::span<const std::int32_t> expected, std::span<const std::int32_t> got,
                                Tolerance tolerance = {});
std::optional<Mismatch> compare(std::span<const std::uint32_t> expected, std::span<const std::uint32_t> got,
                                Tolerance tolerance = {});
std::optional<Mismatch> compare(std::span<const std::uint8_t> expected, std::span<const std::uint8_t> got,
                                Tolerance tolerance = {});

/// "work-item (37, 2), group (2, 0), local (5, 2)" for the work-item whose linear index in the NDRange is
/// `index`; "no work-item" when the range has none.
std::string name_work_item(std::size_t index, const LaunchShape& shape);

/// One sentence or two: "y[37]: expected 1.5, got 2 (off by 0.5) …". When `columns` is not 0 the index is
/// shown as [row][column]. When `shape` is given, and is that of one work-item for each element, that work-item is named.
std::string explain(const Mismatch& mismatch, const std::string& name,
                    const std::optional<LaunchShape>& shape = {}, std::size_t columns = 0);

} // namespace lockstep
