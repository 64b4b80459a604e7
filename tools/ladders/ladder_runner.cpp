#include "ladders/ladder_runner.hpp"

#include "base/build.hpp"
#include "base/paths.hpp"
#include "lockstep/failure.hpp"

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

bool LadderWords::names(const std::string& ladder) const
{
    return std::ranges::find(ladders, ladder) != ladders.end();
}

bool LadderWords::names_or_all(const std::string& ladder) const
{
    return ladders.empty() || names(ladder);
}

LadderWords ladder_words(const std::vector<std::string>& words, const std::string& option,
                         const std::set<std::string>& known, const std::string& usage)
{
    LadderWords wanted;
    for (const std::string& word : words)
        if (known.contains(word))
            wanted.switches.insert(word);
        else if (word.starts_with('-'))
            throw Failure(fmt::format("'{}' means nothing to {}.", word, option), usage);
        else
            wanted.ladders.push_back(word);
    return wanted;
}

std::string runner_option(const formats::Parameters& parameters)
{
    std::string text;
    for (const auto& [name, value] : parameters)
        text += fmt::format("{}{}={}", text.empty() ? "" : ",", name, value);
    return text.empty() ? "-" : text;
}

} // namespace lockstep::tool
