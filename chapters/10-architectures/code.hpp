// The multiply-adds in the code that a compiler made of a kernel, by the registers that they work on.
#pragma once

#include "lab.hpp"

#include <lockstep/files.hpp>
#include <lockstep/scratch.hpp>
#include <lockstep/text.hpp>

#include <array>
#include <cstdio>
#include <map>
#include <sstream>

// What a command prints; nothing where it cannot be run.
inline std::string printed_by(const std::string& command)
{
    std::string text;
    FILE* pipe = popen((command + " 2>/dev/null").c_str(), "r");
    if (pipe == nullptr) return text;
    std::array<char, 4096> part{};
    while (const std::size_t bytes = std::fread(part.data(), 1, part.size(), pipe))
        text.append(part.data(), bytes);
    pclose(pipe);
    return text;
}

//! [code]
// The code of a program that has been launched: NVIDIA's binary is text; in those of CPUs,
// object files lie one behind the other, which objdump can read.
inline std::string code_of(const cl::Program& program)
{
    const std::vector<unsigned char> bytes = program.getInfo<CL_PROGRAM_BINARIES>().front();
    const std::string binary(bytes.begin(), bytes.end());
    if (binary.find(".version") < 1000) return binary;
    const ScratchFolder folder;
    const std::filesystem::path object = folder.path() / "object.o";
    const std::string beginning{"\177ELF"};
    std::string code;
    for (auto at = binary.find(beginning); at != std::string::npos;
         at = binary.find(beginning, at + 1)) {
        write_text(object, binary.substr(at));
        code += printed_by("objdump -d --no-show-raw-insn " + object.string());
    }
    return code;
}
//! [code]

// How often each kind of multiply-add occurs: its name and its first register, without number.
inline std::map<std::string, int> multiply_adds(const std::string& code)
{
    std::map<std::string, int> kinds;
    for (const std::string& line : split_lines(code)) {
        auto at = line.find("vfm");
        if (at == std::string::npos) at = line.find("fma.rn");
        if (at == std::string::npos) continue;
        std::istringstream words{line.substr(at)};
        std::string name, registers;
        words >> name >> registers;
        registers = registers.substr(0, registers.find_first_of("0123456789,"));
        ++kinds[name + " " + registers];
    }
    return kinds;
}
