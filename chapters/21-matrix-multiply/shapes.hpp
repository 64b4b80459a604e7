// Blocks of registers of several shapes on a CPU: their speed, and the machine code made of them.
#pragma once

#include "lab.hpp"

#include <array>
#include <lockstep/files.hpp>
#include <lockstep/scratch.hpp>
#include <regex>

//! [spills]
// How often the code of a program moves a whole register to the stack or from there in the midst of
// multiply-adds. Object files lie one behind the other in a CPU's binary.
inline int spills(const cl::Program& program)
{
    const auto bytes = program.getInfo<CL_PROGRAM_BINARIES>().front();
    const std::string binary(bytes.begin(), bytes.end()), beginning{"\177ELF"};
    const ScratchFolder folder;
    const std::filesystem::path object = folder.path() / "object.o";
    const std::regex on_stack{R"(\(%rsp\).*%[yz]mm|%[yz]mm.*\(%rsp\))"};
    int count = 0;
    for (auto at = binary.find(beginning); at != std::string::npos;
         at = binary.find(beginning, at + 1)) {
        write_text(object, binary.substr(at));
        FILE* code = popen(("objdump -d " + object.string() + " 2>&1").c_str(), "r");
        std::array<char, 512> line{};
        int lines_since = 100, moves_since = 0; // the last multiply-add
        while (code != nullptr && std::fgets(line.data(), line.size(), code) != nullptr) {
            const std::string text{line.data()};
            ++lines_since;
            if (std::regex_search(text, on_stack)) ++moves_since;
            if (text.find("vfmadd") == std::string::npos) continue;
            if (lines_since < 12) count += moves_since;
            lines_since = moves_since = 0;
        }
        if (code != nullptr) pclose(code);
    }
    return count;
}
//! [spills]

inline void measure_shapes(const Lab& lab)
{
    const std::size_t side = 768; // a multiple of every block's width and height
    const Matrices matrices(lab, side, side, side, -1.0F);
    const cl::Buffer packed = lab.output(side * side);
    std::printf("\n%zu × %zu floats by blocks of registers\n", side, side);
    for (const auto& [strip, vectors] :
         {std::pair{1, 1}, std::pair{2, 2}, std::pair{4, 2}, std::pair{4, 3},
          std::pair{8, 3}, std::pair{12, 2}, std::pair{12, 3}, std::pair{16, 4}}) {
        const std::string options = "-D STRIP=" + std::to_string(strip) +
                                    " -D VECTORS=" + std::to_string(vectors) +
                                    " -D BLOCK_ROWS=48";
        const cl::Program program =
            lab.program(CHAPTER_DIR "/../../kernels/matrix_multiply_registers.cl", options);
        const std::size_t panels = side / (16 * static_cast<std::size_t>(vectors));
        const auto number = static_cast<cl_uint>(side);
        double ms =
            lab.best_ms(find_kernel(program, "pack_b"), cl::NDRange(side / 16),
                        cl::NDRange(1), matrices.on_device_b, packed, number, number);
        ms += lab.best_ms(find_kernel(program, "panels"), cl::NDRange(panels, side / 48),
                          cl::NDRange(1, 1), matrices.on_device_a, packed,
                          matrices.on_device_c, number, number, number);
        std::printf("  %2d × %d: %2d sums, %6.1f GFLOP/s, %4d spills\n", strip, vectors,
                    strip * vectors, 2e-6 * std::pow(static_cast<double>(side), 3) / ms,
                    spills(program));
    }
}
