// An access to memory on a terminal's page.
#include "step/memory_view.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <map>
#include <set>

namespace lockstep::tool
{

namespace
{

std::string labelled_row(const char* label, const std::string& text)
{
    return fmt::format("{:<12}{}", label, text);
}

/// What is touched of the pieces of memory that a profile moves.
struct Touched
{
    std::map<std::int64_t, std::set<std::int64_t>> bytes; ///< of each sector
};

// Of an array of arrays "3,4".
std::string index_told(const Json& buffer, std::int64_t offset)
{
    const std::int64_t element = std::max<std::int64_t>(buffer["element"].get<std::int64_t>(), 1);
    std::int64_t index = offset >= 0 ? offset / element : -((element - 1 - offset) / element);
    std::string text;
    const Json shape = buffer.value("shape", Json::array());
    for (std::size_t d = shape.size(); d-- > 1; index /= shape[d].get<std::int64_t>())
        text = fmt::format(",{}{}", index % shape[d].get<std::int64_t>(), text);
    return std::to_string(index) + text;
}

// Lines of the cache, a square a sector: █ all of its bytes are asked for, ▒ some, · none.
void show_sectors(const StepHistory& history, const Json& access, const std::vector<Json>& offsets,
                  std::size_t columns, std::vector<std::string>& page)
{
    const Json& buffer = history.about()["buffers"][access["buffer"].get<std::size_t>()];
    const Json& profile = history.about()["profile"];
    const bool is_load = access["is"] == "load";
    const auto sector = profile[is_load ? "sector" : "store_sector"].get<std::int64_t>();
    const auto line = std::max(profile["line"].get<std::int64_t>(), sector);
    const auto base = buffer["base"].get<std::int64_t>();
    const auto width = access["bytes"].get<std::int64_t>();
    Touched touched;
    for (const Json& offset : offsets)
        if (!offset.is_null())
            for (std::int64_t byte = base + offset.get<std::int64_t>(), end = byte + width; byte < end;
                 ++byte)
                touched.bytes[byte / sector].insert(byte % sector);
    std::map<std::int64_t, std::string> lines;
    for (const auto& [number, bytes] : touched.bytes) {
        std::string& squares_of_line = lines[number * sector / line];
        if (!squares_of_line.empty()) continue;
        const std::int64_t first = number * sector / line * line / sector;
        for (std::int64_t i = first; i < first + line / sector; ++i) {
            const auto found = touched.bytes.find(i);
            squares_of_line += found == touched.bytes.end()                                ? "·"
                               : static_cast<std::int64_t>(found->second.size()) == sector ? "█"
                                                                                           : "▒";
        }
    }
    std::string row;
    std::size_t used = 0, shown = 0;
    const auto squares = static_cast<std::size_t>(line / sector);
    for (const auto& [of, text] : lines) {
        if (12 + used + squares + 1 > columns - 8) break;
        row += text + " ";
        used += squares + 1;
        ++shown;
    }
    if (shown < lines.size()) row += fmt::format("… {} more", lines.size() - shown);
    page.push_back(labelled_row("lines", row));
}

// How many words each bank is asked for.
void show_banks(const StepHistory& history, const Json& access, const std::vector<Json>& offsets,
                std::vector<std::string>& page)
{
    const Json& profile = history.about()["profile"];
    const auto bank_bytes = profile["bank_bytes"].get<std::int64_t>();
    const auto banks = profile["banks"].get<std::int64_t>();
    if (banks == 0) return page.push_back(labelled_row("banks", "the profile does not tell them"));
    const auto width = access["bytes"].get<std::int64_t>();
    std::map<std::int64_t, std::set<std::int64_t>> words;
    for (const Json& offset : offsets)
        if (!offset.is_null())
            for (std::int64_t at = offset.get<std::int64_t>(); at < offset.get<std::int64_t>() + width;
                 at += bank_bytes)
                words[at / bank_bytes % banks].insert(at / bank_bytes);
    std::string row;
    for (std::int64_t bank = 0; bank < banks; ++bank) {
        const std::size_t count = words.contains(bank) ? words[bank].size() : 0;
        row += count == 0 ? "·" : count < 10 ? std::to_string(count) : "+";
    }
    page.push_back(labelled_row("banks", row + "  words of each"));
}

// Who stands at the addresses of an atomic.
void show_queues(const StepHistory& history, const Json& access, const std::vector<Json>& offsets,
                 std::uint64_t mask, std::vector<std::string>& page)
{
    const Json& buffer = history.about()["buffers"][access["buffer"].get<std::size_t>()];
    std::map<std::int64_t, std::vector<unsigned>> queues;
    std::size_t next = 0;
    for (std::uint64_t left = mask; left != 0 && next < offsets.size(); left &= left - 1, ++next)
        if (!offsets[next].is_null())
            queues[offsets[next].get<std::int64_t>()].push_back(
                static_cast<unsigned>(std::countr_zero(left)));
    std::vector<std::pair<std::int64_t, std::vector<unsigned>>> longest{queues.begin(), queues.end()};
    std::ranges::stable_sort(longest,
                             [](const auto& a, const auto& b) { return a.second.size() > b.second.size(); });
    constexpr std::size_t most = 3;
    for (std::size_t i = 0; i < std::min(longest.size(), most); ++i) {
        std::string lanes;
        for (const unsigned lane : longest[i].second) lanes += fmt::format(" {}", lane);
        page.push_back(labelled_row(i == 0 ? "queues" : "",
                                    fmt::format("{}[{}]: lanes{}", buffer["name"].get<std::string>(),
                                                index_told(buffer, longest[i].first), lanes)));
    }
    if (longest.size() > most)
        page.push_back(labelled_row("", fmt::format("… {} more addresses", longest.size() - most)));
}

std::string elements_told(const Json& buffer, const std::vector<Json>& offsets, std::size_t columns)
{
    std::string text = buffer["name"].get<std::string>();
    for (const Json& offset : offsets) {
        const std::string next =
            " " + (offset.is_null() ? "?" : index_told(buffer, offset.get<std::int64_t>()));
        if (text.size() + next.size() > columns) return text + " …";
        text += next;
    }
    return text;
}

} // namespace

std::vector<Json> offsets_of(const Json& access, unsigned lanes)
{
    std::vector<Json> offsets;
    const Json& at = access["at"];
    if (at.is_array()) return {at.begin(), at.end()};
    for (unsigned i = 0; i < lanes; ++i)
        offsets.emplace_back(at["first"].get<std::int64_t>() +
                             static_cast<std::int64_t>(i) * at["by"].get<std::int64_t>());
    return offsets;
}

void show_memory(const StepHistory& history, std::size_t step, std::size_t columns,
                 std::vector<std::string>& page)
{
    const Json& now = history.step(step);
    if (now.contains("b")) {
        std::string row;
        const Json& arrived = now["b"]["arrived"];
        const auto of = now["b"]["of"].get<unsigned>();
        for (unsigned part = 0; part < of; ++part)
            row += std::ranges::find(arrived, Json(part)) != arrived.end() ? "■" : "·";
        page.push_back(
            labelled_row("arrived", row + fmt::format("  {} of {} sub-groups", arrived.size(), of)));
    }
    if (!now.contains("a") || !now["a"].contains("buffer")) return;
    const Json& access = now["a"];
    const std::uint64_t mask = history.mask(step);
    const std::vector<Json> offsets = offsets_of(access, static_cast<unsigned>(std::popcount(mask)));
    const Json& buffer = history.about()["buffers"][access["buffer"].get<std::size_t>()];
    page.push_back(labelled_row("elements", elements_told(buffer, offsets, columns - 16)));
    if (access.contains("values"))
        page.push_back(labelled_row("values", value_in_words(access["values"], columns - 14)));
    if (buffer["space"] == "global") show_sectors(history, access, offsets, columns, page);
    if (buffer["space"] == "local") show_banks(history, access, offsets, page);
    if (access["is"] == "atomic") show_queues(history, access, offsets, mask, page);
}

} // namespace lockstep::tool
