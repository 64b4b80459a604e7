// Moving sums along rows and down columns, in groups of several sizes; and the code made of them.
#pragma once

#include <lockstep/lab.hpp>

#include <array>
#include <lockstep/files.hpp>
#include <lockstep/scratch.hpp>
#include <map>
#include <regex>

using namespace lockstep;

//! [additions]
// How often the code of a program adds or subtracts floats: "ss xmm" does it on one, "ps xmm" on
// 4, ymm on 8, zmm on 16. Object files lie one behind the other in the binary of a CPU's program.
inline std::string additions(const cl::Program& program)
{
    const auto bytes = program.getInfo<CL_PROGRAM_BINARIES>().front();
    const std::string binary(bytes.begin(), bytes.end()), beginning{"\177ELF"};
    const ScratchFolder folder;
    const std::filesystem::path object = folder.path() / "object.o";
    const std::regex addition{R"(v(?:add|sub)(ss|ps)\s.*%([xyz]mm))"};
    std::map<std::string, int> kinds;
    for (auto at = binary.find(beginning); at != std::string::npos;
         at = binary.find(beginning, at + 1)) {
        write_text(object, binary.substr(at));
        FILE* code = popen(("objdump -d " + object.string() + " 2>&1").c_str(), "r");
        std::array<char, 512> line{};
        std::cmatch found;
        while (code != nullptr && std::fgets(line.data(), line.size(), code) != nullptr)
            if (std::regex_search(line.data(), found, addition))
                ++kinds[found.str(1) + " " + found.str(2)];
        if (code != nullptr) pclose(code);
    }
    std::string all;
    for (const auto& [kind, count] : kinds)
        all += (all.empty() ? "" : ", ") + std::to_string(count) + " × " + kind;
    return all.empty() ? "none found" : all;
}
//! [additions]

inline void measure_lines(const Lab& lab)
{
    const int side = lab.simulated ? 256 : 4096;
    const auto pixels = static_cast<std::size_t>(side) * static_cast<std::size_t>(side);
    const cl::Buffer in = lab.input(random_floats(pixels, 24));
    const cl::Buffer out = lab.output<float>(pixels);
    const bool has_code =
        lab.device.getInfo<CL_DEVICE_TYPE>() == CL_DEVICE_TYPE_CPU && !lab.simulated;
    std::printf("\nmoving sums of %d × %d floats\n", side, side);
    for (const char* options : {"", "-D IN_STEP"}) {
        const cl::Program program = lab.program("sums.cl", options);
        const cl::Kernel kernel = find_kernel(program, "sum_lines");
        if (*options != '\0') std::printf("the same in step\n");
        for (const int group : {1, 4, 16, 64, 256}) {
            const auto ms = [&](int step, int apart) {
                return lab.best_ms(kernel, cl::NDRange(side), cl::NDRange(group), in, out,
                                   side, step, side, apart);
            };
            const double along_rows = ms(side, 1), down_columns = ms(1, side);
            std::printf("  groups of %3d: %8.2f ms along rows, %8.2f ms down columns\n",
                        group, along_rows, down_columns);
        }
        std::printf("  additions in the code: %s\n",
                    has_code ? additions(program).c_str() : "not looked for");
    }
}
