// Reads a GPU's profile: every figure must be there, possible, and say which document it comes from.
#include "lockstep/lens/profile.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <bit>
#include <fstream>
#include <stdexcept>

namespace lockstep::lens
{

namespace
{

using json = nlohmann::json;

/// A profile's text while it is read; remembers the file for its errors.
class Reader
{
public:
    explicit Reader(const std::filesystem::path& path) : file(path)
    {
        std::ifstream stream(path);
        if (!stream) throw std::runtime_error("There is no GPU profile " + path.string());
        try {
            root = json::parse(stream);
        } catch (const json::exception& error) {
            throw std::runtime_error("The GPU profile " + path.string() + " is not JSON: " + error.what());
        }
        if (!root.is_object())
            throw std::runtime_error("The GPU profile " + path.string() + " is not an object");
    }

    [[noreturn]] void refuse(const std::string& key, const std::string& why) const
    {
        throw std::runtime_error("The GPU profile " + file.string() + ": \"" + key + "\" " + why);
    }

    std::string text(const std::string& key) const
    {
        const json* found = find(root, key);
        if (!found) refuse(key, "is missing");
        if (!found->is_string()) refuse(key, "must be a text");
        return found->get<std::string>();
    }

    /// The value of "section.name", once its source has been looked up.
    const json& figure(const std::string& section, const std::string& name) const
    {
        const std::string key = section + "." + name;
        const json* part = find(root, section);
        const json* entry = part ? find(*part, name) : nullptr;
        if (!entry) refuse(key, "is missing");
        const json* value = find(*entry, "value");
        if (!value) refuse(key + ".value", "is missing");
        const json* source = find(*entry, "source");
        if (!source || !source->is_string()) refuse(key + ".source", "is missing: which document says so?");
        const json* sources = find(root, "sources");
        if (!sources || !find(*sources, source->get<std::string>()))
            refuse(key + ".source", "names \"" + source->get<std::string>() + "\", which \"sources\" lacks");
        const json* where = find(*entry, "where");
        if (!where || !where->is_string() || where->get<std::string>().empty())
            refuse(key + ".where", "is missing: where in the document?");
        return *value;
    }

    unsigned count(const std::string& section, const std::string& name, unsigned least, unsigned most) const
    {
        return checked_count(figure(section, name), section + "." + name, least, most);
    }

    std::vector<unsigned> counts(const std::string& section, const std::string& name, unsigned least,
                                 unsigned most) const
    {
        const std::string key = section + "." + name;
        const json& list = figure(section, name);
        if (!list.is_array() || list.empty()) refuse(key, "must be a list of sizes");
        std::vector<unsigned> values;
        for (const json& value : list) values.push_back(checked_count(value, key, least, most));
        return values;
    }

    double amount(const std::string& section, const std::string& name) const
    {
        const std::string key = section + "." + name;
        const json& value = figure(section, name);
        if (!value.is_number()) refuse(key, "must be a number");
        const auto found = value.get<double>();
        if (!(found > 0)) refuse(key, "must be greater than 0");
        return found;
    }

    bool truth(const std::string& section, const std::string& name) const
    {
        const json& value = figure(section, name);
        if (!value.is_boolean()) refuse(section + "." + name, "must be true or false");
        return value.get<bool>();
    }

    std::vector<Source> sources() const
    {
        const json* list = find(root, "sources");
        if (!list || !list->is_object() || list->empty()) refuse("sources", "is missing");
        std::vector<Source> found;
        for (const auto& [key, entry] : list->items()) {
            const std::string name = "sources." + key;
            for (const char* part : {"title", "publisher"})
                if (const json* value = find(entry, part); !value || !value->is_string())
                    refuse(name + "." + part, "is missing");
            const json* year = find(entry, "year");
            if (!year) refuse(name + ".year", "is missing");
            found.push_back({key, entry["title"].get<std::string>(), entry["publisher"].get<std::string>(),
                             checked_count(*year, name + ".year", 2000, 2100)});
        }
        return found;
    }

    std::vector<std::string> notes() const
    {
        const json* list = find(root, "notes");
        if (!list) return {};
        std::vector<std::string> found;
        if (!list->is_array()) refuse("notes", "must be a list of texts");
        for (const json& note : *list) {
            if (!note.is_string()) refuse("notes", "must be a list of texts");
            found.push_back(note.get<std::string>());
        }
        return found;
    }

    unsigned year() const
    {
        const json* found = find(root, "year");
        if (!found) refuse("year", "is missing");
        return checked_count(*found, "year", 2000, 2100);
    }

private:
    static const json* find(const json& object, const std::string& key)
    {
        if (!object.is_object()) return nullptr;
        const auto found = object.find(key);
        return found == object.end() ? nullptr : &*found;
    }

    unsigned checked_count(const json& value, const std::string& key, unsigned least, unsigned most) const
    {
        if (!value.is_number_integer()) refuse(key, "must be a whole number");
        const auto found = value.get<long long>();
        if (found < static_cast<long long>(least) || found > static_cast<long long>(most))
            refuse(key, "is " + std::to_string(found) + "; possible is " + std::to_string(least) + " to " +
                            std::to_string(most));
        return static_cast<unsigned>(found);
    }

    std::filesystem::path file;
    json root;
};

void read_execution(const Reader& reader, Profile& profile)
{
    profile.sub_group_size = reader.count("execution", "sub_group_size", 1, 128);
    if (!std::has_single_bit(profile.sub_group_size))
        reader.refuse("execution.sub_group_size", "must be a power of two");
    profile.compute_units = reader.count("execution", "compute_units", 1, 4096);
    profile.peak_gflops = reader.amount("execution", "peak_gflops");
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
            reader.refuse("global.segment_bytes", "must be rising powers of two");
    rules.line_bytes = reader.count("global", "line_bytes", 0, 1024);
    if (rules.line_bytes % rules.segment_bytes.front() != 0)
        reader.refuse("global.line_bytes", "must be a multiple of the smallest segment");
}

void read_local(const Reader& reader, Profile& profile)
{
    LocalRules& rules = profile.local;
    const unsigned most = profile.sub_group_size;
    rules.banks = reader.count("local", "banks", 1, 256);
    if (!std::has_single_bit(rules.banks)) reader.refuse("local.banks", "must be a power of two");
    rules.bank_bytes = reader.count("local", "bank_bytes", 4, 64);
    if (!std::has_single_bit(rules.bank_bytes)) reader.refuse("local.bank_bytes", "must be a power of two");
    rules.lanes_4_bytes = reader.count("local", "lanes_4_bytes", 1, most);
    rules.lanes_8_bytes = reader.count("local", "lanes_8_bytes", 1, rules.lanes_4_bytes);
    rules.lanes_16_bytes = reader.count("local", "lanes_16_bytes", 1, rules.lanes_8_bytes);
    rules.broadcasts_every_word = reader.truth("local", "broadcasts_every_word");
    rules.joins_shared_loads = reader.truth("local", "joins_shared_loads");
}

void read_unit(const Reader& reader, Profile& profile)
{
    UnitLimits& unit = profile.unit;
    unit.registers = reader.count("unit", "registers", 1024, 1U << 22U);
    unit.register_bytes = reader.count("unit", "register_bytes", 4, 64);
    unit.registers_reserved = reader.count("unit", "registers_reserved", 0, unit.registers - 1);
    unit.register_granularity = reader.count("unit", "register_granularity", 1, unit.registers);
    unit.registers_given_to_group = reader.truth("unit", "registers_given_to_group");
    unit.max_registers_per_item = reader.count("unit", "max_registers_per_item", 1, 1024);
    unit.sub_group_granularity = reader.count("unit", "sub_group_granularity", 1, 16);
    unit.local_bytes = reader.count("unit", "local_bytes", 1024, 1U << 22U);
    unit.max_local_bytes_per_group =
        reader.count("unit", "max_local_bytes_per_group", 1024, unit.local_bytes);
    unit.local_granularity_bytes = reader.count("unit", "local_granularity_bytes", 1, unit.local_bytes);
    unit.local_reserved_bytes = reader.count("unit", "local_reserved_bytes", 0, unit.local_bytes / 2);
    unit.local_power_of_two = reader.truth("unit", "local_power_of_two");
    unit.max_sub_groups = reader.count("unit", "max_sub_groups", 1, 4096);
    unit.max_groups = reader.count("unit", "max_groups", 1, 4096);
    unit.single_sub_group_counts = reader.truth("unit", "single_sub_group_counts");
    unit.max_group_size = reader.count("unit", "max_group_size", profile.sub_group_size, 4096);
    unit.simds = reader.count("unit", "simds", 1, unit.max_sub_groups);
    if (unit.registers % unit.simds != 0) reader.refuse("unit.simds", "must divide the registers evenly");
}

} // namespace

Profile read_profile(const std::filesystem::path& file)
{
    const Reader reader(file);
    Profile profile;
    profile.id = reader.text("id");
    if (profile.id != file.stem().string()) reader.refuse("id", "must be the file's name without .json");
    profile.name = reader.text("name");
    profile.vendor = reader.text("vendor");
    profile.architecture = reader.text("architecture");
    profile.year = reader.year();
    profile.validated = reader.text("validated");
    profile.sources = reader.sources();
    profile.notes = reader.notes();
    read_execution(reader, profile);
    read_global(reader, profile);
    read_local(reader, profile);
    read_unit(reader, profile);
    return profile;
}

std::vector<std::string> profile_ids(const std::filesystem::path& folder)
{
    if (!std::filesystem::is_directory(folder))
        throw std::runtime_error("There is no folder of GPU profiles " + folder.string());
    std::vector<std::string> ids;
    for (const auto& entry : std::filesystem::directory_iterator(folder))
        if (entry.path().extension() == ".json") ids.push_back(entry.path().stem().string());
    std::sort(ids.begin(), ids.end());
    return ids;
}

} // namespace lockstep::lens
