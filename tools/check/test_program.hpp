// Running an exercise's test program, and putting what became of it into words.
#pragma once

#include "base/process.hpp"
#include "check/engine.hpp"
#include "check/test_report.hpp"
#include "lockstep/formats/catalogue.hpp"

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace lockstep::tool
{

/// A built test program and how it is to be run.
struct TestProgram
{
    std::filesystem::path path;
    std::filesystem::path report; ///< the file it writes its report to
    std::map<std::string, std::string> environment;
    std::string only_case;      ///< runs this test case alone; empty: all
    bool first_failure = false; ///< ends at the first failed assertion
    bool fixed_addresses = false;
};

/// Runs a test program, under `wrapper` (a program and its options) when that is not empty.
ProcessResult run_tests(const TestProgram& program, const std::vector<std::string>& wrapper,
                        const ProcessLimits& limits);

/// "Your program" or "Your kernel".
std::string subject(const ExerciseInfo& exercise);

/// Why a program ended before its tests did; empty when it reached its end.
std::string early_end(const ExerciseInfo& exercise, const ProcessResult& process,
                      const ProcessLimits& limits);

/// The end of what a program wrote to standard error, where its reason stands, without the marks of its cases.
std::string last_words(const ProcessResult& process);

/// Names the cases that failed in `stage`, and adds to `messages` why each did.
void tell_failed_cases(const TestReport& report, StageResult& stage, std::vector<std::string>& messages);

/// The messages, a line each.
std::string joined(const std::vector<std::string>& messages);

} // namespace lockstep::tool
