// The kernel language on one page: every name on it is used by its row's code, and a compiler takes that code.
#include "lockstep/device.hpp"
#include "lockstep/formats/kernel_sheet.hpp"

#include <iostream>

#include <doctest/doctest.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

using namespace lockstep;
using namespace lockstep::formats;

namespace
{

const std::vector<SheetGroup>& sheet()
{
    static const std::vector<SheetGroup> groups = read_kernel_sheet(
        std::filesystem::path(LOCKSTEP_SOURCE_DIR) / "book/appendices/kernel-language.json");
    return groups;
}

struct Compiler
{
    cl::Device device = choose_device();
    cl::Context context{device};

    /// The build log where the compiler refuses the text, else nothing.
    std::string complaint(const std::string& text, const std::string& options) const
    {
        cl::Program program(context, text);
        try {
            program.build(options.c_str());
        } catch (const cl::Error& error) {
            return program.getBuildInfo<CL_PROGRAM_BUILD_LOG>(device) + error.what();
        }
        return {};
    }

    /// The newest language that the compiler takes.
    std::string newest() const
    {
        for (const char* language : {"-cl-std=CL3.0", "-cl-std=CL2.0"})
            if (complaint("kernel void empty(void) {}", language).empty()) return language;
        return "-cl-std=CL1.2";
    }
};

/// A row's code as a program: what a kernel's body needs is an argument of it. A device need not have images.
std::string program_of(const SheetRow& row, int number)
{
    const bool takes_images =
        row.unit.find("image") != std::string::npos || row.unit.find("sampler_t") != std::string::npos;
    std::string text =
        takes_images ? "#ifdef __IMAGE_SUPPORT__\n" + row.unit + "\n#endif\n" : row.unit + "\n";
    if (!row.body.empty())
        text += fmt::format(
            "kernel void row_{}(global float* out, volatile global int* counts, global float* p, "
            "local float* tile, local int* flags, int i, int j, uint u, float x, float y, float4 v, "
            "int4 k)\n{{\n{}\n}}\n",
            number, row.body);
    return text;
}

constexpr const char* extensions =
    "#ifdef cl_khr_fp64\n#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n#endif\n"
    "#ifdef cl_khr_fp16\n#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n#endif\n"
    "#ifdef cl_khr_subgroups\n#pragma OPENCL EXTENSION cl_khr_subgroups : enable\n#endif\n"
    "#ifdef cl_khr_int64_base_atomics\n"
    "#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable\n#endif\n"
    "#ifdef cl_khr_3d_image_writes\n"
    "#pragma OPENCL EXTENSION cl_khr_3d_image_writes : enable\n#endif\n";

} // namespace

TEST_SUITE_BEGIN("kernel_language");

TEST_CASE("each row's code uses every name that the row shows")
{
    for (const SheetGroup& group : sheet())
        for (const SheetRow& row : group.rows) {
            CAPTURE(row.names);
            CHECK(fmt::format("{}", fmt::join(unused_names(row), " ")) == "");
        }
}

TEST_CASE("OpenCL C 1.2 has every name that is not marked")
{
    const Compiler compiler;
    std::string text;
    int number = 0;
    for (const SheetGroup& group : sheet())
        for (const SheetRow& row : group.rows)
            if (row.needs.empty()) text += program_of(row, ++number);
    REQUIRE(number > 50);
    CHECK(compiler.complaint(text, "-cl-std=CL1.2") == "");
}

TEST_CASE("the compiler takes every option")
{
    const Compiler compiler;
    for (const SheetGroup& group : sheet())
        for (const SheetRow& row : group.rows)
            for (const std::string& option : row.options) {
                CAPTURE(option);
                CHECK(compiler.complaint("kernel void empty(global float* a) { a[0] = 1.0f; }", option) ==
                      "");
            }
}

TEST_CASE("what is marked compiles where its condition holds, and is told where it does not")
{
    const Compiler compiler;
    const std::string language = compiler.newest();
    int number = 0;
    for (const SheetGroup& group : sheet())
        for (const SheetRow& row : group.rows) {
            if (row.needs.empty()) continue;
            CAPTURE(row.names);
            const std::string question =
                fmt::format("{}#if !({})\n#error not here\n#endif\nkernel void empty(void) {{}}\n",
                            extensions, row.needs);
            const std::string answer = compiler.complaint(question, language);
            if (answer.empty()) {
                CHECK(compiler.complaint(extensions + program_of(row, ++number), language) == "");
            } else {
                CHECK(answer.find("not here") != std::string::npos);
                std::cout << "Not compiled, this device has not got it: " << row.names << " (" << row.since
                          << ")\n";
            }
        }
}

TEST_SUITE_END();
