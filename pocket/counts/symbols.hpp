// What a compiler knows of the values in a sub-group's registers: which are numbers, and which are equal whatever the input.
#pragma once

#include "counts/shape.hpp"

#include <cstdint>
#include <vector>

namespace lockstep::pocket
{

/// A value as a formula of what is not known. Sums and products of integers are computed with a random number in place of each
/// unknown, so that two ways to write one formula give one value, and two addresses at a fixed distance differ by it. Of anything
/// else the value is a hash of the operation and its operands. Source: B. Alpern, M. Wegman and F. Zadeck, "Detecting equality of
/// variables in programs", 1988, with random interpretation as in S. Gulwani and G. Necula, 2003.
struct Symbol
{
    std::uint64_t value = 0;
    bool is_number = false; ///< it is that number

    bool operator==(const Symbol&) const = default;
};

class Symbols
{
public:
    explicit Symbols(const Code& code);

    const Symbol& of(const Register& in, unsigned component = 0) const
    {
        return values_[in.defined + component];
    }
    void set(const Register& in, unsigned component, const Symbol& value)
    {
        values_[in.defined + component] = value;
    }
    /// A value that nothing is known of.
    Symbol unknown();
    /// The registers of those masks hold what nothing is known of.
    void forget(const std::vector<std::uint32_t>& masks);
    /// What an instruction leaves in its register. Of what brings values from memory or from others: unknown ones.
    void execute(const Instruction& instruction);

private:
    Symbol arithmetic(const Instruction& in, const Symbol& a, const Symbol& b);

    const Code& code_;
    std::vector<Symbol> values_; ///< of each mask
    std::uint64_t last_ = 0;
};

} // namespace lockstep::pocket
