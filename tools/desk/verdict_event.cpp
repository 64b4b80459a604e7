#include "desk/verdict_event.hpp"

#include "desk/stub.hpp"
#include "desk/verdict_text.hpp"

#include <nlohmann/json.hpp>

namespace lockstep::tool
{

nlohmann::json verdict_event(const std::filesystem::path& source, const ExerciseReport& report,
                             bool own_files)
{
    nlohmann::json data = to_json(std::vector{report})["exercises"][0];
    data["printed"] = printed_text(report);
    data["note"] = own_files && !report.passed() ? unedited(source, report.exercise) : "";
    if (report.lacking) data["lacking"] = report.lacking->what();
    return data;
}

} // namespace lockstep::tool
