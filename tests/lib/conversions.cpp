// Tests of what kernels compute where Oclgrind needs help (see lib/src/simulator_prelude.hpp): on the device that is
// chosen, and by the test lib.conversions.simulator under Oclgrind.
#include "lockstep/device.hpp"
#include "lockstep/program.hpp"
#include "lockstep/scratch.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <optional>
#include <string>
#include <vector>

using namespace lockstep;

namespace
{

/// What work-items of a kernel(global const float* in, global int* out) make of values; one for each place of out.
std::vector<cl_int> computed(const std::string& body, const std::vector<float>& in, std::size_t places,
                             const std::string& options = "")
{
    const ScratchFolder scratch;
    write_text(scratch.path() / "k.cl", "kernel void k(global const float* in, global int* out)\n{\n"
                                        "    const int i = get_global_id(0);\n" +
                                            body + "\n}\n");
    const cl::Device device = choose_device();
    const cl::Context context{device};
    const cl::CommandQueue queue{context, device};
    cl::Kernel kernel = find_kernel(build_program(context, device, scratch.path() / "k.cl", options), "k");
    std::vector<cl_int> out(places * in.size());
    const cl::Buffer from{context, CL_MEM_READ_ONLY, in.size() * sizeof(float)};
    const cl::Buffer to{context, CL_MEM_WRITE_ONLY, out.size() * sizeof(cl_int)};
    queue.enqueueWriteBuffer(from, CL_TRUE, 0, in.size() * sizeof(float), in.data());
    kernel.setArg(0, from);
    kernel.setArg(1, to);
    queue.enqueueNDRangeKernel(kernel, cl::NullRange, cl::NDRange{in.size()});
    queue.enqueueReadBuffer(to, CL_TRUE, 0, out.size() * sizeof(cl_int), out.data());
    return out;
}

constexpr const char* between_whole_numbers =
    "    out[i] = convert_int_rtn((uchar)i) + convert_int_rtp((long)i);";

const std::vector<float> halves{-2.5F, -1.6F, -1.0F, -0.3F, 0.0F, 0.2F, 1.0F, 1.2F, 2.5F, 7.75F};

} // namespace

/// Why the suite whole_numbers cannot run on this device; nothing where it can.
std::optional<std::string> whole_numbers_obstacle()
{
    const cl::Platform platform{choose_device().getInfo<CL_DEVICE_PLATFORM>()};
    if (platform.getInfo<CL_PLATFORM_NAME>() != "rusticl") return std::nullopt;
    try {
        computed(between_whole_numbers, halves, 1);
    } catch (const BuildFailure&) {
        return "rusticl's library has no conversion between whole numbers that names a rounding mode.";
    }
    return std::nullopt;
}

TEST_SUITE("conversions")
{
    TEST_CASE("rtn rounds down and rtp rounds up, below zero and above")
    {
        const std::vector<cl_int> got =
            computed("    out[2 * i] = convert_int_rtn(in[i]);\n    out[2 * i + 1] = convert_int_rtp(in[i]);",
                     halves, 2);
        for (std::size_t i = 0; i < halves.size(); ++i) {
            CAPTURE(halves[i]);
            CHECK(got[2 * i] == static_cast<cl_int>(std::floor(halves[i])));
            CHECK(got[2 * i + 1] == static_cast<cl_int>(std::ceil(halves[i])));
        }
    }

    TEST_CASE("rounding holds for vectors, other widths, saturation and nested conversions")
    {
        const std::vector<cl_int> got =
            computed("    const float2 v = (float2)(in[i], in[i] - 300);\n"
                     "    const int2 down = convert_int2_rtn(v);\n"
                     "    out[5 * i] = down.x;\n    out[5 * i + 1] = down.y;\n"
                     "    const uchar2 up = convert_uchar2_sat_rtp(v);\n"
                     "    out[5 * i + 2] = up.x;\n    out[5 * i + 3] = up.y;\n"
                     "    out[5 * i + 4] = convert_short_rtp(convert_long_rtn(in[i]) + in[i]);",
                     halves, 5);
        for (std::size_t i = 0; i < halves.size(); ++i) {
            const float x = halves[i];
            CAPTURE(x);
            CHECK(got[5 * i] == static_cast<cl_int>(std::floor(x)));
            CHECK(got[5 * i + 1] == static_cast<cl_int>(std::floor(x - 300)));
            CHECK(got[5 * i + 2] == static_cast<cl_int>(std::max(0.0F, std::ceil(x))));
            CHECK(got[5 * i + 3] == 0);
            CHECK(got[5 * i + 4] == static_cast<cl_int>(std::ceil(std::floor(x) + x)));
        }
    }

    TEST_CASE("a switch over a remainder takes its case, for every type of number")
    {
        const std::vector<float> numbers{0, 1, 2, 3, 4, 5, 6, 7, 13, 254, 255};
        const std::vector<cl_int> got = computed(
            "    const uint u = (uint)in[i];\n    const uchar c = (uchar)u;\n    const long l = -(long)u;\n"
            "    switch (u % 4) {\n"
            "    case 0: out[3 * i] = 10; break;\n    case 1: out[3 * i] = 11; break;\n"
            "    case 2: out[3 * i] = 12; break;\n    default: out[3 * i] = 13;\n    }\n"
            "    switch (c & 1) {\n"
            "    case 0: out[3 * i + 1] = 20; break;\n    case 1: out[3 * i + 1] = 21; break;\n    }\n"
            "    switch (l % 3) {\n"
            "    case 0: out[3 * i + 2] = 30; break;\n    case -1: out[3 * i + 2] = 31; break;\n"
            "    default: out[3 * i + 2] = 32;\n    }",
            numbers, 3);
        for (std::size_t i = 0; i < numbers.size(); ++i) {
            const auto number = static_cast<cl_int>(numbers[i]);
            CAPTURE(number);
            CHECK(got[3 * i] == 10 + number % 4);
            CHECK(got[3 * i + 1] == 20 + number % 2);
            CHECK(got[3 * i + 2] == 30 + number % 3);
        }
    }

    TEST_CASE("what helps moves no line: a mistake behind it is told where it stands")
    {
        const std::string body = "    out[i] = convert_int_rtn(in[i]);\n    out[i] = nowhere;";
        try {
            computed(body, halves, 1);
            FAIL("it was built");
        } catch (const BuildFailure& failure) {
            CHECK(failure.messages().front().line == 5);
        }
        CHECK(computed("    ROUND(out[i], in[i]);", {-1.5F}, 1,
                       "-DROUND(to,from)=to=convert_int_rtn(from)") == std::vector<cl_int>{-2});
    }
}

TEST_SUITE("whole_numbers")
{
    TEST_CASE("a rounding mode changes nothing between whole numbers")
    {
        const std::vector<cl_int> got = computed(between_whole_numbers, halves, 1);
        for (std::size_t i = 0; i < got.size(); ++i) CHECK(got[i] == static_cast<cl_int>(2 * i));
    }
}
