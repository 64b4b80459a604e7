#include "desk/verdict_event.hpp"

#include "desk/stub.hpp"
#include "desk/verdict_text.hpp"

namespace lockstep::tool
{

formats::VerdictEvent verdict_event(const std::filesystem::path& source, const ExerciseReport& report,
                                    bool own_files)
{
    formats::VerdictEvent event = event_of(report);
    event.printed = printed_text(report);
    event.note = own_files && !report.passed() ? unedited(source, report.exercise) : "";
    if (report.lacking) event.lacking = report.lacking->what();
    return event;
}

} // namespace lockstep::tool
