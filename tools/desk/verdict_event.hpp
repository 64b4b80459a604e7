// The verdict on an exercise as pages are told it.
#pragma once

#include "check/verdict.hpp"

#include <nlohmann/json_fwd.hpp>

#include <filesystem>

namespace lockstep::tool
{

/// to_json()'s entry of the exercise, with "printed" and "note", what is told beside the verdict, and "lacking" where the device lacks something.
/// @param own_files the files are the reader's own work.
nlohmann::json verdict_event(const std::filesystem::path& source, const ExerciseReport& report,
                             bool own_files);

} // namespace lockstep::tool
