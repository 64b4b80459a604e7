#include "ladders/ladder_runner.hpp"

#include "base/build.hpp"
#include "base/paths.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace lockstep::tool
{

namespace fs = std::filesystem;

fs::path ladder_runner()
{
    const fs::path program = build_dir() / "bin" / "lockstep-bench";
    if (!fs::exists(program)) build_target(build_dir(), "lockstep-bench");
    return program;
}

bool LadderOptions::names(const std::string& ladder) const
{
    return std::ranges::find(ladders, ladder) != ladders.end();
}

bool LadderOptions::names_or_all(const std::string& ladder) const
{
    return ladders.empty() || names(ladder);
}

std::string runner_option(const formats::Parameters& parameters)
{
    std::string text;
    for (const auto& [name, value] : parameters)
        text += fmt::format("{}{}={}", text.empty() ? "" : ",", name, value);
    return text.empty() ? "-" : text;
}

} // namespace lockstep::tool
