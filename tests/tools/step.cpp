// Tests of lockstep step: sentences, the page and its keys, and what is refused; over an exercise's tests as they are built with the book.
#include "fixture.hpp"
#include "terminal.hpp"

#include "base/paths.hpp"
#include "base/terminal.hpp"
#include "check/checkout_lens.hpp"
#include "commands/own_launch.hpp"
#include "lockstep/failure.hpp"
#include "step/jumps.hpp"
#include "step/recording.hpp"
#include "step/view.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

using namespace lockstep::tool;
using namespace lockstep::tool::test;

namespace
{

const std::string good_kernel =
    "kernel void saxpy(float a, global const float* x, global float* y, uint n)\n{\n"
    "    uint i = get_global_id(0);\n    if (i < n) y[i] = a * x[i] + y[i];\n}\n";
const std::string kernel_beyond =
    "kernel void saxpy(float a, global const float* x, global float* y, uint n)\n{\n"
    "    uint i = get_global_id(0);\n    y[i] = a * x[i + 1] + y[i];\n}\n";

/// A history of four steps: an if parts four lanes, one of them stores, and the text joins.
StepHistory small_history()
{
    return StepHistory{
        R"({"version":1,"launches":[],"kernel":"k","launch":0,"source":{"name":"k.cl","text":"one\nif (i > 2)\n    out[i] = 7;\n"},
"dimensions":1,"global":[4,1,1],"local":[4,1,1],"offset":[0,0,0],"group":[0,0,0],"sub_group":0,"sub_groups":1,"width":4,"lanes":4,
"items":[[0,0,0],[1,0,0],[2,0,0],[3,0,0]],
"profile":{"id":"h200","name":"NVIDIA H200","sector":32,"store_sector":32,"line":128,"merged":32,"banks":32,"bank_bytes":4},
"buffers":[{"name":"out","space":"global","type":"int","element":4,"bytes":16,"base":256}],
"variables":[{"name":"i","type":"int","line":1,"function":"k"},{"name":"x","type":"float","line":1,"function":"k"}],
"places":[[1,1,1,4],[2,1,2,11],[3,5,3,16],[3,15,3,16]],
"steps":[{"p":0,"is":"compute","v":{"0":[0,1,2,3],"1":null},"c":[2,8,0,0],"s":"Line 1: All 4 lanes compute."},
{"p":1,"is":"branch","to":"8","f":[{"is":"if","p":1,"m":"f"}],"c":[1,4,1,1],"t":["diverges"],"s":"Line 2: All 4 lanes ask."},
{"p":2,"is":"store","m":"8","v":{"1":[null,null,null,0.5]},"a":{"is":"store","buffer":0,"bytes":4,"at":[12],"name":"out[i]","values":7},
"r":[{"kind":"global_store","lanes":1,"bytes":4,"sectors":1,"needed":1,"lines":1}],"c":[1,1,0,0],"s":"Line 3: Lane 3 stores out[i]."},
{"p":3,"is":"join","m":"f","f":[],"gone":[1],"s":"Line 3: The text joins."}],
"findings":[],"totals":{"steps":4},"truncated":false,"ended":"end"})",
        "a test"};
}

ProcessResult stepped(const Fixture& fixture, std::vector<std::string> more)
{
    std::vector<std::string> words{"step", "3/2"};
    words.insert(words.end(), more.begin(), more.end());
    return fixture.lockstep(words);
}

} // namespace

TEST_SUITE("step")
{
    TEST_CASE("a state is the same from whichever side one comes to it")
    {
        const StepHistory history = small_history();
        CHECK(history.state(3).counts.instructions == 4);
        const StepState parted = history.state(1);
        CHECK(parted.mask == 0xf);
        CHECK(parted.after == 8);
        CHECK(parted.frames.size() == 1);
        CHECK(value_in_lane(parted.values.at(0), 3) == 3);
        CHECK(value_in_lane(parted.values.at(1), 3).is_null());
        CHECK(history.state(2).mask == 8);
        CHECK(history.state(2).counts.kinds.at("global_store").cost == 1);
        CHECK_FALSE(history.state(3).values.contains(1));
        CHECK(history.state(0).counts.kinds.empty());
    }

    TEST_CASE("one runs to a divergence, a line, a condition, over what opens, and back")
    {
        const StepHistory history = small_history();
        using Is = Wanted::Is;
        CHECK(next_step(history, 0, {.is = Is::divergence}) == 1);
        CHECK(next_step(history, 1, {.is = Is::divergence}) == std::nullopt);
        CHECK(next_step(history, 3, {.is = Is::divergence}, true) == 1);
        CHECK(next_step(history, 0, {.is = Is::line, .line = 3}) == 2);
        CHECK(next_step(history, 2, {.is = Is::over}) == 3);
        CHECK(next_step(history, 1, {.is = Is::over}) == std::nullopt); // the if goes to the end
        CHECK(next_step(history, 0, condition_of("x == 0.5")) == 2);
        CHECK(next_step(history, std::nullopt, condition_of("lane 2: i >= 2")) == 0);
        CHECK(next_step(history, std::nullopt, condition_of("i < 0")) == std::nullopt);
        CHECK(step_at(history, "end") == 3);
        CHECK(step_at(history, "line:2") == 1);
        CHECK(step_at(history, "waste") == std::nullopt);
        CHECK_THROWS_AS(condition_of("i is 3"), lockstep::Failure);
        CHECK_THROWS_AS(step_at(history, "4"), lockstep::Failure);
        CHECK_THROWS_AS(step_at(history, "soon"), lockstep::Failure);
    }

    TEST_CASE("the page fits a terminal, and shows the text, the lanes, the sectors and the values")
    {
        const StepHistory history = small_history();
        StepView view{.step = 2, .lane = 3, .pinned = {"i"}};
        const std::vector<std::string> page = step_page(history, view, 24, 80);
        CHECK(page.size() <= 24);
        std::string all;
        for (const std::string& line : page) {
            CHECK(columns_of(line) <= 80);
            all += line + "\n";
        }
        for (const char* text :
             {"▶    3      out[i] = 7;", "···■", "if in line 2: 4", "out 3", "▒···", "work-item (3)", "•i",
              "▁▃▆█", "→x", "0.5", "global store 1: 1 sector, 1 needed", "1 of 1 branches divergent"}) {
            const std::string wanted = text;
            CAPTURE(wanted);
            CAPTURE(all);
            CHECK(contains(all, wanted));
        }
        CHECK(step_page(history, view, 8, 80).size() == 8);
        CHECK(contains(step_page(history, view, 8, 80).back(), "? keys"));
        view.step = 1;
        all.clear();
        for (const std::string& line : step_page(history, view, 24, 80)) all += line + "\n";
        CHECK(contains(all, "then  1/4"));
    }

    TEST_CASE("each step of an exercise's kernel is a sentence where there is no terminal")
    {
        const Fixture fixture;
        fixture.kernel(good_kernel);
        const ProcessResult result = stepped(fixture, {"--print", ".."});
        CAPTURE(result.error);
        CHECK(result.status == 0);
        CHECK(contains(result.output, "saxpy · group (0) · sub-group 0 of 2 · 32 lanes, NVIDIA H200: "));
        CHECK(contains(result.output, "    0  Line 3: All 32 lanes compute. i = 0, 1, 2 … 31."));
        CHECK(contains(result.output,
                       "All 32 lanes load x[i] in global memory; 4 sectors, 4 needed, in 1 line."));
        CHECK(contains(result.output, "The kernel ends."));
        const ProcessResult wide = stepped(fixture, {"--profile", "mi300x", "--print", "0"});
        CHECK(contains(wide.output, "sub-group 0 of 1 · 64 lanes, AMD Instinct MI300X"));
        const ProcessResult small = stepped(fixture, {"--width", "8", "--sub-group", "7", "--print", "0"});
        CHECK(contains(small.output, "i = 56, 57, 58 … 63."));
    }

    TEST_CASE("one goes to what Pocket found, whichever launch and group it is in")
    {
        const Fixture fixture;
        fixture.kernel(kernel_beyond);
        const ProcessResult result = stepped(fixture, {"--at", "finding"});
        CAPTURE(result.error);
        CHECK(result.status == 0);
        CHECK(contains(result.output, "load x[i + 1]"));
        CHECK(contains(result.output, "line 4: this reads x["));
        fixture.kernel(good_kernel);
        const ProcessResult clean = stepped(fixture, {"--at", "finding"});
        CHECK(clean.status == 2);
        CHECK(contains(clean.error, "Pocket found nothing wrong"));
    }

    TEST_CASE("a launch of one's own is stepped through, of an exercise's kernel or of any file's")
    {
        const Fixture fixture;
        fixture.kernel(good_kernel);
        const std::vector<std::string> own{"--kernel", "saxpy", "--own",   "16/8;2;16xindex;16xone;12",
                                           "--group",  "1",     "--print", "0..2"};
        const ProcessResult exercise = stepped(fixture, own);
        CAPTURE(exercise.error);
        CHECK(contains(exercise.output, "saxpy · group (1) · sub-group 0 of 1"));
        CHECK(contains(exercise.output, "i = 8, 9, 10 … 15."));
        CHECK(contains(exercise.output, "4 go in"));
        fixture.write("mine.cl", "kernel void one(global int* out) { out[0] = N; }\n");
        const std::filesystem::path file = fixture.root() / "mine.cl";
        const std::filesystem::path recording = fixture.root() / "recording.json";
        const ProcessResult written =
            fixture.lockstep({"step", file.string(), "--kernel", "one", "--own", "1/1;1,2", "--options",
                              "-D N=7", "--json", recording.string()});
        CAPTURE(written.error);
        CHECK(written.status == 0);
        const StepHistory history{recording};
        CHECK(history.about()["launches"].size() == 1);
        CHECK(history.step(0)["a"]["values"] == 7);
        const ProcessResult wrong = stepped(fixture, {"--kernel", "saxpy", "--own", "16/8;2"});
        CHECK(wrong.status == 2);
        CHECK(contains(wrong.error, "The kernel saxpy has 4 arguments."));
    }

    TEST_CASE("of a program's processes the first one that launches is shown, and a recording is made anew")
    {
        const Fixture fixture;
        const std::filesystem::path file = fixture.root() / "mine.cl";
        const std::filesystem::path recording = fixture.root() / "recording.json";
        const auto recorded_first = [&](const std::string& first, const std::string& second) {
            fixture.write("mine.cl", first);
            const ScratchFolder scratch;
            LensRequest launch;
            prepare_own_launch({.subject = file.string(), .kernel = "one", .words = "1/1;1", .options = ""},
                               scratch, launch);
            Command both{
                .arguments = {"/bin/sh", "-c", "\"$@\" && echo \"$CHANGED\" >\"$2\" && \"$@\"", "sh"}};
            both.arguments.insert(both.arguments.end(), launch.program.begin(), launch.program.end());
            both.environment["CHANGED"] = second;
            record(both, checkout_lens_tools(build_dir(), false, CountedBy::pocket).pocket,
                   {.profile = checkout_profile(own_source_dir(), "h200"), .to_end = true}, recording);
            return StepHistory{recording}.step(0)["a"]["values"].get<int>();
        };
        const std::string seven = "kernel void one(global int* out) { out[0] = 7; }\n";
        const std::string nine = "kernel void one(global int* out) { out[0] = 9; }\n";
        CHECK(recorded_first(seven, nine) == 7);
        CHECK(recorded_first(nine, seven) == 9);
    }

    TEST_CASE("what cannot be is refused with what to type")
    {
        const Fixture fixture;
        fixture.kernel(good_kernel);
        const auto refused = [&](std::vector<std::string> words, const char* sentence, const char* next) {
            const ProcessResult result = stepped(fixture, std::move(words));
            CAPTURE(result.error);
            CHECK(result.status == 2);
            CHECK(contains(result.error, sentence));
            CHECK(contains(result.error, next));
        };
        refused({"--kernel", "sapxy"}, "The program has not launched the kernel sapxy 1 time.", "saxpy");
        refused({"--launch", "9999"}, "The program has not launched any kernel 10000 times.",
                "--kernel with one of: saxpy");
        refused({"--group", "99"}, "The launch has no such group.", "step --help");
        refused({"--group", "one"}, "'one' is no work-group.", "--group 3");
        refused({"--sub-group", "5"}, "A group of this launch has 2 sub-groups, from 0 on.", "step --help");
        refused({"--at", "soon"}, "--at cannot be 'soon'.", "divergence");
        refused({"--at", "99999"}, "There is no step 99999", "--at end");
        refused({"--at", "conflict"}, "No step of this sub-group is 'conflict'.", "leave --at out");
        refused({"--profile", "abacus"}, "abacus", "h200");
        const ProcessResult nothing = fixture.lockstep({"step", "77"});
        CHECK(nothing.status == 2);
        CHECK(contains(nothing.error, "There is no chapter and no exercise '77'."));
    }

    TEST_CASE("on a terminal keys step, go back, jump, ask, and leave")
    {
        const Fixture fixture;
        fixture.kernel(good_kernel);
        Environment environment = fixture.environment();
        environment["TERM"] = "xterm";
        Terminal terminal{{LOCKSTEP_PROGRAM, "step", "3/2"}, environment};
        CHECK(terminal.shows("saxpy · group (0) · sub-group 0 of 2"));
        CHECK(terminal.shows("step 0 of"));
        CHECK(terminal.shows("? keys"));
        terminal.type("n");
        CHECK(terminal.shows("step 1 of"));
        terminal.type("b");
        CHECK(terminal.shows("step 0 of"));
        terminal.type("d");
        CHECK(terminal.shows("No lanes part behind this step."));
        terminal.type("g4\r");
        CHECK(terminal.shows("step 1 of"));
        terminal.type("/i == 40\r");
        CHECK(terminal.shows("It holds nowhere behind this step."));
        terminal.type("]");
        CHECK(terminal.shows("sub-group 1 of 2"));
        terminal.type("?");
        CHECK(terminal.shows("Keys of the stepper"));
        terminal.type("?");
        CHECK(terminal.shows("sub-group 1 of 2"));
        terminal.type("q");
        CHECK(terminal.shows("[status 0]"));
        CHECK(terminal.as_found());
    }
}
