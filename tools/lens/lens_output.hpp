// What `lens` does with its counts: reports for people and for programs, requirements, and what changed.
#pragma once

#include "lens/annotations.hpp"
#include "lens/lens_home.hpp"
#include "lens/requirements.hpp"
#include "lockstep/formats/lens_report.hpp"

#include <CLI/CLI.hpp>

#include <cstddef>
#include <cstdio>
#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace lockstep::tool
{

/// What is asked for on the command line.
struct LensOutput
{
    std::vector<std::string> kernels; ///< to tell of; none: all
    std::size_t top = std::numeric_limits<std::size_t>::max();
    std::vector<std::string> required;
    bool fail_on_worse = false; ///< status 1 where --diff finds a figure that got worse
    std::string diff;           ///< the file of an older report; empty: none
    std::string json;
    std::string html;
    std::string sarif;
    bool annotations = false;
};

void add_output_options(CLI::App& command, LensOutput& output);

class LensOutcome
{
public:
    /// @throws Failure for a requirement or an older report that cannot be read.
    LensOutcome(const LensOutput& output, const LensHome& home);

    /// Adds verdict and findings to the counts, and tells or writes all that is asked for.
    /// @return whether everything required is so.
    /// @throws Failure for a kernel that was not launched, and for a file that cannot be written.
    bool tell(formats::LensReports counts, const std::string& title) const;

private:
    bool tell_requirements(const formats::LensReports& counts,
                           const std::vector<std::optional<SourceFile>>& files, std::FILE* stream,
                           std::vector<Annotation>& missed) const;
    void tell_reports(const formats::LensReports& counts) const;

    const LensOutput& output_;
    const LensHome& home_;
    std::vector<Requirement> requirements_;
    std::optional<formats::LensReports> before_;
};

} // namespace lockstep::tool
