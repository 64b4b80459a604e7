// An NVIDIA GPU's clock, from the library that comes with its driver. That is loaded when asked for, as other machines have none.
#include "clock.hpp"

#include <dlfcn.h>
#include <fmt/format.h>

#include <memory>
#include <string>

namespace lockstep::bench
{
namespace
{

// NVIDIA's queries for the place of a device, which not every header names.
constexpr cl_device_info pci_bus = 0x4008; // CL_DEVICE_PCI_BUS_ID_NV
constexpr cl_device_info pci_slot = 0x4009;
constexpr cl_device_info pci_domain = 0x400A;

std::optional<cl_uint> number_of(const cl::Device& device, cl_device_info what)
{
    cl_uint number = 0;
    if (clGetDeviceInfo(device(), what, sizeof number, &number, nullptr) != CL_SUCCESS) return std::nullopt;
    return number;
}

/// "00000000:1b:00.0", as the management library names a device.
std::optional<std::string> bus_of(const cl::Device& device)
{
    const auto bus = number_of(device, pci_bus);
    const auto slot = number_of(device, pci_slot);
    if (!bus || !slot) return std::nullopt;
    return fmt::format("{:08x}:{:02x}:{:02x}.0", number_of(device, pci_domain).value_or(0), *bus,
                       *slot >> 3U);
}

struct Close
{
    void operator()(void* library) const { dlclose(library); }
};

} // namespace

std::optional<double> nvidia_clock_mhz(const cl::Device& device)
{
    const std::unique_ptr<void, Close> library{dlopen("libnvidia-ml.so.1", RTLD_NOW | RTLD_LOCAL)};
    const auto bus = bus_of(device);
    if (library == nullptr || !bus) return std::nullopt;
    // The calls return 0 when all went well.
    const auto begin = reinterpret_cast<int (*)()>(dlsym(library.get(), "nvmlInit_v2"));
    const auto end = reinterpret_cast<int (*)()>(dlsym(library.get(), "nvmlShutdown"));
    const auto find = reinterpret_cast<int (*)(const char*, void**)>(
        dlsym(library.get(), "nvmlDeviceGetHandleByPciBusId_v2"));
    const auto clock =
        reinterpret_cast<int (*)(void*, int, unsigned*)>(dlsym(library.get(), "nvmlDeviceGetClockInfo"));
    if (begin == nullptr || end == nullptr || find == nullptr || clock == nullptr || begin() != 0)
        return std::nullopt;
    constexpr int of_multiprocessors = 1; // NVML_CLOCK_SM
    void* handle = nullptr;
    unsigned mhz = 0;
    const bool told = find(bus->c_str(), &handle) == 0 && clock(handle, of_multiprocessors, &mhz) == 0;
    end();
    return told ? std::optional<double>{mhz} : std::nullopt;
}

} // namespace lockstep::bench
