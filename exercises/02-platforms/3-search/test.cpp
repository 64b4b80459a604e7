// Tests of the search: systems of our own making with every fault, then this machine.
#include "fake_system.hpp"
#include "invented_machine.hpp"
#include "search.hpp"

#include <doctest/doctest.h>

#include <algorithm>
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
    } catch (const cl::Error& error) {
        if (error.err() != expected)
            FAIL("OpenCL failed with ", expected, ", find_device with ", error.err());
        if (std::string{error.what()}.rfind("clGet", 0) != 0)
            FAIL("the error ", expected,
                 " came out of find_device, but no longer says which call failed: it "
                 "says \"",
                 std::string{error.what()}, "\"");
        return;
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

TEST_CASE("only the one code of each question is an answer")
{
    for (cl_int code = -1100; code < 0; ++code) {
        if (code != platform_not_found) check_throws(FakeSystem{{}, code}, code);
        if (code != CL_DEVICE_NOT_FOUND) check_throws(FakeSystem{{{{}, code}, {{good}}}}, code);
        check_throws(FakeSystem{{{{{.name = "broken", .error = code}, good}}}}, code);
    }
}

TEST_CASE("what is no error of OpenCL reaches the caller as well")
{
    // Fails with what no driver throws: at the question of this number.
    class Failing final : public System
    {
    public:
        explicit Failing(int question) : question_(question) {}
        std::vector<cl_platform_id> platforms() override
        {
            fail_at(0);
            return {nullptr};
        }
        std::vector<cl_device_id> devices(cl_platform_id) override
        {
            fail_at(1);
            return {nullptr};
        }
        bool available(cl_device_id) override { return fail_at(2); }
        bool has_compiler(cl_device_id) override { return fail_at(3); }
        bool has_double(cl_device_id) override { return fail_at(4); }
        cl_ulong local_bytes(cl_device_id) override { return fail_at(5) ? 64 * kib : 0; }

    private:
        bool fail_at(int question) const
        {
            if (question == question_) throw std::runtime_error{"the machine is on fire"};
            return true;
        }
        int question_;
    };
    for (int question = 0; question < 6; ++question) {
        Failing system{question};
        bool thrown = false;
        try {
            find_device(system, kib);
        } catch (const std::runtime_error&) {
            thrown = true;
        }
        if (!thrown)
            FAIL("question ", question,
                 " of the interface System threw a std::runtime_error, and find_device "
                 "kept it to itself");
    }
}

TEST_CASE("nothing is asked after a device has been found")
{
    check(FakeSystem{{{{good}}, {{}, CL_OUT_OF_RESOURCES}}}, kib, "good");
}

TEST_CASE("RealSystem lists the platforms and devices of this machine")
{
    RealSystem system;
    cl_uint platform_count = 0;
    REQUIRE(clGetPlatformIDs(0, nullptr, &platform_count) == CL_SUCCESS);
    std::vector<cl_platform_id> platforms(platform_count);
    clGetPlatformIDs(platform_count, platforms.data(), nullptr);
    if (system.platforms() != platforms)
        FAIL("this machine has ", platform_count, " platforms; RealSystem::platforms lists ",
             system.platforms().size(), ", or others, or another order");
    for (cl_platform_id platform : platforms) {
        cl_uint count = 0;
        if (clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 0, nullptr, &count) != CL_SUCCESS) continue;
        std::vector<cl_device_id> devices(count);
        clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, count, devices.data(), nullptr);
        if (system.devices(platform) != devices)
            FAIL("a platform has ", count, " devices; RealSystem::devices lists ",
                 system.devices(platform).size(), ", or others, or another order");
    }
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
    platforms[299].devices.assign(900, card);
    const InventedMachine machine{platforms};
    if (const auto listed = system.platforms(); listed.size() != 300 || FakeSystem::number(listed[7]) != 8)
        FAIL("a machine has the platforms 1 to 300; RealSystem::platforms lists ", shown(listed));
    const auto platform = [](std::size_t number) {
        return reinterpret_cast<cl_platform_id>(static_cast<std::uintptr_t>(number));
    };
    if (const std::string listed = shown(system.devices(platform(3))); listed != "3000, 3001, 3002, 3003")
        FAIL("a platform has the devices 3000 to 3003, an accelerator, a CPU and two GPUs; "
             "RealSystem::devices "
             "lists ",
             listed);
    if (const auto listed = system.devices(platform(300)); listed.size() != 900)
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

TEST_CASE("an invented machine is searched through RealSystem")
{
    RealSystem system;
    const auto check_found = [&](const InventedMachine&, cl_ulong local_bytes, std::size_t expected) {
        const std::optional<Found> found = find_device(system, local_bytes);
        const std::size_t got = found ? FakeSystem::number(found->device) : 0;
        if (got != expected)
            FAIL("asked for ", local_bytes, " bytes: expected the device ", expected, ", found ", got,
                 ". Platform 1 has the devices 1000, 1001 …; 0 is none");
    };
    check_found(InventedMachine{{}}, 0, 0);
    check_found(InventedMachine{{{{}}, {{{}}}}}, 0, 2000);
    check_found(InventedMachine{{{{{.available = false}, {.has_compiler = false}, {.has_double = false}}},
                                 {{{.local_bytes = 48 * kib - 1}, {.local_bytes = 48 * kib}, {}}}}},
                48 * kib, 2001);
    check_found(InventedMachine{{{{{.local_bytes = 4 * kib * kib * kib}}}}}, 4 * kib * kib * kib, 1000);
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

std::vector<Found> all_devices()
{
    std::vector<Found> all;
    std::vector<cl_platform_id> platforms(16);
    cl_uint platform_count = 0;
    clGetPlatformIDs(16, platforms.data(), &platform_count);
    platforms.resize(std::min<std::size_t>(platform_count, platforms.size()));
    for (cl_platform_id platform : platforms) {
        std::vector<cl_device_id> devices(64);
        cl_uint count = 0;
        if (clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 64, devices.data(), &count) != CL_SUCCESS) continue;
        for (std::size_t i = 0; i < std::min<std::size_t>(count, devices.size()); ++i)
            all.push_back({platform, devices[i]});
    }
    return all;
}

} // namespace

TEST_CASE("RealSystem answers what OpenCL says of every device")
{
    RealSystem system;
    const std::vector<Found> all = all_devices();
    REQUIRE(!all.empty());
    for (const Found& each : all) {
        const cl_device_id device = each.device;
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

TEST_CASE("this machine is searched")
{
    RealSystem system;
    for (const cl_ulong local_bytes : {cl_ulong{0}, 32 * kib, 48 * kib, 1024 * kib * kib * kib}) {
        const std::vector<Found> all = all_devices();
        const auto expected = std::find_if(all.begin(), all.end(), [&](const Found& each) {
            return ask<cl_bool>(each.device, CL_DEVICE_AVAILABLE) == CL_TRUE &&
                   ask<cl_bool>(each.device, CL_DEVICE_COMPILER_AVAILABLE) == CL_TRUE &&
                   ask<cl_device_fp_config>(each.device, CL_DEVICE_DOUBLE_FP_CONFIG) != 0 &&
                   ask<cl_ulong>(each.device, CL_DEVICE_LOCAL_MEM_SIZE) >= local_bytes;
        });
        const std::optional<Found> found = find_device(system, local_bytes);
        if (found.has_value() != (expected != all.end()))
            FAIL("for ", local_bytes, " bytes this machine ",
                 std::string{found ? "has no device, yet one is found" : "has a device, yet none is found"});
        if (found && (found->device != expected->device || found->platform != expected->platform))
            FAIL("for ", local_bytes, " bytes this machine has an earlier device than the one that is found");
    }
}
