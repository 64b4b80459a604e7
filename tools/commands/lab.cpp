// lockstep lab: what a class is given of this book, and packages for where classes hand in.
#include "base/paths.hpp"
#include "base/process.hpp"
#include "book/skeletons.hpp"
#include "commands/commands.hpp"
#include "grade/lab_kernels.hpp"
#include "grade/plan.hpp"
#include "lockstep/failure.hpp"
#include "lockstep/files.hpp"
#include "lockstep/formats/catalogue.hpp"
#include "lockstep/scratch.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <memory>
#include <set>

namespace lockstep::tool
{

namespace
{

namespace fs = std::filesystem;

struct LabArguments
{
    std::string exercises;
    std::string chapters;
    std::string out;
    std::string title = "A laboratory";
    std::string package;
    bool core = false;
};

// What of the repository a student is not given, and what has no use without it.
constexpr std::array kept_back{"solutions",
                               "tests",
                               ".ci",
                               ".github",
                               "debian",
                               "docs",
                               "tools/skeletons",
                               "README.md",
                               "CONTRIBUTING.md",
                               "CHANGELOG.md",
                               "CODE_OF_CONDUCT.md",
                               "CITATION.cff",
                               "action.yml",
                               "SECURITY.md",
                               ".pre-commit-config.yaml"};

std::string run_or_fail(const std::vector<std::string>& arguments, const fs::path& folder,
                        const std::string& what, const std::string& next)
{
    const ProcessResult result =
        run_process({.arguments = arguments, .folder = folder}, {.time = std::chrono::minutes{2}});
    if (!result.ok()) throw Failure(fmt::format("{} It said: {}", what, result.error), next);
    return result.output;
}

// The last commit's files, so that nothing is given away that the teacher has solved or begun.
void unpack_commit(const fs::path& source, const std::set<std::string>& chosen, const fs::path& out)
{
    const ScratchFolder scratch;
    const std::string archive = (scratch.path() / "lab.tar").string();
    std::vector<std::string> command{"git", "archive", "--format=tar", "-o", archive, "HEAD", "--", "."};
    for (const char* path : kept_back) command.push_back(fmt::format(":!{}", path));
    for (const ChapterInfo& chapter : load_catalogue(source)) {
        const bool any = std::ranges::any_of(
            chapter.exercises, [&](const ExerciseInfo& exercise) { return chosen.contains(exercise.id); });
        if (!any) command.push_back(fmt::format(":!chapters/{}", chapter.slug));
        for (const ExerciseInfo& exercise : chapter.exercises)
            if (!chosen.contains(exercise.id)) command.push_back(fmt::format(":!exercises/{}", exercise.id));
    }
    run_or_fail(command, source, "git cannot give out the last commit.",
                "make the laboratory from a clone of the book: git clone, and there ./lockstep lab");
    run_or_fail({"tar", "-x", "-f", archive, "-C", out.string()}, {}, "The laboratory could not be unpacked.",
                "make room on the disk, or name another folder");
}

// Kernels that would pass one of the exercises lose their bodies, in the set and in the chapters.
void leave_answers_out(const fs::path& out, const std::vector<ExerciseInfo>& exercises)
{
    for (const char* folder : {"kernels", "chapters"}) {
        if (!fs::is_directory(out / folder)) continue;
        for (const fs::directory_entry& entry : fs::recursive_directory_iterator{out / folder}) {
            if (entry.path().extension() != ".cl") continue;
            const std::string text = read_text(entry.path());
            const std::string left =
                without_answers(fs::relative(entry.path(), out).string(), text, exercises);
            if (left != text) write_text(entry.path(), left);
        }
    }
}

void write_files(const std::vector<NewFile>& files, const fs::path& folder)
{
    for (const NewFile& file : files) {
        fs::create_directories((folder / file.path).parent_path());
        write_text(folder / file.path, file.text);
        if (file.executable)
            fs::permissions(folder / file.path,
                            fs::perms::owner_exec | fs::perms::group_exec | fs::perms::others_exec,
                            fs::perm_options::add);
    }
}

Words words_of(const std::string& title, const std::vector<ExerciseInfo>& exercises)
{
    int points = 0;
    std::string table = "| exercise | | points | minutes |\n|---|---|---|---|\n";
    for (const ExerciseInfo& exercise : exercises) {
        points += exercise.points;
        table += fmt::format("| {} | {} | {} | {} |\n", exercise.short_name(), exercise.title,
                             exercise.points, exercise.minutes);
    }
    table.pop_back();
    return {{"title", title},
            {"first", exercises.front().short_name()},
            {"points", std::to_string(points)},
            {"exercises", table}};
}

// OUT-gradescope.zip beside the folder: its two scripts, the laboratory, of which it checks the submissions, and the book's
// solutions, which setup.sh tries and removes.
fs::path pack_for_gradescope(const fs::path& lab, const fs::path& source, const std::set<std::string>& chosen)
{
    const ScratchFolder scratch;
    write_files(skeleton("gradescope", {}), scratch.path());
    fs::copy(lab, scratch.path() / "lockstep", fs::copy_options::recursive | fs::copy_options::copy_symlinks);
    for (const std::string& id : chosen) {
        fs::create_directories(scratch.path() / "solutions" / id);
        fs::copy(source / "solutions" / id, scratch.path() / "solutions" / id,
                 fs::copy_options::recursive | fs::copy_options::copy_symlinks);
    }
    const fs::path package = lab.string() + "-gradescope.zip";
    std::vector<std::string> command{"cmake", "-E", "tar", "cf", package.string(), "--format=zip", "--"};
    for (const auto& entry : fs::directory_iterator{scratch.path()})
        command.push_back(entry.path().filename().string());
    std::sort(command.begin() + 7, command.end());
    run_or_fail(command, scratch.path(), fmt::format("{} could not be written.", package.string()),
                "name another folder with --out");
    return package;
}

int lab(const LabArguments& arguments)
{
    const fs::path source = source_dir();
    const std::vector<ChapterInfo> chapters = load_catalogue(source);
    std::vector<ExerciseInfo> exercises =
        chosen_exercises(chapters, arguments.exercises, arguments.chapters, {});
    if (arguments.core) std::erase_if(exercises, [](const ExerciseInfo& exercise) { return !exercise.core; });
    if (exercises.empty())
        throw Failure("None of these exercises is a core exercise of its chapter.",
                      "the same without --core");
    const fs::path out = fs::absolute(arguments.out).lexically_normal();
    std::error_code error;
    if (fs::exists(out) && !fs::is_empty(out, error))
        throw Failure(fmt::format("{} is there already and not empty; nothing was written.", out.string()),
                      "name a new folder with --out");
    fs::create_directories(out);

    std::set<std::string> chosen;
    nlohmann::json ids = nlohmann::json::array();
    for (const ExerciseInfo& exercise : exercises) {
        chosen.insert(exercise.id);
        ids.push_back(exercise.id);
    }
    unpack_commit(source, chosen, out);
    leave_answers_out(out, exercises);
    for (const ExerciseInfo& exercise : exercises) // where `lockstep reset` finds them without git
        for (const std::string& file : exercise.edit) {
            const fs::path stub = out / ".stubs" / exercise.id / file;
            fs::create_directories(stub.parent_path());
            fs::copy_file(out / "exercises" / exercise.id / file, stub);
        }
    const Words words = words_of(arguments.title, exercises);
    write_files(skeleton("lab", words), out);
    write_text(out / "lab.json",
               nlohmann::json{{"title", arguments.title}, {"exercises", ids}}.dump(2) + "\n");

    fmt::print("{} holds {} exercise{}, {} points, as of the last commit.\n", out.string(), exercises.size(),
               exercises.size() == 1 ? "" : "s", words.at("points"));
    if (const std::string changed = run_or_fail({"git", "status", "--short", "--untracked-files=no"}, source,
                                                "git cannot tell what has changed.", "git status");
        !changed.empty())
        fmt::print("What was changed since is not in it: git status shows the files.\n");
    if (arguments.package == "gradescope")
        fmt::print("{} is the autograder to upload.\n", pack_for_gradescope(out, source, chosen).string());
    fmt::print("\nGive the folder to the class. To grade what comes back:\n"
               "  ./lockstep grade SUBMISSIONS --out RESULTS --lab {}\n",
               (out / "lab.json").string());
    return done;
}

} // namespace

void add_lab(CLI::App& app, Exit& exit)
{
    auto arguments = std::make_shared<LabArguments>();
    CLI::App* command =
        app.add_subcommand("lab", "a folder to give to a class: chapters and exercises, no solutions");
    CLI::Option_group* which = command->add_option_group("which exercises");
    which->add_option("--exercises", arguments->exercises, "for example 3/1,3/2");
    which->add_option("--chapters", arguments->chapters, "for example 11-13");
    which->require_option(1);
    command->add_flag("--core", arguments->core, "of these the core exercises alone");
    command->add_option("--out", arguments->out, "the new folder")->required()->type_name("DIR");
    command->add_option("--title", arguments->title, "what stands above its README")->capture_default_str();
    command->add_option("--package", arguments->package, "a package besides, for where the class hands in")
        ->check(CLI::IsMember({"gradescope"}));
    command->callback([arguments, &exit] { exit.status = lab(*arguments); });
}

} // namespace lockstep::tool
