// Tests that code which means harm gets the verdict it deserves in a sandbox, and harms nobody.
#include "fixture.hpp"

#include "base/paths.hpp"
#include "lockstep/files.hpp"

#include <doctest/doctest.h>

#include <ctime>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

using namespace lockstep;
using namespace lockstep::tool;
using namespace lockstep::tool::test;

namespace
{

namespace fs = std::filesystem;

constexpr const char* shortest_exercise = "01-parallelism/2-speed-up";

const std::string headers =
    "#include \"speed_up.hpp\"\n#include <cstdio>\n#include <cstdlib>\n#include <cstring>\n"
    "#include <csignal>\n#include <ctime>\n#include <fstream>\n#include <string>\n"
    "#include <thread>\n#include <vector>\n#include <arpa/inet.h>\n#include <dirent.h>\n"
    "#include <fcntl.h>\n#include <sys/socket.h>\n#include <sys/time.h>\n#include <unistd.h>\n";
const std::string right =
    "double speed_up(double s, std::uint64_t w) { return 1 / (s + (1 - s) / static_cast<double>(w)); }\n";

// What right code may take on a machine that does much else. A submission that ends in a limit is waited for, and gets less.
const std::string generous = "60";

// The verdict that a grader comes to on host code.
nlohmann::json verdict_on_host(const std::string& text, const std::string& seconds = generous,
                               const std::vector<std::string>& more = {})
{
    const Fixture fixture{shortest_exercise};
    // Without the stage clean, which would build everything once more.
    fixture.write(
        "exercises/" + std::string{shortest_exercise} + "/exercise.json",
        R"({"title": "A", "points": 5, "minutes": 10, "edit": ["speed_up.cpp"], "checks": ["correct"],
                      "hints": []})");
    fixture.write("exercises/" + std::string{shortest_exercise} + "/speed_up.cpp", headers + text);
    std::vector<std::string> arguments{"--sandbox", "--time-limit", seconds};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return fixture.verdict(arguments);
}

nlohmann::json verdict_on_kernel(const std::string& text, const std::string& seconds = generous,
                                 const std::vector<std::string>& more = {})
{
    const Fixture fixture;
    fixture.kernel(text);
    std::vector<std::string> arguments{"--sandbox", "--time-limit", seconds};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return fixture.verdict(arguments);
}

void expect_failed(const nlohmann::json& entry, const std::string& name, const std::string& message)
{
    CAPTURE(entry.dump(1));
    CHECK(entry["passed"] == false);
    CHECK(stage(entry, name)["status"] == "failed");
    CHECK(contains(stage(entry, name)["message"], message));
}

// Right results by code that, when it is first called, does something else as well and says what came of it. The result is
// wrong if that succeeded.
std::string right_unless(const std::string& succeeds)
{
    return "static bool harm() {\n" + succeeds +
           "\n}\ndouble speed_up(double s, std::uint64_t w)\n{\n    static const bool harmed = harm();\n"
           "    return harmed ? -1 : 1 / (s + (1 - s) / static_cast<double>(w));\n}\n";
}

const std::string saxpy = "kernel void saxpy(float alpha, global const float* x, global float* y, uint n)\n"
                          "{\n    const uint i = get_global_id(0);\n";

} // namespace

TEST_SUITE("hostile")
{
    TEST_CASE("right code passes in the sandbox, a kernel and a function of the host")
    {
        CHECK(verdict_on_host(right)["passed"] == true);
        CHECK(verdict_on_kernel(saxpy + "    if (i < n) y[i] += alpha * x[i];\n}\n")["passed"] == true);
    }

    TEST_CASE("right code passes whatever the data is drawn from, wrong code does not")
    {
        for (const char* seed : {"1", "18446744073709551615"})
            CHECK(verdict_on_kernel(saxpy + "    if (i < n) y[i] += alpha * x[i];\n}\n", generous,
                                    {"--seed", seed})["passed"] == true);
        expect_failed(
            verdict_on_kernel(saxpy + "    if (i < n) y[i] = alpha * x[i];\n}\n", "10", {"--seed", "3"}),
            "correct", "expected");
    }

    TEST_CASE("an empty file, a file that says passed, and one that is no text")
    {
        expect_failed(verdict_on_kernel(""), "builds", "saxpy");
        expect_failed(verdict_on_host(""), "builds", "speed_up");
        expect_failed(verdict_on_host("[[gnu::constructor]] void say() { std::puts(\"passed\\n100/100\"); }\n"
                                      "double speed_up(double, std::uint64_t) { return 1; }\n"),
                      "correct", "expected");
        expect_failed(verdict_on_kernel(std::string("\x00\xff\xfe\x80 kernel\n", 12)), "builds", "");
    }

    TEST_CASE("files outside are not there: solutions, tests, homes, other submissions")
    {
        const std::string root = own_source_dir().string();
        std::string tried;
        for (const std::string& path :
             {root + "/solutions/01-parallelism/2-speed-up/speed_up.cpp",
              root + "/exercises/01-parallelism/2-speed-up/test.cpp", root + "/README.md",
              root + "/build/CMakeCache.txt", std::string{"/etc/passwd"}, std::string{"/etc/hostname"},
              std::string{"/root/.bashrc"}, std::string{"/proc/1/root/etc/passwd"},
              std::string{"/proc/1/cwd/../report"}})
            tried += "    if (std::ifstream{\"" + path + "\"}.is_open()) std::puts(\"" + path +
                     "\"), open = true;\n";
        CHECK(verdict_on_host(
                  right_unless("    bool open = false;\n" + tried + "    return open;"))["passed"] == true);
    }

    TEST_CASE("nothing can be written that anybody else reads")
    {
        const ScratchFolder neighbour;
        write_text(neighbour.path() / "results.csv", "0\n");
        const std::string folder = neighbour.path().string();
        CHECK(
            verdict_on_host(right_unless("    std::ofstream{\"" + folder +
                                         "/results.csv\"} << 100;\n"
                                         "    std::ofstream{\"/usr/include/CL/cl.h\", std::ios::app} << 1;\n"
                                         "    std::ofstream{\"/dev/shm/left\"} << 1;\n"
                                         "    return unlink(\"" +
                                         folder + "/results.csv\") == 0;"))["passed"] == true);
        CHECK(read_text(neighbour.path() / "results.csv") == "0\n");
        CHECK_FALSE(fs::exists("/dev/shm/left"));
    }

    TEST_CASE("there is no network")
    {
        // A server that is there for everybody else.
        const int server = socket(AF_INET, SOCK_STREAM, 0);
        sockaddr_in address = {};
        address.sin_family = AF_INET;
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        REQUIRE(bind(server, reinterpret_cast<sockaddr*>(&address), sizeof address) == 0);
        REQUIRE(listen(server, 1) == 0);
        socklen_t length = sizeof address;
        REQUIRE(getsockname(server, reinterpret_cast<sockaddr*>(&address), &length) == 0);
        CHECK(verdict_on_host(
                  right_unless("    const int s = socket(AF_INET, SOCK_STREAM, 0);\n"
                               "    sockaddr_in a = {};\n    a.sin_family = AF_INET;\n"
                               "    a.sin_port = " +
                               std::to_string(address.sin_port) +
                               ";\n    a.sin_addr.s_addr = inet_addr(\"127.0.0.1\");\n"
                               "    return connect(s, (sockaddr*)&a, sizeof a) == 0;"))["passed"] == true);
        close(server);
    }

    TEST_CASE("other processes cannot be reached, nor the clock")
    {
        const std::time_t before = std::time(nullptr);
        CHECK(verdict_on_host(
                  right_unless("    timeval t{1, 1};\n    const bool set = settimeofday(&t, nullptr) == 0;\n"
                               "    kill(-1, SIGKILL);\n    kill(" +
                               std::to_string(getpid()) + ", SIGKILL);\n    return set || kill(" +
                               std::to_string(getpid()) + ", 0) == 0;"))["passed"] == true);
        CHECK(std::time(nullptr) >= before);
        // Its parent inside is nobody, so killing it ends at most the program itself.
        const nlohmann::json entry =
            verdict_on_host("double speed_up(double, std::uint64_t) { kill(getppid(), SIGKILL); kill(0, "
                            "SIGKILL); return 1; }\n");
        CHECK(entry["passed"] == false);
    }

    TEST_CASE("whoever leaves before the checks has failed, in whichever way")
    {
        for (const char* leave : {"exit(0)", "_exit(0)"}) {
            CAPTURE(leave);
            expect_failed(
                verdict_on_host("double speed_up(double, std::uint64_t) { " + std::string{leave} + "; }\n"),
                "correct", "before its tests were through");
        }
        expect_failed(verdict_on_host("static const int early = (_exit(0), 0);\n" + right), "correct",
                      "before its tests were through");
        expect_failed(verdict_on_host("double speed_up(double, std::uint64_t) { std::abort(); }\n"),
                      "correct", "crashed");
    }

    TEST_CASE("loops without end are ended, in a function and in a kernel")
    {
        expect_failed(
            verdict_on_host("double speed_up(double, std::uint64_t) { for (volatile int i = 0;; ++i); }\n",
                            "2"),
            "correct", "did not finish within 2 s");
        expect_failed(
            verdict_on_kernel(
                saxpy + "    volatile uint j = 0;\n    while (j < 2) j = 0;\n    y[i] = x[i];\n}\n", "4"),
            "correct", "did not finish within 4 s");
    }

    TEST_CASE("whoever takes all memory, all processes or all of the disk is stopped, and told which")
    {
        expect_failed(verdict_on_host("double speed_up(double, std::uint64_t)\n{\n"
                                      "    for (std::vector<char*> all;; all.push_back(new char[64 << 20]))\n"
                                      "        if (!all.empty()) std::memset(all.back(), 1, 64 << 20);\n}\n",
                                      "10", {"--memory-limit", "256"}),
                      "correct", "used more than 256 MiB of memory");
        expect_failed(verdict_on_host("double speed_up(double, std::uint64_t) { for (int i = 0; i < 1000; "
                                      "++i) if (fork() == 0) pause();\n    pause();\n    return 1;\n}\n",
                                      "10"),
                      "correct", "");
        expect_failed(
            verdict_on_host("double speed_up(double, std::uint64_t)\n{\n"
                            "    std::vector<char> much(16 << 20, 'x');\n"
                            "    for (int i = 0; i < 100; ++i) std::ofstream(\"f\" + std::to_string(i))"
                            ".write(much.data(), much.size());\n    sleep(5);\n    return 1;\n}\n",
                            "10"),
            "correct", "wrote more than 512 MiB of files");
    }

    TEST_CASE("output without end is cut off")
    {
        const nlohmann::json entry = verdict_on_host(
            "double speed_up(double, std::uint64_t)\n{\n    const std::string line(1 << 20, 'x');\n"
            "    for (int i = 0; i < 1024; ++i) std::fwrite(line.data(), 1, line.size(), stdout);\n    "
            "return -1;\n}\n",
            "20");
        CHECK(entry["passed"] == false);
        CHECK(entry.dump().size() < 100000);
    }

    TEST_CASE("what lies in the place of the report is neither followed nor waited for")
    {
        for (const std::string& trick : {std::string{"symlink(\"/etc/passwd\", name.c_str())"},
                                         std::string{"mkfifo(name.c_str(), 0600)"}}) {
            CAPTURE(trick);
            const nlohmann::json entry = verdict_on_host(
                "#include <sys/stat.h>\n[[gnu::constructor]] void put()\n{\n"
                "    if (DIR* here = opendir(\".\"))\n        while (const dirent* entry = readdir(here)) {\n"
                "            const std::string name = entry->d_name;\n            unlink(name.c_str());\n"
                "        }\n    const std::string name = \"report\";\n    if (" +
                    trick +
                    " != 0) std::puts(\"no\");\n"
                    "}\ndouble speed_up(double, std::uint64_t) { return 1; }\n",
                "5"); // the pipe is opened, and nobody writes
            CHECK(entry["passed"] == false);
            CHECK_FALSE(contains(entry.dump(), "root:"));
        }
    }

    TEST_CASE("kernels that reach out of their language are refused or come to nothing")
    {
        expect_failed(verdict_on_kernel("#include \"/etc/passwd\"\n" + saxpy + "    y[i] = x[i];\n}\n"),
                      "builds", "");
        expect_failed(verdict_on_kernel("#include \"../../../solutions/03-first-kernel/2-saxpy/saxpy.cl\"\n"),
                      "builds", "");
        expect_failed(verdict_on_kernel(saxpy + "    __asm__ volatile(\"syscall\");\n    y[i] = x[i];\n}\n"),
                      "builds", "");
        // Any address can be formed in a kernel, and on a CPU it is one of the process that runs it: which is not the
        // one that judges.
        expect_failed(verdict_on_kernel(saxpy +
                                        "    volatile global int* p = (volatile global int*)(ulong)64;\n"
                                        "    *p = 1;\n    y[i] = x[i];\n}\n"),
                      "correct", "crashed");
        expect_failed(verdict_on_kernel(saxpy + "    global int* p = (global int*)((ulong)y & ~4095UL);\n"
                                                "    for (uint j = 0; j < 4096; ++j) p[j] = 0x70617373;\n}\n",
                                        "6"),
                      "correct", "");
    }
}
