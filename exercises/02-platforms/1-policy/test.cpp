// Tests of the policy with invented devices: every clause, every tie.
#include "policy.hpp"

#include <doctest/doctest.h>

#include <vector>

namespace
{

constexpr cl_ulong kib = 1024;
constexpr cl_ulong needed = 48 * kib;
constexpr cl_device_type gpu = CL_DEVICE_TYPE_GPU;
constexpr cl_device_type cpu = CL_DEVICE_TYPE_CPU;
constexpr cl_device_type accelerator = CL_DEVICE_TYPE_ACCELERATOR;

std::string types(cl_device_type type)
{
    std::string text;
    const auto name = [&](cl_device_type bit, const char* word) {
        if ((type & bit) != 0) text += (text.empty() ? "" : " and ") + std::string{word};
    };
    name(CL_DEVICE_TYPE_GPU, "GPU");
    name(CL_DEVICE_TYPE_CPU, "CPU");
    name(CL_DEVICE_TYPE_ACCELERATOR, "accelerator");
    name(CL_DEVICE_TYPE_DEFAULT, "default");
    return text;
}

std::string list(std::span<const DeviceFacts> devices)
{
    std::string text;
    for (std::size_t i = 0; i < devices.size(); ++i) {
        const DeviceFacts& d = devices[i];
        text += "\n  [" + std::to_string(i) + "] " + d.name + ": " + types(d.type) + ", " +
                std::to_string(d.compute_units) + " units, " + std::to_string(d.local_bytes) +
                " bytes local, " + (d.double_precision ? "double" : "no double");
    }
    return devices.empty() ? ", of no devices" : text;
}

std::string shown(std::optional<std::size_t> index)
{
    return index ? "[" + std::to_string(*index) + "]" : "none";
}

void check(const std::vector<DeviceFacts>& devices, std::optional<std::size_t> expected)
{
    const std::optional<std::size_t> chosen = choose(devices);
    if (chosen != expected)
        FAIL_CHECK("expected ", shown(expected), ", chosen ", shown(chosen), list(devices));
}

} // namespace

TEST_CASE("no devices, no choice")
{
    check({}, std::nullopt);
}

TEST_CASE("a device that meets the needs is chosen")
{
    check({{"only", gpu, 8, 64 * kib, true}}, 0);
    check({{"only", cpu, 1, 64 * kib, true}}, 0);
    check({{"only", accelerator, 1, 64 * kib, true}}, 0);
}

TEST_CASE("double precision is needed")
{
    check({{"gaming", gpu, 60, 64 * kib, false}}, std::nullopt);
    check({{"gaming", gpu, 60, 64 * kib, false}, {"host", cpu, 4, 64 * kib, true}}, 1);
}

TEST_CASE("48 KiB of local memory are needed")
{
    check({{"small", gpu, 60, 32 * kib, true}}, std::nullopt);
    check({{"one byte short", gpu, 60, needed - 1, true}}, std::nullopt);
    check({{"48000 bytes", gpu, 60, 48000, true}}, std::nullopt);
    check({{"exactly enough", gpu, 60, needed, true}}, 0);
    check({{"small", gpu, 60, 32 * kib, true}, {"host", cpu, 4, needed, true}}, 1);
    check({{"four gibibytes", cpu, 4, 4 * kib * kib * kib, true}}, 0);
}

TEST_CASE("a GPU is preferred, whatever the compute units")
{
    check({{"server", cpu, 192, 512 * kib, true}, {"laptop", gpu, 2, needed, true}}, 1);
    check({{"laptop", gpu, 2, needed, true}, {"server", cpu, 192, 512 * kib, true}}, 0);
    check({{"board", accelerator, 64, 64 * kib, true}, {"laptop", gpu, 2, needed, true}}, 1);
    check({{"cluster", cpu, 4294967295, 64 * kib, true}, {"laptop", gpu, 1, needed, true}}, 1);
    check({{"server", cpu, 8, 64 * kib, true},
           {"gaming", gpu, 60, 64 * kib, false},
           {"laptop", gpu, 2, needed, true}},
          2);
}

TEST_CASE("a GPU that is also the default device is a GPU")
{
    check({{"host", cpu, 192, 64 * kib, true}, {"card", gpu | CL_DEVICE_TYPE_DEFAULT, 20, 64 * kib, true}},
          1);
    check({{"card", gpu, 20, 64 * kib, true}, {"host", cpu | CL_DEVICE_TYPE_DEFAULT, 192, 64 * kib, true}},
          0);
}

TEST_CASE("a device of several types is a GPU if one of them is")
{
    check({{"host", cpu, 192, 64 * kib, true}, {"both", gpu | cpu, 20, 64 * kib, true}}, 1);
    check({{"host", cpu, 192, 64 * kib, true}, {"card", gpu | accelerator, 20, 64 * kib, true}}, 1);
    check({{"simulator", gpu | cpu | accelerator | CL_DEVICE_TYPE_DEFAULT, 1, 64 * kib, true},
           {"host", cpu, 192, 64 * kib, true}},
          0);
}

TEST_CASE("the default device is no better than another")
{
    check({{"card", gpu, 20, 64 * kib, true}, {"default", gpu | CL_DEVICE_TYPE_DEFAULT, 20, 64 * kib, true}},
          0);
    check({{"host", cpu | CL_DEVICE_TYPE_DEFAULT, 8, 64 * kib, true}, {"server", cpu, 64, 64 * kib, true}},
          1);
}

TEST_CASE("among GPUs the most compute units win")
{
    check({{"a", gpu, 20, 64 * kib, true}, {"b", gpu, 132, 48 * kib, true}, {"c", gpu, 60, 96 * kib, true}},
          1);
    check({{"a", gpu, 9, 64 * kib, true}, {"b", gpu, 10, 64 * kib, true}}, 1);
    check({{"a", gpu, 255, 64 * kib, true}, {"b", gpu, 256, 64 * kib, true}}, 1);
    check({{"a", gpu, 5, 64 * kib, true}, {"b", gpu, 3000000000, 64 * kib, true}}, 1);
}

TEST_CASE("among the others the most compute units win")
{
    check({{"a", cpu, 4, 64 * kib, true},
           {"b", accelerator, 12, 64 * kib, true},
           {"c", cpu, 8, 64 * kib, true}},
          1);
    check({{"a", accelerator, 4, 64 * kib, true}, {"b", cpu, 12, 64 * kib, true}}, 1);
}

TEST_CASE("among equals the first is chosen")
{
    check({{"a", gpu, 60, 128 * kib, true}, {"b", gpu, 60, 64 * kib, true}}, 0);
    check({{"a", cpu, 2, 64 * kib, true}, {"b", cpu, 8, 64 * kib, true}, {"c", cpu, 8, 96 * kib, true}}, 1);
}

TEST_CASE("the index counts the devices that will not do as well")
{
    check({{"x", gpu, 60, 64 * kib, false}, {"y", cpu, 99, 16 * kib, true}, {"z", cpu, 4, 64 * kib, true}},
          2);
}
