// Oclgrind, the plugin, and what they need from the environment.
#include "lens/lens_run.hpp"

#include "lens/expressions.hpp"
#include "lens/forecasts.hpp"
#include "lens/identity.hpp"
#include "lens/run_progress.hpp"
#include "lens/statements.hpp"
#include "lockstep/failure.hpp"
#include "lockstep/files.hpp"
#include "lockstep/lens/occupancy.hpp"
#include "lockstep/lens/profile.hpp"
#include "lockstep/scratch.hpp"
#include "lockstep/text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
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
// asked for more, in 32 bits: 4 GiB would be none.
constexpr const char* offered_local_bytes = "1048576";
constexpr const char* offered_global_bytes = "4294963200";

std::optional<formats::LensReports> counts_in(const fs::path& file, const std::string& mend)
{
    const std::string text = read_untrusted(file);
    if (text.empty()) return std::nullopt;
    const auto root = formats::JsonReader::parse(text, "What the lens's plugin wrote", mend);
    if (!root.has("reports")) return std::nullopt; // it says why on standard error
    formats::LensReports counts = formats::lens_reports_of(root);
    const bool launched = std::ranges::any_of(
        counts.reports, [](const formats::LensReport& report) { return !report.kernels.empty(); });
    return launched ? std::optional{std::move(counts)} : std::nullopt;
}

// Of all processes that the program was, in the order in which they ended; each has left a file.
std::optional<formats::LensReports> read_counts(const fs::path& folder, const std::string& mend)
{
    std::vector<fs::path> files;
    for (const auto& entry : fs::directory_iterator(folder))
        if (entry.path().extension() == ".json") files.push_back(entry.path());
    std::ranges::sort(files, {}, [](const fs::path& file) { return fs::last_write_time(file); });
    std::optional<formats::LensReports> sum;
    for (const fs::path& file : files) {
        std::optional<formats::LensReports> counts = counts_in(file, mend);
        if (!counts) continue;
        if (!sum) {
            sum = std::move(counts);
            continue;
        }
        // A text that is one program in either process is the same one; several are programs of other build options.
        std::vector<std::uint64_t> index;
        for (const std::string& source : counts->sources) {
            const bool one = std::ranges::count(sum->sources, source) == 1 &&
                             std::ranges::count(counts->sources, source) == 1;
            const auto same = one ? std::ranges::find(sum->sources, source) : sum->sources.end();
            index.push_back(static_cast<std::uint64_t>(same - sum->sources.begin()));
            if (same == sum->sources.end()) sum->sources.push_back(source);
        }
        for (std::size_t i = 0; i < std::min(sum->reports.size(), counts->reports.size()); ++i)
            for (formats::LensKernel& kernel : counts->reports[i].kernels) {
                kernel.source = index.at(kernel.source);
                sum->reports[i].kernels.push_back(std::move(kernel));
            }
    }
    return sum;
}

void add_occupancy(formats::LensReport& report, const lens::Profile& profile)
{
    if (!profile.tells_occupancy()) return;
    for (formats::LensKernel& kernel : report.kernels) {
        const formats::Size3& size = kernel.local_size;
        const lens::Occupancy fits =
            lens::occupancy(profile, {.group_size = static_cast<unsigned>(size[0] * size[1] * size[2]),
                                      .registers_per_item = static_cast<unsigned>(kernel.registers),
                                      .local_bytes = static_cast<unsigned>(kernel.local_bytes)});
        kernel.occupancy = {.groups = fits.groups,
                            .waves = fits.sub_groups,
                            .fraction = fits.fraction,
                            .limit = fits.limit,
                            .refusal = fits.refusal};
    }
}

// Who chose the work-groups' size, as the interposer noted it: "open" where the lens did, sizes, and the kernel's name.
void mark_chosen_sizes(formats::LensReports& counts, const fs::path& chosen)
{
    std::istringstream file{read_untrusted(chosen)};
    std::set<std::string> open;
    std::set<std::string> set;
    for (std::string line; std::getline(file, line);) {
        const std::size_t who = line.find(' ');
        if (who != std::string::npos) (line.starts_with("open ") ? open : set).insert(line.substr(who + 1));
    }
    for (formats::LensReport& report : counts.reports)
        for (formats::LensKernel& kernel : report.kernels) {
            const std::string launch = fmt::format("{} {} {}", fmt::join(kernel.global_size, " "),
                                                   fmt::join(kernel.local_size, " "), kernel.name);
            kernel.local_size_chosen = open.contains(launch) && !set.contains(launch);
            const auto items = [](const formats::Size3& size) { return size[0] * size[1] * size[2]; };
            const unsigned sub_group = report.device.sub_group_size;
            if (kernel.local_size_chosen && items(kernel.local_size) < sub_group &&
                items(kernel.global_size) >= sub_group)
                kernel.remarks.push_back(fmt::format(
                    "no size that divides {} work-items fills a sub-group: more of them, and a guard in the "
                    "kernel, would allow one",
                    fmt::join(kernel.global_size, " × ")));
        }
}

// What to know of counts that are estimates; empty: none is.
std::string sampling_of(const formats::LensReport& report)
{
    if (std::ranges::none_of(report.kernels, &formats::LensKernel::estimated)) return "";
    const bool skipped = std::ranges::any_of(
        report.kernels, [](const formats::LensKernel& kernel) { return kernel.skipped_groups > 0; });
    return fmt::format("counts are estimates: those of the work-groups that were counted, scaled to all{}",
                       skipped
                           ? "; the other groups were not run, so what the program computes is wrong, and so "
                             "are counts that depend on what was computed before"
                           : "");
}

// Kernels of one name in several programs, which are told apart.
void tell_programs_apart(formats::LensReport& report)
{
    std::map<std::string, std::vector<std::uint64_t>> programs; // that have a kernel of the name
    for (const formats::LensKernel& kernel : report.kernels) {
        std::vector<std::uint64_t>& known = programs[kernel.name];
        if (std::ranges::find(known, kernel.source) == known.end()) known.push_back(kernel.source);
    }
    for (formats::LensKernel& kernel : report.kernels) {
        const std::vector<std::uint64_t>& known = programs[kernel.name];
        if (known.size() < 2) continue;
        const auto number = std::ranges::find(known, kernel.source) - known.begin() + 1;
        kernel.remarks.push_back(
            fmt::format("of program {} of the {} that have a kernel of this name", number, known.size()));
    }
}

void leave_out_lone_items(formats::LensReport& report)
{
    const auto is_lone = [](const formats::LensKernel& kernel) {
        return kernel.global_size[0] * kernel.global_size[1] * kernel.global_size[2] == 1;
    };
    if (!std::ranges::all_of(report.kernels, is_lone)) std::erase_if(report.kernels, is_lone);
}

} // namespace

LensTools find_lens_tools(const LensHome& home, std::optional<CountedBy> by)
{
    LensTools tools{.oclgrind = find_program("oclgrind"),
                    .plugin = home.libraries / "liblockstep-lens.so",
                    .pocket = home.libraries / "libpocket.so",
                    .records = home.records,
                    .mend = home.mend};
    tools.by = by.value_or(wanted_simulator());
    if (tools.by == CountedBy::pocket) {
        if (fs::exists(tools.pocket)) return tools;
        throw Failure(fmt::format("Pocket, {}, is not there.", tools.pocket.string()), home.mend_pocket);
    }
    if (tools.oclgrind.empty())
        throw Failure("Oclgrind is to execute the program, and it is not installed.",
                      "the same without it, on Pocket   (or ./lockstep start --oclgrind)");
    for (const char* library : {"liblockstep-lens.so", "liblockstep-lens-runtime.so"})
        if (!fs::exists(home.libraries / library))
            throw Failure(
                fmt::format("A part of the lens, {}, is not there.", (home.libraries / library).string()),
                home.mend);
    return tools;
}

fs::path find_profile(const fs::path& devices, const std::string& wanted)
{
    if (wanted.find('/') != std::string::npos || wanted.ends_with(".json")) {
        if (fs::is_regular_file(wanted)) return fs::absolute(wanted);
        throw Failure(fmt::format("There is no profile file {}.", wanted));
    }
    if (fs::exists(devices / (wanted + ".json"))) return devices / (wanted + ".json");
    throw Failure(fmt::format("There is no profile of a device '{}'. There are: {}.", wanted,
                              fmt::join(lens::profile_ids(devices), ", ")),
                  "--device h200, or --device with the path of a profile of your own");
}

bool beyond_interpreter(const ProcessResult& process)
{
    return contains(process.error, "Undefined external function: llvm.");
}

namespace
{

// The program on Oclgrind, with what the lens puts before it. @param folder that it may read
Command on_oclgrind(const LensTools& tools, const LensRequest& request, const fs::path& folder)
{
    // The lists of plugins and of what is preloaded cannot have names with commas and spaces: paths without them.
    const fs::path plugin = folder / "plugin.so";
    const fs::path runtime = folder / "runtime.so";
    fs::create_symlink(fs::absolute(tools.plugin), plugin);
    fs::create_symlink(fs::absolute(tools.plugin.parent_path() / "liblockstep-lens-runtime.so"), runtime);
    Command command{.arguments = {tools.oclgrind.string(), "--plugins", plugin.string(), "--local-mem-size",
                                  offered_local_bytes, "--global-mem-size", offered_global_bytes},
                    .environment = request.environment,
                    .folder = request.folder,
                    .sandbox = request.sandbox};
    if (request.unoptimised)
        command.arguments.insert(command.arguments.end(), {"--build-options", "-cl-opt-disable"});
    // Oclgrind puts its runtime before what is preloaded; a shell in between puts the lens's own before that.
    command.arguments.insert(
        command.arguments.end(),
        {"/bin/sh", "-c", "LD_PRELOAD=\"$0:$LD_PRELOAD\" exec \"$@\"", runtime.string()});
    command.arguments.insert(command.arguments.end(), request.program.begin(), request.program.end());
    if (command.sandbox)
        for (const char* library : {"liblockstep-lens.so", "liblockstep-lens-runtime.so"})
            command.sandbox->readable.push_back(fs::absolute(tools.plugin.parent_path() / library));
    command.environment["LOCKSTEP_DEVICE"] = "oclgrind";
    return command;
}

Command on_pocket(const LensTools& tools, const LensRequest& request)
{
    Command command{.arguments = request.program,
                    .environment = request.environment,
                    .folder = request.folder,
                    .sandbox = request.sandbox};
    const fs::path library = fs::absolute(tools.pocket);
    if (command.sandbox) command.sandbox->readable.push_back(library);
    command.environment["OCL_ICD_VENDORS"] = library.string();
    command.environment["LOCKSTEP_DEVICE"] = "pocket";
    return command;
}

// Pocket executes sub-groups of one size: the program runs once for each size that the profiles have.
LensResult run_for_each_size(const LensTools& tools, const LensRequest& request,
                             const std::map<unsigned, std::vector<std::size_t>>& profiles_of)
{
    LensResult all;
    std::vector<formats::LensReport> reports(request.profiles.size());
    formats::LensReports counts;
    for (const auto& [size, profiles] : profiles_of) {
        LensRequest one = request;
        one.profiles.clear();
        for (const std::size_t profile : profiles) one.profiles.push_back(request.profiles[profile]);
        LensResult result = run_under_lens(tools, one);
        if (!result.counts || result.interrupted || !result.process.ok()) return result;
        all.process = result.process;
        for (std::size_t i = 0; i < profiles.size(); ++i) {
            formats::LensReport& report = reports[profiles[i]] = std::move(result.counts->reports[i]);
            for (formats::LensKernel& kernel : report.kernels) {
                const std::string& source = result.counts->sources.at(kernel.source);
                const auto known = std::ranges::find(counts.sources, source);
                kernel.source = static_cast<std::uint64_t>(known - counts.sources.begin());
                if (known == counts.sources.end()) counts.sources.push_back(source);
            }
        }
    }
    counts.reports = std::move(reports);
    all.counts = std::move(counts);
    return all;
}

} // namespace

LensResult run_under_lens(const LensTools& tools, const LensRequest& request)
{
    const ScratchFolder scratch;
    std::vector<lens::Profile> profiles;
    std::string list;
    std::map<unsigned, std::vector<std::size_t>> profiles_of; // each size of sub-groups
    for (const fs::path& file : request.profiles) {
        profiles.push_back(lens::read_profile(file));
        profiles_of[profiles.back().sub_group_size].push_back(profiles.size() - 1);
        list += fmt::format("{}{}", list.empty() ? "" : ":", file.string());
    }
    const bool by_pocket = tools.by == CountedBy::pocket;
    if (by_pocket && profiles_of.size() > 1) return run_for_each_size(tools, request, profiles_of);
    const fs::path folder = request.sandbox ? request.sandbox->writable : scratch.path();
    const fs::path counts = folder / "counts";
    fs::create_directory(counts);
    const fs::path progress = scratch.path() / "progress.json";
    Command command = by_pocket ? on_pocket(tools, request) : on_oclgrind(tools, request, folder);
    const fs::path chosen = folder / "chosen";
    if (command.sandbox) {
        std::vector<fs::path>& readable = command.sandbox->readable;
        readable.insert(readable.end(), request.profiles.begin(), request.profiles.end());
    }
    command.environment["LOCKSTEP_LENS_CHOSEN"] = chosen.string();
    command.environment["LOCKSTEP_LENS_PROFILES"] = list;
    command.environment["LOCKSTEP_LENS_OUTPUT"] = counts.string();
    if (request.answers != Answers::simulator) {
        command.environment["LOCKSTEP_LENS_DEVICE"] =
            identity_of(profiles.front(), request.global_bytes, request.answers == Answers::vendor);
        // What comes from a binding's cache of binaries has no source.
        command.environment["PYOPENCL_NO_CACHE"] = "1";
        command.environment["OPENCV_OPENCL_CACHE_ENABLE"] = "0";
    }
    command.keep_input = request.answers != Answers::simulator; // a program of the reader's
    if (request.groups) command.environment["LOCKSTEP_LENS_GROUPS"] = std::to_string(*request.groups);
    if (request.skip_others) command.environment["LOCKSTEP_LENS_SKIP_OTHERS"] = "1";
    if (request.caches) command.environment["LOCKSTEP_LENS_CACHES"] = "1";
    if (!request.registers.empty()) command.environment["LOCKSTEP_LENS_REGISTERS"] = request.registers.text();
    if (request.show_progress) command.environment["LOCKSTEP_LENS_PROGRESS"] = progress.string();

    LensResult result;
    {
        std::optional<ProgressLine> line;
        if (request.show_progress) line.emplace(progress, !request.groups);
        try {
            result.process = run_process(command, request.limits);
        } catch (const Interrupted&) {
            result.interrupted = true;
        }
    }
    result.counts = read_counts(counts, tools.mend);
    if (result.interrupted && !(request.keep_interrupted && result.counts)) throw Interrupted{};
    if (!result.counts) return result;
    if (request.without_lone_items)
        for (formats::LensReport& report : result.counts->reports) leave_out_lone_items(report);
    for (std::size_t i = 0; i < profiles.size() && i < result.counts->reports.size(); ++i) {
        formats::LensReport& report = result.counts->reports[i];
        report.basis = basis_of(profiles[i]);
        if (by_pocket) report.basis += "; executed by Pocket";
        report.assumed = profiles[i].assumed;
        if (request.caches)
            for (const std::string& text : profiles[i].caches.assumed)
                if (std::ranges::find(report.assumed, text) == report.assumed.end())
                    report.assumed.push_back(text);
        report.sampling = sampling_of(report);
        for (formats::LensKernel& kernel : report.kernels)
            kernel.registers = request.registers.of(kernel.name);
        add_occupancy(report, profiles[i]);
        add_forecasts(report, profiles[i], tools.records);
    }
    mark_chosen_sizes(*result.counts, chosen);
    if (request.answers != Answers::simulator)
        for (formats::LensReport& report : result.counts->reports) tell_programs_apart(report);
    add_expressions(*result.counts);
    return result;
}

} // namespace lockstep::tool
