// What a compiler says of a program that builds: NVIDIA's, when it is asked, how many registers each kernel takes.
#pragma once

#include "binaries.hpp"

//! [verbose]
inline void build_log(const Lab& lab)
{
    const bool nvidia =
        lab.platform().getInfo<CL_PLATFORM_NAME>().find("NVIDIA") != std::string::npos;
    const std::string options = nvidia ? "-cl-nv-verbose" : "";
    // What comes from a cache was not compiled, and leaves no message.
    const cl::Program program = build(lab, fresh(chapter_file("programs.cl")), options);
    const std::string log = program.getBuildInfo<CL_PROGRAM_BUILD_LOG>(lab.device);
    //! [verbose]
    std::printf("\nthe build log%s%s\n", nvidia ? ", with " : "", options.c_str());
    bool empty = true;
    for (const std::string& line : split_lines(log)) {
        if (trim(line.c_str()).empty()) continue;
        std::printf("  %s\n", line.c_str());
        empty = false;
    }
    if (empty) std::printf("  is empty\n");
    if (!nvidia) return;

    const auto binary = BinaryCache::binary_of(program, lab.device);
    const std::string ptx{binary.begin(), binary.end()};
    write_text("driver.ptx", ptx);
    std::printf("\nthe binary is PTX: its head, and a kernel up to the constant 1.3\n");
    bool inside = false;
    for (const std::string& line : split_lines(ptx)) {
        inside = inside || line.find(".entry accuracy") != std::string::npos;
        const bool head = line.starts_with(".version") || line.starts_with(".target");
        if ((head || inside) && !trim(line).empty()) std::printf("  %s\n", line.c_str());
        if (inside && line.find("0f3FA66666") != std::string::npos) break;
    }
}
