// What computes a function of the language, and the elements it computes with.
#pragma once

#include "machine/functions.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace lockstep::pocket
{

using Real1 = double (*)(double);
using Real2 = double (*)(double, double);
using Real3 = double (*)(double, double, double);
using Whole1 = std::int64_t (*)(std::int64_t, Scalar);
using Whole2 = std::int64_t (*)(std::int64_t, std::int64_t, Scalar);
using Whole3 = std::int64_t (*)(std::int64_t, std::int64_t, std::int64_t, Scalar);

/// A function of the language. One without a computation here is known by its name: compute() or the machine has it.
struct Entry
{
    std::string name;
    Real1 real1 = nullptr;
    Real2 real2 = nullptr;
    Real3 real3 = nullptr;
    Whole1 whole1 = nullptr;
    Whole2 whole2 = nullptr;
    Whole3 whole3 = nullptr;
};

/// Adds the functions of floats.
void add_reals(std::vector<Entry>& all);

/// Adds the functions of whole numbers, and those that are of both.
void add_wholes(std::vector<Entry>& all);

/// Functions that are known by their names alone. @return false for another.
bool computed_by_name(const std::string& name, const Elements& e);

/// Element i of an array of that type as a number.
double real_at(const void* from, Scalar scalar, std::size_t i);
std::int64_t whole_at(const void* from, Scalar scalar, std::size_t i);

/// Writes a number as element i of an array of that type.
void set_real(void* to, Scalar scalar, std::size_t i, double value);
void set_whole(void* to, Scalar scalar, std::size_t i, std::int64_t value);

} // namespace lockstep::pocket
