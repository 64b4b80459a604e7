// Breadth-first searches of the host: by a queue on one thread, and from both ends of the edges on all of them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace lockstep::bench::host_searches
{

struct HostSearch
{
    std::string name;
    std::size_t threads;
    /// Row begins and columns of the graph, the source; levels and parents, which are made as long as they must be.
    std::function<void(std::span<const std::uint32_t>, std::span<const std::uint32_t>, std::uint32_t,
                       std::vector<std::uint32_t>&, std::vector<std::uint32_t>&)>
        run;
};

/// Those there are.
std::vector<HostSearch> all();

} // namespace lockstep::bench::host_searches
