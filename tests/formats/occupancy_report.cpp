// Occupancy as the tool writes it, and as a driver's answers are recorded.
#include "lockstep/formats/occupancy_report.hpp"

#include "refusal.hpp"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

using namespace lockstep::formats;

namespace
{

constexpr const char* report = R"({
  "advice": "none", "device": "h200", "device_name": "NVIDIA H200", "fraction": 0.75, "group_size": 256, "groups": 6,
  "limit": "registers",
  "limits": [{"available": 65536, "groups": 6, "per_group": 10240, "resource": "registers"}],
  "local_bytes": 20000, "max_sub_groups": 64, "refusal": "", "registers": 40, "sub_group_size": 32, "sub_groups": 48,
  "sweeps": [{"against": "work-items in a group", "fractions": [0.5, 1.0], "values": [32, 64]}]
})";

constexpr const char* record = R"({
  "device": "NVIDIA H200", "driver": "580", "cuda": 13000, "date": "2026-11-21", "call": "ask",
  "answers_changed_by_carveout_percent": {"0": 39, "100": 0},
  "group_sizes": [1, 2], "local_bytes": [0, 1, 2], "rows": [{"registers": 22, "groups": [[1, 2, 3], [4, 5, 6]]}]
})";

std::string changed(const char* text, const char* pointer, const nlohmann::json& value)
{
    auto json = nlohmann::json::parse(text);
    json[nlohmann::json::json_pointer(pointer)] = value;
    return json.dump();
}

} // namespace

TEST_SUITE("occupancy_report")
{
    TEST_CASE("a report is read and written again byte for byte")
    {
        const OccupancyReport read = occupancy_report_of(JsonReader::parse(report, "report", ""));
        CHECK(text_of(read) == nlohmann::json::parse(report).dump(2) + "\n");
        CHECK(read.limits.at(0).per_group == 10240);
        const auto all = nlohmann::json::parse(text_of(std::vector{read, read}));
        CHECK(all["devices"][1] == nlohmann::json::parse(report));
    }

    TEST_CASE("a report that lacks something or says what cannot be is refused")
    {
        const auto refusal = [](const char* pointer, const nlohmann::json& value) {
            return refusal_of(changed(report, pointer, value), occupancy_report_of);
        };
        CHECK(refusal("/limits/0", nlohmann::json::object()) ==
              "FILE: \"limits[0].resource\" is missing. | REMEDY");
        CHECK(refusal("/groups", -1) ==
              "FILE: \"groups\" must be a whole number that is not negative. | REMEDY");
        CHECK(refusal("/groups", 4294967296) == "FILE: \"groups\" is out of range. | REMEDY");
        CHECK(refusal("/sweeps/0/values", {1}) ==
              "FILE: \"sweeps[0].fractions\" must be as many as \"values\". | REMEDY");
        CHECK(refusal_of("", occupancy_report_of).starts_with("FILE is not JSON: "));
    }

    TEST_CASE("the driver's recorded answers are read whole")
    {
        const OccupancyRecord h200 =
            read_occupancy_record(LOCKSTEP_SOURCE_DIR "/lens/validation/occupancy/h200.json");
        CHECK(h200.device == "NVIDIA H200");
        CHECK(h200.answers_changed_by_carveout_percent.at("100") == 0);
        CHECK(h200.rows.size() >= 20);
        for (const OccupancyRecord::Row& row : h200.rows) CHECK(row.groups.size() == h200.group_sizes.size());
    }

    TEST_CASE("a number in a record repeats the list before it")
    {
        const auto repeated = changed(record, "/rows/0/groups", {{1, 2, 3}, 1});
        const OccupancyRecord read = occupancy_record_of(JsonReader::parse(repeated, "record", ""));
        CHECK(read.rows[0].groups == std::vector<std::vector<unsigned>>{{1, 2, 3}, {1, 2, 3}});
        const std::string expected = "FILE: \"rows[0].groups[0]\" repeats no list, or too often. | REMEDY";
        CHECK(refusal_of(changed(record, "/rows/0/groups", {1, {1, 2, 3}}), occupancy_record_of) == expected);
    }

    TEST_CASE("a record with an answer too few is refused")
    {
        CHECK(refusal_of(record, occupancy_record_of) == "read");
        const std::string expected = "FILE: \"rows[0].groups\" must have 2 lists of 3 answers. | REMEDY";
        CHECK(refusal_of(changed(record, "/rows/0/groups/1", {4, 5}), occupancy_record_of) == expected);
        CHECK(refusal_of(changed(record, "/rows/0/groups", {{1, 2, 3}}), occupancy_record_of) == expected);
        CHECK(refusal_of(changed(record, "/rows/0/registers", "22"), occupancy_record_of) ==
              "FILE: \"rows[0].registers\" must be a whole number that is not negative. | REMEDY");
    }
}
