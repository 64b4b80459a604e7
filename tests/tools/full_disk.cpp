// Tests of a full disk: nothing is held against whoever wrote the code.
#include "fixture.hpp"

#include "lockstep/files.hpp"

#include <doctest/doctest.h>

using namespace lockstep;
using namespace lockstep::tool;
using namespace lockstep::tool::test;

namespace
{

namespace fs = std::filesystem;

// Runs the program where a folder is a disk of its own, of so many bytes.
ProcessResult with_small_disk(const Fixture& fixture, const fs::path& folder, std::size_t bytes,
                              const std::vector<std::string>& arguments)
{
    fs::create_directories(folder);
    Command command{.arguments = {"bwrap", "--dev-bind", "/", "/", "--size", std::to_string(bytes), "--tmpfs",
                                  folder.string(), LOCKSTEP_PROGRAM},
                    .environment = fixture.environment(),
                    .folder = fixture.root()};
    command.environment["TMPDIR"] = folder.string();
    command.arguments.insert(command.arguments.end(), arguments.begin(), arguments.end());
    return run_process(command, ProcessLimits{.time = std::chrono::seconds{100}});
}

} // namespace

TEST_SUITE("full_disk")
{
    TEST_CASE("without space a right kernel is not checked, and that is not recorded")
    {
        const Fixture fixture;
        fixture.kernel(right_kernel);
        const fs::path disk = fixture.root() / "disk";
        const ProcessResult result = with_small_disk(fixture, disk, std::size_t{1} << 20U, {"check", "3/2"});
        CAPTURE(result.output);
        CHECK(result.status == 2);
        CHECK(contains(result.error, "Not checked: no space in " + disk.string()));
        CHECK(contains(result.error, "\n  try: "));
        CHECK_FALSE(fs::exists(fixture.root() / ".lockstep/progress.json"));
        CHECK(with_small_disk(fixture, disk, std::size_t{1} << 28U, {"check", "3/2"}).status == 0);
    }

    TEST_CASE("a class is not graded without space, and graded by the same command with it")
    {
        const Fixture fixture;
        fixture.write("class/ann/saxpy.cl", right_kernel);
        const fs::path disk = fixture.root() / "disk";
        const std::vector<std::string> grade{"grade",       "class", "--out",   "out",
                                             "--exercises", "3/2",   "--unsafe"};
        const ProcessResult full = with_small_disk(fixture, disk, std::size_t{1} << 20U, grade);
        CHECK(full.status == 2);
        CHECK(contains(full.error, "3/2: Not checked: no space in "));
        CHECK(contains(read_text(fixture.root() / "out/results.csv"), "\nann,ann,,0,10,,\n"));
        CHECK(fixture.lockstep(grade).status == 0);
        CHECK(contains(read_text(fixture.root() / "out/results.csv"), "\nann,ann,10,10,10,,\n"));
    }

    TEST_CASE("a folder for temporary files that is not there is told")
    {
        const Fixture fixture;
        const ProcessResult result = fixture.lockstep({"check", "3/2"}, {{"TMPDIR", "/nonexistent"}});
        CHECK(result.status == 2);
        CHECK(contains(result.error, "TMPDIR names /nonexistent, which is no folder.\n  try: "));
    }
}
