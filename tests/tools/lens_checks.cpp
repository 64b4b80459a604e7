// Requirements, differences and annotations: what a build is told, and what it is refused.
#include "lens/annotations.hpp"
#include "lens/difference.hpp"
#include "lens/requirements.hpp"
#include "lens/source_files.hpp"
#include "lens/targets.hpp"
#include "lockstep/failure.hpp"
#include "lockstep/files.hpp"
#include "lockstep/scratch.hpp"
#include "lockstep/text.hpp"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <functional>

using namespace lockstep;
using namespace lockstep::formats;
using namespace lockstep::tool;

namespace
{

namespace fs = std::filesystem;

LensKernel kernel_of(const std::string& name, std::uint64_t sectors)
{
    LensKernel kernel;
    kernel.name = name;
    kernel.global_size = {64, 1, 1};
    kernel.local_size = {32, 1, 1};
    kernel.work_groups = kernel.sampled_groups = 2;
    kernel.instructions = 10;
    kernel.global_load = {.requests = 2, .sectors = sectors, .ideal_sectors = 8, .bytes = 256};
    LensLine line;
    line.line = 6;
    line.column = 9;
    line.source = "out[i] = in[i];";
    line.counts = kernel.global_load;
    kernel.lines = {line};
    return kernel;
}

LensReport report_of(std::vector<LensKernel> kernels)
{
    return {.device = {.id = "h200", .name = "NVIDIA H200"}, .kernels = std::move(kernels)};
}

std::string refusal(const std::function<void()>& action)
{
    try {
        action();
    } catch (const Failure& failure) {
        return failure.what();
    }
    return "nothing is refused";
}

std::string refused(const std::string& requirement)
{
    return refusal([&] { parse_requirement(requirement); });
}

bool met(const std::string& requirement, std::uint64_t sectors)
{
    return outcomes_of(parse_requirement(requirement), report_of({kernel_of("k", sectors)})).at(0).met;
}

const MetricChange* change_of(const std::vector<MetricChange>& changes, const std::string& metric)
{
    const auto found = std::ranges::find(changes, metric, &MetricChange::metric);
    return found == changes.end() ? nullptr : &*found;
}

const std::string kernel_text =
    "// doubles\nkernel void k(global float* a)\n{\n    a[get_global_id(0)] *= 2;\n}\n";

} // namespace

TEST_SUITE("lens_checks")
{
    TEST_CASE("each relation holds on its side of the bound alone")
    {
        CHECK(met("k.global_load.sectors>=16", 16));
        CHECK_FALSE(met("k.global_load.sectors>=16", 15));
        CHECK(met("k.global_load.sectors<=16", 16));
        CHECK_FALSE(met("k.global_load.sectors<=16", 17));
        CHECK(met("k.global_load.sectors==16", 16));
        CHECK_FALSE(met("k.global_load.sectors==16", 17));
        CHECK(met("k.global_load.sectors<16", 15));
        CHECK_FALSE(met("k.global_load.sectors<16", 16));
        CHECK(met(" k.global_load.sectors > 16 ", 17));
        CHECK_FALSE(met("k.global_load.sectors>16", 16));
        CHECK(met("k.global_load.efficiency>=50%", 16));
        CHECK_FALSE(met("k.global_load.efficiency>=50.1%", 16));
    }

    TEST_CASE("what cannot be required is refused with what can")
    {
        CHECK(contains(refused("k.global_load.speed>=1"),
                       "The lens does not count 'global_load.speed'. It counts:\n  global_load.requests, "));
        for (const std::string& line : split_lines(refused("k.speed>=1"))) CHECK(line.size() <= 80);
        CHECK(contains(refused("k.speed>=1"), "forecast.microseconds\n  try: --require 'turn.global_store"));
        CHECK(contains(refused("k>=1"), "is not KERNEL.METRIC, one of >= <= == < >, and a number."));
        CHECK(contains(refused("global_load.efficiency"), "is not KERNEL.METRIC"));
        CHECK(contains(refused("k.instructions=1"), "compares with none of >= <= == < >."));
        CHECK(contains(refused("k.instructions>=many"),
                       "'many' in --require 'k.instructions>=many' is no number."));
        CHECK(contains(refused("k.instructions>="), "'' in --require"));
        CHECK(contains(refused("k.instructions>=5%"), "instructions is a count, and '5%' a share."));
    }

    TEST_CASE("a kernel that was not launched is refused with those that were, each once")
    {
        const LensReport report =
            report_of({kernel_of("turn", 8), kernel_of("turn", 8), kernel_of("flip", 8)});
        const std::string said =
            refusal([&] { outcomes_of(parse_requirement("trun.instructions<=1"), report); });
        CHECK(said == "No kernel 'trun' was launched. These were: turn, flip.\n  try: one of these names");
        CHECK(contains(refusal([&] {
                           only_kernels(report, {"flip", "flop"});
                       }),
                       "No kernel 'flop' was launched."));
        CHECK(only_kernels(report, {"turn"}).kernels.size() == 2);
        CHECK(only_kernels(report, {}).kernels.size() == 3);
    }

    TEST_CASE("an outcome says what was found, on which device, and where to look")
    {
        const auto outcomes = outcomes_of(parse_requirement("*.global_load.efficiency>=0.9"),
                                          report_of({kernel_of("a", 8), kernel_of("b", 32)}));
        REQUIRE(outcomes.size() == 2);
        CHECK(outcomes[0].met);
        CHECK(outcomes[0].sentence == "a.global_load.efficiency >= 0.9 on h200: it is 1.");
        CHECK_FALSE(outcomes[1].met);
        CHECK(outcomes[1].sentence == "b.global_load.efficiency >= 0.9 on h200: it is 0.25.");
        CHECK(outcomes[1].line == 6);
        CHECK(outcomes[1].look.starts_with("Each load request touches 16 sectors where 4 would do."));
    }

    TEST_CASE("a requirement may be of one line, whose requests and instructions alone count then")
    {
        LensKernel kernel = kernel_of("k", 32);
        LensLine stores = kernel.lines.front();
        stores.line = 7;
        stores.access = MemoryAccess::store;
        stores.counts = GlobalCounts{.requests = 2, .sectors = 8, .ideal_sectors = 8, .bytes = 256};
        kernel.lines.push_back(stores);
        kernel.global_store = std::get<GlobalCounts>(stores.counts);
        kernel.control = {
            {.line = 7, .source = "if (a)", .branches = 2, .divergent = 1, .simd_efficiency = 0.5}};
        const auto is_met = [&](const std::string& requirement) {
            return outcomes_of(parse_requirement(requirement), report_of({kernel})).at(0).met;
        };
        CHECK(is_met("k:6.global_load.sectors==32"));
        CHECK(is_met("k:7.global_load.sectors==0"));
        CHECK(is_met("k:7.global_store.efficiency>=100%"));
        CHECK(is_met("k:7.divergent_branches==1"));
        CHECK(is_met("k:7.simd_efficiency==50%"));
        const auto outcome =
            outcomes_of(parse_requirement("k:6.global_load.efficiency>=0.9"), report_of({kernel})).at(0);
        CHECK(outcome.sentence == "k:6.global_load.efficiency >= 0.9 on h200: it is 0.25.");
        CHECK(outcome.line == 6);
        CHECK(contains(refusal([&] { is_met("k:5.global_load.sectors==0"); }),
                       "'k' executes nothing in line 5."));
        CHECK(contains(refused("k:x.global_load.sectors==0"),
                       "'x' in --require 'k:x.global_load.sectors==0' is no line."));
        CHECK(contains(refused("k:0.global_load.sectors==0"), "is no line."));
        CHECK(contains(refused("k:5.launches==1"), "launches is of a kernel, not of a line."));
    }

    TEST_CASE("the forecast and the caches can be required where they are told")
    {
        LensKernel kernel = kernel_of("k", 8);
        const auto is_met = [&](const std::string& requirement) {
            return outcomes_of(parse_requirement(requirement), report_of({kernel})).at(0).met;
        };
        CHECK(contains(refusal([&] { is_met("k.caches.memory_read_bytes<=256"); }),
                       "try: the same with --caches"));
        CHECK(
            contains(refusal([&] { is_met("k.forecast.microseconds<=1"); }), "There is no forecast of 'k'."));
        kernel.caches = LensCaches{.memory_read_bytes = 256};
        kernel.forecast = LensForecast{.microseconds = 1.5, .bound = "memory", .terms = {}};
        CHECK(is_met("k.caches.memory_read_bytes<=256"));
        CHECK_FALSE(is_met("k.forecast.microseconds<=1"));
    }

    TEST_CASE("of several launches the forecast is the sum, bound by what takes longest of all")
    {
        LensKernel first = kernel_of("k", 8);
        first.forecast =
            LensForecast{.microseconds = 3, .bound = "memory", .terms = {{"memory", 2.5}, {"latency", 1}}};
        LensKernel second = kernel_of("k", 8);
        second.forecast =
            LensForecast{.microseconds = 4, .bound = "latency", .terms = {{"memory", 0.5}, {"latency", 3.5}}};
        const LensKernel sum = all_launches(report_of({first, second}), "k").value();
        REQUIRE(sum.forecast);
        CHECK(sum.forecast->microseconds == 7);
        CHECK(sum.forecast->bound == "latency");
        second.forecast.reset();
        CHECK_FALSE(all_launches(report_of({first, second}), "k")->forecast);
    }

    TEST_CASE("launches of a kernel are held together: counts are added, and ratios come from the sums")
    {
        const LensReport report = report_of({kernel_of("k", 8), kernel_of("k", 24)});
        CHECK(outcomes_of(parse_requirement("k.global_load.sectors==32"), report).at(0).met);
        CHECK(outcomes_of(parse_requirement("k.global_load.efficiency==0.5"), report).at(0).met);
    }

    TEST_CASE("a ratio of nothing is met, and said to be one")
    {
        const auto outcome =
            outcomes_of(parse_requirement("k.local_load.efficiency>=1"), report_of({kernel_of("k", 8)}))
                .at(0);
        CHECK(outcome.met);
        CHECK(outcome.sentence ==
              "k.local_load.efficiency >= 1 on h200: it is 1, since there is no such request.");
    }

    TEST_CASE("counts of a sample or of a truncated launch are not held against a bound")
    {
        LensKernel part = kernel_of("k", 8);
        part.sampled_groups = 1;
        const auto said = [&](const std::string& requirement) {
            return refusal([&] { outcomes_of(parse_requirement(requirement), report_of({part})); });
        };
        CHECK(contains(said("k.global_load.sectors<=8"), "Only 1 of 2 work-groups of 'k' were counted, so "
                                                         "global_load.sectors is no more than an estimate."));
        CHECK(said("k.global_load.efficiency>=1") == "nothing is refused");
        CHECK(said("k.work_groups==2") == "nothing is refused");
        part.truncated = true;
        CHECK(contains(said("k.global_load.efficiency>=1"), "'k' was not counted to its end"));
    }

    TEST_CASE("what changed is better or worse by the metric's own direction, or neither")
    {
        LensKernel before = kernel_of("k", 32);
        before.simd_efficiency = 1.0;
        LensKernel now = kernel_of("k", 16);
        now.simd_efficiency = 0.5;
        now.global_load.bytes = 512;
        const std::vector<MetricChange> changes = changes_between(report_of({before}), report_of({now}));
        CHECK(changes.size() == 4);
        CHECK(change_of(changes, "global_load.sectors")->kind == MetricChange::Kind::better);
        CHECK(change_of(changes, "global_load.efficiency")->kind == MetricChange::Kind::better);
        CHECK(change_of(changes, "simd_efficiency")->kind == MetricChange::Kind::worse);
        CHECK(change_of(changes, "global_load.bytes")->kind == MetricChange::Kind::neither);
        CHECK(changes_between(report_of({now}), report_of({now})).empty());
    }

    TEST_CASE(
        "a difference is told by device and kernel, with those that came, went or were launched otherwise")
    {
        LensKernel other = kernel_of("k", 16);
        other.local_size = {64, 1, 1};
        const LensReports before{.sources = {},
                                 .reports = {report_of({kernel_of("k", 32), kernel_of("gone", 8)})}};
        LensReports now{.sources = {}, .reports = {report_of({other, kernel_of("new", 8)})}};
        const std::string text = difference_report(before, now, "old.json");
        CAPTURE(text);
        CHECK(text.starts_with("What changed since old.json on h200: 2 figures better, 0 worse\n"));
        CHECK(contains(
            text, "\n  global_load.sectors                    32  ->            16    -50.0 %  better\n"));
        CHECK(contains(
            text, "\n  global_load.efficiency               25 %  ->          50 %             better\n"));
        CHECK(
            contains(text, "(launched in another way: 1 launch, 64 work-items in work-groups of 32 before"));
        CHECK(contains(text, "\nnew   was not launched before\n"));
        CHECK(contains(text, "\ngone   is not launched any more\n"));
        for (const std::string& line : split_lines(text)) CHECK(line.size() <= 80);
        CHECK(difference_report(now, now, "old.json") ==
              "What changed since old.json on h200: nothing, in 2 kernels\n");
        now.reports[0].device.id = "mi300x";
        CHECK(difference_report(before, now, "old.json") == "old.json has no counts for mi300x.\n");
        LensReports estimated = before;
        estimated.reports.at(0).sampling = "counts are estimates";
        CHECK(contains(difference_report(before, estimated, "old.json"), "\nnow: counts are estimates\n"));
    }

    TEST_CASE("a difference is worse where a figure of a device that both reports have got worse")
    {
        const LensReports good{.sources = {}, .reports = {report_of({kernel_of("k", 8)})}};
        const LensReports bad{.sources = {}, .reports = {report_of({kernel_of("k", 32)})}};
        CHECK(any_worse(good, bad));
        CHECK_FALSE(any_worse(bad, good));
        CHECK_FALSE(any_worse(good, good));
        LensReports other = bad;
        other.reports[0].device.id = "mi300x";
        CHECK_FALSE(any_worse(good, other));
    }

    TEST_CASE("a program's text is found again in a file, also with lines before it")
    {
        const ScratchFolder scratch;
        const fs::path& folder = scratch.path();
        fs::create_directories(folder / "kernels" / "deep");
        fs::create_directories(folder / "build");
        write_text(folder / "kernels" / "deep" / "double.cl", kernel_text);
        write_text(folder / "kernels" / "other.cl", "kernel void other() { /* nothing */ }\n");
        write_text(folder / "build" / "CMakeCache.txt", "");
        write_text(folder / "build" / "copy.cl", "#define A\n#define B\n" + kernel_text);
        const auto found = find_source_files(
            {kernel_text, "#define A\n#define B\n" + kernel_text, "kernel void unknown() {}\n"}, folder);
        REQUIRE(found.size() == 3);
        CHECK(found[0]->file == fs::path("kernels/deep/double.cl"));
        CHECK(found[0]->line(4) == 4);
        CHECK(found[1]->file == fs::path("kernels/deep/double.cl")); // that of a build is nobody's to change
        CHECK(found[1]->line(6) == 4);
        CHECK_FALSE(found[1]->line(2));
        CHECK_FALSE(found[1]->line(8));
        CHECK_FALSE(found[2]);
    }

    TEST_CASE("annotations point into files, say what they cannot, and escape what would end them")
    {
        LensReports counts{.sources = {kernel_text}, .reports = {report_of({kernel_of("k", 32)})}};
        LensFinding finding{.kernel = "k",
                            .line = 4,
                            .column = 5,
                            .file = {},
                            .rule = "stride",
                            .cause = "100 % is lost: everything.",
                            .cure = "Do\nless."};
        counts.reports[0].findings = {finding, finding};
        const SourceFile file{.file = "a,b/double.cl", .lines_before = 1, .lines = 5};
        const auto known = annotations_of(counts, {file});
        REQUIRE(known.size() == 1); // the same place and rule once
        CHECK(workflow_commands(known) == "::warning file=a%2Cb/double.cl,line=3,col=5,title=k on h200 "
                                          "(stride)::100 %25 is lost: everything. "
                                          "Do%0Aless.\n");
        const auto unknown = annotations_of(counts, {std::nullopt});
        CHECK(workflow_commands(unknown).starts_with(
            "::warning title=k on h200 (stride)::Line 4 of the program's text: 100 %25"));
        counts.reports[0].findings[0].file = "/kernels/sums.clh";
        const auto included = annotations_of(counts, {file});
        REQUIRE(included.size() == 2);
        CHECK(workflow_commands(included).starts_with(
            "::warning title=k on h200 (stride)::Line 4 of sums.clh: 100 %25"));
    }

    TEST_CASE("SARIF has a rule for each result, and a place in a file where one is known")
    {
        std::vector<Annotation> annotations{{.error = true,
                                             .rule = "requirement",
                                             .kernel = "k",
                                             .device = "h200",
                                             .message = "It is 1.",
                                             .line = 4}};
        annotations.push_back({.rule = "stride",
                               .kernel = "k",
                               .device = "h200",
                               .message = "Strided.",
                               .file = SourceFile{.file = "my kernels/k.cl"},
                               .line = 6,
                               .column = 9});
        const nlohmann::json sarif = nlohmann::json::parse(sarif_text(annotations));
        CHECK(sarif["version"] == "2.1.0");
        const nlohmann::json& run = sarif["runs"][0];
        for (const nlohmann::json& result : run["results"]) {
            unsigned rules = 0;
            for (const nlohmann::json& rule : run["tool"]["driver"]["rules"])
                rules += rule["id"] == result["ruleId"];
            CHECK(rules == 1);
        }
        CHECK(run["results"][0]["level"] == "error");
        CHECK(run["results"][0]["message"]["text"] == "Line 4 of the program's text: It is 1.");
        CHECK_FALSE(run["results"][0]["locations"][0].contains("physicalLocation"));
        const nlohmann::json& place = run["results"][1]["locations"][0]["physicalLocation"];
        CHECK(place["artifactLocation"]["uri"] == "my%20kernels/k.cl");
        CHECK(place["region"] == nlohmann::json{{"startLine", 6}, {"startColumn", 9}});
    }
}
