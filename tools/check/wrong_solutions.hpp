// The wrong solutions of an exercise, as tests/mutants/CHAPTER/EXERCISE.md tells them: what each gets wrong, where it is
// rejected, and how it differs from the solution.
#pragma once

#include "check/verdict.hpp"

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep::tool
{

/// How one file differs from the solution's: in some lines, or in all.
struct Change
{
    std::string file;   ///< empty: the first file that the exercise edits
    bool whole = false; ///< `new_lines` are the whole file, and there are no old ones
    std::vector<std::string>
        old_lines; ///< lines that stand in the solution's file, in this order, exactly once
    std::vector<std::string> new_lines; ///< what stands there instead
    std::size_t line = 0;               ///< of the catalogue, where its block begins
};

/// One wrong solution.
struct WrongSolution
{
    std::string name;             ///< "drops-the-fraction"
    std::string sentence;         ///< what it gets wrong
    Stage stage = Stage::correct; ///< that rejects it
    std::string test_case;        ///< or target, "KERNEL METRIC"; empty where it does not build
    bool endless = false;         ///< it never ends: the time limit is what rejects it
    std::vector<Change> changes;  ///< at least one
    std::size_t line = 0;         ///< of the catalogue, where its name stands
};

/// A catalogue and where it was read.
struct WrongSolutions
{
    std::filesystem::path file;
    std::vector<WrongSolution> entries;

    /// @throws Failure listing the names when there is none of this one.
    const WrongSolution& find(std::string_view name) const;
};

/// Reads a catalogue. Its form, with as many blocks as the change needs:
///
///     # What goes wrong in 3/1, Square every element
///
///     ## Rejected by: correct, square squares every element
///
///     **drops-the-fraction** Multiplies as integers, so everything behind the point is lost.
///     ```diff
///     -    if (i < n) y[i] = x[i] * x[i];
///     +    if (i < n) y[i] = (int)x[i] * (int)x[i];
///     ```
///
/// A block ```cl or ```cpp holds a whole file. `file=NAME` after the block's kind names the file that is changed when it
/// is not the first that the exercise edits. Under "Rejected by the time limit: STAGE, TEST CASE" stands what never ends.
/// @throws Failure naming file, line, wrong solution and remedy.
WrongSolutions read_wrong_solutions(const std::filesystem::path& file);

/// The same of a catalogue's text. @param file what it is called in messages.
WrongSolutions wrong_solutions_in(const std::string& text, const std::filesystem::path& file);

/// One of the solution's files as the wrong solution has it; unchanged when it has no change for it.
/// @param file its name; `first` tells whether it is the first that the exercise edits.
/// @param solution the text of the solution's file.
/// @throws Failure naming catalogue, line, wrong solution and remedy when a change does not fit exactly once.
std::string changed_text(const WrongSolutions& catalogue, const WrongSolution& wrong, const std::string& file,
                         bool first, const std::string& solution);

/// The blocks of a catalogue that make `wrong` of `solution`: with as little context as makes each fit once.
/// @param kind of a block that holds the whole file, for when no context does: "cl" or "cpp".
/// @throws Failure when diff cannot be run, or finds no difference.
std::string change_blocks(const std::filesystem::path& solution, const std::filesystem::path& wrong,
                          const std::string& kind);

} // namespace lockstep::tool
