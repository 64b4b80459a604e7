// The results of a run: where they come from, how they look on a terminal and as a chart.
#pragma once

#include "lockstep/formats/ladder_results.hpp"

#include <CL/opencl.hpp>

#include <optional>
#include <string>

namespace lockstep::bench
{

/// This machine, this device, today.
formats::Origin origin_of(const cl::Device& device, const std::string& command);

/// The results with their origin, and each ladder with the command that measured it and the machine.
formats::DeviceResults with_origin(const cl::Device& device, const std::string& command,
                                   formats::DeviceResults measured);

/// What a file that is to be written holds by now; nothing where there is none or it holds no ladders.
/// @throws Failure when it holds ladders that cannot be read: they would be lost.
std::optional<formats::DeviceResults> earlier_results(const std::string& file);

/// The results with those ladders of an earlier file of the same device and driver that were not measured again, in the chapters'
/// order.
formats::DeviceResults joined(formats::DeviceResults results,
                              const std::optional<formats::DeviceResults>& earlier);

/// A table with bars for each ladder, as wide as the terminal.
void print_results(const formats::DeviceResults& results);

/// A chart of all ladders, as an SVG document.
std::string chart_of(const formats::DeviceResults& results);

/// Whether a rung was refused: wrong, impossible, or not runnable.
bool has_refusals(const formats::DeviceResults& results);

} // namespace lockstep::bench
