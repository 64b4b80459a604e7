// What a device says of itself: versions, extensions and features, from whichever queries
// it knows.
#pragma once

// The functions and constants of OpenCL 3.0 are declared, too. Whether the device has them
// is asked when the program runs.
#undef CL_TARGET_OPENCL_VERSION
#define CL_TARGET_OPENCL_VERSION 300
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS

#include <lockstep/device.hpp>

#include <algorithm>
#include <cstdio>
#include <sstream>
#include <string>
#include <vector>

//! [version]
// A version as OpenCL 3.0 packs it: 10 bits, 10 bits, 12 bits. Zero: not told.
struct Version
{
    cl_uint packed = 0;

    bool at_least(cl_uint major, cl_uint minor) const
    {
        return packed >= (major << 22U | minor << 12U);
    }
    std::string text() const
    {
        return std::to_string(packed >> 22U) + "." + std::to_string(packed >> 12U & 0x3FFU);
    }
    std::string with_patch() const
    {
        return text() + "." + std::to_string(packed & 0xFFFU);
    }
};
//! [version]

constexpr Version opencl(cl_uint major, cl_uint minor)
{
    return {major << 22U | minor << 12U};
}

//! [required]
constexpr Version never{CL_UINT_MAX};

// The versions that require something: from first to last, and from again on.
struct Core
{
    Version first = never, last = never, again = never;

    bool covers(Version device) const
    {
        return (device.packed >= first.packed && device.packed <= last.packed) ||
               device.packed >= again.packed;
    }
    std::string text() const
    {
        if (first.packed == never.packed) return "-";
        if (last.packed == never.packed) return first.text() + " on";
        const std::string range = first.text() + "-" + last.text();
        return again.packed == never.packed ? range : range + ", " + again.text() + " on";
    }
};
constexpr Core only_in_2{opencl(2, 0), opencl(2, 2)}; // optional since 3.0
constexpr Core only_in_2_and_again{opencl(2, 1), opencl(2, 2), opencl(3, 1)};
//! [required]

struct Named
{
    std::string name;
    Version version;
};

// The answer to a query, whose size is asked for first; none if the device does not know it.
template <typename T>
std::vector<T> ask(const cl::Device& device, cl_device_info query)
{
    std::size_t bytes = 0;
    if (clGetDeviceInfo(device(), query, 0, nullptr, &bytes) != CL_SUCCESS) return {};
    std::vector<T> answer(bytes / sizeof(T));
    clGetDeviceInfo(device(), query, bytes, answer.data(), nullptr);
    return answer;
}

template <typename T>
T ask_one(const cl::Device& device, cl_device_info query)
{
    const std::vector<T> answer = ask<T>(device, query);
    return answer.empty() ? T{} : answer.front();
}

struct Facts
{
    Version device, c;
    std::vector<Named> c_versions, extensions, features;

    static bool names(const std::vector<Named>& list, const std::string& name)
    {
        return std::any_of(list.begin(), list.end(),
                           [&](const Named& entry) { return entry.name == name; });
    }
    bool has_extension(const std::string& name) const { return names(extensions, name); }
    bool has_feature(const std::string& name) const { return names(features, name); }
};

//! [named]
inline std::vector<Named> named(const cl::Device& device, cl_device_info query)
{
    std::vector<Named> list;
    for (const cl_name_version& entry : ask<cl_name_version>(device, query))
        list.push_back({entry.name, {entry.version}});
    return list;
}

// Before OpenCL 3.0 versions are texts: "OpenCL 1.2 and what the vendor likes".
inline Version parsed(const std::string& text)
{
    unsigned major = 0, minor = 0;
    std::sscanf(text.c_str(), "OpenCL %u.%u", &major, &minor) == 2 ||
        std::sscanf(text.c_str(), "OpenCL C %u.%u", &major, &minor);
    return {major << 22U | minor << 12U};
}

inline Facts facts(const cl::Device& device)
{
    Facts facts;
    facts.device = parsed(device.getInfo<CL_DEVICE_VERSION>());
    facts.c = parsed(device.getInfo<CL_DEVICE_OPENCL_C_VERSION>());
    facts.c_versions = named(device, CL_DEVICE_OPENCL_C_ALL_VERSIONS);
    facts.features = named(device, CL_DEVICE_OPENCL_C_FEATURES);
    facts.extensions = named(device, CL_DEVICE_EXTENSIONS_WITH_VERSION);
    if (!facts.extensions.empty()) return facts;
    std::istringstream words{device.getInfo<CL_DEVICE_EXTENSIONS>()};
    for (std::string word; words >> word;) facts.extensions.push_back({word, {}});
    return facts;
}
//! [named]
