// Tests of the policy with invented devices: every clause, every tie.
#include "policy.hpp"

#include <doctest/doctest.h>

#include <vector>

namespace
{

constexpr cl_ulong kib = 1024;
constexpr cl_ulong gib = kib * kib * kib;
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
                std::to_string(d.global_bytes) + " bytes global, " + std::to_string(d.local_bytes) +
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
    check({{"only", gpu, 8 * gib, 64 * kib, true}}, 0);
    check({{"only", cpu, 1 * gib, 64 * kib, true}}, 0);
    check({{"only", accelerator, 1 * gib, 64 * kib, true}}, 0);
}

TEST_CASE("double precision is needed")
{
    check({{"gaming", gpu, 60 * gib, 64 * kib, false}}, std::nullopt);
    check({{"gaming", gpu, 60 * gib, 64 * kib, false}, {"host", cpu, 4 * gib, 64 * kib, true}}, 1);
}

TEST_CASE("48 KiB of local memory are needed")
{
    check({{"small", gpu, 60 * gib, 32 * kib, true}}, std::nullopt);
    check({{"one byte short", gpu, 60 * gib, needed - 1, true}}, std::nullopt);
    check({{"48000 bytes", gpu, 60 * gib, 48000, true}}, std::nullopt);
    check({{"exactly enough", gpu, 60 * gib, needed, true}}, 0);
    check({{"small", gpu, 60 * gib, 32 * kib, true}, {"host", cpu, 4 * gib, needed, true}}, 1);
    check({{"four gibibytes", cpu, 4 * gib, 4 * gib, true}}, 0);
}

TEST_CASE("a GPU is preferred, whatever the memory")
{
    check({{"server", cpu, 192 * gib, 512 * kib, true}, {"laptop", gpu, 2 * gib, needed, true}}, 1);
    check({{"laptop", gpu, 2 * gib, needed, true}, {"server", cpu, 192 * gib, 512 * kib, true}}, 0);
    check({{"board", accelerator, 64 * gib, 64 * kib, true}, {"laptop", gpu, 2 * gib, needed, true}}, 1);
    check({{"cluster", cpu, 4294967295 * gib, 64 * kib, true}, {"laptop", gpu, 1 * gib, needed, true}}, 1);
    check({{"server", cpu, 8 * gib, 64 * kib, true},
           {"gaming", gpu, 60 * gib, 64 * kib, false},
           {"laptop", gpu, 2 * gib, needed, true}},
          2);
}

TEST_CASE("a GPU that is also the default device is a GPU")
{
    check({{"host", cpu, 192 * gib, 64 * kib, true},
           {"card", gpu | CL_DEVICE_TYPE_DEFAULT, 20 * gib, 64 * kib, true}},
          1);
    check({{"card", gpu, 20 * gib, 64 * kib, true},
           {"host", cpu | CL_DEVICE_TYPE_DEFAULT, 192 * gib, 64 * kib, true}},
          0);
}

TEST_CASE("a device of several types is a GPU if one of them is")
{
    check({{"host", cpu, 192 * gib, 64 * kib, true}, {"both", gpu | cpu, 20 * gib, 64 * kib, true}}, 1);
    check({{"host", cpu, 192 * gib, 64 * kib, true}, {"card", gpu | accelerator, 20 * gib, 64 * kib, true}},
          1);
    check({{"simulator", gpu | cpu | accelerator | CL_DEVICE_TYPE_DEFAULT, 1 * gib, 64 * kib, true},
           {"host", cpu, 192 * gib, 64 * kib, true}},
          0);
}

TEST_CASE("the default device is no better than another")
{
    check({{"card", gpu, 20 * gib, 64 * kib, true},
           {"default", gpu | CL_DEVICE_TYPE_DEFAULT, 20 * gib, 64 * kib, true}},
          0);
    check({{"host", cpu | CL_DEVICE_TYPE_DEFAULT, 8 * gib, 64 * kib, true},
           {"server", cpu, 64 * gib, 64 * kib, true}},
          1);
}

TEST_CASE("among GPUs the most memory wins")
{
    check({{"a", gpu, 20 * gib, 64 * kib, true},
           {"b", gpu, 132 * gib, 48 * kib, true},
           {"c", gpu, 60 * gib, 96 * kib, true}},
          1);
    check({{"a", gpu, 8 * gib, 64 * kib, true}, {"b", gpu, 8 * gib + 1, 64 * kib, true}}, 1);
    check({{"a", gpu, 9 * gib, 64 * kib, true}, {"b", gpu, 10 * gib, 64 * kib, true}}, 1);
    check({{"a", gpu, 255 * gib, 64 * kib, true}, {"b", gpu, 256 * gib, 64 * kib, true}}, 1);
    check({{"a", gpu, 5 * gib, 64 * kib, true}, {"b", gpu, 3000000000 * gib, 64 * kib, true}}, 1);
}

TEST_CASE("among the others the most memory wins")
{
    check({{"a", cpu, 4 * gib, 64 * kib, true},
           {"b", accelerator, 12 * gib, 64 * kib, true},
           {"c", cpu, 8 * gib, 64 * kib, true}},
          1);
    check({{"a", accelerator, 4 * gib, 64 * kib, true}, {"b", cpu, 12 * gib, 64 * kib, true}}, 1);
}

TEST_CASE("among equals the first is chosen")
{
    check({{"a", gpu, 60 * gib, 128 * kib, true}, {"b", gpu, 60 * gib, 64 * kib, true}}, 0);
    check({{"a", cpu, 2 * gib, 64 * kib, true},
           {"b", cpu, 8 * gib, 64 * kib, true},
           {"c", cpu, 8 * gib, 96 * kib, true}},
          1);
    check({{"a", cpu, 0, 64 * kib, true}, {"b", cpu, 0, 64 * kib, true}}, 0);
    std::vector<DeviceFacts> nodes(60, {"node", gpu, 60 * gib, 64 * kib, true});
    for (std::size_t i = 0; i < nodes.size(); i += 2) nodes[i].global_bytes = 20 * gib;
    check(nodes, 1);
    nodes.back().global_bytes = 61 * gib;
    check(nodes, nodes.size() - 1);
}

TEST_CASE("the index counts the devices that will not do as well")
{
    check({{"x", gpu, 60 * gib, 64 * kib, false},
           {"y", cpu, 99 * gib, 16 * kib, true},
           {"z", cpu, 4 * gib, 64 * kib, true}},
          2);
}
