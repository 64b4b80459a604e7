// The text of a file of results.
#include "results_text.hpp"

#include <fmt/format.h>

#include <string>

namespace lockstep::formats
{
namespace
{

std::string lines(const Json& list, const char* indent)
{
    std::string rows;
    for (const Json& row : list) rows += fmt::format("{}\n{}{}", rows.empty() ? "" : ",", indent, row.dump());
    return fmt::format("[{}]", rows);
}

std::string ladder_text(const Json& ladder)
{
    std::string text;
    for (const auto& [name, part] : ladder.items())
        text += fmt::format("{}{}: {}", text.empty() ? "" : ",", Json(name).dump(),
                            name == "rungs" || name == "peers" || name == "lines" ? lines(part, "    ")
                                                                                  : part.dump());
    return fmt::format("{{{}}}", text);
}

std::string member_text(const std::string& name, const Json& value)
{
    if (name == "rows") return lines(value, "  ");
    if (name != "ladders" && name != "curves") return value.dump();
    std::string text;
    for (const Json& ladder : value)
        text += fmt::format("{}\n  {}", text.empty() ? "" : ",", ladder_text(ladder));
    return fmt::format("[{}]", text);
}

} // namespace

std::string in_words(const Origin& origin)
{
    return fmt::format("{}, driver {}, {}", origin.device, origin.driver, origin.date);
}

double rounded(double value)
{
    return std::stod(fmt::format("{:.4g}", value));
}

std::string results_text(const Json& results)
{
    std::string text;
    for (const auto& [name, value] : results.items())
        text +=
            fmt::format("{}\n {}: {}", text.empty() ? "" : ",", Json(name).dump(), member_text(name, value));
    return fmt::format("{{{}\n}}\n", text);
}

} // namespace lockstep::formats
