// Wrong solutions as whole files.
#include "check/wrong_files.hpp"

#include "base/paths.hpp"
#include "lockstep/failure.hpp"
#include "lockstep/files.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace lockstep::tool
{

std::filesystem::path solution_of(const ExerciseInfo& exercise)
{
    return source_dir() / "solutions" / exercise.id;
}

std::filesystem::path catalogue_of(const ExerciseInfo& exercise)
{
    return source_dir() / "tests" / "mutants" / (exercise.id + ".md");
}

std::map<std::string, std::string> wrong_texts(const ExerciseInfo& exercise, const WrongSolutions& catalogue,
                                               const WrongSolution& wrong)
{
    for (const Change& change : wrong.changes)
        if (!change.file.empty() &&
            std::find(exercise.edit.begin(), exercise.edit.end(), change.file) == exercise.edit.end())
            throw Failure(fmt::format("{}:{}: {}: {} is no file of this exercise.", catalogue.file.string(),
                                      change.line, wrong.name, change.file),
                          fmt::format("one of {}", fmt::join(exercise.edit, ", ")));
    std::map<std::string, std::string> texts;
    for (const std::string& file : exercise.edit)
        texts[file] = changed_text(catalogue, wrong, file, file == exercise.edit.front(),
                                   read_text(solution_of(exercise) / file));
    return texts;
}

} // namespace lockstep::tool
