// What the book holds: parts, chapters and exercises, from book/outline.json, the folders, and each exercise.json.
#pragma once

#include "lockstep/failure.hpp"
#include "lockstep/formats/score.hpp"

#include <cstddef>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep
{

/// What one of a kernel's counts must come to under the lens.
struct LensTarget
{
    std::string kernel;
    std::string metric; ///< "global_store.efficiency"; see formats::lens_metrics()
    std::optional<double> min;
    std::optional<double> max;
    std::string test_case = {}; ///< of TEST_SUITE("lens"), for which alone it holds; empty: in each by itself
};

/// The kernel of the book's set whose results an exercise's references must agree with.
struct SetKernelInfo
{
    std::string file;   ///< in kernels/, "transpose.cl"
    std::string kernel; ///< "padded"
};

/// The rung of a ladder whose name and arguments an open exercise's kernel has, so that it can be measured in its place.
struct OpenRung
{
    std::string ladder; ///< "transpose"
    std::string rung;   ///< "vectors"
};

/// What an exercise asks of a device that not every device has.
enum class DeviceNeed
{
    images
};

std::string_view name_of(DeviceNeed need); ///< "images"

/// One exercise, as its folder and exercise.json describe it.
struct ExerciseInfo
{
    std::string id;      ///< "03-first-kernel/2-saxpy"
    std::string chapter; ///< "03-first-kernel"
    std::string name;    ///< "2-saxpy"
    std::string title;
    int points = 0;
    int minutes = 0;
    bool core = false;     ///< one of the two or three of its chapter that everybody solves
    bool optional = false; ///< passed over where the next one is chosen, and counted only once it is solved
    std::vector<std::string> edit;   ///< the files the student edits
    std::vector<std::string> hints;  ///< from a nudge to nearly the answer
    std::vector<std::string> checks; ///< any of "correct", "clean", "lens"
    std::string sanitizer; ///< for host code, what "clean" is built with: "thread", "address", or none
    std::vector<DeviceNeed> needs;           ///< without which it cannot be checked on a device; mostly none
    std::string lens_device;                 ///< for "lens": the profile the targets are for, "h200"
    std::vector<LensTarget> lens_targets;    ///< at least one when "lens" is checked
    std::optional<SetKernelInfo> kernel_set; ///< when the exercise's problem is one of the set's
    std::optional<OpenRung> open_rung;       ///< when how fast it is matters as well
    std::optional<Score>
        par; ///< what the book's solution costs; where the lens counts kernels that are edited
    std::filesystem::path folder;

    /// True when the student writes host code, which must be compiled to be checked.
    bool host() const { return !edit.empty() && edit.front().ends_with(".cpp"); }
    bool wants(std::string_view check) const;
    int number() const; ///< within its chapter
    /// "3/2", the short name the reader types.
    std::string short_name() const;
};

/// One chapter and its exercises, in order.
struct ChapterInfo
{
    std::string slug;             ///< "03-first-kernel"
    std::string title;            ///< the lesson's; the planned one while there is no lesson
    std::filesystem::path folder; ///< empty while the chapter is still to come
    std::size_t part = 0;         ///< index in Catalogue::parts
    std::vector<ExerciseInfo> exercises;

    int number() const;
    bool written() const { return !folder.empty(); }
};

/// A part of the book.
struct PartInfo
{
    std::string number; ///< "I"
    std::string title;
    std::string summary;
};

/// The whole book, planned chapters included.
struct Catalogue
{
    std::string title;
    std::string subtitle;
    std::string summary;
    std::vector<PartInfo> parts; ///< at least one when there is a chapter
    std::vector<ChapterInfo> chapters;
};

/// Receives what is wrong with a file; what it is about is then left out of what is read.
using Complaint = std::function<void(const std::filesystem::path& file, const Failure& what)>;

/// Reads book/outline.json and the folders below `source`. A chapter's folder that the outline does not know joins the part
/// it falls into.
Catalogue read_catalogue(const std::filesystem::path& source, const Complaint& complain);

/// One exercise. @param folder …/exercises/NN-slug/N-name. @throws Failure naming file, key and remedy.
ExerciseInfo read_exercise(const std::filesystem::path& folder);

/// The chapters below `source` that are written, in the order of their folders.
/// @throws Failure naming the file when an exercise.json or a lesson's title is malformed.
std::vector<ChapterInfo> load_catalogue(const std::filesystem::path& source);

/// The title in a Markdown file's first line, `# Title`. @throws Failure when it has none.
std::string markdown_title(const std::filesystem::path& file);

/// The number that a name like "03-first-kernel" begins with; 0 when it begins with none.
int leading_number(std::string_view name);

/// "first-kernel" of "03-first-kernel".
std::string without_number(const std::string& name);

/// The chapter a reader means by "3", "03", "first-kernel" or "03-first-kernel".
/// @throws Failure listing the chapters when none is meant.
const ChapterInfo& find_chapter(const std::vector<ChapterInfo>& chapters, const std::string& wanted);

/// The exercise a reader means by "3/2", "03-first-kernel/2-saxpy" or "saxpy".
/// @throws Failure when none or several are meant.
const ExerciseInfo& find_exercise(const std::vector<ChapterInfo>& chapters, const std::string& wanted);

/// The file that says why an exercise's solution is as it is, and what the usual wrong ones do: shown once the exercise is solved. It need
/// not exist. @param source the root of the tree.
std::filesystem::path solution_reasons(const std::filesystem::path& source, const ExerciseInfo& exercise);

} // namespace lockstep
