// Calls of the language's functions, as pieces of kernels that two devices compute with the same numbers.
#pragma once

#include "front/type.hpp"

#include <string>
#include <vector>

namespace lockstep::pocket::test
{

struct Value
{
    Scalar scalar = Scalar::i32;
    unsigned lanes = 1;

    std::string name() const { return name_of(scalar) + (lanes == 1 ? "" : std::to_string(lanes)); }
};

/// Whether a function's result is defined for these components of its arguments.
using Defined = bool (*)(double a, double b, double c);

struct Call
{
    std::string function;
    std::string text =
        {}; ///< statements that leave the result in r; a, b and c are the arguments, i the element, p a place of its own
    Value result = {};
    std::vector<Value> arguments = {};
    double ulps = 0;         ///< that floats may be apart; any_zero: equal, but for the sign of zero
    bool of_largest = false; ///< these are not the result's ulps but those of the arguments' largest product
    Defined defined = nullptr; ///< null: everywhere
    Defined pocl_agrees = nullptr;
    bool of_vector = false; ///< each component of the arguments must be so
};

constexpr double any_zero = 0.5;

/// Adds what is in no row of the table: conversions, moves, halves, atomics, ids.
void add_others(std::vector<Call>& calls);

/// All that is compared, a kernel each.
std::vector<std::vector<Call>> calls_to_compare();

/// Why a function is not compared; empty: it is.
std::string why_not(const std::string& function);

} // namespace lockstep::pocket::test
