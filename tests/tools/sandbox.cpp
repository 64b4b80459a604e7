// Tests of the sandbox: what a program inside can see, write, start and reach, and how it is stopped.
#include "fixture.hpp"

#include "base/process.hpp"
#include "base/sandbox.hpp"
#include "lockstep/files.hpp"
#include "lockstep/scratch.hpp"
#include "lockstep/text.hpp"

#include <doctest/doctest.h>

#include <csignal>
#include <cstdlib>
#include <sys/stat.h>

using namespace lockstep::tool;
using lockstep::ScratchFolder;
using lockstep::tool::test::contains;

namespace
{

namespace fs = std::filesystem;

// Runs a shell script inside.
ProcessResult inside(const std::string& script, const Sandbox& sandbox, const ProcessLimits& limits = {},
                     const std::map<std::string, std::string>& environment = {})
{
    return run_process(
        {.arguments = {"/bin/sh", "-c", script}, .environment = environment, .sandbox = sandbox}, limits);
}

bool alive(const std::string& mark)
{
    return run_process({.arguments = {"pgrep", "-f", mark}}, {}).status == 0;
}

} // namespace

TEST_SUITE("sandbox")
{
    TEST_CASE("only what was named can be read, and only one folder written")
    {
        const ScratchFolder outside;
        lockstep::write_text(outside.path() / "secret",
                             "for no one\n"); // no folder's name has that by chance
        lockstep::write_text(outside.path() / "given", "17\n");
        const ScratchFolder own;
        const Sandbox sandbox{.readable = {outside.path() / "given"}, .writable = own.path()};
        const std::string folder = outside.path().string();
        const ProcessResult result = inside(
            "cat " + folder + "/given; cat " + folder + "/secret; echo x > " + folder + "/given; echo x > " +
                folder + "/new; echo x > /usr/new; echo x > /etc/new; echo ok > " + own.path().string() +
                "/mine; ls / /root /home /var " + folder,
            sandbox);
        CAPTURE(result.error);
        CHECK(result.output.starts_with("17\n"));
        CHECK_FALSE(contains(result.output, "for no one"));
        CHECK_FALSE(contains(result.output, "secret"));
        CHECK(lockstep::read_text(own.path() / "mine") == "ok\n");
        CHECK(lockstep::read_text(outside.path() / "given") == "17\n");
        CHECK_FALSE(fs::exists(outside.path() / "new"));
        CHECK_FALSE(fs::exists("/usr/new"));
    }

    TEST_CASE("of the environment only what drivers need is handed on")
    {
        setenv("LOCKSTEP_TEST_SECRET", "told-nobody", 1);
        const ProcessResult result = inside("env; cat /proc/*/environ", {}, {}, {{"GIVEN", "yes"}});
        unsetenv("LOCKSTEP_TEST_SECRET");
        CHECK(contains(result.output, "GIVEN=yes"));
        CHECK_FALSE(contains(result.output, "told-nobody"));
        CHECK_FALSE(contains("\n" + result.output, "\nHOME="));
    }

    TEST_CASE("no other process and no network is seen")
    {
        const ProcessResult result = inside(
            "ls -d /proc/[0-9]* | wc -l; cat /proc/net/dev | grep -c ':'; echo > /dev/tcp/127.0.0.1/1; "
            "kill -9 -1; cat /proc/1/cmdline | tr '\\0' ' '",
            {});
        const std::vector<std::string> lines = lockstep::split_lines(result.output);
        REQUIRE(lines.size() >= 3);
        CHECK(std::stoi(lines[0]) <= 4); // the shell and the pipeline
        CHECK(lines[1] == "1");          // the loopback device alone
        CHECK_FALSE(contains(lines[2], "bwrap"));
    }

    TEST_CASE("how the program ended is told as without a sandbox")
    {
        CHECK(inside("exit 7", {}).status == 7);
        CHECK(inside("exit 200", {}).status == 200);
        CHECK(inside("printf told; printf why >&2", {}).output == "told");
        const ProcessResult crash = inside("sh -c 'kill -SEGV $$'; exit 139", {});
        CHECK(crash.signal == SIGSEGV);
        CHECK(crash.status == 0);
    }

    TEST_CASE("a program that starts too many processes is stopped with all of them")
    {
        const Sandbox sandbox{.processes = 20};
        const ProcessResult result =
            inside("for i in $(seq 200); do (setsid sleep 314.25 &) ; done; sleep 30", sandbox);
        // Where the system counts a user's processes it refuses the next one; else the look does.
        CHECK((!result.beyond_sandbox.empty() || contains(result.error, "fork")));
        CHECK_FALSE(result.ok());
        CHECK_FALSE(alive("sleep 314.25"));
    }

    TEST_CASE("what left its group or its terminal ends with the sandbox")
    {
        const ProcessResult result = inside("setsid nohup sleep 314.5 & sleep 0.1", {});
        CHECK(result.ok());
        CHECK_FALSE(alive("sleep 314.5"));
    }

    TEST_CASE("a program that fills the disk is stopped")
    {
        const ScratchFolder own;
        const Sandbox much{.writable = own.path(), .written_bytes = std::size_t{8} << 20U};
        const std::string several = "for i in 1 2 3 4; do head -c 4000000 /dev/zero > f$i; done; sleep 30";
        CHECK(inside(several, much).beyond_sandbox == "wrote more than 8 MiB of files");
        const ScratchFolder other;
        const Sandbox many{.writable = other.path(), .written_files = 100};
        const ProcessResult files =
            inside("i=0; while [ $i -lt 200 ]; do i=$((i+1)); : > f$i; done; sleep 30", many);
        CHECK(files.beyond_sandbox == "made more than 100 files");
        // A single file meets the limit of the system itself.
        const ScratchFolder third;
        const Sandbox large{.writable = third.path(), .written_bytes = std::size_t{1} << 20U};
        CHECK_FALSE(inside("head -c 4000000 /dev/zero > f", large).ok());
    }

    TEST_CASE("memory is counted wherever the process went")
    {
        const ProcessLimits limits{.memory_bytes = std::size_t{100} << 20U};
        const ProcessResult result =
            inside("setsid sh -c 'head -c 400000000 /dev/zero | tail -c 300000000 | sleep 20'", {}, limits);
        CHECK(result.out_of_memory);
    }

    TEST_CASE("what it leaves in the place of a file is not followed, waited for, or read without end")
    {
        const ScratchFolder own;
        lockstep::write_text(own.path() / "file", "text");
        fs::create_symlink("/etc/passwd", own.path() / "link");
        REQUIRE(mkfifo((own.path() / "pipe").c_str(), 0600) == 0);
        CHECK(read_untrusted(own.path() / "file") == "text");
        CHECK(read_untrusted(own.path() / "file", 3).empty());
        CHECK(read_untrusted(own.path() / "link").empty());
        CHECK(read_untrusted(own.path() / "pipe").empty());
        CHECK(read_untrusted(own.path() / "missing").empty());
        CHECK(read_untrusted(own.path()).empty());
    }
}
