// Which instructions that order anything the compiler makes of a construct: in PTX, or in
// x86 machine code where objdump is installed.
#pragma once

#include "lab.hpp"

#include <lockstep/text.hpp>

#include <array>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <string_view>

// What a command prints; nothing where it cannot be run.
inline std::string output_of(const std::string& command)
{
    std::string output;
    std::fflush(nullptr);
    FILE* pipe = popen((command + " 2>/dev/null").c_str(), "r");
    if (pipe == nullptr) return output;
    std::array<char, 4096> part{};
    while (const std::size_t bytes = std::fread(part.data(), 1, part.size(), pipe))
        output.append(part.data(), bytes);
    pclose(pipe);
    return output;
}

// The object files in a binary, disassembled. PoCL's has one for each kernel that was
// launched, Intel's one for all.
inline std::string disassembled(const std::string& binary)
{
    std::string text;
    for (std::size_t at = 0; (at = binary.find("\x7f"
                                               "ELF",
                                               at)) != std::string::npos;
         ++at) {
        std::uint64_t sections = 0; // where the table of sections lies, which comes last
        std::uint16_t size = 0, count = 0;
        if (at + 64 > binary.size()) break;
        std::memcpy(&sections, &binary[at + 40], sizeof sections);
        std::memcpy(&size, &binary[at + 58], sizeof size);
        std::memcpy(&count, &binary[at + 60], sizeof count);
        const std::uint64_t bytes = sections + std::uint64_t{size} * count;
        if (bytes > binary.size() - at) continue;
        std::ofstream{"code.o", std::ios::binary} << binary.substr(at, bytes);
        text += output_of("objdump -d --no-show-raw-insn code.o");
    }
    std::filesystem::remove("code.o");
    return text;
}

// The instruction in a line of PTX or of x86 machine code, if it orders or is an atomic;
// else nothing.
inline std::string ordering_instruction(std::string_view line)
{
    if (const auto address = line.find(":\t"); address < line.size())
        line.remove_prefix(address + 2); // x86: 1028:<tab>mfence
    line = trim(line);
    std::string_view name = line.substr(0, line.find_first_of(" \t;"));
    if (name == "lock") name = line.substr(0, line.find_first_of(" \t", 5));
    if (name == "xchg" && line.find('(') == std::string_view::npos) return "";
    for (const std::string_view begin :
         {"lock", "xchg", "mfence", "bar.", "barrier.", "membar", "fence", "atom.", "red."})
        if (name.starts_with(begin)) return std::string{name};
    return "";
}

// Each of them once, in the order of a kernel's code, which begins at `.entry NAME(` or
// `<NAME>:`.
inline std::string instructions_of(const std::string& code, const std::string& kernel)
{
    std::string found;
    bool inside = false;
    for (const std::string& line : split_lines(code)) {
        if (line.find(".entry") < line.size() || line.ends_with(">:"))
            inside = line.find(kernel) < line.size();
        const std::string name = inside ? ordering_instruction(line) : "";
        if (!name.empty() &&
            (", " + found + ",").find(", " + name + ",") == std::string::npos)
            found += (found.empty() ? "" : ", ") + name;
    }
    return found.empty() ? "nothing" : found;
}

//! [machine_code]
inline void print_code(const std::string& title, const std::vector<cl::Kernel>& kernels,
                       const std::string& code)
{
    std::printf("\n%s\n", title.c_str());
    for (const cl::Kernel& kernel : kernels) {
        std::string name = kernel.getInfo<CL_KERNEL_FUNCTION_NAME>();
        name = name.substr(0, name.find('\0'));
        std::printf("  %-14s %s\n", name.c_str(), instructions_of(code, name).c_str());
    }
}

inline void machine_code(const Lab& lab)
{
    if (lab.simulated) return; // it interprets LLVM IR
    const std::optional<cl::Program> newer = lab.newer("code.cl");
    cl::Program program = newer ? *newer : lab.program("code.cl");
    const cl::Buffer x = lab.zeros(64), y = lab.zeros(64);
    std::vector<cl::Kernel> kernels;
    program.createKernels(&kernels);
    for (cl::Kernel& kernel : kernels) { // PoCL compiles at the first launch
        kernel.setArg(0, x);
        kernel.setArg(1, y);
        lab.launch_ms(kernel, 1, 64);
    }
    const auto bytes = program.getInfo<CL_PROGRAM_BINARIES>().at(0);
    const std::string binary{bytes.begin(), bytes.end()};
    const bool is_ptx = binary.find(".target ") < 4096;
    if (is_ptx)
        print_code("what the compiler makes of it, in PTX", kernels, binary);
    else if (const std::string code = disassembled(binary); !code.empty())
        print_code("what the compiler makes of it", kernels, code);
}
//! [machine_code]
