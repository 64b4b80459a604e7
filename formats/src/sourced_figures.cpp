// Reading a profile's figures: each must say which document it comes from.
#include "lockstep/formats/sourced_figures.hpp"

#include "lockstep/failure.hpp"

#include <fmt/format.h>

namespace lockstep::formats
{
namespace
{

JsonReader read_profile_text(const std::filesystem::path& file)
{
    constexpr const char* remedy = "compare it with lens/devices/h200.json";
    if (!std::filesystem::is_regular_file(file))
        throw Failure("There is no GPU profile " + file.string() + ".", remedy);
    return JsonReader::read(file, remedy);
}

} // namespace

SourcedFigures::SourcedFigures(const std::filesystem::path& file) : root_(read_profile_text(file)) {}

bool SourcedFigures::has(const std::string& section, const std::string& name) const
{
    return root_.has(section) && root_.at(section).has(name);
}

SourcedFigure SourcedFigures::figure(const std::string& section, const std::string& name) const
{
    const JsonReader entry = root_.at(section).at(name);
    const JsonReader value = entry.at("value");
    if (const auto assumed = entry.find("assumed")) {
        if (assumed->text().empty()) assumed->refuse("is empty: what is assumed?");
        if (entry.has("source")) assumed->refuse("stands beside a source: a figure has one or the other");
        return {value, "assumed: " + assumed->text(), true};
    }
    const JsonReader source = entry.at("source");
    const auto document = root_.at("sources").find(source.text());
    if (!document) source.refuse("names \"" + source.text() + "\", which \"sources\" lacks");
    const JsonReader where = entry.at("where");
    if (where.text().empty()) where.refuse("is empty: where in the document?");
    return {value,
            fmt::format("{} ({}, {}): {}", document->at("title").text(), document->at("publisher").text(),
                        document->at("year").whole(), where.text()),
            false};
}

} // namespace lockstep::formats
