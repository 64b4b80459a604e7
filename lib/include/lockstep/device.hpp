// Which device a program runs on: the first GPU, else the first device, or what LOCKSTEP_DEVICE names.
#pragma once

#include <CL/opencl.hpp>

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep
{

/// One device the ICD loader offers, with the names that LOCKSTEP_DEVICE is matched against.
struct DeviceEntry
{
    std::string platform_name;
    std::string platform_version;
    std::string device_name;
    std::string driver_version;
    cl_device_type type = 0;
    cl_uint compute_units = 0;
    cl_ulong global_bytes = 0;
    cl_ulong local_bytes = 0;
    bool has_images = false;
    bool has_out_of_order_queues = false;
    cl::Device device = {}; ///< empty in tests
};

/// All devices of all platforms, in the loader's order; empty when there is none. A platform whose device
/// list cannot be read is left out.
std::vector<DeviceEntry> list_devices();

/// Index into `devices` of the one to use. `wanted` is a part of a platform's or device's name, or of the
/// platform's version, in any case; none (or an empty one) means the first GPU, else the first device.
/// @throws Failure when nothing matches (the message lists what there is) or when `devices` is empty.
std::size_t pick_device(std::span<const DeviceEntry> devices, std::optional<std::string_view> wanted);

/// The device for this process: pick_device over list_devices() with the environment's LOCKSTEP_DEVICE.
cl::Device choose_device();

/// True for a device that executes one instruction after another in software, Oclgrind's or Pocket: everything is a hundred to a thousand times
/// slower there, and times mean nothing, so choose small sizes and measure nothing.
bool is_simulator(const cl::Device& device);

/// The generation of a device's matrix units that the book's kernels know: 90 for NVIDIA's Hopper (compute capability 9.0), 80 for
/// NVIDIA's since Ampere, 0 for every other device. It is what -D MATRIX_UNITS= wants of kernels/matrix_units*.cl.
int matrix_units(const cl::Device& device);

/// For a program that cannot do without images.
/// @throws Missing when the device has none, with how to choose another: run() then ends with missing_status.
void require_images(const cl::Device& device);

/// "NVIDIA H200 (NVIDIA CUDA, OpenCL 3.0 CUDA 13.0)", for headings and messages.
std::string describe(const DeviceEntry& entry);

/// "CPU", "GPU", "accelerator" or "custom".
std::string_view type_name(cl_device_type type);

} // namespace lockstep
