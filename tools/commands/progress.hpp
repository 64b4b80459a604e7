// Which exercises the reader has solved and which hints they have seen, kept in .lockstep/progress.json beside the sources.
#pragma once

#include <cstddef>
#include <filesystem>
#include <set>
#include <string>

namespace lockstep::tool
{

/// The ids of solved exercises; empty when nothing was ever recorded.
std::set<std::string> solved_exercises(const std::filesystem::path& source);

/// Records a verdict. A source folder that cannot be written to is not an error: progress is then not kept.
void record_verdict(const std::filesystem::path& source, const std::string& id, bool passed);

/// How many hints of an exercise the reader has seen.
std::size_t hints_seen(const std::filesystem::path& source, const std::string& id);

/// Records that number; as with verdicts, a folder that cannot be written to is not an error.
void record_hints_seen(const std::filesystem::path& source, const std::string& id, std::size_t seen);

} // namespace lockstep::tool
