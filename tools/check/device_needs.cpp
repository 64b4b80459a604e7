// What the chosen device lacks of what an exercise needs.
#include "check/device_needs.hpp"

#include "lockstep/device.hpp"

#include <fmt/format.h>

#include <cstdlib>

namespace lockstep::tool
{

namespace
{

bool has(const DeviceEntry& device, DeviceNeed need)
{
    switch (need) {
    case DeviceNeed::images:
        break;
    }
    return device.has_images;
}

} // namespace

std::optional<Missing> lacking(const ExerciseInfo& exercise)
{
    if (exercise.needs.empty()) return std::nullopt;
    const std::vector<DeviceEntry> devices = list_devices();
    const char* wanted = std::getenv("LOCKSTEP_DEVICE");
    const DeviceEntry& device = devices[pick_device(
        devices, wanted != nullptr ? std::optional<std::string_view>{wanted} : std::nullopt)];
    for (const DeviceNeed need : exercise.needs)
        if (!has(device, need))
            return Missing(
                fmt::format("{} has no {}", device.device_name, name_of(need)),
                fmt::format("LOCKSTEP_DEVICE=part-of-a-name ./lockstep check {}   (./lockstep devices "
                            "names those with {})",
                            exercise.short_name(), name_of(need)));
    return std::nullopt;
}

} // namespace lockstep::tool
