// The report a test program writes, one sealed JSON object a line; see harness/src/exercise_main.cpp.
#pragma once

#include "lockstep/seal.hpp"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace lockstep::tool
{

struct CaseVerdict
{
    std::string name;
    bool failed = false;
    std::vector<std::string> messages;
    std::string finding = {}; ///< formats::name_of what failed it; "wrong-result" where the test does not say
    std::string skipped = {}; ///< why it could not be judged here; empty: it was
};

struct TestReport
{
    std::optional<std::string> build_failure;
    std::optional<std::string> no_device;  ///< why there is nothing to test on
    std::vector<std::string> cases_to_run; ///< as told before the first began
    std::vector<CaseVerdict> cases;
    std::string running; ///< the case that had begun and not ended when the report stops; empty when none
    bool ended = false;  ///< the program reached its end: without this nothing is believed

    /// True when the end was reached, and each case that was to be run has one verdict and no other has: what a right
    /// solution's report must be. A run that ends at its first failure has fewer verdicts.
    bool complete() const;
};

/// Reads a report. Lines without the seal of `key` and of their place among the sealed ones are left out: what a crash cut
/// short, and what the harness did not write. A missing file is an empty report.
TestReport read_test_report(const std::filesystem::path& file, const Key& key = {});

/// The same for a program that tested the files of several folders one after the other: a report for each that it began.
std::vector<TestReport> read_trial_reports(const std::filesystem::path& file, const Key& key);

} // namespace lockstep::tool
