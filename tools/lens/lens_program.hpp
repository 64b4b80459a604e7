// Any OpenCL program under the lens, and what every way of running one has in common.
#pragma once

#include "lens/lens_home.hpp"
#include "lens/lens_output.hpp"
#include "lens/lens_run.hpp"

#include <CLI/CLI.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace lockstep::tool
{

/// What is asked for on the command line, but for what is run.
struct LensArguments
{
    std::vector<std::string> devices; ///< names or files of profiles; none: the H200's
    LensOutput output;
    std::optional<unsigned> groups;
    bool skip_others = false; ///< the work-groups that are not counted are not run
    bool verbose = false;
    bool caches = false;                       ///< the model of caches is asked, too
    formats::RegisterOverrides registers = {}; ///< of the kernels
    bool as_vendor = false;                    ///< a program is told the vendor's and the device's name
    std::optional<std::uint64_t> memory_bytes; ///< global memory that a program is told of
    std::optional<CountedBy> by;               ///< none: as executed_by() says
};

void add_lens_options(CLI::App& command, LensArguments& arguments);

/// Who executes: as asked, by the option or by LOCKSTEP_SIMULATOR; else Oclgrind where it is installed, else Pocket.
CountedBy executed_by(const LensArguments& arguments);

/// A request without a program. @throws Failure for a profile that there is not.
LensRequest lens_request(const LensArguments& arguments, const LensHome& home);

/// Makes a program of the user's the one to run. @param words its name as the shell would find it, and its arguments
/// @throws Failure saying why it cannot be run.
void take_program(LensRequest& request, const std::vector<std::string>& words, const LensArguments& arguments,
                  const LensHome& home);

/// Runs it and tells what was counted. @param outcome made before anything was run, since it refuses what cannot be meant
/// @return the exit status.
int run_and_tell(const LensTools& tools, const LensRequest& request, const LensArguments& arguments,
                 const LensOutcome& outcome, const std::string& title);

} // namespace lockstep::tool
