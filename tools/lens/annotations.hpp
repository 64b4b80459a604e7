// What the lens found, for a forge to show beside the code: lines of its log, or a file in SARIF.
#pragma once

#include "lens/source_files.hpp"
#include "lockstep/formats/lens_report.hpp"

#include <optional>
#include <string>
#include <vector>

namespace lockstep::tool
{

/// One thing to show: a finding, or a requirement that is missed.
struct Annotation
{
    bool error = false;
    std::string rule; ///< a finding's, or "requirement"
    std::string kernel;
    std::string device; ///< "h200"
    std::string message;
    std::optional<SourceFile> file = {};
    int line = 0; ///< of the file; where none is known, of the program's text; 0: none
    unsigned column = 0;
    std::string included =
        {}; ///< the file that the line is of where that is not the program's text, so `file` is none
};

/// The findings of every report, each place and rule once, with the file that the program's text comes from.
std::vector<Annotation> annotations_of(const formats::LensReports& counts,
                                       const std::vector<std::optional<SourceFile>>& files);

/// "::warning file=turn.cl,line=6,col=28,title=...::Each store request ...", one line each, as GitHub's and Gitea's runners
/// read them.
std::string workflow_commands(const std::vector<Annotation>& annotations);

/// The same in SARIF 2.1.0, which GitHub, GitLab and editors read.
std::string sarif_text(const std::vector<Annotation>& annotations);

} // namespace lockstep::tool
