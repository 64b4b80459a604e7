// Finding the request that a \lens directive means.
#include "book/lens_figure.hpp"

#include "book/book.hpp"
#include "lockstep/failure.hpp"
#include "lockstep/files.hpp"
#include "lockstep/text.hpp"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>

namespace lockstep::book
{
namespace
{

using nlohmann::json;

/// Takes "quoted text" from the front of `text`, `last` telling whether it reaches to the last quotation mark.
std::optional<std::string> take_quoted(std::string_view& text, bool last)
{
    text = trim(text);
    if (!text.starts_with('"')) return std::nullopt;
    const auto close = last ? text.rfind('"') : text.find('"', 1);
    if (close == 0 || close == std::string_view::npos) return std::nullopt;
    std::string inside(text.substr(1, close - 1));
    text.remove_prefix(close + 1);
    return inside;
}

std::string take_word(std::string_view& text)
{
    text = trim(text);
    const auto end = std::min(text.find(' '), text.size());
    std::string word(text.substr(0, end));
    text.remove_prefix(end);
    return word;
}

bool fits(const json& entry, const LensFigure& figure)
{
    return entry.value("source", "").find(figure.fragment) != std::string::npos &&
           (figure.access.empty() || entry.value("access", "") == figure.access) &&
           (figure.space.empty() || entry.value("space", "") == figure.space);
}

std::string told(const json& kernel, const json& entry)
{
    return fmt::format("{} (launch {}) {} {} \"{}\"", kernel.value("name", ""), kernel.value("launch", 0),
                       entry.value("access", ""), entry.value("space", ""), entry.value("source", ""));
}

std::string list_of(const json& report)
{
    constexpr std::size_t most = 24;
    std::vector<std::string> list;
    for (const json& kernel : report.at("kernels"))
        for (const json& entry : kernel.at("lines")) list.push_back(told(kernel, entry));
    const std::size_t count = list.size();
    list.resize(std::min(count, most));
    return list.empty() ? "nothing"
                        : fmt::format("{}{}", fmt::join(list, "; "),
                                      count > most ? fmt::format("; and {} more", count - most) : "");
}

/// Where a directive's request is: its report, kernel and entry.
struct Place
{
    const json* report = nullptr;
    const json* kernel = nullptr;
    const json* entry = nullptr;
};

Place find_place(const json& counts, const LensFigure& figure)
{
    const auto& reports = counts.at("reports");
    const auto report = std::ranges::find_if(
        reports, [&](const json& one) { return one.value("device", "") == figure.device; });
    if (report == reports.end()) {
        std::string devices;
        for (const json& one : reports) devices += " " + one.value("device", "");
        throw Failure(
            fmt::format("There are no counts for the device '{}', only for:{}. Correct its name, or type: "
                        "./lockstep run --capture CHAPTER",
                        figure.device, devices));
    }
    Place found{.report = &*report};
    for (const json& kernel : report->at("kernels")) {
        const bool other = kernel.value("name", "") != figure.kernel ||
                           (figure.launch && kernel.value("launch", 0) != *figure.launch);
        if (other || (found.kernel != nullptr && found.kernel != &kernel)) continue;
        for (const json& entry : kernel.at("lines")) {
            if (!fits(entry, figure)) continue;
            if (found.entry != nullptr)
                throw Failure(fmt::format(
                    "The text \"{}\" of the kernel '{}' means more than one request: {}; {}. "
                    "Quote more of the line, or add load, store, global or local.",
                    figure.fragment, figure.kernel, told(*found.kernel, *found.entry), told(kernel, entry)));
            found.kernel = &kernel;
            found.entry = &entry;
        }
    }
    if (found.entry == nullptr)
        throw Failure(
            fmt::format("The lens counted no request with \"{}\" in the kernel '{}'{}. It counted: {}. "
                        "Correct the directive, or type: ./lockstep run --capture CHAPTER",
                        figure.fragment, figure.kernel,
                        figure.launch ? fmt::format(", launch {}", *figure.launch) : "", list_of(*report)));
    return found;
}

json without(json object, const char* key)
{
    object.erase(key);
    return object;
}

} // namespace

std::optional<LensFigure> parse_lens_figure(std::string_view rest)
{
    LensFigure figure;
    figure.kernel = take_word(rest);
    const std::optional<std::string> fragment = take_quoted(rest, false);
    if (figure.kernel.empty() || figure.kernel.starts_with('"') || !fragment || fragment->empty())
        return std::nullopt;
    figure.fragment = *fragment;
    for (rest = trim(rest); !rest.empty() && !rest.starts_with('"'); rest = trim(rest)) {
        const std::string word = take_word(rest);
        if (word == "load" || word == "store" || word == "atomic") {
            figure.access = word;
        } else if (word == "global" || word == "local") {
            figure.space = word;
        } else if (word.starts_with("launch=")) {
            int launch = 0;
            const char* end = word.data() + word.size();
            if (std::from_chars(word.data() + 7, end, launch).ptr != end || word.size() == 7)
                return std::nullopt;
            figure.launch = launch;
        } else if (figure.device.empty()) {
            figure.device = word;
        } else {
            return std::nullopt;
        }
    }
    const std::optional<std::string> caption = take_quoted(rest, true);
    if (figure.device.empty() || !caption || caption->empty() || !trim(rest).empty()) return std::nullopt;
    figure.caption = *caption;
    return figure;
}

std::vector<LensFigure> lens_figures_in(const std::filesystem::path& lesson)
{
    constexpr std::string_view directive = "\\lens ";
    std::vector<LensFigure> figures;
    for (const std::string& line : split_lines(read_text(lesson))) {
        const std::string_view text = trim(line);
        if (!text.starts_with(directive)) continue;
        if (const auto figure = parse_lens_figure(text.substr(directive.size()))) figures.push_back(*figure);
    }
    return figures;
}

std::set<std::string> devices_of(const std::vector<LensFigure>& figures)
{
    std::set<std::string> devices;
    for (const LensFigure& figure : figures) devices.insert(figure.device);
    return devices;
}

FoundRequest find_request(const json& counts, const LensFigure& figure)
try {
    const Place place = find_place(counts, figure);
    return {without(*place.report, "kernels"), *place.entry};
} catch (const json::exception& error) {
    throw Failure(fmt::format("The lens's counts cannot be read ({}). Type: ./lockstep run --capture CHAPTER",
                              error.what()));
}

json recording_of(const json& counts, const std::vector<LensFigure>& figures)
{
    std::vector<Place> places;
    for (const LensFigure& figure : figures) places.push_back(find_place(counts, figure));
    json recording = {{"version", counts.value("version", 1)}, {"reports", json::array()}};
    for (const json& report : counts.at("reports")) {
        json kept = without(report, "kernels");
        kept.erase("sources");
        kept["kernels"] = json::array();
        for (const json& kernel : report.at("kernels")) {
            json lines = json::array();
            for (const json& entry : kernel.at("lines")) {
                const bool drawn =
                    std::ranges::any_of(places, [&](const Place& place) { return place.entry == &entry; });
                if (!drawn) continue;
                lines.push_back(entry);
                lines.back()["sample"].erase("base"); // an address of this run
            }
            if (!lines.empty())
                kept["kernels"].push_back({{"name", kernel.at("name")},
                                           {"launch", kernel.value("launch", 0)},
                                           {"global_size", kernel.value("global_size", json::array())},
                                           {"local_size", kernel.value("local_size", json::array())},
                                           {"lines", lines}});
        }
        if (!kept["kernels"].empty()) recording["reports"].push_back(kept);
    }
    return recording;
}

} // namespace lockstep::book
