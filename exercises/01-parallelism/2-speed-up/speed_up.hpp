// The function that speed_up.cpp defines.
#pragma once

#include <cstdint>

/// By Amdahl's law: how many times as fast a program is with that many workers as with one.
/// @param serial the fraction of the time with one worker that cannot be shared, from 0 to 1.
/// @param workers at least 1.
double speed_up(double serial, std::uint64_t workers);
