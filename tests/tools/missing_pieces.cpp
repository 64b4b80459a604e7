// Tests of machines that lack something: a device of that name, any platform, Oclgrind.
#include "lens_tree.hpp"

#include <doctest/doctest.h>

#include <cstdlib>
#include <sstream>

using namespace lockstep::tool;
using namespace lockstep::tool::test;

namespace
{

namespace fs = std::filesystem;

// Everything on PATH but Oclgrind, in one folder of links.
std::string path_without_oclgrind(const Fixture& fixture)
{
    const fs::path links = fixture.root() / "links";
    fs::create_directory(links);
    std::istringstream folders{std::getenv("PATH")};
    std::error_code ignored;
    for (std::string folder; std::getline(folders, folder, ':');)
        for (const fs::directory_entry& entry : fs::directory_iterator{folder, ignored})
            if (const std::string name = entry.path().filename().string(); !name.starts_with("oclgrind"))
                fs::create_symlink(entry.path(), links / name, ignored);
    return links.string();
}

} // namespace

TEST_SUITE("missing_pieces")
{
    TEST_CASE("a device that is not there is answered with those that are")
    {
        const Fixture fixture;
        for (const char* command : {"devices", "check"}) {
            CAPTURE(command);
            const ProcessResult result = fixture.lockstep({command}, {{"LOCKSTEP_DEVICE", "nonsense"}});
            CHECK(result.status == 2);
            CHECK(contains(result.error, "LOCKSTEP_DEVICE=nonsense matches no device. There "));
            CHECK(contains(result.error, "OpenCL "));
            CHECK(contains(result.error, "try: unset LOCKSTEP_DEVICE"));
        }
    }

    TEST_CASE("without any OpenCL platform the doctor is recommended")
    {
        const Fixture fixture;
        fs::create_directory(fixture.root() / "vendors");
        const Environment none{{"OCL_ICD_VENDORS", (fixture.root() / "vendors").string()},
                               {"OCL_ICD_FILENAMES", ""},
                               {"LOCKSTEP_DEVICE", ""}};
        for (const char* command : {"devices", "check"}) {
            CAPTURE(command);
            const ProcessResult result = fixture.lockstep({command}, none);
            CHECK(result.status == 2);
            CHECK(contains(result.error, "No OpenCL platform was found"));
            CHECK(contains(result.error, "./lockstep doctor"));
        }
        CHECK(fixture.lockstep({"list"}, none).status == 0);
    }

    TEST_CASE("a simulator that there is not is answered with those that there are")
    {
        const Fixture fixture;
        fixture.kernel(right_kernel);
        const ProcessResult result = fixture.lockstep({"check"}, {{"LOCKSTEP_SIMULATOR", "nonsense"}});
        CHECK(result.status == 2);
        CHECK(contains(result.error, "LOCKSTEP_SIMULATOR=nonsense is no simulator."));
        CHECK(contains(result.error, "LOCKSTEP_SIMULATOR=oclgrind"));
    }

    TEST_CASE("without Oclgrind Pocket judges the stage clean")
    {
        const Fixture fixture;
        const Environment without{{"PATH", path_without_oclgrind(fixture)},
                                  {"XDG_CACHE_HOME", (fixture.root() / "cache").string()}};
        fixture.kernel(right_kernel);
        const nlohmann::json right = fixture.verdict({}, without);
        CAPTURE(right.dump());
        CHECK(stage(right, "clean")["status"] == "passed");
        fixture.kernel("kernel void saxpy(float a, global const float* x, global float* y, uint n)\n"
                       "{\n"
                       "    uint i = get_global_id(0);\n"
                       "    if (x[i] == 1e30f || i >= n) return;\n"
                       "    y[i] = a * x[i] + y[i];\n"
                       "}\n");
        const nlohmann::json stray = fixture.verdict({}, without);
        CAPTURE(stray.dump());
        CHECK(stage(stray, "clean")["status"] == "failed");
        CHECK(contains(stage(stray, "clean")["message"], "saxpy.cl:4: this reads x["));
    }

    TEST_CASE("where Oclgrind is asked for and not there the stage clean is not checked, and a right kernel "
              "still passes")
    {
        const Fixture fixture;
        fixture.kernel(right_kernel);
        const Environment without{{"PATH", path_without_oclgrind(fixture)},
                                  {"XDG_CACHE_HOME", (fixture.root() / "cache").string()},
                                  {"LOCKSTEP_SIMULATOR", "oclgrind"}};
        const nlohmann::json entry = fixture.verdict({}, without);
        CAPTURE(entry.dump());
        CHECK(entry["passed"] == true);
        CHECK(stage(entry, "clean")["status"] == "not-checked");
        CHECK(contains(stage(entry, "clean")["message"], "./lockstep start --oclgrind"));
        const ProcessResult told = fixture.lockstep({"check", "3/2"}, without);
        CHECK(told.status == 0);
        CHECK(
            contains(told.output,
                     "Solved, and with it every exercise there is (clean not checked: ./lockstep doctor says "
                     "what is missing)."));
    }

    TEST_CASE("without Oclgrind Pocket counts, and who asks for Oclgrind is told how to get it")
    {
        const LensTree tree;
        const Environment without{{"PATH", path_without_oclgrind(tree)},
                                  {"XDG_CACHE_HOME", (tree.root() / "cache").string()}};
        const ProcessResult counted = tree.run({"lens", turn_id}, without);
        CHECK(counted.status == 0);
        CHECK(contains(counted.output, "executed by Pocket"));
        const ProcessResult refused = tree.run({"lens", "--by", "oclgrind", turn_id}, without);
        CHECK(refused.status == 2);
        CHECK(contains(refused.error, "Oclgrind is to execute the program, and it is not installed."));
        CHECK(contains(refused.error, "./lockstep start --oclgrind"));
        const nlohmann::json entry = tree.check_turn(without);
        CAPTURE(entry.dump());
        CHECK(entry["passed"] == true);
        CHECK(stage(entry, "lens")["status"] == "passed");
        const ProcessResult stub = tree.run({"prove", "--mutant", "stub", turn_id}, without);
        CAPTURE(stub.output);
        CAPTURE(stub.error);
        CHECK(stub.status == tree.run({"prove", "--mutant", "stub", turn_id}, {}).status);
    }

    TEST_CASE("an Oclgrind that runs nothing proves nothing")
    {
        const Fixture fixture;
        fixture.kernel(right_kernel);
        const std::string links = path_without_oclgrind(fixture);
        fixture.write("links/oclgrind", "#!/bin/sh\necho no such thing here >&2\n");
        fs::permissions(fixture.root() / "links" / "oclgrind", fs::perms::owner_all);
        const nlohmann::json entry =
            fixture.verdict({}, {{"PATH", links}, {"LOCKSTEP_SIMULATOR", "oclgrind"}});
        CAPTURE(entry.dump());
        CHECK(entry["passed"] == true);
        CHECK(stage(entry, "clean")["status"] == "not-checked");
        CHECK(contains(stage(entry, "clean")["message"], "no such thing here"));
    }

    TEST_CASE("a stage that could have run, and whose tests do not reach their end, has failed")
    {
        const Fixture fixture;
        fixture.kernel(right_kernel);
        const std::string links = path_without_oclgrind(fixture);
        // It lets the program begin, and ends it a moment after.
        fixture.write("links/oclgrind", "#!/bin/sh\nwhile ! [ -x \"$1\" ]; do shift; done\n\"$@\" &\n"
                                        "while ! [ -s \"$LOCKSTEP_REPORT\" ]; do :; done\nkill $!\n");
        fs::permissions(fixture.root() / "links" / "oclgrind", fs::perms::owner_all);
        const nlohmann::json entry =
            fixture.verdict({}, {{"PATH", links}, {"LOCKSTEP_SIMULATOR", "oclgrind"}});
        CAPTURE(entry.dump());
        CHECK(stage(entry, "clean")["status"] == "failed");
        CHECK(entry["passed"] == false);
    }
}
