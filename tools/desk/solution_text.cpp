#include "desk/solution_text.hpp"

#include "base/side_by_side_diff.hpp"
#include "base/terminal.hpp"
#include "desk/progress.hpp"
#include "lockstep/failure.hpp"
#include "lockstep/files.hpp"
#include "lockstep/text.hpp"

#include <fmt/format.h>

namespace lockstep::tool
{

namespace fs = std::filesystem;

std::vector<std::string> solution_text(const fs::path& source, const ExerciseInfo& exercise, bool give_up,
                                       std::size_t columns)
{
    if (!give_up && !load_progress(source).of(exercise.id).solved)
        throw Failure(
            fmt::format("{} is not solved yet. Its solution is shown once it is, for it is worth most to "
                        "whoever has one to compare it with.",
                        exercise.short_name()),
            fmt::format("./lockstep hint {0}, or give up: ./lockstep solution {0} --give-up",
                        exercise.short_name()));
    std::vector<std::string> page;
    for (const std::string& file : exercise.edit) {
        const fs::path solution = source / "solutions" / exercise.id / file;
        if (!fs::is_regular_file(solution))
            throw Failure(fmt::format("There is no solutions/{}/{} here.", exercise.id, file),
                          "ask whoever gave you this folder");
        const fs::path own = exercise.folder / file;
        if (!page.empty()) page.emplace_back();
        for (std::string& line : side_by_side_diff(
                 fmt::format("Yours: exercises/{}/{}", exercise.id, file),
                 fs::is_regular_file(own) ? read_text(own) : "",
                 fmt::format("The book's: solutions/{}/{}", exercise.id, file), read_text(solution), columns))
            page.push_back(std::move(line));
    }
    if (const fs::path why = solution_reasons(source, exercise); fs::exists(why))
        for (const std::string& paragraph : paragraphs_of(read_text(why))) {
            page.emplace_back();
            for (std::string& line : split_lines(wrapped(paragraph, 0, 0, columns)))
                page.push_back(std::move(line));
        }
    return page;
}

} // namespace lockstep::tool
