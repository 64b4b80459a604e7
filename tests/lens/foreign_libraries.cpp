// Libraries as Debian packages them, where they are installed.
#include "foreign.hpp"

#include <doctest/doctest.h>

#include <cstdlib>
#include <filesystem>
#include <string>

#include <sys/wait.h>

namespace
{

constexpr int missing = 77; // of our scripts, where their library is

bool runs(const std::string& command)
{
    const int status = std::system((command + " > /dev/null 2>&1 < /dev/null").c_str());
    return !WIFEXITED(status) || WEXITSTATUS(status) != missing;
}

} // namespace

TEST_SUITE("foreign_libraries")
{
    TEST_CASE("PyOpenCL's arrays: the kernels that it writes, with their lines")
    {
        const std::string python = "/usr/bin/python3"; // to which Debian's packages belong
        const std::string script = FOREIGN_FOLDER "/pyopencl_sum.py";
        if (!std::filesystem::exists(python) || !runs(python + " " + script)) {
            MESSAGE("Skipped: apt install python3-pyopencl");
            return;
        }
        const ForeignRun run = under_lens(python + " " + script);
        CAPTURE(run.told);
        CHECK(run.status == 0);
        const auto filled = run.of("arange");
        REQUIRE(filled.size() == 1);
        CHECK(filled[0]["global_store"]["requests"] == 8);
        CHECK(filled[0]["global_store"]["sectors"] == 32);
        CHECK(filled[0]["lines"][0]["source"] == "z[i] = start + ((float) i) * step;");
        const auto summed = run.of("reduce_kernel_stage1");
        REQUIRE(summed.size() == 1);
        CHECK(summed[0]["global_load"]["sectors"] == 32);
    }
}
