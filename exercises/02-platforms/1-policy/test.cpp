// Tests of the policy with invented devices: every clause, every tie.
#include "policy.hpp"

#include <doctest/doctest.h>
#include <lockstep/random.hpp>

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

// The policy once more, as three questions of every device: is there one that is better?
std::optional<std::size_t> by_the_policy(const std::vector<DeviceFacts>& devices)
{
    const auto usable = [](const DeviceFacts& d) { return d.double_precision && d.local_bytes >= needed; };
    const auto comes_before = [&](std::size_t i, std::size_t k) {
        const bool gpu_i = (devices[i].type & gpu) != 0;
        const bool gpu_k = (devices[k].type & gpu) != 0;
        if (gpu_i != gpu_k) return gpu_i;
        if (devices[i].compute_units != devices[k].compute_units)
            return devices[i].compute_units > devices[k].compute_units;
        return i < k;
    };
    for (std::size_t i = 0; i < devices.size(); ++i) {
        bool best = usable(devices[i]);
        for (std::size_t k = 0; k < devices.size(); ++k)
            best = best && (k == i || !usable(devices[k]) || comes_before(i, k));
        if (best) return i;
    }
    return std::nullopt;
}

// Up to nine devices of few kinds, so that there are ties in everything.
std::vector<DeviceFacts> random_devices(lockstep::Random& random)
{
    const auto one_of = [&](const auto& values) {
        return values[random.below(static_cast<std::uint32_t>(values.size()))];
    };
    const std::vector<cl_device_type> types{gpu,
                                            cpu,
                                            accelerator,
                                            gpu | CL_DEVICE_TYPE_DEFAULT,
                                            gpu | cpu,
                                            gpu | accelerator,
                                            cpu | CL_DEVICE_TYPE_DEFAULT};
    const std::vector<cl_uint> units{1, 2, 20, 255, 256, 5000};
    const std::vector<cl_ulong> bytes{16 * kib, needed - 1,          needed,
                                      64 * kib, 4 * kib * kib * kib, 4 * kib * kib * kib + kib};
    std::vector<DeviceFacts> devices(random.below(10));
    for (DeviceFacts& device : devices)
        device = {std::string(1, static_cast<char>('a' + random.below(26))), one_of(types), one_of(units),
                  one_of(bytes), random.below(4) != 0};
    return devices;
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
    check({{"a", gpu, 60, 64 * kib, true}, {"b", gpu, 60, 128 * kib, true}}, 0);
    check({{"a", cpu, 2, 64 * kib, true}, {"b", cpu, 8, 64 * kib, true}, {"c", cpu, 8, 64 * kib, true}}, 1);
}

TEST_CASE("the index counts the devices that will not do as well")
{
    check({{"x", gpu, 60, 64 * kib, false}, {"y", cpu, 99, 16 * kib, true}, {"z", cpu, 4, 64 * kib, true}},
          2);
}

TEST_CASE("every list is decided by the policy")
{
    lockstep::Random random{2};
    for (int lists = 0; lists < 3000; ++lists) {
        const std::vector<DeviceFacts> devices = random_devices(random);
        const std::optional<std::size_t> expected = by_the_policy(devices);
        const std::optional<std::size_t> chosen = choose(devices);
        if (chosen != expected) FAIL("expected ", shown(expected), ", chosen ", shown(chosen), list(devices));
    }
}
