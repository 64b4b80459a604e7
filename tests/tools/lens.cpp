// Tests of `lockstep lens` and of the check's stage lens, on the device that LOCKSTEP_SIMULATOR names.
#include "base/simulator.hpp"
#include "lens_tree.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <fstream>
#include <sstream>
#include <string>

using namespace lockstep::tool;
using namespace lockstep::tool::test;

namespace
{

namespace fs = std::filesystem;

constexpr const char* store_target =
    R"([{"kernel": "turn", "metric": "global_store.efficiency", "min": 0.99}])";

// Lets the test program run its second case for the lens.
const Environment both_cases{{"LENS_FIXTURE_RAGGED", "1"}};

// The exercise's test program as any OpenCL program would be given, after "--".
std::vector<std::string> program_words(const LensTree& tree)
{
    return {"lens", "--", (tree.root() / "build" / "exercises" / "exercise-03-first-kernel-9-turn").string(),
            "--no-colors"};
}

bool on_pocket()
{
    return wanted_simulator() == CountedBy::pocket;
}

Environment turn_environment(const LensTree& tree)
{
    return {{"LOCKSTEP_EXERCISE_FILES", (tree.root() / "exercises" / turn_id).string()},
            {"LOCKSTEP_STAGE", "lens"}};
}

} // namespace

TEST_SUITE("lens")
{
    TEST_CASE("a missed target is told with file, line, cause and chapter")
    {
        const LensTree tree{store_target};
        const nlohmann::json entry = tree.check_turn();
        CAPTURE(entry.dump());
        CHECK(entry["passed"] == false);
        CHECK(stage(entry, "correct")["status"] == "passed");
        CHECK(stage(entry, "lens")["status"] == "failed");
        CHECK(stage(entry, "lens")["message"] ==
              "turn.cl:6: each store request touches 32 sectors where 4 "
              "would do: neighbouring work-items are 256 "
              "bytes apart; global_store.efficiency of 'turn' is 0.125, "
              "the target is at least 0.99 (chapter 12)\n"
              "6 | out[x * rows + y] = in[y * columns + x];\n"
              "in one request, work-items 0, 1, 2, 3, 4, 5, … ask for 4 bytes each, "
              "0, 256, 512, 768, 1024, 1280, … bytes behind the first's: 32 sectors "
              "of 32 bytes, where 4 hold as much");
    }

    TEST_CASE("several targets that one line misses are told in one sentence")
    {
        const LensTree tree{R"([{"kernel": "turn", "metric": "global_store.efficiency", "min": 0.99},
                                {"kernel": "turn", "metric": "global_store.sectors", "max": 512}])"};
        const nlohmann::json entry = tree.check_turn();
        const std::string message = stage(entry, "lens")["message"];
        CAPTURE(message);
        CHECK(message.starts_with("turn.cl:6: each store request touches 32 sectors"));
        const std::string sentence = message.substr(0, message.find('\n'));
        CHECK(sentence.ends_with("(chapter 12). 1 more target is missed at this line: global_store.sectors"));
        CHECK(std::ranges::count(message, '\n') == 2); // the line, and what its work-items ask for
    }

    TEST_CASE("a target that is met passes, and an upper bound is one")
    {
        CHECK(stage(LensTree{}.check_turn(), "lens")["status"] == "passed");
        const LensTree tree{R"([{"kernel": "turn", "metric": "global_store.sectors", "max": 4096},
                                {"kernel": "turn", "metric": "divergent_branches", "max": 0}])"};
        CHECK(stage(tree.check_turn(), "lens")["status"] == "passed");
        const LensTree strict{R"([{"kernel": "turn", "metric": "global_store.sectors", "max": 4095}])"};
        CHECK(contains(stage(strict.check_turn(), "lens")["message"], "the target is at most 4095"));
    }

    TEST_CASE("wrong results are not counted")
    {
        const LensTree tree;
        tree.turn(turn_kernel(
            "    if (x < columns && y < rows)\n        out[y * columns + x] = in[y * columns + x];\n"));
        const nlohmann::json entry = tree.check_turn();
        CHECK(stage(entry, "correct")["status"] == "failed");
        CHECK(stage(entry, "lens")["status"] == "not-checked");
        CHECK(contains(stage(entry, "lens")["message"], "the results are wrong"));
    }

    TEST_CASE("a target for a kernel that is not launched names those that are")
    {
        const LensTree tree{R"([{"kernel": "flip", "metric": "global_load.efficiency", "min": 0.99}])"};
        CHECK(contains(stage(tree.check_turn(), "lens")["message"],
                       "the kernel 'flip' is not launched; those that are: 'turn'"));
    }

    TEST_CASE("a kernel that is good at one shape only misses its target at the other, and is told which")
    {
        const LensTree tree{R"([{"kernel": "turn", "metric": "global_load.requests", "max": 128}])"};
        CHECK(stage(tree.check_turn(both_cases), "lens")["status"] == "passed");
        tree.turn(
            turn_kernel("    if (x >= columns || y >= rows) return;\n    const uint i = y * columns + x;\n"
                        "    out[x * rows + y] = columns % 32 == 0 ? in[i] : in[i] + 0 * in[y];\n"));
        CHECK(stage(tree.check_turn(), "lens")["status"] == "passed");
        CHECK(contains(stage(tree.check_turn(both_cases), "lens")["message"],
                       "(chapter 12), in the case \"turn turns a ragged picture\""));
    }

    TEST_CASE("a target for one test case holds in that one alone, and one for an unknown case is refused")
    {
        const char* const counted = "turn turns a picture made for counting";
        const auto targets = [](const std::string& test_case) {
            return R"([{"kernel": "turn", "metric": "global_load.requests", "max": 100, "case": ")" +
                   test_case + "\"}]";
        };
        const LensTree missed{targets(counted)};
        const std::string message = stage(missed.check_turn(both_cases), "lens")["message"];
        CHECK(contains(message, "is 128, the target is at most 100"));
        CHECK(contains(message, ": all load requests are made here; ")); // however many sectors they touch
        const LensTree met{targets("turn turns a ragged picture")};
        CHECK(stage(met.check_turn(both_cases), "lens")["status"] == "passed");
        const ProcessResult refused = LensTree{targets("turn turns")}.run({"check", turn_id}, both_cases);
        CHECK(refused.status == 2);
        CHECK(contains(refused.error,
                       "9-turn/exercise.json: \"lens.targets[0].case\" names 'turn turns', which "
                       "is no test case of TEST_SUITE(\"lens\").\n  try: one of '" +
                           std::string{counted} + "', 'turn turns a ragged picture'"));
    }

    TEST_CASE("a solution, a stub and a mutant are proven by the targets they meet and miss")
    {
        const LensTree tree{store_target};
        CHECK(tree.run({"prove", "--mutant", "stub", turn_id}).status == 0);
        const std::string solution = std::string{"solutions/"} + turn_id + "/turn.cl";
        tree.write(solution, naive_turn);
        CHECK(tree.run({"prove", "--solution", turn_id}).status == 0); // the targets are a test of their own
        CHECK(tree.run({"prove", "--lens-solution", turn_id}).status == 1);
        const std::string file = "Stores down.\n```cl\n" + naive_turn + "```\n";
        tree.write(std::string{"tests/mutants/"} + turn_id + ".md",
                   "# Title\n\n## Rejected by: lens, turn global_store.efficiency\n\n**stores** " + file +
                       "\n## Rejected by: lens, turn global_load.efficiency\n\n**loads** " + file);
        CHECK(tree.run({"prove", "--mutant", "stores", turn_id}).status == 0);
        CHECK(tree.run({"prove", "--mutant", "loads", turn_id}).status == 1);
        CHECK(tree.run({"prove", "--mutant", "idles", turn_id}).status == 2);
    }

    TEST_CASE("the report of an exercise marks the line that wastes, and says which chapter treats it")
    {
        const LensTree tree;
        const ProcessResult result = tree.run({"lens", turn_id});
        CAPTURE(result.error);
        CHECK(result.status == 0);
        CHECK(result.error.empty());
        CHECK(contains(result.output, "NVIDIA H200   sub-groups of 32, sectors of 32 bytes, 32 banks"));
        CHECK(contains(result.output, "turn   64 × 64 work-items in work-groups of 32 × 2\n"));
        CHECK(contains(result.output, "\n   6  out[x * rows + y] = in[y * columns + x];\n"));
        CHECK(contains(result.output,
                       "    ! global store        128 requests    4,096 sectors        512 ideal  12.5 %\n"
                       "      Each store request touches 32 sectors where 4 would do: neighbouring\n"
                       "      work-items are 256 bytes apart. Let get_global_id(0) step from one element"));
        CHECK(contains(result.output, "(chapter 12)."));
        CHECK(result.output.starts_with(
            "'turn': 3,584 of its 4,608 sectors are more than it needs. Line 6: each "
            "store\nrequest touches 32 sectors where 4 would do"));
        std::istringstream lines{result.output};
        for (std::string line; std::getline(lines, line);) {
            const auto columns =
                std::count_if(line.begin(), line.end(), [](char c) { return (c & 0xC0) != 0x80; });
            CHECK(columns <= 80);
        }
        CHECK(tree.run({"lens", turn_id}).output == result.output);
    }

    TEST_CASE("launches of one work-item, which are the tests' own, are left out of an exercise's report")
    {
        const LensTree tree;
        const std::string report = tree.run({"lens", turn_id}).output;
        CHECK(contains(report, "turn   64 × 64"));
        CHECK(tree.run({"lens", turn_id}, {{"LENS_FIXTURE_LONE", "1"}}).output == report);
    }

    TEST_CASE("any program is counted; its output stays out of the report unless asked for")
    {
        const LensTree tree;
        const ProcessResult result = tree.run(program_words(tree), turn_environment(tree));
        CAPTURE(result.error);
        CHECK(result.status == 0);
        CHECK(contains(result.output, "turn   64 × 64 work-items"));
        CHECK_FALSE(contains(result.output + result.error, "[doctest]"));
        std::vector<std::string> words = program_words(tree);
        words.insert(words.begin() + 1, "--verbose");
        CHECK(contains(tree.run(words, turn_environment(tree)).error, "[doctest]"));
    }

    TEST_CASE("one device's JSON has the same shape as several devices'")
    {
        const LensTree tree;
        const ProcessResult one = tree.run({"lens", "--json", "-", turn_id});
        const nlohmann::json whole = nlohmann::json::parse(one.output, nullptr, false);
        REQUIRE(whole.is_object());
        REQUIRE(whole["reports"].size() == 1);
        CHECK(contains(whole["sources"][0], "kernel void turn"));
        const nlohmann::json& report = whole["reports"][0];
        CHECK(report["device"] == "h200");
        CHECK(report["compute_units"] == 132);
        CHECK(contains(report["verdict"], "3,584 of its 4,608 sectors"));
        CHECK(report["findings"][0]["rule"] == "stride");
        CHECK(report["findings"][0]["line"] == 6);
        const nlohmann::json& kernel = report["kernels"][0];
        CHECK(kernel["global_load"]["sectors"] == 512);
        CHECK(kernel["global_store"]["sectors"] == 4096);
        CHECK(kernel["occupancy"]["fraction"] == 1.0);
        CHECK(contains(report["basis"], "checked by a GPU's counters on the kernels of lens/validation"));
        CHECK_FALSE(report.contains("assumed"));
        const ProcessResult two =
            tree.run({"lens", "--device", "h200", "--device", "mi300x", "--json", "-", turn_id});
        const nlohmann::json all = nlohmann::json::parse(two.output, nullptr, false);
        REQUIRE(all["reports"].size() == 2);
        CHECK(all["reports"][1]["device"] == "mi300x");
        CHECK(all["reports"][1]["basis"] ==
              std::string{"modelled from documents, not checked on such a GPU"} +
                  (on_pocket() ? "; executed by Pocket" : ""));
        CHECK(all["reports"][1]["assumed"].size() == 1);
    }

    TEST_CASE("profiles whose sub-groups differ in size are each counted as alone")
    {
        const LensTree tree;
        const auto kernels_of = [&](const std::vector<std::string>& devices) {
            std::vector<std::string> words{"lens", "--json", "-"};
            for (const std::string& device : devices) words.insert(words.end(), {"--device", device});
            words.emplace_back(turn_id);
            const ProcessResult result = tree.run(words);
            CAPTURE(result.error);
            const nlohmann::json whole = nlohmann::json::parse(result.output, nullptr, false);
            REQUIRE(whole["reports"].size() == devices.size());
            std::vector<nlohmann::json> kernels;
            for (const nlohmann::json& report : whole["reports"]) kernels.push_back(report["kernels"]);
            return kernels;
        };
        const std::vector<nlohmann::json> both = kernels_of({"h200", "mi300x"});
        CHECK(both[0] == kernels_of({"h200"})[0]);
        CHECK(both[1] == kernels_of({"mi300x"})[0]);
        CHECK(both[0][0]["global_store"]["requests"] == 128); // 4,096 work-items in sub-groups of 32
        CHECK(both[1][0]["global_store"]["requests"] == 64);  // and of 64
    }

    TEST_CASE("what is required decides the status, and what is missed is told with its place")
    {
        const LensTree tree;
        const auto required = [&](const std::string& term) {
            return tree.run({"lens", "--top", "0", "--require", term, turn_id});
        };
        const ProcessResult met = required("turn.global_load.efficiency>=0.99");
        CHECK(met.status == 0);
        CHECK(contains(met.output, "\nmet     turn.global_load.efficiency >= 0.99 on h200: it is 1.\n"));
        const ProcessResult missed = required("turn.global_store.efficiency>=0.99");
        CHECK(missed.status == 1);
        CHECK(contains(missed.output,
                       "\nmissed  turn.global_store.efficiency >= 0.99 on h200: it is 0.125. Line 6: "));
        CHECK_FALSE(contains(missed.output, "out[x * rows + y]")); // with --top 0 no kernel is told in full
        const ProcessResult unknown = required("trun.global_store.efficiency>=0.99");
        CHECK(unknown.status == 2);
        CHECK(contains(unknown.error, "No kernel 'trun' was launched. These were: turn."));
        const ProcessResult uncounted = required("turn.speed>=0.99");
        CHECK(uncounted.status == 2);
        CHECK(
            contains(uncounted.error, "The lens does not count 'speed'. It counts:\n  global_load.requests"));
        CHECK(uncounted.output.empty());
        const ProcessResult json =
            tree.run({"lens", "--json", "-", "--require", "turn.instructions<1", turn_id});
        CHECK(json.status == 1);
        CHECK(nlohmann::json::parse(json.output, nullptr, false).is_object());
        CHECK(contains(json.error, "missed  turn.instructions < 1 on h200"));
    }

    TEST_CASE("a report is held against an older one")
    {
        const LensTree tree;
        const std::string old = (tree.root() / "old.json").string();
        CHECK(tree.run({"lens", "--json", old, turn_id}).status == 0);
        CHECK(tree.run({"lens", "--diff", old, turn_id}).output ==
              "What changed since " + old + " on h200: nothing, in 1 kernel\n");
        tree.turn(turn_kernel(
            "    if (x < columns && y < rows)\n        out[x + columns * y] = in[x * rows + y];\n"));
        const std::string changed = tree.run({"lens", "--diff", old, turn_id}).output;
        CAPTURE(changed);
        CHECK(contains(
            changed, "\n  global_store.sectors                4,096  ->           512    -87.5 %  better\n"));
        CHECK(contains(
            changed, "\n  global_load.efficiency              100 %  ->        12.5 %             worse\n"));
        tree.write("first.json", R"({"version": 1, "sources": [], "reports": []})");
        const ProcessResult refused =
            tree.run({"lens", "--diff", (tree.root() / "first.json").string(), turn_id});
        CHECK(refused.status == 2);
        CHECK(contains(refused.error,
                       "first.json: \"version\" must be 3.\n  try: write it again with this version"));
    }

    TEST_CASE("what is found is written for a forge, and one kernel alone is told of")
    {
        const LensTree tree;
        const std::string sarif = (tree.root() / "found.sarif").string();
        const ProcessResult result =
            tree.run({"lens", "--annotations", "--sarif", sarif, "--kernel", "turn", turn_id});
        CHECK(contains(result.output, "title=turn on h200 (stride)::"));
        std::stringstream text;
        text << std::ifstream{sarif}.rdbuf();
        const nlohmann::json found = nlohmann::json::parse(text.str(), nullptr, false);
        CHECK(found["runs"][0]["results"][0]["ruleId"] == "stride");
        const ProcessResult unknown = tree.run({"lens", "--kernel", "flip", turn_id});
        CHECK(unknown.status == 2);
        CHECK(contains(unknown.error,
                       "No kernel 'flip' was launched. These were: turn.\n  try: one of these names"));
    }

    TEST_CASE("several devices are told in one table first")
    {
        const LensTree tree;
        const std::string text = tree.run({"lens", "--device", "h200", "--device", "mi300x", turn_id}).output;
        CAPTURE(text);
        CHECK(text.starts_with("What each device uses of what it moves and issues\n\n"
                               "                            h200      mi300x\nturn\n"
                               "  global memory           22.2 %"));
        CHECK(contains(text, "\nAMD Instinct MI300X   sub-groups of 64"));
    }

    TEST_CASE("the page is written where it is asked for")
    {
        const LensTree tree;
        const fs::path page = tree.root() / "page.html";
        CHECK(tree.run({"lens", "--html", page.string(), turn_id}).status == 0);
        std::stringstream text;
        text << std::ifstream{page}.rdbuf();
        CHECK(contains(text.str(), "out[x * rows + y]"));
        const ProcessResult refused = tree.run({"lens", "--html", "/nowhere/page.html", turn_id});
        CHECK(refused.status == 2);
        CHECK(contains(refused.error, "The file /nowhere/page.html cannot be written."));
    }

    TEST_CASE("a sample is told as one")
    {
        const LensTree tree;
        const ProcessResult result = tree.run({"lens", "--groups", "8", turn_id});
        CHECK(result.status == 0);
        CHECK(contains(result.output,
                       "\n  counts are estimates: those of the work-groups that were counted, "));
        CHECK(contains(result.output, "\n  estimate          from 8 of 64 work-groups, scaled to all\n"));
        CHECK(contains(result.output, "'turn': about 3,584 of its 4,608 sectors are more than it needs."));
    }

    TEST_CASE("groups that are not run make wrong results, which is told and is no failure")
    {
        const LensTree tree;
        const ProcessResult result = tree.run({"lens", "--groups", "8", "--skip-others", turn_id});
        CHECK(result.status == 0);
        CHECK(contains(result.output, "'turn': about 3,584 of its 4,608 sectors are more than it needs."));
        CHECK(contains(result.output, "what the program computes is wrong"));
        CHECK(contains(result.error,
                       "With --skip-others its results are wrong, so that counts as no failure."));
        const ProcessResult alone = tree.run({"lens", "--skip-others", turn_id});
        CHECK(alone.status == 2);
        CHECK(contains(alone.error, "--groups"));
    }

    TEST_CASE("registers are counted where they are told, and nonsense is refused")
    {
        const LensTree tree;
        const ProcessResult open = tree.run({"lens", "--json", "-", turn_id});
        CHECK(contains(tree.run({"lens", turn_id}).output, "(registers not counted)"));
        CHECK_FALSE(contains(open.output, "\"registers\""));
        const ProcessResult told =
            tree.run({"lens", "--registers", "255", "--registers", "turn=128", turn_id});
        CHECK(told.status == 0);
        CHECK(contains(told.output,
                       "\n  limited by        registers   (128 registers a work-item, as told)\n"));
        CHECK(contains(tree.run({"lens", "--json", "-", "--registers", "128", turn_id}).output,
                       "\"registers\": 128"));
        const ProcessResult refused = tree.run({"lens", "--registers", "turn=many", turn_id});
        CHECK(refused.status == 2);
        CHECK(contains(refused.error, "'turn=many' does not tell registers"));
        CHECK(contains(refused.error, "--registers scan=40"));
    }

    TEST_CASE("a kernel that does not build is told in the program's own words")
    {
        const LensTree tree;
        tree.turn("kernel void turn(global float* out) { out[0] = nonsense; }\n");
        const ProcessResult result = tree.run(program_words(tree), turn_environment(tree));
        CHECK(result.status == 1);
        CHECK(contains(result.error, on_pocket() ? "nonsense" : "use of undeclared identifier 'nonsense'"));
        CHECK(contains(result.error, "The program ended with status 3 before a kernel had run."));
    }

    // A plugin built with AddressSanitizer needs its runtime, which the system's own `true` does not bring.
#ifdef __SANITIZE_ADDRESS__
    constexpr bool sanitized_plugin = true;
#else
    constexpr bool sanitized_plugin = false;
#endif
    TEST_CASE("a program that launches no kernel is asked whether it is an OpenCL program" *
              doctest::skip(sanitized_plugin))
    {
        const LensTree tree;
        const ProcessResult result = tree.run({"lens", "--", "true"});
        CHECK(result.status == 2);
        CHECK(contains(result.error, "No kernel ran: is it an OpenCL program?"));
    }

    TEST_CASE("a stray access is reported, and what was counted as well")
    {
        const LensTree tree;
        tree.turn(turn_kernel(
            "    if (x <= columns && y < rows)\n        out[x * rows + y] = in[y * columns + x] + "
            "in[y * columns + x + 1];\n"));
        const ProcessResult result = tree.run(program_words(tree), turn_environment(tree));
        CHECK(result.status == 1);
        CHECK(contains(result.output,
                       on_pocket() ? "Pocket: the kernel:6: this reads in["
                                   : "Oclgrind: the kernel:6: Invalid read of size 4 at global memory in "
                                     "kernel 'turn'"));
        CHECK(contains(result.output, "turn   64 × 64 work-items"));
    }

    TEST_CASE("a program that fails is reported up to there, with its output and status 1")
    {
        const LensTree tree;
        tree.turn(turn_kernel(
            "    if (x < columns && y < rows)\n        out[y * columns + x] = in[y * columns + x];\n"));
        const ProcessResult result = tree.run(program_words(tree), turn_environment(tree));
        CHECK(result.status == 1);
        CHECK(contains(result.output, "turn   64 × 64 work-items"));
        CHECK(contains(result.error, "The program ended with status 1; this is what it did up to there."));
    }
}

// On Oclgrind alone.
TEST_SUITE("oclgrind")
{
    TEST_CASE("a work-group size that the program leaves open is chosen as a driver would, and said")
    {
        const LensTree tree;
        auto environment = turn_environment(tree);
        environment["LENS_FIXTURE_LEAVES_SIZE_OPEN"] = "1";
        const ProcessResult result = tree.run(program_words(tree), environment);
        CAPTURE(result.error);
        CHECK(contains(result.output,
                       "turn   64 × 64 work-items in work-groups of 64 × 4\n  (the program leaves the "
                       "work-groups' size to the driver; the lens chose)\n"));
    }
}
