// rejected by: correct, a size that divides is kept
#include "launch.hpp"

#include <algorithm>

Range range_for(std::size_t n, std::size_t wanted, std::size_t kernel_limit)
{
    const std::size_t local = std::min(wanted, kernel_limit);
    const std::size_t groups = (n + local) / local;
    return {groups * local, local};
}

Place place_of(std::size_t element, Range range)
{
    return {element / range.local, element % range.local};
}

std::size_t global_id(Place place, Range range)
{
    return place.group * range.local + place.local;
}
