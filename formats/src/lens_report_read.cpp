// The lens's report from JSON.
#include "lockstep/formats/lens_report.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <limits>

namespace lockstep::formats
{

namespace
{

using Json = nlohmann::ordered_json;

template <typename Number>
Number small_count(const JsonReader& value)
{
    const std::uint64_t count = value.count();
    if (count > static_cast<std::uint64_t>(std::numeric_limits<Number>::max()))
        value.refuse("is out of range");
    return static_cast<Number>(count);
}

unsigned small_count_or(const JsonReader& entry, const char* key, unsigned otherwise)
{
    const auto value = entry.find(key);
    return value ? small_count<unsigned>(*value) : otherwise;
}

unsigned small_count_or_0(const JsonReader& entry, const char* key)
{
    return small_count_or(entry, key, 0);
}

Size3 size_of(const JsonReader& value)
{
    const std::vector<JsonReader> list = value.list();
    Size3 size{};
    if (list.size() != size.size()) value.refuse("must have three sizes");
    for (std::size_t d = 0; d < size.size(); ++d) size[d] = list[d].count();
    return size;
}

/// A report may hold a million lanes: they are read without a reader for each.
std::vector<LensSample::Lane> lanes_of(const JsonReader& value)
{
    const Json& list = value.raw();
    std::vector<LensSample::Lane> lanes;
    bool good = list.is_array();
    for (std::size_t i = 0; good && i < list.size(); ++i) {
        const Json& lane = list[i];
        good = lane.is_array() && lane.size() == 2 && lane[0].is_number_unsigned() &&
               lane[1].is_number_unsigned() &&
               lane[0].get<std::uint64_t>() <= std::numeric_limits<unsigned>::max();
        if (good) lanes.push_back({lane[0].get<unsigned>(), lane[1].get<std::uint64_t>()});
    }
    if (!good) value.refuse("must be a list of [work-item, offset]");
    return lanes;
}

LensSample sample_of(const JsonReader& entry)
{
    LensSample sample;
    sample.group = size_of(entry.at("group"));
    sample.sub_group = entry.at("sub_group").count();
    sample.bytes = small_count<unsigned>(entry.at("bytes"));
    if (const auto base = entry.find("base")) sample.base = base->count();
    sample.lanes = lanes_of(entry.at("lanes"));
    return sample;
}

MemoryAccess access_of(const JsonReader& value)
{
    const std::string name = value.text();
    for (const MemoryAccess access : {MemoryAccess::load, MemoryAccess::store, MemoryAccess::atomic,
                                      MemoryAccess::read, MemoryAccess::write})
        if (name == name_of(access)) return access;
    value.refuse(R"(must be "load", "store", "atomic", "read" or "write")");
}

VectorCounting counting_of(const JsonReader& value)
{
    const std::string name = value.text();
    for (const VectorCounting counting :
         {VectorCounting::as_one, VectorCounting::in_parts, VectorCounting::one_by_one})
        if (name == name_of(counting)) return counting;
    value.refuse(R"(must be "as one", "in parts" or "one by one")");
}

LensLine line_of(const JsonReader& entry)
{
    LensLine line;
    line.line = small_count<int>(entry.at("line"));
    line.source = entry.at("source").text();
    line.access = access_of(entry.at("access"));
    line.file = entry.text_or("file", "");
    const JsonReader space = entry.at("space");
    if (space.text() == name_of(MemorySpace::global))
        line.counts = global_counts_of(entry);
    else if (space.text() == name_of(MemorySpace::local))
        line.counts = local_counts_of(entry);
    else if (space.text() == name_of(MemorySpace::image))
        line.counts = image_counts_of(entry);
    else
        space.refuse(R"(must be "global", "local" or "image")");
    const bool of_image = line.access == MemoryAccess::read || line.access == MemoryAccess::write;
    if (of_image != (line.space() == MemorySpace::image))
        entry.at("access").refuse(R"(must be "read" or "write" where "space" is "image", and nowhere else)");
    if (line.access == MemoryAccess::atomic) {
        line.lanes = entry.at("lanes").count();
        line.same_address = entry.at("same_address").count();
    }
    line.column = small_count_or_0(entry, "column");
    line.expression = entry.text_or("expression", "");
    if (const auto vector = entry.find("vector"))
        line.vector = {small_count<unsigned>(vector->at("elements")), counting_of(vector->at("counted"))};
    if (const auto sample = entry.find("sample")) line.sample = sample_of(*sample);
    return line;
}

LensControl control_of(const JsonReader& entry)
{
    return {.line = small_count<int>(entry.at("line")),
            .file = entry.text_or("file", ""),
            .source = entry.at("source").text(),
            .branches = entry.at("branches").count(),
            .divergent = entry.at("divergent").count(),
            .loop_exits = entry.count_or("loop_exits", 0),
            .skips = entry.count_or("skips", 0),
            .instructions = entry.at("instructions").count(),
            .alone = entry.count_or("alone", 0),
            .simd_efficiency = entry.at("simd_efficiency").number()};
}

LensOccupancy occupancy_of(const JsonReader& entry)
{
    return {.groups = small_count<unsigned>(entry.at("groups")),
            .waves = small_count<unsigned>(entry.at("waves")),
            .fraction = entry.at("fraction").number(),
            .limit = entry.at("limit").text(),
            .refusal = entry.text_or("refusal", "")};
}

LensForecast forecast_of(const JsonReader& entry)
{
    LensForecast forecast{.microseconds = entry.at("microseconds").number(),
                          .copies = entry.number_or("copies", 1),
                          .bound = entry.at("bound").text(),
                          .terms = {}};
    for (const auto& [name, value] : entry.at("terms").members())
        forecast.terms.push_back({.name = name, .microseconds = value.number()});
    return forecast;
}

/// What a recording holds of a kernel, and a report, too.
LensKernel recorded_kernel_of(const JsonReader& entry)
{
    LensKernel kernel;
    kernel.name = entry.at("name").text();
    kernel.launch = entry.at("launch").count();
    kernel.global_size = size_of(entry.at("global_size"));
    kernel.local_size = size_of(entry.at("local_size"));
    for (const JsonReader& line : entry.at("lines").list()) kernel.lines.push_back(line_of(line));
    return kernel;
}

LensKernel kernel_of(const JsonReader& entry)
{
    LensKernel kernel = recorded_kernel_of(entry);
    kernel.launches = entry.at("launches").count();
    kernel.source = entry.at("source").count();
    kernel.work_groups = entry.at("work_groups").count();
    kernel.sampled_groups = entry.at("sampled_groups").count();
    kernel.skipped_groups = entry.count_or("skipped_groups", 0);
    kernel.estimated = entry.truth_or("estimated", false);
    kernel.local_bytes = entry.at("local_bytes").count();
    kernel.truncated = entry.at("truncated").truth();
    kernel.global_load = global_counts_of(entry.at("global_load"));
    kernel.global_store = global_counts_of(entry.at("global_store"));
    kernel.local_load = local_counts_of(entry.at("local_load"));
    kernel.local_store = local_counts_of(entry.at("local_store"));
    kernel.atomics = atomic_counts_of(entry.at("atomics"));
    if (const auto part = entry.find("image_read")) kernel.image_read = image_counts_of(*part);
    if (const auto part = entry.find("image_write")) kernel.image_write = image_counts_of(*part);
    kernel.simd_efficiency = entry.at("simd_efficiency").number();
    kernel.instructions = entry.at("instructions").count();
    kernel.branches = entry.at("branches").count();
    kernel.divergent_branches = entry.at("divergent_branches").count();
    for (const JsonReader& line : entry.at("control").list()) kernel.control.push_back(control_of(line));
    if (const auto work = entry.find("work")) kernel.work = work_of(*work);
    if (const auto occupancy = entry.find("occupancy")) kernel.occupancy = occupancy_of(*occupancy);
    if (const auto forecast = entry.find("forecast")) kernel.forecast = forecast_of(*forecast);
    kernel.test_case = entry.text_or("case", "");
    kernel.local_size_chosen = entry.truth_or("local_size_chosen", false);
    kernel.not_counted = entry.texts_or_none("not_counted");
    kernel.remarks = entry.texts_or_none("remarks");
    if (const auto caches = entry.find("caches")) kernel.caches = caches_of(*caches);
    kernel.registers = entry.count_or("registers", 0);
    return kernel;
}

LensFinding finding_of(const JsonReader& entry)
{
    return {.kernel = entry.at("kernel").text(),
            .launch = entry.at("launch").count(),
            .line = small_count<int>(entry.at("line")),
            .column = small_count_or_0(entry, "column"),
            .source = entry.at("source").count(),
            .file = entry.text_or("file", ""),
            .rule = entry.at("rule").text(),
            .cause = entry.at("cause").text(),
            .cure = entry.at("cure").text(),
            .chapter = entry.whole_or("chapter", 0)};
}

template <typename KernelOf>
LensReport report_of(const JsonReader& entry, KernelOf kernel_of_entry)
{
    LensReport report;
    report.device = {.id = entry.at("device").text(),
                     .name = entry.at("device_name").text(),
                     .sub_group_size = small_count<unsigned>(entry.at("sub_group_size")),
                     .sector_bytes = small_count<unsigned>(entry.at("sector_bytes")),
                     .local_banks = small_count<unsigned>(entry.at("local_banks")),
                     .store_sector_bytes = small_count_or_0(entry, "store_sector_bytes"),
                     .widest_sector_bytes = small_count_or_0(entry, "widest_sector_bytes"),
                     .compute_units = small_count_or_0(entry, "compute_units"),
                     .line_bytes = small_count_or(entry, "line_bytes", LensDevice{}.line_bytes)};
    if (const auto groups = entry.find("load_group_16_bytes"))
        for (const JsonReader& group : groups->list())
            report.device.load_group_16_bytes.push_back(small_count<unsigned>(group));
    report.basis = entry.text_or("basis", "");
    report.assumed = entry.texts_or_none("assumed");
    report.verdict = entry.text_or("verdict", "");
    report.sampling = entry.text_or("sampling", "");
    report.forecast_error = entry.text_or("forecast_error", "");
    if (const auto findings = entry.find("findings"))
        for (const JsonReader& finding : findings->list()) report.findings.push_back(finding_of(finding));
    for (const JsonReader& kernel : entry.at("kernels").list())
        report.kernels.push_back(kernel_of_entry(kernel));
    return report;
}

void check_version(const JsonReader& root, std::uint64_t known)
{
    const JsonReader version = root.at("version");
    if (version.count() != known) version.refuse(fmt::format("must be {}", known));
}

bool has_sample(const LensReports& reports)
{
    return std::ranges::any_of(reports.reports, [](const LensReport& report) {
        return std::ranges::any_of(report.kernels, [](const LensKernel& kernel) {
            return kernel.sampled_groups < kernel.work_groups;
        });
    });
}

} // namespace

LensReports lens_reports_of(const JsonReader& root)
{
    LensReports reports;
    // The version before had no estimates: of a sample it told what the counted groups did alone.
    const bool before_estimates = root.at("version").count() + 1 == lens_report_version;
    if (!before_estimates) check_version(root, lens_report_version);
    for (const JsonReader& report : root.at("reports").list())
        reports.reports.push_back(report_of(report, kernel_of));
    if (before_estimates && has_sample(reports)) check_version(root, lens_report_version);
    reports.sources = root.at("sources").texts();
    return reports;
}

LensReports recorded_requests_of(const JsonReader& root)
{
    LensReports recording;
    check_version(root, lens_recording_version);
    for (const JsonReader& report : root.at("reports").list())
        recording.reports.push_back(report_of(report, recorded_kernel_of));
    return recording;
}

GlobalCounts global_counts_of(const JsonReader& entry)
{
    return {.requests = entry.at("requests").count(),
            .sectors = entry.at("sectors").count(),
            .ideal_sectors = entry.at("ideal_sectors").count(),
            .bytes = entry.at("bytes").count()};
}

LocalCounts local_counts_of(const JsonReader& entry)
{
    const LocalCounts counts{.requests = entry.at("requests").count(),
                             .wavefronts = entry.at("wavefronts").count(),
                             .conflicts = entry.at("conflicts").count(),
                             .bytes = entry.at("bytes").count()};
    if (counts.conflicts > counts.wavefronts) entry.at("conflicts").refuse("must not exceed \"wavefronts\"");
    return counts;
}

AtomicCounts atomic_counts_of(const JsonReader& entry)
{
    return {.requests = entry.at("requests").count(),
            .lanes = entry.at("lanes").count(),
            .same_address = entry.at("same_address").count(),
            .conflicts = entry.at("conflicts").count()};
}

LensWork work_of(const JsonReader& entry)
{
    return {.issue_slots = entry.at("issue_slots").count(),
            .waits = entry.at("waits").count(),
            .local_waits = entry.at("local_waits").count(),
            .steps = entry.at("steps").count(),
            .lines = entry.at("lines").count(),
            .sectors_by_groups = entry.at("sectors_by_groups").count(),
            .sectors_read = entry.at("sectors_read").count(),
            .sectors_written = entry.at("sectors_written").count(),
            .atomic_lanes = entry.at("atomic_lanes").count(),
            .atomic_lines = entry.at("atomic_lines").count(),
            .atomic_passes = entry.at("atomic_passes").count()};
}

ImageCounts image_counts_of(const JsonReader& entry)
{
    const ImageCounts counts{.requests = entry.at("requests").count(),
                             .bytes = entry.at("bytes").count(),
                             .distinct_bytes = entry.at("distinct_bytes").count()};
    if (counts.distinct_bytes > counts.bytes) entry.at("distinct_bytes").refuse("must not exceed \"bytes\"");
    return counts;
}

LensCaches caches_of(const JsonReader& entry)
{
    return {.sector_bytes = small_count<unsigned>(entry.at("sector_bytes")),
            .first_bytes = entry.at("first_bytes").count(),
            .groups_at_once = entry.at("groups_at_once").count(),
            .first_sectors = entry.at("first_sectors").count(),
            .first_hits = entry.at("first_hits").count(),
            .second_read = entry.at("second_read").count(),
            .second_hits = entry.at("second_hits").count(),
            .second_written = entry.at("second_written").count(),
            .memory_read_bytes = entry.at("memory_read_bytes").count(),
            .memory_written_bytes = entry.at("memory_written_bytes").count(),
            .left_bytes = entry.at("left_bytes").count(),
            .footprint_bytes = entry.at("footprint_bytes").count(),
            .truncated = entry.truth_or("truncated", false)};
}

} // namespace lockstep::formats
