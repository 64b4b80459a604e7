// The functions of numbers that the machine computes, lane by lane.
#pragma once

#include "front/type.hpp"

#include <cstdint>
#include <string>

namespace lockstep::pocket
{

/// A function's number, for Instruction::function; 0xffff when there is none of that name.
std::uint16_t function_number(const std::string& name);
const char* function_name(std::uint16_t number);

/// Computes a function for `count` elements, one after another. Floats are computed as double and rounded once.
/// @param scalar of the arguments. @param out of `result`'s type. @param lanes elements of a component, for functions of whole vectors.
struct Elements
{
    Scalar scalar; ///< of a and b and c
    Scalar second; ///< of b, where it is another
    Scalar third;  ///< of c
    Scalar result;
    unsigned components; ///< of a
    unsigned width;      ///< lanes of the sub-group
    const void* a;
    const void* b;
    const void* c;
    void* out;
};
void compute(std::uint16_t function, const Elements& elements);

float half_to_float(std::uint16_t bits);
/// @param how 0 to the nearest even, 1 to zero, 2 up, 3 down.
std::uint16_t half_from(double value, int how = 0);

} // namespace lockstep::pocket
