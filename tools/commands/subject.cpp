// A chapter's program, or an exercise's tests, as what the lens or the stepper runs.
#include "commands/subject.hpp"

#include "base/build.hpp"
#include "base/paths.hpp"
#include "capture/captures.hpp"
#include "capture/own_program.hpp"
#include "check/engine.hpp"
#include "check/host_build.hpp"
#include "lockstep/failure.hpp"
#include "lockstep/formats/catalogue.hpp"

#include <fmt/format.h>

namespace lockstep::tool
{

namespace
{

namespace fs = std::filesystem;

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

} // namespace

void prepare_subject(const Subject& subject, const std::string& otherwise, const ScratchFolder& scratch,
                     LensRequest& request)
{
    const std::vector<ChapterInfo> chapters = load_catalogue(source_dir());
    if (is_chapter(chapters, subject.name))
        prepare_chapter(subject.name, scratch, request);
    else if (is_exercise(chapters, subject.name))
        prepare_exercise(find_exercise(chapters, subject.name), subject.solution, scratch, request);
    else
        throw Failure(
            fmt::format("There is no chapter and no exercise '{}'.", subject.name),
            fmt::format("./lockstep list{}",
                        otherwise.empty() ? "" : fmt::format("   (or, for a program: {})", otherwise)));
    request.program.insert(request.program.end(), subject.rest.begin(), subject.rest.end());
}

} // namespace lockstep::tool
