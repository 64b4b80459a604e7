// rejected by: correct, a partial sub-group has all its places
#include "issued.hpp"

#include <algorithm>
#include <cstddef>

namespace
{

Cost cost_of(std::uint64_t issued, std::uint64_t at_work, std::uint64_t places)
{
    if (issued == 0) return {0, 1.0};
    return {issued, static_cast<double>(at_work) / static_cast<double>(places)};
}

} // namespace

Cost loop_cost(std::span<const std::uint32_t> trips, std::uint32_t body, std::uint32_t width)
{
    std::uint64_t issued = 0;
    std::uint64_t at_work = 0;
    std::uint64_t places = 0;
    for (std::size_t first = 0; first < trips.size(); first += width) {
        const std::size_t end = std::min<std::size_t>(first + width, trips.size());
        std::uint64_t longest = 0;
        for (std::size_t i = first; i < end; ++i) {
            longest = std::max<std::uint64_t>(longest, trips[i]);
            at_work += std::uint64_t{body} * trips[i];
        }
        issued += body * longest;
        places += body * longest * (end - first);
    }
    return cost_of(issued, at_work, places);
}

Cost branch_cost(std::span<const std::uint8_t> condition, std::uint32_t then_side, std::uint32_t else_side,
                 std::uint32_t width)
{
    std::uint64_t issued = 0;
    std::uint64_t at_work = 0;
    std::uint64_t places = 0;
    for (std::size_t first = 0; first < condition.size(); first += width) {
        const std::size_t end = std::min<std::size_t>(first + width, condition.size());
        std::uint64_t takers = 0;
        for (std::size_t i = first; i < end; ++i) takers += condition[i];
        const std::uint64_t others = end - first - takers;
        issued += (takers > 0 ? then_side : 0ULL) + (others > 0 ? else_side : 0ULL);
        places += ((takers > 0 ? then_side : 0ULL) + (others > 0 ? else_side : 0ULL)) * (end - first);
        at_work += takers * then_side + others * else_side;
    }
    return cost_of(issued, at_work, places);
}
