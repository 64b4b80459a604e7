// What report.cpp has to define: a device's facts, and one line that states them.
#pragma once

#include <CL/opencl.hpp>

#include <array>
#include <string>
#include <string_view>

/// A version of OpenCL.
struct Version
{
    unsigned major = 0;
    unsigned minor = 0;
    friend bool operator==(const Version&, const Version&) = default;
};

/// What a device can do. Names hold no NUL and neither begin nor end with a space.
struct DeviceFacts
{
    std::string name;
    std::string vendor;
    cl_device_type type = 0;
    Version version; ///< of the device's OpenCL
    cl_uint compute_units = 0;
    cl_uint clock_mhz = 0;
    cl_ulong global_bytes = 0;
    cl_ulong local_bytes = 0;
    std::size_t group_size = 0;               ///< the most work-items a work-group can have
    std::array<std::size_t, 3> group_sizes{}; ///< the most in each dimension
    bool double_precision = false;            ///< the device has the extension cl_khr_fp64
    bool images = false;
};

// You write these.

/// `text` up to its first NUL, without the spaces before and behind.
std::string trimmed(std::string_view text);

/// The version in a string "OpenCL <major>.<minor> <whatever the vendor adds>"; 0.0 when the text is none such.
Version parse_version(std::string_view text);

/// Is `name` one of the names in `extensions`, which spaces separate?
bool has_extension(std::string_view extensions, std::string_view name);

/// Bytes in the largest of the units B, KiB, MiB and GiB (each 1024 of the one before) in which they are at least 1;
/// whole when nothing is left over, else rounded to one decimal: "48 KiB", "1.5 GiB", "0 B".
std::string amount(cl_ulong bytes);

/// The facts of a device, asked of the device.
DeviceFacts facts_of(const cl::Device& device);

/// One line, without a line end:
///   NAME (VENDOR), TYPE, OpenCL MAJOR.MINOR, N units at N MHz, AMOUNT global, AMOUNT local, groups of N (X x Y x Z), DOUBLE, IMAGES
/// TYPE is GPU, CPU, accelerator or other; DOUBLE is "double" or "no double", IMAGES "images" or "no images".
std::string report(const DeviceFacts& facts);
