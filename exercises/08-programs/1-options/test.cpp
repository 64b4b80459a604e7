// Tests of the options: kernels are built with them, and tell what the compiler made of RADIUS and SCALE.
#include "options.hpp"

#include <lockstep/exercise.hpp>
#include <lockstep/program.hpp>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <iomanip>
#include <limits>
#include <regex>
#include <sstream>

using namespace lockstep;

namespace
{

struct Wanted
{
    int radius;
    float scale;
};

/// What a compiler made of the macros.
struct Made
{
    cl_int radius;
    cl_int radius_of_if; ///< 1 where #if found it larger than 3
    cl_int radius_is_int;
    cl_uint scale_bits;  ///< of SCALE as a float
    cl_uint scale_bytes; ///< of SCALE as it is: 4 for a float, 8 for a double
};

std::string shown(float value)
{
    std::ostringstream text;
    text << std::setprecision(9) << value << std::hex << " (bits 0x" << std::bit_cast<std::uint32_t>(value)
         << ")";
    return text.str();
}

/// What the compiler says first; the log itself where its form is not known.
std::string first_error(const std::string& log)
{
    for (const BuildMessage& message : parse_build_log(log))
        if (message.severity == "error") return message.text;
    return log;
}

/// The options, and of many no more than whole words of some 200 characters.
std::string beginning(const std::string& options)
{
    if (options.size() <= 200) return options;
    return options.substr(0, options.rfind(' ', 200)) + " …";
}

/// Builds a kernel that tells the macros of all these options, RADIUS and SCALE of number i being called RADIUS_i and SCALE_i.
/// @param numbered false: there is one, and its macros keep their names.
std::vector<Made> made_of(const std::string& options, std::size_t count, bool numbered)
{
    const Exercise& exercise = Exercise::get();
    std::ostringstream source;
    source << "kernel void tell(global int* told)\n{\n";
    for (std::size_t i = 0; i < count; ++i) {
        const std::string end = numbered ? "_" + std::to_string(i) : "";
        const std::string radius = "RADIUS" + end, scale = "SCALE" + end;
        source << "    told[" << 5 * i << "] = " << radius << ";\n#if " << radius << " > 3\n    told["
               << 5 * i + 1 << "] = 1;\n#else\n    told[" << 5 * i + 1 << "] = 0;\n#endif\n    told["
               << 5 * i + 2 << "] = 0 * " << radius << " - 1 < 0 && sizeof(" << radius
               << ") == sizeof(int);\n    told[" << 5 * i + 3 << "] = as_int((float)(" << scale
               << "));\n    told[" << 5 * i + 4 << "] = sizeof(" << scale << ");\n";
    }
    source << "}\n";
    const cl::Program program{exercise.context(), source.str()};
    try {
        program.build(exercise.device(), options.c_str());
    } catch (const cl::Error& error) {
        std::string log;
        if (error.err() == CL_BUILD_PROGRAM_FAILURE)
            program.getBuildInfo(exercise.device(), CL_PROGRAM_BUILD_LOG, &log);
        FAIL("A kernel that uses both macros does not build with the options \"", beginning(options),
             "\". The compiler says: ", first_error(log));
    }
    const cl::Buffer told{exercise.context(), CL_MEM_READ_WRITE, count * sizeof(Made)};
    cl::Kernel kernel{program, "tell"};
    kernel.setArg(0, told);
    exercise.queue().enqueueNDRangeKernel(kernel, cl::NullRange, cl::NDRange(1));
    std::vector<Made> made(count);
    exercise.queue().enqueueReadBuffer(told, CL_TRUE, 0, count * sizeof(Made), made.data());
    return made;
}

void expect_made(const Wanted& wanted, const Made& made, const std::string& options)
{
    INFO("smoothing_options(", wanted.radius, ", ", shown(wanted.scale), ") returned \"", options, "\"");
    if (made.radius != wanted.radius) FAIL("RADIUS became ", made.radius, ".");
    if (made.radius_of_if != (wanted.radius > 3 ? 1 : 0)) FAIL("#if RADIUS > 3 was answered wrongly.");
    if (made.radius_is_int != 1)
        FAIL("RADIUS became no int. Of an unsigned number, for example, -RADIUS is not less than 0.");
    if (made.scale_bytes != sizeof(float))
        FAIL("SCALE became a constant of ", made.scale_bytes,
             " bytes. A float has 4, and a constant is one when it ends in f.");
    if (made.scale_bits != std::bit_cast<cl_uint>(wanted.scale))
        FAIL("SCALE became ", shown(std::bit_cast<float>(made.scale_bits)), ".");
}

/// One program for one call.
void check_alone(const Wanted& wanted)
{
    const std::string options = smoothing_options(wanted.radius, wanted.scale);
    expect_made(wanted, made_of(options, 1, false).at(0), options);
}

/// One program for many calls, because building one takes its time.
void check_together(const std::vector<Wanted>& all)
{
    std::vector<std::string> each;
    std::string options;
    for (std::size_t i = 0; i < all.size(); ++i) {
        each.push_back(smoothing_options(all[i].radius, all[i].scale));
        const std::string number = "_" + std::to_string(i);
        options +=
            " " + std::regex_replace(std::regex_replace(each.back(), std::regex{"RADIUS"}, "RADIUS" + number),
                                     std::regex{"SCALE"}, "SCALE" + number);
    }
    const std::vector<Made> made = made_of(options.substr(options.empty() ? 0 : 1), all.size(), true);
    for (std::size_t i = 0; i < all.size(); ++i) expect_made(all[i], made[i], each[i]);
}

using Limits = std::numeric_limits<float>;

} // namespace

TEST_CASE("both macros reach the kernel")
{
    check_alone({3, 0.5F});
    check_alone({11, 2.25F});
}

TEST_CASE("a scale that is a whole number is a float as well")
{
    check_together({{1, 1.0F}, {2, 12.0F}, {3, 1024.0F}, {4, 16777216.0F}, {5, 1e10F}, {6, -7.0F}});
}

TEST_CASE("a scale with many digits loses none")
{
    check_together({{1, 0.1F}, {2, 1.0F / 3}, {3, 3.14159274F}, {4, 1.00000012F}, {5, 16777217.0F / 4}});
}

TEST_CASE("a scale may be negative")
{
    check_together({{1, -0.1F}, {2, -2.0F / 3}, {3, -1e-12F}, {4, -123456.7F}});
}

TEST_CASE("a scale may be as large or as small as a float can be")
{
    check_together({{1, Limits::max()},
                    {2, Limits::lowest()},
                    {3, Limits::min()},
                    {4, Limits::denorm_min()},
                    {5, -Limits::denorm_min()},
                    {6, 1e-40F},
                    {7, 3.1e-9F},
                    {8, 2.7e30F}});
}

TEST_CASE("a scale may be zero, and negative zero")
{
    check_together({{1, 0.0F}, {2, -0.0F}});
}

TEST_CASE("a radius may be zero, and large")
{
    check_together(
        {{0, 1.5F}, {4, 1.5F}, {100, 1.5F}, {70000, 1.5F}, {std::numeric_limits<int>::max(), -1.5F}});
    check_together({{std::numeric_limits<int>::max(), Limits::lowest()}, {16777217, -1.0F / 3}});
}

TEST_CASE("the options make the two macros and do nothing else")
{
    for (const Wanted& wanted : {Wanted{3, 0.5F}, Wanted{0, -0.1F}, Wanted{70000, 1e30F}}) {
        const std::string options = smoothing_options(wanted.radius, wanted.scale);
        for (const char c : options)
            if (c < ' ' || c > '~')
                FAIL("The options are \"", options, "\", and hold the character ", int{c},
                     ". What separates options is a space, and what else some compilers take for one, others "
                     "do not.");
        std::istringstream words{options};
        std::vector<std::string> names;
        for (std::string word; words >> word;) {
            if (!word.starts_with("-D"))
                FAIL("The options are \"", options, "\", and ", word, " is no macro.");
            if (word == "-D")
                words >> word;
            else
                word.erase(0, 2);
            names.push_back(word.substr(0, word.find('=')));
        }
        std::sort(names.begin(), names.end());
        if (names != std::vector<std::string>{"RADIUS", "SCALE"})
            FAIL("The options are \"", options, "\", and they make ", names.size(),
                 " macros. Expected are RADIUS and SCALE, once each.");
    }
}

TEST_CASE("the options stand in the middle of others")
{
    const Wanted wanted{5, -0.3F};
    const std::string options = smoothing_options(wanted.radius, wanted.scale);
    const std::string all = "-D BEFORE=RADIUS " + options + " -D AFTER=1";
    const cl::Program program{Exercise::get().context(),
                              "#if BEFORE != 5 || AFTER != 1\n#error another option was changed\n#endif\n"
                              "kernel void none(global float* out) { out[0] = SCALE; }\n"};
    try {
        program.build(Exercise::get().device(), all.c_str());
    } catch (const cl::Error&) {
        FAIL("With the options \"", all, "\" a kernel does not build that uses BEFORE, SCALE and AFTER.");
    }
}

TEST_CASE("hundreds of floats drawn at random arrive bit for bit")
{
    Random random{81};
    for (int program = 0; program < 8; ++program) {
        std::vector<Wanted> all;
        while (all.size() < 50) {
            const auto scale = std::bit_cast<float>(static_cast<std::uint32_t>(random.next()));
            if (std::isfinite(scale))
                all.push_back({static_cast<int>(random.next() >> (33 + random.below(31))), scale});
        }
        check_together(all);
    }
}
