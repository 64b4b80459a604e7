// Amdahl's law.
#include "speed_up.hpp"

double speed_up(double serial, std::uint64_t workers)
{
    // Your code here.
    return 0;
}
