// The experiments' rows from JSON and to JSON.
#include "lockstep/formats/measurements.hpp"

#include "results_text.hpp"
#include "spread_fields.hpp"

#include "lockstep/failure.hpp"
#include "lockstep/files.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace lockstep::formats
{

LOCKSTEP_FIELDS(CoalescingRow, vary, stride, offset_bytes, access, layout, ms, gbps)
LOCKSTEP_FIELDS(DivergenceRow, vary, sides, steps, granularity, pattern, ms)
LOCKSTEP_FIELDS(LocalMemoryRow, bytes, stride, ms, gaccesses, gbps)
LOCKSTEP_FIELDS(OccupancyRow, kernel, group_size, local_bytes, per_item, resident_items, occupancy, ms, gbps,
                greads)
LOCKSTEP_FIELDS(AccuracyRow, ladder, rung, n, input, relative_error, ulps, results, launches)
LOCKSTEP_FIELDS(MessageRow, subject, group, event, moment, asked, seen)
LOCKSTEP_FIELDS(EventRow, queues, profiling, events, commands, enqueued_us, done_us, done_spread_us)

template <typename Any, typename Visitor>
requires FieldsOf<Any, Measurements<typename decltype(Any::rows)::value_type>>
void visit_fields(Any& measurements, Visitor& visit)
{
    visit.unless_default("experiment", measurements.experiment);
    visit_fields(measurements.origin, visit);
    visit("rows", measurements.rows);
}

namespace
{

/// The command that records an experiment. @param device what the file begins with.
std::string how_to_record(std::string_view experiment, const std::string& device)
{
    const bool is_accuracy = experiment == AccuracyRow::experiment;
    return fmt::format("LOCKSTEP_DEVICE=DEVICE bench/record {} {}{}", device,
                       is_accuracy ? "" : "experiments ", experiment);
}

void require_there(const std::filesystem::path& file, const std::string& remedy)
{
    if (!std::filesystem::exists(file))
        throw Failure(fmt::format("There are no results {}.", file.string()), remedy);
}

NamedRow::Cell cell(const std::string& name, const JsonReader& value)
{
    const Json& raw = value.raw();
    return {name, raw.is_string() ? value.text() : raw.dump(),
            raw.is_number() ? std::optional{value.number()} : std::nullopt};
}

} // namespace

template <typename Row>
Measurements<Row> parse_measurements(std::string_view text, const std::string& name)
{
    const JsonReader reader = JsonReader::parse(text, name, how_to_record(Row::experiment, "NAME"));
    Measurements<Row> measurements;
    read_value(reader, measurements);
    if (!measurements.experiment.empty() && measurements.experiment != Row::experiment)
        reader.at("experiment").refuse(fmt::format("must be '{}'", Row::experiment));
    return measurements;
}

template <typename Row>
Measurements<Row> read_measurements(const std::filesystem::path& folder, const std::string& device)
{
    const std::filesystem::path file = folder / fmt::format("{}-{}.json", device, Row::experiment);
    require_there(file, how_to_record(Row::experiment, device));
    return parse_measurements<Row>(read_text(file), file.string());
}

template <typename Row>
std::string text_of(const Measurements<Row>& measurements)
{
    return results_text(written(measurements));
}

const NamedRow::Cell* NamedRow::find(std::string_view name) const
{
    const auto found = std::ranges::find(cells, name, &Cell::name);
    return found == cells.end() ? nullptr : &*found;
}

NamedRows read_named_rows(const std::filesystem::path& folder, const std::string& file)
{
    const std::filesystem::path path = folder / (file + ".json");
    const std::string remedy = how_to_record("EXPERIMENT", file.substr(0, file.find('-')));
    require_there(path, remedy);
    const JsonReader reader = JsonReader::read(path, remedy);
    NamedRows named;
    read_value(reader, named.origin);
    for (const JsonReader& row : reader.at("rows").list()) {
        NamedRow& cells = named.rows.emplace_back();
        for (const auto& [name, value] : row.members()) cells.cells.push_back(cell(name, value));
    }
    return named;
}

#define LOCKSTEP_MEASURED(Row)                                                                               \
    template Measurements<Row> parse_measurements(std::string_view, const std::string&);                     \
    template Measurements<Row> read_measurements(const std::filesystem::path&, const std::string&);          \
    template std::string text_of(const Measurements<Row>&);

LOCKSTEP_MEASURED(CoalescingRow)
LOCKSTEP_MEASURED(DivergenceRow)
LOCKSTEP_MEASURED(LocalMemoryRow)
LOCKSTEP_MEASURED(OccupancyRow)
LOCKSTEP_MEASURED(AccuracyRow)
LOCKSTEP_MEASURED(MessageRow)
LOCKSTEP_MEASURED(EventRow)

} // namespace lockstep::formats
