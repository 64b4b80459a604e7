// lockstep occupancy: how many work-groups of a kernel fit on a compute unit, and what limits them.
#include "lockstep/lens/occupancy.hpp"

#include "base/output.hpp"
#include "base/paths.hpp"
#include "base/terminal.hpp"
#include "check/checkout_lens.hpp"
#include "commands/commands.hpp"
#include "lens/occupancy_chart.hpp"
#include "lockstep/failure.hpp"
#include "lockstep/formats/occupancy_report.hpp"
#include "lockstep/lens/occupancy_advice.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <memory>

namespace lockstep::tool
{

namespace
{

namespace fs = std::filesystem;

struct OccupancyOptions
{
    std::string device;
    lens::KernelResources kernel{256, 0, 0};
    std::string json;
    std::string svg;
    bool sweep = false;
};

std::vector<lens::Profile> wanted_profiles(const std::string& device)
{
    if (device.find('/') != std::string::npos || device.ends_with(".json")) // a file, as the lens takes it
        return {lens::read_profile(checkout_profile(source_dir(), device))};
    const fs::path folder = source_dir() / "lens" / "devices";
    const std::vector<std::string> ids = lens::profile_ids(folder);
    if (!device.empty() && std::find(ids.begin(), ids.end(), device) == ids.end())
        throw Failure(fmt::format("There is no profile of a GPU '{}'.", device),
                      fmt::format("./lockstep occupancy --device NAME, one of {}", fmt::join(ids, ", ")));
    std::vector<lens::Profile> profiles;
    for (const std::string& id : ids) {
        if (!device.empty() && id != device) continue;
        lens::Profile profile = lens::read_profile(folder / (id + ".json"));
        if (device.empty() && !profile.tells_occupancy()) continue;
        profiles.push_back(std::move(profile));
    }
    std::stable_sort(profiles.begin(), profiles.end(),
                     [](const auto& a, const auto& b) { return a.year < b.year; });
    return profiles;
}

formats::OccupancyReport report_of(const lens::Profile& profile, const OccupancyOptions& options)
{
    const lens::Occupancy found = lens::occupancy(profile, options.kernel);
    formats::OccupancyReport report{.device = profile.id,
                                    .device_name = profile.name,
                                    .sub_group_size = profile.sub_group_size,
                                    .max_sub_groups = profile.unit.max_sub_groups,
                                    .group_size = options.kernel.group_size,
                                    .registers = options.kernel.registers_per_item,
                                    .local_bytes = options.kernel.local_bytes,
                                    .groups = found.groups,
                                    .sub_groups = found.sub_groups,
                                    .fraction = found.fraction,
                                    .limit = found.limit,
                                    .refusal = found.refusal,
                                    .limits = {},
                                    .advice = lens::occupancy_advice(profile, options.kernel),
                                    .sweeps = {}};
    for (const lens::ResourceLimit& limit : found.limits)
        report.limits.push_back({limit.resource, limit.per_group, limit.available, limit.groups});
    if (options.sweep)
        for (const Sweep& sweep : occupancy_sweeps(profile, options.kernel))
            report.sweeps.push_back({sweep.title, sweep.values, sweep.fractions});
    return report;
}

std::string kernel_in_words(const lens::KernelResources& kernel)
{
    return fmt::format("work-groups of {}, {}, {} bytes of local memory", kernel.group_size,
                       kernel.registers_per_item == 0
                           ? std::string("registers not counted")
                           : fmt::format("{} registers a work-item", kernel.registers_per_item),
                       kernel.local_bytes);
}

void show_one(const lens::Profile& profile, const OccupancyOptions& options)
{
    const lens::Occupancy found = lens::occupancy(profile, options.kernel);
    fmt::print("{}  {}\n{}\n\n", styled(profile.name, Style::strong),
               styled(profile.architecture, Style::faint), kernel_in_words(options.kernel));
    if (!found.refusal.empty()) {
        fmt::print("{} {}\n", styled("Nothing fits:", Style::bad), found.refusal);
        if (found.limits.empty()) return;
    } else {
        fmt::print(
            "{} fit{} on a compute unit: {} of {} sub-groups, {}\n",
            styled(fmt::format("{} group{}", found.groups, found.groups == 1 ? "" : "s"), Style::strong),
            found.groups == 1 ? "s" : "", found.sub_groups, profile.unit.max_sub_groups,
            styled(fmt::format("{:.0f} %", 100 * found.fraction), Style::strong));
    }
    fmt::print("\n  {:<14} {:>12} {:>12} {:>8}\n", "resource", "a group", "the unit", "groups");
    for (const lens::ResourceLimit& limit : found.limits)
        fmt::print("{} {:<14} {:>12} {:>12} {:>8}\n",
                   limit.groups == found.groups ? styled("→", Style::good) : " ", limit.resource,
                   limit.per_group, limit.available, limit.groups);
    fmt::print("\n{}\n", lens::occupancy_advice(profile, options.kernel));
    if (profile.unit.register_bytes != 4 && options.kernel.registers_per_item > 0)
        fmt::print("Registers of this GPU have {} bytes each.\n", profile.unit.register_bytes);
    if (options.sweep)
        for (const Sweep& sweep : occupancy_sweeps(profile, options.kernel))
            fmt::print("\n{}", text_chart(sweep));
}

void show_all(const std::vector<lens::Profile>& profiles, const OccupancyOptions& options)
{
    fmt::print("{}\n\n{:<11} {:<24} {:>4} {:>7} {:>11} {:>6}  {}\n", kernel_in_words(options.kernel),
               "device", "name", "year", "groups", "sub-groups", "", "limited by");
    for (const lens::Profile& profile : profiles) {
        const lens::Occupancy found = lens::occupancy(profile, options.kernel);
        fmt::print("{:<11} {:<24} {:>4} {:>7} {:>11} {:>4.0f} %  {}\n", profile.id, profile.name,
                   profile.year, found.groups,
                   fmt::format("{} of {}", found.sub_groups, profile.unit.max_sub_groups),
                   100 * found.fraction, found.refusal.empty() ? found.limit : found.refusal);
    }
    fmt::print("\nOne of them in full: ./lockstep occupancy --device {} --group {}\n", profiles.back().id,
               options.kernel.group_size);
}

int occupancy_command(const OccupancyOptions& options)
{
    const std::vector<lens::Profile> profiles = wanted_profiles(options.device);
    if (const lens::Profile& one = profiles.front(); !one.tells_occupancy())
        throw Failure(fmt::format("What fits on the {} cannot be said: {}.", one.name, one.no_occupancy),
                      "./lockstep occupancy, which lists the GPUs of which it can");
    if (options.device.empty() && (options.sweep || !options.svg.empty()))
        throw Failure("A sweep is drawn for one GPU.", "./lockstep occupancy --device h200 --sweep");
    if (!options.svg.empty())
        write_output(options.svg, svg_chart(profiles.front().name, kernel_in_words(options.kernel),
                                            occupancy_sweeps(profiles.front(), options.kernel)));
    if (!options.json.empty()) {
        std::vector<formats::OccupancyReport> reports;
        for (const lens::Profile& profile : profiles) reports.push_back(report_of(profile, options));
        write_output(options.json,
                     options.device.empty() ? formats::text_of(reports) : formats::text_of(reports.front()));
        if (options.json == "-") return done;
    }
    if (options.device.empty())
        show_all(profiles, options);
    else
        show_one(profiles.front(), options);
    return done;
}

} // namespace

void add_occupancy(CLI::App& app, Exit& exit)
{
    auto options = std::make_shared<OccupancyOptions>();
    CLI::App* command =
        app.add_subcommand("occupancy", "how many work-groups fit on a compute unit, and what limits them");
    command->add_option("--device", options->device,
                        "a GPU's profile, or the path of one; without it, all of them");
    command->add_option("--group", options->kernel.group_size, "work-items in a work-group")
        ->check(CLI::Range(1U, 1U << 20U))
        ->capture_default_str();
    command
        ->add_option("--registers", options->kernel.registers_per_item,
                     "registers of a work-item; 0: not counted")
        ->check(CLI::Range(0U, 4096U));
    command->add_option("--local", options->kernel.local_bytes, "bytes of local memory of a work-group")
        ->check(CLI::Range(0U, 1U << 30U));
    command->add_option("--json", options->json, "write JSON to a file (-: standard output)");
    command->add_flag("--sweep", options->sweep, "charts against group size, registers and local memory");
    command->add_option("--svg", options->svg, "draw the charts into a file");
    command->callback([options, &exit] { exit.status = occupancy_command(*options); });
}

} // namespace lockstep::tool
