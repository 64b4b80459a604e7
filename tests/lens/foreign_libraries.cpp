// Libraries as Debian packages them, where they are installed.
#include "foreign.hpp"

#include "lockstep/scratch.hpp"

#include <doctest/doctest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include <sys/wait.h>

namespace
{

namespace fs = std::filesystem;

constexpr int missing = 77; // of our scripts, where their library is

bool runs(const std::string& command)
{
    const int status = std::system((command + " > /dev/null 2>&1 < /dev/null").c_str());
    return !WIFEXITED(status) || WEXITSTATUS(status) != missing;
}

/// The program of tests/lens/libraries that was built on a library; empty, and told, where the library is missing.
std::string program_on(const std::string& library, const std::string& package)
{
    const std::string program = LIBRARY_PREFIX + library;
    if (fs::exists(program)) return "'" + program + "'";
    MESSAGE("Skipped: apt install " << package << " && cmake --preset default");
    return "";
}

/// Whether a program that was not built here can load the lens's plugin: told, where it cannot.
bool loads_plugin()
{
#if defined(__SANITIZE_THREAD__) || defined(__SANITIZE_ADDRESS__)
    MESSAGE("Skipped: a plugin with a sanitizer can be loaded only by a program that was built with it");
    return false;
#else
    return true;
#endif
}

/// How many sectors a kernel's accesses of one kind moved, and how many would have done.
void check_sectors(const nlohmann::json& kernel, const char* access, int sectors, int ideal)
{
    CHECK(kernel.at(access).at("sectors") == sectors);
    CHECK(kernel.at(access).at("ideal_sectors") == ideal);
}

} // namespace

TEST_SUITE("foreign_libraries")
{
    TEST_CASE("PyOpenCL's arrays: the kernels that it writes, with their lines")
    {
        const std::string python = "/usr/bin/python3"; // to which Debian's packages belong
        const std::string script = FOREIGN_FOLDER "/pyopencl_sum.py";
        if (!fs::exists(python) || !runs(python + " " + script)) {
            MESSAGE("Skipped: apt install python3-pyopencl");
            return;
        }
        if (!loads_plugin()) return;
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

    TEST_CASE("Boost.Compute: the kernel that it writes of an expression, and its sums in two steps")
    {
        const std::string program = program_on("boost_compute", "libboost-dev");
        if (program.empty()) return;
        const ForeignRun run = under_lens(program);
        CAPTURE(run.told);
        CHECK(run.status == 0);
        const auto squared = run.of("copy");
        REQUIRE(squared.size() == 1);
        check_sectors(squared[0], "global_load", 32, 32);
        check_sectors(squared[0], "global_store", 32, 32);
        CHECK(squared[0]["lines"][0]["source"] == "_buf0[index]=_buf0[index]*_buf0[index];");
        const auto summed = run.of("reduce");
        REQUIRE(summed.size() == 2);
        check_sectors(summed[0], "global_load", 32, 32);
        check_sectors(summed[1], "global_load", 1, 1);
    }

    TEST_CASE(
        "CLBlast: a sum of vectors and a product of matrices, from kernels of a thousand lines and more")
    {
        const std::string program = program_on("clblast", "libclblast-dev");
        if (program.empty()) return;
        const ForeignRun run = under_lens(program);
        CAPTURE(run.told);
        CHECK(run.status == 0);
        const auto added = run.of("XaxpyFastest");
        REQUIRE(added.size() == 1);
        check_sectors(added[0], "global_load", 1024, 1024);
        check_sectors(added[0], "global_store", 512, 512);
        CHECK(added[0]["lines"][0]["source"] == "realV xvalue = xgm[id];");
        const auto multiplied = run.of("XgemmDirectTN"); // a matrix in columns is what its rows are, turned
        REQUIRE(multiplied.size() == 1);
        check_sectors(multiplied[0], "global_load", 8192, 4096);
        check_sectors(multiplied[0], "global_store", 1024, 512);
    }

    TEST_CASE(
        "clpeak: on a small device that ends which would take hours on a GPU's, and its counts are whole")
    {
        const std::string clpeak = "/usr/bin/clpeak";
        if (!fs::exists(clpeak)) {
            MESSAGE("Skipped: apt install clpeak");
            return;
        }
        if (!loads_plugin()) return;
        // It takes as many work-items as fill the device: one unit, and groups of one sub-group.
        const lockstep::ScratchFolder scratch;
        auto profile = nlohmann::json::parse(std::ifstream{LOCKSTEP_SOURCE_DIR "/lens/devices/h200.json"});
        profile["id"] = "small";
        profile["execution"]["compute_units"]["value"] = 1;
        profile["unit"]["max_group_size"]["value"] = 32;
        const fs::path small = scratch.path() / "small.json";
        std::ofstream{small} << profile;
        const std::string device = "--device '" + small.string() + "'";

        // Sixteen loads of one to sixteen floats each, from as many numbers as an eighth of a buffer holds.
        const ForeignRun bandwidth = under_lens(clpeak + " --global-bandwidth", device + " --memory 256KiB");
        CAPTURE(bandwidth.told);
        CHECK(bandwidth.status == 0);
        for (const int width : {1, 2, 4, 8, 16})
            for (const char* offset : {"_local_offset", "_global_offset"}) {
                const auto launches = bandwidth.of("global_bandwidth_v" + std::to_string(width) + offset);
                CAPTURE(width);
                REQUIRE(launches.size() == 52);
                // Loads of more than 16 bytes are several, whose sectors are shared with the next one.
                check_sectors(launches[51], "global_load", width > 4 ? 2048 : 1024, 1024);
                check_sectors(launches[51], "global_store", 64 / width, 64 / width);
            }

        const ForeignRun latency = under_lens(clpeak + " --kernel-latency", device);
        CAPTURE(latency.told);
        CHECK(latency.status == 0);
        const auto launches = latency.of("global_bandwidth_v1_local_offset");
        REQUIRE(launches.size() == 65); // beyond 64 they are one entry
        CHECK(launches[64]["launches"] == 20002 - 64);
        check_sectors(launches[63], "global_load", 64, 64);
        check_sectors(launches[64], "global_load", 64 * (20002 - 64), 64 * (20002 - 64));
        check_sectors(launches[64], "global_store", 4 * (20002 - 64), 4 * (20002 - 64));
    }

    TEST_CASE("ViennaCL: vectors, and a matrix by one, with several loads on one line told apart")
    {
        const std::string program = program_on("viennacl", "libviennacl-dev");
        if (program.empty()) return;
        const ForeignRun run = under_lens(program);
        CAPTURE(run.told);
        CHECK(run.status == 0);
        const auto added = run.of("avbv_cpu_cpu");
        REQUIRE(added.size() == 1);
        check_sectors(added[0], "global_load", 64, 64);
        check_sectors(added[0], "global_store", 32, 32);
        CHECK(added[0]["lines"].size() == 3);
        const auto multiplied = run.of("vec_mul");
        REQUIRE(multiplied.size() == 1);
        check_sectors(multiplied[0], "global_load", 16384, 16384);
    }
}
