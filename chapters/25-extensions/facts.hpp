// What a device says of itself, in answers to whichever queries it knows, and what follows.
#pragma once

// The functions and constants of OpenCL 3.0 are declared, too. Whether the device has them
// is asked when the program runs.
#undef CL_TARGET_OPENCL_VERSION
#define CL_TARGET_OPENCL_VERSION 300
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS

#include "capability.hpp"

#include <lockstep/device.hpp>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <map>
#include <sstream>
#include <string>
#include <vector>

struct Named
{
    std::string name;
    Version version; // zero before 3.0, when lists had names alone
};

struct Facts
{
    Version device, c;
    std::vector<Named> c_versions, extensions, features;
    std::map<std::uint32_t, std::uint64_t> answers; // by query; none if it is unknown
};

// The entry of that whole name, or none.
inline const Named* listed(const std::vector<Named>& list, const std::string& name)
{
    const auto found = std::find_if(list.begin(), list.end(),
                                    [&](const Named& entry) { return entry.name == name; });
    return found == list.end() ? nullptr : &*found;
}

struct Answer
{
    bool yes;
    std::string because;

    explicit operator bool() const { return yes; }
};

//! [has]
inline Answer has(const Facts& device, const Capability& what)
{
    if (standing(what, device.device) == 'r')
        return {true, "required by OpenCL " + device.device.text()};
    if (const auto answer = device.answers.find(what.query); answer != device.answers.end())
        if ((answer->second & what.bits) != 0) return {true, "its query says so"};
    const std::string feature = "__opencl_c_" + std::string{what.feature};
    if (listed(device.features, feature)) return {true, feature};
    if (listed(device.extensions, std::string{what.extension}))
        return {true, std::string{what.extension}};
    return {false, "not here"};
}
//! [has]

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
    return opencl(major, minor);
}

inline Facts facts(const cl::Device& device)
{
    Facts facts;
    facts.device = parsed(device.getInfo<CL_DEVICE_VERSION>());
    facts.c = parsed(device.getInfo<CL_DEVICE_OPENCL_C_VERSION>());
    facts.c_versions = named(device, CL_DEVICE_OPENCL_C_ALL_VERSIONS);
    facts.features = named(device, CL_DEVICE_OPENCL_C_FEATURES);
    facts.extensions = named(device, CL_DEVICE_EXTENSIONS_WITH_VERSION);
    if (facts.extensions.empty()) {
        std::istringstream words{device.getInfo<CL_DEVICE_EXTENSIONS>()};
        for (std::string word; words >> word;) facts.extensions.push_back({word, {}});
    }
    for (const Capability& what : capability::all) {
        if (what.query == 0) continue;
        // A number of 4 or 8 bytes, or a text whose first letters are not zero.
        const std::vector<unsigned char> bytes = ask<unsigned char>(device, what.query);
        if (bytes.empty()) continue;
        std::uint64_t& answer = facts.answers[what.query];
        std::memcpy(&answer, bytes.data(), std::min(bytes.size(), sizeof answer));
    }
    return facts;
}
