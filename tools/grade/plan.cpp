// What is to be graded.
#include "grade/plan.hpp"

#include "grade/names.hpp"
#include "lockstep/failure.hpp"
#include "lockstep/files.hpp"
#include "lockstep/formats/json_reader.hpp"
#include "lockstep/text.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <set>

namespace lockstep::tool
{

namespace
{

namespace fs = std::filesystem;

constexpr const char* remedy = "name another folder by --out";

std::vector<std::string> split_at_commas(const std::string& text)
{
    std::vector<std::string> parts;
    std::size_t begin = 0;
    while (begin <= text.size()) {
        const std::size_t end = std::min(text.find(',', begin), text.size());
        const std::string_view part = trim(std::string_view{text}.substr(begin, end - begin));
        if (!part.empty()) parts.emplace_back(part);
        begin = end + 1;
    }
    return parts;
}

// "3-5" and "3" are chapters by number, and so is nothing else; other words are looked up. What is optional must be named.
void add_chapters(const std::vector<ChapterInfo>& chapters, const std::string& part,
                  std::set<std::string>& ids)
{
    int first = 0;
    int last = 0;
    const char* end = part.data() + part.size();
    auto read = std::from_chars(part.data(), end, first);
    const bool range = read.ec == std::errc{} && read.ptr != end && *read.ptr == '-' &&
                       (read = std::from_chars(read.ptr + 1, end, last)).ec == std::errc{} && read.ptr == end;
    if (!range) first = last = find_chapter(chapters, part).number();
    bool any = false;
    for (const ChapterInfo& chapter : chapters)
        for (const ExerciseInfo& exercise : chapter.exercises)
            if (chapter.number() >= first && chapter.number() <= last && !exercise.optional) {
                ids.insert(exercise.id);
                any = true;
            }
    if (!any) throw Failure(fmt::format("The chapters {} have no exercise.", part), "./lockstep list");
}

// The student's name: that of the entry, without an archive's ending.
std::string student_name(const fs::path& path)
{
    std::string name = path.filename().string();
    if (fs::is_directory(fs::symlink_status(path))) return name;
    constexpr std::array endings{".tar.gz", ".tar.xz", ".tgz", ".txz", ".tar", ".zip"};
    for (const std::string_view ending : endings)
        if (name.size() > ending.size() && lower(name).ends_with(ending)) {
            name.resize(name.size() - ending.size());
            break;
        }
    return name;
}

} // namespace

Job job_of(const GradingPlan& plan, std::size_t number)
{
    if (number < 1 || number > plan.jobs())
        throw Failure(fmt::format("There is no job {}: they go from 1 to {}.", number, plan.jobs()));
    return {(number - 1) / plan.exercises.size(), (number - 1) % plan.exercises.size()};
}

std::vector<ExerciseInfo> chosen_exercises(const std::vector<ChapterInfo>& chapters,
                                           const std::string& exercises, const std::string& chapter_range,
                                           const fs::path& lab)
{
    std::set<std::string> ids;
    for (const std::string& wanted : split_at_commas(exercises))
        ids.insert(find_exercise(chapters, wanted).id);
    for (const std::string& part : split_at_commas(chapter_range)) add_chapters(chapters, part, ids);
    if (!lab.empty()) {
        const auto root =
            formats::JsonReader::read(lab, R"(a file like {"exercises": ["03-first-kernel/1-square"]})");
        for (const std::string& id : root.at("exercises").texts()) ids.insert(find_exercise(chapters, id).id);
    }
    std::vector<ExerciseInfo> chosen;
    for (const ChapterInfo& chapter : chapters)
        for (const ExerciseInfo& exercise : chapter.exercises)
            if (ids.contains(exercise.id)) chosen.push_back(exercise);
    if (chosen.empty())
        throw Failure("No exercise was named.", "./lockstep grade SUBMISSIONS --out DIR --exercises 3/1,3/2");
    return chosen;
}

std::vector<Submission> submissions_in(const fs::path& folder)
{
    if (!fs::is_directory(folder))
        throw Failure(fmt::format("There is no folder {}.", folder.string()),
                      "a folder that holds one folder or archive for each student");
    std::vector<Submission> students;
    std::set<std::string> keys;
    std::set<std::string> names;
    for (const fs::path& path : sorted_entries(folder)) {
        std::string name = student_name(path);
        if (!names.insert(name).second) names.insert(name = path.filename().string()); // ann/ beside ann.zip
        students.push_back({key_of_name(name, keys), shown(name), path});
    }
    if (students.empty())
        throw Failure(fmt::format("There is no submission in {}.", folder.string()),
                      "a folder or archive for each student");
    return students;
}

fs::path ClassFolder::job(const std::string& student, const std::string& exercise) const
{
    return root / "jobs" / student / (replace_all(exercise, "/", ".") + ".json");
}

fs::path ClassFolder::control(const std::string& exercise) const
{
    return root / "control" / (replace_all(exercise, "/", ".") + ".json");
}

void write_plan(const GradingPlan& plan, const fs::path& file)
{
    nlohmann::ordered_json students = nlohmann::ordered_json::array();
    for (const Submission& student : plan.students)
        students.push_back({{"key", student.key}, {"name", student.name}});
    const nlohmann::ordered_json json{{"seed", plan.seed},           {"unsafe", plan.unsafe},
                                      {"seconds", plan.seconds},     {"mebibytes", plan.mebibytes},
                                      {"exercises", plan.exercises}, {"students", students}};
    replace_text(file, json.dump(2) + "\n");
}

std::optional<GradingPlan> read_plan(const fs::path& file)
{
    if (!fs::exists(file)) return std::nullopt;
    const auto root = formats::JsonReader::read(file, remedy);
    GradingPlan plan{.seed = root.at("seed").count(),
                     .unsafe = root.at("unsafe").truth(),
                     .seconds = root.at("seconds").number(),
                     .mebibytes = root.at("mebibytes").count(),
                     .exercises = root.at("exercises").texts(),
                     .students = {}};
    for (const auto& student : root.at("students").list())
        plan.students.push_back({student.at("key").text(), student.at("name").text(), {}});
    return plan;
}

} // namespace lockstep::tool
