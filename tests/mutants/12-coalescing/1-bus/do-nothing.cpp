// rejected by: correct, every third float from 0x2A4 takes two transactions of 64 bytes
#include "bus.hpp"

Traffic traffic_of(const Access& access, std::uint64_t bus_bytes)
{
    (void)access;
    (void)bus_bytes;
    return {0, 0};
}
