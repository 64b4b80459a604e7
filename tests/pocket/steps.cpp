// Tests of a sub-group's history: what it counts is what the lens counts, and each step says what happened, where, and to whom.
#include "launched.hpp"

#include "counts/counter.hpp"
#include "counts/recorder.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <memory>
#include <numeric>
#include <sstream>

using namespace lockstep::pocket;
using namespace lockstep::pocket::test;
using nlohmann::json;
namespace lens = lockstep::lens;

namespace
{

const std::filesystem::path source = LOCKSTEP_SOURCE;

std::string text_of_file(const std::filesystem::path& file)
{
    std::ifstream in{source / file};
    REQUIRE(in);
    std::ostringstream text;
    text << in.rdbuf();
    return text.str();
}

/// A kernel of the tree, and what it is given.
struct Case
{
    const char* file;
    const char* kernel;
    LaunchSizes sizes;
    std::function<void(Launched&)> give;
    std::vector<std::pair<std::string, std::string>> defines = {};
};

std::vector<float> floats(std::size_t count)
{
    std::vector<float> values(count);
    for (std::size_t i = 0; i < count; ++i) values[i] = static_cast<float>(i % 17) - 7.5F;
    return values;
}

template <typename Number>
std::vector<Number> numbers(std::size_t count)
{
    std::vector<Number> values(count);
    for (std::size_t i = 0; i < count; ++i) values[i] = static_cast<Number>(1 + i * 7 % 97);
    return values;
}

LaunchSizes line(std::size_t items, std::size_t group)
{
    return {.dimensions = 1, .global = {items, 1, 1}, .group = {group, 1, 1}};
}

LaunchSizes grid(std::size_t columns, std::size_t rows, std::size_t group_columns, std::size_t group_rows)
{
    return {.dimensions = 2, .global = {columns, rows, 1}, .group = {group_columns, group_rows, 1}};
}

const std::vector<Case>& cases()
{
    const std::vector<std::pair<std::string, std::string>> patches{
        {"ROW", "32"}, {"REACH", "1"}, {"TILES", "2"}, {"AHEAD", "1"}};
    static const std::vector<Case> all{
        {"chapters/11-divergence/divergence.cl", "branches", line(256, 128),
         [](Launched& to) { to.empty(1024).value(1U).value(5U); }},
        {"chapters/11-divergence/divergence.cl", "collatz", line(128, 64),
         [](Launched& to) { to.buffer(numbers<unsigned>(128)).empty(512); }},
        {"chapters/12-coalescing/coalescing.cl", "product_by_rows", grid(16, 16, 16, 4),
         [](Launched& to) { to.buffer(floats(256)).buffer(floats(256)).empty(1024).value(16U); }},
        {"chapters/12-coalescing/coalescing.cl", "energy_of_structures", line(64, 64),
         [](Launched& to) { to.buffer(floats(512)).empty(256); }},
        {"chapters/13-local-memory/local-memory.cl", "turn_tiles", grid(64, 16, 32, 8),
         [](Launched& to) { to.buffer(floats(4096)).empty(16384).value(64U); }, patches},
        {"chapters/13-local-memory/local-memory.cl", "mean_of_copy", grid(32, 8, 16, 4),
         [](Launched& to) { to.buffer(floats(340)).empty(1360).value(34U).local(432); }, patches},
        {"chapters/15-memory-model/atomics.cl", "count_by_group", line(256, 128),
         [](Launched& to) { to.buffer(std::vector<unsigned>{0}); }},
        {"chapters/17-reduction/reduction.cl", "sum_compare", line(64, 64),
         [](Launched& to) { to.buffer(floats(60)).buffer(std::vector<unsigned>{0}).value(60U); }},
        {"chapters/18-histogram/histogram.cl", "histogram_global", line(256, 64),
         [](Launched& to) {
             to.buffer(numbers<unsigned char>(200)).value(200U).buffer(std::vector<unsigned>(256));
         }},
        {"chapters/19-scan/scan.cl", "scan_step", line(128, 64),
         [](Launched& to) { to.buffer(floats(100)).empty(400).value(100U).value(8U); }},
        {"chapters/20-transpose/transpose.cl", "transpose", grid(24, 24, 8, 8),
         [](Launched& to) { to.buffer(floats(440)).empty(1760).value(22U).value(20U); }},
        {"chapters/22-n-body/n-body.cl", "pull_of_all", line(64, 64),
         [](Launched& to) { to.buffer(floats(160)).empty(640).value(40U).value(0.1F); }}};
    return all;
}

std::unique_ptr<Launched> launched(const Case& one, unsigned width)
{
    auto made = std::make_unique<Launched>(text_of_file(one.file), 120, one.kernel, one.defines);
    one.give(*made);
    made->options.lanes = width;
    return made;
}

lens::Profile profile_of(const std::string& name)
{
    return lens::read_profile(source / "lens" / "devices" / (name + ".json"));
}

StepHistory recorded(Launched& launch, const LaunchSizes& sizes, const lens::Profile& profile,
                     const RecordedPart& which = {})
{
    Recorder recorder{
        profile, which, launch.code(), launch.texts(), sizes, launch.arguments(), launch.options.lanes};
    launch.options.watcher = &recorder;
    launch.run(sizes);
    launch.options.watcher = nullptr;
    return recorder.take(launch.outcome);
}

/// Of a kernel's text with one sub-group of 32 lanes, or some of them.
json told_of(Launched& launch, const LaunchSizes& sizes, const RecordedPart& which = {})
{
    return json::parse(text_of(recorded(launch, sizes, profile_of("h200"), which), "[]"));
}

/// What the lens counts of the launch: the first kernel of its report.
json counted(const Case& one, const std::string& profile)
{
    const auto file = std::filesystem::temp_directory_path() / fmt::format("steps-{}.json", getpid());
    setenv("LOCKSTEP_LENS_PROFILES", (source / "lens" / "devices" / (profile + ".json")).c_str(), 1);
    setenv("LOCKSTEP_LENS_OUTPUT", file.c_str(), 1);
    {
        lens::Session session;
        const auto launch = launched(one, session.profiles().front().sub_group_size);
        Counter counter{session, {.code = launch->code(), .texts = launch->texts()}, one.sizes};
        launch->options.watcher = &counter;
        launch->run(one.sizes);
        counter.end();
        session.finish();
    }
    unsetenv("LOCKSTEP_LENS_PROFILES");
    unsetenv("LOCKSTEP_LENS_OUTPUT");
    std::ifstream in{file};
    json report = json::parse(in);
    std::filesystem::remove(file);
    return report["reports"][0]["kernels"][0];
}

/// The same of the histories of all sub-groups, summed, as far as both have it.
json summed(const Case& one, const std::string& name)
{
    const lens::Profile profile = profile_of(name);
    StepTotals totals;
    std::uint64_t same_address = 0, atomic_conflicts = 0;
    const auto& sizes = one.sizes;
    const std::size_t items = sizes.group[0] * sizes.group[1];
    for (std::size_t y = 0; y < sizes.global[1] / sizes.group[1]; ++y)
        for (std::size_t x = 0; x < sizes.global[0] / sizes.group[0]; ++x)
            for (std::size_t part = 0; part * profile.sub_group_size < items; ++part) {
                const auto launch = launched(one, profile.sub_group_size);
                const StepHistory history = recorded(*launch, sizes, profile, {{x, y, 0}, part});
                CHECK_FALSE(history.truncated);
                for (const Step& step : history.steps) {
                    totals.add(step);
                    for (const StepRequest& request : step.requests)
                        if (lens::is_atomic(request.kind)) {
                            same_address += request.lanes - request.addresses;
                            atomic_conflicts +=
                                lens::is_global(request.kind) ? 0 : request.cost - request.needed;
                        }
                }
            }
    const auto kind = [&](lens::AccessKind is) { return totals.kinds[static_cast<std::size_t>(is)]; };
    const auto count = [&](lens::AccessKind is) { return totals.requests[static_cast<std::size_t>(is)]; };
    using Kind = lens::AccessKind;
    json all{{"instructions", totals.control.instructions},
             {"branches", totals.control.branches},
             {"divergent_branches", totals.control.divergent}};
    for (const auto& [key, is] :
         {std::pair{"global_load", Kind::global_load}, {"global_store", Kind::global_store}})
        all[key] = {{"requests", count(is)},
                    {"sectors", kind(is).cost},
                    {"ideal_sectors", kind(is).needed},
                    {"bytes", kind(is).bytes}};
    for (const auto& [key, is] :
         {std::pair{"local_load", Kind::local_load}, {"local_store", Kind::local_store}})
        all[key] = {{"requests", count(is)},
                    {"wavefronts", kind(is).cost},
                    {"conflicts", kind(is).cost - kind(is).needed},
                    {"bytes", kind(is).bytes}};
    all["atomics"] = {{"requests", count(Kind::global_atomic) + count(Kind::local_atomic)},
                      {"lanes", kind(Kind::global_atomic).lanes + kind(Kind::local_atomic).lanes},
                      {"same_address", same_address},
                      {"conflicts", atomic_conflicts}};
    return all;
}

/// The numbers of the steps of which `holds` is true.
template <typename Holds>
std::vector<std::size_t> steps_where(const json& history, Holds holds)
{
    std::vector<std::size_t> found;
    for (std::size_t i = 0; i < history["steps"].size(); ++i)
        if (holds(history["steps"][i])) found.push_back(i);
    return found;
}

std::string text_at(const json& history, const json& place)
{
    std::istringstream lines{history["source"]["text"].get<std::string>()};
    std::string line;
    for (int i = 0; i < place[0].get<int>(); ++i) std::getline(lines, line);
    const auto begin = place[1].get<std::size_t>() - 1;
    return line.substr(begin,
                       place[2] == place[0] ? place[3].get<std::size_t>() - 1 - begin : std::string::npos);
}

} // namespace

TEST_SUITE("steps")
{
    TEST_CASE(
        "all that the steps count is what the lens counts, of twelve kernels and sub-groups of three sizes")
    {
        for (const char* profile : {"h200", "mi300x", "arc-a770"})
            for (const Case& one : cases()) {
                CAPTURE(profile);
                CAPTURE(one.kernel);
                const json sums = summed(one, profile), report = counted(one, profile);
                CHECK(sums["instructions"] > 0);
                for (const auto& [key, value] : sums.items()) {
                    CAPTURE(key);
                    if (!value.is_object()) {
                        CHECK(value == report[key]);
                        continue;
                    }
                    for (const auto& [figure, number] : value.items()) {
                        CAPTURE(figure);
                        CHECK(number == (report.contains(key) ? report[key][figure] : json(0)));
                    }
                }
            }
    }

    TEST_CASE("an if parts the lanes, each side has its own, and the text joins")
    {
        Launched launch{
            "kernel void k(global int* out)\n{\n    int i = get_global_id(0);\n    if (i < 3) {\n"
            "        out[i] = 1;\n    } else {\n        out[i] = 2;\n    }\n    out[i] += 1;\n}\n"};
        launch.empty(128);
        const json history = told_of(launch, line(32, 32));
        const json& steps = history["steps"];
        REQUIRE(steps.size() == 9);
        CHECK(steps[1]["is"] == "branch");
        CHECK(steps[1]["to"] == "7");
        CHECK(steps[1]["t"] == json{"diverges"});
        CHECK(steps[1]["f"][0]["m"] == "ffffffff");
        CHECK(text_at(history, history["places"][steps[1]["p"].get<int>()]) == "if (i < 3)");
        CHECK(steps[2]["m"] == "7");
        CHECK(steps[2]["a"]["at"] == json{{"first", 0}, {"by", 4}});
        CHECK(steps[2]["a"]["name"] == "out[i]");
        CHECK(steps[3]["is"] == "else");
        CHECK(text_at(history, history["places"][steps[3]["p"].get<int>()]) == "else");
        CHECK(steps[3]["m"] == "fffffff8");
        CHECK(steps[5]["is"] == "join");
        CHECK(text_at(history, history["places"][steps[5]["p"].get<int>()]) == "}");
        CHECK(steps[5]["m"] == "ffffffff");
        CHECK(steps[5]["f"] == json::array());
        CHECK(steps[6]["is"] == "load");
        CHECK(steps[7]["is"] == "store");
        CHECK(steps[8]["is"] == "end");
        CHECK(steps[1]["s"] == "Line 4: All 32 lanes ask: 3 go in, 29 wait.");
    }

    TEST_CASE("a variable's value is there when its statement is done, by lane, and gone behind its block")
    {
        Launched launch{"kernel void k(global float* out, float4 by)\n{\n    for (int r = 0; r < 2; ++r) {\n"
                        "        float x = get_local_id(0) * by.y;\n        float a[2] = {x, 0};\n"
                        "        out[get_local_id(0)] = x + a[r];\n    }\n}\n"};
        launch.empty(128).value(std::array<float, 4>{1, 0.5F, 3, 4});
        const json history = told_of(launch, line(20, 20));
        const auto number = [&](const char* name) {
            for (std::size_t i = 0; i < history["variables"].size(); ++i)
                if (history["variables"][i]["name"] == name) return std::to_string(i);
            return std::string{"none"};
        };
        CHECK(history["lanes"] == 20);
        CHECK(history["steps"][0]["v"][number("by")]["y"] == 0.5);
        CHECK(history["steps"][0]["v"][number("r")] == 0);
        const auto of_x = steps_where(history, [&](const json& step) {
            return step.contains("v") && step["v"].contains(number("x")) && !step["v"][number("x")].is_null();
        });
        REQUIRE(of_x.size() == 2); // a round each
        const json& x = history["steps"][of_x[0]]["v"][number("x")];
        REQUIRE(x.size() == 20);
        CHECK(x[7] == 3.5);
        const json& pieces = history["steps"][of_x[0] + 1]["v"][number("a")]["e"];
        CHECK(pieces["[0]"][3] == 1.5);
        CHECK(pieces["[1]"] == 0);
        const auto gone = steps_where(history, [&](const json& step) { return step.contains("gone"); });
        CHECK_FALSE(gone.empty());
    }

    TEST_CASE("a step says where it stands, whatever the text looks like")
    {
        Launched launch{
            "// a comment; with (brackets\nint twice(int x) { return 2 * x; }\n"
            "kernel void k(global int* out, int n)\n{\n  int i = get_global_id(0), sum = 0;\n"
            "  do { sum += i; /* ) */ ++i; } while (sum < n);\n  switch (i & 1) { case 0: sum = 1; break; "
            "default: sum = 2; }\n  while (i > 100)\n    --i;\n  out[get_global_id(0)] = twice(sum);\n}\n"};
        launch.empty(32).value(3);
        const json history = told_of(launch, line(8, 8));
        std::set<std::string> texts;
        for (const json& step : history["steps"])
            texts.insert(text_at(history, history["places"][step["p"].get<int>()]));
        for (const char* text : {"int i = get_global_id(0), sum = 0;", "sum += i;", "++i;", "sum < n",
                                 "switch (i & 1)", "sum = 1;", "break;", "sum = 2;", "i > 100",
                                 "return 2 * x;", "out[get_global_id(0)] = twice(sum);"}) {
            const std::string wanted = text;
            CAPTURE(wanted);
            CHECK(texts.contains(wanted));
        }
    }

    TEST_CASE("a sub-group waits at a barrier for those that are not there yet")
    {
        Launched launch{
            "kernel void k(global int* out)\n{\n    local int a[64];\n    int i = get_local_id(0);\n"
            "    a[i] = i;\n    barrier(CLK_LOCAL_MEM_FENCE);\n    out[i] = a[63 - i];\n}\n"};
        launch.empty(256);
        launch.options.lanes = 16;
        const json history = told_of(launch, line(64, 64), {{0, 0, 0}, 1});
        const auto arrives = steps_where(history, [](const json& step) { return step["is"] == "barrier"; });
        REQUIRE(arrives.size() == 1);
        CHECK(history["steps"][arrives[0]]["b"] == json{{"arrived", {0, 1}}, {"of", 4}});
        CHECK(history["steps"][arrives[0] + 1]["is"] == "go");
        CHECK(history["steps"][arrives[0] + 1]["b"]["arrived"].size() == 4);
        CHECK(history["sub_groups"] == 4);
        CHECK(history["items"][0] == json{16, 0, 0});
    }

    TEST_CASE("both sides of a race have their steps, and an access outside has its lane")
    {
        Launched race{
            "kernel void k(global int* out)\n{\n    local int a[32];\n    int i = get_local_id(0);\n"
            "    a[i] = i;\n    out[i] = a[31 - i];\n}\n"};
        race.empty(128);
        const json history = told_of(race, line(32, 32));
        REQUIRE(history["findings"].size() == 1);
        const json& finding = history["findings"][0];
        CHECK(finding["fault"] == "race");
        const json& step = history["steps"][finding["step"].get<int>()];
        CHECK(step["a"]["is"] == "load");
        CHECK(step["find"] == json{0});
        const json& other = history["steps"][finding["other"]["step"].get<int>()];
        CHECK(other["a"]["is"] == "store");
        CHECK(finding["lane"].get<int>() + finding["other"]["lane"].get<int>() == 31);

        Launched outside{
            "kernel void k(global int* out, global const int* in)\n{\n    int i = get_global_id(0);\n"
            "    out[i] = in[i + 1];\n}\n"};
        outside.empty(256).buffer(std::vector<int>(64));
        const json beyond = told_of(outside, line(64, 32));
        REQUIRE(beyond["findings"].size() == 1);
        CHECK_FALSE(beyond["findings"][0].contains("step")); // it is in the other group
        CHECK(beyond["findings"][0]["group"] == json{1, 0, 0});
        const json there = told_of(outside, line(64, 32), {{1, 0, 0}, 0});
        CHECK(there["findings"][0]["lane"] == 31);
        CHECK(there["findings"][0].contains("step"));
    }

    TEST_CASE("a history ends at as many steps as are asked for, and says so")
    {
        Launched launch{"kernel void k(global int* out)\n{\n    int sum = 0;\n"
                        "    for (int r = 0; r < 100000; ++r) sum += r & 3;\n    out[0] = sum;\n}\n"};
        launch.empty(4);
        const json history = told_of(launch, line(1, 1), {{0, 0, 0}, 0, 50});
        CHECK(history["steps"].size() == 50);
        CHECK(history["truncated"] == true);
        CHECK(history["ended"] == "most");
    }

    TEST_CASE("ten thousand steps of 64 lanes with ten variables take less than 16 MB")
    {
        Launched launch{
            "kernel void k(global float* out)\n{\n    int i = get_global_id(0);\n"
            "    float a = i, b = 1, c = 2, d = 3, e = 4, f = 5, g = 6, h = 7;\n"
            "    for (int r = 0; r < 2600; ++r) {\n        a = a * 0.5f + b;\n        b = b + c * 0.25f;\n"
            "    }\n    out[i] = a + b + c + d + e + f + g + h;\n}\n"};
        launch.empty(256);
        launch.options.lanes = 64;
        const StepHistory history = recorded(launch, line(64, 64), profile_of("mi300x"));
        CHECK(history.steps.size() > 10000);
        CHECK(text_of(history, "[]").size() < std::size_t{16} << 20U);
    }
}
