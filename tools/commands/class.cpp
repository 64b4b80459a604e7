// lockstep class: makes up a class's submissions, for the tests of grading and for measuring it.
#include "base/paths.hpp"
#include "check/wrong_files.hpp"
#include "commands/commands.hpp"
#include "grade/plan.hpp"
#include "lockstep/failure.hpp"
#include "lockstep/files.hpp"

#include <fmt/format.h>

#include <array>
#include <map>
#include <memory>
#include <random>

namespace lockstep::tool
{

namespace
{

namespace fs = std::filesystem;
using Files = std::map<std::string, std::string>;

struct ClassArguments
{
    std::string out;
    std::string exercises;
    std::string chapters;
    unsigned students = 20;
    std::uint64_t seed = 1;
};

// What students hand in for one exercise.
struct Choices
{
    ExerciseInfo exercise;
    Files solution;
    Files stub;
    std::vector<Files> wrong;
};

Choices choices_of(const ExerciseInfo& exercise)
{
    Choices choices{exercise, {}, {}, {}};
    for (const std::string& file : exercise.edit) {
        choices.solution[file] = read_text(solution_of(exercise) / file);
        choices.stub[file] = read_text(exercise.folder / file);
    }
    const WrongSolutions catalogue = read_wrong_solutions(catalogue_of(exercise));
    for (const WrongSolution& wrong : catalogue.entries)
        if (!wrong.endless) choices.wrong.push_back(wrong_texts(exercise, catalogue, wrong));
    return choices;
}

class Class
{
public:
    explicit Class(const ClassArguments& arguments) : arguments_(arguments), random_(arguments.seed)
    {
        for (const ExerciseInfo& exercise :
             chosen_exercises(load_catalogue(source_dir()), arguments.exercises, arguments.chapters, {}))
            choices_.push_back(choices_of(exercise));
    }

    // Of a hundred works, 45 are right, 45 wrong in a way of the catalogue, 6 as handed out, 4 missing; every ninth
    // student has copied from the one before.
    void write()
    {
        std::vector<const Files*> before(choices_.size(), nullptr);
        for (unsigned student = 1; student <= arguments_.students; ++student)
            for (std::size_t at = 0; at < choices_.size(); ++at) {
                const Files* files = student % 9 == 0 ? before[at] : drawn(choices_[at]);
                before[at] = files;
                if (files != nullptr) hand_in(student, choices_[at], *files);
            }
    }

private:
    const ClassArguments& arguments_;
    std::mt19937_64 random_;
    std::vector<Choices> choices_;

    const Files* drawn(const Choices& choices)
    {
        const auto lot = random_() % 100;
        if (lot < 45 || (lot < 90 && choices.wrong.empty())) return &choices.solution;
        if (lot < 90) return &choices.wrong[random_() % choices.wrong.size()];
        return lot < 96 ? &choices.stub : nullptr;
    }

    // In one of the layouts that grade understands.
    void hand_in(unsigned student, const Choices& choices, const Files& files) const
    {
        const ExerciseInfo& exercise = choices.exercise;
        const std::string number = exercise.chapter.substr(0, exercise.chapter.find('-'));
        const std::array<fs::path, 4> layouts{fs::path{"exercises"} / exercise.id, exercise.id,
                                              fs::path{"my lab/exercises"} / exercise.id,
                                              fs::path{"exercises"} / number / exercise.name};
        const fs::path folder = fs::path{arguments_.out} / fmt::format("student-{:03}", student) /
                                layouts[student % layouts.size()];
        fs::create_directories(folder);
        for (const auto& [name, text] : files)
            write_text(folder / name,
                       &files == &choices.stub ? text : fmt::format("// Student {}.\n{}", student, text));
    }
};

int make_class(const ClassArguments& arguments)
{
    if (fs::exists(arguments.out))
        throw Failure(fmt::format("{} is there already.", arguments.out), "name a new folder by --out");
    Class{arguments}.write();
    return done;
}

} // namespace

void add_class(CLI::App& app, Exit& exit)
{
    auto arguments = std::make_shared<ClassArguments>();
    CLI::App* command = app.add_subcommand("class", "makes up a class's submissions")->group("");
    command->add_option("--out", arguments->out, "a new folder")->type_name("DIR")->required();
    command->add_option("--exercises", arguments->exercises, "for example 3/1,3/2");
    command->add_option("--chapters", arguments->chapters, "for example 3-5");
    command->add_option("--students", arguments->students, "how many")->capture_default_str();
    command->add_option("--seed", arguments->seed, "of what they hand in")->capture_default_str();
    command->callback([arguments, &exit] { exit.status = make_class(*arguments); });
}

} // namespace lockstep::tool
