// The lens's report from JSON and to JSON.
#include "lens_counts_fields.hpp"

namespace lockstep::formats
{

inline void read_value(const JsonReader& from, MemoryAccess& to)
{
    using enum MemoryAccess;
    read_name(from, to, {load, store, atomic, read, write});
}

inline void read_value(const JsonReader& from, VectorCounting& to)
{
    using enum VectorCounting;
    read_name(from, to, {as_one, in_parts, one_by_one});
}

inline Json written(MemoryAccess access)
{
    return name_of(access);
}

inline Json written(VectorCounting counting)
{
    return name_of(counting);
}

/// A report may hold a million lanes: they are read without a reader for each.
inline void read_value(const JsonReader& from, std::vector<LensSample::Lane>& to)
{
    const Json& list = from.raw();
    bool good = list.is_array();
    for (std::size_t i = 0; good && i < list.size(); ++i) {
        const Json& lane = list[i];
        good = lane.is_array() && lane.size() == 2 && lane[0].is_number_unsigned() &&
               lane[1].is_number_unsigned() &&
               lane[0].get<std::uint64_t>() <= std::numeric_limits<unsigned>::max();
        if (good) to.push_back({lane[0].get<unsigned>(), lane[1].get<std::uint64_t>()});
    }
    if (!good) from.refuse("must be a list of [work-item, offset]");
}

inline Json written(const std::vector<LensSample::Lane>& lanes)
{
    Json list = Json::array();
    for (const LensSample::Lane& lane : lanes) list.push_back({lane.lane, lane.offset});
    return list;
}

inline void read_value(const JsonReader& from, std::vector<LensForecast::Term>& to)
{
    for (const auto& [name, value] : from.members()) to.push_back({name, value.number()});
}

inline Json written(const std::vector<LensForecast::Term>& terms)
{
    Json json = Json::object();
    for (const LensForecast::Term& term : terms) json[term.name] = term.microseconds;
    return json;
}

LOCKSTEP_FIELDS(LensSample, group, sub_group, bytes, base, lanes)

template <FieldsOf<LensVector> Any, typename Visitor>
void visit_fields(Any& vector, Visitor& visit)
{
    visit("elements", vector.elements);
    visit("counted", vector.counting);
}

template <FieldsOf<LensLine> Any, typename Visitor>
void visit_fields(Any& line, Visitor& visit)
{
    visit.not_negative("line", line.line);
    visit("source", line.source);
    visit.derived("space", name_of(line.space()));
    visit("access", line.access);
    std::visit([&](auto& counts) { visit_fields(counts, visit); }, line.counts);
    if (line.access == MemoryAccess::atomic) {
        LOCKSTEP_VISIT(line, lanes, same_address)
    }
    LOCKSTEP_VISIT_UNLESS_DEFAULT(line, file, column, expression, vector)
    visit("sample", line.sample);
}

inline void read_value(const JsonReader& from, LensLine& line)
{
    const JsonReader space = from.at("space");
    MemorySpace of = MemorySpace::global;
    read_name(space, of, {MemorySpace::global, MemorySpace::local, MemorySpace::image});
    if (of == MemorySpace::local) line.counts = LocalCounts{};
    if (of == MemorySpace::image) line.counts = ImageCounts{};
    FieldReader reader{from};
    visit_fields(line, reader);
    const bool of_image = line.access == MemoryAccess::read || line.access == MemoryAccess::write;
    if (of_image != (of == MemorySpace::image))
        from.at("access").refuse(R"(must be "read" or "write" where "space" is "image", and nowhere else)");
}

template <FieldsOf<LensControl> Any, typename Visitor>
void visit_fields(Any& control, Visitor& visit)
{
    visit.not_negative("line", control.line);
    LOCKSTEP_VISIT(control, source, branches, divergent, instructions, simd_efficiency)
    LOCKSTEP_VISIT_UNLESS_DEFAULT(control, file, loop_exits, skips, alone)
}

template <FieldsOf<LensOccupancy> Any, typename Visitor>
void visit_fields(Any& occupancy, Visitor& visit)
{
    LOCKSTEP_VISIT(occupancy, groups, waves, fraction, limit)
    visit.unless_default("refusal", occupancy.refusal);
}

template <FieldsOf<LensCaches> Any, typename Visitor>
void visit_fields(Any& caches, Visitor& visit)
{
    LOCKSTEP_VISIT(caches, sector_bytes, first_bytes, groups_at_once, first_sectors, first_hits, second_read,
                   second_hits, second_written, memory_read_bytes, memory_written_bytes, left_bytes,
                   footprint_bytes)
    visit.unless_default("truncated", caches.truncated);
}

LOCKSTEP_FIELDS(LensForecast, microseconds, copies, bound, terms)

template <FieldsOf<LensKernel> Any, typename Visitor>
void visit_fields(Any& kernel, Visitor& visit)
{
    LOCKSTEP_VISIT(kernel, name, launch, launches, source, global_size, local_size, work_groups,
                   sampled_groups, local_bytes, truncated, global_load, global_store, local_load, local_store,
                   atomics, simd_efficiency, instructions, branches, divergent_branches, lines, control)
    LOCKSTEP_VISIT_UNLESS_DEFAULT(kernel, image_read, image_write) // as of most
    LOCKSTEP_VISIT(kernel, work, occupancy, forecast)
    LOCKSTEP_VISIT_UNLESS_DEFAULT(kernel, skipped_groups, estimated)
    visit.unless_default("case", kernel.test_case);
    LOCKSTEP_VISIT_UNLESS_DEFAULT(kernel, local_size_chosen, not_counted, remarks)
    visit("caches", kernel.caches);
    visit.unless_default("registers", kernel.registers);
}

/// What a recording holds of a kernel.
template <FieldsOf<LensKernel> Any, typename Visitor>
void visit_recorded(Any& kernel, Visitor& visit)
{
    LOCKSTEP_VISIT(kernel, name, launch, global_size, local_size, lines)
}

template <FieldsOf<LensDevice> Any, typename Visitor>
void visit_fields(Any& device, Visitor& visit)
{
    visit("device", device.id);
    visit("device_name", device.name);
    LOCKSTEP_VISIT(device, sub_group_size, sector_bytes, local_banks)
    LOCKSTEP_VISIT_UNLESS_DEFAULT(device, store_sector_bytes, widest_sector_bytes, load_group_16_bytes,
                                  compute_units)
    visit.unless_default("line_bytes", device.line_bytes, LensDevice{}.line_bytes);
}

template <FieldsOf<LensFinding> Any, typename Visitor>
void visit_fields(Any& finding, Visitor& visit)
{
    LOCKSTEP_VISIT(finding, kernel, launch, source, rule)
    visit.not_negative("line", finding.line);
    LOCKSTEP_VISIT(finding, cause, cure)
    LOCKSTEP_VISIT_UNLESS_DEFAULT(finding, file, column, chapter)
}

template <FieldsOf<LensReport> Any, typename Visitor>
void visit_fields(Any& report, Visitor& visit)
{
    visit_fields(report.device, visit);
    LOCKSTEP_VISIT_UNLESS_DEFAULT(report, basis, assumed, verdict, sampling, forecast_error, findings)
    visit("kernels", report.kernels);
}

namespace
{

void check_version(const JsonReader& root, std::uint64_t known)
{
    const JsonReader version = root.at("version");
    if (version.count() != known) version.refuse(fmt::format("must be {}", known));
}

/// Sources may hold bytes that are no UTF-8.
std::string dumped(const Json& json, int indent)
{
    return json.dump(indent, ' ', false, Json::error_handler_t::replace);
}

} // namespace

LensReports lens_reports_of(const JsonReader& root)
{
    check_version(root, lens_report_version);
    LensReports reports;
    read_value(root.at("reports"), reports.reports);
    reports.sources = root.at("sources").texts();
    return reports;
}

LensReports recorded_requests_of(const JsonReader& root)
{
    LensReports recording;
    check_version(root, lens_recording_version);
    for (const JsonReader& entry : root.at("reports").list()) {
        LensReport& report = recording.reports.emplace_back();
        read_value(entry, report.device);
        for (const JsonReader& kernel : entry.at("kernels").list()) {
            FieldReader reader{kernel};
            visit_recorded(report.kernels.emplace_back(), reader);
        }
    }
    return recording;
}

Json json_of(const LensDevice& device)
{
    return written(device);
}

Json json_of(const LensKernel& kernel)
{
    return written(kernel);
}

Json json_of(const LensLine& line)
{
    return written(line);
}

Json json_of(const LensControl& control)
{
    return written(control);
}

Json json_of(const LensReports& reports)
{
    return {{"version", lens_report_version},
            {"sources", reports.sources},
            {"reports", written(reports.reports)}};
}

std::string plugin_text(const LensReports& reports)
{
    return dumped(json_of(reports), 1) + "\n";
}

std::string plugin_error_text(const std::string& message)
{
    return dumped({{"version", lens_report_version}, {"error", message}}, 1) + "\n";
}

std::string report_text(const LensReports& reports)
{
    return dumped(json_of(reports), 2);
}

std::string recording_text(const LensReports& recording)
{
    Json root{{"version", lens_recording_version}, {"reports", Json::array()}};
    for (const LensReport& report : recording.reports) {
        Json& json = root["reports"].emplace_back(written(report.device));
        json["kernels"] = Json::array();
        for (const LensKernel& kernel : report.kernels) {
            FieldWriter writer{json["kernels"].emplace_back(Json::object())};
            visit_recorded(kernel, writer);
        }
    }
    return nlohmann::json(root).dump() + "\n"; // its keys sorted
}

} // namespace lockstep::formats
