// Running a program under the lens: on Pocket, or on Oclgrind with the plugin of lens/plugin, and the counts that are left behind.
#pragma once

#include "base/process.hpp"
#include "base/simulator.hpp"
#include "lens/identity.hpp"
#include "lens/lens_home.hpp"
#include "lockstep/formats/lens_report.hpp"
#include "lockstep/formats/register_overrides.hpp"

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace lockstep::tool
{

/// The pieces the lens is made of.
struct LensTools
{
    CountedBy by = CountedBy::oclgrind;
    std::filesystem::path oclgrind;
    std::filesystem::path plugin;  ///< of Oclgrind
    std::filesystem::path pocket;  ///< its library
    std::filesystem::path records; ///< as of LensHome
    std::string mend;              ///< what to type where the plugin is of another version
};

/// Finds them. @param by none: Pocket, or Oclgrind where that is to judge (wanted_simulator())
/// @throws Failure saying how to get what is missing.
LensTools find_lens_tools(const LensHome& home, std::optional<CountedBy> by = std::nullopt);

/// The profile a reader means: the id of one in the folder of the profiles, or a JSON file.
/// @throws Failure listing the ids.
std::filesystem::path find_profile(const std::filesystem::path& devices, const std::string& wanted);

/// What a program's queries of its device are answered with.
enum class Answers
{
    simulator, ///< Oclgrind's own, as the book's programs expect them
    profile,   ///< the first profile's figures, under Oclgrind's name
    vendor     ///< and the names of that GPU and its vendor
};

/// What to run and what to count.
struct LensRequest
{
    std::vector<std::string> program; ///< with its arguments
    std::map<std::string, std::string> environment = {};
    std::filesystem::path folder = {};           ///< it runs in; empty: this process's own
    std::vector<std::filesystem::path> profiles; ///< one report each
    std::optional<unsigned> groups = {};         ///< record only that many work-groups of each launch
    ProcessLimits limits;
    bool show_progress = false;          ///< on standard error, which must be a terminal
    std::optional<Sandbox> sandbox = {}; ///< the program is run inside of it, and the lens with it
    Answers answers = Answers::simulator;
    std::uint64_t global_bytes = most_global_bytes; ///< of memory, in the answers
    bool keep_interrupted = false;                  ///< what was counted before Ctrl-C is returned
    bool caches = false;                            ///< the model of caches is asked, too
    formats::RegisterOverrides registers = {};      ///< by which occupancy, caches and forecast count
    bool without_lone_items = false; ///< launches of one work-item, if there are others, are left out
    bool skip_others = false; ///< with `groups`: the others are not run, so the program's results are wrong
    bool unoptimised = false; ///< kernels are built as they are written
};

/// What came of it.
struct LensResult
{
    ProcessResult process;
    bool interrupted = false; ///< by Ctrl-C; `process` then holds nothing
    /// One report of each profile, each kernel with its occupancy; nothing when no kernel was counted.
    std::optional<formats::LensReports> counts;
};

/// Whether Oclgrind could not run a kernel because its own optimiser had put in what its interpreter does not know, such as
/// llvm.usub.sat for x > y ? x - y : 0. Unoptimised it can.
bool beyond_interpreter(const ProcessResult& process);

/// Runs a program to its end, or to its crash: what was counted up to there is returned.
/// @throws Interrupted; Failure for a profile or counts that cannot be read.
LensResult run_under_lens(const LensTools& tools, const LensRequest& request);

} // namespace lockstep::tool
