// The \explore directive, and the script of the explorers with the profiles in it.
#include "book/explore.hpp"

#include "book/blocks.hpp"
#include "book/preprocessor.hpp"
#include "lockstep/files.hpp"
#include "lockstep/formats/sourced_figures.hpp"

#include <algorithm>
#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

namespace lockstep::book
{
namespace
{

constexpr std::string_view explorer_prefix = "explore-";

/// What an explorer may ask of a GPU: who it is, and the sections that its models read, each figure by its value alone; null where
/// the profile says that it cannot tell all of it.
nlohmann::json profile_values(const std::filesystem::path& file)
{
    const formats::SourcedFigures figures(file);
    if (figures.root().has("not_told")) return nullptr;
    nlohmann::json profile;
    for (const char* name : {"id", "name", "vendor", "year"}) profile[name] = figures.root().at(name).raw();
    for (const char* section : {"execution", "global", "local", "unit"})
        for (const auto& [name, entry] : figures.root().at(section).members())
            profile[section][name] = figures.figure(section, name).value.raw();
    return profile;
}

} // namespace

bool is_explorer_part(const std::filesystem::path& file)
{
    return file.extension() == ".js" && file.stem().string().starts_with("explore");
}

std::vector<std::string> explorers_of(const Site& site)
{
    std::vector<std::string> names;
    for (const auto& file : sorted_entries(site.options.design / "theme"))
        if (const std::string stem = file.stem().string();
            is_explorer_part(file) && stem.starts_with(explorer_prefix))
            names.push_back(stem.substr(explorer_prefix.size()));
    return names;
}

std::string explorer_script(const Site& site)
{
    std::vector<nlohmann::json> profiles;
    for (const auto& file : sorted_entries(site.options.source / "lens" / "devices"))
        if (file.extension() == ".json")
            if (nlohmann::json values = profile_values(file); !values.is_null())
                profiles.push_back(std::move(values));
    if (profiles.empty())
        throw Failure("There is no GPU profile in lens/devices, and the explorers compute with them.",
                      "add one, or take the explorers out");
    std::ranges::stable_sort(profiles, {},
                             [](const auto& profile) { return profile.at("year").template get<int>(); });
    std::string script = fmt::format("window.lockstepProfiles = {};\n", nlohmann::json(profiles).dump());
    for (const auto& file : sorted_entries(site.options.design / "theme"))
        if (is_explorer_part(file)) script += read_text(file) + "\n";
    return script;
}

void Preprocessor::explore(std::string_view rest, const std::string& indent)
try {
    const auto [words, caption] = arguments(rest);
    const std::vector<std::string> known = explorers_of(site_);
    if (words.size() != 1 || caption.empty() || std::ranges::find(known, words[0]) == known.end())
        throw Failure(
            "An explorer needs its name and a caption.",
            fmt::format("\\explore NAME \"Caption\", with one of these names: {}", fmt::join(known, ", ")));
    const auto [label, anchor] = number("figure", ++figures_, caption);
    if (site_.explorers.empty()) site_.explorers = explorer_script(site_);
    const std::string script = page_.has_explorer ? "" : site_.theme.fill("explorer-script");
    page_.has_explorer = true;
    const std::string still = site_.theme.fill("explorer-still-" + words[0]);
    block(captioned(site_.theme, "figure", anchor, label, caption,
                    site_.theme.fill("explorer", {{"NAME", words[0]}, {"STILL", still}, {"SCRIPT", script}})),
          here(), indent);
} catch (const Failure& failure) {
    problem(here(), sentence_of(failure));
}

} // namespace lockstep::book
