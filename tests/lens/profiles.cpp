// Tests of the GPU profiles: complete, possible, sourced; and of what the reader of profiles refuses.
#include "lockstep/failure.hpp"
#include "lockstep/lens/profile.hpp"
#include "lockstep/scratch.hpp"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <string>

using namespace lockstep::lens;

namespace
{

namespace fs = std::filesystem;
using json = nlohmann::json;

const fs::path profile_folder = fs::path(LOCKSTEP_SOURCE_DIR) / "lens" / "devices";

json profile_json(const std::string& id)
{
    std::ifstream stream(profile_folder / (id + ".json"));
    return json::parse(stream);
}

/// A file of a profile that was tampered with; gone with the object.
struct BadProfile
{
    lockstep::ScratchFolder scratch;
    fs::path file = scratch.path() / "h200.json";

    explicit BadProfile(const json& content) { std::ofstream(file) << content.dump(); }

    /// What the reader says of it; empty when it finds nothing wrong.
    std::string complaint() const
    {
        try {
            read_profile(file);
            return "";
        } catch (const lockstep::Failure& failure) {
            CHECK(failure.next() == "compare it with lens/devices/h200.json");
            return failure.happened();
        }
    }
};

void expect_complaint(const json& content, const std::string& key)
{
    const BadProfile bad(content);
    const std::string complaint = bad.complaint();
    INFO("the key ", key, "; the complaint: ", complaint);
    CHECK(complaint.find(bad.file.string()) != std::string::npos);
    CHECK(complaint.find('"' + key) != std::string::npos);
}

/// What one compute unit adds and multiplies in a clock cycle: single-precision lanes, and its register file in
/// KiB, 0 where its vendor does not state it.
struct Silicon
{
    double lanes;
    unsigned register_kib;
};

/// Counted from the vendors' descriptions of the units, not from the profiles.
const std::map<std::string, Silicon> silicon{
    {"hd5870", {80, 256}},       {"gtx285", {8, 64}},      {"gtx480", {32, 128}},
    {"rx7900xtx", {256, 768}},   {"mi300x", {128, 512}},   {"h200", {128, 256}},
    {"h100", {128, 256}},        {"arc-a770", {128, 512}}, {"rtx4090", {128, 256}},
    {"rtx5070", {128, 256}},     {"b200", {128, 256}},     {"mi355x", {128, 512}},
    {"rx9070xt", {256, 768}},    {"arc-b580", {128, 512}}, {"arc-140v", {128, 512}},
    {"radeon-780m", {256, 512}}, {"mali-g720", {128, 0}},  {"adreno-x1-85", {256, 0}},
    {"apple-m2", {128, 0}},
};

} // namespace

TEST_SUITE("profiles")
{

    TEST_CASE("every GPU that the book speaks of has a profile")
    {
        const std::vector<std::string> ids = profile_ids(profile_folder);
        CHECK(std::is_sorted(ids.begin(), ids.end()));
        for (const auto& [id, unused] : silicon) {
            INFO(id);
            CHECK(std::find(ids.begin(), ids.end(), id) != ids.end());
        }
    }

    TEST_CASE("every profile can be read, and its name, vendor and year are there")
    {
        for (const std::string& id : profile_ids(profile_folder)) {
            const Profile profile = read_profile(profile_folder / (id + ".json"));
            INFO(id);
            CHECK(profile.id == id);
            CHECK(profile.name.size() > 5);
            CHECK(std::set<std::string>{"AMD", "Apple", "Arm", "Intel", "NVIDIA", "Qualcomm"}.contains(
                profile.vendor));
            CHECK(profile.year >= 2009);
            CHECK_FALSE(profile.architecture.empty());
            CHECK_FALSE(profile.notes.empty());
        }
    }

    TEST_CASE("every source of a profile is used by a figure")
    {
        for (const std::string& id : profile_ids(profile_folder)) {
            const Profile profile = read_profile(profile_folder / (id + ".json"));
            const std::string text = profile_json(id).dump();
            for (const Source& source : profile.sources) {
                INFO(id, " ", source.key);
                CHECK(text.find("\"source\":\"" + source.key + "\"") != std::string::npos);
                CHECK_FALSE(source.title.empty());
                CHECK_FALSE(source.publisher.empty());
            }
        }
    }

    TEST_CASE("peak arithmetic is units times lanes times a clock that GPUs have")
    {
        for (const auto& [id, unit] : silicon) {
            const Profile profile = read_profile(profile_folder / (id + ".json"));
            const double gigahertz = profile.peak_gflops / (2 * unit.lanes * profile.compute_units);
            INFO(id, " would run at ", gigahertz, " GHz");
            CHECK(gigahertz > 0.8);
            CHECK(gigahertz < 3.0);
        }
    }

    TEST_CASE(
        "matrix units are faster than the others, where a profile tells of them; no GPU before 2017 has any")
    {
        for (const std::string& id : profile_ids(profile_folder)) {
            const Profile profile = read_profile(profile_folder / (id + ".json"));
            INFO(id);
            if (profile.matrix_gflops == 0) continue;
            CHECK(profile.year >= 2017);
            CHECK(profile.matrix_gflops >= 1.9 * profile.peak_gflops);
            CHECK(profile.matrix_gflops <= 32 * profile.peak_gflops);
        }
        CHECK(read_profile(profile_folder / "h200.json").matrix_gflops == 989500);
        CHECK(read_profile(profile_folder / "gtx480.json").matrix_gflops == 0);
    }

    TEST_CASE("the registers of a unit make up the register file that its vendor states")
    {
        for (const auto& [id, unit] : silicon) {
            const Profile profile = read_profile(profile_folder / (id + ".json"));
            INFO(id);
            CHECK(profile.unit.registers * profile.unit.register_bytes == unit.register_kib * 1024);
        }
    }

    TEST_CASE("memory answers one wave of a row of floats without waste")
    {
        for (const std::string& id : profile_ids(profile_folder)) {
            const Profile profile = read_profile(profile_folder / (id + ".json"));
            INFO(id);
            CHECK(profile.global.lanes * 4 % profile.global.segment_bytes.front() == 0);
            if (!profile.tells_banks()) continue;
            CHECK(profile.local.banks * profile.local.bank_bytes >= 4 * profile.local.lanes_4_bytes);
            CHECK(profile.local.banks * profile.local.bank_bytes >= 8 * profile.local.lanes_8_bytes);
            CHECK(profile.local.banks * profile.local.bank_bytes >= 16 * profile.local.lanes_16_bytes);
        }
    }

    TEST_CASE("the GPU's second cache is larger than a unit's first, and a level behind it larger still")
    {
        for (const std::string& id : profile_ids(profile_folder)) {
            const Profile profile = read_profile(profile_folder / (id + ".json"));
            const CacheRules& caches = profile.caches;
            INFO(id);
            if (!profile.tells_occupancy()) continue;
            CHECK((caches.second_bytes > 0) == (id != "gtx285")); // whose only caches are those of textures
            CHECK((caches.first_bytes < caches.second_bytes || id == "gtx285"));
            CHECK((caches.last_bytes == 0 || caches.last_bytes > caches.second_bytes));
        }
    }

    TEST_CASE("compute units are what holds a work-group; only Intel's OpenCL counts something else")
    {
        for (const std::string& id : profile_ids(profile_folder)) {
            const Profile profile = read_profile(profile_folder / (id + ".json"));
            INFO(id);
            const unsigned engines = profile.vendor == "Intel" ? profile.unit.simds : 1;
            CHECK(profile.opencl_compute_units == profile.compute_units * engines);
        }
    }

    TEST_CASE("one profile is validated against counters, and says so; the others do not claim it")
    {
        for (const std::string& id : profile_ids(profile_folder)) {
            const Profile profile = read_profile(profile_folder / (id + ".json"));
            INFO(id);
            CHECK(profile.validated.empty() == (id != "h200"));
        }
    }

    TEST_CASE("a figure that is missing is named")
    {
        const json good = profile_json("h200");
        for (const char* section : {"execution", "global", "local", "caches", "unit"})
            for (const auto& [name, unused] : good.at(section).items()) {
                // As a rule the hardware's, and none.
                if (name == "opencl_local_bytes" || name == "local_part_bytes" || name == "matrix_gflops")
                    continue;
                json bad = good;
                bad[section].erase(name);
                expect_complaint(bad, std::string(section) + "." + name);
            }
        for (const char* key : {"id", "name", "vendor", "architecture", "year", "validated", "sources"}) {
            json bad = good;
            bad.erase(key);
            expect_complaint(bad, key);
        }
    }

    TEST_CASE("a part of another kind than it must be is named, whichever part")
    {
        const json good = profile_json("h200");
        const auto complaint_with = [&](const char* pointer, const json& value) {
            json bad = good;
            bad[json::json_pointer(pointer)] = value;
            const BadProfile profile(bad);
            const std::string complaint = profile.complaint();
            CAPTURE(complaint);
            REQUIRE(complaint.starts_with(profile.file.string() + ": "));
            return complaint.substr(profile.file.string().size() + 2);
        };
        CHECK(complaint_with("/unit", "big") == "\"unit\" must be an object.");
        CHECK(complaint_with("/unit/registers", 65536) == "\"unit.registers\" must be an object.");
        CHECK(complaint_with("/unit/registers/value", {1}) ==
              "\"unit.registers.value\" must be a whole number.");
        CHECK(complaint_with("/unit/registers/value", 1e30) ==
              "\"unit.registers.value\" must be a whole number.");
        CHECK(complaint_with("/global/segment_bytes/value", 32) ==
              "\"global.segment_bytes.value\" must be a list.");
        CHECK(complaint_with("/unit/registers/source", nullptr) ==
              "\"unit.registers.source\" must be a text.");
        CHECK(complaint_with("/sources", json::array()) == "\"sources\" must be an object.");
        CHECK(complaint_with("/sources/guide", 7) == "\"sources.guide\" must be an object.");
        CHECK(complaint_with("/notes", {1}) == "\"notes[0]\" must be a text.");
        CHECK(complaint_with("", json::array()) == "it must be an object.");
    }

    TEST_CASE("a figure without a source, or with one that is not listed, is named")
    {
        const json good = profile_json("h200");
        for (const char* part : {"value", "source", "where"}) {
            json bad = good;
            bad["unit"]["registers"].erase(part);
            expect_complaint(bad, std::string("unit.registers.") + part);
        }
        json bad = good;
        bad["unit"]["registers"]["source"] = "rumour";
        expect_complaint(bad, "unit.registers.source");
        for (const char* part : {"title", "publisher", "year"}) {
            bad = good;
            bad["sources"]["guide"].erase(part);
            expect_complaint(bad, std::string("sources.guide.") + part);
        }
    }

    TEST_CASE("a figure that no document gives is said to be assumed, and has no source")
    {
        for (const std::string& id : profile_ids(profile_folder)) {
            const std::vector<std::string> assumed = read_profile(profile_folder / (id + ".json")).assumed;
            INFO(id);
            CHECK(assumed.empty() == (id == "h200" || id == "h100")); // whose compute units are the same
            CHECK(std::ranges::all_of(assumed,
                                      [](const std::string& text) { return text.starts_with("that "); }));
        }
        CHECK(read_profile(profile_folder / "rx7900xtx.json").assumed.front() ==
              "that lines of 128 bytes are moved whole");
        json bad = profile_json("h200");
        bad["global"]["segment_bytes"]["assumed"] = "that it is so";
        expect_complaint(bad, "global.segment_bytes.assumed");
        bad["global"]["segment_bytes"] = {{"value", {32}}, {"assumed", ""}};
        expect_complaint(bad, "global.segment_bytes.assumed");
    }

    TEST_CASE("what a profile cannot tell has a reason, and no figure beside it")
    {
        for (const char* id : {"adreno-x1-85", "apple-m2", "mali-g720"}) {
            const Profile profile = read_profile(profile_folder / (std::string(id) + ".json"));
            INFO(id);
            CHECK(profile.local.banks == 0);
            CHECK(profile.unit.registers == 0);
            CHECK(profile.no_passes.size() > 20);
            CHECK(profile.no_occupancy.size() > 20);
            CHECK_FALSE(profile.caches.modelled());
        }
        json bad = profile_json("h200");
        bad["not_told"] = {{"local", "nobody knows"}};
        expect_complaint(bad, "local");
        bad.erase("local");
        CHECK(read_profile(BadProfile(bad).file).no_passes == "nobody knows");
        bad["not_told"]["local"] = "";
        expect_complaint(bad, "not_told.local");
        bad = profile_json("h200");
        bad["not_told"] = {{"occupancy", "nobody knows"}};
        expect_complaint(bad, "caches");
        bad.erase("caches");
        expect_complaint(bad, "unit.registers");
    }

    TEST_CASE("a GPU inside a processor names where each of its documents can be read")
    {
        for (const char* id : {"adreno-x1-85", "apple-m2", "mali-g720"})
            for (const Source& source : read_profile(profile_folder / (std::string(id) + ".json")).sources) {
                INFO(id, " ", source.key);
                CHECK(source.url.starts_with("https://"));
            }
        json bad = profile_json("h200");
        bad["sources"]["guide"]["url"] = "somewhere";
        expect_complaint(bad, "sources.guide.url");
    }

    TEST_CASE("lanes that share a pass without being neighbours stand in one group each")
    {
        const Profile cdna = read_profile(profile_folder / "mi300x.json");
        CHECK(cdna.local.load_group_16_bytes.size() == 64);
        CHECK(cdna.local.load_group_16_bytes[0] == cdna.local.load_group_16_bytes[20]);
        CHECK(cdna.local.load_group_16_bytes[0] != cdna.local.load_group_16_bytes[4]);
        const auto complain = [](const json& groups) {
            json bad = profile_json("h200");
            bad["local"]["load_groups_16_bytes"] = {
                {"value", groups}, {"source", "guide"}, {"where", "there"}};
            expect_complaint(bad, "local.load_groups_16_bytes");
        };
        json groups = {{0, 1, 2, 3, 4, 5, 6, 7}, {8, 9, 10, 11, 12, 13, 14, 15}, {16, 17, 18, 19}};
        complain(groups); // 20 to 31 are missing
        groups.push_back({20, 21, 22, 23, 24, 25, 26, 27, 28});
        complain(groups); // nine
        groups[3] = {20, 21, 22, 16};
        complain(groups); // 16 twice
        groups[3] = {20, 21, 22, 32};
        complain(groups); // no lane
    }

    TEST_CASE("a figure that is impossible is named")
    {
        struct Impossible
        {
            const char* section;
            const char* name;
            json value;
        };
        const Impossible cases[] = {
            {"execution", "sub_group_size", 0},
            {"execution", "sub_group_size", 48},
            {"execution", "compute_units", -1},
            {"execution", "peak_gflops", 0},
            {"execution", "peak_gbps", "4800"},
            {"execution", "matrix_gflops", 0},
            {"global", "lanes", 64},
            {"global", "segment_bytes", json::array()},
            {"global", "segment_bytes", json::array({64, 32})},
            {"global", "segment_bytes", json::array({33})},
            {"global", "line_bytes", 48},
            {"global", "store_segment_bytes", 24},
            {"caches", "line_bytes", 96},
            {"caches", "first_sector_bytes", 16},
            {"caches", "second_sector_bytes", 8},
            {"caches", "second_fetch_bytes", 256},
            {"caches", "local_part_bytes", json{8192, 0}},
            {"caches", "second_distinct_bytes", 1U << 30U},
            {"local", "banks", 30},
            {"local", "lanes_8_bytes", 33},
            {"local", "broadcasts_every_word", 1},
            {"local", "joins_shared_loads", "yes"},
            {"unit", "registers", 65536.5},
            {"unit", "registers_reserved", 65536},
            {"unit", "max_local_bytes_per_group", 300000},
            {"unit", "local_granularity_bytes", 0},
            {"unit", "local_sizes_bytes", json::array()},
            {"unit", "local_sizes_bytes", json::array({65536, 32768, 232448})},
            {"unit", "local_sizes_bytes", json::array({32768, 32768, 232448})},
            {"unit", "local_sizes_bytes", json::array({32768, 65536})},
            {"unit", "max_groups", 0},
            {"unit", "simds", 3},
        };
        for (const Impossible& wrong : cases) {
            json bad = profile_json("h200");
            bad[wrong.section][wrong.name]["value"] = wrong.value;
            bad[wrong.section][wrong.name]["source"] = "guide";
            bad[wrong.section][wrong.name]["where"] = "there";
            expect_complaint(bad, std::string(wrong.section) + "." + wrong.name);
        }
    }

    TEST_CASE("a profile under another name, one that is no JSON, and one that is not there are refused")
    {
        json renamed = profile_json("h200");
        renamed["id"] = "h100";
        expect_complaint(renamed, "id");

        const BadProfile bad(renamed);
        for (const char* text : {"{\"id\":", "", "id: h200", "\"\xff\""}) {
            std::ofstream(bad.file) << text;
            CHECK(bad.complaint().starts_with(bad.file.string() + " is not JSON: "));
        }
        fs::remove(bad.file);
        CHECK(bad.complaint() == "There is no GPU profile " + bad.file.string() + ".");
        fs::create_directory(bad.file);
        CHECK(bad.complaint() == "There is no GPU profile " + bad.file.string() + ".");
        CHECK_THROWS_AS(profile_ids(bad.scratch.path() / "none"), lockstep::Failure);
    }

} // TEST_SUITE("profiles")
