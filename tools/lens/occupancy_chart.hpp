// Occupancy against one resource at a time: as text for the terminal and as an SVG drawing.
#pragma once

#include "lockstep/lens/occupancy.hpp"

#include <string>
#include <vector>

namespace lockstep::tool
{

/// Occupancy while one resource of a kernel varies and the others stay.
struct Sweep
{
    std::string title; ///< "work-items in a group"
    std::vector<unsigned> values;
    std::vector<double> fractions; ///< one per value, 0 to 1
    unsigned chosen = 0;           ///< the kernel's own value
};

/// Three sweeps: group size, registers of a work-item, local bytes of a group.
std::vector<Sweep> occupancy_sweeps(const lens::Profile& profile, const lens::KernelResources& kernel);

/// The sweep as a chart of eight lines, at most 64 columns wide, with the kernel's own value marked below.
std::string text_chart(const Sweep& sweep);

/// All sweeps as one SVG document. @param kernel what it takes, in words.
std::string svg_chart(const std::string& device, const std::string& kernel, const std::vector<Sweep>& sweeps);

} // namespace lockstep::tool
