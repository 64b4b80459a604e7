// How the sum of the energies is made on a device: decided once, from what the device says.
#pragma once

#include "facts.hpp"

//! [newest]
// The option for the newest OpenCL C that the device compiles. A device before 3.0 has no
// list of versions, and Oclgrind's, of 1.2, is not to be believed.
inline std::string newest_language(const Facts& device)
{
    Version newest = device.c;
    if (device.device >= opencl(3, 0))
        for (const Named& version : device.c_versions)
            newest = std::max(newest, version.version);
    return newest >= opencl(2, 0) ? " -cl-std=CL" + newest.text() : "";
}
//! [newest]

struct Plan
{
    std::string options; // of the build
    Answer doubles, in_group;
    std::string numbers, way; // in words
};

//! [plan]
inline Plan plan(const Facts& device)
{
    const Answer doubles = has(device, capability::doubles);
    const Answer groups = has(device, capability::group_functions);
    const Answer sub_groups = has(device, capability::sub_group_functions);
    const std::string language = newest_language(device);
    if (!doubles) // a function that adds numbers cannot add pairs
        return {language + " -D PAIRS", doubles, {false, "pairs"}, "two floats", "a tree"};
    if (groups)
        return {language + " -D BY_GROUP", doubles, groups, "double",
                "a work-group function"};
    if (sub_groups)
        return {language + " -D BY_SUB_GROUPS", doubles, sub_groups, "double",
                "sub-groups"};
    return {language, doubles, groups, "double", "a tree"};
}
//! [plan]
