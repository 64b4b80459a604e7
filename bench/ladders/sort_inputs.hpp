// The keys that sorts are tried on, and what they are in order.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace lockstep::bench::sorts
{

using Words = std::vector<std::uint32_t>;

/// "few": sixteen values; any other name: every value of 32 bits as often.
Words keys_named(const std::string& name, std::size_t count);

struct NamedKeys
{
    std::string name;
    Words keys;
};

/// Where ranks, counters or merges are most likely to be wrong: one value, keys in order already, few digits.
std::vector<NamedKeys> awkward_keys(std::size_t count);

/// The keys in order, and the places they come from: those of equal keys ascend.
struct InOrder
{
    Words keys;
    Words places;
};
InOrder in_order(const Words& keys);

} // namespace lockstep::bench::sorts
