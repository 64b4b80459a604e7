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

/// Builds a kernel with the options that tells what became of the macros.
Made made_of(const std::string& options)
{
    const Exercise& exercise = Exercise::get();
    const cl::Program program{exercise.context(), R"(
kernel void tell(global int* told)
{
    told[0] = RADIUS;
#if RADIUS > 3
    told[1] = 1;
#else
    told[1] = 0;
#endif
    told[2] = 0 * RADIUS - 1 < 0 && sizeof(RADIUS) == sizeof(int);
    told[3] = as_int((float)(SCALE));
    told[4] = sizeof(SCALE);
}
)"};
    try {
        program.build(exercise.device(), options.c_str());
    } catch (const cl::Error&) {
        std::string log;
        program.getBuildInfo(exercise.device(), CL_PROGRAM_BUILD_LOG, &log);
        FAIL("A kernel that uses both macros does not build with the options \"", options,
             "\". The compiler says: ", first_error(log));
    }
    const auto told = output<cl_int>("told", 5);
    launch(cl::Kernel{program, "tell"}, covering(1, 1), told);
    Made made{};
    const std::vector<cl_int> values = told.read();
    std::memcpy(&made, values.data(), sizeof made);
    return made;
}

void check(const Wanted& wanted)
{
    const std::string options = smoothing_options(wanted.radius, wanted.scale);
    const Made made = made_of(options);
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

void check(const std::vector<Wanted>& all)
{
    for (const Wanted& wanted : all) check(wanted);
}

using Limits = std::numeric_limits<float>;

} // namespace

TEST_CASE("both macros reach the kernel")
{
    check({{3, 0.5F}, {11, 2.25F}});
}

TEST_CASE("a scale that is a whole number is a float as well")
{
    check({{2, 12.0F}, {5, 1e10F}, {6, -7.0F}});
}

TEST_CASE("a scale with many digits loses none")
{
    check({{1, 0.1F}, {2, 1.0F / 3}, {4, 1.00000012F}, {5, 1023.99994F}});
}

TEST_CASE("a scale may be as large or as small as a float can be")
{
    check({{1, Limits::max()}, {4, -Limits::denorm_min()}, {5, 3.1e-9F}});
}

TEST_CASE("a scale may be zero, and negative zero")
{
    check({{1, 0.0F}, {2, -0.0F}});
}

TEST_CASE("a radius may be zero, and large")
{
    constexpr int largest = std::numeric_limits<int>::max();
    check({{0, 1.5F}, {4, 1.5F}, {16777217, -1.0F / 3}, {largest, Limits::lowest()}});
}

TEST_CASE("the options make the two macros and do nothing else")
{
    for (const Wanted& wanted : {Wanted{3, 0.5F}, Wanted{0, -0.1F}, Wanted{70000, 1e30F}}) {
        const std::string options = smoothing_options(wanted.radius, wanted.scale);
        for (const char c : options)
            if (c < ' ' || c > '~')
                FAIL("The options are \"", options, "\", and hold the character ", int{c},
                     ". What separates options is a space.");
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
