// The verdict on an exercise as pages are told it.
#pragma once

#include "check/verdict.hpp"

#include <filesystem>

namespace lockstep::tool
{

/// With what the code printed, a note on the files, and what the device lacks. @param own_files the files are the reader's own work.
formats::VerdictEvent verdict_event(const std::filesystem::path& source, const ExerciseReport& report,
                                    bool own_files);

} // namespace lockstep::tool
