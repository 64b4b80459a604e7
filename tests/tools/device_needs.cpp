// Tests of exercises and chapters that need what a device may lack. The device that lacks it is any, behind poor_device.cpp.
#include "fixture.hpp"

#include "lockstep/device.hpp"
#include "lockstep/files.hpp"

#include <doctest/doctest.h>

using namespace lockstep::tool;
using namespace lockstep::tool::test;

namespace
{

namespace fs = std::filesystem;

// What a sanitizer says of a library that is loaded before its own would be taken for the program's words.
const Environment without_images{{"LD_PRELOAD", POOR_DEVICE}, {"ASAN_OPTIONS", "verify_asan_link_order=0"}};

/// The borrowed exercise, said to need images.
struct ImagesExercise : Fixture
{
    ImagesExercise()
    {
        needs({"images"});
        kernel(right_kernel);
    }

    void needs(const std::vector<std::string>& words) const
    {
        nlohmann::json told = nlohmann::json::parse(lockstep::read_text(exercise() / "exercise.json"));
        told["needs"] = words;
        told["checks"] = {"correct"};
        write("exercises/" + std::string(exercise_id) + "/exercise.json", told.dump());
    }

    bool has_images() const
    {
        const auto devices = lockstep::list_devices();
        return devices[lockstep::pick_device(devices, environment().at("LOCKSTEP_DEVICE"))].has_images;
    }
};

/// A book whose chapter 3 has a program that needs images.
struct ImagesChapter : Fixture
{
    ImagesChapter()
    {
        write("build/chapters/README", "");
        fs::create_symlink(IMAGES_PROGRAM, root() / "build" / "chapters" / "03-first-kernel");
        write("chapters/03-first-kernel/output.txt", "# ./lockstep run 03\nThe device has images.\n");
    }

    ProcessResult verify(Environment environment) const
    {
        environment["LOCKSTEP_BUILD_DIR"] = (root() / "build").string();
        return lockstep({"run", "--verify", "3"}, environment);
    }
};

} // namespace

TEST_SUITE("device_needs")
{
    TEST_CASE(
        "an exercise is not checked on a device that lacks what it needs, and the reader is told of others")
    {
        const ImagesExercise tree;
        const ProcessResult told = tree.lockstep({"check", "3/2"}, without_images);
        CAPTURE(told.output);
        CAPTURE(told.error);
        CHECK(told.status == 77);
        CHECK(contains(told.output, "  – not checked: "));
        CHECK(contains(told.output,
                       " has no images\n    try: LOCKSTEP_DEVICE=part-of-a-name ./lockstep check 3/2   "
                       "(./lockstep devices names those with images)\n"));
        CHECK_FALSE(contains(told.output, "Solved"));
        CHECK_FALSE(contains(told.output, "passed"));
        const ProcessResult all = tree.lockstep({"check", "3/2", "3/2"}, without_images);
        CHECK(contains(all.output, "0 of 2 exercises passed, 2 not checked on this device"));
    }

    TEST_CASE("no stage of it is reported as passed")
    {
        const ImagesExercise tree;
        const ProcessResult told = tree.lockstep({"check", "3/2", "--json", "-"}, without_images);
        const nlohmann::json entry = nlohmann::json::parse(told.output).at("exercises").at(0);
        CHECK(entry["passed"] == false);
        REQUIRE(entry["stages"].size() == 2);
        for (const nlohmann::json& one : entry["stages"]) {
            CHECK(one["status"] == "not-checked");
            CHECK(contains(one["message"], " has no images"));
        }
    }

    TEST_CASE("what was solved on another device stays solved")
    {
        const ImagesExercise tree;
        tree.needs({});
        CHECK(tree.lockstep({"check", "3/2"}).status == 0);
        tree.needs({"images"});
        CHECK(tree.lockstep({"check", "3/2"}, without_images).status == 77);
        CHECK(contains(tree.lockstep({"check"}).output, "Every exercise is solved."));
    }

    TEST_CASE("the tests of its stub, solution and wrong solutions are skipped")
    {
        const ImagesExercise tree;
        const std::vector<std::vector<std::string>> proofs{
            {"--wrong"}, {"--solution"}, {"--clean-solution"}, {"--mutant", "off-by-one"}};
        for (const std::vector<std::string>& proof : proofs) {
            CAPTURE(proof.front());
            std::vector<std::string> arguments{"prove", exercise_id};
            arguments.insert(arguments.end(), proof.begin(), proof.end());
            const ProcessResult told = tree.lockstep(arguments, without_images);
            CHECK(told.status == 77);
            CHECK(told.output.starts_with("Skipped: "));
            CHECK(told.output.ends_with(" has no images, which 03-first-kernel/2-saxpy needs.\n"));
        }
    }

    TEST_CASE("a test case that cannot be judged on the device is told as not checked, and never passes")
    {
        const Fixture tree{"08-programs/3-link"};
        nlohmann::json told = nlohmann::json::parse(lockstep::read_text(tree.exercise() / "exercise.json"));
        told["checks"] = {"correct"};
        tree.write("exercises/08-programs/3-link/exercise.json", told.dump());
        const std::string first = R"("this machine's device runs what was linked")";
        const fs::path json = tree.root() / "verdicts.json";
        const ProcessResult checked =
            tree.lockstep({"check", "8/3", "--solutions", "--json", json.string()}, without_images);
        CAPTURE(checked.output);
        CAPTURE(checked.error);
        CHECK(checked.status == 0);
        CHECK(contains(checked.output, "  ✓ correct "));
        CHECK(contains(checked.output, "  –          " + first + " not checked: "));
        CHECK(contains(checked.output, " has no linker\n"));
        const nlohmann::json verdicts = nlohmann::json::parse(lockstep::read_text(json));
        CHECK(stage(verdicts.at("exercises").at(0), "correct")["skipped"].size() == 1);
        const ProcessResult proven =
            tree.lockstep({"prove", "08-programs/3-link", "--solution"}, without_images);
        CAPTURE(proven.output);
        CHECK(proven.status == 77);
        CHECK(contains(proven.output, "Skipped: " + first + ": "));
    }

    TEST_CASE("an exercise that needs nothing is checked on any device")
    {
        const Fixture fixture;
        fixture.kernel(right_kernel);
        CHECK(stage(fixture.verdict({}, without_images), "correct")["status"] == "passed");
    }

    TEST_CASE("a chapter's program says what it lacks, and its test is skipped")
    {
        const ImagesChapter tree;
        const ProcessResult told = tree.verify(without_images);
        CAPTURE(told.output);
        CHECK(told.status == 77);
        CHECK(contains(told.output, " has no images, which this program needs.\n  try: LOCKSTEP_DEVICE="));
        CHECK(contains(told.output, "\nSkipped: "));
        CHECK(told.output.ends_with(" has no images, which this program needs.\n"));
    }

    TEST_CASE("where the device has images, an exercise and a chapter that need them are as all others")
    {
        const ImagesExercise exercise;
        const int status = exercise.has_images() ? 0 : 77;
        CHECK(exercise.lockstep({"check", "3/2"}).status == status);
        CHECK(exercise.lockstep({"prove", exercise_id, "--solution"}).status == status);
        const ProcessResult chapter = ImagesChapter{}.verify({});
        CAPTURE(chapter.output);
        CHECK(chapter.status == status);
    }

    TEST_CASE("devices tells of one that has no images and runs commands in order only")
    {
        const Fixture fixture;
        const ProcessResult poor = fixture.lockstep({"devices"}, without_images);
        CHECK(poor.status == 0);
        CHECK(contains(poor.output, "\n     no images, queues in order only\n"));
        CHECK_FALSE(contains(poor.output, "     images"));
    }
}
