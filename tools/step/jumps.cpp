// Where one runs to in a history.
#include "step/jumps.hpp"

#include "lockstep/failure.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <regex>

namespace lockstep::tool
{

namespace
{

bool has_mark(const Json& step, const char* mark)
{
    const auto found = step.find("t");
    return found != step.end() && std::ranges::find(*found, Json(mark)) != found->end();
}

bool compared(double value, const std::string& sign, double with)
{
    if (sign == "<") return value < with;
    if (sign == ">") return value > with;
    if (sign == "<=") return value <= with;
    if (sign == ">=") return value >= with;
    return (value == with) == (sign == "==");
}

std::optional<double> number_of(const Json& value)
{
    if (value.is_number()) return value.get<double>();
    if (!value.is_string()) return std::nullopt;
    try {
        return std::stod(value.get<std::string>());
    } catch (const std::exception&) {
        return std::nullopt;
    }
}

bool holds(const StepHistory& history, const StepState& state, const Wanted& wanted)
{
    for (const auto& [variable, value] : state.values) {
        if (history.name(variable) != wanted.variable) continue;
        for (unsigned lane = 0; lane < history.lanes(); ++lane) {
            if (wanted.lane ? *wanted.lane != lane : (state.mask >> lane & 1U) == 0) continue;
            const auto is = number_of(value_in_lane(value, lane));
            if (is && compared(*is, wanted.sign, wanted.number)) return true;
        }
    }
    return false;
}

bool is_wanted(const StepHistory& history, std::optional<std::size_t> from, std::size_t number,
               const Wanted& wanted)
{
    const Json& step = history.step(number);
    switch (wanted.is) {
    case Wanted::Is::divergence:
        return has_mark(step, "diverges");
    case Wanted::Is::waste:
        return has_mark(step, "wastes");
    case Wanted::Is::conflict:
        return has_mark(step, "conflicts");
    case Wanted::Is::finding:
        return step.contains("find");
    case Wanted::Is::line:
        return history.line(number) == wanted.line;
    case Wanted::Is::over:
        return history.depth(number) <= history.depth(from.value_or(0));
    default:
        return false;
    }
}

} // namespace

Wanted condition_of(const std::string& text)
{
    static const std::regex form{
        R"(\s*(?:lane\s+(\d{1,2})\s*:)?\s*(\w+)\s*(<=|>=|==|!=|<|>)\s*([-+.\w]+)\s*)"};
    std::smatch parts;
    Wanted wanted{.is = Wanted::Is::condition};
    try {
        if (!std::regex_match(text, parts, form)) throw std::invalid_argument{text};
        wanted.number = std::stod(parts[4].str());
    } catch (const std::exception&) {
        throw Failure(fmt::format("'{}' is no condition.", text), "i > 3, or lane 5: x == 0");
    }
    if (parts[1].matched) wanted.lane = static_cast<unsigned>(std::stoul(parts[1].str()));
    wanted.variable = parts[2].str();
    wanted.sign = parts[3].str();
    return wanted;
}

std::optional<std::size_t> next_step(const StepHistory& history, std::optional<std::size_t> from,
                                     const Wanted& wanted, bool back)
{
    if (back) {
        for (std::size_t i = from.value_or(0); i-- > 0;)
            if (is_wanted(history, from, i, wanted)) return i;
        return std::nullopt;
    }
    const bool is_condition = wanted.is == Wanted::Is::condition;
    StepState state;
    if (is_condition && from) state = history.state(*from);
    for (std::size_t i = from ? *from + 1 : 0; i < history.steps(); ++i) {
        if (is_condition) history.apply(state, i);
        if (is_condition ? holds(history, state, wanted) : is_wanted(history, from, i, wanted)) return i;
    }
    return std::nullopt;
}

std::optional<std::size_t> step_at(const StepHistory& history, const std::string& text)
{
    using Is = Wanted::Is;
    static const std::map<std::string, Is> words{{"finding", Is::finding},
                                                 {"divergence", Is::divergence},
                                                 {"waste", Is::waste},
                                                 {"conflict", Is::conflict}};
    if (text == "end") return history.steps() - 1;
    if (const auto word = words.find(text); word != words.end())
        return next_step(history, std::nullopt, {.is = word->second});
    const bool is_line = text.starts_with("line:");
    const std::string digits = is_line ? text.substr(5) : text;
    if (digits.empty() || digits.size() > 9 || digits.find_first_not_of("0123456789") != std::string::npos)
        throw Failure(fmt::format("--at cannot be '{}'.", text),
                      "--at with a step's number, line:12, divergence, waste, conflict, finding or end");
    const unsigned long number = std::stoul(digits);
    if (!is_line && number >= history.steps())
        throw Failure(
            fmt::format("There is no step {}: this history has {}, from 0 on.", number, history.steps()),
            fmt::format("--at {}, or --at end", history.steps() - 1));
    if (is_line)
        return next_step(history, std::nullopt, {.is = Is::line, .line = static_cast<unsigned>(number)});
    return number;
}

} // namespace lockstep::tool
