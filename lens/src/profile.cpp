// Reads a GPU's profile: every figure must be there, possible, and say which document it comes from.
#include "lockstep/lens/profile.hpp"

#include "lockstep/failure.hpp"
#include "lockstep/formats/json_reader.hpp"
#include "lockstep/formats/sourced_figures.hpp"

#include <algorithm>
#include <bit>
#include <functional>
#include <initializer_list>
#include <utility>

namespace lockstep::lens
{

namespace
{

using formats::JsonReader;

/// A profile's text while it is read.
class Reader
{
public:
    explicit Reader(const std::filesystem::path& file) : figures_(file) {}

    const JsonReader& root() const { return figures_.root(); }

    /// The value of "section.name", once its source has been looked up.
    JsonReader figure(const std::string& section, const std::string& name) const
    {
        return figures_.figure(section, name).value;
    }

    unsigned count(const std::string& section, const std::string& name, unsigned least, unsigned most) const
    {
        return checked_count(figure(section, name), least, most);
    }

    std::vector<unsigned> counts(const std::string& section, const std::string& name, unsigned least,
                                 unsigned most) const
    {
        const JsonReader list = figure(section, name);
        std::vector<unsigned> values;
        for (const JsonReader& value : list.list()) values.push_back(checked_count(value, least, most));
        if (values.empty()) list.refuse("must be a list of sizes");
        return values;
    }

    double amount(const std::string& section, const std::string& name) const
    {
        const JsonReader value = figure(section, name);
        if (!(value.number() > 0)) value.refuse("must be greater than 0");
        return value.number();
    }

    bool truth(const std::string& section, const std::string& name) const
    {
        return figure(section, name).truth();
    }

    std::vector<Source> sources() const
    {
        const JsonReader list = root().at("sources");
        std::vector<Source> found;
        for (const auto& [key, entry] : list.members())
            found.push_back({key, entry.at("title").text(), entry.at("publisher").text(),
                             checked_count(entry.at("year"), 2000, 2100), url_of(entry)});
        if (found.empty()) list.refuse("names no document");
        return found;
    }

    /// What is said of those sections' figures that no document gives, each text once.
    std::vector<std::string> assumed(std::initializer_list<const char*> sections) const
    {
        std::vector<std::string> found;
        for (const char* section : sections) {
            if (!root().has(section)) continue;
            for (const auto& [name, entry] : root().at(section).members())
                if (const std::string text = entry.text_or("assumed", "");
                    !text.empty() && std::find(found.begin(), found.end(), text) == found.end())
                    found.push_back(text);
        }
        return found;
    }

    /// Why the profile cannot tell what `part` is about; empty: it has to tell.
    std::string not_told(const std::string& part) const
    {
        const auto reasons = root().find("not_told");
        const auto reason = reasons ? reasons->find(part) : std::nullopt;
        if (reason && reason->text().empty()) reason->refuse("is empty: why can it not be told?");
        return reason ? reason->text() : "";
    }

    bool has(const std::string& section, const std::string& name) const
    {
        return root().at(section).has(name);
    }

    unsigned year() const { return checked_count(root().at("year"), 2000, 2100); }

    [[noreturn]] void refuse(const std::string& section, const std::string& name,
                             const std::string& why) const
    {
        figure(section, name).refuse(why);
    }

private:
    static std::string url_of(const JsonReader& source)
    {
        const std::string url = source.text_or("url", "");
        if (!url.empty() && !url.starts_with("https://")) source.at("url").refuse("must begin with https://");
        return url;
    }

    static unsigned checked_count(const JsonReader& value, unsigned least, unsigned most)
    {
        const int found = value.whole();
        if (found < static_cast<int>(least) || found > static_cast<int>(most))
            value.refuse("is " + std::to_string(found) + "; possible is " + std::to_string(least) + " to " +
                         std::to_string(most));
        return static_cast<unsigned>(found);
    }

    formats::SourcedFigures figures_;
};

void read_execution(const Reader& reader, Profile& profile)
{
    profile.sub_group_size = reader.count("execution", "sub_group_size", 1, 128);
    if (!std::has_single_bit(profile.sub_group_size))
        reader.refuse("execution", "sub_group_size", "must be a power of two");
    profile.compute_units = reader.count("execution", "compute_units", 1, 4096);
    profile.opencl_compute_units = reader.has("execution", "opencl_compute_units")
                                       ? reader.count("execution", "opencl_compute_units", 1, 65536)
                                       : profile.compute_units;
    profile.peak_gflops = reader.amount("execution", "peak_gflops");
    if (reader.has("execution", "matrix_gflops"))
        profile.matrix_gflops = reader.amount("execution", "matrix_gflops");
    profile.peak_gbps = reader.amount("execution", "peak_gbps");
}

void read_global(const Reader& reader, Profile& profile)
{
    GlobalRules& rules = profile.global;
    rules.lanes = reader.count("global", "lanes", 1, profile.sub_group_size);
    rules.segment_bytes = reader.counts("global", "segment_bytes", 4, 1024);
    for (std::size_t i = 0; i < rules.segment_bytes.size(); ++i)
        if (!std::has_single_bit(rules.segment_bytes[i]) ||
            (i > 0 && rules.segment_bytes[i] <= rules.segment_bytes[i - 1]))
            reader.refuse("global", "segment_bytes", "must be rising powers of two");
    rules.line_bytes = reader.count("global", "line_bytes", 0, 1024);
    if (rules.line_bytes % rules.segment_bytes.front() != 0)
        reader.refuse("global", "line_bytes", "must be a multiple of the smallest segment");
    if (!reader.has("global", "store_segment_bytes")) return;
    rules.store_segment_bytes = reader.count("global", "store_segment_bytes", 4, 1024);
    if (!std::has_single_bit(rules.store_segment_bytes) || rules.segment_bytes.size() > 1)
        reader.refuse("global", "store_segment_bytes", "must be a power of two, beside one size of loads");
}

/// "load_groups_16_bytes": lists of lanes, each lane in one of them, none longer than a pass serves.
void read_load_groups(const Reader& reader, const Profile& profile, LocalRules& rules)
{
    constexpr const char* name = "load_groups_16_bytes";
    if (!reader.has("local", name)) return;
    const unsigned lanes = profile.sub_group_size;
    std::vector<unsigned> group_of(lanes, lanes);
    unsigned group = 0;
    for (const JsonReader& members : reader.figure("local", name).list()) {
        const auto list = members.list();
        if (list.empty() || list.size() > rules.lanes_16_bytes)
            members.refuse("must have one to " + std::to_string(rules.lanes_16_bytes) + " lanes");
        for (const JsonReader& lane : list) {
            const std::uint64_t number = lane.count();
            if (number >= lanes || group_of[number] != lanes)
                lane.refuse("is no lane, or stands in two groups");
            group_of[number] = group;
        }
        ++group;
    }
    if (std::find(group_of.begin(), group_of.end(), lanes) != group_of.end())
        reader.refuse("local", name, "must name every lane");
    rules.load_group_16_bytes = std::move(group_of);
}

void read_local(const Reader& reader, Profile& profile)
{
    LocalRules& rules = profile.local;
    profile.no_passes = reader.not_told("local");
    if (!profile.tells_banks()) {
        if (reader.root().has("local"))
            reader.root().at("local").refuse(R"(stands beside a reason in "not_told" why it cannot be told)");
        rules.banks = 0;
        return;
    }
    const unsigned most = profile.sub_group_size;
    rules.banks = reader.count("local", "banks", 1, 256);
    if (!std::has_single_bit(rules.banks)) reader.refuse("local", "banks", "must be a power of two");
    rules.bank_bytes = reader.count("local", "bank_bytes", 4, 64);
    if (!std::has_single_bit(rules.bank_bytes))
        reader.refuse("local", "bank_bytes", "must be a power of two");
    rules.lanes_4_bytes = reader.count("local", "lanes_4_bytes", 1, most);
    rules.lanes_8_bytes = reader.count("local", "lanes_8_bytes", 1, rules.lanes_4_bytes);
    rules.lanes_16_bytes = reader.count("local", "lanes_16_bytes", 1, rules.lanes_8_bytes);
    rules.broadcasts_every_word = reader.truth("local", "broadcasts_every_word");
    rules.joins_shared_loads = reader.truth("local", "joins_shared_loads");
    read_load_groups(reader, profile, rules);
}

/// What the model of caches needs beyond their sizes.
void read_cache_model(const Reader& reader, CacheRules& caches)
{
    constexpr unsigned most_sectors = 8; // of a line: the most that a word of a GroupTrace has room for
    caches.line_bytes = reader.count("caches", "line_bytes", 16, 1024);
    caches.second_sector_bytes = reader.count("caches", "second_sector_bytes", 4, caches.line_bytes);
    caches.first_sector_bytes =
        reader.count("caches", "first_sector_bytes", caches.second_sector_bytes, caches.line_bytes);
    caches.second_fetch_bytes =
        reader.count("caches", "second_fetch_bytes", caches.second_sector_bytes, caches.line_bytes);
    for (const char* name : {"line_bytes", "first_sector_bytes", "second_sector_bytes", "second_fetch_bytes"})
        if (!std::has_single_bit(reader.count("caches", name, 1, 1024)))
            reader.refuse("caches", name, "must be a power of two");
    if (caches.line_bytes / caches.second_sector_bytes > most_sectors)
        reader.refuse("caches", "second_sector_bytes", "must be an eighth of the line or more");
    caches.first_ways = reader.count("caches", "first_ways", 0, 1024);
    caches.first_keeps_stored = reader.truth("caches", "first_keeps_stored");
    if (reader.has("caches", "local_part_bytes")) {
        caches.local_part_bytes = reader.counts("caches", "local_part_bytes", 0, caches.first_bytes);
        if (!std::is_sorted(caches.local_part_bytes.begin(), caches.local_part_bytes.end()))
            reader.refuse("caches", "local_part_bytes", "must be rising sizes");
    }
    caches.second_ways = reader.count("caches", "second_ways", 0, 1024);
    caches.second_distinct_bytes =
        reader.count("caches", "second_distinct_bytes", caches.line_bytes, caches.second_bytes);
    caches.assumed = reader.assumed({"caches"});
}

void read_caches(const Reader& reader, Profile& profile)
{
    constexpr unsigned most = 1U << 30U;
    if (!reader.root().has("caches")) return;
    if (!profile.tells_occupancy())
        reader.root().at("caches").refuse(
            "needs to know how many work-groups are resident, which \"not_told\" "
            "says nobody does");
    profile.caches.first_bytes = reader.count("caches", "first_bytes", 0, 1U << 22U);
    profile.caches.second_bytes = reader.count("caches", "second_bytes", 0, most);
    profile.caches.last_bytes = reader.count("caches", "last_bytes", 0, most);
    read_cache_model(reader, profile.caches);
}

/// "local_sizes_bytes": the only sizes in which a group is given local memory.
void read_local_sizes(const Reader& reader, UnitLimits& unit)
{
    constexpr const char* name = "local_sizes_bytes";
    if (!reader.has("unit", name)) return;
    std::vector<unsigned> sizes = reader.counts("unit", name, 1, unit.max_local_bytes_per_group);
    if (std::ranges::adjacent_find(sizes, std::greater_equal{}) != sizes.end() ||
        sizes.back() != unit.max_local_bytes_per_group)
        reader.refuse("unit", name, "must be rising sizes, up to the most that a group may have");
    unit.local_sizes_bytes = std::move(sizes);
}

void read_unit(const Reader& reader, Profile& profile)
{
    UnitLimits& unit = profile.unit;
    unit.local_bytes = reader.count("unit", "local_bytes", 1024, 1U << 22U);
    unit.max_local_bytes_per_group =
        reader.count("unit", "max_local_bytes_per_group", 1024, unit.local_bytes);
    unit.opencl_local_bytes =
        reader.has("unit", "opencl_local_bytes")
            ? reader.count("unit", "opencl_local_bytes", 1024, unit.max_local_bytes_per_group)
            : unit.max_local_bytes_per_group;
    unit.max_group_size = reader.count("unit", "max_group_size", profile.sub_group_size, 4096);
}

/// What is dealt out among the work-groups of a unit.
void read_portions(const Reader& reader, Profile& profile)
{
    UnitLimits& unit = profile.unit;
    if (!profile.tells_occupancy()) {
        if (reader.has("unit", "registers"))
            reader.refuse("unit", "registers",
                          R"(stands beside a reason in "not_told" why it cannot be told)");
        unit.registers = unit.max_sub_groups = unit.max_groups = unit.max_registers_per_item = 0;
        return;
    }
    unit.registers = reader.count("unit", "registers", 1024, 1U << 22U);
    unit.register_bytes = reader.count("unit", "register_bytes", 4, 64);
    unit.registers_reserved = reader.count("unit", "registers_reserved", 0, unit.registers - 1);
    unit.register_granularity = reader.count("unit", "register_granularity", 1, unit.registers);
    unit.registers_given_to_group = reader.truth("unit", "registers_given_to_group");
    unit.max_registers_per_item = reader.count("unit", "max_registers_per_item", 1, 1024);
    unit.sub_group_granularity = reader.count("unit", "sub_group_granularity", 1, 16);
    unit.local_granularity_bytes = reader.count("unit", "local_granularity_bytes", 1, unit.local_bytes);
    unit.local_reserved_bytes = reader.count("unit", "local_reserved_bytes", 0, unit.local_bytes / 2);
    unit.local_power_of_two = reader.truth("unit", "local_power_of_two");
    read_local_sizes(reader, unit);
    unit.max_sub_groups = reader.count("unit", "max_sub_groups", 1, 4096);
    unit.max_groups = reader.count("unit", "max_groups", 1, 4096);
    unit.single_sub_group_counts = reader.truth("unit", "single_sub_group_counts");
    unit.simds = reader.count("unit", "simds", 1, unit.max_sub_groups);
    if (unit.registers % unit.simds != 0) reader.refuse("unit", "simds", "must divide the registers evenly");
}

void read_rates(const Reader& reader, Profile& profile)
{
    if (!reader.root().has("rates")) return;
    Rates& rates = profile.rates;
    const auto read = [&](const char* name, double& rate) {
        if (reader.has("rates", name)) rate = reader.amount("rates", name);
    };
    read("clock_ghz", rates.clock_ghz);
    read("slots_per_clock", rates.slots_per_clock);
    read("lines_per_clock", rates.lines_per_clock);
    read("passes_per_clock", rates.passes_per_clock);
    read("memory_gbps", rates.memory_gbps);
    read("second_gbps", rates.second_gbps);
    read("atomics_per_ns", rates.atomics_per_ns);
    read("line_atomics_per_ns", rates.line_atomics_per_ns);
    read("step_clocks", rates.step_clocks);
    read("local_ns", rates.local_ns);
    read("first_ns", rates.first_ns);
    read("second_ns", rates.second_ns);
    read("memory_ns", rates.memory_ns);
    read("launch_us", rates.launch_us);
}

} // namespace

Profile read_profile(const std::filesystem::path& file)
{
    const Reader reader(file);
    const JsonReader& root = reader.root();
    Profile profile;
    profile.id = root.at("id").text();
    if (profile.id != file.stem().string()) root.at("id").refuse("must be the file's name without .json");
    profile.name = root.at("name").text();
    profile.vendor = root.at("vendor").text();
    profile.architecture = root.at("architecture").text();
    profile.year = reader.year();
    profile.validated = root.at("validated").text();
    profile.sources = reader.sources();
    profile.notes = root.texts_or_none("notes");
    profile.assumed = reader.assumed({"execution", "global", "local", "unit", "rates"});
    read_execution(reader, profile);
    read_global(reader, profile);
    read_local(reader, profile);
    profile.no_occupancy = reader.not_told("occupancy");
    read_caches(reader, profile);
    read_unit(reader, profile);
    read_portions(reader, profile);
    read_rates(reader, profile);
    return profile;
}

std::vector<std::string> profile_ids(const std::filesystem::path& folder)
{
    if (!std::filesystem::is_directory(folder))
        throw Failure("There is no folder of GPU profiles " + folder.string() + ".");
    std::vector<std::string> ids;
    for (const auto& entry : std::filesystem::directory_iterator(folder))
        if (entry.path().extension() == ".json") ids.push_back(entry.path().stem().string());
    std::sort(ids.begin(), ids.end());
    return ids;
}

} // namespace lockstep::lens
