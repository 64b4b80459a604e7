// Findings as workflow commands and in SARIF.
#include "lens/annotations.hpp"

#include "lens/advice.hpp"
#include "lockstep/text.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cctype>
#include <string_view>
#include <tuple>
#include <utility>

namespace lockstep::tool
{

namespace
{

using Json = nlohmann::ordered_json;

// What each rule is about; the schema of the JSON has the same list.
constexpr std::array<std::pair<const char*, const char*>, 14> rules{{
    {"stride", "Neighbouring work-items are more than an element apart in global memory."},
    {"scattered", "The addresses of a request have no order."},
    {"gaps", "Work-items in between do not take part in a request."},
    {"alignment", "A request begins between two sectors."},
    {"sectors", "A request touches more sectors than it needs."},
    {"vector", "A vector is accessed in parts."},
    {"banks", "A request takes several passes through the banks of local memory."},
    {"branch", "The work-items of a sub-group part at a branch."},
    {"loop", "The work-items of a sub-group leave a loop at different times."},
    {"one-lane", "One work-item of a sub-group works alone."},
    {"group-size", "The work-groups' size leaves lanes of a sub-group empty."},
    {"one-group", "A launch has a single work-group."},
    {"contention", "Atomics of a request meet at an address."},
    {"requirement", "What --require asks for is not so."},
}};

// Of a command's value the characters that would end it; of a property's, two more.
std::string escaped(std::string text, bool property)
{
    text = replace_all(replace_all(replace_all(std::move(text), "%", "%25"), "\r", "%0D"), "\n", "%0A");
    return property ? replace_all(replace_all(std::move(text), ":", "%3A"), ",", "%2C") : text;
}

std::string as_uri(const std::string& path)
{
    std::string uri;
    for (const char letter : path) {
        const auto code = static_cast<unsigned char>(letter);
        const bool plain =
            std::isalnum(code) != 0 || std::string_view{"/-_.~"}.find(letter) != std::string_view::npos;
        uri += plain ? std::string(1, letter) : fmt::format("%{:02X}", code);
    }
    return uri;
}

// Where there is no file to point into, the place is told in words.
std::string told(const Annotation& annotation)
{
    if (annotation.file || annotation.line == 0) return annotation.message;
    if (!annotation.included.empty())
        return fmt::format("Line {}: {}", line_name(annotation.line, annotation.included),
                           annotation.message);
    return fmt::format("Line {} of the program's text: {}", annotation.line, annotation.message);
}

Json location_of(const Annotation& annotation)
{
    Json location;
    if (annotation.file) {
        Json region{{"startLine", std::max(annotation.line, 1)}};
        if (annotation.column > 0) region["startColumn"] = annotation.column;
        location["physicalLocation"] = {
            {"artifactLocation", {{"uri", as_uri(annotation.file->file.generic_string())}}},
            {"region", region}};
    }
    location["logicalLocations"] = Json::array({{{"name", annotation.kernel}, {"kind", "function"}}});
    return location;
}

} // namespace

std::vector<Annotation> annotations_of(const formats::LensReports& counts,
                                       const std::vector<std::optional<SourceFile>>& files)
{
    std::vector<Annotation> annotations;
    const auto same = [](const Annotation& one) {
        return std::tie(one.device, one.kernel, one.rule, one.included, one.line, one.column);
    };
    for (const formats::LensReport& report : counts.reports)
        for (const formats::LensFinding& finding : report.findings) {
            Annotation annotation{.rule = finding.rule,
                                  .kernel = finding.kernel,
                                  .device = report.device.id,
                                  .message = finding.cure.empty() ? finding.cause
                                                                  : finding.cause + " " + finding.cure,
                                  .line = finding.line,
                                  .column = finding.column,
                                  .included = finding.file};
            const bool own = finding.file.empty();
            const auto file = own && finding.source < files.size() ? files[finding.source] : std::nullopt;
            if (const auto line = file && finding.line > 0 ? file->line(finding.line) : std::nullopt) {
                annotation.file = file;
                annotation.line = *line;
            }
            if (std::ranges::none_of(annotations,
                                     [&](const Annotation& one) { return same(one) == same(annotation); }))
                annotations.push_back(std::move(annotation));
        }
    return annotations;
}

std::string workflow_commands(const std::vector<Annotation>& annotations)
{
    std::string text;
    for (const Annotation& annotation : annotations) {
        std::string place;
        if (annotation.file) {
            place = fmt::format("file={},line={},", escaped(annotation.file->file.generic_string(), true),
                                annotation.line);
            if (annotation.column > 0) place += fmt::format("col={},", annotation.column);
        }
        text += fmt::format(
            "::{} {}title={}::{}\n", annotation.error ? "error" : "warning", place,
            escaped(fmt::format("{} on {} ({})", annotation.kernel, annotation.device, annotation.rule),
                    true),
            escaped(told(annotation), false));
    }
    return text;
}

std::string sarif_text(const std::vector<Annotation>& annotations)
{
    Json driver{{"name", "lockstep lens"}, {"rules", Json::array()}};
    for (const auto& [id, what] : rules)
        driver["rules"].push_back({{"id", id}, {"shortDescription", {{"text", what}}}});
    Json results = Json::array();
    for (const Annotation& annotation : annotations)
        results.push_back({{"ruleId", annotation.rule},
                           {"level", annotation.error ? "error" : "warning"},
                           {"message", {{"text", told(annotation)}}},
                           {"locations", Json::array({location_of(annotation)})},
                           {"properties", {{"device", annotation.device}}}});
    const Json run{{"tool", {{"driver", std::move(driver)}}}, {"results", std::move(results)}};
    const Json root{{"$schema", "https://json.schemastore.org/sarif-2.1.0.json"},
                    {"version", "2.1.0"},
                    {"runs", Json::array({run})}};
    return root.dump(2, ' ', false, Json::error_handler_t::replace);
}

} // namespace lockstep::tool
