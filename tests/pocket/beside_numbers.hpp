// The numbers that two devices compute with, and how far apart their results are.
#pragma once

#include "front/type.hpp"

#include <cstddef>
#include <vector>

namespace lockstep::pocket::test
{

using Bytes = std::vector<unsigned char>;

constexpr std::size_t count = 4096;     ///< elements of each type, for each of three arguments
constexpr std::size_t room = count * 8; ///< bytes of such an argument, and of a call's results

/// Of each type three arguments, one behind the other: each special number with each, then small ones, large ones, fractions and any bits.
Bytes inputs();
std::size_t input_at(Scalar scalar, std::size_t argument); ///< the byte where they begin

/// What stands at a byte, as a double.
double number_at(const Bytes& from, Scalar scalar, std::size_t at);

/// How many floats lie between two, `any_zero` between zeros of two signs; infinitely many where one is no number.
double steps_apart(double x, double y, Scalar scalar);

} // namespace lockstep::pocket::test
