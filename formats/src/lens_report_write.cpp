// The lens's report to JSON.
#include "lockstep/formats/lens_report.hpp"

#include <nlohmann/json.hpp>

namespace lockstep::formats
{

namespace
{

using Json = nlohmann::ordered_json;

Json json_of(const LensSample& sample)
{
    Json lanes = Json::array();
    for (const LensSample::Lane& lane : sample.lanes) lanes.push_back({lane.lane, lane.offset});
    Json json{{"group", sample.group}, {"sub_group", sample.sub_group}, {"bytes", sample.bytes}};
    if (sample.base) json["base"] = *sample.base;
    json["lanes"] = std::move(lanes);
    return json;
}

Json json_of(const LensOccupancy& occupancy)
{
    Json json{{"groups", occupancy.groups},
              {"waves", occupancy.waves},
              {"fraction", occupancy.fraction},
              {"limit", occupancy.limit}};
    if (!occupancy.refusal.empty()) json["refusal"] = occupancy.refusal;
    return json;
}

Json json_of(const LensForecast& forecast)
{
    Json terms = Json::object();
    for (const LensForecast::Term& term : forecast.terms) terms[term.name] = term.microseconds;
    return {{"microseconds", forecast.microseconds},
            {"copies", forecast.copies},
            {"bound", forecast.bound},
            {"terms", std::move(terms)}};
}

Json json_of(const LensFinding& finding)
{
    Json json{{"kernel", finding.kernel}, {"launch", finding.launch}, {"source", finding.source},
              {"rule", finding.rule},     {"line", finding.line},     {"cause", finding.cause},
              {"cure", finding.cure}};
    if (!finding.file.empty()) json["file"] = finding.file;
    if (finding.column > 0) json["column"] = finding.column;
    if (finding.chapter > 0) json["chapter"] = finding.chapter;
    return json;
}

Json json_of(const LensReport& report)
{
    Json json = json_of(report.device);
    if (!report.basis.empty()) json["basis"] = report.basis;
    if (!report.assumed.empty()) json["assumed"] = report.assumed;
    if (!report.verdict.empty()) json["verdict"] = report.verdict;
    if (!report.sampling.empty()) json["sampling"] = report.sampling;
    if (!report.forecast_error.empty()) json["forecast_error"] = report.forecast_error;
    for (const LensFinding& finding : report.findings) json["findings"].push_back(json_of(finding));
    json["kernels"] = Json::array();
    for (const LensKernel& kernel : report.kernels) json["kernels"].push_back(json_of(kernel));
    return json;
}

/// Sources may hold bytes that are no UTF-8.
std::string dumped(const Json& json, int indent)
{
    return json.dump(indent, ' ', false, Json::error_handler_t::replace);
}

} // namespace

Json json_of(const GlobalCounts& counts)
{
    return {{"requests", counts.requests},
            {"sectors", counts.sectors},
            {"ideal_sectors", counts.ideal_sectors},
            {"efficiency", counts.efficiency()},
            {"bytes", counts.bytes}};
}

Json json_of(const LocalCounts& counts)
{
    return {{"requests", counts.requests},
            {"wavefronts", counts.wavefronts},
            {"conflicts", counts.conflicts},
            {"efficiency", counts.efficiency()},
            {"bytes", counts.bytes}};
}

Json json_of(const AtomicCounts& counts)
{
    return {{"requests", counts.requests},
            {"lanes", counts.lanes},
            {"same_address", counts.same_address},
            {"conflicts", counts.conflicts}};
}

Json json_of(const ImageCounts& counts)
{
    return {
        {"requests", counts.requests}, {"bytes", counts.bytes}, {"distinct_bytes", counts.distinct_bytes}};
}

Json json_of(const LensCaches& caches)
{
    Json json{{"sector_bytes", caches.sector_bytes},
              {"first_bytes", caches.first_bytes},
              {"groups_at_once", caches.groups_at_once},
              {"first_sectors", caches.first_sectors},
              {"first_hits", caches.first_hits},
              {"second_read", caches.second_read},
              {"second_hits", caches.second_hits},
              {"second_written", caches.second_written},
              {"memory_read_bytes", caches.memory_read_bytes},
              {"memory_written_bytes", caches.memory_written_bytes},
              {"left_bytes", caches.left_bytes},
              {"footprint_bytes", caches.footprint_bytes}};
    if (caches.truncated) json["truncated"] = true;
    return json;
}

Json json_of(const LensWork& work)
{
    return {{"issue_slots", work.issue_slots},
            {"waits", work.waits},
            {"local_waits", work.local_waits},
            {"steps", work.steps},
            {"lines", work.lines},
            {"sectors_by_groups", work.sectors_by_groups},
            {"sectors_read", work.sectors_read},
            {"sectors_written", work.sectors_written},
            {"atomic_lanes", work.atomic_lanes},
            {"atomic_lines", work.atomic_lines},
            {"atomic_passes", work.atomic_passes}};
}

Json json_of(const LensLine& line)
{
    Json json{{"line", line.line},
              {"source", line.source},
              {"space", name_of(line.space())},
              {"access", name_of(line.access)}};
    json.update(std::visit([](const auto& counts) { return json_of(counts); }, line.counts));
    if (line.access == MemoryAccess::atomic) {
        json["lanes"] = line.lanes;
        json["same_address"] = line.same_address;
    }
    if (!line.file.empty()) json["file"] = line.file;
    if (line.column > 0) json["column"] = line.column;
    if (!line.expression.empty()) json["expression"] = line.expression;
    if (line.vector.elements > 0)
        json["vector"] = {{"elements", line.vector.elements}, {"counted", name_of(line.vector.counting)}};
    if (line.sample) json["sample"] = json_of(*line.sample);
    return json;
}

Json json_of(const LensControl& control)
{
    Json json{{"line", control.line},
              {"source", control.source},
              {"branches", control.branches},
              {"divergent", control.divergent},
              {"instructions", control.instructions},
              {"simd_efficiency", control.simd_efficiency}};
    if (!control.file.empty()) json["file"] = control.file;
    if (control.loop_exits > 0) json["loop_exits"] = control.loop_exits;
    if (control.skips > 0) json["skips"] = control.skips;
    if (control.alone > 0) json["alone"] = control.alone;
    return json;
}

Json json_of(const LensKernel& kernel)
{
    Json json{{"name", kernel.name},
              {"launch", kernel.launch},
              {"launches", kernel.launches},
              {"source", kernel.source},
              {"global_size", kernel.global_size},
              {"local_size", kernel.local_size},
              {"work_groups", kernel.work_groups},
              {"sampled_groups", kernel.sampled_groups},
              {"local_bytes", kernel.local_bytes},
              {"truncated", kernel.truncated},
              {"global_load", json_of(kernel.global_load)},
              {"global_store", json_of(kernel.global_store)},
              {"local_load", json_of(kernel.local_load)},
              {"local_store", json_of(kernel.local_store)},
              {"atomics", json_of(kernel.atomics)},
              {"simd_efficiency", kernel.simd_efficiency},
              {"instructions", kernel.instructions},
              {"branches", kernel.branches},
              {"divergent_branches", kernel.divergent_branches},
              {"lines", Json::array()},
              {"control", Json::array()}};
    for (const LensLine& line : kernel.lines) json["lines"].push_back(json_of(line));
    // Left out of a kernel without images, as most are.
    if (kernel.image_read.requests > 0) json["image_read"] = json_of(kernel.image_read);
    if (kernel.image_write.requests > 0) json["image_write"] = json_of(kernel.image_write);
    for (const LensControl& line : kernel.control) json["control"].push_back(json_of(line));
    if (kernel.work) json["work"] = json_of(*kernel.work);
    if (kernel.occupancy) json["occupancy"] = json_of(*kernel.occupancy);
    if (kernel.forecast) json["forecast"] = json_of(*kernel.forecast);
    if (kernel.skipped_groups > 0) json["skipped_groups"] = kernel.skipped_groups;
    if (kernel.estimated) json["estimated"] = true;
    if (!kernel.test_case.empty()) json["case"] = kernel.test_case;
    if (kernel.local_size_chosen) json["local_size_chosen"] = true;
    if (!kernel.not_counted.empty()) json["not_counted"] = kernel.not_counted;
    if (!kernel.remarks.empty()) json["remarks"] = kernel.remarks;
    if (kernel.caches) json["caches"] = json_of(*kernel.caches);
    if (kernel.registers > 0) json["registers"] = kernel.registers;
    return json;
}

Json json_of(const LensDevice& device)
{
    Json json{{"device", device.id},
              {"device_name", device.name},
              {"sub_group_size", device.sub_group_size},
              {"sector_bytes", device.sector_bytes},
              {"local_banks", device.local_banks}};
    // Left out where it is as most devices have it.
    if (device.store_sector_bytes > 0) json["store_sector_bytes"] = device.store_sector_bytes;
    if (device.widest_sector_bytes > 0) json["widest_sector_bytes"] = device.widest_sector_bytes;
    if (!device.load_group_16_bytes.empty()) json["load_group_16_bytes"] = device.load_group_16_bytes;
    if (device.compute_units > 0) json["compute_units"] = device.compute_units;
    if (device.line_bytes != LensDevice{}.line_bytes) json["line_bytes"] = device.line_bytes;
    return json;
}

Json json_of(const LensReports& reports)
{
    Json list = Json::array();
    for (const LensReport& report : reports.reports) list.push_back(json_of(report));
    return {{"version", lens_report_version}, {"sources", reports.sources}, {"reports", std::move(list)}};
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
    Json reports = Json::array();
    for (const LensReport& report : recording.reports) {
        Json json = json_of(report.device);
        json["kernels"] = Json::array();
        for (const LensKernel& kernel : report.kernels) {
            Json lines = Json::array();
            for (const LensLine& line : kernel.lines) lines.push_back(json_of(line));
            json["kernels"].push_back({{"name", kernel.name},
                                       {"launch", kernel.launch},
                                       {"global_size", kernel.global_size},
                                       {"local_size", kernel.local_size},
                                       {"lines", std::move(lines)}});
        }
        reports.push_back(std::move(json));
    }
    const Json root{{"version", lens_recording_version}, {"reports", std::move(reports)}};
    return nlohmann::json(root).dump() + "\n"; // its keys sorted
}

} // namespace lockstep::formats
