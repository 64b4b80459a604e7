// Trying an exercise before a class is graded.
#include "grade/control.hpp"

#include "base/fingerprint.hpp"
#include "base/paths.hpp"
#include "check/built_tests.hpp"
#include "check/wrong_files.hpp"
#include "grade/names.hpp"
#include "lockstep/failure.hpp"
#include "lockstep/files.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace lockstep::tool
{

namespace
{

namespace fs = std::filesystem;
using formats::ExerciseGrade;
using formats::Outcome;

std::string why_failed(const ExerciseGrade& grade)
{
    return grade.stage.empty() ? grade.sentence : fmt::format("{}: {}", grade.stage, grade.sentence);
}

// Why the exercise cannot be graded; empty when it can.
std::string tried(const ExerciseInfo& exercise, const ClassFolder& folder, const GradingPlan& plan)
{
    const Texts solution = solution_texts(exercise);
    if (!solution.empty()) {
        const ExerciseGrade grade = grade_of_files(exercise, solution, grading_options(plan));
        if (grade.outcome == Outcome::failed)
            return fmt::format("The book's own solution does not pass. {}", why_failed(grade));
    }
    if (grade_of_files(exercise, handed_out_of(folder, exercise), grading_options(plan)).outcome ==
        Outcome::solved)
        return "What was handed out passes as it is.";
    return "";
}

} // namespace

std::string built_fingerprint(const ExerciseInfo& exercise)
{
    const fs::path folder = build_dir() / "exercises";
    const std::string target = test_target(exercise);
    std::string all;
    for (const std::string& name : {target, "lib" + target + ".a", target + "-judge", target + ".json"})
        if (fs::is_regular_file(folder / name))
            all += fmt::format("{} {}\n", name, fingerprint(read_bytes(folder / name)));
    return fingerprint(all);
}

void run_control(const ClassFolder& folder, std::size_t number)
{
    const std::optional<GradingPlan> plan = read_plan(folder.plan());
    if (!plan || number < 1 || number > plan->exercises.size())
        throw Failure(fmt::format("There is no exercise {} in {}.", number, folder.root.string()));
    const ExerciseInputs inputs =
        inputs_of(find_exercise(load_catalogue(source_dir()), plan->exercises[number - 1]), *plan, folder);
    const std::string built = built_fingerprint(inputs.exercise);
    std::string sentence;
    try {
        sentence = tried(inputs.exercise, folder, *plan);
    } catch (const Failure& failure) {
        sentence = failure.happened();
    }
    const nlohmann::ordered_json json{
        {"inputs", inputs.fingerprint}, {"built", built}, {"sentence", shown(sentence)}};
    const fs::path file = folder.control(inputs.exercise.id);
    fs::create_directories(file.parent_path());
    replace_text(file, json.dump(2) + "\n");
}

Control read_control(const ClassFolder& folder, const ExerciseInfo& exercise)
{
    const fs::path file = folder.control(exercise.id);
    if (!fs::exists(file))
        return {.inputs = {}, .built = {}, .sentence = "It could not be tried; log.txt says why."};
    try {
        const formats::JsonReader root = formats::JsonReader::read(file, "grade again");
        return {root.at("inputs").text(), root.at("built").text(), root.at("sentence").text()};
    } catch (const Failure& failure) {
        return {.inputs = {}, .built = {}, .sentence = failure.happened()}; // it is tried again
    }
}

bool is_controlled(const ClassFolder& folder, const ExerciseInputs& inputs)
{
    const Control control = read_control(folder, inputs.exercise);
    return control.sentence.empty() && control.inputs == inputs.fingerprint &&
           control.built == built_fingerprint(inputs.exercise);
}

} // namespace lockstep::tool
