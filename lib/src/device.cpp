// Choosing the device a program runs on.
#include "lockstep/device.hpp"

#include "lockstep/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>

namespace lockstep
{

namespace
{

std::string lower(std::string_view text)
{
    std::string result{text};
    std::transform(result.begin(), result.end(), result.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return result;
}

std::string trimmed(std::string text)
{
    // Some drivers return the terminating zero, or pad names with spaces.
    while (!text.empty() && (text.back() == '\0' || text.back() == ' ')) text.pop_back();
    return text;
}

DeviceEntry entry_of(const cl::Platform& platform, const cl::Device& device)
{
    return {.platform_name = trimmed(platform.getInfo<CL_PLATFORM_NAME>()),
            .platform_version = trimmed(platform.getInfo<CL_PLATFORM_VERSION>()),
            .device_name = trimmed(device.getInfo<CL_DEVICE_NAME>()),
            .driver_version = trimmed(device.getInfo<CL_DRIVER_VERSION>()),
            .type = device.getInfo<CL_DEVICE_TYPE>(),
            .compute_units = device.getInfo<CL_DEVICE_MAX_COMPUTE_UNITS>(),
            .global_bytes = device.getInfo<CL_DEVICE_GLOBAL_MEM_SIZE>(),
            .local_bytes = device.getInfo<CL_DEVICE_LOCAL_MEM_SIZE>(),
            .has_images = device.getInfo<CL_DEVICE_IMAGE_SUPPORT>() != CL_FALSE,
            .has_out_of_order_queues =
                (device.getInfo<CL_DEVICE_QUEUE_PROPERTIES>() & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE) != 0,
            .device = device};
}

/// Khronos' loader cuts the text of this variable into pieces where it stands, so that a program started later would find
/// the first driver alone. Gives the variable back as it was.
class DriverList
{
public:
    DriverList()
    {
        if (const char* text = std::getenv(name)) text_ = text;
    }
    ~DriverList()
    {
        if (text_) setenv(name, text_->c_str(), 1);
    }
    DriverList(const DriverList&) = delete;
    DriverList& operator=(const DriverList&) = delete;

private:
    static constexpr const char* name = "OCL_ICD_FILENAMES";
    std::optional<std::string> text_;
};

} // namespace

std::vector<DeviceEntry> list_devices()
{
    const DriverList drivers;
    std::vector<DeviceEntry> entries;
    std::vector<cl::Platform> platforms;
    try {
        cl::Platform::get(&platforms);
    } catch (const cl::Error&) // -1001 from the loader: no platform is installed
    {
        return entries;
    }
    for (const cl::Platform& platform : platforms) {
        try {
            std::vector<cl::Device> devices;
            platform.getDevices(CL_DEVICE_TYPE_ALL, &devices);
            for (const cl::Device& device : devices) entries.push_back(entry_of(platform, device));
        } catch (const cl::Error&) // CL_DEVICE_NOT_FOUND: a driver without its hardware
        {
        }
    }
    return entries;
}

std::size_t pick_device(std::span<const DeviceEntry> devices, std::optional<std::string_view> wanted)
{
    if (devices.empty())
        throw Failure("No OpenCL platform was found: the loader runs, but no driver is registered with it.",
                      "./lockstep doctor   (it names the package that brings one)");
    if (wanted && !wanted->empty()) {
        const std::string part = lower(*wanted);
        for (std::size_t i = 0; i < devices.size(); ++i)
            if (lower(devices[i].platform_name).find(part) != std::string::npos ||
                lower(devices[i].platform_version).find(part) !=
                    std::string::npos || // PoCL names itself only here
                lower(devices[i].device_name).find(part) != std::string::npos)
                return i;
        std::string list;
        for (const DeviceEntry& entry : devices) list += fmt::format("\n  {}", describe(entry));
        throw Failure(fmt::format("LOCKSTEP_DEVICE={} matches no device. There {}:{}", *wanted,
                                  devices.size() == 1 ? "is" : "are", list),
                      "unset LOCKSTEP_DEVICE, or set it to a part of one of these names");
    }
    const auto gpu = std::find_if(devices.begin(), devices.end(), [](const DeviceEntry& entry) {
        return (entry.type & CL_DEVICE_TYPE_GPU) != 0;
    });
    return gpu == devices.end() ? 0 : static_cast<std::size_t>(gpu - devices.begin());
}

cl::Device choose_device()
{
    const std::vector<DeviceEntry> devices = list_devices();
    const char* wanted = std::getenv("LOCKSTEP_DEVICE");
    return devices[pick_device(devices,
                               wanted != nullptr ? std::optional<std::string_view>{wanted} : std::nullopt)]
        .device;
}

bool is_simulator(const cl::Device& device)
{
    const std::string name = device.getInfo<CL_DEVICE_NAME>();
    return name.find("Oclgrind") != std::string::npos || name.starts_with("Pocket");
}

int matrix_units(const cl::Device& device)
{
    if (device.getInfo<CL_DEVICE_EXTENSIONS>().find("cl_nv_device_attribute_query") == std::string::npos)
        return 0;
    constexpr cl_device_info compute_capability_major =
        0x4000; // cl_ext.h: CL_DEVICE_COMPUTE_CAPABILITY_MAJOR_NV
    constexpr cl_device_info compute_capability_minor = 0x4001;
    cl_uint major = 0, minor = 0;
    device.getInfo(compute_capability_major, &major);
    device.getInfo(compute_capability_minor, &minor);
    // wgmma is of 9.0 alone: the generations after it have another instruction in its place.
    return major == 9 && minor == 0 ? 90 : major >= 8 ? 80 : 0;
}

void require_images(const cl::Device& device)
{
    if (device.getInfo<CL_DEVICE_IMAGE_SUPPORT>() != CL_FALSE) return;
    throw Missing(
        fmt::format("{} has no images, which this program needs.", trimmed(device.getInfo<CL_DEVICE_NAME>())),
        "LOCKSTEP_DEVICE=part-of-a-name and the command again; ./lockstep devices names those with images");
}

std::string describe(const DeviceEntry& entry)
{
    return fmt::format("{} ({}, {})", entry.device_name, entry.platform_name, entry.platform_version);
}

std::string_view type_name(cl_device_type type)
{
    if ((type & CL_DEVICE_TYPE_GPU) != 0) return "GPU";
    if ((type & CL_DEVICE_TYPE_CPU) != 0) return "CPU";
    if ((type & CL_DEVICE_TYPE_ACCELERATOR) != 0) return "accelerator";
    return "custom";
}

} // namespace lockstep
