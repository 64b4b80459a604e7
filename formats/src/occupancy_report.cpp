// Occupancy, from JSON and to JSON.
#include "lockstep/formats/occupancy_report.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <limits>

namespace lockstep::formats
{

namespace
{

using Json = nlohmann::json; // its keys are sorted

unsigned count_of(const JsonReader& value)
{
    const std::uint64_t count = value.count();
    if (count > std::numeric_limits<unsigned>::max()) value.refuse("is out of range");
    return static_cast<unsigned>(count);
}

std::vector<unsigned> counts_of(const JsonReader& value)
{
    std::vector<unsigned> counts;
    for (const JsonReader& element : value.list()) counts.push_back(count_of(element));
    return counts;
}

OccupancySweep sweep_of(const JsonReader& entry)
{
    OccupancySweep sweep{
        .against = entry.at("against").text(), .values = counts_of(entry.at("values")), .fractions = {}};
    for (const JsonReader& fraction : entry.at("fractions").list())
        sweep.fractions.push_back(fraction.number());
    if (sweep.fractions.size() != sweep.values.size())
        entry.at("fractions").refuse("must be as many as \"values\"");
    return sweep;
}

Json json_of(const OccupancyReport& report)
{
    Json limits = Json::array();
    for (const OccupancyLimit& limit : report.limits)
        limits.push_back({{"resource", limit.resource},
                          {"per_group", limit.per_group},
                          {"available", limit.available},
                          {"groups", limit.groups}});
    Json json{{"device", report.device},
              {"device_name", report.device_name},
              {"sub_group_size", report.sub_group_size},
              {"max_sub_groups", report.max_sub_groups},
              {"group_size", report.group_size},
              {"registers", report.registers},
              {"local_bytes", report.local_bytes},
              {"groups", report.groups},
              {"sub_groups", report.sub_groups},
              {"fraction", report.fraction},
              {"limit", report.limit},
              {"refusal", report.refusal},
              {"limits", limits},
              {"advice", report.advice}};
    for (const OccupancySweep& sweep : report.sweeps)
        json["sweeps"].push_back(
            {{"against", sweep.against}, {"values", sweep.values}, {"fractions", sweep.fractions}});
    return json;
}

OccupancyRecord::Row row_of(const JsonReader& entry, const OccupancyRecord& record)
{
    OccupancyRecord::Row row{.registers = count_of(entry.at("registers")), .groups = {}};
    const JsonReader groups = entry.at("groups");
    const std::string rows =
        fmt::format("must have {} lists of {} answers", record.group_sizes.size(), record.local_bytes.size());
    for (const JsonReader& answers : groups.list()) {
        row.groups.push_back(counts_of(answers));
        if (row.groups.back().size() != record.local_bytes.size()) groups.refuse(rows);
    }
    if (row.groups.size() != record.group_sizes.size()) groups.refuse(rows);
    return row;
}

} // namespace

OccupancyReport occupancy_report_of(const JsonReader& root)
{
    OccupancyReport report{.device = root.at("device").text(),
                           .device_name = root.at("device_name").text(),
                           .sub_group_size = count_of(root.at("sub_group_size")),
                           .max_sub_groups = count_of(root.at("max_sub_groups")),
                           .group_size = count_of(root.at("group_size")),
                           .registers = count_of(root.at("registers")),
                           .local_bytes = count_of(root.at("local_bytes")),
                           .groups = count_of(root.at("groups")),
                           .sub_groups = count_of(root.at("sub_groups")),
                           .fraction = root.at("fraction").number(),
                           .limit = root.at("limit").text(),
                           .refusal = root.at("refusal").text(),
                           .limits = {},
                           .advice = root.at("advice").text(),
                           .sweeps = {}};
    for (const JsonReader& limit : root.at("limits").list())
        report.limits.push_back({.resource = limit.at("resource").text(),
                                 .per_group = count_of(limit.at("per_group")),
                                 .available = count_of(limit.at("available")),
                                 .groups = count_of(limit.at("groups"))});
    if (const auto sweeps = root.find("sweeps"))
        for (const JsonReader& sweep : sweeps->list()) report.sweeps.push_back(sweep_of(sweep));
    return report;
}

std::string text_of(const OccupancyReport& report)
{
    return json_of(report).dump(2) + "\n";
}

std::string text_of(const std::vector<OccupancyReport>& reports)
{
    Json list = Json::array();
    for (const OccupancyReport& report : reports) list.push_back(json_of(report));
    return Json{{"devices", std::move(list)}}.dump(2) + "\n";
}

OccupancyRecord occupancy_record_of(const JsonReader& root)
{
    OccupancyRecord record{.device = root.at("device").text(),
                           .driver = root.at("driver").text(),
                           .cuda = count_of(root.at("cuda")),
                           .date = root.at("date").text(),
                           .call = root.at("call").text(),
                           .answers_changed_by_carveout_percent = {},
                           .group_sizes = counts_of(root.at("group_sizes")),
                           .local_bytes = counts_of(root.at("local_bytes")),
                           .rows = {}};
    for (const auto& [percent, answers] : root.at("answers_changed_by_carveout_percent").members())
        record.answers_changed_by_carveout_percent.emplace(percent, count_of(answers));
    for (const JsonReader& row : root.at("rows").list()) record.rows.push_back(row_of(row, record));
    return record;
}

OccupancyRecord read_occupancy_record(const std::filesystem::path& file)
{
    return occupancy_record_of(
        JsonReader::read(file, "record it again: lens/validation/occupancy/record.sh FILE"));
}

} // namespace lockstep::formats
