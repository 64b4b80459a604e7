// Which exercises the reader has solved, kept in .lockstep/progress.json beside the sources.
#pragma once

#include <filesystem>
#include <set>
#include <string>

namespace lockstep::tool
{

/// The ids of solved exercises; empty when nothing was ever recorded.
std::set<std::string> solved_exercises(const std::filesystem::path& source);

/// Records a verdict. A source folder that cannot be written to is not an error: progress is then not kept.
void record_verdict(const std::filesystem::path& source, const std::string& id, bool passed);

} // namespace lockstep::tool
