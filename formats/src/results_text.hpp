// What the files of results have in common: where they come from, and a text that two runs can be compared by.
#pragma once

#include "fields.hpp"

#include "lockstep/formats/origin.hpp"

namespace lockstep::formats
{

template <FieldsOf<Origin> Any, typename Visitor>
void visit_fields(Any& origin, Visitor& visit)
{
    visit("device", origin.device);
    visit("driver", origin.driver);
    visit.unless_empty("platform", origin.platform);
    visit("compute_units", origin.compute_units);
    visit("date", origin.date);
    visit.unless_empty("system", origin.system);
    visit.unless_empty("processor", origin.processor);
    visit.unless_empty("command", origin.command);
}

/// To four digits, as measurements are recorded.
double rounded(double value);

/// A member of the whole a line; of "rows" a row, and of "ladders" and "curves" a rung or a peer.
std::string results_text(const Json& results);

} // namespace lockstep::formats
