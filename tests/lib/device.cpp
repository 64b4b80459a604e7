// Tests of the choice of a device, on made-up lists and on the real one.
#include "lockstep/device.hpp"

#include "lockstep/error.hpp"

#include <doctest/doctest.h>

using namespace lockstep;

namespace
{

DeviceEntry made_up(const std::string& platform, const std::string& device, cl_device_type type)
{
    DeviceEntry entry;
    entry.platform_name = platform;
    entry.platform_version = "OpenCL 3.0";
    entry.device_name = device;
    entry.type = type;
    return entry;
}

const std::vector<DeviceEntry> three{
    made_up("Portable Computing Language", "pthread-EPYC", CL_DEVICE_TYPE_CPU | CL_DEVICE_TYPE_DEFAULT),
    made_up("NVIDIA CUDA", "NVIDIA H200", CL_DEVICE_TYPE_GPU),
    made_up("rusticl", "llvmpipe", CL_DEVICE_TYPE_GPU)};

std::string refusal(const std::vector<DeviceEntry>& devices, std::optional<std::string_view> wanted)
{
    try {
        pick_device(devices, wanted);
    } catch (const Failure& failure) {
        return failure.what();
    }
    return "";
}

} // namespace

TEST_SUITE("device")
{
    TEST_CASE("without a wish the first GPU is used")
    {
        CHECK(pick_device(three, std::nullopt) == 1);
        CHECK(pick_device(three, "") == 1);
    }

    TEST_CASE("without a wish and without a GPU the first device is used")
    {
        const std::vector<DeviceEntry> none_is_gpu{three[0],
                                                   made_up("Other", "card", CL_DEVICE_TYPE_ACCELERATOR)};
        CHECK(pick_device(none_is_gpu, std::nullopt) == 0);
    }

    TEST_CASE("a part of a platform's or a device's name in any case chooses the first match")
    {
        CHECK(pick_device(three, "PORTABLE") == 0);
        CHECK(pick_device(three, "epyc") == 0);
        CHECK(pick_device(three, "nvidia") == 1);
        CHECK(pick_device(three, "h200") == 1);
        CHECK(pick_device(three, "RustiCL") == 2);
    }

    TEST_CASE("a name that matches nothing is refused with all there is")
    {
        const std::string text = refusal(three, "nonsense");
        CHECK(text.find("LOCKSTEP_DEVICE=nonsense") != std::string::npos);
        for (const DeviceEntry& entry : three) CHECK(text.find(describe(entry)) != std::string::npos);
    }

    TEST_CASE("without any device the advice is the doctor")
    {
        CHECK(refusal({}, std::nullopt).find("./lockstep doctor") != std::string::npos);
        CHECK(refusal({}, "nvidia").find("No OpenCL platform") != std::string::npos);
    }

    TEST_CASE("a device is described with its platform and version, and its type in a word")
    {
        CHECK(describe(three[1]) == "NVIDIA H200 (NVIDIA CUDA, OpenCL 3.0)");
        CHECK(type_name(CL_DEVICE_TYPE_GPU | CL_DEVICE_TYPE_DEFAULT) == "GPU");
        CHECK(type_name(CL_DEVICE_TYPE_CPU) == "CPU");
        CHECK(type_name(CL_DEVICE_TYPE_ACCELERATOR) == "accelerator");
        CHECK(type_name(CL_DEVICE_TYPE_CUSTOM) == "custom");
    }

    TEST_CASE("the loader's list holds complete entries and the chosen device is one of them")
    {
        const std::vector<DeviceEntry> entries = list_devices();
        REQUIRE_FALSE(entries.empty());
        const cl::Device chosen = choose_device();
        bool listed = false;
        for (const DeviceEntry& entry : entries) {
            CHECK_FALSE(entry.device_name.empty());
            CHECK(entry.device_name.back() != '\0');
            CHECK(entry.compute_units > 0);
            CHECK(entry.global_bytes > 0);
            CHECK(entry.has_images == (entry.device.getInfo<CL_DEVICE_IMAGE_SUPPORT>() != CL_FALSE));
            if (entry.has_images) CHECK_NOTHROW(require_images(entry.device));
            listed = listed || entry.device() == chosen();
        }
        CHECK(listed);
    }
}
