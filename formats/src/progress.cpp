// A reader's progress, from JSON and to JSON.
#include "lockstep/formats/progress.hpp"

#include "fields.hpp"

namespace lockstep
{

inline void read_value(const formats::JsonReader& from, Score& to)
{
    to = score_of(from);
}

inline formats::Json written(const Score& score)
{
    return to_json(score);
}

} // namespace lockstep

namespace lockstep::formats
{

inline void read_value(const JsonReader& from, Finding& to)
{
    const std::optional<Finding> finding = finding_named(from.text());
    if (!finding) from.refuse("names no kind of failure");
    to = *finding;
}

inline Json written(Finding finding)
{
    return name_of(finding);
}

template <FieldsOf<LastFailure> Any, typename Visitor>
void visit_fields(Any& failure, Visitor& visit)
{
    LOCKSTEP_VISIT(failure, stage, finding)
    LOCKSTEP_VISIT_UNLESS_DEFAULT(failure, metric, told)
}

template <FieldsOf<ExerciseProgress> Any, typename Visitor>
void visit_fields(Any& exercise, Visitor& visit)
{
    LOCKSTEP_VISIT_UNLESS_DEFAULT(exercise, solved, broken, first_solved, handed_out, hints)
    visit("best", exercise.best);
    visit("failure", exercise.failure);
}

std::vector<std::string> changed_files(const HandedOut& before, const HandedOut& now)
{
    const auto kind = [](const std::string& print) { return print.substr(0, print.find(':')); };
    std::vector<std::string> changed;
    for (const auto& [file, print] : before)
        if (const auto other = now.find(file);
            other != now.end() && kind(other->second) == kind(print) && other->second != print)
            changed.push_back(file);
    return changed;
}

ExerciseProgress Progress::of(const std::string& id) const
{
    const auto found = exercises.find(id);
    return found == exercises.end() ? ExerciseProgress{} : found->second;
}

Progress progress_of(const JsonReader& root)
{
    Progress progress;
    (void)root.members(); // it is an object: of anything else nothing would be left when it is written again
    progress.way = root.text_or("way", "");
    if (const auto exercises = root.find("exercises"))
        for (const auto& [id, entry] : exercises->members()) read_value(entry, progress.exercises[id]);
    return progress;
}

Progress read_progress(const std::filesystem::path& file)
{
    if (!std::filesystem::exists(file)) return {};
    return progress_of(JsonReader::read(file, "mend it, or delete it and begin anew"));
}

std::string text_of(const Progress& progress)
{
    Json exercises = Json::object();
    for (const auto& [id, exercise] : progress.exercises) exercises[id] = written(exercise);
    Json all{{"exercises", exercises}};
    if (!progress.way.empty()) all["way"] = progress.way;
    return all.dump(2) + "\n";
}

} // namespace lockstep::formats
