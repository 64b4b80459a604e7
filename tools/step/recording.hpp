// A program run on Pocket, and the history of one of its sub-groups.
#pragma once

#include "base/process.hpp"
#include "step/history.hpp"

#include <array>
#include <filesystem>
#include <optional>
#include <string>

namespace lockstep::tool
{

/// Which launch and which sub-group.
struct StepChoice
{
    std::string kernel = {};               ///< empty: the first launch of any
    std::optional<std::size_t> launch = 0; ///< none: the first in which Pocket finds something
    std::array<std::size_t, 3> group{0, 0, 0};
    std::size_t sub_group = 0;
    std::optional<unsigned> width = {}; ///< none: the profile's
    std::filesystem::path profile;      ///< by which requests are counted
    bool to_end = false; ///< the program runs to its end, so that the recording names all of its launches
};

/// "1" or "1,0,2": the group that a reader means. @throws Failure
std::array<std::size_t, 3> group_of(const std::string& text);

/// Runs the program with what the choice asks of Pocket, which writes the recording (docs/pocket.md). @param program its command,
/// without the variables @param pocket Pocket's library @throws Failure where it launches nothing; Interrupted
void record(Command program, const std::filesystem::path& pocket, const StepChoice& choice,
            const std::filesystem::path& file);

/// The same, read. @throws Failure where there is no such launch, group or sub-group, too
StepHistory record_steps(Command program, const std::filesystem::path& pocket, const StepChoice& choice);

} // namespace lockstep::tool
