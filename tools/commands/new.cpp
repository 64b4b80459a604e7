// lockstep new: writes the skeleton of a chapter, an exercise, a figure or a ladder. The skeletons are the files in tools/skeletons, where
// @word@ stands, in names and in texts, for what the command line says.
#include "base/paths.hpp"
#include "book/skeletons.hpp"
#include "commands/commands.hpp"
#include "lockstep/failure.hpp"
#include "lockstep/files.hpp"
#include "lockstep/formats/catalogue.hpp"
#include "lockstep/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <memory>
#include <regex>

namespace lockstep::tool
{

namespace
{

namespace fs = std::filesystem;

struct NewArguments
{
    std::string name;
    std::string chapter; // of a ladder
    bool host = false;   // of an exercise
};

// All of them or none.
void write_files(const std::vector<NewFile>& files)
{
    for (const NewFile& file : files)
        if (fs::exists(source_dir() / file.path))
            throw Failure(fmt::format("{} exists already, and nothing was written.", file.path.string()),
                          "choose another name, or move that file away");
    std::size_t written = 0;
    try {
        for (const NewFile& file : files) {
            std::error_code shown_by_writing;
            fs::create_directories((source_dir() / file.path).parent_path(), shown_by_writing);
            write_text(source_dir() / file.path, file.text, "make its folder writable");
            ++written;
        }
    } catch (const Failure&) {
        std::error_code ignored;
        for (std::size_t i = 0; i < written; ++i) fs::remove(source_dir() / files[i].path, ignored);
        throw;
    }
    for (const NewFile& file : files) fmt::print("wrote {}\n", file.path.string());
}

struct Step
{
    std::string command;
    std::string what;
};

// @param whole_way the page of docs/ that tells the rest.
void print_steps(const std::string& whole_way, std::vector<Step> steps)
{
    steps.push_back({fmt::format("ctest --test-dir {} -R tree.written",
                                 build_dir().lexically_proximate(source_dir()).string()),
                     "lists what is still marked TO WRITE"});
    std::size_t width = 0;
    for (const Step& step : steps) width = std::max(width, step.command.size());
    fmt::print("\nNext (docs/{} has the whole way):\n", whole_way);
    for (const Step& step : steps) fmt::print("  {:<{}}   {}\n", step.command, width, step.what);
}

// "local-memory" as a title: "Local memory".
std::string title_of(const std::string& name)
{
    std::string title = replace_all(name, "-", " ");
    title[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(title[0])));
    return title;
}

Catalogue whole_catalogue()
{
    return read_catalogue(source_dir(), [](const fs::path&, const Failure& what) { throw what; });
}

int new_chapter(const NewArguments& arguments)
{
    const Catalogue book = whole_catalogue();
    int last = 0;
    for (const ChapterInfo& chapter : book.chapters) last = std::max(last, chapter.number());
    const std::string free = fmt::format("./lockstep new chapter {:02}-NAME", last + 1);
    static const std::regex form{"(?!00)[0-9]{2}-[a-z][a-z0-9]*(-[a-z0-9]+)*"};
    if (!std::regex_match(arguments.name, form))
        throw Failure(fmt::format("'{}' names no chapter: it takes two digits and words of small letters and "
                                  "digits with hyphens between them, like 20-transpose.",
                                  arguments.name),
                      free);
    const std::string slug = without_number(arguments.name);
    std::string title = title_of(slug);
    for (const ChapterInfo& chapter : book.chapters) {
        if (chapter.slug == arguments.name && !chapter.written())
            title = chapter.title;
        else if (chapter.number() == leading_number(arguments.name) && !chapter.written())
            throw Failure(
                fmt::format("Chapter {} is planned as {} in book/outline.json.", chapter.number(),
                            chapter.slug),
                fmt::format("./lockstep new chapter {}, or another number: {}", chapter.slug, free));
        else if (chapter.number() == leading_number(arguments.name) || without_number(chapter.slug) == slug)
            throw Failure(fmt::format("There is a chapter {} already, and numbers and names belong to one "
                                      "chapter each.",
                                      chapter.slug),
                          free);
    }
    const std::string number = arguments.name.substr(0, 2);
    write_files(skeleton(
        "chapter", {{"chapter", arguments.name}, {"slug", slug}, {"number", number}, {"title", title}}));
    print_steps("chapters.md",
                {{fmt::format("./lockstep run {}", number), "builds and runs its program"},
                 {fmt::format("./lockstep run --capture {}", number),
                  fmt::format("writes output.txt; until then the test chapter.{} fails", arguments.name)},
                 {"./lockstep book --open", "shows the lesson"},
                 {fmt::format("./lockstep new exercise {}/1-NAME", arguments.name), "adds an exercise"}});
    return done;
}

int new_exercise(const NewArguments& arguments)
{
    const std::vector<ChapterInfo> chapters = load_catalogue(source_dir());
    static const std::regex form{"([^/]+)/([1-9][0-9]?-[a-z][a-z0-9]*(?:-[a-z0-9]+)*)"};
    std::smatch parts;
    if (!std::regex_match(arguments.name, parts, form))
        throw Failure(
            fmt::format("'{}' names no exercise: it takes a chapter, a slash, a number and words of "
                        "small letters and digits with hyphens between them.",
                        arguments.name),
            "./lockstep new exercise 20-transpose/5-NAME");
    const std::string slug = parts[1].str(), exercise = parts[2].str();
    const ChapterInfo& chapter = find_chapter(chapters, slug);
    const std::string name = replace_all(without_number(exercise), "-", "_");
    int last = 0;
    for (const ExerciseInfo& other : chapter.exercises) last = std::max(last, other.number());
    for (const ExerciseInfo& other : chapter.exercises)
        if (other.number() == leading_number(exercise))
            throw Failure(fmt::format("Exercise {} exists already: {}.", other.short_name(), other.id),
                          fmt::format("./lockstep new exercise {}/{}-NAME", chapter.slug, last + 1));
    const std::string number = fmt::format("{}/{}", chapter.number(), leading_number(exercise));
    write_files(skeleton(arguments.host ? "host-exercise" : "exercise",
                         {{"chapter", chapter.slug},
                          {"exercise", exercise},
                          {"name", name},
                          {"short", number},
                          {"title", title_of(without_number(exercise))}}));
    std::vector<Step> steps{
        {fmt::format("./lockstep check {} --solutions", number), "builds its tests, and the solution passes"},
        {fmt::format("./lockstep check {}", number), "the stub fails in a test that has a name"},
        {fmt::format("ctest --test-dir {} -R {}/{}", build_dir().lexically_proximate(source_dir()).string(),
                     chapter.slug, exercise),
         "proves stub, solution and wrong solutions"}};
    if (read_text(chapter.folder / "lesson.md").find("\n\\exercises") == std::string::npos)
        steps.insert(steps.begin(), {fmt::format("chapters/{}/lesson.md", chapter.slug),
                                     "end it with a line \\exercises, which lists them"});
    print_steps("exercises.md", steps);
    return done;
}

const ChapterInfo& chapter_of_ladder(const std::vector<ChapterInfo>& chapters, const NewArguments& arguments)
{
    if (!arguments.chapter.empty()) return find_chapter(chapters, arguments.chapter);
    const std::string slug = replace_all(arguments.name, "_", "-");
    for (const ChapterInfo& chapter : chapters)
        if (without_number(chapter.slug) == slug) return chapter;
    throw Failure(
        fmt::format("No chapter is called {}, so this ladder's chapter must be named.", slug),
        fmt::format("./lockstep new ladder {} --chapter NUMBER, after ./lockstep list", arguments.name));
}

int new_figure(const NewArguments& arguments)
{
    static const std::regex form{"([0-9]{2})-([a-z][a-z0-9]*(?:-[a-z0-9]+)*)"};
    std::smatch parts;
    if (!std::regex_match(arguments.name, parts, form))
        throw Failure(
            fmt::format(
                "'{}' names no figure: it takes its chapter's two digits and words of small letters and "
                "digits with hyphens between them.",
                arguments.name),
            "./lockstep new figure 12-sectors");
    const std::string number = parts[1].str();
    const std::string slug = parts[2].str();
    const std::vector<ChapterInfo> chapters = load_catalogue(source_dir());
    const ChapterInfo& chapter = find_chapter(chapters, number);
    write_files(
        skeleton("figure", {{"chapter", number}, {"slug", slug}, {"name", replace_all(slug, "-", "_")}}));
    const std::string build = build_dir().lexically_proximate(source_dir()).string();
    print_steps("lesson-language.md",
                {{fmt::format("cmake --build {0} --target figures && {0}/bin/figures --check", build),
                  "draws it; says what does not fit or cannot be read"},
                 {fmt::format("\\figure {} \"What to see in it.\"", slug),
                  fmt::format("is the line for chapters/{}/lesson.md", chapter.slug)},
                 {"./lockstep book --open", "shows it in its lesson"}});
    return done;
}

int new_ladder(const NewArguments& arguments)
{
    static const std::regex form{"[a-z][a-z0-9]*(_[a-z0-9]+)*"};
    if (!std::regex_match(arguments.name, form))
        throw Failure(fmt::format("'{}' names no ladder: it takes words of small letters and digits with "
                                  "underscores between them.",
                                  arguments.name),
                      "./lockstep new ladder matrix_multiply");
    const std::vector<ChapterInfo> chapters = load_catalogue(source_dir());
    const ChapterInfo& chapter = chapter_of_ladder(chapters, arguments);
    const std::string& name = arguments.name;
    write_files(skeleton("ladder", {{"ladder", name}, {"chapter", chapter.slug}}));
    fmt::print("It belongs to chapter {}, {}.\n", chapter.slug, chapter.title);
    print_steps(
        "recordings.md",
        {{fmt::format("cmake --build {} --target lockstep-bench",
                      build_dir().lexically_proximate(source_dir()).string()),
          "builds the ladders; again after every change to one"},
         {fmt::format("./lockstep bench verify {}", name), "the rung is right at awkward sizes"},
         {fmt::format("./lockstep bench clean {}", name), "and clean: no race, no stray access"},
         {fmt::format("./lockstep bench count --record {}", name),
          fmt::format(
              "records what the lens counts on Oclgrind (./lockstep start --oclgrind brings it); until then "
              "the test ladder.{}/lens fails",
              name)},
         {fmt::format("./lockstep bench {}", name), "measures it"}});
    return done;
}

} // namespace

void add_new(CLI::App& app, Exit& exit)
{
    auto arguments = std::make_shared<NewArguments>();
    CLI::App* command =
        app.add_subcommand("new", "write the skeleton of a chapter, exercise, figure or ladder");
    command->require_subcommand(1);
    CLI::App* chapter = command->add_subcommand("chapter", "a lesson, its program, kernel and output");
    chapter->add_option("name", arguments->name, "for example 90-example")->required();
    chapter->callback([arguments, &exit] { exit.status = new_chapter(*arguments); });
    CLI::App* exercise =
        command->add_subcommand("exercise", "text, stub, tests, solution and wrong solutions");
    exercise->add_option("name", arguments->name, "for example 90-example/1-scale")->required();
    exercise->add_flag("--host", arguments->host, "the student writes C++, not a kernel");
    exercise->callback([arguments, &exit] { exit.status = new_exercise(*arguments); });
    CLI::App* figure = command->add_subcommand("figure", "a picture that a function draws");
    figure->add_option("name", arguments->name, "for example 12-sectors")->required();
    figure->callback([arguments, &exit] { exit.status = new_figure(*arguments); });
    CLI::App* ladder = command->add_subcommand("ladder", "a kernel set and the program that climbs it");
    ladder->add_option("name", arguments->name, "for example matrix_multiply")->required();
    ladder->add_option("--chapter", arguments->chapter,
                       "the chapter it belongs to, if not the one of its name");
    ladder->callback([arguments, &exit] { exit.status = new_ladder(*arguments); });
}

} // namespace lockstep::tool
