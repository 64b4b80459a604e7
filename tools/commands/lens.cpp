// lockstep lens: a chapter, an exercise or any program, run under the lens and reported on.
#include "base/build.hpp"
#include "base/paths.hpp"
#include "capture/captures.hpp"
#include "capture/own_program.hpp"
#include "check/checkout_lens.hpp"
#include "check/engine.hpp"
#include "check/host_build.hpp"
#include "commands/commands.hpp"
#include "lens/lens_program.hpp"
#include "lockstep/failure.hpp"
#include "lockstep/formats/catalogue.hpp"
#include "lockstep/scratch.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <memory>
#include <string>
#include <vector>

namespace lockstep::tool
{

namespace
{

namespace fs = std::filesystem;

struct BookArguments
{
    LensArguments lens;
    bool solution = false;
    std::string subject;           ///< a chapter or an exercise; empty: a program
    std::vector<std::string> rest; ///< what stands after "--"
};

bool is_chapter(const std::vector<ChapterInfo>& chapters, const std::string& wanted)
{
    try {
        find_chapter(chapters, wanted);
        return true;
    } catch (const Failure&) {
        return false;
    }
}

bool is_exercise(const std::vector<ChapterInfo>& chapters, const std::string& wanted)
{
    try {
        find_exercise(chapters, wanted);
        return true;
    } catch (const Failure& failure) {
        if (failure.happened().find("could be any of") != std::string::npos) throw;
        return false;
    }
}

void prepare_chapter(const std::string& subject, const ScratchFolder& scratch, LensRequest& request)
{
    ChapterProgram chapter = locate_chapter(subject);
    if (std::getenv(own_copies_variable) != nullptr)
        build_chapter_program(chapter);
    else
        build_when_older(build_dir(), chapter.info.slug, chapter.program, chapter.info.folder / "main.cpp");
    request.program = {chapter.program.string()};
    request.folder = scratch.path(); // its pictures are not those of the chapter's own sizes
}

void prepare_exercise(const ExerciseInfo& exercise, bool solution, const ScratchFolder& scratch,
                      LensRequest& request)
{
    const fs::path files = solution ? source_dir() / "solutions" / exercise.id : exercise.folder;
    const std::string target = fmt::format("exercise-{}-{}", exercise.chapter, exercise.name);
    fs::path program = build_dir() / "exercises" / target;
    build_when_older(build_dir(), target,
                     exercise.host() ? program.parent_path() / fmt::format("lib{}.a", target) : program,
                     exercise.folder / "test.cpp");
    if (exercise.host()) {
        program = scratch.path() / "program";
        const HostPlaces places{.files = files, .source = source_dir(), .build = build_dir()};
        HostBuild build = preprocess_host_exercise(exercise, places, scratch.path(), {});
        if (build.ok) build = build_host_exercise(exercise, places, scratch.path(), program, "", {});
        if (!build.ok) throw Failure(build.message);
    }
    request.program = {program.string(), "--no-colors"};
    // Without targets of its own an exercise has no cases made for counting; those of the clean stage are
    // small.
    request.environment["LOCKSTEP_STAGE"] = exercise.wants("lens") ? "lens" : "clean";
    request.without_lone_items = true; // by which tests ask what a work-item does that runs alone
    request.environment["LOCKSTEP_EXERCISE_FILES"] = fs::absolute(files).string();
}

void prepare(const BookArguments& arguments, const ScratchFolder& scratch, LensRequest& request)
{
    const std::vector<ChapterInfo> chapters = load_catalogue(source_dir());
    if (is_chapter(chapters, arguments.subject))
        prepare_chapter(arguments.subject, scratch, request);
    else if (is_exercise(chapters, arguments.subject))
        prepare_exercise(find_exercise(chapters, arguments.subject), arguments.solution, scratch, request);
    else
        throw Failure(
            fmt::format("There is no chapter and no exercise '{}'.", arguments.subject),
            fmt::format("./lockstep list   (or, for a program: ./lockstep lens -- {})", arguments.subject));
    request.program.insert(request.program.end(), arguments.rest.begin(), arguments.rest.end());
}

int lens(const BookArguments& arguments)
{
    const LensHome home = checkout_lens();
    const LensOutcome outcome{arguments.lens.output, home};
    const LensTools tools = checkout_lens_tools(build_dir(), true, executed_by(arguments.lens));
    const ScratchFolder scratch;
    LensRequest request = lens_request(arguments.lens, home);
    const bool is_program = arguments.subject.empty();
    if (is_program)
        take_program(request, arguments.rest, arguments.lens, home);
    else
        prepare(arguments, scratch, request);
    return run_and_tell(tools, request, arguments.lens, outcome,
                        is_program ? fs::path{request.program.front()}.filename().string()
                                   : arguments.subject);
}

} // namespace

void add_lens(CLI::App& app, Exit& exit)
{
    auto arguments = std::make_shared<BookArguments>();
    CLI::App* command =
        app.add_subcommand("lens", "what a program's kernels would do to a GPU's memory system");
    command->add_option("subject", arguments->subject, "a chapter or an exercise: 12, 12-coalescing, 12/1");
    command->footer("lockstep lens [OPTIONS] CHAPTER|EXERCISE [-- ARGUMENTS]\n"
                    "lockstep lens [OPTIONS] -- PROGRAM [ARGUMENTS]   any OpenCL program");
    add_lens_options(*command, arguments->lens);
    command->add_flag("--solution", arguments->solution, "of an exercise the book's solution, not your file");
    command->callback([arguments, &exit] {
        if (exit.program) arguments->rest = *exit.program;
        if (arguments->subject.empty() && arguments->rest.empty())
            throw CLI::RequiredError("A chapter, an exercise, or a program after --,");
        exit.status = lens(*arguments);
    });
}

} // namespace lockstep::tool
