// Which students handed in what is alike.
#include "grade/pairs.hpp"

#include "base/paths.hpp"
#include "grade/intake.hpp"
#include "grade/names.hpp"
#include "lockstep/files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace lockstep::tool
{

namespace
{

namespace fs = std::filesystem;
using formats::Outcome;

Texts texts_in(const fs::path& folder, const std::vector<std::string>& names)
{
    Texts texts;
    for (const std::string& name : names)
        if (fs::exists(folder / name)) texts[name] = read_text(folder / name);
    return texts;
}

bool begun(const formats::GradedStudent& student, const std::string& exercise)
{
    const auto grade = std::ranges::find(student.grades, exercise, &formats::ExerciseGrade::exercise);
    return grade != student.grades.end() &&
           (grade->outcome == Outcome::solved || grade->outcome == Outcome::failed);
}

// Kernels of the set and of the chapter, which a student can open.
Texts sources_for(const ExerciseInfo& exercise)
{
    Texts sources;
    std::vector<fs::path> files = sorted_entries(source_dir() / "kernels");
    std::error_code none;
    for (const fs::directory_entry& entry :
         fs::recursive_directory_iterator{source_dir() / "chapters" / exercise.chapter, none})
        files.push_back(entry.path());
    for (const fs::path& file : files)
        if (file.extension() == ".cl" || file.extension() == ".clh" || file.extension() == ".cpp")
            sources[fs::relative(file, source_dir()).string()] = read_text(file);
    return sources;
}

std::string text_of(const Texts& texts, const std::string& name)
{
    const auto found = texts.find(name);
    return found == texts.end() ? "" : shown_lines(found->second, std::size_t{64} << 10U);
}

} // namespace

std::vector<ClassPair> class_pairs(const formats::GradedClass& graded, const ClassFolder& folder,
                                   const ExerciseInfo& exercise, const fs::path& solution, const Texts& stub)
{
    const std::size_t book = graded.students.size();
    std::vector<Work> works;
    for (std::size_t student = 0; student < graded.students.size(); ++student)
        if (begun(graded.students[student], exercise.id))
            works.push_back(
                {student, texts_in(folder.taken(graded.students[student].key) / exercise.id, exercise.edit)});
    const std::size_t students = works.size();
    works.push_back({book, texts_in(solution, exercise.edit)});
    std::vector<ClassPair> pairs;
    for (const SimilarPair& pair : similar_pairs(works, stub)) {
        const Work& first = works[pair.first];
        const Work& second = works[pair.second];
        ClassPair told{.exercise = exercise.id,
                       .first = first.student,
                       .second = second.student == book ? std::nullopt : std::optional{second.student},
                       .similarity = pair.similarity,
                       .files = {}};
        for (const auto& [name, shared] : pair.lines)
            told.files.push_back({name, text_of(first.files, name), text_of(second.files, name), shared});
        pairs.push_back(std::move(told));
    }
    works.resize(students);
    const Texts sources = sources_for(exercise);
    for (const SimilarPair& pair : taken_from(works, sources, stub)) {
        const auto source = std::next(sources.begin(), static_cast<std::ptrdiff_t>(pair.second));
        const Work& work = works[pair.first];
        ClassPair told{.exercise = exercise.id,
                       .first = work.student,
                       .second = std::nullopt,
                       .book = source->first,
                       .similarity = pair.similarity,
                       .files = {}};
        for (const auto& [name, shared] : pair.lines)
            told.files.push_back({name, text_of(work.files, name), text_of(sources, source->first), shared});
        pairs.push_back(std::move(told));
    }
    return pairs;
}

std::string pairs_csv(const formats::GradedClass& graded, const std::vector<ClassPair>& pairs)
{
    std::string csv = "exercise,first,second,similarity\r\n";
    for (const ClassPair& pair : pairs)
        csv += fmt::format("{},{},{},{:.3f}\r\n", csv_cell(pair.exercise),
                           csv_cell(graded.students[pair.first].key),
                           pair.second         ? csv_cell(graded.students[*pair.second].key)
                           : pair.book.empty() ? "(the book's solution)"
                                               : fmt::format("({})", pair.book),
                           pair.similarity);
    return csv;
}

} // namespace lockstep::tool
