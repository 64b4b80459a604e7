// Tests of the search: systems of our own making with every fault, then this machine.
#include "fake_system.hpp"
#include "invented_machine.hpp"
#include "search.hpp"

#include <doctest/doctest.h>

#include <cstdint>
#include <stdexcept>
#include <string>

namespace
{

// `expected` is a device's name, or empty when nothing may be found.
void check(FakeSystem system, cl_ulong local_bytes, const std::string& expected)
{
    std::string got;
    try {
        if (const std::optional<Found> found = find_device(system, local_bytes)) {
            got = system.at(found->device).name;
            if (FakeSystem::number(found->platform) != FakeSystem::platform_of(found->device))
                FAIL_CHECK("\"", got, "\" is a device of platform ", FakeSystem::platform_of(found->device),
                           ", but is returned with platform ", FakeSystem::number(found->platform));
        }
    } catch (const cl::Error& error) {
        FAIL("the error ", error.err(), " of ", std::string{error.what()},
             " came out of find_device; expected ",
             expected.empty() ? std::string{"an empty result"} : "\"" + expected + "\"");
    }
    if (got != expected)
        FAIL_CHECK("asked for double precision and ", local_bytes, " bytes: expected ",
                   expected.empty() ? std::string{"nothing"} : "\"" + expected + "\"", ", found ",
                   got.empty() ? std::string{"nothing"} : "\"" + got + "\"");
}

void check_throws(FakeSystem system, cl_int expected)
{
    try {
        find_device(system, kib);
    } catch (const FakeError& error) {
        if (error.err() != expected)
            FAIL("OpenCL failed with ", expected, ", find_device with ", error.err());
        if (std::string{error.what()}.rfind("clGet", 0) != 0)
            FAIL("the error ", expected,
                 " came out of find_device, but no longer says which call failed: it "
                 "says \"",
                 std::string{error.what()}, "\"");
        return;
    } catch (const cl::Error&) {
        FAIL(
            "the error ", expected,
            " was thrown as an object of a class made from cl::Error, and came out of find_device as a plain "
            "cl::Error. A bare `throw;` passes on the object itself");
    }
    FAIL("OpenCL failed with ", expected, ", and find_device kept it to itself");
}

const FakeDevice single{.name = "single", .has_double = false};
const FakeDevice small{.name = "small", .local_bytes = 16 * kib};
const FakeDevice unplugged{.name = "unplugged", .available = false};
const FakeDevice binary_only{.name = "binary only", .has_compiler = false};
const FakeDevice good{.name = "good"};
const FakeDevice better{.name = "better", .local_bytes = 512 * kib};

} // namespace

TEST_CASE("a device that will do is found")
{
    check(FakeSystem{{{{good}}}}, 48 * kib, "good");
    check(FakeSystem{{{{single, good}}}}, 48 * kib, "good");
}

TEST_CASE("every platform is searched")
{
    check(FakeSystem{{{{single}}, {{small, single}}, {{good}}}}, 48 * kib, "good");
    check(FakeSystem{{{{single}}, {{small}}, {{small, single, small, good}}}}, 48 * kib, "good");
}

TEST_CASE("the first device that will do is taken, not the largest and not the last")
{
    check(FakeSystem{{{{good, better}}}}, 48 * kib, "good");
    check(FakeSystem{{{{small, good}}, {{better}}}}, 48 * kib, "good");
}

TEST_CASE("nothing is found where nothing will do")
{
    check(FakeSystem{{{{single, small}}, {{single}}}}, 48 * kib, "");
}

TEST_CASE("local memory may be exactly enough")
{
    check(FakeSystem{{{{good}}}}, 64 * kib, "good");
    check(FakeSystem{{{{good}}}}, 64 * kib + 1, "");
    check(FakeSystem{{{{good}}, {{better}}}}, 64 * kib + 1, "better");
    check(FakeSystem{{{{small}}}}, 0, "small");
    check(FakeSystem{{{{{.name = "four gibibytes", .local_bytes = 4 * kib * kib * kib}}}}}, kib,
          "four gibibytes");
    check(FakeSystem{{{{good}}}}, 4 * kib * kib * kib + 1, "");
}

TEST_CASE("double precision is needed")
{
    check(FakeSystem{{{{single}}}}, 0, "");
}

TEST_CASE("a device that is not available is passed over")
{
    check(FakeSystem{{{{unplugged}}}}, kib, "");
    check(FakeSystem{{{{unplugged, good}}}}, kib, "good");
}

TEST_CASE("a device without a compiler is passed over")
{
    check(FakeSystem{{{{binary_only}}}}, kib, "");
    check(FakeSystem{{{{binary_only}}, {{good}}}}, kib, "good");
}

TEST_CASE("a platform without devices is passed over")
{
    check(FakeSystem{{{{}}}}, kib, "");
    check(FakeSystem{{{{}}, {{good}}}}, kib, "good");
    check(FakeSystem{{{{single}}, {{}}, {{}}, {{good}}}}, kib, "good");
    check(FakeSystem{{{{}, CL_SUCCESS}, {{good}}}}, kib, "good"); // an empty list instead of an error
}

TEST_CASE("a system without platforms gives an empty result")
{
    check(FakeSystem{{}}, kib, "");
    check(FakeSystem{{}, CL_SUCCESS}, kib, ""); // an empty list instead of an error
}

TEST_CASE("other errors reach the caller")
{
    check_throws(FakeSystem{{}, CL_OUT_OF_HOST_MEMORY}, CL_OUT_OF_HOST_MEMORY);
    check_throws(FakeSystem{{{{}, CL_OUT_OF_RESOURCES}, {{good}}}}, CL_OUT_OF_RESOURCES);
    check_throws(FakeSystem{{{{single}}, {{}, CL_INVALID_PLATFORM}}}, CL_INVALID_PLATFORM);
}

TEST_CASE("what is no error of OpenCL reaches the caller as well")
{
    struct Broken : FakeSystem
    {
        using FakeSystem::FakeSystem;
        std::vector<cl_device_id> devices(cl_platform_id) override
        {
            throw std::out_of_range{"no such platform"};
        }
    } system{{{{good}}}};
    try {
        find_device(system, kib);
    } catch (const std::out_of_range&) {
        return;
    } catch (...) {
    }
    FAIL("a std::out_of_range was thrown, and did not come out of find_device");
}

TEST_CASE("only the one code of each question is an answer")
{
    for (cl_int code = -1100; code < 0; ++code) {
        if (code != platform_not_found) check_throws(FakeSystem{{}, code}, code);
        if (code != CL_DEVICE_NOT_FOUND) check_throws(FakeSystem{{{{}, code}, {{good}}}}, code);
        check_throws(FakeSystem{{{{{.name = "broken", .error = code}, good}}}}, code);
    }
}

TEST_CASE("nothing is asked after a device has been found")
{
    check(FakeSystem{{{{good}}, {{}, CL_OUT_OF_RESOURCES}}}, kib, "good");
    check(FakeSystem{{{{good, {.name = "broken", .error = CL_OUT_OF_RESOURCES}}}}}, kib, "good");
}

namespace
{

// The numbers of these handles, as a text.
template <typename Handle>
std::string shown(const std::vector<Handle>& handles)
{
    std::string text;
    for (const Handle handle : handles)
        text += (text.empty() ? "" : ", ") + std::to_string(FakeSystem::number(handle));
    return text.empty() ? "none" : text;
}

// `ask` must throw the code with which OpenCL failed.
template <typename Ask>
void check_fails(const char* what, cl_int code, const Ask& ask)
{
    try {
        ask();
    } catch (const cl::Error& error) {
        if (error.err() != code)
            FAIL("OpenCL failed with ", code, ", RealSystem::", std::string{what}, " with ", error.err());
        return;
    }
    FAIL("OpenCL failed with ", code, ", and RealSystem::", std::string{what}, " did not throw it");
}

} // namespace

TEST_CASE("RealSystem lists the platforms and devices of an invented machine")
{
    RealSystem system;
    const InventedMachine::Device card{.type = CL_DEVICE_TYPE_GPU};
    const InventedMachine::Device host{.type = CL_DEVICE_TYPE_CPU | CL_DEVICE_TYPE_DEFAULT};
    const InventedMachine::Device board{.type = CL_DEVICE_TYPE_ACCELERATOR};
    std::vector<InventedMachine::Platform> platforms(300, {{card}});
    platforms[2].devices = {board, host, card, card};
    platforms[3].devices.assign(900, card);
    const InventedMachine machine{platforms};
    if (const auto listed = system.platforms(); listed.size() != 300 || FakeSystem::number(listed[7]) != 8)
        FAIL("a machine has the platforms 1 to 300; RealSystem::platforms lists ", shown(listed));
    const auto third = reinterpret_cast<cl_platform_id>(std::uintptr_t{3});
    if (const std::string listed = shown(system.devices(third)); listed != "3000, 3001, 3002, 3003")
        FAIL("a platform has the devices 3000 to 3003, an accelerator, a CPU and two GPUs; "
             "RealSystem::devices lists ",
             listed);
    const auto fourth = reinterpret_cast<cl_platform_id>(std::uintptr_t{4});
    if (const auto listed = system.devices(fourth);
        listed.size() != 900 || FakeSystem::number(listed[7]) != 4007)
        FAIL("a platform has 900 devices; RealSystem::devices lists ", listed.size());
}

TEST_CASE("RealSystem throws what OpenCL fails with")
{
    RealSystem system;
    for (const cl_int code : {platform_not_found, cl_int{CL_OUT_OF_HOST_MEMORY}}) {
        const InventedMachine machine{{}, code};
        check_fails("platforms", code, [&] { system.platforms(); });
    }
    const InventedMachine machine{{{{}, CL_OUT_OF_RESOURCES}, {{{.error = CL_INVALID_DEVICE}}}}};
    const auto first = reinterpret_cast<cl_platform_id>(std::uintptr_t{1});
    const auto broken = reinterpret_cast<cl_device_id>(std::uintptr_t{2000});
    check_fails("devices", CL_OUT_OF_RESOURCES, [&] { system.devices(first); });
    check_fails("available", CL_INVALID_DEVICE, [&] { system.available(broken); });
    check_fails("has_compiler", CL_INVALID_DEVICE, [&] { system.has_compiler(broken); });
    check_fails("has_double", CL_INVALID_DEVICE, [&] { system.has_double(broken); });
    check_fails("local_bytes", CL_INVALID_DEVICE, [&] { system.local_bytes(broken); });
}

namespace
{

template <typename T>
T ask(cl_device_id device, cl_device_info what)
{
    T value{};
    REQUIRE(clGetDeviceInfo(device, what, sizeof(T), &value, nullptr) == CL_SUCCESS);
    return value;
}

template <typename T>
void check_answer(const char* what, const T& got, const T& expected)
{
    if (got != expected)
        FAIL_CHECK("RealSystem::", std::string{what}, " answers ", got, "; OpenCL says ", expected);
}

} // namespace

TEST_CASE("RealSystem answers what OpenCL says of every device")
{
    RealSystem system;
    for (const cl_platform_id platform : system.platforms())
        for (const cl_device_id device : system.devices(platform)) {
            check_answer("available", system.available(device),
                         ask<cl_bool>(device, CL_DEVICE_AVAILABLE) == CL_TRUE);
            check_answer("has_compiler", system.has_compiler(device),
                         ask<cl_bool>(device, CL_DEVICE_COMPILER_AVAILABLE) == CL_TRUE);
            check_answer("has_double", system.has_double(device),
                         ask<cl_device_fp_config>(device, CL_DEVICE_DOUBLE_FP_CONFIG) != 0);
            check_answer("local_bytes", system.local_bytes(device),
                         ask<cl_ulong>(device, CL_DEVICE_LOCAL_MEM_SIZE));
        }
}

TEST_CASE("RealSystem answers each question by itself")
{
    // What is told of the device 1000 + i of the first platform. None of them lists an extension for double precision.
    const std::vector<InventedMachine::Device> devices{{},
                                                       {.available = false},
                                                       {.has_compiler = false},
                                                       {.has_double = false},
                                                       {.local_bytes = 5 * kib * kib * kib}};
    const InventedMachine machine{{InventedMachine::Platform{.devices = devices}}};
    RealSystem system;
    for (std::size_t i = 0; i < devices.size(); ++i) {
        const auto device = reinterpret_cast<cl_device_id>(std::uintptr_t{1000 + i});
        check_answer("available", system.available(device), devices[i].available);
        check_answer("has_compiler", system.has_compiler(device), devices[i].has_compiler);
        check_answer("has_double", system.has_double(device), devices[i].has_double);
        check_answer("local_bytes", system.local_bytes(device), devices[i].local_bytes);
    }
}
