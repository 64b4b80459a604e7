// The counts of a ladder's rungs, from JSON and to JSON.
#include "lockstep/formats/rung_counts.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace lockstep::formats
{

namespace
{

using Json = nlohmann::ordered_json;

/// A count that may be written as 1024.0.
std::uint64_t whole_number(const JsonReader& value)
{
    constexpr double most = 9007199254740992.0; // what a double holds exactly
    const double number = value.number();
    if (!(number >= 0 && number <= most) || number != static_cast<double>(static_cast<std::uint64_t>(number)))
        value.refuse("must be a whole number that is not negative");
    return static_cast<std::uint64_t>(number);
}

RungCounts rung_of(const JsonReader& entry)
{
    RungCounts rung;
    rung.name = entry.at("name").text();
    if (const auto parameters = entry.find("parameters"))
        for (const auto& [name, value] : parameters->members()) rung.parameters[name] = value.whole();
    rung.launches = entry.at("launches").count();
    rung.work_groups = entry.at("work_groups").count();
    rung.instructions = entry.at("instructions").count();
    rung.simd_efficiency = entry.at("simd_efficiency").number();
    rung.local_bytes = whole_number(entry.at("local_bytes"));
    if (const auto part = entry.find("global_load")) rung.global_load = global_counts_of(*part);
    if (const auto part = entry.find("global_store")) rung.global_store = global_counts_of(*part);
    if (const auto part = entry.find("local_load")) rung.local_load = local_counts_of(*part);
    if (const auto part = entry.find("local_store")) rung.local_store = local_counts_of(*part);
    if (const auto part = entry.find("atomics")) rung.atomics = atomic_counts_of(*part);
    if (const auto part = entry.find("image_read")) rung.image_read = image_counts_of(*part);
    if (const auto part = entry.find("image_write")) rung.image_write = image_counts_of(*part);
    if (const auto releases = entry.find("elsewhere"))
        for (const auto& [release, issued] : releases->members())
            rung.elsewhere[release] = {.instructions = issued.at("instructions").count(),
                                       .simd_efficiency = issued.at("simd_efficiency").number()};
    return rung;
}

Json json_of_rung(const RungCounts& rung)
{
    Json json{{"name", rung.name}};
    if (!rung.parameters.empty()) json["parameters"] = rung.parameters;
    json.update({{"launches", rung.launches},
                 {"work_groups", rung.work_groups},
                 {"instructions", rung.instructions},
                 {"simd_efficiency", rung.simd_efficiency},
                 {"local_bytes", rung.local_bytes}});
    // The largest of several launches stands as 1024.0: the recorded files have it so.
    if (rung.launches > 1) json["local_bytes"] = static_cast<double>(rung.local_bytes);
    const auto put = [&](const char* key, const auto& counts) {
        if (counts.requests > 0) json[key] = json_of(counts);
    };
    put("global_load", rung.global_load);
    put("global_store", rung.global_store);
    put("local_load", rung.local_load);
    put("local_store", rung.local_store);
    put("atomics", rung.atomics);
    put("image_read", rung.image_read);
    put("image_write", rung.image_write);
    for (const auto& [release, issued] : rung.elsewhere)
        json["elsewhere"][release] = {{"instructions", issued.instructions},
                                      {"simd_efficiency", issued.simd_efficiency}};
    return json;
}

} // namespace

const RungCounts* LadderCounts::find(std::string_view name) const
{
    const auto found = std::ranges::find(rungs, name, &RungCounts::name);
    return found == rungs.end() ? nullptr : &*found;
}

LadderCounts to_record(LadderCounts counted, const std::string& release, const LadderCounts& recorded)
{
    for (RungCounts& rung : counted.rungs) {
        const RungCounts* known = recorded.find(rung.name);
        if (known == nullptr) continue;
        rung.elsewhere = known->elsewhere;
        if (release == counted_release) continue;
        const Issued here{.instructions = rung.instructions, .simd_efficiency = rung.simd_efficiency};
        rung.instructions = known->instructions;
        rung.simd_efficiency = known->simd_efficiency;
        if (here == Issued{.instructions = rung.instructions, .simd_efficiency = rung.simd_efficiency})
            rung.elsewhere.erase(release);
        else
            rung.elsewhere[release] = here;
    }
    return counted;
}

LadderCounts ladder_counts_of(const JsonReader& root)
{
    LadderCounts counts{.device = root.at("device").text(), .rungs = {}};
    for (const JsonReader& rung : root.at("rungs").list()) counts.rungs.push_back(rung_of(rung));
    return counts;
}

LadderCounts read_ladder_counts(const std::filesystem::path& file)
{
    return ladder_counts_of(JsonReader::read(file, "./lockstep bench count --record"));
}

std::string text_of(const LadderCounts& counts)
{
    std::string text = fmt::format("{{\n \"device\": {},\n \"rungs\": [", Json(counts.device).dump());
    for (std::size_t i = 0; i < counts.rungs.size(); ++i)
        text += fmt::format("{}\n  {}", i == 0 ? "" : ",", json_of_rung(counts.rungs[i]).dump());
    return text + "\n ]\n}\n";
}

} // namespace lockstep::formats
