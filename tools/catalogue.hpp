// What the book holds: chapters and exercises, found by looking at the folders.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep::tool
{

/// What one of a kernel's counts must come to under the lens.
struct LensTarget
{
    std::string kernel;
    std::string metric; ///< "global_store.efficiency"; see formats::lens_metrics()
    std::optional<double> min;
    std::optional<double> max;
};

/// One exercise, as its folder and exercise.json describe it.
struct ExerciseInfo
{
    std::string id;      ///< "03-first-kernel/2-saxpy"
    std::string chapter; ///< "03-first-kernel"
    std::string name;    ///< "2-saxpy"
    std::string title;
    int points = 0;
    int minutes = 0;
    std::vector<std::string> edit;   ///< the files the student edits
    std::vector<std::string> hints;  ///< from a nudge to nearly the answer
    std::vector<std::string> checks; ///< any of "correct", "clean", "lens"
    std::string sanitizer;   ///< for host code, what "clean" is built with: "thread", "address", or none
    std::string lens_device; ///< for "lens": the profile the targets are for, "h200"
    std::vector<LensTarget> lens_targets; ///< at least one when "lens" is checked
    std::filesystem::path folder;

    /// True when the student writes host code, which must be compiled to be checked.
    bool host() const { return !edit.empty() && edit.front().ends_with(".cpp"); }
    bool wants(std::string_view check) const;
    /// "3/2", the short name the reader types.
    std::string short_name() const;
};

/// One chapter and its exercises, in order.
struct ChapterInfo
{
    std::string slug; ///< "03-first-kernel"
    std::string title;
    std::filesystem::path folder;
    std::vector<ExerciseInfo> exercises;

    int number() const;
};

/// All chapters below `source`, in the order of their folders.
/// @throws Failure naming the file when an exercise.json or a lesson's title is malformed.
std::vector<ChapterInfo> load_catalogue(const std::filesystem::path& source);

/// The chapter a reader means by "3", "03", "first-kernel" or "03-first-kernel".
/// @throws Failure listing the chapters when none is meant.
const ChapterInfo& find_chapter(const std::vector<ChapterInfo>& chapters, const std::string& wanted);

/// The exercise a reader means by "3/2", "03-first-kernel/2-saxpy" or "saxpy".
/// @throws Failure when none or several are meant.
const ExerciseInfo& find_exercise(const std::vector<ChapterInfo>& chapters, const std::string& wanted);

} // namespace lockstep::tool
