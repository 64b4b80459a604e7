// Tests of `lockstep watch`: on a terminal's whole screen, line by line, and how it leaves both.
#include "fixture.hpp"
#include "terminal.hpp"

#include "lockstep/files.hpp"

#include <doctest/doctest.h>

#include <csignal>

using namespace lockstep::tool;
using namespace lockstep::tool::test;

namespace
{

namespace fs = std::filesystem;

constexpr const char* leave = "\033[?1049l";
const std::string saxpy = "exercises/" + std::string{exercise_id} + "/saxpy.cl";

Environment on(const Fixture& fixture, const std::string& term)
{
    Environment environment = fixture.environment();
    environment["TERM"] = term;
    return environment;
}

class OnScreen
{
public:
    explicit OnScreen(const Fixture& fixture, const std::string& term = "xterm", unsigned short rows = 24,
                      unsigned short columns = 80)
        : terminal({LOCKSTEP_PROGRAM, "watch", "3/2"}, on(fixture, term), rows, columns)
    {
    }

    Terminal terminal;
};

// A fixture whose check ends at once, with a verdict that it failed.
class QuicklyFailing : public Fixture
{
public:
    QuicklyFailing()
    {
        replace_test_program("exit 5");
        write(".stubs/" + std::string{exercise_id} + "/saxpy.cl", "// the stub\n");
    }
};

const std::string failed = "✗ correct";

} // namespace

TEST_SUITE("watch")
{
    TEST_CASE("the page shows the exercise, its verdict and the keys; q leaves the terminal as it was")
    {
        const QuicklyFailing fixture;
        OnScreen on_screen{fixture};
        Terminal& terminal = on_screen.terminal;
        CHECK(terminal.shows("0 of 1 solved, 0 of 10 points"));
        CHECK(terminal.shows("Your first kernel"));
        CHECK(terminal.shows("edit " + saxpy));
        CHECK(terminal.shows("q quit"));
        CHECK(terminal.shows(failed));
        CHECK(terminal.shows("Save the file, and it is checked. What it is to do: t"));
        CHECK_FALSE(terminal.as_found());
        CHECK_FALSE(contains(terminal.written(), "\033[31m")); // NO_COLOR
        terminal.type("q");
        CHECK(terminal.shows(leave));
        CHECK(terminal.shows("Go on with: ./lockstep watch 3/2"));
        CHECK(terminal.shows("[status 0]"));
        CHECK(terminal.as_found());
    }

    TEST_CASE(
        "the task is a key away, broken for the terminal's width; hints that were seen stay on the page")
    {
        const QuicklyFailing fixture;
        fixture.write(
            "exercises/" + std::string{exercise_id} + "/README.md",
            "# Scale\n\nThe factor \\f$ a \\f$ is\na number.\n\n- **One** thing\n  and its end\n- another\n\n"
            "    code  as it is\n");
        fixture.write(
            "exercises/" + std::string{exercise_id} + "/exercise.json",
            R"({"title": "Scale", "points": 1, "minutes": 1, "edit": ["saxpy.cl"], "checks": ["correct"],
                          "hints": ["Begin.", "Go on.", "Arrive."]})");
        OnScreen on_screen{fixture};
        Terminal& terminal = on_screen.terminal;
        CHECK(terminal.shows(failed));
        terminal.type("t");
        CHECK(terminal.shows("The factor a is a number."));
        CHECK(terminal.shows("- One thing and its end"));
        CHECK(terminal.shows("- another"));
        CHECK(terminal.shows("    code  as it is"));
        terminal.type("hh"); // on what failed, and the first
        CHECK(terminal.shows("1 of 3 Begin."));
        terminal.type("h");
        CHECK(terminal.shows("2 of 3 Go on."));
        terminal.resize(24, 79); // the page anew
        CHECK(terminal.shows("1 of 3 Begin."));
        CHECK(terminal.shows("2 of 3 Go on."));
        CHECK(terminal.shows("1 more: h"));
        terminal.type("q");
        CHECK(terminal.shows("[status 0]"));
    }

    TEST_CASE("the keys: hints, the list with its search, the solution once solved, the stub again")
    {
        const QuicklyFailing fixture;
        fixture.kernel("// mine\n");
        OnScreen on_screen{fixture};
        Terminal& terminal = on_screen.terminal;
        CHECK(terminal.shows(failed));
        terminal.type("h");
        CHECK(terminal.shows("The check: Your code ended the whole program."));
        terminal.type("s");
        CHECK(terminal.shows("3/2 is not solved yet."));
        terminal.type("n");
        CHECK(terminal.shows("There is no other exercise that is not solved."));
        terminal.type("lzzz");
        CHECK(terminal.shows("Search: zzz_"));
        CHECK(contains(terminal.written(), "Nothing is called so."));
        terminal.type("\x7f\x7f\x7f");
        CHECK(terminal.shows("> · 3/2"));
        terminal.type("\033"); // Esc
        CHECK(terminal.shows(failed));
        terminal.type("r");
        CHECK(terminal.shows("Put the stub back?"));
        terminal.type("x");
        CHECK(terminal.shows("There is no other"));
        CHECK(lockstep::read_text(fixture.root() / saxpy) == "// mine\n");
        terminal.type("r");
        CHECK(terminal.shows("Put the stub back?"));
        terminal.type("y");
        CHECK(terminal.shows("saxpy.your-1.cl"));
        CHECK(lockstep::read_text(fixture.root() / saxpy) == "// the stub\n");
        terminal.type("q");
        CHECK(terminal.shows("[status 0]"));
    }

    TEST_CASE(
        "Ctrl-C and the end by a signal leave the terminal as it was, and stop the check that is under way")
    {
        for (const int number : {SIGINT, SIGTERM, SIGSEGV}) {
            CAPTURE(number);
            Fixture fixture;
            fixture.replace_test_program("echo $$ > pid; exec sleep 1000");
            fixture.kernel("// mine\n");
            OnScreen on_screen{fixture};
            Terminal& terminal = on_screen.terminal;
            const pid_t program = terminal.program();
            CHECK(terminal.shows("Checking …"));
            if (number == SIGINT)
                terminal.type("\x03");
            else
                kill(program, number);
            CHECK(terminal.shows(leave));
            CHECK(terminal.shows("[status " + std::to_string(number == SIGINT ? 130 : 128 + number) + "]"));
            CHECK(terminal.as_found());
            if (number != SIGSEGV && fs::exists(fixture.root() / "pid") && pid_in(fixture.root() / "pid") > 0)
                CHECK(has_ended(pid_in(fixture.root() / "pid")));
        }
    }

    TEST_CASE("Ctrl-Z gives the terminal to the shell; brought back, the page is there again")
    {
        const QuicklyFailing fixture;
        OnScreen on_screen{fixture};
        Terminal& terminal = on_screen.terminal;
        CHECK(terminal.shows(failed));
        terminal.type("\x1a");
        CHECK(terminal.shows(leave));
        CHECK(terminal.shows("[stopped]"));
        CHECK(terminal.as_found());
        terminal.type("fg\n");
        CHECK(terminal.shows("0 of 1 solved"));
        CHECK(terminal.shows(failed));
        CHECK_FALSE(terminal.as_found());
        terminal.type("q");
        CHECK(terminal.shows("[status 0]"));
        CHECK(terminal.as_found());
    }

    TEST_CASE("a terminal of another size gets a page of that size, and one that is too small is told")
    {
        const QuicklyFailing fixture;
        OnScreen on_screen{fixture};
        Terminal& terminal = on_screen.terminal;
        CHECK(terminal.shows(failed));
        terminal.resize(20, 60);
        CHECK(terminal.shows("t task h hint n next l list"));
        terminal.resize(5, 60);
        CHECK(terminal.shows("This terminal is too small."));
        terminal.resize(24, 80);
        CHECK(terminal.shows("h hint   n next"));
        terminal.type("q");
        CHECK(terminal.shows("[status 0]"));
    }

    TEST_CASE("a file that is renamed over the old one is checked; solved, its solution is shown beside it")
    {
        const Fixture fixture;
        fixture.kernel("kernel void saxpy() {}\n");
        OnScreen on_screen{fixture, "xterm-256color", 40, 120};
        Terminal& terminal = on_screen.terminal;
        CHECK(terminal.shows("✗ builds"));
        fixture.write("saved by an editor", right_kernel);
        fs::rename(fixture.root() / "saved by an editor", fixture.root() / saxpy);
        CHECK(terminal.shows("1 of 1 solved, 10 of 10 points"));
        CHECK(terminal.shows("and with it every exercise there is"));
        terminal.type("s");
        CHECK(terminal.shows("The book's: solutions/03-first-kernel/2-saxpy/saxpy.cl"));
        terminal.type("q");
        CHECK(terminal.shows("[status 0]"));
    }

    TEST_CASE("a check under way is called off when the file is saved again")
    {
        Fixture fixture;
        fixture.replace_test_program("if grep -q second " + saxpy +
                                     "; then exit 5; fi; echo $$ > pid; exec sleep 1000");
        fixture.kernel("// first\n");
        OnScreen on_screen{fixture};
        Terminal& terminal = on_screen.terminal;
        CHECK(terminal.shows("Checking … 1 s"));
        fixture.kernel("// second\n");
        CHECK(terminal.shows(failed));
        if (fs::exists(fixture.root() / "pid")) CHECK(has_ended(pid_in(fixture.root() / "pid")));
        terminal.type("q");
        CHECK(terminal.shows("[status 0]"));
    }

    TEST_CASE("on a dumb terminal it goes line by line, with keys and Enter")
    {
        const QuicklyFailing fixture;
        OnScreen on_screen{fixture, "dumb"};
        Terminal& terminal = on_screen.terminal;
        CHECK(terminal.shows("Watching " + saxpy + ": each save is checked."));
        CHECK(terminal.shows(failed));
        terminal.type("h\n");
        CHECK(terminal.shows("The check: Your code ended the whole program."));
        fixture.kernel("// saved\n");
        CHECK(terminal.shows(failed));
        terminal.type("?\n");
        CHECK(terminal.shows("Keys, each with Enter"));
        CHECK_FALSE(contains(terminal.written(), "\033["));
        terminal.type("q\n");
        CHECK(terminal.shows("[status 0]"));
    }

    TEST_CASE("in a pipe it goes on by itself, and ends when everything is solved")
    {
        const Fixture fixture;
        fixture.kernel(right_kernel);
        const ProcessResult result = fixture.lockstep({"watch"});
        CHECK(result.status == 0);
        CHECK(contains(result.output, "Watching " + saxpy));
        CHECK(contains(result.output, "✓ correct"));
        CHECK(contains(result.output, "Solved, 10 points more"));
        CHECK_FALSE(contains(result.output, "\033["));
        const ProcessResult again = fixture.lockstep({"watch"});
        CHECK(again.status == 2);
        CHECK(contains(again.error, "Every exercise is solved; name the one to watch."));
    }
}
