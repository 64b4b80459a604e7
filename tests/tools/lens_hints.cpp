// What the lens says first, and of launches and lines that lose: the order of kernels, verdicts, causes and cures.
#include "base/terminal.hpp"
#include "lens/advice.hpp"
#include "lens/device_table.hpp"
#include "lens/expressions.hpp"
#include "lens/ranking.hpp"
#include "lens/statements.hpp"
#include "lens/terminal_report.hpp"
#include "lockstep/text.hpp"

#include <doctest/doctest.h>

#include <algorithm>

using namespace lockstep;
using namespace lockstep::formats;
using namespace lockstep::tool;

namespace
{

const LensDevice h200{.id = "h200", .name = "NVIDIA H200", .compute_units = 132};

LensLine load_of(int line, std::uint64_t sectors, std::uint64_t ideal)
{
    LensLine load;
    load.line = line;
    load.source = "sum += a[i];";
    load.counts =
        GlobalCounts{.requests = ideal / 4, .sectors = sectors, .ideal_sectors = ideal, .bytes = 32 * ideal};
    return load;
}

/// A kernel that loads in line 3 and issues a hundred instructions in line 4.
LensKernel kernel_of(const std::string& name, std::uint64_t sectors, double simd = 1.0)
{
    LensKernel kernel;
    kernel.name = name;
    kernel.global_size = {1024, 1, 1};
    kernel.local_size = {256, 1, 1};
    kernel.work_groups = kernel.sampled_groups = 4;
    kernel.lines = {load_of(3, sectors, 64)};
    kernel.global_load = std::get<GlobalCounts>(kernel.lines[0].counts);
    kernel.instructions = 100;
    kernel.simd_efficiency = simd;
    kernel.control = {{.line = 4, .source = "sum += b;", .instructions = 100, .simd_efficiency = simd}};
    return kernel;
}

LensReport report_of(std::vector<LensKernel> kernels)
{
    return {.device = h200, .kernels = std::move(kernels)};
}

std::vector<std::string> order_of(const LensReport& report)
{
    std::vector<std::string> names;
    for (const RankedKernel& kernel : ranked(report)) names.push_back(kernel.sum.name);
    return names;
}

const Advice* with_rule(const std::vector<Advice>& all, const std::string& rule)
{
    const auto found = std::ranges::find(all, rule, &Advice::rule);
    return found == all.end() ? nullptr : &*found;
}

std::string told(const LensKernel& kernel, const std::string& rule)
{
    const std::vector<Advice> all = advice_on(kernel, h200);
    const Advice* const advice = with_rule(all, rule);
    return advice == nullptr ? "nothing" : sentence(*advice);
}

} // namespace

TEST_SUITE("lens_hints")
{
    TEST_CASE("the kernel that loses most stands first, all its launches together")
    {
        LensKernel second_launch = kernel_of("b", 90);
        second_launch.launch = 1;
        const LensReport report = report_of(
            {kernel_of("a", 100), kernel_of("b", 90), second_launch, kernel_of("c", 64), kernel_of("d", 64)});
        CHECK(order_of(report) == std::vector<std::string>{"b", "a", "c", "d"});
    }

    TEST_CASE("where all kernels have forecasts, the one that takes longest stands first, all its launches "
              "together")
    {
        const auto forecast = [](LensKernel kernel, double microseconds) {
            kernel.forecast = LensForecast{.microseconds = microseconds, .bound = "atomics", .terms = {}};
            return kernel;
        };
        LensKernel again = forecast(kernel_of("b", 64), 3);
        again.launch = 1;
        LensReport report = report_of({forecast(kernel_of("a", 256), 5), forecast(kernel_of("b", 64), 3),
                                       again, forecast(kernel_of("c", 64), 1)});
        CHECK(order_of(report) == std::vector<std::string>{"b", "a", "c"});
        CHECK(verdict_of(report) ==
              "'b' takes longest, but loses little of what the lens counts. 'a': 192 of its 256 "
              "sectors are more than it needs. Line 3: each load request touches 16 sectors "
              "where 4 would do.");
        CHECK(ranking_table(ranked(report), 3).titles.front() == "time");
        CHECK(ranking_table(ranked(report), 3).rows[0].cells[1] == "6 us");
        report.kernels.back().forecast.reset();
        CHECK(order_of(report) == std::vector<std::string>{"a", "b", "c"});
        CHECK(ranking_table(ranked(report), 3).titles.front() == "sectors lost");
    }

    TEST_CASE("kernels of one name in several programs are ranked apart, and told by their program's number")
    {
        LensKernel other = kernel_of("a", 256);
        other.source = 1;
        const LensReport report = report_of({kernel_of("a", 64), other});
        const std::vector<RankedKernel> kernels = ranked(report);
        REQUIRE(kernels.size() == 2);
        CHECK(kernels[0].sum.source == 1);
        CHECK(kernels[0].loss.sectors == 192);
        CHECK(kernels[1].loss.sectors == 0);
        CHECK(verdict_of(report).starts_with("'a (program 2)' loses most: 192 of its 256 sectors"));
        CHECK(ranking_table(kernels, 2).rows[1].cells[0] == "a (program 1)");
    }

    TEST_CASE("sectors, passes and idle lanes weigh as they are said to")
    {
        LensKernel passes = kernel_of("passes", 64);
        LensLine local;
        local.counts = LocalCounts{.requests = 1, .wavefronts = 33, .conflicts = 32, .bytes = 128};
        passes.lines.push_back(local);
        CHECK(loss_of(passes, h200).weight == 32);
        CHECK(loss_of(kernel_of("sectors", 64 + 32), h200).weight == 32);
        const Loss lanes = loss_of(kernel_of("lanes", 64, 0.75), h200);
        CHECK(lanes.idle_lanes == 800);
        CHECK(lanes.weight == 800.0 / 128);
        LensDevice wide = h200;
        wide.sector_bytes = 128;
        CHECK(loss_of(kernel_of("sectors", 64 + 32), wide).weight == 128);
    }

    TEST_CASE("the verdict names the kernel, what it loses and the line")
    {
        CHECK(verdict_of(report_of({kernel_of("a", 64), kernel_of("b", 256)})) ==
              "'b' loses most: 192 of its 256 sectors are more than it needs. Line 3: each load request "
              "touches 16 "
              "sectors where 4 would do.");
        LensReport little = report_of({kernel_of("a", 64)});
        CHECK(verdict_of(little) == "'a' loses little of what the lens counts: requests take close to their "
                                    "fewest sectors and passes, and sub-groups stay together.");
        little.device.local_banks = 0; // which no document tells
        CHECK(contains(verdict_of(little), "their fewest sectors, and sub-groups"));
        CHECK(verdict_of(report_of({kernel_of("a", 64), kernel_of("b", 64)}))
                  .starts_with("None of the 2 kernels loses much"));
        LensKernel lone = kernel_of("a", 64);
        lone.work_groups = 1;
        CHECK(verdict_of(report_of({lone})) ==
              "'a': One work-group is all there is, so one compute unit works and 131 stand idle.");
    }

    TEST_CASE("the terminal tells of the kernels that lose most, and ranks all of them")
    {
        const LensReport report =
            report_of({kernel_of("first", 64), kernel_of("worst", 256), kernel_of("second", 96)});
        const std::string all = terminal_report(report);
        CHECK(all.find("\nworst   1024") < all.find("\nsecond   1024"));
        CHECK(all.find("\nsecond   1024") < all.find("\nfirst   1024"));
        const std::string one = terminal_report(report, 1);
        CHECK(contains(one, "\nworst   1024"));
        CHECK_FALSE(contains(one, "\nsecond   1024"));
        CHECK(contains(one,
                       "\n  second                            32  33.3 %               -             0 %\n"));
        CHECK_FALSE(contains(terminal_report(report, 0), "\nworst   1024"));
    }

    TEST_CASE("no line of the terminal is longer than eighty columns, whatever it tells")
    {
        LensKernel kernel =
            kernel_of("a_kernel_whose_name_alone_takes_almost_all_of_the_columns_of_a_terminal", 1 << 20);
        kernel.lines[0].source = std::string(200, 'x');
        kernel.lines[0].column = 12;
        kernel.lines[0].expression = "a[very * long + expression]";
        kernel.lines.push_back(kernel.lines[0]);
        kernel.lines[1].column = 140;
        kernel.atomics = {
            .requests = 1'000'000, .lanes = 32'000'000, .same_address = 31'000'000, .conflicts = 0};
        kernel.not_counted = {"constant memory", "private memory", "sectors of images"};
        kernel.truncated = true;
        kernel.occupancy = {.groups = 32,
                            .waves = 64,
                            .fraction = 1.0,
                            .limit = "sub-groups, groups, local memory",
                            .refusal = ""};
        kernel.launches = 12;
        LensReport report = report_of({kernel, kernel_of("b", 64)});
        report.assumed = {std::string(50, 'y'), std::string(50, 'z')};
        for (const std::string& line : split_lines(terminal_report(report))) {
            CAPTURE(line);
            CHECK(columns_of(line) <= 80);
        }
    }

    TEST_CASE("a group that does not fill its sub-groups is told, with a size that does")
    {
        LensKernel kernel = kernel_of("a", 64, 0.25);
        kernel.local_size = {8, 1, 1};
        CHECK(told(kernel, "group-size") ==
              "Work-groups of 8 work-items fill 8 of the 32 lanes of their sub-group. "
              "Launch work-groups of a multiple of 32 work-items; 128 is a good start "
              "(chapter 14).");
        CHECK(verdict_of(report_of({kernel})) == "'a': 75 % of its lanes stand idle. The launch: work-groups "
                                                 "of 8 work-items fill 8 of the 32 lanes of their "
                                                 "sub-group.");
        kernel.local_size = {10, 4, 1};
        CHECK(contains(told(kernel, "group-size"), "fill 40 of the 64 lanes of their sub-groups."));
        kernel.local_size = {1, 1, 1};
        CHECK(
            contains(told(kernel, "group-size"),
                     "Each work-group is one work-item, so 31 of the 32 lanes of its sub-group stand idle."));
        kernel.local_size = {255, 1, 1};
        CHECK(told(kernel, "group-size") == "nothing");
    }

    TEST_CASE("one group for all compute units is told, and two are not")
    {
        LensKernel kernel = kernel_of("a", 64);
        kernel.work_groups = 1;
        CHECK(told(kernel, "one-group") == "One work-group is all there is, so one compute unit works and "
                                           "131 stand idle. If this is not just a small "
                                           "test, launch 132 work-groups or more (chapter 14).");
        kernel.launches = kernel.work_groups = 2; // two launches of one
        CHECK(told(kernel, "one-group") != "nothing");
        kernel.launches = 1;
        CHECK(told(kernel, "one-group") == "nothing");
    }

    TEST_CASE("one work-item that does a quarter of the work alone is told at its line")
    {
        LensKernel kernel = kernel_of("a", 64, 0.4);
        kernel.control = {{.line = 4, .source = "if", .instructions = 40, .alone = 5},
                          {.line = 7, .source = "s += a[i]", .instructions = 60, .alone = 20}};
        CHECK(
            told(kernel, "one-lane") ==
            "One work-item of a sub-group works alone in 25 % of the kernel's instructions, most of them "
            "here: the "
            "other 31 wait. Share this work among the work-items of the group, as a tree does (chapter 17).");
        const std::vector<Advice> all = advice_on(kernel, h200);
        CHECK(with_rule(all, "one-lane")->line == 7);
        kernel.control[1].alone = 19;
        CHECK(told(kernel, "one-lane") == "nothing");
        kernel.control[1].alone = 60;
        kernel.local_size = {1, 1, 1}; // nobody else is there
        CHECK(told(kernel, "one-lane") == "nothing");
    }

    TEST_CASE("atomics that meet are told from a quarter on, with another cure in each memory")
    {
        LensKernel kernel = kernel_of("a", 64);
        LensLine line = load_of(5, 8, 8);
        line.access = MemoryAccess::atomic;
        line.lanes = 64;
        line.same_address = 16;
        kernel.lines = {line};
        CHECK(told(kernel, "contention") == "16 of 64 atomics meet at an address that another one of their "
                                            "request has, and are done one after the other. "
                                            "Add up in local memory first, or within the sub-group, and be "
                                            "atomic once for each sum (chapter 18).");
        kernel.lines[0].counts = LocalCounts{.requests = 2, .wavefronts = 2, .conflicts = 0, .bytes = 256};
        CHECK(contains(told(kernel, "contention"), "Keep several copies of the counters"));
        kernel.lines[0].same_address = 15;
        CHECK(told(kernel, "contention") == "nothing");
    }

    TEST_CASE("each way to lose sectors and passes has a cure of its own")
    {
        LensLine line = load_of(3, 64, 8);
        line.sample.emplace().bytes = 4;
        const auto cure = [&](std::uint64_t first, std::uint64_t step, unsigned lanes_apart = 1) {
            line.sample->lanes.clear();
            for (unsigned lane = 0; lane < 32; lane += lanes_apart)
                line.sample->lanes.push_back({lane, first + step * lane});
            return advice_on_access(line, h200)->cure;
        };
        CHECK(contains(cure(0, 256), "Let get_global_id(0) step from one element to the next"));
        CHECK(contains(cure(0, 0), "Read it once into local memory"));
        line.expression = "p[i].mass";
        CHECK(cure(0, 256) == "Keep each member of the structure in an array of its own");
        for (const char* other :
             {"matrix_of_the_device[size * (column + 1) + ...", "a[(int)(i * 2.0f)]", "a[p.first]"}) {
            line.expression = other;
            CHECK(contains(cure(0, 256), "Let get_global_id(0) step from one element to the next"));
        }
        line.expression = "p->mass";
        CHECK(cure(0, 256) == "Keep each member of the structure in an array of its own");
        CHECK(contains(cure(4, 4), "Begin rows at a multiple of 32 bytes"));
        CHECK(contains(cure(0, 4, 2), "Give the work that there is to work-items side by side"));
        line.vector = {4, VectorCounting::one_by_one};
        CHECK(contains(cure(0, 16), "vload4 and vstore4 promise no alignment"));
        line.vector = {4, VectorCounting::in_parts};
        CHECK(contains(cure(0, 16), "They take few components of vectors of 4"));
        line.vector = {};
        line.counts = LocalCounts{.requests = 1, .wavefronts = 32, .conflicts = 31, .bytes = 128};
        CHECK(contains(cure(0, 128), "Pad the rows of the local array by one element"));
        CHECK(contains(cure(0, 132), "take words of different banks")); // rows of 33 words are padded
    }

    TEST_CASE(
        "two accesses in one statement are told apart by their columns, and a single one is told without")
    {
        LensKernel kernel = kernel_of("a", 256);
        kernel.lines[0].column = 12;
        CHECK_FALSE(contains(terminal_report(report_of({kernel})), "@12"));
        LensLine other = load_of(3, 64, 64);
        other.column = 20;
        kernel.lines[0].expression = "a[n * i]";
        other.expression = "b[i]";
        kernel.lines.push_back(other);
        const std::string text = terminal_report(report_of({kernel}));
        CAPTURE(text);
        CHECK(contains(
            text, "    ! global load @12      16 requests      256 sectors         64 ideal    25 %\n"
                  "      (@12: a[n * i])\n      Each load request touches 16 sectors where 4 would do."));
        CHECK(contains(text,
                       "      global load @20      16 requests       64 sectors         64 ideal   100 %\n"
                       "      (@20: b[i])\n"));
    }

    TEST_CASE("how a vector is counted that is not read as the source says is told at its row")
    {
        LensKernel kernel = kernel_of("a", 64);
        const auto note = [&](VectorCounting counting) {
            kernel.lines[0].vector = {4, counting};
            return report_line(kernel.lines[0], h200, false).note;
        };
        CHECK(note(VectorCounting::as_one) ==
              "(a vector of 4 that Oclgrind's compiler reads in parts; counted as one, as a GPU's reads it)");
        CHECK(note(VectorCounting::in_parts) ==
              "(a part of a vector of 4, counted by itself, as a GPU's compiler reads it)");
        CHECK(note(VectorCounting::one_by_one) ==
              "(a vector of 4 by vload or vstore, counted element by element)");
    }

    TEST_CASE(
        "the instructions of a line are told from a tenth of the kernel's on, or where work-items are idle")
    {
        LensKernel kernel = kernel_of("a", 64);
        kernel.control = {{.line = 4, .source = "a", .instructions = 10},
                          {.line = 5, .source = "b", .instructions = 9},
                          {.line = 6, .source = "c", .instructions = 1, .simd_efficiency = 0.5}};
        const auto rows = [&](std::size_t i) { return report_control(kernel.control[i], kernel); };
        REQUIRE(rows(0).size() == 1);
        CHECK(rows(0)[0].cells ==
              std::vector<std::string>{"instructions", "10", "10 % of all", "100 % active"});
        CHECK(rows(1).empty());
        CHECK(rows(2)[0].cells == std::vector<std::string>{"instructions", "1", "1 % of all", "50 % active"});
    }

    TEST_CASE("the expression of an access ends where its brackets and members end")
    {
        const std::string line = "    energy[i] = p[f(i)].mass * (*q)->x[2] + a[i";
        const auto at = [&](const char* part) {
            return expression_at(line, static_cast<unsigned>(line.find(part)) + 1);
        };
        CHECK(at("energy") == "energy[i]");
        CHECK(at("p[f") == "p[f(i)].mass");
        CHECK(at("mass") == "p[f(i)].mass");
        CHECK(at("x[2]") == "(*q)->x[2]");
        CHECK(at("*q") == "*q");
        CHECK(at("a[i") == "a");
        CHECK(at("= p") == "");
        CHECK(expression_at(line, 0) == "");
        CHECK(expression_at(line, 500) == "");
        CHECK(expression_at("abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz", 1).size() == 40);
    }

    TEST_CASE("several devices stand in one table, five side by side")
    {
        LensReports counts;
        for (const char* id : {"h200", "mi300x", "gtx285", "gtx480", "arc-a770", "hd5870"}) {
            LensReport report = report_of({kernel_of("small", 64), kernel_of("big", 256, 0.5)});
            report.device.id = id;
            counts.reports.push_back(report);
        }
        counts.reports[1].kernels[1].simd_efficiency = 0.25;
        const std::string text = device_table(counts);
        CAPTURE(text);
        CHECK(contains(
            text, "                            h200      mi300x      gtx285      gtx480    arc-a770\nbig\n"));
        CHECK(contains(
            text, "\n  SIMD efficiency           50 %        25 %        50 %        50 %        50 %\n"));
        CHECK(contains(
            text, "\n  global memory             25 %        25 %        25 %        25 %        25 %\n"));
        CHECK(contains(text, "\n\n                          hd5870\nbig\n"));
        CHECK_FALSE(contains(text, "local memory")); // nobody uses it
        CHECK(text.find("\nbig\n") < text.find("\nsmall\n"));
    }

    TEST_CASE("findings are told kernel by kernel as ranked, each with its cause and its cure")
    {
        const std::vector<LensFinding> findings =
            findings_of(report_of({kernel_of("a", 128), kernel_of("b", 256), kernel_of("b", 256)}));
        REQUIRE(findings.size() == 2);
        CHECK(findings[0].kernel == "b");
        CHECK(findings[0].line == 3);
        CHECK(findings[0].rule == "sectors");
        CHECK(findings[0].cause == "Each load request touches 16 sectors where 4 would do.");
        CHECK(findings[0].cure == "Let neighbouring work-items take neighbouring elements.");
        CHECK(findings[1].kernel == "a");
    }
}
