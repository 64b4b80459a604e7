// Advice by kind of failure: what book/advice.json says.
#include "desk/failure_advice.hpp"

#include "base/paths.hpp"
#include "lockstep/formats/json_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace lockstep::tool
{

namespace
{

/// "[[12 Requests and sectors]]" as readers know that section: 'chapter 12, "Requests and sectors"'.
std::string with_sections(std::string text)
{
    for (std::size_t open = text.find("[["); open != std::string::npos; open = text.find("[[", open)) {
        const std::size_t close = text.find("]]", open);
        const std::size_t space = text.find(' ', open);
        const bool begins = open == 0 || text.compare(open - 2, 2, ": ") != 0;
        text.replace(open, close + 2 - open,
                     fmt::format("{} {}, \"{}\"", begins ? "Chapter" : "chapter",
                                 text.substr(open + 2, space - open - 2),
                                 text.substr(space + 1, close - space - 1)));
    }
    return text;
}

} // namespace

std::string advice_on(const formats::LastFailure& failure, const ExerciseInfo& exercise)
{
    using formats::Finding;
    const auto finding = failure.finding == Finding::none ? Finding::wrong_result : failure.finding;
    const std::string name{name_of(finding)};
    std::vector<std::string> keys{name + "/" + failure.metric.substr(0, failure.metric.find('.')), name};
    if (exercise.host()) keys.insert(keys.begin(), name + "/host");
    const auto advice =
        formats::JsonReader::read(own_source_dir() / "book" / "advice.json", "git checkout book/advice.json");
    for (const std::string& key : keys)
        for (const formats::JsonReader& entry : advice.list())
            if (std::ranges::count(entry.at("for").texts(), key) > 0)
                return with_sections(entry.at("says").text());
    advice.refuse(fmt::format("has nothing for '{}'", name));
}

} // namespace lockstep::tool
