// Tests of the search: systems of our own making with every fault, then this machine.
#include "search.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <string>

namespace
{

constexpr cl_int platform_not_found = -1001; // CL_PLATFORM_NOT_FOUND_KHR, from CL/cl_ext.h
constexpr cl_ulong kib = 1024;

struct FakeDevice
{
    std::string name;
    cl_ulong local_bytes = 64 * kib;
    bool has_double = true;
    bool available = true;
    bool has_compiler = true;
};

struct FakePlatform
{
    std::vector<FakeDevice> devices;
    cl_int error = CL_DEVICE_NOT_FOUND; ///< thrown when there are no devices
};

// Handles are numbers here: platform p is p + 1, its device d is 100 (p + 1) + d.
class FakeSystem final : public System
{
public:
    explicit FakeSystem(std::vector<FakePlatform> platforms, cl_int error = platform_not_found)
        : platforms_(std::move(platforms)), error_(error)
    {
    }

    std::vector<cl_platform_id> platforms() override
    {
        if (platforms_.empty() && error_ != CL_SUCCESS) throw cl::Error{error_, "clGetPlatformIDs"};
        std::vector<cl_platform_id> handles;
        for (std::size_t p = 0; p < platforms_.size(); ++p) handles.push_back(handle<cl_platform_id>(p + 1));
        return handles;
    }
    std::vector<cl_device_id> devices(cl_platform_id platform) override
    {
        const std::size_t p = number(platform) - 1;
        const FakePlatform& asked = platforms_.at(p);
        if (asked.devices.empty() && asked.error != CL_SUCCESS)
            throw cl::Error{asked.error, "clGetDeviceIDs"};
        std::vector<cl_device_id> handles;
        for (std::size_t d = 0; d < asked.devices.size(); ++d)
            handles.push_back(handle<cl_device_id>(100 * (p + 1) + d));
        return handles;
    }
    bool available(cl_device_id device) override { return at(device).available; }
    bool has_compiler(cl_device_id device) override { return at(device).has_compiler; }
    bool has_double(cl_device_id device) override { return at(device).has_double; }
    cl_ulong local_bytes(cl_device_id device) override { return at(device).local_bytes; }

    const FakeDevice& at(cl_device_id device) const
    {
        const std::size_t n = number(device);
        return platforms_.at(n / 100 - 1).devices.at(n % 100);
    }
    static std::size_t platform_of(cl_device_id device) { return number(device) / 100; }
    template <typename Handle>
    static std::size_t number(Handle h)
    {
        return reinterpret_cast<std::uintptr_t>(h);
    }

private:
    template <typename Handle>
    static Handle handle(std::size_t n)
    {
        return reinterpret_cast<Handle>(static_cast<std::uintptr_t>(n));
    }

    std::vector<FakePlatform> platforms_;
    cl_int error_;
};

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
            FAIL_CHECK("OpenCL failed with ", expected, ", find_device with ", error.err());
        return;
    }
    FAIL_CHECK("OpenCL failed with ", expected, ", and find_device kept it to itself");
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
