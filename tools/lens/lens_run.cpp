// Oclgrind, the plugin, and what they need from the environment.
#include "lens/lens_run.hpp"

#include "base/build.hpp"
#include "lens/expressions.hpp"
#include "lens/run_progress.hpp"
#include "lens/statements.hpp"
#include "lockstep/failure.hpp"
#include "lockstep/files.hpp"
#include "lockstep/lens/occupancy.hpp"
#include "lockstep/lens/profile.hpp"
#include "lockstep/scratch.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>
#include <sstream>
#include <string>

namespace lockstep::tool
{

namespace
{

namespace fs = std::filesystem;

// Oclgrind 21.10 counts a local array once for every expression that points into it, so its limit must be far
// above any device's; what really fits is the occupancy's to say. Of global memory it offers 128 MiB unless
// asked for more.
constexpr const char* local_bytes = "1048576";
constexpr const char* global_bytes = "4294967296";

std::optional<formats::LensReports> read_counts(const fs::path& file)
{
    const std::string text = read_untrusted(file);
    if (text.empty()) return std::nullopt;
    const auto root = formats::JsonReader::parse(text, "What the lens's plugin wrote",
                                                 "cmake --build build --target lockstep-lens");
    if (!root.has("reports")) return std::nullopt; // it says why on standard error
    formats::LensReports counts = formats::lens_reports_of(root);
    const bool launched = std::ranges::any_of(
        counts.reports, [](const formats::LensReport& report) { return !report.kernels.empty(); });
    return launched ? std::optional{std::move(counts)} : std::nullopt;
}

void add_occupancy(formats::LensReport& report, const lens::Profile& profile)
{
    for (formats::LensKernel& kernel : report.kernels) {
        const formats::Size3& size = kernel.local_size;
        const lens::Occupancy fits =
            lens::occupancy(profile, {.group_size = static_cast<unsigned>(size[0] * size[1] * size[2]),
                                      .registers_per_item = 0,
                                      .local_bytes = static_cast<unsigned>(kernel.local_bytes)});
        kernel.occupancy = {.groups = fits.groups,
                            .waves = fits.sub_groups,
                            .fraction = fits.fraction,
                            .limit = fits.limit,
                            .refusal = fits.refusal};
    }
}

// Kernels whose work-group size the program leaves open, and the lens chose.
void mark_chosen_sizes(formats::LensReports& counts, const fs::path& chosen)
{
    std::istringstream file{read_untrusted(chosen)};
    std::set<std::string> names;
    for (std::string name; std::getline(file, name);) names.insert(name);
    for (formats::LensReport& report : counts.reports)
        for (formats::LensKernel& kernel : report.kernels)
            kernel.local_size_chosen = names.count(kernel.name) > 0;
}

} // namespace

LensTools find_lens_tools(const fs::path& build, bool build_missing)
{
    LensTools tools{.oclgrind = find_program("oclgrind"), .plugin = build / "lib" / "liblockstep-lens.so"};
    if (tools.oclgrind.empty())
        throw Failure(
            "The lens needs Oclgrind, and it is not installed. The rest of the book works without it.",
            "apt install oclgrind   (Debian 12, Ubuntu; elsewhere from github.com/jrprice/Oclgrind)");
    if (!fs::exists(tools.plugin) && build_missing) build_target(build, "lockstep-lens");
    if (!fs::exists(tools.plugin))
        throw Failure(fmt::format("The lens's plugin, {}, is not built.", tools.plugin.string()),
                      "cmake --build build --target lockstep-lens");
    return tools;
}

fs::path find_profile(const fs::path& source, const std::string& wanted)
{
    if (wanted.find('/') != std::string::npos || wanted.ends_with(".json")) {
        if (fs::is_regular_file(wanted)) return fs::absolute(wanted);
        throw Failure(fmt::format("There is no profile file {}.", wanted));
    }
    const fs::path folder = source / "lens" / "devices";
    if (fs::exists(folder / (wanted + ".json"))) return folder / (wanted + ".json");
    throw Failure(fmt::format("There is no profile of a device '{}'. There are: {}.", wanted,
                              fmt::join(lens::profile_ids(folder), ", ")),
                  "--device h200, or --device with the path of a profile of your own");
}

LensResult run_under_lens(const LensTools& tools, const LensRequest& request)
{
    const ScratchFolder scratch;
    std::vector<lens::Profile> profiles;
    std::string list;
    for (const fs::path& file : request.profiles) {
        profiles.push_back(lens::read_profile(file));
        list += fmt::format("{}{}", list.empty() ? "" : ":", file.string());
    }
    const fs::path folder = request.sandbox ? request.sandbox->writable : scratch.path();
    const fs::path counts = folder / "counts.json";
    const fs::path progress = scratch.path() / "progress.json";
    Command command{.arguments = {tools.oclgrind.string(), "--plugins", tools.plugin.string(),
                                  "--local-mem-size", local_bytes, "--global-mem-size", global_bytes},
                    .environment = request.environment,
                    .folder = request.folder,
                    .fixed_addresses = false,
                    .show = false,
                    .sandbox = request.sandbox};
    // Oclgrind puts its runtime before what is preloaded; a shell in between puts the group sizes before that.
    const fs::path groups = folder / "groups.so"; // a path without spaces, which LD_PRELOAD cannot have
    fs::create_symlink(fs::absolute(tools.plugin.parent_path() / "liblockstep-lens-groups.so"), groups);
    command.arguments.insert(command.arguments.end(),
                             {"/bin/sh", "-c", "LD_PRELOAD=\"$0:$LD_PRELOAD\" exec \"$@\"", groups.string()});
    command.arguments.insert(command.arguments.end(), request.program.begin(), request.program.end());
    const fs::path chosen = folder / "chosen";
    if (command.sandbox) {
        std::vector<fs::path>& readable = command.sandbox->readable;
        readable.insert(readable.end(), request.profiles.begin(), request.profiles.end());
        for (const char* library : {"liblockstep-lens.so", "liblockstep-lens-groups.so"})
            readable.push_back(fs::absolute(tools.plugin.parent_path() / library));
    }
    command.environment["LOCKSTEP_LENS_CHOSEN"] = chosen.string();
    command.environment["LOCKSTEP_DEVICE"] = "oclgrind";
    command.environment["LOCKSTEP_LENS_PROFILES"] = list;
    command.environment["LOCKSTEP_LENS_OUTPUT"] = counts.string();
    if (request.groups) command.environment["LOCKSTEP_LENS_GROUPS"] = std::to_string(*request.groups);
    if (request.show_progress) command.environment["LOCKSTEP_LENS_PROGRESS"] = progress.string();

    LensResult result;
    {
        std::optional<ProgressLine> line;
        if (request.show_progress) line.emplace(progress, !request.groups);
        result.process = run_process(command, request.limits);
    }
    result.counts = read_counts(counts);
    if (!result.counts) return result;
    for (std::size_t i = 0; i < profiles.size() && i < result.counts->reports.size(); ++i) {
        formats::LensReport& report = result.counts->reports[i];
        report.basis = basis_of(profiles[i]);
        report.assumed = profiles[i].assumed;
        add_occupancy(report, profiles[i]);
    }
    mark_chosen_sizes(*result.counts, chosen);
    add_expressions(*result.counts);
    return result;
}

} // namespace lockstep::tool
