// The lens's report: the same text after reading and writing, and what is said of a broken one.
#include "lockstep/formats/lens_report.hpp"

#include "lockstep/files.hpp"
#include "refusal.hpp"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

using namespace lockstep::formats;

namespace
{

using Json = nlohmann::ordered_json;

const std::filesystem::path source = LOCKSTEP_SOURCE_DIR;

/// The plugin's output for a kernel that uses all there is, and what the tool adds to it.
constexpr const char* text = R"json({
 "version": 3,
 "sources": ["kernel void k() {}\n"],
 "reports": [{
  "device": "h200", "device_name": "NVIDIA H200", "sub_group_size": 32, "sector_bytes": 32, "local_banks": 32,
  "store_sector_bytes": 16, "widest_sector_bytes": 64, "load_group_16_bytes": [0, 1], "compute_units": 132, "line_bytes": 64, "basis": "modelled",
  "assumed": ["that it is so"], "verdict": "'k' loses most.", "sampling": "estimates",
  "findings": [
   {"kernel": "k", "launch": 2, "source": 0, "rule": "stride", "line": 4, "cause": "It strides.", "cure": "Do not.",
    "file": "sums.clh", "column": 9, "chapter": 12},
   {"kernel": "k", "launch": 2, "source": 0, "rule": "one-group", "line": 0, "cause": "One group.", "cure": ""}],
  "kernels": [{
   "name": "k", "launch": 2, "launches": 3, "source": 0, "global_size": [64, 2, 1], "local_size": [32, 1, 1],
   "work_groups": 4, "sampled_groups": 3, "local_bytes": 128, "truncated": true,
   "global_load": {"requests": 3, "sectors": 12, "ideal_sectors": 4, "efficiency": 0.3333333333333333, "bytes": 100},
   "global_store": {"requests": 0, "sectors": 0, "ideal_sectors": 0, "efficiency": 1.0, "bytes": 0},
   "local_load": {"requests": 2, "wavefronts": 64, "conflicts": 62, "efficiency": 0.03125, "bytes": 256},
   "local_store": {"requests": 0, "wavefronts": 0, "conflicts": 0, "efficiency": 1.0, "bytes": 0},
   "atomics": {"requests": 2, "lanes": 64, "same_address": 62, "conflicts": 31},
   "simd_efficiency": 0.7142857142857143, "instructions": 70, "branches": 8, "divergent_branches": 1,
   "lines": [
    {"line": 4, "source": "a[i]", "space": "global", "access": "load", "requests": 3, "sectors": 12,
     "ideal_sectors": 4, "efficiency": 0.3333333333333333, "bytes": 100, "column": 9, "expression": "a[i]",
     "vector": {"elements": 4, "counted": "in parts"},
     "sample": {"group": [1, 0, 0], "sub_group": 1, "bytes": 4, "base": 4096, "lanes": [[0, 0], [3, 8589934592]]}},
    {"line": 5, "source": "atomic_inc(b)", "space": "local", "access": "atomic", "requests": 2, "wavefronts": 64,
     "conflicts": 62, "efficiency": 0.03125, "bytes": 256, "lanes": 64, "same_address": 62},
    {"line": 6, "source": "read_imagef(c, s, p)", "space": "image", "access": "read", "requests": 2, "bytes": 1024,
     "distinct_bytes": 528}],
   "control": [{"line": 3, "source": "if (i)", "branches": 8, "divergent": 1, "instructions": 16,
                "simd_efficiency": 0.5, "loop_exits": 1, "skips": 2, "alone": 3}],
   "image_read": {"requests": 2, "bytes": 1024, "distinct_bytes": 528},
   "occupancy": {"groups": 0, "waves": 0, "fraction": 0.0, "limit": "", "refusal": "too many"},
   "skipped_groups": 1, "estimated": true,
   "case": "four groups", "local_size_chosen": true, "not_counted": ["private memory"],
   "remarks": ["it has a remark"],
   "caches": {"sector_bytes": 32, "first_bytes": 253952, "groups_at_once": 8, "first_sectors": 40, "first_hits": 7,
              "second_read": 33, "second_hits": 8, "second_written": 32, "memory_read_bytes": 1088,
              "memory_written_bytes": 64, "left_bytes": 960, "footprint_bytes": 2080, "truncated": true}}]}]
})json";

/// The text with a value of its first kernel, or of the part that a path names, changed.
std::string changed(const char* pointer, const Json& value)
{
    Json json = Json::parse(text);
    json[Json::json_pointer(std::string("/reports/0/kernels/0/") + pointer)] = value;
    return json.dump();
}

std::string without(const char* parent, const char* key)
{
    Json json = Json::parse(text);
    json[Json::json_pointer(std::string("/reports/0/kernels/0") + parent)].erase(key);
    return json.dump();
}

std::string refusal(const std::string& broken)
{
    return refusal_of(broken, lens_reports_of);
}

} // namespace

TEST_SUITE("lens_report")
{
    TEST_CASE("what the plugin writes is read and written again byte for byte")
    {
        const LensReports reports = lens_reports_of(JsonReader::parse(text, "text", ""));
        CHECK(plugin_text(reports) == Json::parse(text).dump(1) + "\n");
        CHECK(lens_reports_of(JsonReader::parse(plugin_text(reports), "text", "")) == reports);
        const LensKernel& kernel = reports.reports.at(0).kernels.at(0);
        CHECK(kernel.lines.at(0).is_global());
        CHECK(kernel.lines.at(1).ideal() == 2);
        CHECK(kernel.lines.at(2).space() == MemorySpace::image);
        CHECK(kernel.lines.at(2).actual() == 0);
        CHECK(kernel.image_read.distinct_bytes == 528);
        CHECK(kernel.image_write.requests == 0);
        CHECK(kernel.occupancy->refusal == "too many");
        CHECK(kernel.test_case == "four groups");
        CHECK(kernel.control.at(0).loop_exits == 1);
        CHECK(kernel.control.at(0).skips == 2);
        CHECK(kernel.control.at(0).alone == 3);
        CHECK(kernel.lines.at(0).column == 9);
        CHECK(kernel.lines.at(0).vector == LensVector{4, VectorCounting::in_parts});
        CHECK(kernel.lines.at(1).column == 0);
        CHECK(reports.reports.at(0).findings.at(0).chapter == 12);
        const LensDevice& device = reports.reports.at(0).device;
        CHECK(device.sector_bytes_of(MemoryAccess::load) == 32);
        CHECK(device.sector_bytes_of(MemoryAccess::atomic) == 16);
        CHECK(device.line_bytes == 64);
    }

    TEST_CASE("a report has one shape, whether it is of one device or of several")
    {
        LensReports reports = lens_reports_of(JsonReader::parse(text, "text", ""));
        CHECK(report_text(reports) == Json::parse(text).dump(2));
        CHECK(lens_reports_of(JsonReader::parse(report_text(reports), "text", "")) == reports);
        reports.reports.push_back(reports.reports.front());
        Json two = Json::parse(text);
        two["reports"].push_back(two["reports"][0]);
        CHECK(report_text(reports) == two.dump(2));
    }

    TEST_CASE("every chapter's recording is read and written again byte for byte")
    {
        unsigned recordings = 0;
        for (const auto& chapter : lockstep::sorted_entries(source / "chapters")) {
            const std::filesystem::path file = chapter / "lens.json";
            if (!std::filesystem::exists(file)) continue;
            ++recordings;
            INFO(file.string());
            CHECK(recording_text(recorded_requests_of(JsonReader::read(file, ""))) ==
                  lockstep::read_text(file));
        }
        CHECK(recordings >= 2);
    }

    TEST_CASE("sources that are no UTF-8 do not stop the writing")
    {
        CHECK(plugin_text({.sources = {"\xff"}, .reports = {}}).find("\uFFFD") != std::string::npos);
        CHECK(plugin_error_text("no profile") == "{\n \"version\": 3,\n \"error\": \"no profile\"\n}\n");
    }

    TEST_CASE("a key that is missing is named, with the file and the remedy")
    {
        const std::string kernel = "FILE: \"reports[0].kernels[0]";
        CHECK(refusal(without("/global_load", "sectors")) ==
              kernel + ".global_load.sectors\" is missing. | REMEDY");
        CHECK(refusal(without("/lines/1", "same_address")) ==
              kernel + ".lines[1].same_address\" is missing. | REMEDY");
        for (const char* key : {"name", "launch", "local_bytes", "truncated", "atomics", "lines", "control"})
            CHECK(refusal(without("", key)) == kernel + "." + key + "\" is missing. | REMEDY");
        CHECK(refusal("{}") == "FILE: \"version\" is missing. | REMEDY");
    }

    TEST_CASE("values that cannot be are refused")
    {
        const auto says = [](const std::string& broken, const char* words) {
            CAPTURE(refusal(broken));
            return refusal(broken).find(words) != std::string::npos;
        };
        CHECK(
            says(changed("instructions", -1), "instructions\" must be a whole number that is not negative."));
        CHECK(says(changed("global_load/sectors", "12"), "global_load.sectors\" must be a whole number"));
        CHECK(says(changed("local_load/conflicts", 65), "conflicts\" must not exceed \"wavefronts\"."));
        CHECK(says(changed("simd_efficiency", "all"), "simd_efficiency\" must be a number."));
        CHECK(
            says(changed("lines/0/space", "private"), "space\" must be \"global\", \"local\" or \"image\"."));
        CHECK(says(changed("lines/0/access", "reading"),
                   "access\" must be \"load\", \"store\", \"atomic\", \"read\" or \"write\"."));
        CHECK(says(
            changed("lines/0/access", "read"),
            "lines[0].access\" must be \"read\" or \"write\" where \"space\" is \"image\", and nowhere"));
        CHECK(says(changed("lines/2/access", "load"), "lines[2].access\" must be \"read\" or \"write\""));
        CHECK(
            says(changed("image_read/distinct_bytes", 1025), "distinct_bytes\" must not exceed \"bytes\"."));
        CHECK(says(changed("lines/0/line", 4294967296), "line\" is out of range."));
        CHECK(says(changed("lines/0/sample/lanes/1", 7), "lanes\" must be a list of [work-item, offset]."));
        CHECK(
            says(changed("lines/0/sample/lanes/1/1", -4), "lanes\" must be a list of [work-item, offset]."));
        CHECK(says(changed("local_size", {32, 1}), "local_size\" must have three sizes."));
        CHECK(says(changed("lines", "none"), "lines\" must be a list."));
        CHECK(
            says(R"({"version": 1, "sources": [], "reports": []})", "FILE: \"version\" must be 3. | REMEDY"));
        CHECK(says(changed("lines/0/vector/counted", "twice"),
                   "counted\" must be \"as one\", \"in parts\" or \"one by one\"."));
        CHECK(says(std::string(text).substr(0, 200), "FILE is not JSON"));
        CHECK(says("", "FILE is not JSON"));
        CHECK(says("[]", "FILE: it must be an object."));
    }
}
