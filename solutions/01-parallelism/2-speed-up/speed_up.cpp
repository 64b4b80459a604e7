// Amdahl's law.
#include "speed_up.hpp"

double speed_up(double serial, std::uint64_t workers)
{
    return 1 / (serial + (1 - serial) / static_cast<double>(workers));
}
