// Whether a recording may be added to a file: one device's name must not stand for two machines.
#pragma once

#include "lockstep/formats/ladder_results.hpp"
#include "lockstep/formats/size_curves.hpp"

#include <map>
#include <string>

namespace lockstep::bench
{

/// What a file holds by now, or what is about to be measured.
struct Recorded
{
    formats::Origin origin;
    std::map<std::string, double> limits; ///< by what ladders call them; of several recordings the middle one
};

Recorded recorded_in(const formats::DeviceResults& results);
Recorded recorded_in(const formats::SizeCurves& curves);

/// Of the limits those that tell machines apart are compared: multiply and add and, unless the device is a CPU, copy and read. A
/// CPU's memory is shared with whatever runs beside, and moves by a factor of two.
Recorded recorded_now(const formats::Origin& origin, const formats::LimitFigures& limits, bool is_cpu);

/// @param file what `earlier` stands in, for the message.
/// @throws Failure where device or driver is another one, or a limit that both have differs by more than formats::same_machine:
/// with both figures, and what to type to record the machine under a name of its own.
void require_same_machine(const Recorded& now, const Recorded& earlier, const std::string& file);

} // namespace lockstep::bench
