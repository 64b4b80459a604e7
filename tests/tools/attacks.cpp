// Tests that the verdict comes from outside of the tested process: solutions that are wrong, and say otherwise.
#include "fixture.hpp"

#include "base/paths.hpp"
#include "lockstep/files.hpp"
#include "lockstep/text.hpp"

#include <doctest/doctest.h>

using namespace lockstep;
using namespace lockstep::tool;
using namespace lockstep::tool::test;

namespace
{

// A reader's folder with the exercise of host code.
class Host
{
public:
    // The verdict on a file of this text.
    nlohmann::json verdict(const std::string& text) const
    {
        fixture_.write("exercises/" + std::string{host_exercise_id} + "/strip_mine.cpp", text);
        return fixture_.verdict();
    }

    std::string solution() const
    {
        return read_text(fixture_.root() / "solutions" / host_exercise_id / "strip_mine.cpp");
    }

    // The solution, whose threads add to one variable unless `right` says otherwise at run time.
    std::string racy_unless(const std::string& right) const
    {
        return replace_all(solution(), "workers.emplace_back([&, i] { sums[i] =",
                           "workers.emplace_back([&, i] { sums[" + right + " ? i : 0] +=");
    }

private:
    Fixture fixture_{host_exercise_id};
};

const std::string headers =
    "#include \"strip_mine.hpp\"\n#include <cstdio>\n#include <cstdlib>\n#include <cstring>\n"
    "#include <fcntl.h>\n#include <string>\n#include <thread>\n#include <unistd.h>\n";
const std::string wrong = headers + "std::vector<Strip> strips(std::size_t, unsigned) { return {}; }\n"
                                    "double sum(std::span<const float>, unsigned) { return 0; }\n";

std::string message_in(const nlohmann::json& entry, const std::string& name)
{
    CAPTURE(entry.dump());
    CHECK(entry["passed"] == false);
    CHECK(stage(entry, name)["status"] == "failed");
    return stage(entry, name)["message"];
}

// What a forger would write before main(), in the form the report had, and with whatever it finds of a key.
const std::string forgery = R"(
std::string found(const char* name)
{
    if (const char* value = std::getenv(name)) return value;
    std::string all(65536, '\0');
    const int file = open("/proc/self/environ", O_RDONLY);
    all.resize(static_cast<std::size_t>(read(file, all.data(), all.size())));
    const std::size_t at = all.find(std::string{name} + "=");
    return at == std::string::npos ? "" : std::string{all.c_str() + at + std::strlen(name) + 1};
}
)";

} // namespace

TEST_SUITE("attacks")
{
    TEST_CASE("the solution of host code passes; by including it nothing does")
    {
        const Host host;
        CHECK(host.verdict(host.solution())["passed"] == true);
        const std::string path = "../../../solutions/01-parallelism/3-strip-mine/strip_mine.cpp";
        for (const std::string& text : std::vector<std::string>{
                 "\n#include \"" + path + "\"\n", "\n#define IT \"" + path + "\"\n#include IT\n",
                 "\n#inc\\\nlude <" +
                     (own_source_dir() / "solutions" / host_exercise_id / "strip_mine.cpp").string() +
                     ">\n"}) {
            CAPTURE(text);
            CHECK(contains(message_in(host.verdict(text), "builds"),
                           "strip_mine.cpp, which is no part of this"));
        }
        CHECK(message_in(host.verdict("\n#include \"" + path + "\"\n"), "builds")
                  .starts_with(
                      "strip_mine.cpp:2 includes solutions/01-parallelism/3-strip-mine/strip_mine.cpp"));
    }

    TEST_CASE("a host program that leaves its memory is told of sums that wrap, as well as of indices")
    {
        const Host host;
        const std::string head = "std::vector<Strip> strips(std::size_t n, unsigned threads)\n{\n";
        const nlohmann::json entry = host.verdict(replace_all(
            host.solution(), head, head + "    *reinterpret_cast<volatile std::size_t*>(threads) = n;\n"));
        CHECK(contains(message_in(entry, "correct"), "a sum or product that is too large for its type"));
    }

    TEST_CASE("a division by zero is called so, with its line, in both stages")
    {
        const Host host;
        const std::string head = "std::vector<Strip> strips(std::size_t n, unsigned threads)\n{\n";
        const nlohmann::json entry = host.verdict(replace_all(
            host.solution(), head, head + "    volatile std::size_t each = n / threads;\n    (void)each;\n"));
        CHECK(contains(message_in(entry, "correct"), "crashed: it divided a whole number by zero"));
        const nlohmann::json clean = stage(entry, "clean");
        if (clean["status"] == "not-checked") return; // no sanitizer here
        CHECK(contains(message_in(entry, "clean"), "a whole number is divided by zero (found by"));
        CHECK_FALSE(contains(message_in(entry, "clean"), "exit"));
    }

    TEST_CASE("an initialiser finds neither key nor report, and a forged one with _exit(0) fails")
    {
        const Host host;
        const std::string message = message_in(host.verdict(wrong + forgery + R"(
[[gnu::constructor]] void forge()
{
    const std::string report = found("LOCKSTEP_REPORT");
    const std::string key = found("LOCKSTEP_KEY");
    std::fprintf(stderr, "report '%s', key '%s', stage '%s'\n", report.c_str(), key.c_str(),
                 found("LOCKSTEP_STAGE").c_str());
    if (std::FILE* file = std::fopen(report.c_str(), "w"))
        std::fputs("{\"event\":\"run\",\"cases\":[\"a\"]}\n{\"event\":\"verdict\",\"name\":\"a\",\"failed\":false,"
                   "\"messages\":[]}\n{\"event\":\"end\",\"cases\":1}\n", file);
    std::fflush(nullptr);
    _exit(0);
}
)"),
                                               "correct");
        CHECK(message.starts_with(
            "Your program ended the test program before its tests were through (exit status "
            "0). Look for exit, _exit, quick_exit or abort;"));
        CHECK(contains(message, "report '', key '', stage ''"));
    }

    TEST_CASE("whoever leaves early fails, and is told by which call it may have been")
    {
        const Host host;
        for (const char* body : {"_exit(0);", "std::quick_exit(0);", "std::exit(0);",
                                 "std::thread{[] { std::exit(0); }}.join();"}) {
            CAPTURE(body);
            const nlohmann::json entry =
                host.verdict(headers + replace_all(host.solution(), "    double total = 0;",
                                                   "    " + std::string{body} + "\n    double total = 0;"));
            CHECK(contains(message_in(entry, "correct"), "Look for exit, _exit, quick_exit or abort"));
            CHECK(contains(message_in(entry, "correct"), "before its tests were through, in \""));
            CHECK(contains(message_in(entry, "clean"), "before its tests were through, in \""));
        }
    }

    TEST_CASE("a right program that leaves in a static object's destructor fails")
    {
        const Host host;
        for (const char* leave : {"_exit(0)", "std::exit(0)"}) {
            CAPTURE(leave);
            const nlohmann::json entry = host.verdict(
                headers + host.solution() + "struct Leaver { ~Leaver() { " + leave + "; } } leaver;\n");
            CHECK(message_in(entry, "correct")
                      .starts_with("Your program ended with status 0 after its tests instead of returning"));
        }
    }

    TEST_CASE(
        "a listener of the student's own, and arguments changed before main(), do not alter the verdict")
    {
        const Host host;
        CHECK(contains(message_in(host.verdict("#include <doctest/doctest.h>\n" + wrong), "builds"),
                       "doctest.h, which is no part of this exercise"));
        CHECK(
            contains(message_in(host.verdict(wrong + "namespace doctest { struct IReporter; }\n"), "builds"),
                     "'doctest' is refused"));
        const nlohmann::json entry =
            host.verdict(wrong + "[[gnu::constructor]] void change(int argc, char** argv, char**)\n"
                                 "{\n    if (argc > 1) std::strcpy(argv[1], \"-tc=none\");\n"
                                 "    setenv(\"LOCKSTEP_DEVICE\", \"none\", 1);\n    "
                                 "setenv(\"LOCKSTEP_STAGE\", \"lens\", 1);\n}\n");
        CHECK(contains(message_in(entry, "correct"), "fails: "));
    }

    TEST_CASE("no function of the tests or the harness can be replaced")
    {
        const Host host;
        const std::string message =
            message_in(host.verdict("#include <string>\n" + host.solution() +
                                    "namespace lockstep { std::string stage_name() { return \"lens\"; } }\n"),
                       "builds");
        CHECK(contains(message, "multiple definition of"));
    }

    TEST_CASE("the code that a sanitizer sees is the code that is tested")
    {
        const Host host;
        const std::string sees = headers +
                                 "#if defined(__SANITIZE_THREAD__)\n#define SEEN true\n"
                                 "#elif defined(__has_feature)\n#if __has_feature(thread_sanitizer)\n"
                                 "#define SEEN true\n#endif\n#endif\n"
                                 "#ifndef SEEN\n#define SEEN false\n#endif\n";
        CHECK(contains(message_in(host.verdict(sees + host.racy_unless("SEEN")), "clean"), "data race"));
        CHECK(contains(message_in(host.verdict(headers + forgery +
                                               host.racy_unless("found(\"LOCKSTEP_STAGE\") == "
                                                                "\"clean\"")),
                                  "clean"),
                       "data race"));
        for (const char* hidden :
             {"__attribute__((no_sanitize_thread)) ", "[[gnu::no_sanitize(\"thread\")]] "})
            CHECK(contains(
                message_in(host.verdict(headers + replace_all(host.racy_unless("false"), "double sum(",
                                                              std::string{hidden} + "double sum(")),
                           "builds"),
                "the stage clean must see all"));
        CHECK(contains(message_in(host.verdict(headers + host.racy_unless("false") +
                                               "extern \"C\" const char* __tsan_default_options()\n"
                                               "{ return \"report_bugs=0\"; }\n"),
                                  "builds"),
                       "'__tsan_default_options' is refused"));
    }

    TEST_CASE("a kernel that includes the solution, or asks for Oclgrind, is refused with file and line")
    {
        const Fixture fixture;
        const std::string solution = "\"../../../solutions/" + std::string{exercise_id} + "/saxpy.cl\"\n";
        fixture.kernel("// Mine\n#include " + solution);
        CHECK(message_in(fixture.verdict(), "builds").starts_with("saxpy.cl:2 includes "));
        for (const std::string& text : std::vector<std::string>{
                 "\n%: include " + solution, "\n#define IT " + solution + "#include IT\n"}) {
            fixture.kernel(text);
            CHECK(contains(message_in(fixture.verdict(), "builds"),
                           " is refused: a kernel includes files of its own"));
        }
        fixture.kernel("#ifdef __SPIR__\n" + std::string{right_kernel} + "#endif\n");
        CHECK(message_in(fixture.verdict(), "builds").starts_with("saxpy.cl:1: __SPIR__ is refused: "));
        fixture.write("exercises/" + std::string{exercise_id} + "/mine.clh", right_kernel);
        fixture.kernel("#include \"mine.clh\"\n");
        CHECK(fixture.verdict()["passed"] == true);
    }
}
