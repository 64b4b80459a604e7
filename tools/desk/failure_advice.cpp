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

// The section that explains more, "12 Requests and sectors", of several the first that does not lie ahead of the reader:
// " See chapter 12, \"Requests and sectors\"." Empty when all do.
std::string section_for(const ExerciseInfo& exercise, const std::vector<std::string>& sections)
{
    for (const std::string& section : sections) {
        const std::size_t space = section.find(' ');
        const int chapter = std::stoi(section);
        if (chapter <= std::stoi(exercise.chapter))
            return fmt::format(" See chapter {}, \"{}\".", chapter, section.substr(space + 1));
    }
    return "";
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
                return entry.at("says").text() + section_for(exercise, entry.texts_or_none("see"));
    advice.refuse(fmt::format("has nothing for '{}'", name));
}

} // namespace lockstep::tool
