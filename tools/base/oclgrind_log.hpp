// Reading what Oclgrind writes about a program: it exits 0 even when it found something.
#pragma once

#include "lockstep/formats/finding.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace lockstep::tool
{

/// One thing that Oclgrind or Pocket found.
struct CheckerProblem
{
    std::string test_case = {}; ///< the case that was running; empty before the first
    std::string what = {};      ///< Oclgrind's headline ("Write-write data race"), or Pocket's sentence
    std::string kernel = {};
    std::string entity = {};            ///< the work-item, as Oclgrind names it; empty when there is none
    int line = 0;                       ///< of the kernel's source; 0 when unknown, or when it is a test's
    std::string source = {};            ///< that line's text; of Pocket's problems it is among `more`
    std::vector<std::string> more = {}; ///< Pocket's: the lines of the text that have a part in it, and why
    std::size_t times = 1;              ///< how often the same line was reported
};

/// The problems in the standard error of a program run under Oclgrind, in order, those of one line and one kind
/// counted together. Test programs mark their cases with lines "[lockstep] case: NAME".
std::vector<CheckerProblem> parse_oclgrind_log(std::string_view log);

/// Quotes the lines of a kernel's file. Oclgrind quotes by numbers of lines those of all that was built, also where a test has put
/// lines of its own in front and the file's are numbered from 1. @param text of the file; one that includes others stays unquoted.
void quote_lines(std::vector<CheckerProblem>& problems, const std::string& text);

/// The kind that Oclgrind's headline names.
formats::Finding finding_of(const CheckerProblem& problem);

/// One problem as a sentence: "saxpy.cl:6: Write-write data race (work-items …), 12 times: y[i] = …". @param file the
/// kernel's; empty: a line of "the kernel". Of Pocket's problems what explains them follows in lines of their own.
std::string explain(const CheckerProblem& problem, const std::string& file);

} // namespace lockstep::tool
