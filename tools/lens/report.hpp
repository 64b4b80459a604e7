// What a report of the lens tells: launches that did the same are told once.
#pragma once

#include "lockstep/formats/lens_report.hpp"

#include <cstdint>
#include <vector>

namespace lockstep::tool
{

/// One or more launches of a kernel, as they are told.
struct LaunchGroup
{
    formats::LensKernel kernel;          ///< the entry that stands for them
    std::vector<std::uint64_t> launches; ///< their numbers, from 1, among all launches of the program
    std::uint64_t times = 1;             ///< how many they are
    bool only = true;                    ///< the kernel has no other launches
    bool summed = false; ///< the entry is their sum, as they differ or are too many to be kept
};

/// The launches of a report in the order of their first: those of the same kernel, sizes and counts together;
/// those of a kernel with more than six different ones added up.
std::vector<LaunchGroup> grouped_launches(const formats::LensReport& report);

} // namespace lockstep::tool
