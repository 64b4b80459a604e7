// Which memories a device has, by how long its reads take.
#include "levels.hpp"

std::vector<Level> levels(const std::vector<Measured>& sweep)
{
    // Your code here.
    std::vector<Level> found;
    for (const Measured& size : sweep) found.push_back({size.bytes, size.ns.front()});
    return found;
}
