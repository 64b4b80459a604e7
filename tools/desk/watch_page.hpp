// What `lockstep watch` shows: pages of lines made from where the reader stands.
#pragma once

#include "base/terminal.hpp"
#include "check/verdict.hpp"
#include "desk/progress.hpp"
#include "lockstep/formats/catalogue.hpp"
#include "lockstep/formats/ways.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace lockstep::tool
{

/// Where the reader stands.
struct WatchState
{
    enum class View
    {
        verdict,
        text,  ///< the task, hints, a solution, what was reset
        list,  ///< of all exercises, with a search
        asking ///< whether the stub is to come back
    };

    const std::vector<ChapterInfo>* chapters = nullptr;
    std::optional<Way> way; ///< that the reader follows
    ExerciseStates exercise_states;
    const ExerciseInfo* exercise = nullptr;
    const ExerciseInfo* next = nullptr; ///< unsolved, behind this one; null when there is none
    View view = View::verdict;

    std::optional<ExerciseReport> report; ///< the last verdict
    std::string trouble;                  ///< why there is none
    std::optional<int> checking_for_s;    ///< a check is under way
    bool builds_tests = false;            ///< the check began with building the exercise's tests
    std::string note;                     ///< what happened last, in a line
    std::string unrecorded;               ///< why the last verdict is not kept, in its place; mostly empty

    std::string text;       ///< View::text
    std::size_t scroll = 0; ///< lines above the page's first

    std::string search; ///< View::list
    std::size_t selected = 0;
};

/// The exercises whose number, title or chapter holds the words that are searched for, in any case.
std::vector<const ExerciseInfo*> found_exercises(const WatchState& state);

/// The page, `size.rows` lines at most. Corrects state.scroll and state.selected to what there is.
std::vector<std::string> watch_page(WatchState& state, const TerminalSize& size);

/// "exercises/03-first-kernel/2-saxpy/saxpy.cl": the folder and the files to edit.
std::string edited_files(const ExerciseInfo& exercise);

/// "[████░░░░] 12 of 78 solved · 150 of 900 points", a place in the bar for each chapter.
std::string progress_line(const WatchState& state);

} // namespace lockstep::tool
