// .lockstep/progress.json: what a reader has solved and which hints they have seen. It is theirs to delete or to share.
#pragma once

#include "lockstep/formats/finding.hpp"
#include "lockstep/formats/json_reader.hpp"
#include "lockstep/formats/score.hpp"

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace lockstep::formats
{

/// The files of an exercise as it is handed out, each by a text that is another when the file is another. What was made
/// in another way ("git:…", "text:…") is not compared.
using HandedOut = std::map<std::string, std::string>;

/// The files of both that are not the same.
std::vector<std::string> changed_files(const HandedOut& before, const HandedOut& now);

/// Why the last check failed.
struct LastFailure
{
    std::string stage; ///< "correct"
    Finding finding = Finding::wrong_result;
    std::string metric; ///< of a target of the lens: "global_load.efficiency"; else empty
    bool told = false;  ///< `hint` has said what belongs to it

    bool operator==(const LastFailure&) const = default;
};

struct ExerciseProgress
{
    bool solved = false;       ///< once at least
    bool broken = false;       ///< was solved, and failed when it was last checked
    std::string first_solved;  ///< "2026-11-22T17:05:24Z"; empty when that is not known
    HandedOut handed_out;      ///< when it was last found solved
    std::uint64_t hints = 0;   ///< how many were seen
    std::optional<Score> best; ///< of what solved it, by the lens's counts
    std::optional<LastFailure> failure;

    bool operator==(const ExerciseProgress&) const = default;
};

struct Progress
{
    std::map<std::string, ExerciseProgress> exercises; ///< by id: "03-first-kernel/2-saxpy"
    std::string way; ///< the way through the book that the reader follows, "weekend"; mostly empty

    /// What is known of an exercise; nothing was done about one that is not there.
    ExerciseProgress of(const std::string& id) const;
    bool operator==(const Progress&) const = default;
};

/// Reads the file; nothing is known when there is none. @throws Failure naming the file and the key.
Progress read_progress(const std::filesystem::path& file);
Progress progress_of(const JsonReader& root);

/// The file's text.
std::string text_of(const Progress& progress);

} // namespace lockstep::formats
