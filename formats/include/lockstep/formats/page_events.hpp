// What a page of the live book is told: how it stands, and how a check goes on. The scripts of book/theme/live read it; `check --json`
// writes the same verdicts to a file.
#pragma once

#include "score.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace lockstep::formats
{

/// Rises when a key goes or means something else; keys may be added. book/theme/live/service.js names the one that it reads.
inline constexpr unsigned page_events_version = 1;

/// How one stage of a check ended.
struct StageEvent
{
    /// A test case that could not be judged here, and why.
    struct Skipped
    {
        std::string name;
        std::string reason;
    };
    std::string name;    ///< "correct"
    std::string status;  ///< "passed", "failed" or "not-checked"
    std::string message; ///< empty when passed
    double seconds = 0.0;
    std::vector<Skipped> skipped;
};

/// The verdict on one exercise, and what a page is told beside it.
struct VerdictEvent
{
    std::string id; ///< "03-first-kernel/2-saxpy"
    std::string title;
    int points = 0;
    bool passed = false;
    std::vector<StageEvent> stages;
    std::optional<std::string> printed; ///< by the code under test; empty: nothing
    std::optional<std::string> note;    ///< on the files, in a sentence; empty: there is none
    std::optional<std::string> lacking; ///< what the device lacks, so that no stage was checked
    std::optional<std::string> advice;  ///< on the kind of failure; empty: there is none
    std::optional<Score> counted;       ///< by the lens
    std::optional<Score> par;           ///< with a medal alone
    std::optional<std::string> medal;
};

/// How a page stands; sent when it is opened and whenever that changes.
struct LiveState
{
    struct Exercise
    {
        std::string id;
        std::string name; ///< as commands take it: "3/2"
        bool solved = false;
        std::size_t hints = 0; ///< seen
        std::string advice;    ///< on why the last check failed
    };
    /// A file that the page shows and the reader may change: its text, or why there is none.
    struct File
    {
        std::string name;
        std::optional<std::string> text;
        std::optional<std::string> version; ///< of the text, over which alone it may be saved
        std::optional<std::string> program; ///< what `run` starts with it
        std::optional<std::string> trouble;
    };
    /// What the book has of a chapter's program, to compare with.
    struct Captured
    {
        std::string header;
        std::vector<std::string> lines;
    };
    std::optional<std::string> chapter; ///< of a chapter's page or of one of its exercises
    std::optional<Exercise> exercise;
    std::vector<File> files;
    std::map<std::string, std::string> progress; ///< "solved" or "broken" by the pages of exercises
    std::map<std::string, std::vector<std::uint64_t>>
        best;        ///< sectors, passes and instructions by the pages of exercises
    std::string way; ///< that is followed; empty: none
    std::map<std::string, std::string> predictions; ///< the reader's guesses, by their places in the page
    std::optional<Captured> captured;
};

/// Each as a line of JSON with its "version"; the events with their name as "event".
std::string event_text(const StageEvent& stage);
std::string event_text(const VerdictEvent& verdict);
std::string state_text(const LiveState& state);

/// The text of what `check --json` writes: {"version", "exercises"}.
std::string verdicts_text(const std::vector<VerdictEvent>& verdicts);

} // namespace lockstep::formats
