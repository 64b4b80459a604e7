// Occupancy, from JSON and to JSON.
#include "lockstep/formats/occupancy_report.hpp"

#include "fields.hpp"

#include <algorithm>

namespace lockstep::formats
{

LOCKSTEP_FIELDS(OccupancyLimit, resource, per_group, available, groups)

template <FieldsOf<OccupancySweep> Any, typename Visitor>
void visit_fields(Any& sweep, Visitor& visit)
{
    LOCKSTEP_VISIT(sweep, against, values, fractions)
    visit.require(sweep.fractions.size() == sweep.values.size(), "fractions",
                  "must be as many as \"values\"");
}

template <FieldsOf<OccupancyReport> Any, typename Visitor>
void visit_fields(Any& report, Visitor& visit)
{
    LOCKSTEP_VISIT(report, device, device_name, sub_group_size, max_sub_groups, group_size, registers,
                   local_bytes, groups, sub_groups, fraction, limit, refusal, limits, advice)
    visit.unless_default("sweeps", report.sweeps);
}

/// A number stands for so many lists like the one before it.
inline void read_value(const JsonReader& from, std::vector<std::vector<unsigned>>& to)
{
    constexpr std::uint64_t most = 4096;
    for (const JsonReader& element : from.list()) {
        if (!element.raw().is_number()) {
            read_value(element, to.emplace_back());
            continue;
        }
        if (to.empty() || element.count() > most) element.refuse("repeats no list, or too often");
        to.insert(to.end(), element.count(), std::vector(to.back()));
    }
}

LOCKSTEP_FIELDS(OccupancyRecord::Row, registers, groups)
LOCKSTEP_FIELDS(OccupancyRecord, device, driver, cuda, date, call, answers_changed_by_carveout_percent,
                group_sizes, local_bytes, rows)

OccupancyReport occupancy_report_of(const JsonReader& root)
{
    return read_fields<OccupancyReport>(root);
}

// Their keys are sorted.
std::string text_of(const OccupancyReport& report)
{
    return nlohmann::json(written(report)).dump(2) + "\n";
}

std::string text_of(const std::vector<OccupancyReport>& reports)
{
    return nlohmann::json{{"devices", written(reports)}}.dump(2) + "\n";
}

OccupancyRecord occupancy_record_of(const JsonReader& root)
{
    auto record = read_fields<OccupancyRecord>(root);
    const std::size_t sizes = record.group_sizes.size();
    const std::size_t answers = record.local_bytes.size();
    for (std::size_t i = 0; i < record.rows.size(); ++i) {
        const auto& groups = record.rows[i].groups;
        if (groups.size() != sizes ||
            !std::ranges::all_of(groups, [&](const auto& list) { return list.size() == answers; }))
            root.at("rows").list()[i].at("groups").refuse(
                fmt::format("must have {} lists of {} answers", sizes, answers));
    }
    return record;
}

OccupancyRecord read_occupancy_record(const std::filesystem::path& file)
{
    return occupancy_record_of(JsonReader::read(file, "bench/record NAME occupancy, on such a machine"));
}

} // namespace lockstep::formats
