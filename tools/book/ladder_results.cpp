// Reading bench/results for the book.
#include "book/ladder_results.hpp"

#include "book/book.hpp"
#include "html/html.hpp"
#include "lockstep/failure.hpp"
#include "lockstep/files.hpp"
#include "lockstep/text.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace lockstep::book
{
namespace
{

using nlohmann::json;

constexpr const char* how_to_record = "./lockstep bench --json bench/results/NAME-ladders.json";

std::vector<std::string> parts_of(std::string_view query)
{
    std::vector<std::string> parts;
    while (true) {
        const auto colon = query.find(':');
        parts.emplace_back(trim(query.substr(0, colon)));
        if (colon == std::string_view::npos) return parts;
        query.remove_prefix(colon + 1);
    }
}

std::string with_commas(std::string digits)
{
    for (auto at = static_cast<std::ptrdiff_t>(digits.size()) - 3; at > 0; at -= 3)
        digits.insert(static_cast<std::size_t>(at), ",");
    return digits;
}

/// 6.0 · 10⁻⁸.
std::string in_powers_of_ten(double value)
{
    constexpr std::array digits{"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
    const int power = static_cast<int>(std::floor(std::log10(value)));
    std::string exponent;
    for (const char digit : std::to_string(-power))
        exponent += digits.at(static_cast<std::size_t>(digit - '0'));
    return fmt::format("{:.1f} · 10⁻{}", value / std::pow(10, power), exponent);
}

/// Three digits: 4,310; 431; 43.1; 4.31; 0.43; below a thousandth two, and a power of ten.
std::string shown(double value)
{
    if (value > 0 && value < 0.001) return in_powers_of_ten(value);
    if (value >= 1000) return with_commas(fmt::format("{:.0f}", std::round(value / 10) * 10));
    return value >= 100  ? fmt::format("{:.0f}", value)
           : value >= 10 ? fmt::format("{:.1f}", value)
                         : fmt::format("{:.2f}", value);
}

/// 0.03, 0.5, 3, 97.
std::string percent(double part)
{
    const double value = 100 * part;
    return value < 0.1 ? fmt::format("{:.2f}", value)
           : value < 1 ? fmt::format("{:.1f}", value)
                       : fmt::format("{:.0f}", value);
}

/// 26, 2.4, 0.96.
std::string times(double ratio)
{
    return ratio >= 10  ? with_commas(fmt::format("{:.0f}", ratio))
           : ratio >= 2 ? fmt::format("{:.1f}", ratio)
                        : fmt::format("{:.2f}", ratio);
}

std::string names_in(const json& list)
{
    std::vector<std::string> names;
    for (const json& entry : list) names.push_back(entry.at("name"));
    return fmt::format("{}", fmt::join(names, ", "));
}

const json& entry_of(const json& list, const std::string& name, const char* what)
{
    const auto found =
        std::ranges::find_if(list, [&](const json& entry) { return entry.at("name") == name; });
    if (found == list.end())
        throw Failure(fmt::format("There is no {} '{}' in the results, but {}.", what, name, names_in(list)));
    return *found;
}

double median_of(const json& rung)
{
    if (!rung.contains("median"))
        throw Failure(fmt::format("The rung '{}' has no figure: {}", rung.value("name", ""),
                                  rung.value("refused", "")));
    return rung.at("median");
}

/// @param command of the ladder, where the file holds several runs; else the file's own.
std::string origin_of(const json& results, const std::string& command = "")
{
    return fmt::format("{}, driver {}, {}: {}", results.value("device", ""), results.value("driver", ""),
                       results.value("date", ""), command.empty() ? results.value("command", "") : command);
}

/// A peer's name may hold colons: std::inclusive_scan.
std::string rest_from(const std::vector<std::string>& words, std::ptrdiff_t first)
{
    return fmt::format("{}", fmt::join(words.begin() + first, words.end(), ":"));
}

std::string value_of(const json& ladder, const std::vector<std::string>& words)
{
    if (words[2] == "size" && words.size() == 4)
        return with_commas(fmt::format("{}", ladder.at(words[3]).get<std::uint64_t>()));
    if (words[2].starts_with("peer "))
        return shown(entry_of(ladder.at("peers"), rest_from(words, 2).substr(5), "peer").at("median"));
    const json& rung = entry_of(ladder.at("rungs"), words[2], "rung");
    if (words.size() == 3) return shown(median_of(rung));
    const std::string field = rest_from(words, 3);
    if (field == "percent") return percent(rung.at("of_limit"));
    if (field.starts_with("of ")) return times(rung.at("of_peer").at(field.substr(3)));
    if (field.starts_with("over "))
        return times(median_of(rung) / median_of(entry_of(ladder.at("rungs"), field.substr(5), "rung")));
    return fmt::format("{}", rung.at("parameters").at(field).get<int>());
}

std::string count(const json& counts, const std::string& metric)
{
    const auto dot = metric.find('.');
    const json& value = dot == std::string::npos
                            ? counts.at(metric)
                            : counts.at(metric.substr(0, dot)).at(metric.substr(dot + 1));
    return value.is_number_float() ? percent(value)
                                   : with_commas(fmt::format("{}", value.get<std::uint64_t>()));
}

/// The counts of one rung in a few lines.
std::string lens_cell(const json& counts)
{
    std::string cell = fmt::format("{} instructions", count(counts, "instructions"));
    if (counts.at("simd_efficiency") < 0.995)
        cell += fmt::format(", lanes {}&nbsp;%", percent(counts.at("simd_efficiency")));
    for (const auto& [key, name] : {std::pair{"global_load", "loads"}, std::pair{"global_store", "stores"}})
        if (counts.contains(key))
            cell += fmt::format("<br>{} {}, {} sectors", count(counts.at(key), "requests"), name,
                                count(counts.at(key), "sectors"));
    std::uint64_t passes = 0;
    std::uint64_t conflicts = 0;
    for (const char* key : {"local_load", "local_store"})
        if (counts.contains(key)) {
            passes += counts.at(key).at("wavefronts").get<std::uint64_t>();
            conflicts += counts.at(key).at("conflicts").get<std::uint64_t>();
        }
    if (passes > 0)
        cell += fmt::format(
            "<br>local: {} passes{}", with_commas(std::to_string(passes)),
            conflicts > 0 ? fmt::format(", {} by conflict", with_commas(std::to_string(conflicts))) : "");
    if (counts.contains("atomics"))
        cell += fmt::format("<br>{} atomics, {} at the same address", count(counts.at("atomics"), "lanes"),
                            count(counts.at("atomics"), "same_address"));
    return cell;
}

/// Whether a row's members are what "stride=1,bytes=4" says.
bool fits(const json& row, const std::string& conditions)
{
    std::string_view rest = conditions;
    while (!rest.empty()) {
        const auto condition = rest.substr(0, rest.find(','));
        const auto equals = condition.find('=');
        const std::string key(condition.substr(0, equals));
        const std::string value(equals == std::string_view::npos ? "" : condition.substr(equals + 1));
        if (!row.contains(key)) return false;
        const json& member = row.at(key);
        if ((member.is_string() ? member.get<std::string>() : member.dump()) != value) return false;
        rest.remove_prefix(std::min(condition.size() + 1, rest.size()));
    }
    return true;
}

const json* find_entry(const json& list, const std::string& name)
{
    const auto found =
        std::ranges::find_if(list, [&](const json& entry) { return entry.at("name") == name; });
    return found == list.end() ? nullptr : &*found;
}

std::string speed_cell(const json* rung)
{
    if (rung == nullptr || !rung->contains("median")) return "–";
    return fmt::format("<strong>{}</strong><br>{}&nbsp;%", shown(rung->at("median")),
                       percent(rung->at("of_limit")));
}

} // namespace

const json& LadderResults::read(const std::string& name)
{
    const auto [at, is_new] = files_.try_emplace(name);
    if (!is_new) return at->second;
    const auto file = folder_ / (name + ".json");
    if (!std::filesystem::exists(file))
        throw Failure(fmt::format("There are no results '{}'. Record them: {}", file.filename().string(),
                                  how_to_record));
    at->second = json::parse(read_text(file), nullptr, false);
    if (at->second.is_discarded()) throw Failure(fmt::format("'{}' is no JSON.", file.filename().string()));
    return at->second;
}

const json& LadderResults::ladder_of(const std::string& device, std::string_view name)
{
    const auto slash = name.find('/');
    const json& results = read(device + "-ladders");
    for (const json& ladder : results.at("ladders"))
        if (ladder.at("name") == name.substr(0, slash) &&
            (slash == std::string_view::npos || ladder.at("case") == name.substr(slash + 1)))
            return ladder;
    throw Failure(
        fmt::format("The results of {} hold no ladder '{}'. Record it: {}", device, name, how_to_record));
}

Measured LadderResults::find(std::string_view query)
try {
    const std::vector<std::string> words = parts_of(query);
    if (words.size() < 3)
        throw Failure(fmt::format("'{}' names no result. Write DEVICE:LADDER:RUNG.", query));
    if (words[0] == "lens" && words.size() == 4) {
        const json& results = read("lens-" + words[1]);
        return {count(entry_of(results.at("rungs"), words[2], "rung"), words[3]),
                fmt::format("the lens, {}: lockstep bench --lens {}", results.value("device", ""), words[1])};
    }
    if (words[0] == "row" && words.size() == 4) {
        const json& results = read(words[1]);
        for (const json& row : results.at("rows"))
            if (fits(row, words[2])) return {shown(row.at(words[3])), origin_of(results)};
        throw Failure(fmt::format("'{}.json' has no row with {}.", words[1], words[2]));
    }
    if (words[0] == "tried" && words.size() == 5) {
        const json& ladder = ladder_of(words[1], words[2]);
        const json& rung = entry_of(ladder.at("rungs"), words[3], "rung");
        double best = 0;
        for (const json& candidate : rung.at("tried"))
            if (candidate.contains("best") && fits(candidate.at("parameters"), words[4]))
                best = std::max(best, candidate.at("best").get<double>());
        if (best == 0) throw Failure(fmt::format("No candidate of '{}' has {}.", words[3], words[4]));
        return {shown(best), origin_of(read(words[1] + "-ladders"), ladder.value("command", ""))};
    }
    const json& results = read(words[0] + "-ladders");
    if (words[1] == "limit") return {shown(results.at("limits").at(words[2])), origin_of(results)};
    const json& ladder = ladder_of(words[0], words[1]);
    return {value_of(ladder, words), origin_of(results, ladder.value("command", ""))};
} catch (const json::exception& error) {
    throw Failure(fmt::format("The results do not hold '{}' ({}).", query, error.what()));
}

std::string LadderResults::table(const std::string& name, const std::string& input)
try {
    constexpr std::array devices{"pocl", "h200"};
    const json& counts = read("lens-" + name).at("rungs");
    const std::string full_name = input.empty() ? name : name + "/" + input;
    std::vector<const json*> ladders;
    std::string heads = "<th>Rung</th><th>The lens counts</th>";
    for (const char* device : devices) {
        ladders.push_back(&ladder_of(device, full_name));
        heads += fmt::format(
            "<th>{}, {}<br>% of {}</th>", device == std::string_view("pocl") ? "CPU" : "H200",
            ladders.back()->at("unit").get<std::string>(), ladders.back()->at("limit").get<std::string>());
    }
    std::vector<std::pair<std::string, std::string>> rows; // names and ideas, a GPU's own before a CPU's own
    for (auto ladder = ladders.rbegin(); ladder != ladders.rend(); ++ladder)
        for (const json& rung : (*ladder)->at("rungs")) {
            const std::pair row{rung.at("name").get<std::string>(), rung.at("idea").get<std::string>()};
            if (std::ranges::none_of(rows, [&](const auto& other) { return other.first == row.first; }))
                rows.push_back(row);
        }
    std::string body;
    for (const auto& [rung, idea] : rows) {
        const json* counted = find_entry(counts, rung);
        body += fmt::format("<tr><td><code>{}</code><br>{}</td><td>{}</td>", escape_html(rung),
                            smart_quotes(escape_html(idea)), counted != nullptr ? lens_cell(*counted) : "–");
        for (const json* ladder : ladders)
            body += fmt::format("<td>{}</td>", speed_cell(find_entry(ladder->at("rungs"), rung)));
        body += "</tr>";
    }
    for (std::size_t d = 0; d < ladders.size(); ++d)
        for (const json& peer : ladders[d]->at("peers")) {
            body += fmt::format("<tr class=\"peer\"><td>{}</td><td>–</td>",
                                escape_html(peer.at("name").get<std::string>()));
            for (std::size_t column = 0; column < ladders.size(); ++column)
                body += column == d ? fmt::format("<td><strong>{}</strong></td>", shown(peer.at("median")))
                                    : "<td>–</td>";
            body += "</tr>";
        }
    std::string origins;
    for (std::size_t d = 0; d < ladders.size(); ++d)
        origins += fmt::format("{}{}", d == 0 ? "" : " · ",
                               escape_html(origin_of(read(std::string(devices.at(d)) + "-ladders"),
                                                     ladders[d]->value("command", ""))));
    return fmt::format("<div class=\"table-scroll\"><table "
                       "class=\"ladder\"><thead><tr>{}</tr></thead><tbody>{}</tbody></table></div>"
                       "<p class=\"origin\">{}</p>",
                       heads, body, origins);
} catch (const json::exception& error) {
    throw Failure(fmt::format("The results of '{}' cannot be shown ({}).", name, error.what()));
}

} // namespace lockstep::book
