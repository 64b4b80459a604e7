// What lies between a source and a binary, made by the compiler's own tools where they are installed.
#pragma once

#include "lab.hpp"
#include "shell.hpp"

#include <lockstep/text.hpp>

#include <filesystem>
#include <string_view>

struct Tools
{
    std::string clang = installed(
        {"clang", "clang-19", "clang-18", "clang-17", "clang-16", "clang-15", "clang-14"});
    std::string translator =
        installed({"llvm-spirv", "llvm-spirv-19", "llvm-spirv-18", "llvm-spirv-17",
                   "llvm-spirv-16", "llvm-spirv-15", "llvm-spirv-14"});
    std::string validator = installed({"spirv-val"});
    std::string disassembler = installed({"spirv-dis"});
};

// Runs a command that makes a file, and shows the command; false, with what it said, where it fails.
inline bool make(const std::string& command)
{
    const Ran ran = shell(command + " 2>&1");
    const std::string shown = replace_all(command, std::string{CHAPTER_DIR} + "/", "");
    std::printf("\n$ %s\n%s", shown.c_str(), ran.output.c_str());
    return ran.status == 0 && ran.signal == 0;
}

// Prints a file from the line that holds `from` to the next one that begins with `to`.
inline void excerpt(const std::string& file, std::string_view from, std::string_view to)
{
    bool inside = false;
    for (const std::string& line : split_lines(read_text(file))) {
        inside = inside || line.find(from) != std::string::npos;
        if (inside && !trim(line).empty()) std::printf("%s\n", line.c_str());
        if (inside && trim(line).starts_with(to)) return;
    }
}

//! [stations]
inline std::string compiler(const Tools& tools, const char* target, const char* kernels)
{
    return tools.clang + " -x cl -cl-std=CL1.2 -target " + target + " " CHAPTER_DIR "/" +
           kernels;
}

inline void front_and_back_end(const Tools& tools)
{
    if (make(compiler(tools, "spir64", "smooth.cl") + " -E -P -D RADIUS=4 -o smooth.i"))
        excerpt("smooth.i", "kernel void smooth", "}");
    if (make(compiler(tools, "spir64", "programs.cl") +
             " -O2 -S -emit-llvm -o programs.ll"))
        excerpt("programs.ll", "@horner(", "}");
    if (make(compiler(tools, "nvptx64-nvidia-nvcl", "programs.cl") +
             " -O2 -S -o clang.ptx"))
        excerpt("clang.ptx", "horner(", "}");
}

// LLVM IR as bitcode, and of it SPIR-V; then what the validator says.
inline bool spirv_module(const Tools& tools, const std::string& optimise,
                         const std::string& name)
{
    const bool made = make(compiler(tools, "spir64", "programs.cl") + optimise +
                           " -c -emit-llvm -o " + name + ".bc") &&
                      make(tools.translator + " " + name + ".bc -o " + name + ".spv");
    if (made && make(tools.validator + " " + name + ".spv")) std::printf("valid\n");
    return made;
}
//! [stations]

// The files from preprocessed source to SPIR-V, in the folder in which the program runs.
inline void artefacts()
{
    const Tools tools;
    std::filesystem::remove("programs.spv"); // of an earlier run
    std::printf("\nfrom source to SPIR-V\n");
    if (tools.clang.empty()) {
        std::printf("clang is not installed: ./lockstep start brings it\n");
        return;
    }
    front_and_back_end(tools);
    if (tools.translator.empty() || tools.validator.empty()) {
        std::printf(
            "llvm-spirv or spirv-val is not installed: ./lockstep start brings both\n");
        return;
    }
    const bool made = spirv_module(tools, " -O2", "programs");
    if (made && !tools.disassembler.empty() &&
        make(tools.disassembler + " programs.spv -o programs.spvasm"))
        excerpt("programs.spvasm", "%horner = OpFunction", "OpFunctionEnd");
    spirv_module(tools, " -O1", "once"); // whose loops are not to be unrolled
}
