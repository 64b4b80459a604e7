// Tests that a student's functions of plain data are judged outside of their process: what lies in its memory decides
// nothing, and whatever it says to the judge ends in a verdict.
#include "fixture.hpp"

#include "base/paths.hpp"
#include "check/host_build.hpp"
#include "lockstep/files.hpp"
#include "lockstep/text.hpp"

#include <doctest/doctest.h>

#include <regex>
#include <set>

using namespace lockstep;
using namespace lockstep::tool;
using namespace lockstep::tool::test;

namespace
{

constexpr const char* judged_outside = "01-parallelism/2-speed-up";

const std::string preamble =
    "#include \"speed_up.hpp\"\n#include <cmath>\n#include <cstdlib>\n#include <cstring>\n"
    "#include <stdexcept>\n#include <sys/mman.h>\n#include <sys/wait.h>\n#include "
    "<unistd.h>\n"
    "static double right(double s, std::uint64_t w) { return 1 / (s + (1 - s) / (double)w); }\n";

// What an answer looks like that says 1: its length, the number of the question, returned, unchanged.
const std::string forged_answer =
    "static char forged[26];\nstatic void forge(std::uint64_t length)\n{\n    const double one = 1;\n"
    "    std::memcpy(forged, &length, 8);\n    std::memcpy(forged + 18, &one, 8);\n}\n";

// `inside`: as if the exercise had no calls.cpp.
nlohmann::json judged(const std::string& text, const std::vector<std::string>& how,
                      const std::string& seconds = "60", bool inside = false)
{
    const Fixture fixture{judged_outside};
    if (inside) std::filesystem::remove(fixture.exercise() / "calls.cpp");
    // Without the stage clean, which would build everything once more.
    fixture.write(
        "exercises/" + std::string{judged_outside} + "/exercise.json",
        R"({"title": "A", "points": 5, "minutes": 10, "edit": ["speed_up.cpp"], "checks": ["correct"], "hints": []})");
    fixture.write("exercises/" + std::string{judged_outside} + "/speed_up.cpp", preamble + text);
    std::vector<std::string> arguments{"--time-limit", seconds};
    arguments.insert(arguments.end(), how.begin(), how.end());
    return fixture.verdict(arguments);
}

// The verdict of a grader on a function's body. `before` stands in front of the function.
std::string failure_of(const std::string& before, const std::string& body, const std::string& seconds = "60")
{
    const nlohmann::json entry = judged(
        before + "double speed_up(double s, std::uint64_t w)\n{\n" + body + "\n}\n", {"--sandbox"}, seconds);
    CAPTURE(entry.dump(1));
    CHECK(entry["passed"] == false);
    CHECK(stage(entry, "correct")["status"] == "failed");
    return stage(entry, "correct")["message"];
}

} // namespace

TEST_SUITE("outside")
{
    TEST_CASE(
        "code that reads the answer off the tests' stack passes beside them, and fails where they are not")
    {
        // Right to a float's digits. The tests ask for more, and keep what they expect in a register or on the stack meanwhile.
        const std::string thief =
            "[[gnu::noinline]] static double search(double guess)\n{\n    __builtin_unwind_init(); // all "
            "registers to the stack\n"
            "    const char* const here = static_cast<const char*>(__builtin_frame_address(0));\n"
            "    for (int i = -16; i < 96; ++i) {\n        double found = 0;\n"
            "        std::memcpy(&found, here + 8 * i, 8);\n"
            "        if (found != guess && std::abs(found - guess) < 1e-5 * guess) return found;\n    }\n"
            "    return guess;\n}\ndouble speed_up(double s, std::uint64_t w)\n{\n"
            "    return search(1 / ((float)s + (1 - (float)s) / (float)w));\n}\n";
        CHECK(judged(thief, {})["passed"] == true);
        const nlohmann::json entry = judged(thief, {"--sandbox"});
        CHECK(entry["passed"] == false);
        CHECK(contains(stage(entry, "correct")["message"], "; expected "));
    }

    TEST_CASE("whoever writes over the code that called, or over all that can be written, harms itself")
    {
        failure_of("",
                   "    void* const page = (void*)((std::uintptr_t)__builtin_return_address(0) & ~4095ull);\n"
                   "    mprotect(page, 4096, PROT_READ | PROT_WRITE | PROT_EXEC);\n"
                   "    std::memset(page, 0xc3, 4096);\n    return -right(s, w);",
                   "3");
        failure_of(
            "#include <cstdio>\n",
            "    std::FILE* const maps = std::fopen(\"/proc/self/maps\", \"r\");\n"
            "    unsigned long from = 0, to = 0;\n    char rights[5], line[512];\n"
            "    while (std::fgets(line, sizeof line, maps))\n"
            "        if (std::sscanf(line, \"%lx-%lx %4s\", &from, &to, rights) == 3 && rights[1] == 'w' &&\n"
            "            !std::strstr(line, \"[stack]\"))\n"
            "            std::memset((void*)from, 0, to - from);\n    return -right(s, w);",
            "3");
    }

    TEST_CASE("tests, report and key are not where the student's functions are")
    {
        // The words of the tests stand backwards here, or the program would find its own.
        const std::string found =
            "    std::string here;\n    for (char** name = environ; *name != nullptr; ++name) here += "
            "*name;\n"
            "    std::ifstream program{\"/proc/self/exe\", std::ios::binary};\n"
            "    here.append(std::istreambuf_iterator<char>{program}, {});\n"
            "    for (std::string word : {\"TSETCOD\", \"YEK_PETSKCOL\", \"TROPER_PETSKCOL\", "
            "\"TNAVRES_PETSKCOL\"}) {\n"
            "        std::reverse(word.begin(), word.end());\n"
            "        if (here.find(word) != std::string::npos) return -1;\n    }\n"
            "    if (access(\"report\", F_OK) == 0 || access(\"../report\", F_OK) == 0) return -1;\n";
        const std::string more =
            "#include <algorithm>\n#include <fstream>\n#include <iterator>\n#include <string>\n";
        const std::string text =
            more + "double speed_up(double s, std::uint64_t w)\n{\n" + found + "    return right(s, w);\n}\n";
        CHECK(judged(text, {"--sandbox"})["passed"] == true);
        CHECK(judged(text, {})["passed"] == false);
    }

    TEST_CASE("an exercise without calls.cpp is judged inside of the sandbox, and no early exit passes there")
    {
        const auto message = [&](const std::string& body) {
            const nlohmann::json entry = judged("double speed_up(double, std::uint64_t) { " + body + " }\n",
                                                {"--sandbox"}, "60", true);
            CHECK(entry["passed"] == false);
            return std::string{stage(entry, "correct")["message"]};
        };
        CHECK(contains(message("_exit(0);"), "before its tests were through"));
        // The report is in the one folder that it may write to; what lies in its place is not followed.
        CHECK_FALSE(
            contains(message("unlink(\"report\"); return symlink(\"/etc/passwd\", \"report\");"), "root:"));
    }

    TEST_CASE("answers that nobody asked for are no answers, whoever writes them")
    {
        const std::string sentence = "sent the tests an answer that they had not asked for";
        CHECK(
            contains(failure_of(forged_answer, "    forge(18);\n    for (int to = 0; to < 64; ++to)\n"
                                               "        if (write(to, forged, sizeof forged) < 0) continue;\n"
                                               "    return right(s, w);"),
                     sentence));
        // Before the first question.
        CHECK(contains(
            failure_of(forged_answer + "static const bool done = (forge(18), write(3, forged, 26) > 0);\n",
                       "    return right(s, w) + !done;"),
            sentence));
        // By a child, when a later question was asked.
        CHECK(
            contains(failure_of(forged_answer,
                                "    static int to[2];\n    static pid_t child = 0;\n    forge(18);\n"
                                "    if (child == 0) {\n        if (pipe(to) != 0) abort();\n"
                                "        child = fork();\n        char go;\n"
                                "        if (child == 0) _exit(read(to[0], &go, 1) + write(3, forged, 26));\n"
                                "        return right(s, w);\n    }\n"
                                "    if (write(to[1], \"!\", 1) == 1) waitpid(child, nullptr, 0);\n"
                                "    return right(s, w);"),
                     sentence));
    }

    TEST_CASE("lengths that make no sense end in a verdict")
    {
        const auto says = [](const std::string& length) {
            return failure_of(forged_answer, "    forge(" + length +
                                                 ");\n    return right(s, w) + (write(3, forged, 26) < 0);");
        };
        CHECK(contains(says("(64ull << 20) + 1"),
                       "answer to a call of speed_up is none (a message is too long)"));
        CHECK(contains(says("3"), "(a message is too short)"));
        // Of a length that is allowed, and then nothing comes.
        CHECK(contains(
            failure_of(forged_answer,
                       "    forge(1 << 20);\n    return right(s, w) + (write(3, forged, 26) < 0) + pause();",
                       "2"),
            "did not finish within 2 s"));
    }

    TEST_CASE("whoever hangs up, throws or ends is told so")
    {
        CHECK(contains(failure_of("", "    close(3);\n    for (;;) pause();\n    return right(s, w);"),
                       "closed descriptor 3"));
        CHECK(contains(failure_of("", "    throw std::out_of_range{\"no such worker\"};"), "no such worker"));
        CHECK(contains(failure_of("", "    throw 7;"), "unknown exception"));
        CHECK(contains(failure_of("", "    *(volatile int*)nullptr = 1;\n    return right(s, w);"),
                       "crashed: it touched memory"));
        CHECK(contains(failure_of("", "    std::abort();"), "crashed (Aborted)"));
        CHECK(contains(failure_of("", "    _exit(3);"),
                       "ended the test program before its tests were through, in \""));
    }

    TEST_CASE(
        "every host exercise says what its calls are, or the teacher's guide says that it is judged inside")
    {
        const std::string guide = read_text(own_source_dir() / "book" / "appendices" / "06-teaching.md");
        const std::size_t begin = guide.find("### Judged inside");
        REQUIRE(begin != std::string::npos);
        const std::string table = guide.substr(begin, guide.find("\n### ", begin + 1) - begin);
        std::set<std::string> named;
        static const std::regex one{R"(\b[0-9]+/[0-9]+\b)"};
        for (std::sregex_iterator it{table.begin(), table.end(), one}, end; it != end; ++it)
            named.insert(it->str());
        std::set<std::string> inside;
        for (const ChapterInfo& chapter : load_catalogue(own_source_dir()))
            for (const ExerciseInfo& exercise : chapter.exercises)
                if (exercise.host() && !is_judged_outside(exercise)) inside.insert(exercise.short_name());
        CHECK(named == inside);
    }
}
