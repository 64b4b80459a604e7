// Hardware counters and what the model of caches says beside them, from JSON and to JSON.
#include "lockstep/formats/cache_record.hpp"

#include "results_text.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

namespace lockstep::formats
{

LOCKSTEP_FIELDS(KernelCounters, name, launches, work_groups, registers, instructions, local_passes,
                first_sectors, first_hits, second_read, second_written, second_atomics, second_reductions,
                memory_read_bytes, memory_written_bytes)

template <FieldsOf<RungCounters> Any, typename Visitor>
void visit_fields(Any& rung, Visitor& visit)
{
    visit("ladder", rung.ladder);
    visit("case", rung.input);
    LOCKSTEP_VISIT(rung, rung, parameters, columns, rows, kernels)
}

namespace
{

struct NamedFigure
{
    const char* name;
    CacheFigure CacheRow::*figure;
    double least; ///< below it a counter says nothing of the model: what the launch itself fetches is as much
    bool in_points = false;
};

constexpr std::array figures{
    NamedFigure{"first_hits_percent", &CacheRow::first_hits_percent, 0, true},
    NamedFigure{"second_read", &CacheRow::second_read, 1000},
    NamedFigure{"second_written", &CacheRow::second_written, 1000},
    NamedFigure{"memory_read_bytes", &CacheRow::memory_read_bytes, 250'000},
};

/// In percent or in points; nothing where the figure says nothing.
std::optional<double> error_in(const CacheRow& row, const NamedFigure& named)
{
    const CacheFigure& figure = row.*named.figure;
    if (named.in_points) {
        if (figure.counter < 0) return std::nullopt;
        return std::abs(figure.model - figure.counter);
    }
    if (figure.counter < named.least) return std::nullopt;
    return 100 * std::abs(figure.model / figure.counter - 1);
}

std::optional<CacheError> error_of(const std::string& ladder, const NamedFigure& named,
                                   const std::vector<CacheRow>& rows)
{
    CacheError error;
    error.of = ladder;
    error.figure = named.name;
    std::vector<double> all;
    for (const CacheRow& row : rows) {
        const auto one = ladder == "all" || row.ladder == ladder ? error_in(row, named) : std::nullopt;
        if (!one) continue;
        if (all.empty() || *one > error.worst) {
            error.worst = *one;
            error.worst_at = fmt::format("{}, {}, {}, {}", row.ladder, row.input, row.rung, row.kernel);
        }
        all.push_back(*one);
    }
    if (all.empty()) return std::nullopt;
    std::ranges::sort(all);
    error.kernels = all.size();
    error.median = (all[(all.size() - 1) / 2] + all[all.size() / 2]) / 2;
    return error;
}

} // namespace

const KernelCounters* RungCounters::find(std::string_view kernel) const
{
    const auto found = std::ranges::find(kernels, kernel, &KernelCounters::name);
    return found == kernels.end() ? nullptr : &*found;
}

const RungCounters* DeviceCounters::find(std::string_view ladder, std::string_view input,
                                         std::string_view rung, const Parameters& parameters) const
{
    const auto found = std::ranges::find_if(rungs, [&](const RungCounters& counted) {
        return counted.ladder == ladder && counted.input == input && counted.rung == rung &&
               counted.parameters == parameters;
    });
    return found == rungs.end() ? nullptr : &*found;
}

std::vector<CacheError> CacheRecord::errors() const
{
    std::vector<std::string> ladders{"all"};
    for (const CacheRow& row : rows)
        if (std::ranges::find(ladders, row.ladder) == ladders.end()) ladders.push_back(row.ladder);
    std::vector<CacheError> errors;
    for (const std::string& ladder : ladders)
        for (const NamedFigure& named : figures)
            if (const auto error = error_of(ladder, named, rows)) errors.push_back(*error);
    return errors;
}

DeviceCounters device_counters_of(const JsonReader& root)
{
    DeviceCounters counters;
    read_value(root, counters.origin);
    counters.profiler = root.at("profiler").text();
    read_value(root.at("rungs"), counters.rungs);
    return counters;
}

DeviceCounters read_device_counters(const std::filesystem::path& file)
{
    return device_counters_of(JsonReader::read(file, "bench/record h200 rung-counters, on such a machine"));
}

CacheRecord cache_record_of(const JsonReader& root)
{
    CacheRecord record;
    read_value(root, record.origin);
    for (const JsonReader& entry : root.at("rows").list()) {
        if (entry.has("error_of")) continue; // follows from the others
        CacheRow& row = record.rows.emplace_back();
        row.ladder = entry.at("ladder").text();
        row.input = entry.at("case").text();
        row.rung = entry.at("rung").text();
        row.kernel = entry.at("kernel").text();
        for (const NamedFigure& named : figures)
            row.*named.figure = {.counter = entry.at(fmt::format("{}_counter", named.name)).number(),
                                 .model = entry.at(fmt::format("{}_model", named.name)).number()};
    }
    return record;
}

CacheRecord read_cache_record(const std::filesystem::path& file)
{
    return cache_record_of(JsonReader::read(file, "./lockstep bench caches --record"));
}

std::string text_of(const CacheRecord& record)
{
    Json json{{"experiment", "caches"}};
    json.update(written(record.origin));
    json["rows"] = Json::array();
    for (const CacheError& error : record.errors())
        json["rows"].push_back({{"error_of", error.of},
                                {"figure", error.figure},
                                {"kernels", error.kernels},
                                {"median", rounded(error.median)},
                                {"worst", rounded(error.worst)},
                                {"worst_at", error.worst_at}});
    for (const CacheRow& row : record.rows) {
        Json entry{{"ladder", row.ladder}, {"case", row.input}, {"rung", row.rung}, {"kernel", row.kernel}};
        for (const NamedFigure& named : figures) {
            entry[fmt::format("{}_counter", named.name)] = (row.*named.figure).counter;
            entry[fmt::format("{}_model", named.name)] = (row.*named.figure).model;
        }
        json["rows"].push_back(std::move(entry));
    }
    return results_text(json);
}

} // namespace lockstep::formats
