// What the lens counts in each rung at two sizes, and what is forecast from it, from JSON and to JSON.
#include "lockstep/formats/forecast_record.hpp"

#include "lens_counts_fields.hpp"
#include "results_text.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <string>

namespace lockstep::formats
{

LOCKSTEP_FIELDS(CountedLaunch, kernel, work_groups, group_size, local_bytes, load_sectors, store_sectors,
                ideal_store_sectors, local_passes, work)
LOCKSTEP_FIELDS(CountedSize, columns, rows, launches)

template <FieldsOf<CountedRung> Any, typename Visitor>
void visit_fields(Any& rung, Visitor& visit)
{
    visit("ladder", rung.ladder);
    visit("case", rung.input);
    LOCKSTEP_VISIT(rung, rung, parameters, sizes)
    visit.require(rung.sizes.size() == 2, "sizes", "must be two");
}

LOCKSTEP_FIELDS(CountsAtTwoSizes, device, rungs)
LOCKSTEP_FIELDS(TimedKernel, of, job, variant, ms)
LOCKSTEP_FIELDS(TimedKernels, device, rows)

template <FieldsOf<ForecastError> Any, typename Visitor>
void visit_fields(Any& error, Visitor& visit)
{
    visit("error_of", error.of);
    LOCKSTEP_VISIT(error, rungs, rank_correlation, median_error_percent, within_twice_percent, pairs,
                   wrong_pairs, clear_pairs, wrong_clear_pairs)
}

template <FieldsOf<ForecastRow> Any, typename Visitor>
void visit_fields(Any& row, Visitor& visit)
{
    visit("ladder", row.ladder);
    visit("case", row.input);
    LOCKSTEP_VISIT(row, rung, bound, forecast_ms, measured_ms)
    visit.derived("times", row.times());
    visit.unless_default("small", row.small);
}

CountsAtTwoSizes counts_at_two_sizes_of(const JsonReader& root)
{
    return read_fields<CountsAtTwoSizes>(root);
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
    for (const JsonReader& row : JsonReader::read(file, "bench/record h200 kernel-counts").at("rows").list())
        kernels.push_back({.of = row.at("of").text(),
                           .job = row.at("job").text(),
                           .variant = row.at("variant").text(),
                           .times = row.at("times").number(),
                           .launch = read_fields<CountedLaunch>(row)});
    return kernels;
}

TimedKernels read_timed_kernels(const std::filesystem::path& file)
{
    return read_fields<TimedKernels>(JsonReader::read(file, "bench/record NAME kernels, on such a machine"));
}

ForecastRecord forecast_record_of(const JsonReader& root)
{
    ForecastRecord record;
    read_value(root, record.origin);
    for (const JsonReader& entry : root.at("rows").list())
        if (entry.has("error_of"))
            read_value(entry, record.errors.emplace_back());
        else
            read_value(entry, record.rows.emplace_back());
    if (record.errors.empty()) root.at("rows").refuse("must begin with the errors of all");
    return record;
}

ForecastRecord read_forecast_record(const std::filesystem::path& file)
{
    return forecast_record_of(JsonReader::read(file, "./lockstep bench forecast --record"));
}

std::string text_of(const CountsAtTwoSizes& counts)
{
    return lines_text(counts);
}

std::string text_of(const ForecastRecord& record)
{
    Json json{{"experiment", "forecast"}};
    json.update(written(record.origin));
    json["rows"] = written(record.errors);
    for (const ForecastRow& row : record.rows) json["rows"].push_back(written(row));
    for (Json& row : json["rows"])
        for (Json& value : row)
            if (value.is_number_float()) value = rounded(value.get<double>());
    return results_text(json);
}

} // namespace lockstep::formats
