// The table of what the device has: what its version says of it, and which answer tells.
#pragma once

#include "lab.hpp"

inline void report(const Lab& lab)
{
    const Facts& known = lab.known;
    std::string versions, own;
    for (const Named& version : known.c_versions) versions += " " + version.version.text();
    for (const Named& extension : known.extensions)
        if (extension.name.rfind("cl_khr_", 0) != 0) own += "\n    " + extension.name;
    std::printf("OpenCL %s, OpenCL C%s; %zu extensions, %zu features of OpenCL C\n",
                known.device.text().c_str(),
                versions.empty() ? (" " + known.c.text()).c_str() : versions.c_str(),
                known.extensions.size(), known.features.size());
    std::printf("%-26s %-12s %s\n", "", ("in " + known.device.text()).c_str(), "here");
    for (const Capability& what : capability::all) {
        const char letter = standing(what, known.device);
        const Answer here = has(known, what);
        std::printf("  %-24s %-12s %s\n", std::string{what.name}.c_str(), in_words(letter),
                    !here           ? "no"
                    : letter == 'r' ? "yes"
                                    : ("yes: " + here.because).c_str());
    }
    std::printf("  not Khronos's own:%s\n", own.empty() ? " none" : own.c_str());
    std::printf("  printf's buffer: %zu KiB\n",
                ask_one<std::size_t>(lab.device, CL_DEVICE_PRINTF_BUFFER_SIZE) / 1024);
}
