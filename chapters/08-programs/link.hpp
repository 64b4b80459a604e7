// Two sources compiled by themselves, a header that is a program object, and a library.
#pragma once

#include "lab.hpp"

#include <optional>

//! [compile]
inline cl::Program compile(const Lab& lab, const std::string& source)
{
    cl::Program program{lab.context, source};
    const cl::Program header{lab.context, chapter_file("curve.clh")};
    const cl_program header_object = header();
    const char* header_name = "curve.clh"; // as the #include calls it
    const cl_int code = clCompileProgram(program(), 0, nullptr, "", 1, &header_object,
                                         &header_name, nullptr, nullptr);
    if (code != CL_SUCCESS) throw cl::Error(code, "clCompileProgram");
    return program;
}
//! [compile]

// One step and how it ended; nothing where it failed.
inline std::optional<cl::Program> step(const char* name,
                                       const std::function<cl::Program()>& make)
{
    std::optional<cl::Program> made;
    double ms = 0;
    const cl_int code = code_of([&] { ms = host_ms([&] { made = make(); }); });
    std::printf("%-44s%s", name, error_name(code).c_str());
    if (code == CL_SUCCESS) std::printf(", %.1f ms", ms);
    std::printf("\n");
    return made;
}

inline std::string points(const Lab& lab, const cl::Program& program)
{
    constexpr std::size_t n = 6;
    const cl::Buffer out{lab.context, CL_MEM_READ_WRITE, n * sizeof(float)};
    cl::Kernel plot{program, "plot"};
    plot.setArg(0, out);
    plot.setArg(1, static_cast<cl_uint>(n));
    lab.launch_ms(plot, n);
    std::string text;
    for (const float y : lab.download(out, n)) text += " " + std::to_string(std::lround(y));
    return text;
}

inline void compile_and_link(const Lab& lab)
{
    std::printf("\ncompile and link\n");
    const auto plot = step("compile plot.cl, with its header",
                           [&] { return compile(lab, fresh(chapter_file("plot.cl"))); });
    const auto curve = step("compile curve.cl",
                            [&] { return compile(lab, fresh(chapter_file("curve.cl"))); });
    if (!plot || !curve) return;
    const auto program =
        step("link the two", [&] { return cl::linkProgram(*plot, *curve, ""); });
    const auto library = step("make a library of curve.cl",
                              [&] { return cl::linkProgram({*curve}, "-create-library"); });
    if (program) std::printf("points of the curve:%s\n", points(lab, *program).c_str());
    if (!library) return;
    //! [library]
    const auto with_library = step("link plot with the library",
                                   [&] { return cl::linkProgram(*plot, *library); });
    //! [library]
    if (with_library)
        std::printf("points of the curve:%s\n", points(lab, *with_library).c_str());
    const auto alone = step("link plot without it", [&] {
        return cl::linkProgram(std::vector<cl::Program>{*plot});
    });
    if (alone)
        std::printf("its kernel: %s\n",
                    error_name(code_of([&] { points(lab, *alone); })).c_str());
}
