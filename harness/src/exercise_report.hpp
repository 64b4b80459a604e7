// What a test program tells the tool that runs it: one JSON object a line in the file LOCKSTEP_REPORT, behind its seal.
#pragma once

#include <filesystem>
#include <string>

namespace lockstep
{

/// Records that the files under test do not build (or lack the kernel asked for) and ends the process with status 3.
[[noreturn]] void report_build_failure_and_exit(const std::string& message);

/// Records that there is no device to test on and ends the process with status 4.
[[noreturn]] void report_no_device_and_exit(const std::string& message);

/// Records what kind of failure the one that follows is, in the words of formats::Finding: "outside". The first of a test
/// case counts.
void note_finding(const char* finding);

/// "correct", "clean" or "lens".
std::string stage_name();

/// The folder of the files under test.
std::string files_under_test();

/// Makes the files of another folder the ones under test, as if the process had just begun.
void test_files_of(const std::filesystem::path& folder);

} // namespace lockstep
