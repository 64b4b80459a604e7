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

template <FieldsOf<CoalescingRow> Any, typename Visitor>
void visit_fields(Any& row, Visitor& visit)
{
    visit("vary", row.vary);
    visit("stride", row.stride);
    visit("offset_bytes", row.offset_bytes);
    visit("access", row.access);
    visit("layout", row.layout);
    visit("ms", row.ms);
    visit("gbps", row.gbps);
}

template <FieldsOf<DivergenceRow> Any, typename Visitor>
void visit_fields(Any& row, Visitor& visit)
{
    visit("vary", row.vary);
    visit("sides", row.sides);
    visit("steps", row.steps);
    visit("granularity", row.granularity);
    visit("pattern", row.pattern);
    visit("ms", row.ms);
}

template <FieldsOf<LocalMemoryRow> Any, typename Visitor>
void visit_fields(Any& row, Visitor& visit)
{
    visit("bytes", row.bytes);
    visit("stride", row.stride);
    visit("ms", row.ms);
    visit("gaccesses", row.gaccesses);
    visit("gbps", row.gbps);
}

template <FieldsOf<OccupancyRow> Any, typename Visitor>
void visit_fields(Any& row, Visitor& visit)
{
    visit("kernel", row.kernel);
    visit("group_size", row.group_size);
    visit("local_bytes", row.local_bytes);
    visit("per_item", row.per_item);
    visit("resident_items", row.resident_items);
    visit("occupancy", row.occupancy);
    visit("ms", row.ms);
    visit("gbps", row.gbps);
    visit("greads", row.greads);
}

template <FieldsOf<AccuracyRow> Any, typename Visitor>
void visit_fields(Any& row, Visitor& visit)
{
    visit("ladder", row.ladder);
    visit("rung", row.rung);
    visit("n", row.n);
    visit("input", row.input);
    visit("relative_error", row.relative_error);
    visit("ulps", row.ulps);
    visit("results", row.results);
    visit("launches", row.launches);
}

template <FieldsOf<MessageRow> Any, typename Visitor>
void visit_fields(Any& row, Visitor& visit)
{
    visit("subject", row.subject);
    visit("group", row.group);
    visit("event", row.event);
    visit("moment", row.moment);
    visit("asked", row.asked);
    visit("seen", row.seen);
}

template <FieldsOf<EventRow> Any, typename Visitor>
void visit_fields(Any& row, Visitor& visit)
{
    visit("queues", row.queues);
    visit("profiling", row.profiling);
    visit("events", row.events);
    visit("commands", row.commands);
    visit("enqueued_us", row.enqueued_us);
    visit("done_us", row.done_us);
    visit("done_spread_us", row.done_spread_us);
}

template <typename Row, typename Visitor>
void visit_fields(Measurements<Row>& measurements, Visitor& visit)
{
    visit.unless_empty("experiment", measurements.experiment);
    visit_fields(measurements.origin, visit);
    visit("rows", measurements.rows);
}

template <typename Row, typename Visitor>
void visit_fields(const Measurements<Row>& measurements, Visitor& visit)
{
    visit.unless_empty("experiment", measurements.experiment);
    visit_fields(measurements.origin, visit);
    visit("rows", measurements.rows);
}

namespace
{

/// The command that records an experiment. @param device what the file begins with.
std::string how_to_record(std::string_view experiment, const std::string& device)
{
    if (experiment == AccuracyRow::experiment)
        return fmt::format(
            "LOCKSTEP_DEVICE=DEVICE ./lockstep bench accuracy --json bench/results/{}-accuracy.json", device);
    return fmt::format("cmake --build build --target lockstep-experiments && LOCKSTEP_DEVICE=DEVICE "
                       "build/bin/lockstep-experiments --name {} --profile {} {}",
                       device, device, experiment);
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

template Measurements<CoalescingRow> parse_measurements(std::string_view, const std::string&);
template Measurements<DivergenceRow> parse_measurements(std::string_view, const std::string&);
template Measurements<LocalMemoryRow> parse_measurements(std::string_view, const std::string&);
template Measurements<OccupancyRow> parse_measurements(std::string_view, const std::string&);
template Measurements<AccuracyRow> parse_measurements(std::string_view, const std::string&);
template Measurements<MessageRow> parse_measurements(std::string_view, const std::string&);
template Measurements<EventRow> parse_measurements(std::string_view, const std::string&);

template Measurements<CoalescingRow> read_measurements(const std::filesystem::path&, const std::string&);
template Measurements<DivergenceRow> read_measurements(const std::filesystem::path&, const std::string&);
template Measurements<LocalMemoryRow> read_measurements(const std::filesystem::path&, const std::string&);
template Measurements<OccupancyRow> read_measurements(const std::filesystem::path&, const std::string&);
template Measurements<AccuracyRow> read_measurements(const std::filesystem::path&, const std::string&);
template Measurements<MessageRow> read_measurements(const std::filesystem::path&, const std::string&);
template Measurements<EventRow> read_measurements(const std::filesystem::path&, const std::string&);

template std::string text_of(const Measurements<CoalescingRow>&);
template std::string text_of(const Measurements<DivergenceRow>&);
template std::string text_of(const Measurements<LocalMemoryRow>&);
template std::string text_of(const Measurements<OccupancyRow>&);
template std::string text_of(const Measurements<AccuracyRow>&);
template std::string text_of(const Measurements<MessageRow>&);
template std::string text_of(const Measurements<EventRow>&);

} // namespace lockstep::formats
