// lockstep devices: the platforms and devices as a table; the one that will be used is marked.
#include "lockstep/device.hpp"

#include "base/terminal.hpp"
#include "commands/commands.hpp"
#include "commands/pocket.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdlib>
#include <memory>

namespace lockstep::tool
{

namespace
{

// What LOCKSTEP_DEVICE must be for each device: its name, unless another device has that as well.
int print_as_json(const std::vector<DeviceEntry>& entries, std::size_t used)
{
    nlohmann::json list = nlohmann::json::array();
    for (std::size_t i = 0; i < entries.size(); ++i) {
        const bool is_first = pick_device(entries, entries[i].device_name) == i;
        list.push_back({{"name", fmt::format("{} ({})", entries[i].device_name, entries[i].platform_name)},
                        {"wanted", is_first ? entries[i].device_name : entries[i].platform_name},
                        {"type", type_name(entries[i].type)},
                        {"used", i == used}});
    }
    fmt::print("{}\n", list.dump(2, ' ', false, nlohmann::json::error_handler_t::replace));
    return done;
}

int devices(bool as_json)
{
    find_pocket_beside_others();
    std::vector<DeviceEntry> entries = list_devices();
    std::stable_partition(entries.begin(), entries.end(),
                          [](const DeviceEntry& entry) { return entry.platform_name != "Pocket"; });
    const char* wanted = std::getenv("LOCKSTEP_DEVICE");
    const std::size_t used =
        pick_device(entries, wanted != nullptr ? std::optional<std::string_view>{wanted} : std::nullopt);
    if (as_json) return print_as_json(entries, used);
    for (std::size_t i = 0; i < entries.size(); ++i) {
        const DeviceEntry& entry = entries[i];
        const bool first_of_platform = i == 0 || entries[i - 1].platform_name != entry.platform_name;
        if (first_of_platform)
            fmt::print("{}\n", for_terminal(fmt::format("{}  {}", styled(entry.platform_name, Style::strong),
                                                        styled(entry.platform_version, Style::faint))));
        fmt::print(" {} {}\n", i == used ? styled("→", Style::good) : " ", entry.device_name);
        fmt::print("{}\n",
                   for_terminal(fmt::format(
                       "     {}, {} compute unit{}, {:.1f} GiB global memory, {} KiB local memory, driver {}",
                       type_name(entry.type), entry.compute_units, entry.compute_units == 1 ? "" : "s",
                       static_cast<double>(entry.global_bytes) / (1U << 30U), entry.local_bytes >> 10U,
                       entry.driver_version)));
        fmt::print("     {}, {}\n", entry.has_images ? "images" : "no images",
                   entry.has_out_of_order_queues ? "queues in order and out of order"
                                                 : "queues in order only");
    }
    fmt::print("\n→ is used. Another: LOCKSTEP_DEVICE=part-of-a-name ./lockstep …\n");
    return done;
}

} // namespace

void add_devices(CLI::App& app, Exit& exit)
{
    auto json = std::make_shared<bool>(false);
    CLI::App* command = app.add_subcommand("devices", "the platforms and devices, and which one is used");
    command->add_flag("--json", *json, "as JSON, each with what LOCKSTEP_DEVICE must be for it");
    command->callback([json, &exit] { exit.status = devices(*json); });
}

} // namespace lockstep::tool
