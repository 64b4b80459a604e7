// What pages are told, to JSON.
#include "lockstep/formats/page_events.hpp"

#include "fields.hpp"

namespace lockstep
{

inline formats::Json written(const Score& score)
{
    return to_json(score);
}

} // namespace lockstep

namespace lockstep::formats
{

namespace
{

// What code prints and readers write need not be UTF-8.
std::string line_of(const Json& json, int indent = -1)
{
    return json.dump(indent, ' ', false, Json::error_handler_t::replace);
}

template <typename Struct>
std::string event_of(const char* name, const Struct& data)
{
    Json json{{"event", name}, {"version", page_events_version}};
    json.update(written(data));
    return line_of(json);
}

} // namespace

template <FieldsOf<StageEvent> Any, typename Visitor>
void visit_fields(Any& stage, Visitor& visit)
{
    LOCKSTEP_VISIT(stage, name, status, message, seconds)
    visit.unless_default("skipped", stage.skipped);
}

LOCKSTEP_FIELDS(StageEvent::Skipped, name, reason)
LOCKSTEP_FIELDS(VerdictEvent, id, title, points, passed, stages, printed, note, lacking, advice, counted, par,
                medal)
LOCKSTEP_FIELDS(LiveState::Exercise, id, name, solved, hints, advice)
LOCKSTEP_FIELDS(LiveState::File, name, text, version, program, trouble)
LOCKSTEP_FIELDS(LiveState::Captured, header, lines)
LOCKSTEP_FIELDS(LiveState, chapter, exercise, files, progress, best, way, predictions, captured)

std::string event_text(const StageEvent& stage)
{
    return event_of("stage", stage);
}

std::string event_text(const VerdictEvent& verdict)
{
    return event_of("verdict", verdict);
}

std::string state_text(const LiveState& state)
{
    return event_of("state", state);
}

std::string verdicts_text(const std::vector<VerdictEvent>& verdicts)
{
    return line_of({{"version", page_events_version}, {"exercises", written(verdicts)}}, 2) + "\n";
}

} // namespace lockstep::formats
