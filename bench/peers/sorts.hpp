// The host's sorts: the standard library's, and those of Boost and oneTBB where their headers were found when this was configured.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace lockstep::bench::host_sorts
{

/// One of them, for keys, and for pairs as one word each: the key above the value.
struct HostSort
{
    std::string name;
    std::string version; ///< of its library
    std::size_t threads;
    std::function<void(std::span<std::uint32_t>)> keys;
    std::function<void(std::span<std::uint64_t>)> pairs;
};

/// Those there are.
std::vector<HostSort> all();

} // namespace lockstep::bench::host_sorts
