// What the lens counts in each rung at two sizes, and what is forecast from it, from JSON and to JSON.
#include "lockstep/formats/forecast_record.hpp"

#include "results_text.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <string>

namespace lockstep::formats
{

namespace
{

CountedLaunch launch_of(const JsonReader& entry)
{
    return {.kernel = entry.at("kernel").text(),
            .work_groups = entry.at("work_groups").count(),
            .group_size = entry.at("group_size").count(),
            .local_bytes = entry.at("local_bytes").count(),
            .load_sectors = entry.at("load_sectors").count(),
            .store_sectors = entry.at("store_sectors").count(),
            .ideal_store_sectors = entry.at("ideal_store_sectors").count(),
            .local_passes = entry.at("local_passes").count(),
            .work = work_of(entry.at("work"))};
}

CountedRung rung_of(const JsonReader& entry)
{
    CountedRung rung{.ladder = entry.at("ladder").text(),
                     .input = entry.at("case").text(),
                     .rung = entry.at("rung").text(),
                     .parameters = {},
                     .sizes = {}};
    for (const auto& [name, value] : entry.at("parameters").members()) rung.parameters[name] = value.whole();
    for (const JsonReader& size : entry.at("sizes").list()) {
        CountedSize& counted = rung.sizes.emplace_back();
        counted.columns = size.at("columns").count();
        counted.rows = size.at("rows").count();
        for (const JsonReader& launch : size.at("launches").list())
            counted.launches.push_back(launch_of(launch));
    }
    if (rung.sizes.size() != 2) entry.at("sizes").refuse("must be two");
    return rung;
}

Json json_of(const CountedLaunch& launch)
{
    return {{"kernel", launch.kernel},
            {"work_groups", launch.work_groups},
            {"group_size", launch.group_size},
            {"local_bytes", launch.local_bytes},
            {"load_sectors", launch.load_sectors},
            {"store_sectors", launch.store_sectors},
            {"ideal_store_sectors", launch.ideal_store_sectors},
            {"local_passes", launch.local_passes},
            {"work", json_of(launch.work)}};
}

Json json_of(const CountedRung& rung)
{
    Json sizes = Json::array();
    for (const CountedSize& size : rung.sizes) {
        Json launches = Json::array();
        for (const CountedLaunch& launch : size.launches) launches.push_back(json_of(launch));
        sizes.push_back({{"columns", size.columns}, {"rows", size.rows}, {"launches", std::move(launches)}});
    }
    return {{"ladder", rung.ladder},
            {"case", rung.input},
            {"rung", rung.rung},
            {"parameters", rung.parameters.empty() ? Json::object() : Json(rung.parameters)},
            {"sizes", std::move(sizes)}};
}

template <typename List>
std::string lines_of(const List& list)
{
    std::string text;
    for (const Json& entry : list) text += fmt::format("{}\n  {}", text.empty() ? "" : ",", entry.dump());
    return text;
}

} // namespace

CountsAtTwoSizes counts_at_two_sizes_of(const JsonReader& root)
{
    CountsAtTwoSizes counts{.device = root.at("device").text(), .rungs = {}};
    for (const JsonReader& rung : root.at("rungs").list()) counts.rungs.push_back(rung_of(rung));
    return counts;
}

const CountedRung* CountsAtTwoSizes::find(const LadderResult& ladder, const RungResult& rung) const
{
    const auto found = std::ranges::find_if(rungs, [&](const CountedRung& counted) {
        return counted.ladder == ladder.name && counted.input == ladder.input && counted.rung == rung.name &&
               counted.parameters == rung.parameters.value_or(Parameters{});
    });
    return found == rungs.end() ? nullptr : &*found;
}

CountsAtTwoSizes read_counts_at_two_sizes(const std::filesystem::path& file)
{
    return counts_at_two_sizes_of(JsonReader::read(file, "./lockstep bench forecast --count"));
}

std::vector<CountedKernel> read_counted_kernels(const std::filesystem::path& file)
{
    std::vector<CountedKernel> kernels;
    for (const JsonReader& row :
         JsonReader::read(file, "lens/validation/times/record.py --count").at("rows").list())
        kernels.push_back({.of = row.at("of").text(),
                           .job = row.at("job").text(),
                           .variant = row.at("variant").text(),
                           .times = row.at("times").number(),
                           .launch = launch_of(row)});
    return kernels;
}

TimedKernels read_timed_kernels(const std::filesystem::path& file)
{
    const JsonReader root = JsonReader::read(file, "lens/validation/times/record.py NAME");
    TimedKernels timed{.device = root.at("device").text(), .rows = {}};
    for (const JsonReader& row : root.at("rows").list())
        timed.rows.push_back({.of = row.at("of").text(),
                              .job = row.at("job").text(),
                              .variant = row.at("variant").text(),
                              .ms = row.at("ms").number()});
    return timed;
}

ForecastRecord forecast_record_of(const JsonReader& root)
{
    ForecastRecord record;
    read_value(root, record.origin);
    for (const JsonReader& entry : root.at("rows").list())
        if (entry.has("error_of"))
            record.errors.push_back({.of = entry.at("error_of").text(),
                                     .rungs = entry.at("rungs").count(),
                                     .rank_correlation = entry.at("rank_correlation").number(),
                                     .median_error_percent = entry.at("median_error_percent").number(),
                                     .within_twice_percent = entry.at("within_twice_percent").number(),
                                     .pairs = entry.at("pairs").count(),
                                     .wrong_pairs = entry.at("wrong_pairs").count(),
                                     .clear_pairs = entry.at("clear_pairs").count(),
                                     .wrong_clear_pairs = entry.at("wrong_clear_pairs").count()});
        else
            record.rows.push_back({.ladder = entry.at("ladder").text(),
                                   .input = entry.at("case").text(),
                                   .rung = entry.at("rung").text(),
                                   .bound = entry.at("bound").text(),
                                   .small = entry.truth_or("small", false),
                                   .forecast_ms = entry.at("forecast_ms").number(),
                                   .measured_ms = entry.at("measured_ms").number()});
    if (record.errors.empty()) root.at("rows").refuse("must begin with the errors of all");
    return record;
}

ForecastRecord read_forecast_record(const std::filesystem::path& file)
{
    return forecast_record_of(JsonReader::read(file, "./lockstep bench forecast --record"));
}

std::string text_of(const CountsAtTwoSizes& counts)
{
    std::vector<Json> rungs;
    for (const CountedRung& rung : counts.rungs) rungs.push_back(json_of(rung));
    return fmt::format("{{\n \"device\": {},\n \"rungs\": [{}\n ]\n}}\n", Json(counts.device).dump(),
                       lines_of(rungs));
}

std::string text_of(const ForecastRecord& record)
{
    Json json{{"experiment", "forecast"}};
    json.update(written(record.origin));
    json["rows"] = Json::array();
    for (const ForecastError& error : record.errors)
        json["rows"].push_back({{"error_of", error.of},
                                {"rungs", error.rungs},
                                {"rank_correlation", rounded(error.rank_correlation)},
                                {"median_error_percent", rounded(error.median_error_percent)},
                                {"within_twice_percent", rounded(error.within_twice_percent)},
                                {"pairs", error.pairs},
                                {"wrong_pairs", error.wrong_pairs},
                                {"clear_pairs", error.clear_pairs},
                                {"wrong_clear_pairs", error.wrong_clear_pairs}});
    for (const ForecastRow& row : record.rows) {
        Json written{{"ladder", row.ladder},
                     {"case", row.input},
                     {"rung", row.rung},
                     {"bound", row.bound},
                     {"forecast_ms", rounded(row.forecast_ms)},
                     {"measured_ms", rounded(row.measured_ms)},
                     {"times", rounded(row.times())}};
        if (row.small) written["small"] = true;
        json["rows"].push_back(std::move(written));
    }
    return results_text(json);
}

} // namespace lockstep::formats
