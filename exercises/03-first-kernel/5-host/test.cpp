// Tests of combine: every step from the platform to the result, before a witness.
#include "host.hpp"

#include "empty_platform.hpp"

#include <lockstep/exercise.hpp>
#include <lockstep/launch_witness.hpp>

#include <array>
#include <stdexcept>
#include <string>
#include <vector>

using namespace lockstep;

namespace
{

/// Three kernels of two programs; the last two are in one. n is not used twice alike, so a kept program is noticed.
std::string source(const std::string& name, const std::string& formula)
{
    return "kernel void " + name +
           "(global const float* a, global const float* b, global float* result, uint n)\n{\n"
           "    const uint i = get_global_id(0);\n    if (i < n) result[i] = " +
           formula + ";\n}\n";
}
const std::string differences = source("difference", "a[i] - 2.0f * b[i]");
const std::string others = source("larger", "max(a[i], b[i])") + source("negative_sum", "-(a[i] + b[i])");

std::string this_device()
{
    return Exercise::get().device().getInfo<CL_DEVICE_NAME>();
}

/// Two vectors, and what the kernel `difference` makes of them.
struct Problem
{
    explicit Problem(std::size_t n) : a(random_floats(n, 31 + n)), b(random_floats(n, 32 + n)), right(n)
    {
        for (std::size_t i = 0; i < n; ++i) right[i] = a[i] - 2.0F * b[i]; // 2 b is exact: one rounding
    }
    std::vector<float> run(std::size_t group) const
    {
        return combine(this_device(), differences, "difference", a, b, group);
    }

    std::vector<float> a;
    std::vector<float> b;
    std::vector<float> right;
};

void expect_result(const std::vector<float>& right, const std::vector<float>& got)
{
    if (got.size() != right.size())
        FAIL("combine returned ", got.size(), " floats for vectors of ", right.size(), ".");
    expect_same("result", right, got);
}

/// The text of the std::runtime_error that combine throws; any other way to end fails.
std::string refusal(const std::string& device, const std::string& text, const std::string& what)
{
    const std::vector<float> ones(100, 1.0F);
    try {
        combine(device, text, "difference", ones, ones, 50);
    } catch (const cl::Error& error) {
        FAIL(what, ", and combine threw a cl::Error, ", std::string{error.what()}, " with ", error.err(),
             ", and not a std::runtime_error.");
    } catch (const std::runtime_error& error) {
        return error.what();
    }
    FAIL(what, ", and combine returned a result.");
    return {};
}

void expect_nothing_left(const Witness& witness, const std::string& when)
{
    for (const char* kind : {"buffer", "event", "kernel", "program", "command queue", "context"})
        if (const int alive = witness.ledger.alive(kind); alive > 0)
            FAIL("combine ", when,
                 ", and of the objects it made this many are still alive: ", std::string{kind}, ", ", alive,
                 ".");
    if (!witness.ledger.released_too_often.empty())
        FAIL("One object is released once more than it was created: ",
             witness.ledger.released_too_often.front(), ".");
}

} // namespace

TEST_CASE("a result comes back from the device")
{
    const Problem problem{64};
    expect_result(problem.right, problem.run(64));
}

TEST_CASE("every size and every group are right")
{
    for (const Size1D& size : {Size1D{1, 1}, Size1D{1, 32}, Size1D{100, 48}, Size1D{1000, 64},
                               Size1D{1001, 1}, Size1D{16384, 128}}) {
        const Problem problem{size.count};
        INFO(size.count, " elements in work-groups of ", size.group);
        expect_result(problem.right, problem.run(size.group));
    }
}

TEST_CASE("any source and any kernel of it can be run, one after another")
{
    const Problem problem{333};
    std::vector<float> larger(333), negative(333);
    for (std::size_t i = 0; i < 333; ++i) {
        larger[i] = std::max(problem.a[i], problem.b[i]);
        negative[i] = -(problem.a[i] + problem.b[i]);
    }
    expect_result(problem.right, problem.run(37));
    expect_result(negative, combine(this_device(), others, "negative_sum", problem.a, problem.b, 37));
    expect_result(larger, combine(this_device(), others, "larger", problem.a, problem.b, 37));
    const Problem next{200};
    expect_result(next.right, next.run(37));
}

TEST_CASE("the device is looked for on every platform")
{
    const EmptyPlatform empty;
    const Problem problem{70};
    expect_result(problem.right, problem.run(35));
}

TEST_CASE("a device that is not there is refused, by name")
{
    for (const std::string& name : {this_device() + " 2", this_device().substr(1), std::string{}}) {
        const std::string text = refusal(name, differences, "No device is called \"" + name + "\"");
        if (text.find(name) == std::string::npos)
            FAIL("No device is called \"", name,
                 "\", and combine threw an error whose text does not say so: ", text);
    }
}

TEST_CASE("a source that does not build is refused, with the compiler's messages")
{
    const std::string text = refusal(this_device(), source("difference", "nobody_knows_this * a[i]"),
                                     "The source uses a variable that is not there");
    if (text.find("nobody_knows_this") == std::string::npos)
        FAIL("The source does not build, and the text of the error is not the compiler's. It says: ", text);
}

TEST_CASE("any other error reaches the caller")
{
    const Problem problem{50};
    const auto fails = [&](const char* kernel, cl_int code, const std::string& what) {
        try {
            combine(this_device(), differences, kernel, problem.a, problem.b, 50);
        } catch (const cl::Error& error) {
            if (error.err() != code)
                FAIL(what, ", and combine failed with ", error.err(), " and not with ", code, ".");
            return;
        }
        FAIL(what, ", and combine returned a result.");
    };
    fails("no_such_kernel", CL_INVALID_KERNEL_NAME, "The source has no kernel of that name");
    EmptyPlatform broken;
    broken.code = CL_OUT_OF_HOST_MEMORY;
    fails("difference", CL_OUT_OF_HOST_MEMORY, "The first platform could not be asked for its devices");
}

TEST_CASE("there is one launch, of whole groups and no more than needed")
{
    for (const Size1D& size : {Size1D{1000, 64}, Size1D{128, 64}, Size1D{129, 64}, Size1D{1, 48}}) {
        Witness witness;
        Problem{size.count}.run(size.group);
        const std::size_t wanted = (size.count + size.group - 1) / size.group * size.group;
        if (witness.launches.size() != 1)
            FAIL("combine made ", witness.launches.size(), " launches where one is asked for.");
        const Witness::Launch& launch = witness.launches.front();
        if (launch.local != size.group || launch.global != wanted)
            FAIL(size.count, " elements in groups of ", size.group, " are launched as ", launch.global,
                 " work-items in groups of ", launch.local, " (0: left to the driver) and not as ", wanted,
                 ".");
    }
}

TEST_CASE("empty vectors give an empty result and no launch")
{
    Witness witness;
    const Problem none{0};
    expect_result(none.right, none.run(64));
    if (!witness.launches.empty()) FAIL("There are no elements, and combine launched a kernel.");
}

TEST_CASE("the result has arrived when combine returns")
{
    const Problem problem{500};
    Witness witness;
    const std::vector<float> got = problem.run(50);
    if (witness.reads == 0) FAIL("combine read no result: enqueueReadBuffer was not called, or it failed.");
    if (witness.reads_on_their_way() > 0)
        FAIL("combine returned while the read was still on its way: nobody waited for it.");
    expect_result(problem.right, got);
}

TEST_CASE("every call makes its own objects, and releases them")
{
    for (int call = 0; call < 2; ++call) {
        Witness witness;
        Problem{100}.run(50);
        if (witness.contexts == 0)
            FAIL("combine made no context: it must not keep one from an earlier call.");
        expect_nothing_left(witness, "returned");
    }
}

TEST_CASE("nothing is left behind where a step fails")
{
    const Problem problem{100};
    const auto fails = [&](const std::string& text, const std::string& kernel) {
        try {
            combine(this_device(), text, kernel, problem.a, problem.b, 50);
        } catch (const std::exception&) {
            return;
        }
        FAIL("A step failed, and combine returned a result.");
    };
    for (const bool builds : {false, true}) {
        Witness witness;
        fails(builds ? differences : source("difference", "nobody_knows_this"),
              builds ? "nobody" : "difference");
        expect_nothing_left(witness, builds ? "found no kernel of that name" : "could not build the source");
    }
}
