// A reader's progress, from JSON and to JSON.
#include "lockstep/formats/progress.hpp"

#include "fields.hpp"

namespace lockstep::formats
{

namespace
{

void read_value(const JsonReader& from, Finding& to)
{
    const std::optional<Finding> finding = finding_named(from.text());
    if (!finding) from.refuse("names no kind of failure");
    to = *finding;
}

LastFailure failure_of(const JsonReader& json)
{
    LastFailure failure{.stage = json.at("stage").text(),
                        .metric = json.text_or("metric", ""),
                        .told = json.truth_or("told", false)};
    read_value(json.at("finding"), failure.finding);
    return failure;
}

ExerciseProgress exercise_of(const JsonReader& json)
{
    ExerciseProgress exercise{.solved = json.truth_or("solved", false),
                              .broken = json.truth_or("broken", false),
                              .first_solved = json.text_or("first_solved", ""),
                              .handed_out = {},
                              .hints = json.count_or("hints", 0),
                              .failure = {}};
    if (const auto files = json.find("handed_out"))
        for (const auto& [file, print] : files->members()) exercise.handed_out[file] = print.text();
    if (const auto failure = json.find("failure")) exercise.failure = failure_of(*failure);
    return exercise;
}

Json json_of(const ExerciseProgress& exercise)
{
    Json json = Json::object();
    if (exercise.solved) json["solved"] = true;
    if (exercise.broken) json["broken"] = true;
    if (!exercise.first_solved.empty()) json["first_solved"] = exercise.first_solved;
    if (!exercise.handed_out.empty()) json["handed_out"] = exercise.handed_out;
    if (exercise.hints > 0) json["hints"] = exercise.hints;
    if (exercise.failure) {
        Json& failure = json["failure"];
        failure = {{"stage", exercise.failure->stage},
                   {"finding", std::string{name_of(exercise.failure->finding)}}};
        if (!exercise.failure->metric.empty()) failure["metric"] = exercise.failure->metric;
        if (exercise.failure->told) failure["told"] = true;
    }
    return json;
}

} // namespace

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
    if (const auto exercises = root.find("exercises"))
        for (const auto& [id, entry] : exercises->members()) progress.exercises[id] = exercise_of(entry);
    for (const std::string& id : root.texts_or_none("solved")) progress.exercises[id].solved = true;
    if (const auto hints = root.find("hints"))
        for (const auto& [id, seen] : hints->members()) progress.exercises[id].hints = seen.count();
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
    for (const auto& [id, exercise] : progress.exercises) exercises[id] = json_of(exercise);
    return Json{{"exercises", exercises}}.dump(2) + "\n";
}

} // namespace lockstep::formats
