// Reading the glossary's data.
#include "lockstep/formats/glossary.hpp"

#include "lockstep/formats/json_reader.hpp"
#include "lockstep/text.hpp"

#include <algorithm>
#include <array>

namespace lockstep::formats
{
namespace
{

constexpr std::array<std::string_view, 9> keys{"term", "aliases", "definition", "cuda",    "hip",
                                               "sycl", "chinese", "german",     "everyday"};

} // namespace

std::vector<GlossaryEntry> read_glossary(const std::filesystem::path& file)
{
    const JsonReader list =
        JsonReader::read(file, R"(write {"term": …, "definition": …, "cuda": …} on a line)");
    std::vector<GlossaryEntry> entries;
    for (const JsonReader& entry : list.list()) {
        for (const auto& [key, value] : entry.members())
            if (std::ranges::find(keys, key) == keys.end())
                value.refuse("is no part of an entry",
                             "use term, aliases, definition, cuda, hip, sycl, chinese, german or everyday");
        entries.push_back({entry.at("term").text(), entry.texts_or_none("aliases"),
                           entry.at("definition").text(), entry.text_or("cuda", ""), entry.text_or("hip", ""),
                           entry.text_or("sycl", ""), entry.text_or("chinese", ""),
                           entry.text_or("german", ""), entry.truth_or("everyday", false)});
    }
    std::ranges::sort(entries, {}, [](const GlossaryEntry& entry) { return lower(entry.term); });
    return entries;
}

} // namespace lockstep::formats
