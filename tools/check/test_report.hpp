// The report a test program writes, one JSON object a line; see lib/src/exercise_main.cpp.
#pragma once

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
};

struct TestReport
{
    std::optional<std::string> build_failure;
    std::optional<std::string> no_device; ///< why there is nothing to test on
    std::vector<CaseVerdict> cases;
    std::string running; ///< the case that had begun and not ended when the report stops; empty when none
    bool ended = false;  ///< the program reached its end: without this nothing is believed
};

/// Reads a report; lines cut short by a crash are left out. A missing file is an empty report.
TestReport read_test_report(const std::filesystem::path& file);

} // namespace lockstep::tool
