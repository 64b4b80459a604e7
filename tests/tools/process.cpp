// Tests of running programs: what they said, how they ended, and that nothing of them is left.
#include "base/process.hpp"
#include "lockstep/files.hpp"
#include "lockstep/scratch.hpp"

#include "fixture.hpp"

#include <doctest/doctest.h>

#include <atomic>
#include <csignal>
#include <future>
#include <vector>

#include <fcntl.h>
#include <unistd.h>
#ifdef __linux__
#include <sched.h>
#endif

using lockstep::ScratchFolder;
using namespace lockstep::tool;
using namespace lockstep::tool::test;
using namespace std::chrono_literals;

namespace
{

ProcessLimits within(std::chrono::milliseconds time)
{
    return ProcessLimits{.time = time, .memory_bytes = std::size_t{1} << 30U, .output_bytes = 1U << 20U};
}

Command shell(const std::string& script)
{
    return {.arguments = {"sh", "-c", script}};
}

ProcessResult run_shell(const std::string& script, const ProcessLimits& limits = within(20s))
{
    return run_process(shell(script), limits);
}

} // namespace

TEST_SUITE("process")
{
    TEST_CASE("both streams, the exit status and the time are kept")
    {
        const ProcessResult result = run_shell("echo out; echo err >&2; exit 7");
        CHECK(result.output == "out\n");
        CHECK(result.error == "err\n");
        CHECK(result.status == 7);
        CHECK(result.signal == 0);
        CHECK_FALSE(result.timed_out);
        CHECK_FALSE(result.ok());
        CHECK(run_shell("true").ok());
    }

    TEST_CASE("the signal that ended a program is told")
    {
        const ProcessResult result = run_shell("kill -SEGV $$");
        CHECK(result.signal == SIGSEGV);
        CHECK(result.status == 0);
        CHECK_FALSE(result.ok());
    }

    TEST_CASE("a program that cannot be started says so")
    {
        Command command = shell("");
        command.arguments = {"/nowhere/program"};
        const ProcessResult result = run_process(command, within(20s));
        CHECK(result.status == 127);
        CHECK(result.error == "/nowhere/program could not be started: No such file or directory\n");
        command = shell("true");
        command.folder = "/nowhere";
        CHECK(run_process(command, within(20s)).status == 127);
    }

    TEST_CASE("the environment is added to, the folder is entered, and input is empty")
    {
        const ScratchFolder scratch;
        Command command = shell("echo \"$ADDED:$HOME\"; pwd -P; cat");
        command.environment = {{"ADDED", "new value"}, {"HOME", "/replaced"}};
        command.folder = scratch.path();
        CHECK(run_process(command, within(20s)).output ==
              "new value:/replaced\n" + std::filesystem::canonical(scratch.path()).string() + "\n");
    }

    TEST_CASE("a program may be let read what this one reads")
    {
        const ScratchFolder scratch;
        lockstep::write_text(scratch.path() / "input", "a line\n");
        const int before = dup(STDIN_FILENO);
        const int input = open((scratch.path() / "input").c_str(), O_RDONLY);
        dup2(input, STDIN_FILENO);
        close(input);
        Command command = shell("cat");
        CHECK(run_process(command, within(20s)).output.empty());
        command.keep_input = true;
        CHECK(run_process(command, within(20s)).output == "a line\n");
        dup2(before, STDIN_FILENO);
        close(before);
    }

    TEST_CASE("large output on both streams at once does not block")
    {
        const ProcessResult result = run_shell(
            "head -c 900000 /dev/zero & head -c 900000 /dev/zero >&2; wait; echo end; echo end >&2");
        CHECK(result.output.size() == 900004);
        CHECK(result.error.size() == 900004);
        CHECK(result.output.ends_with("end\n"));
    }

    TEST_CASE("output without end is cut at its limit, and the program stopped at the time limit")
    {
        ProcessLimits limits = within(300ms);
        limits.output_bytes = 10000;
        Command command = shell("");
        command.arguments = {"yes"};
        const ProcessResult result = run_process(command, limits);
        CHECK(result.output.size() == 10000);
        CHECK(result.timed_out);
        CHECK(result.signal == SIGKILL);
    }

    TEST_CASE(
        "a program behind a gate is halted after a quarter of its time until it is told to go on or to end")
    {
        const ScratchFolder scratch;
        Command command = shell("while :; do echo; sleep 0.01; done >>written");
        command.folder = scratch.path();
        std::atomic<Gate> gate{Gate::waiting};
        ProcessLimits limits = within(2s);
        limits.gate = &gate;
        auto ended = std::async(std::launch::async, [&] { return run_process(command, limits); });
        const auto written = [&] {
            return std::filesystem::exists(scratch.path() / "written")
                       ? std::filesystem::file_size(scratch.path() / "written")
                       : 0;
        };
        std::uintmax_t before = 0; // until it stands still for as long as it would take for some
        do {
            before = written();
        } while (ended.wait_for(1s) == std::future_status::timeout && (before == 0 || written() != before));
        CHECK(before > 0);
        CHECK(written() == before);
        gate = Gate::open;
        while (ended.wait_for(10ms) == std::future_status::timeout && written() == before) {
        }
        CHECK(written() > before);
        gate = Gate::closed;
        const ProcessResult result = ended.get();
        CHECK(result.called_off);
        CHECK_FALSE(result.timed_out);
        CHECK_FALSE(result.ok());
    }

    TEST_CASE("a program that sleeps is stopped at the time limit, too")
    {
        CHECK(run_shell("sleep 1000", within(300ms)).timed_out);
        CHECK(run_shell("sleep 0.2", within(100s)).ok());
    }

    TEST_CASE("a program that sleeps longer than it may is stopped before its time is out, and one that "
              "wakes is not")
    {
        ProcessLimits limits = within(100s);
        limits.asleep = 600ms;
        CHECK(run_shell("sleep 1000", limits).timed_out);
        CHECK(
            run_shell("for i in 1 2 3 4 5 6 7 8; do sleep 0.2; seq 100000 | sort -R >/dev/null; done", limits)
                .ok());
    }

    TEST_CASE("at the time limit a program's children end with it")
    {
        const ScratchFolder scratch;
        Command command = shell("sh -c 'sleep 1000 & echo $! > grandchild; wait' & echo $! > child; wait");
        command.folder = scratch.path();
        CHECK(run_process(command, within(500ms)).timed_out);
        CHECK(has_ended(pid_in(scratch.path() / "child")));
        CHECK(has_ended(pid_in(scratch.path() / "grandchild")));
    }

    TEST_CASE("what a program leaves running when it ends is ended too")
    {
        const ScratchFolder scratch;
        Command command = shell("sleep 1000 & echo $! > left");
        command.folder = scratch.path();
        CHECK(run_process(command, within(20s)).ok());
        CHECK(has_ended(pid_in(scratch.path() / "left")));
    }

#ifdef __linux__
    TEST_CASE("what left the process group is found and ended")
    {
        const ScratchFolder scratch;
        // The file appears whole (mv) before the parent ends, so that there is a stray to be found.
        Command command = shell("setsid sh -c 'echo $$ > new; mv new stray; yes' & "
                                "until [ -e stray ]; do :; done");
        command.folder = scratch.path();
        CHECK(run_process(command, within(20s)).ok());
        CHECK(has_ended(pid_in(scratch.path() / "stray")));
    }

    TEST_CASE("what left the process group and has ended is waited for")
    {
        const ScratchFolder scratch;
        // Its parent, the inner shell, goes first, so it is handed to this process and no shell waits for it.
        Command command = shell("sh -c 'setsid sh -c \"echo \\$\\$ > new; mv new stray\" &'; "
                                "until grep -qs '^State:.Z' /proc/$(cat stray 2>&1)/status; "
                                "do sleep 0.01; done");
        command.folder = scratch.path();
        CHECK(run_process(command, within(20s)).ok());
        CHECK_FALSE(std::filesystem::exists("/proc/" + std::to_string(pid_in(scratch.path() / "stray"))));
    }

    TEST_CASE("what neighbours take does not count against the time limit")
    {
        // All stand in one queue, for one processor.
        cpu_set_t allowed;
        REQUIRE(sched_getaffinity(0, sizeof(allowed), &allowed) == 0);
        cpu_set_t one;
        CPU_ZERO(&one);
        for (int cpu = 0; CPU_COUNT(&one) == 0; ++cpu)
            if (CPU_ISSET(cpu, &allowed)) CPU_SET(cpu, &one);
        REQUIRE(sched_setaffinity(0, sizeof(one), &one) == 0);
        const std::string counting = "i=0; while [ $i -lt 100000 ]; do i=$((i+1)); done";
        const std::chrono::duration<double> alone{run_shell(counting, within(100s)).seconds};
        const ScratchFolder scratch;
        std::vector<std::future<ProcessResult>> neighbours;
        for (int i = 0; i < 12; ++i)
            neighbours.push_back(std::async(std::launch::async, [&] {
                return run_shell("until [ -e '" + (scratch.path() / "end").string() + "' ]; do :; done",
                                 within(100s));
            }));
        ProcessLimits limits = within(std::chrono::duration_cast<std::chrono::milliseconds>(3 * alone));
        limits.patience = 1000;
        const ProcessResult crowded = run_shell(counting, limits);
        lockstep::write_text(scratch.path() / "end", "");
        sched_setaffinity(0, sizeof(allowed), &allowed);
        INFO("alone ", alone.count(), " s, crowded ", crowded.seconds, " s");
        CHECK(crowded.ok());
        for (std::future<ProcessResult>& neighbour : neighbours) CHECK(neighbour.get().ok());
    }

    TEST_CASE("the clock stops a program that its limit does not")
    {
        ProcessLimits limits = within(100s);
        limits.patience = 0;
        CHECK(run_shell("sleep 1000", limits).timed_out);
    }

    TEST_CASE("a program that takes more memory than its limit is stopped")
    {
        ProcessLimits limits = within(60s);
        limits.memory_bytes = 100U << 20U;
        Command command = shell("");
        command.arguments = {"dd", "if=/dev/zero", "of=/dev/null", "bs=400M", "count=1000"};
        const ProcessResult result = run_process(command, limits);
        CHECK(result.out_of_memory);
        CHECK_FALSE(result.timed_out);
        CHECK_FALSE(result.ok());
    }

    TEST_CASE("the memory of a program's children counts as its own")
    {
        ProcessLimits limits = within(60s);
        limits.memory_bytes = 100U << 20U;
        CHECK(
            run_shell("head -c 8000000000 /dev/zero | tail -c 8000000000 >/dev/null", limits).out_of_memory);
    }
#endif

    TEST_CASE("two programs at once do not disturb each other")
    {
        const auto task = [](const std::string& word) {
            return run_shell("for i in 1 2 3 4 5; do echo " + word + "; done");
        };
        auto other = std::async(std::launch::async, task, "two");
        const ProcessResult one = task("one");
        CHECK(one.output == "one\none\none\none\none\n");
        CHECK(other.get().output == "two\ntwo\ntwo\ntwo\ntwo\n");
    }

    TEST_CASE("what a program writes can be heard while it runs, and is then not kept")
    {
        Command command = shell("echo out; echo err >&2; read -r never < fifo");
        const lockstep::ScratchFolder scratch;
        command.folder = scratch.path();
        REQUIRE(run_shell("mkfifo " + (scratch.path() / "fifo").string()).ok());
        std::atomic<bool> stop{false};
        std::string heard;
        command.hear = [&](std::string_view text) {
            heard += text;
            stop = contains(heard, "out\n") && contains(heard, "err\n"); // it would wait for ever
        };
        ProcessLimits limits = within(20s);
        limits.stop = &stop;
        const ProcessResult result = run_process(command, limits);
        CHECK(result.stopped);
        CHECK_FALSE(result.ok());
        CHECK(heard.size() == 8);
        CHECK(result.output.empty());
        CHECK(result.error.empty());
    }

    TEST_CASE("a program may be stopped at what it writes to standard error, and is not at what it prints")
    {
        ProcessLimits limits = within(20s);
        limits.stop_at = "data race";
        const ProcessResult stopped = run_shell("echo 'a data race here' >&2; sleep 1000", limits);
        CHECK(stopped.stopped);
        CHECK(contains(stopped.error, "a data race here"));
        CHECK_FALSE(stopped.timed_out);
        CHECK(run_shell("echo data race", limits).ok());
    }

    TEST_CASE("a program that is stopped may say farewell, and one that does not end is killed")
    {
        const auto stopped_when_ready = [](const std::string& script, std::chrono::milliseconds farewell,
                                           std::string& heard) {
            std::atomic<bool> stop{false};
            Command command = shell(script);
            command.hear = [&](std::string_view text) {
                heard += text;
                stop = true;
            };
            ProcessLimits limits = within(60s);
            limits.stop = &stop;
            limits.farewell = farewell;
            return run_process(command, limits);
        };
        std::string heard;
        const ProcessResult polite = stopped_when_ready(
            "trap 'echo tidied; exit 3' TERM; echo ready; while :; do sleep 0.01; done", 60s, heard);
        CHECK(polite.stopped);
        CHECK(polite.status == 3);
        CHECK(heard == "ready\ntidied\n");
        const ProcessResult stubborn =
            stopped_when_ready("trap '' TERM; echo ready; while :; do sleep 0.01; done", 50ms, heard);
        CHECK(stubborn.stopped);
        CHECK(stubborn.signal != 0);
    }

    TEST_CASE("a program is found on PATH, and one that is not is not")
    {
        CHECK(find_program("sh").filename() == "sh");
        CHECK(find_program("no-such-program-anywhere").empty());
    }
}
