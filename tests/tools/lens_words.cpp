// Tests of the lens's command line and of what counts nothing: targets, sums of launches, sentences.
#include "base/paths.hpp"
#include "lens/advice.hpp"
#include "lens/report.hpp"
#include "lens/statements.hpp"
#include "lens/targets.hpp"
#include "lens/terminal_report.hpp"
#include "lens_tree.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

using namespace lockstep::tool;
using namespace lockstep::tool::test;

namespace
{

using namespace lockstep::formats;

// A launch of a kernel with one line that loads and one that stores to local memory.
LensKernel launch_of(const std::string& name, std::uint64_t number, std::uint64_t sectors,
                     std::uint64_t passes, double simd = 1.0)
{
    const std::uint64_t divergent = simd < 1.0 ? 4 : 0;
    LensKernel kernel;
    kernel.name = name;
    kernel.launch = number;
    kernel.global_size = {64, 1, 1};
    kernel.local_size = {32, 1, 1};
    kernel.work_groups = 2;
    kernel.sampled_groups = 2;
    kernel.local_bytes = 128;
    kernel.global_load = {.requests = 2, .sectors = sectors, .ideal_sectors = 8, .bytes = 256};
    kernel.local_store = {.requests = 2, .wavefronts = passes, .conflicts = passes - 2, .bytes = 256};
    kernel.simd_efficiency = simd;
    kernel.instructions = 10;
    kernel.branches = 4;
    kernel.divergent_branches = divergent;
    LensLine load;
    load.line = 3;
    load.source = "a";
    load.counts = kernel.global_load;
    LensLine store;
    store.line = 4;
    store.source = "b";
    store.access = MemoryAccess::store;
    store.counts = kernel.local_store;
    kernel.lines = {load, store};
    kernel.control = {{.line = 5,
                       .source = "if",
                       .branches = 4,
                       .divergent = divergent,
                       .instructions = 4,
                       .simd_efficiency = simd}};
    kernel.occupancy = {.groups = 32, .waves = 32, .fraction = 0.5, .limit = "groups", .refusal = ""};
    return kernel;
}

LensReport report_of(const std::vector<LensKernel>& kernels)
{
    return {.device = {.id = "h200", .name = "NVIDIA H200"}, .kernels = kernels};
}

double value(const LensKernel& kernel, const char* metric)
{
    return lens_metric(metric).of(kernel);
}

std::string miss(const LensReport& report, const std::string& metric, std::optional<double> min,
                 std::optional<double> max)
{
    return missed({.kernel = "k", .metric = metric, .min = min, .max = max}, report, {}, "k.cl")
        .value_or(Miss{.text = "met", .line = {}})
        .text;
}

} // namespace

TEST_SUITE("lens_words")
{
    TEST_CASE("launches of a kernel are added up, and ratios come from the sums")
    {
        const LensReport report =
            report_of({launch_of("k", 0, 8, 2), launch_of("other", 1, 64, 2), launch_of("k", 2, 56, 6, 0.5)});
        const LensKernel sum = all_launches(report, "k").value();
        CHECK(value(sum, "launches") == 2);
        CHECK(value(sum, "global_load.sectors") == 64);
        CHECK(value(sum, "global_load.efficiency") == doctest::Approx(16.0 / 64.0));
        CHECK(value(sum, "local_store.efficiency") == doctest::Approx(4.0 / 8.0));
        CHECK(value(sum, "local_store.conflicts") == 4);
        CHECK(value(sum, "simd_efficiency") == doctest::Approx(0.75));
        CHECK(value(sum, "divergent_branches") == 4);
        CHECK(sum.lines.size() == 2);
        CHECK(sum.lines[0].actual() == 64);
        CHECK_FALSE(all_launches(report_of({}), "k"));
        CHECK(all_launches(report).value().global_load.sectors == 128);
    }

    TEST_CASE("of the occupancies the lowest counts")
    {
        LensKernel low = launch_of("k", 1, 8, 2);
        low.occupancy->fraction = 0.25;
        const LensKernel sum =
            all_launches(report_of({launch_of("k", 0, 8, 2), low, launch_of("k", 2, 8, 2)}), "k").value();
        CHECK(value(sum, "occupancy.fraction") == 0.25);
    }

    TEST_CASE("a target is missed beyond its bound and met on it")
    {
        const LensReport report = report_of({launch_of("k", 0, 16, 4, 0.5)});
        CHECK(miss(report, "global_load.efficiency", 0.5, {}) == "met");
        CHECK(miss(report, "global_load.efficiency", 0.51, {}) ==
              "k.cl:3: each load request touches 8 sectors where 4 would do; global_load.efficiency of 'k' "
              "is 0.5, the "
              "target is at least 0.51 (chapter 12)");
        CHECK(miss(report, "local_store.conflicts", {}, 2) == "met");
        CHECK(miss(report, "local_store.conflicts", {}, 0) ==
              "k.cl:4: each store request takes 2 passes through the banks where 1 would do; "
              "local_store.conflicts of "
              "'k' is 2, the target is at most 0 (chapter 13)");
        CHECK(contains(miss(report, "divergent_branches", {}, 0),
                       "k.cl:5: every time, the work-items of a sub-group"));
        CHECK(contains(
            miss(report, "occupancy.fraction", 0.6, {}),
            "k.cl: 32 work-groups fit on a compute unit, limited by groups; occupancy.fraction of 'k'"));
    }

    TEST_CASE("a target on an image names the line that asks for most, and nothing else is said of images")
    {
        LensKernel kernel = launch_of("k", 0, 8, 2);
        kernel.image_read = {.requests = 4, .bytes = 2176, .distinct_bytes = 1184};
        LensLine few;
        few.line = 6;
        few.access = MemoryAccess::read;
        few.counts = ImageCounts{.requests = 2, .bytes = 128, .distinct_bytes = 128};
        LensLine many = few;
        many.line = 7;
        many.counts = ImageCounts{.requests = 2, .bytes = 2048, .distinct_bytes = 1056};
        kernel.lines.insert(kernel.lines.end(), {few, many});
        const LensReport report = report_of({kernel, kernel});
        CHECK(miss(report, "image_read.bytes", {}, 4352) == "met");
        CHECK(miss(report, "image_read.bytes", {}, 4351) ==
              "k.cl:7: 4 read requests ask for 1024 bytes of texels each, 528 of them distinct; "
              "image_read.bytes "
              "of 'k' is 4352, the target is at most 4351");
        CHECK(miss(report, "image_write.bytes", 1, {}) ==
              "image_write.bytes of 'k' is 0, the target is at least 1");
        CHECK(advice_on(kernel, report.device).empty());
    }

    TEST_CASE("images stand in a table of their own, without sectors and without a mark")
    {
        LensKernel kernel = launch_of("k", 0, 8, 2);
        kernel.image_read = {.requests = 2, .bytes = 2048, .distinct_bytes = 1056};
        LensLine line;
        line.line = 7;
        line.source = "read_imagef(in, linear, at)";
        line.access = MemoryAccess::read;
        line.counts = kernel.image_read;
        kernel.lines = {line};
        const std::string report = terminal_report(report_of({kernel}));
        CAPTURE(report);
        CHECK(contains(report, "                      requests         bytes      distinct\n"
                               "  image read                 2         2,048         1,056\n"));
        CHECK_FALSE(contains(report, "image write"));
        CHECK(
            contains(report, "\n      image read            2 requests      2,048 bytes   1,056 distinct\n"));
        CHECK_FALSE(contains(terminal_report(report_of({launch_of("k", 0, 8, 2)})), "distinct"));
    }

    TEST_CASE("a value just below its target is printed so that they differ")
    {
        LensKernel kernel = launch_of("k", 0, 8, 2);
        kernel.simd_efficiency = 0.98999;
        CHECK(contains(miss(report_of({kernel}), "simd_efficiency", 0.99, {}),
                       "is 0.98999, the target is at least 0.99"));
        kernel.simd_efficiency = 0.75 - 1e-9;
        CHECK(contains(miss(report_of({kernel}), "simd_efficiency", 0.75, {}),
                       "is 0.749999999, the target is at least 0.75"));
    }

    TEST_CASE("a missed target shows the line to blame, and what its work-items ask for")
    {
        LensKernel kernel = launch_of("k", 0, 64, 66);
        LensSample apart{.group = {}, .sub_group = 0, .bytes = 4, .base = 4096, .lanes = {}};
        for (unsigned lane = 0; lane < 32; ++lane) apart.lanes.push_back({lane, lane * 256});
        kernel.lines[0].source = "    float x = a[i * 64];";
        kernel.lines[0].sample = apart;
        for (LensSample::Lane& lane : apart.lanes) lane.offset = lane.lane * 132;
        apart.base = 128;
        kernel.lines[1].sample = apart;
        const auto of = [&](const std::string& metric) {
            return missed({.kernel = "k", .metric = metric, .min = 0.9, .max = {}}, report_of({kernel}), {},
                          "k.cl");
        };
        const auto global = of("global_load.efficiency");
        REQUIRE(global);
        CHECK(global->text ==
              "k.cl:3: each load request touches 32 sectors where 4 would do: neighbouring work-items "
              "are 256 bytes apart; global_load.efficiency of 'k' is 0.125, the target is at least "
              "0.9 (chapter 12)");
        CHECK(global->line == "3 | float x = a[i * 64];\nin one request, work-items 0, 1, 2, 3, 4, 5, … ask "
                              "for 4 bytes each, 0, 256, 512, 768, 1024, 1280, … bytes behind the first's: "
                              "32 sectors of 32 bytes, where 4 hold as much");
        const auto local = of("local_store.efficiency");
        REQUIRE(local);
        CHECK(local->line ==
              "4 | b\nin one request, work-items 0, 1, 2, 3, 4, 5, … ask for 4 bytes each, 0, 132, 264, 396, "
              "528, 660, … bytes behind the first's: in banks 0, 1, 2, 3, 4, 5, … of 32");
    }

    TEST_CASE("a target holds in each test case by itself, and what is said names the case")
    {
        LensKernel whole = launch_of("k", 0, 8, 2);
        LensKernel ragged = launch_of("k", 1, 16, 2);
        whole.test_case = "whole";
        ragged.test_case = "ragged";
        const LensReport report = report_of({whole, ragged, launch_of("k", 2, 64, 2)});
        const std::vector<std::string> cases{"whole", "ragged"};
        const auto said = [&](double min, const std::string& test_case, const LensReport& of) {
            return missed({.kernel = "k",
                           .metric = "global_load.efficiency",
                           .min = min,
                           .max = {},
                           .test_case = test_case},
                          of, cases, "k.cl")
                .value_or(Miss{.text = "met", .line = {}})
                .text;
        };
        CHECK(said(0.5, "", report) == "met"); // what is launched in no case does not count
        CHECK(said(0.6, "whole", report) == "met");
        CHECK(contains(said(0.6, "", report), "(chapter 12), in the case \"ragged\""));
        CHECK(contains(said(0.6, "ragged", report), "(chapter 12), in the case \"ragged\""));
        CHECK(said(0.5, "", report_of({whole})) ==
              "the kernel 'k' is not launched; nor is any other, in the case \"ragged\"");
        whole.global_load.sectors = 64;
        CHECK(said(0.6, "", report_of({whole, ragged})).ends_with("in the case \"whole\" and 1 more"));
    }

    TEST_CASE("equal launches are told once, different ones apart, and more than six different ones as a sum")
    {
        const std::vector<LaunchGroup> told = grouped_launches(
            report_of({launch_of("k", 0, 8, 2), launch_of("k", 1, 8, 2), launch_of("k", 2, 16, 2)}));
        REQUIRE(told.size() == 2);
        CHECK(told[0].times == 2);
        CHECK(told[0].launches == std::vector<std::uint64_t>{1, 2});
        CHECK_FALSE(told[0].only);
        CHECK(told[1].times == 1);
        std::vector<LensKernel> many;
        for (std::uint64_t i = 0; i < 7; ++i) many.push_back(launch_of("k", i, 8 + i, 2));
        const std::vector<LaunchGroup> summed = grouped_launches(report_of(many));
        REQUIRE(summed.size() == 1);
        CHECK(summed[0].summed);
        CHECK(summed[0].times == 7);
        CHECK(summed[0].kernel.global_load.sectors == 8 * 7 + 21);
    }

    TEST_CASE("advice puts the costliest line first and is silent about what wastes nothing")
    {
        CHECK(advice_on(launch_of("k", 0, 8, 2), {}).empty());
        const std::vector<Advice> advice = advice_on(launch_of("k", 0, 64, 66), {});
        REQUIRE(advice.size() == 2);
        CHECK(advice[0].line == 4);
        CHECK(advice[0].chapter == 13);
        CHECK(advice[1].line == 3);
        CHECK(advice[1].chapter == 12);
    }

    TEST_CASE("the distance of neighbours is told, also when a few of them differ")
    {
        LensLine line = launch_of("k", 0, 64, 2).lines[0];
        line.sample.emplace().bytes = 4;
        auto& lanes = line.sample->lanes;
        for (unsigned lane = 0; lane < 32; ++lane) lanes.push_back({lane, lane % 16 * 256 + lane / 16 * 4});
        CHECK(contains(advice_on_access(line, {})->what, ": neighbouring work-items are 256 bytes apart"));
        for (LensSample::Lane& lane : lanes) lane.offset = lane.lane * lane.lane * 64;
        CHECK(contains(advice_on_access(line, {})->what, ": its addresses are scattered"));
    }

    TEST_CASE("where addresses begin is told by the pieces that the device moves")
    {
        LensLine line = launch_of("k", 0, 64, 2).lines[0];
        line.sample.emplace().bytes = 4;
        const auto told = [&](std::uint64_t first, MemoryAccess access, LensDevice device) {
            line.sample->lanes.clear();
            for (unsigned lane = 0; lane < 32; ++lane) line.sample->lanes.push_back({lane, first + 4 * lane});
            line.access = access;
            const std::string what = advice_on_access(line, device)->what;
            const std::size_t colon = what.find(": ");
            return colon == std::string::npos ? "" : what.substr(colon + 2);
        };
        const LensDevice pieces_of_32{.id = "a", .name = "A", .sector_bytes = 32};
        const LensDevice lines_for_loads{
            .id = "a", .name = "A", .sector_bytes = 128, .store_sector_bytes = 32};
        const LensDevice growing{.id = "a", .name = "A", .sector_bytes = 32, .widest_sector_bytes = 128};
        CHECK(told(36, MemoryAccess::load, pieces_of_32) ==
              "its addresses begin 4 bytes after a multiple of 32");
        CHECK(told(32, MemoryAccess::load, pieces_of_32).empty()); // no reason to ask for a multiple of 128
        CHECK(told(32, MemoryAccess::load, lines_for_loads) ==
              "its addresses begin 32 bytes after a multiple of 128");
        CHECK(told(32, MemoryAccess::store, lines_for_loads).empty());
        CHECK(told(32, MemoryAccess::load, growing) ==
              "its addresses begin 32 bytes after a multiple of 128");
    }

    TEST_CASE("work-items that leave a loop at different times are not said to go two ways")
    {
        LensControl line{.line = 5, .source = "for", .branches = 1040, .divergent = 1030, .loop_exits = 1030};
        CHECK(advice_on_control(line)->what == "1,030 of 1,040 times, some work-items of a sub-group leave "
                                               "the loop here and others go on: those "
                                               "that are done wait, idle, for the last");
        line.loop_exits = 0;
        CHECK(advice_on_control(line)->what ==
              "1,030 of 1,040 times, the work-items of a sub-group part here: "
              "each way is issued for some of them alone");
        line.skips = 1030;
        CHECK(advice_on_control(line)->what == "1,030 of 1,040 times, only some work-items of a sub-group go "
                                               "in here: the others do nothing, and "
                                               "wait behind it");
        line.skips = 0;
        line.loop_exits = 30;
        CHECK(contains(advice_on_control(line)->what, "alone; 30 of these leave a loop, and wait behind it"));
    }

    TEST_CASE("a report says what its figures rest on, what is assumed, and what is not counted")
    {
        const auto profile = [](const char* id) {
            return lockstep::lens::read_profile(own_source_dir() / "lens" / "devices" /
                                                (std::string(id) + ".json"));
        };
        CHECK(basis_of(profile("h200")) == "loads and stores checked by a GPU's counters on the kernels of "
                                           "lens/validation, the rest modelled");
        for (const char* id : {"hd5870", "gtx285", "gtx480", "rx7900xtx", "mi300x", "arc-a770"})
            CHECK(basis_of(profile(id)) == "modelled from documents, not checked on such a GPU");
        LensReport report = report_of({launch_of("k", 0, 8, 2)});
        report.device.store_sector_bytes = 16;
        report.basis = basis_of(profile("rx7900xtx"));
        report.assumed = profile("rx7900xtx").assumed;
        report.kernels[0].not_counted = {"constant memory", "private memory"};
        report.kernels[0].lines[0].line = 0;
        report.kernels[0].lines[0].source = no_line;
        const std::string text = terminal_report(report);
        CAPTURE(text);
        CHECK(contains(text, "NVIDIA H200   sub-groups of 32, sectors of 32 bytes (stores: 16), 32 banks\n"
                             "  modelled from documents, not checked on such a GPU\n"
                             "  assumed: that lines of 128 bytes are moved whole; that wide loads"));
        CHECK(contains(text, "\n  not counted       constant memory, private memory\n"));
        CHECK(contains(text, "\n  instructions      10   (each counts once for a sub-group)\n"));
        CHECK(contains(text, "\n   -  made by the compiler, no line\n      global load"));
        CHECK(contains(basis_of(profile("mali-g720")),
                       "; passes of local memory not counted: Arm's guide says"));
        report.device.local_banks = 0;
        report.kernels[0].local_load = {.requests = 4, .bytes = 512};
        const std::string without = terminal_report(report);
        CAPTURE(without);
        CHECK(contains(without, "sectors of 32 bytes (stores: 16)\n"));
        CHECK(contains(without,
                       fmt::format("  {:<14}{:>14}{:>14}{:>14}{:>14}\n", "local load", 4, "–", "–", "–")));
    }

    TEST_CASE("targets that cannot be meant stop every command with the file's name")
    {
        const LensTree unknown{R"([{"kernel": "turn", "metric": "global_store.speed", "min": 1}])"};
        CHECK(
            contains(unknown.run({"list"}).error,
                     "9-turn/exercise.json: \"lens.targets[0].metric\" names 'global_store.speed', which the "
                     "lens does not count"));
        const LensTree unbounded{R"([{"kernel": "turn", "metric": "simd_efficiency"}])"};
        CHECK(contains(unbounded.run({"list"}).error, "says neither \"min\" nor \"max\""));
        const LensTree none{"[]"};
        CHECK(contains(none.run({"list"}).error, "\"lens.targets\" has no target"));
    }

    TEST_CASE("what cannot be run under the lens is named")
    {
        const LensTree tree;
        const auto error_of = [&](const std::vector<std::string>& words) {
            const ProcessResult result = tree.run(words);
            CHECK(result.status == 2);
            return result.error;
        };
        CHECK(contains(error_of({"lens"}), "A chapter, an exercise, or a program after --"));
        CHECK(contains(error_of({"lens", "99"}), "There is no chapter and no exercise '99'."));
        CHECK(contains(error_of({"lens", "--", "nowhere"}), "There is no program 'nowhere'."));
        CHECK(contains(error_of({"lens", "--", "/nowhere"}), "There is no program /nowhere."));
        CHECK(contains(error_of({"lens", "--", "/tmp"}), "/tmp is a folder, not a program."));
        tree.write("text", "");
        const std::string text = (tree.root() / "text").string();
        CHECK(error_of({"lens", "--", text}) ==
              text + " cannot be executed.\n  try: chmod +x " + text + "\n");
        CHECK(contains(error_of({"lens", "--device", "geforce", turn_id}),
                       "There is no profile of a device 'geforce'. There are: "));
        CHECK(
            contains(error_of({"lens", "--device", "x.json", turn_id}), "There is no profile file x.json."));
        tree.write("broken.json", "{\"id\": \"broken\"}");
        const std::string broken = (tree.root() / "broken.json").string();
        CHECK(error_of({"lens", "--device", broken, turn_id}) ==
              broken + ": \"name\" is missing.\n  try: compare it with lens/devices/h200.json\n");
    }
}
