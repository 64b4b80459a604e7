// Taking in one submission.
#include "grade/intake.hpp"

#include "base/fingerprint.hpp"
#include "grade/layout.hpp"
#include "grade/names.hpp"
#include "lockstep/failure.hpp"
#include "lockstep/files.hpp"
#include "lockstep/formats/json_reader.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <optional>
#include <set>
#include <tuple>

namespace lockstep::tool
{

namespace
{

namespace fs = std::filesystem;

constexpr std::size_t most_notes = 12;
constexpr std::size_t most_kept_bytes = std::size_t{32} << 20U; // of all wanted files together
constexpr const char* taken_file = "taken.json";

/// What one folder of the submission holds of one exercise.
struct Candidate
{
    int rank = 0;
    std::size_t order = 0; ///< when its last file came
    std::map<std::string, std::string> files;
    std::set<std::string> exact; ///< names among them that were written as the exercise writes them
    std::set<std::string> edited;
    std::vector<std::string> notes;
};

class Intake
{
public:
    Intake(const std::vector<ExerciseInfo>& book, const std::vector<ExerciseInfo>& asked)
        : asked_(asked), layout_(book, asked)
    {
    }

    EntryReader reader()
    {
        return {.wants = [this](const std::string& path) { return layout_.place_of(path).has_value(); },
                .take = [this](Entry&& entry) { take(std::move(entry)); }};
    }

    SubmittedFiles result()
    {
        SubmittedFiles taken;
        for (const ExerciseInfo& exercise : asked_) taken.exercises[exercise.id] = chosen(exercise.id);
        const bool none = std::all_of(taken.exercises.begin(), taken.exercises.end(),
                                      [](const auto& entry) { return entry.second.files.empty(); });
        if (none && entries_ == 0)
            taken.sentence = "It is empty.";
        else if (none)
            taken.sentence = fmt::format("It holds no file of these exercises, say exercises/{}/{}.",
                                         asked_.front().id, asked_.front().edit.front());
        const bool whole = std::all_of(taken.exercises.begin(), taken.exercises.end(),
                                       [](const auto& entry) { return !entry.second.files.empty(); });
        if (!whole) // then one of them may be the file that is missing
            for (const std::string& unknown : unknown_) note(unknown);
        for (const std::string& header : headers_) note(header);
        taken.notes = std::move(notes_);
        if (left_out_ > 0) taken.notes.push_back(fmt::format("And {} more entries like these.", left_out_));
        return taken;
    }

private:
    const std::vector<ExerciseInfo>& asked_;
    Layout layout_;
    std::map<std::string, std::map<std::string, Candidate>> candidates_; // by exercise and folder
    std::vector<std::string> notes_;
    std::vector<std::string> unknown_; // notes, if a file is missing
    std::vector<std::string> headers_; // notes: what was taken may need them
    std::size_t left_out_ = 0;
    std::size_t entries_ = 0;
    std::size_t kept_bytes_ = 0;

    void note(const std::string& text)
    {
        if (notes_.size() < most_notes)
            notes_.push_back(text);
        else
            ++left_out_;
    }

    void take(Entry&& entry)
    {
        const auto parts = parts_of(entry.path);
        if (parts && parts->empty()) return; // the top folder itself
        ++entries_;
        if (!parts)
            note(fmt::format("'{}' leads out of the submission and was left out.", shown(entry.path)));
        else if (entry.kind == EntryKind::link)
            note(fmt::format("'{}' is a link and was not followed.", shown(entry.path)));
        else if (entry.kind == EntryKind::special)
            note(fmt::format("'{}' is no file and was left out.", shown(entry.path)));
        else if (entry.kind == EntryKind::file && named_like_archive(parts->back()))
            note(fmt::format("'{}' is an archive inside the submission and was not opened.",
                             shown(entry.path)));
        else if (entry.kind == EntryKind::file)
            place(std::move(entry));
    }

    void place(Entry&& entry)
    {
        if (const std::optional<Place> place = layout_.place_of(entry.path))
            keep(*place, std::move(entry));
        else if (const std::string why = layout_.why_unknown(entry.path);
                 !why.empty() && unknown_.size() + headers_.size() < 2 * most_notes)
            (is_header(entry.path) ? headers_ : unknown_)
                .push_back(fmt::format("'{}' {}.", shown(entry.path), why));
    }

    static bool is_header(const std::string& path) { return path.ends_with("h") || path.ends_with(".hpp"); }

    void keep(const Place& place, Entry&& entry)
    {
        if (entry.too_large) {
            note(fmt::format("'{}' is too large for a file of an exercise and was left out.",
                             shown(entry.path)));
            return;
        }
        kept_bytes_ += entry.text.size();
        if (kept_bytes_ > most_kept_bytes)
            throw Failure(
                fmt::format("The files of its exercises are larger than {} MiB.", most_kept_bytes >> 20U));
        Candidate& candidate = candidates_[place.exercise][place.folder];
        candidate.rank = place.rank;
        candidate.order = entries_;
        const auto old = candidate.files.find(place.file);
        if (old != candidate.files.end() && candidate.exact.contains(place.file) && !place.exact) {
            candidate.notes.push_back(
                fmt::format("'{}' is there beside {} and was left out.", shown(entry.path), place.file));
            return;
        }
        if (place.exact && old != candidate.files.end() && !candidate.exact.contains(place.file))
            std::erase_if(candidate.notes, [&](const std::string& note) { // which told of the copy
                return note.ends_with(fmt::format("was taken as {}.", place.file));
            });
        if (old != candidate.files.end())
            candidate.notes.push_back(
                fmt::format("{} is there more than once; '{}' was taken.", place.file, shown(entry.path)));
        else if (!place.exact)
            candidate.notes.push_back(fmt::format("'{}' was taken as {}.", shown(entry.path), place.file));
        if (place.exact) candidate.exact.insert(place.file);
        if (place.edited) candidate.edited.insert(place.file);
        candidate.files[place.file] = std::move(entry.text);
    }

    SubmittedExercise chosen(const std::string& id)
    {
        const auto found = candidates_.find(id);
        if (found == candidates_.end()) return {};
        const std::string* best = nullptr;
        // The clearest form, then the most of the exercise's files, then the shortest path, then the last.
        const auto worth = [](const std::string& folder, const Candidate& candidate) {
            return std::tuple{-candidate.rank, candidate.edited.size(),
                              -std::count(folder.begin(), folder.end(), '/'), candidate.order};
        };
        for (const auto& [folder, candidate] : found->second)
            if (!candidate.edited.empty() &&
                (best == nullptr || worth(folder, candidate) > worth(*best, found->second[*best])))
                best = &folder;
        if (best == nullptr) return {};
        Candidate& taken = found->second[*best];
        SubmittedExercise result{std::move(taken.files), std::move(taken.notes)};
        for (const auto& [folder, other] : found->second)
            if (&other != &taken && !other.edited.empty() && other.files != result.files)
                result.notes.push_back(
                    fmt::format("It is there in '{}' as well; what was taken stands in '{}'.", shown(folder),
                                shown(*best)));
        if (result.notes.size() > most_notes) result.notes.resize(most_notes);
        return result;
    }
};

/// The archive that is all that a folder holds, as Moodle gives out what was uploaded; else nothing.
std::optional<fs::path> only_archive(const fs::path& folder)
{
    std::optional<fs::path> only;
    for (const fs::directory_entry& entry : fs::directory_iterator{folder}) {
        if (only || !fs::is_regular_file(entry.symlink_status()) ||
            !named_like_archive(entry.path().filename().string()))
            return std::nullopt;
        only = entry.path();
    }
    return only;
}

SubmittedFiles refused(const std::string& sentence)
{
    return {.sentence = sentence, .notes = {}, .exercises = {}};
}

} // namespace

SubmittedFiles take_in(const fs::path& submission, const std::vector<ExerciseInfo>& book,
                       const std::vector<ExerciseInfo>& asked, const IntakeLimits& limits)
{
    Intake intake{book, asked};
    try {
        const fs::file_status status = fs::symlink_status(submission);
        if (const auto archive = fs::is_directory(status) ? only_archive(submission) : std::nullopt)
            read_archive(*archive, limits, intake.reader());
        else if (fs::is_directory(status))
            read_folder(submission, limits, intake.reader());
        else if (fs::is_symlink(status))
            return refused("It is a link, which is not followed. Hand in the folder or archive itself.");
        else if (!fs::is_regular_file(status))
            return refused("It is neither a folder nor an archive.");
        else if (fs::file_size(submission) == 0)
            return refused("It is empty.");
        else
            read_archive(submission, limits, intake.reader());
        return intake.result();
    } catch (const Failure& failure) {
        return refused(failure.happened());
    } catch (const fs::filesystem_error& error) {
        return refused(fmt::format("It cannot be read: {}.", error.code().message()));
    }
}

void write_submitted(const SubmittedFiles& taken, const fs::path& folder)
{
    nlohmann::ordered_json exercises = nlohmann::ordered_json::object();
    for (const auto& [id, exercise] : taken.exercises) {
        nlohmann::ordered_json files = nlohmann::ordered_json::object();
        for (const auto& [name, text] : exercise.files) files[name] = fingerprint(text);
        exercises[id] = {{"files", files}, {"notes", exercise.notes}};
    }
    const std::string index =
        nlohmann::ordered_json{{"sentence", taken.sentence}, {"notes", taken.notes}, {"exercises", exercises}}
            .dump(2) +
        "\n";
    // The index is written last and holds the files' fingerprints: where it is the same, so are they.
    if (fs::exists(folder / taken_file) && read_bytes(folder / taken_file) == index) return;
    fs::remove_all(folder);
    fs::create_directories(folder);
    for (const auto& [id, exercise] : taken.exercises)
        for (const auto& [name, text] : exercise.files) {
            fs::create_directories(folder / id);
            write_text(folder / id / name, text);
        }
    replace_text(folder / taken_file, index);
}

SubmittedFiles read_submitted(const fs::path& folder)
{
    const formats::JsonReader root =
        formats::JsonReader::read(folder / taken_file, "remove the folder, and grade again");
    SubmittedFiles taken{
        .sentence = root.at("sentence").text(), .notes = root.at("notes").texts(), .exercises = {}};
    for (const auto& [id, entry] : root.at("exercises").members()) {
        SubmittedExercise& exercise = taken.exercises[id];
        exercise.notes = entry.at("notes").texts();
        for (const auto& [name, mark] : entry.at("files").members())
            exercise.files[name] = read_bytes(folder / id / name);
    }
    return taken;
}

} // namespace lockstep::tool
