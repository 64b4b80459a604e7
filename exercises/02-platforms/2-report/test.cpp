// Tests of the capability report: texts as drivers write them, invented facts, and the devices of this machine.
#include "invented_device.hpp"
#include "report.hpp"

#include <doctest/doctest.h>
#include <lockstep/random.hpp>

#include <algorithm>
#include <vector>

using namespace std::string_literals;

namespace
{

// A copy of exactly the text's size: a read behind its end is noticed.
std::vector<char> exactly(std::string_view text)
{
    return {text.begin(), text.end()};
}

void check_trimmed(const std::string& text, const std::string& expected)
{
    const std::vector<char> exact = exactly(text);
    const std::string got = trimmed({exact.data(), exact.size()});
    if (got != expected)
        FAIL_CHECK("trimmed returned \"", got, "\" (", got.size(), " characters); expected \"", expected,
                   "\" (", expected.size(), " characters)");
}

void check_version(std::string_view text, Version expected)
{
    const std::vector<char> exact = exactly(text);
    const Version got = parse_version({exact.data(), exact.size()});
    if (got != expected)
        FAIL_CHECK("parse_version(\"", std::string{text}, "\") is ", got.major, ".", got.minor, "; expected ",
                   expected.major, ".", expected.minor);
}

void check_extension(std::string_view extensions, std::string_view name, bool expected)
{
    const std::vector<char> exact_extensions = exactly(extensions);
    const std::vector<char> exact_name = exactly(name);
    if (has_extension({exact_extensions.data(), exact_extensions.size()},
                      {exact_name.data(), exact_name.size()}) != expected)
        FAIL_CHECK("has_extension(\"", std::string{extensions}, "\", \"", std::string{name}, "\") is ",
                   std::string{expected ? "false" : "true"});
}

void check_amount(cl_ulong bytes, const std::string& expected)
{
    const std::string got = amount(bytes);
    if (got != expected) FAIL_CHECK("amount(", bytes, ") is \"", got, "\"; expected \"", expected, "\"");
}

void check_report(const DeviceFacts& facts, const std::string& expected)
{
    const std::string got = report(facts);
    if (got != expected) FAIL_CHECK("the report is\n  ", got, "\nexpected\n  ", expected);
}

// An invented device; every number is another.
DeviceFacts invented()
{
    DeviceFacts facts;
    facts.name = "Fictive 900";
    facts.vendor = "Nowhere Inc.";
    facts.type = CL_DEVICE_TYPE_GPU;
    facts.version = {3, 1};
    facts.compute_units = 64;
    facts.clock_mhz = 1755;
    facts.global_bytes = 17179869184ULL;
    facts.local_bytes = 65536;
    facts.group_size = 512;
    facts.group_sizes = {511, 256, 128};
    facts.double_precision = true;
    facts.images = true;
    return facts;
}

// The devices of this machine, asked for without the C++ interface.
std::vector<cl_device_id> devices_of_this_machine()
{
    std::vector<cl_device_id> all;
    cl_uint platform_count = 0;
    clGetPlatformIDs(0, nullptr, &platform_count);
    std::vector<cl_platform_id> platforms(platform_count);
    if (platform_count > 0) clGetPlatformIDs(platform_count, platforms.data(), nullptr);
    for (cl_platform_id platform : platforms) {
        cl_uint count = 0;
        if (clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 0, nullptr, &count) != CL_SUCCESS) continue;
        std::vector<cl_device_id> devices(count);
        clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, count, devices.data(), nullptr);
        all.insert(all.end(), devices.begin(), devices.end());
    }
    return all;
}

template <typename T>
T ask(cl_device_id device, cl_device_info what)
{
    T value{};
    REQUIRE(clGetDeviceInfo(device, what, sizeof(T), &value, nullptr) == CL_SUCCESS);
    return value;
}

std::string ask_text(cl_device_id device, cl_device_info what)
{
    std::size_t bytes = 0;
    REQUIRE(clGetDeviceInfo(device, what, 0, nullptr, &bytes) == CL_SUCCESS);
    std::string text(bytes, '\0');
    clGetDeviceInfo(device, what, bytes, text.data(), nullptr);
    text.resize(std::strlen(text.c_str()));
    const std::size_t first = text.find_first_not_of(' ');
    return first == std::string::npos ? "" : text.substr(first, text.find_last_not_of(' ') - first + 1);
}

template <typename T>
void check_fact(const std::string& device, const char* what, const T& got, const T& expected)
{
    if (got != expected)
        FAIL_CHECK("facts_of(", device, ").", std::string{what}, " is ", got, "; OpenCL says ", expected);
}

} // namespace

TEST_CASE("trimmed drops padding and everything from the first NUL")
{
    check_trimmed("Fictive 900", "Fictive 900");
    check_trimmed("Fictive 900\0"s, "Fictive 900");
    check_trimmed("Fictive 900\0\0 old text"s, "Fictive 900");
    check_trimmed("   Fictive 900 @ 2.5 GHz  ", "Fictive 900 @ 2.5 GHz");
    check_trimmed("  Fictive 900  \0"s, "Fictive 900");
    check_trimmed("x", "x");
    check_trimmed(" Radeon\u2122 ", "Radeon\u2122"); // only spaces are padding
    check_trimmed(" \u00c5ngstr\u00f6m 1 ", "\u00c5ngstr\u00f6m 1");
    check_trimmed("\tx\n ", "\tx\n");
    check_trimmed(" x y  z ", "x y  z");
    check_trimmed("  \0 old text"s, "");
}

TEST_CASE("trimmed leaves nothing of a text without letters")
{
    check_trimmed("", "");
    check_trimmed("    ", "");
    check_trimmed("\0"s, "");
}

TEST_CASE("a version is two numbers, whatever the vendor adds")
{
    check_version("OpenCL 3.0 CUDA", {3, 0});
    check_version("OpenCL 1.2 pocl HSTR: pthread-x86_64", {1, 2});
    check_version("OpenCL 2.1 AMD-APP (3602.0)", {2, 1});
    check_version("OpenCL 1.2 ", {1, 2});
    check_version("OpenCL 3.1", {3, 1});
    check_version("OpenCL 10.12 from the future", {10, 12});
    check_version("OpenCL 1.10 Build 99", {1, 10});
    check_version("OpenCL 123.4567", {123, 4567});
    check_version("OpenCL 0.9 of 2.1", {0, 9});
}

TEST_CASE("a text that is no version is 0.0")
{
    check_version("", {0, 0});
    check_version("CUDA 13.0", {0, 0});
    check_version("OpenCL", {0, 0});
    check_version("OpenCL three", {0, 0});
    check_version("OpenCL 3", {0, 0});
    check_version("OpenCL 7 CUDA", {0, 0});
    check_version("OpenCL 3.", {0, 0});
    check_version("OpenCL 3.x", {0, 0});
    check_version("OpenCL 3,0", {0, 0});
    check_version("OpenCL .5", {0, 0});
    check_version("OpenCL C 3.0", {0, 0}); // what CL_DEVICE_OPENCL_C_VERSION says
    check_version("OpenCLX 3.0", {0, 0});
    check_version("opencl 3.0", {0, 0});
    check_version("Not OpenCL 3.0", {0, 0});
    check_version("Mesa 25.0", {0, 0});
    check_version("OpenCL3.0", {0, 0});
    check_version("OpenCL  3.0", {0, 0});
    check_version("OpenCL 3 .0", {0, 0});
    check_version("OpenCL 3. 0", {0, 0});
    check_version("OpenCL -3.0", {0, 0});
    check_version("OpenCL\t3.0", {0, 0});
}

TEST_CASE("an extension is found by its whole name")
{
    const std::string_view list = "cl_khr_byte_addressable_store cl_khr_fp64 cl_khr_3d_image_writes";
    check_extension(list, "cl_khr_byte_addressable_store", true);
    check_extension(list, "cl_khr_fp64", true);
    check_extension(list, "cl_khr_3d_image_writes", true);
    check_extension(list, "cl_khr_fp16", false);
    check_extension("cl_khr_fp64", "cl_khr_fp64", true);
    check_extension(" cl_khr_fp64  cl_khr_icd ", "cl_khr_icd", true);
    check_extension("", "cl_khr_fp64", false);
    check_extension("   ", "cl_khr_fp64", false);
    check_extension("cl_khr_icd  cl_khr_fp64", "", false); // which is no name
    check_extension("cl_khr_icd cl_intel_subgroups", "cl_intel_subgroups", true);
    check_extension("cl_khr_icd CL_KHR_FP64", "cl_khr_fp64", false);
    std::string many;
    for (int i = 0; i < 500; ++i) many += "cl_vendor_extension_" + std::to_string(i) + " ";
    check_extension(many, "cl_vendor_extension_499", true);
    check_extension(many, "cl_vendor_extension_0", true);
    check_extension(many, "cl_vendor_extension_500", false);
}

TEST_CASE("an extension whose name another begins or ends with is not found")
{
    check_extension("cl_khr_fp64_extended", "cl_khr_fp64", false);
    check_extension("xcl_khr_fp64", "cl_khr_fp64", false);
    check_extension("cl_khr_int64_base_atomics cl_khr_fp64x", "cl_khr_fp64", false);
    // The whole name may come after the longer one.
    check_extension("cl_khr_subgroups_vote cl_khr_subgroups", "cl_khr_subgroups", true);
    check_extension("cl_khr_fp64_extended cl_khr_fp64 cl_khr_icd", "cl_khr_fp64", true);
}

TEST_CASE("amounts come in the largest unit that fits")
{
    check_amount(0, "0 B");
    check_amount(1, "1 B");
    check_amount(1023, "1023 B");
    check_amount(1024, "1 KiB");
    check_amount(49152, "48 KiB");
    check_amount(1048576, "1 MiB");
    check_amount(536870912, "512 MiB");
    check_amount(1073741824ULL, "1 GiB");
    check_amount(17179869184ULL, "16 GiB");
    check_amount(2199023255552ULL, "2048 GiB");
    check_amount(1ULL << 43, "8192 GiB");
    check_amount(1ULL << 63, "8589934592 GiB");
}

TEST_CASE("amounts that are not whole have one decimal")
{
    check_amount(1536, "1.5 KiB");
    check_amount(48000, "46.9 KiB");
    check_amount(1025, "1.0 KiB");
    check_amount(150109880320ULL, "139.8 GiB");
    check_amount(8231866368ULL, "7.7 GiB");
    lockstep::Random random{3};
    for (int i = 0; i < 500; ++i) {
        const cl_ulong bytes = 1024 + (random.next() >> (1 + random.below(53)));
        cl_ulong unit = 1024;
        while (unit < 1073741824 && bytes / unit >= 1024) unit *= 1024;
        const cl_ulong rest = bytes % unit;
        if (rest == 0 || rest * 20 % unit == 0) continue; // whole, or halfway between two decimals
        const cl_ulong tenths = bytes / unit * 10 + (rest * 20 / unit + 1) / 2;
        check_amount(bytes, std::to_string(tenths / 10) + "." + std::to_string(tenths % 10) +
                                (unit == 1024      ? " KiB"
                                 : unit == 1048576 ? " MiB"
                                                   : " GiB"));
    }
}

TEST_CASE("the report states every fact")
{
    check_report(invented(),
                 "Fictive 900 (Nowhere Inc.), GPU, OpenCL 3.1, 64 units at 1755 MHz, 16 GiB global, "
                 "64 KiB local, groups of 512 (511 x 256 x 128), double, images");
    DeviceFacts facts = invented();
    facts.double_precision = false;
    facts.images = false;
    facts.global_bytes = 8231866368ULL;
    facts.local_bytes = 48000;
    check_report(facts, "Fictive 900 (Nowhere Inc.), GPU, OpenCL 3.1, 64 units at 1755 MHz, 7.7 GiB global, "
                        "46.9 KiB local, groups of 512 (511 x 256 x 128), no double, no images");
    facts.images = true;
    check_report(facts, "Fictive 900 (Nowhere Inc.), GPU, OpenCL 3.1, 64 units at 1755 MHz, 7.7 GiB global, "
                        "46.9 KiB local, groups of 512 (511 x 256 x 128), no double, images");
    facts.double_precision = true;
    facts.images = false;
    check_report(facts, "Fictive 900 (Nowhere Inc.), GPU, OpenCL 3.1, 64 units at 1755 MHz, 7.7 GiB global, "
                        "46.9 KiB local, groups of 512 (511 x 256 x 128), double, no images");
}

TEST_CASE("the report has room for long names and large numbers")
{
    DeviceFacts facts = invented();
    facts.name = std::string(300, 'n');
    facts.vendor = std::string(400, 'v');
    facts.version = {4000000000U, 4000000001U};
    facts.compute_units = 4000000002U;
    facts.clock_mhz = 4000000003U;
    facts.global_bytes = 1ULL << 50;
    facts.local_bytes = 1023;
    facts.group_size = 5000000001;
    facts.group_sizes = {5000000002, 5000000003, 5000000004};
    check_report(facts, facts.name + " (" + facts.vendor +
                            "), GPU, OpenCL 4000000000.4000000001, 4000000002 units at 4000000003 MHz, "
                            "1048576 GiB global, 1023 B local, groups of 5000000001 "
                            "(5000000002 x 5000000003 x 5000000004), double, images");
}

TEST_CASE("the report names the type, default device or not")
{
    const auto check_type = [](cl_device_type type, const std::string& expected) {
        DeviceFacts facts = invented();
        facts.type = type;
        const std::string line = report(facts);
        if (line.find("), " + expected + ", OpenCL") == std::string::npos)
            FAIL_CHECK("the type ", type, " is to be reported as \"", expected, "\"; the report is\n  ",
                       line);
    };
    check_type(CL_DEVICE_TYPE_GPU, "GPU");
    check_type(CL_DEVICE_TYPE_CPU, "CPU");
    check_type(CL_DEVICE_TYPE_ACCELERATOR, "accelerator");
    check_type(CL_DEVICE_TYPE_CUSTOM, "other");
    check_type(CL_DEVICE_TYPE_CPU | CL_DEVICE_TYPE_DEFAULT, "CPU");
    check_type(CL_DEVICE_TYPE_GPU | CL_DEVICE_TYPE_DEFAULT, "GPU");
    check_type(CL_DEVICE_TYPE_ACCELERATOR | CL_DEVICE_TYPE_DEFAULT, "accelerator");
    check_type(CL_DEVICE_TYPE_CUSTOM | CL_DEVICE_TYPE_DEFAULT, "other");
}

namespace
{

void check_facts_of_invented(const DeviceFacts& expected, const std::string& padding,
                             const std::string& extensions, std::vector<std::size_t> group_sizes)
{
    InventedDevice device;
    const auto text = [](unsigned number) { return std::to_string(number); };
    device.answer(CL_DEVICE_NAME, padding + expected.name + padding);
    device.answer(CL_DEVICE_VENDOR, padding + expected.vendor + padding);
    device.answer(CL_DEVICE_VERSION, "OpenCL " + text(expected.version.major) + "." +
                                         text(expected.version.minor) + " invented");
    device.answer(CL_DEVICE_OPENCL_C_VERSION, "OpenCL C 9.8 "s);
    device.answer(CL_DRIVER_VERSION, "9.7"s);
    device.answer(CL_DEVICE_PROFILE, "FULL_PROFILE"s);
    device.answer(CL_DEVICE_EXTENSIONS, extensions);
    device.answer(CL_DEVICE_PLATFORM, cl_platform_id{});
    device.answer(CL_DEVICE_TYPE, expected.type);
    device.answer(CL_DEVICE_MAX_COMPUTE_UNITS, expected.compute_units);
    device.answer(CL_DEVICE_MAX_CLOCK_FREQUENCY, expected.clock_mhz);
    device.answer(CL_DEVICE_GLOBAL_MEM_SIZE, expected.global_bytes);
    device.answer(CL_DEVICE_MAX_MEM_ALLOC_SIZE, cl_ulong{expected.global_bytes / 4});
    device.answer(CL_DEVICE_LOCAL_MEM_SIZE, expected.local_bytes);
    device.answer(CL_DEVICE_MAX_WORK_GROUP_SIZE, expected.group_size);
    device.answer(CL_DEVICE_MAX_WORK_ITEM_DIMENSIONS, static_cast<cl_uint>(group_sizes.size()));
    std::array<std::size_t, 4> sizes{};
    std::copy(group_sizes.begin(), group_sizes.end(), sizes.begin());
    if (group_sizes.size() == 4)
        device.answer(CL_DEVICE_MAX_WORK_ITEM_SIZES, sizes);
    else
        device.answer(CL_DEVICE_MAX_WORK_ITEM_SIZES, expected.group_sizes);
    device.answer(CL_DEVICE_DOUBLE_FP_CONFIG,
                  cl_device_fp_config{expected.double_precision ? 0U : 63U}); // not what is asked for
    device.answer(CL_DEVICE_IMAGE_SUPPORT, expected.images ? cl_bool{CL_TRUE} : cl_bool{CL_FALSE});

    InventedDevice::present = &device;
    DeviceFacts facts;
    std::string error;
    try {
        facts = facts_of(cl::Device{device.id(), true});
    } catch (const cl::Error& thrown) {
        error = std::string{thrown.what()} + " with the code " + std::to_string(thrown.err());
    }
    InventedDevice::present = nullptr;
    if (!error.empty()) FAIL("facts_of an invented device threw the error of ", error);

    const std::string name = "an invented device";
    check_fact(name, "name", facts.name, expected.name);
    check_fact(name, "vendor", facts.vendor, expected.vendor);
    check_fact(name, "type", facts.type, expected.type);
    check_fact(name, "version.major", facts.version.major, expected.version.major);
    check_fact(name, "version.minor", facts.version.minor, expected.version.minor);
    check_fact(name, "compute_units", facts.compute_units, expected.compute_units);
    check_fact(name, "clock_mhz", facts.clock_mhz, expected.clock_mhz);
    check_fact(name, "global_bytes", facts.global_bytes, expected.global_bytes);
    check_fact(name, "local_bytes", facts.local_bytes, expected.local_bytes);
    check_fact(name, "group_size", facts.group_size, expected.group_size);
    for (std::size_t d = 0; d < 3; ++d)
        check_fact(name, "group_sizes", facts.group_sizes[d], expected.group_sizes[d]);
    check_fact(name, "double_precision", facts.double_precision, expected.double_precision);
    check_fact(name, "images", facts.images, expected.images);
}

} // namespace

TEST_CASE("the facts are what an invented device says")
{
    DeviceFacts facts = invented();
    check_facts_of_invented(facts, "", "cl_khr_icd cl_khr_fp64", {511, 256, 128});
    facts.name = "Fictive  950";
    facts.vendor = "Elsewhere Ltd.";
    facts.type = CL_DEVICE_TYPE_ACCELERATOR | CL_DEVICE_TYPE_DEFAULT;
    facts.version = {1, 2};
    facts.compute_units = 7;
    facts.clock_mhz = 333;
    facts.global_bytes = 5368709123ULL;
    facts.local_bytes = 48000;
    facts.group_size = 96;
    facts.group_sizes = {95, 80, 3};
    facts.double_precision = false;
    facts.images = false;
    check_facts_of_invented(facts, "  ", " cl_khr_fp64_extended xcl_khr_fp64  ", {95, 80, 3, 2});
}

TEST_CASE("the facts are what the devices of this machine say")
{
    const std::vector<cl_device_id> devices = devices_of_this_machine();
    REQUIRE(!devices.empty());
    for (cl_device_id id : devices) {
        const DeviceFacts facts = facts_of(cl::Device{id, true});
        const std::string name = ask_text(id, CL_DEVICE_NAME);
        check_fact(name, "name", facts.name, name);
        check_fact(name, "vendor", facts.vendor, ask_text(id, CL_DEVICE_VENDOR));
        check_fact(name, "type", facts.type, ask<cl_device_type>(id, CL_DEVICE_TYPE));
        check_fact(name, "compute_units", facts.compute_units, ask<cl_uint>(id, CL_DEVICE_MAX_COMPUTE_UNITS));
        check_fact(name, "clock_mhz", facts.clock_mhz, ask<cl_uint>(id, CL_DEVICE_MAX_CLOCK_FREQUENCY));
        check_fact(name, "global_bytes", facts.global_bytes, ask<cl_ulong>(id, CL_DEVICE_GLOBAL_MEM_SIZE));
        check_fact(name, "local_bytes", facts.local_bytes, ask<cl_ulong>(id, CL_DEVICE_LOCAL_MEM_SIZE));
        check_fact(name, "group_size", facts.group_size, ask<std::size_t>(id, CL_DEVICE_MAX_WORK_GROUP_SIZE));
        check_fact(name, "images", facts.images, ask<cl_bool>(id, CL_DEVICE_IMAGE_SUPPORT) == CL_TRUE);
        const std::string extensions = " " + ask_text(id, CL_DEVICE_EXTENSIONS) + " ";
        check_fact(name, "double_precision", facts.double_precision,
                   extensions.find(" cl_khr_fp64 ") != std::string::npos);
        check_fact(name, "version",
                   "OpenCL " + std::to_string(facts.version.major) + "." +
                       std::to_string(facts.version.minor),
                   ask_text(id, CL_DEVICE_VERSION).substr(0, 10));

        std::vector<std::size_t> sizes(ask<cl_uint>(id, CL_DEVICE_MAX_WORK_ITEM_DIMENSIONS));
        REQUIRE(sizes.size() >= 3);
        clGetDeviceInfo(id, CL_DEVICE_MAX_WORK_ITEM_SIZES, sizes.size() * sizeof(std::size_t), sizes.data(),
                        nullptr);
        for (std::size_t d = 0; d < 3; ++d) check_fact(name, "group_sizes", facts.group_sizes[d], sizes[d]);
    }
}
