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
    std::printf("\nthe first instructions of each kernel in the binary, which is PTX\n");
    int left = 0;
    for (const std::string& line : split_lines(ptx)) {
        const bool head = line.starts_with(".version") || line.starts_with(".target") ||
                          line.starts_with(".address_size");
        if (line.find(".entry") != std::string::npos) left = 14;
        if (head || left-- > 0) std::printf("  %s\n", line.c_str());
    }
}
