// A device's capabilities on one line.
#include "report.hpp"

#include <algorithm>
#include <charconv>
#include <cstdio>

std::string trimmed(std::string_view text)
{
    text = text.substr(0, text.find('\0'));
    const std::size_t first = text.find_first_not_of(' ');
    if (first == std::string_view::npos) return "";
    return std::string{text.substr(first, text.find_last_not_of(' ') - first + 1)};
}

Version parse_version(std::string_view text)
{
    constexpr std::string_view beginning = "OpenCL ";
    if (!text.starts_with(beginning)) return {};
    Version version;
    const char* const end = text.data() + text.size();
    const auto [dot, no_major] = std::from_chars(text.data() + beginning.size(), end, version.major);
    if (no_major != std::errc{} || dot == end || *dot != '.') return {};
    const auto [rest, no_minor] = std::from_chars(dot + 1, end, version.minor);
    if (no_minor != std::errc{} || (rest != end && *rest != ' ')) return {};
    return version;
}

bool has_extension(std::string_view extensions, std::string_view name)
{
    while (!name.empty() && !extensions.empty()) {
        const std::size_t end = std::min(extensions.find(' '), extensions.size());
        if (extensions.substr(0, end) == name) return true;
        extensions.remove_prefix(std::min(end + 1, extensions.size()));
    }
    return false;
}

std::string amount(cl_ulong bytes)
{
    constexpr const char* names[] = {"B", "KiB", "MiB", "GiB"};
    std::size_t name = 0;
    cl_ulong unit = 1;
    while (name < 3 && bytes >= unit * 1024) {
        unit *= 1024;
        ++name;
    }
    char text[64];
    const double value = static_cast<double>(bytes) / static_cast<double>(unit);
    std::snprintf(text, sizeof text, bytes % unit == 0 ? "%.0f %s" : "%.1f %s", value, names[name]);
    return text;
}

DeviceFacts facts_of(const cl::Device& device)
{
    DeviceFacts facts;
    facts.name = trimmed(device.getInfo<CL_DEVICE_NAME>());
    facts.vendor = trimmed(device.getInfo<CL_DEVICE_VENDOR>());
    facts.type = device.getInfo<CL_DEVICE_TYPE>();
    facts.version = parse_version(device.getInfo<CL_DEVICE_VERSION>());
    facts.compute_units = device.getInfo<CL_DEVICE_MAX_COMPUTE_UNITS>();
    facts.clock_mhz = device.getInfo<CL_DEVICE_MAX_CLOCK_FREQUENCY>();
    facts.global_bytes = device.getInfo<CL_DEVICE_GLOBAL_MEM_SIZE>();
    facts.local_bytes = device.getInfo<CL_DEVICE_LOCAL_MEM_SIZE>();
    facts.group_size = device.getInfo<CL_DEVICE_MAX_WORK_GROUP_SIZE>();
    const auto sizes = device.getInfo<CL_DEVICE_MAX_WORK_ITEM_SIZES>();
    std::copy_n(sizes.begin(), 3, facts.group_sizes.begin());
    facts.double_precision = has_extension(trimmed(device.getInfo<CL_DEVICE_EXTENSIONS>()), "cl_khr_fp64");
    facts.images = device.getInfo<CL_DEVICE_IMAGE_SUPPORT>() == CL_TRUE;
    return facts;
}

static std::string type_name(cl_device_type type)
{
    if ((type & CL_DEVICE_TYPE_GPU) != 0) return "GPU";
    if ((type & CL_DEVICE_TYPE_CPU) != 0) return "CPU";
    return (type & CL_DEVICE_TYPE_ACCELERATOR) != 0 ? "accelerator" : "other";
}

std::string report(const DeviceFacts& facts)
{
    const auto number = [](auto n) { return std::to_string(n); };
    return facts.name + " (" + facts.vendor + "), " + type_name(facts.type) + ", OpenCL " +
           number(facts.version.major) + "." + number(facts.version.minor) + ", " +
           number(facts.compute_units) + " units at " + number(facts.clock_mhz) + " MHz, " +
           amount(facts.global_bytes) + " global, " + amount(facts.local_bytes) + " local, groups of " +
           number(facts.group_size) + " (" + number(facts.group_sizes[0]) + " x " +
           number(facts.group_sizes[1]) + " x " + number(facts.group_sizes[2]) + "), " +
           (facts.double_precision ? "double" : "no double") + ", " + (facts.images ? "images" : "no images");
}
