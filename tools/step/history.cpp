// The history of a sub-group, as Pocket wrote it.
#include "step/history.hpp"

#include "lockstep/failure.hpp"
#include "lockstep/files.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <sstream>

namespace lockstep::tool
{

namespace
{

constexpr std::size_t kept_each = 64;

std::vector<std::string> lines_of(const std::string& text)
{
    std::vector<std::string> lines;
    std::istringstream in{text};
    for (std::string line; std::getline(in, line);) lines.push_back(std::move(line));
    return lines;
}

} // namespace

std::uint64_t mask_of(const Json& text)
{
    return std::stoull(text.get<std::string>(), nullptr, 16);
}

StepHistory::StepHistory(const std::filesystem::path& file) : StepHistory(read_text(file), file.string()) {}

StepHistory::StepHistory(std::string_view text, const std::string& name)
{
    try {
        read(Json::parse(text), name);
    } catch (const Json::exception& error) {
        throw Failure(fmt::format("{} is no history of steps: {}", name, error.what()),
                      "cmake --build build, so that Pocket and this program are of one version");
    }
}

namespace
{

// Why there is no history, and what there could be one of.
[[noreturn]] void refuse(const Json& all)
{
    const auto why = all["error"].get<std::string>();
    std::vector<std::string> known;
    for (const Json& launch : all["launches"]) {
        const auto kernel = launch["kernel"].get<std::string>();
        if (std::ranges::find(known, kernel) == known.end()) known.push_back(kernel);
    }
    if (why.find("nothing wrong") != std::string::npos) throw Failure(why, "leave --at finding out");
    if (why.find("has not launched") == std::string::npos || known.empty())
        throw Failure(why, "./lockstep step --help");
    throw Failure(why, fmt::format("--kernel with one of: {}", fmt::join(known, " ")));
}

} // namespace

void StepHistory::read(Json all, const std::string& name)
{
    if (all.value("version", 0) != 1)
        throw Failure(fmt::format("{} is a history of another version.", name), "cmake --build build");
    if (all.contains("error")) refuse(all);
    texts_[0] = lines_of(all["source"]["text"].get<std::string>());
    if (all.contains("files"))
        for (const auto& [number, file] : all["files"].items())
            texts_[std::stoul(number)] = lines_of(file["text"].get<std::string>());
    lanes_ = all["lanes"].get<unsigned>();
    for (Json& step : all["steps"]) steps_.push_back(std::move(step));
    all.erase("steps");
    about_ = std::move(all);
    std::uint64_t mask = lanes_ >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << lanes_) - 1;
    for (const Json& step : steps_) masks_.push_back(mask = step.contains("m") ? mask_of(step["m"]) : mask);
    StepState state;
    for (std::size_t i = 0; i < steps_.size(); ++i) {
        if (i % kept_each == 0) kept_.push_back(state);
        depths_.push_back(state.frames.size());
        apply(state, i);
    }
}

namespace
{

// What a step says of an array or a structure are the pieces that changed.
void merge(Json& into, const Json& value)
{
    if (!value.is_object() || !value.contains("e") || !into.is_object() || !into.contains("e")) {
        into = value;
        return;
    }
    for (const auto& [piece, now] : value["e"].items()) into["e"][piece] = now;
}

} // namespace

void StepHistory::apply(StepState& state, std::size_t number) const
{
    const Json& step = steps_[number];
    state.mask = masks_[number];
    state.after = step.contains("to") ? mask_of(step["to"]) : state.mask;
    if (step.contains("f")) state.frames = step["f"];
    for (const Json& gone : step.value("gone", Json::array())) state.values.erase(gone.get<std::size_t>());
    if (step.contains("v"))
        for (const auto& [variable, value] : step["v"].items())
            merge(state.values[std::stoul(variable)], value);
    if (step.contains("c")) {
        const Json& counts = step["c"];
        state.counts.instructions += counts[0].get<std::uint64_t>();
        state.counts.lanes += counts[1].get<std::uint64_t>();
        state.counts.branches += counts[2].get<std::uint64_t>();
        state.counts.divergent += counts[3].get<std::uint64_t>();
    }
    for (const Json& request : step.value("r", Json::array())) {
        StepCounts::Requests& sum = state.counts.kinds[request["kind"].get<std::string>()];
        ++sum.requests;
        sum.cost += request.value("sectors", request.value("passes", std::uint64_t{0}));
        sum.needed += request.value("needed", std::uint64_t{0});
    }
}

StepState StepHistory::state(std::size_t number) const
{
    StepState state = kept_[number / kept_each];
    for (std::size_t i = number / kept_each * kept_each; i <= number; ++i) apply(state, i);
    return state;
}

std::string StepHistory::name(std::size_t variable) const
{
    return about_["variables"][variable]["name"].get<std::string>();
}

const Json& StepHistory::place(std::size_t step) const
{
    return about_["places"][steps_[step]["p"].get<std::size_t>()];
}

unsigned StepHistory::line(std::size_t step) const
{
    return place(step)[0].get<unsigned>();
}

const std::vector<std::string>& StepHistory::text(std::size_t step) const
{
    const Json& range = place(step);
    return texts_.at(range.size() > 4 ? range[4].get<std::size_t>() : 0);
}

Json value_in_lane(const Json& value, unsigned lane)
{
    if (value.is_array()) return lane < value.size() ? value[lane] : Json{};
    if (!value.is_object()) return value;
    Json all = Json::object();
    for (const auto& [piece, one] : (value.contains("e") ? value["e"] : value).items())
        all[piece] = value_in_lane(one, lane);
    return all;
}

namespace
{

std::string in_words(const Json& value)
{
    if (value.is_null()) return "?";
    if (value.is_number_float()) return fmt::format("{:.5g}", value.get<double>());
    return value.is_string() ? value.get<std::string>() : value.dump();
}

} // namespace

std::string value_in_words(const Json& value, std::size_t columns)
{
    if (value.is_object()) {
        std::string text;
        for (const auto& [piece, one] : (value.contains("e") ? value["e"] : value).items()) {
            const std::string next = (text.empty() ? "" : "  ") + piece + " " + value_in_words(one, 24);
            if (text.size() + next.size() > columns) return text + " …";
            text += next;
        }
        return text;
    }
    if (!value.is_array()) return in_words(value);
    std::string text;
    const std::string last = value.empty() ? "" : in_words(value.back());
    for (std::size_t i = 0; i < value.size(); ++i) {
        const std::string next = (i > 0 ? " " : "") + in_words(value[i]);
        if (i + 1 < value.size() && text.size() + next.size() + last.size() + 3 > columns)
            return text + " … " + last;
        text += next;
    }
    return text;
}

} // namespace lockstep::tool
