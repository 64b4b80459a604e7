// The lens report as one HTML file: the parts in tools/lens/page, the book's colours, and the report as data.
#include "lens/page.hpp"

#include "base/paths.hpp"
#include "html/highlight.hpp"
#include "html/html.hpp"
#include "lens/advice.hpp"
#include "lens/picture.hpp"
#include "lockstep/files.hpp"
#include "lockstep/text.hpp"

#include <filesystem>
#include <map>
#include <regex>
#include <string_view>
#include <utility>

namespace lockstep::tool
{
namespace
{

namespace fs = std::filesystem;
using nlohmann::json;

/// The pictures of a page: requests that look alike share one.
class Pictures
{
public:
    /// The number of the entry's picture; -1 when there are too many already.
    int number_of(const json& report, const json& entry)
    {
        const json sample = entry.at("sample");
        const json key = {report.value("sub_group_size", 32),
                          report.value("sector_bytes", 32),
                          report.value("local_banks", 32),
                          entry.value("space", ""),
                          entry.value("access", ""),
                          sample.value("group", json()),
                          sample.value("sub_group", json()),
                          sample.at("bytes"),
                          sample.at("lanes")};
        const auto [place, is_new] = known_.try_emplace(key.dump(), static_cast<int>(drawings_.size()));
        if (is_new && drawings_.size() == most_pictures_of_a_page) {
            known_.erase(place);
            return -1;
        }
        if (is_new)
            drawings_.push_back(
                slim(lens_picture(report, entry, {.name = "picture-" + std::to_string(drawings_.size())})));
        return place->second;
    }

    const std::vector<std::string>& drawings() const { return drawings_; }

private:
    std::map<std::string, int> known_;
    std::vector<std::string> drawings_;

    /// Without the colours' second values and the line ends: the page's style sheet has both.
    static std::string slim(const std::string& svg)
    {
        static const std::regex second_value(R"((var\(--fig-[a-z0-9-]+), [^)']*\))");
        static const std::regex ends(
            R"( stroke-linecap="round" stroke-linejoin="round"| font-family="[^"]*")");
        return std::regex_replace(std::regex_replace(svg, ends, ""), second_value, "$1)");
    }
};

json advice_of(const json& kernel)
{
    json list = json::array();
    for (const Advice& advice : advice_on(nlohmann::ordered_json(kernel)))
        list.push_back({{"line", advice.line},
                        {"space", advice.space},
                        {"access", advice.access},
                        {"what", advice.what},
                        {"chapter", advice.chapter}});
    return list;
}

json shown_report(const json& report, Pictures& pictures)
{
    json shown = report;
    shown.erase("sources");
    for (json& kernel : shown["kernels"]) {
        kernel["advice"] = advice_of(kernel);
        for (json& entry : kernel["lines"]) {
            if (!entry.contains("sample") || entry["sample"].value("lanes", json::array()).empty()) continue;
            entry["picture"] = pictures.number_of(report, entry);
            entry.erase("sample");
        }
    }
    return shown;
}

json highlighted_sources(const json& all_reports)
{
    json sources = json::array();
    for (const json& source : all_reports.value("sources", json::array()))
        sources.push_back(highlight(source.get<std::string>(), "opencl"));
    return sources;
}

/// JSON that may stand inside a script element.
std::string for_script(const json& data)
{
    return replace_all(data.dump(-1, ' ', false, json::error_handler_t::replace), "<", "\\u003c");
}

std::string style_sheet(const fs::path& root)
{
    std::string style;
    for (const char* part : {"book/theme/1-base.css", "book/theme/4-code.css", "book/figures/figures.css",
                             "tools/lens/page/page.css"})
        style += read_text(root / part);
    return style;
}

/// `text` with each @NAME@ replaced, in one go, so that what is put in is not searched again.
std::string filled(std::string_view text, const std::map<std::string_view, std::string>& parts)
{
    std::string out;
    while (!text.empty()) {
        const auto open = text.find('@');
        const auto close = open == text.npos ? text.npos : text.find('@', open + 1);
        const auto part =
            close == text.npos ? parts.end() : parts.find(text.substr(open + 1, close - open - 1));
        if (open == text.npos) return out.append(text);
        out += text.substr(0, open);
        out += part == parts.end() ? "@" : part->second;
        text.remove_prefix(part == parts.end() ? open + 1 : close + 1);
    }
    return out;
}

} // namespace

std::string lens_page(const json& all_reports, const std::string& title)
{
    Pictures pictures;
    json reports = json::array();
    if (all_reports.contains("reports"))
        for (const json& report : all_reports["reports"]) reports.push_back(shown_report(report, pictures));
    else
        reports.push_back(shown_report(all_reports, pictures));
    const json data = {{"reports", std::move(reports)},
                       {"sources", highlighted_sources(all_reports)},
                       {"pictures", pictures.drawings()},
                       {"most_pictures", most_pictures_of_a_page}};
    const fs::path root = own_source_dir();
    const fs::path parts = root / "tools" / "lens" / "page";
    return filled(read_text(parts / "page.html"), {{"TITLE", escape_html(title)},
                                                   {"STYLE", style_sheet(root)},
                                                   {"DATA", for_script(data)},
                                                   {"SCRIPT", read_text(parts / "page.js")}});
}

} // namespace lockstep::tool
