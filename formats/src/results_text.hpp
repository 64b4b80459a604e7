// What the files of results have in common: where they come from, and a text that two runs can be compared by.
#pragma once

#include "fields.hpp"

#include "lockstep/formats/origin.hpp"

namespace lockstep::formats
{

template <FieldsOf<Origin> Any, typename Visitor>
void visit_fields(Any& origin, Visitor& visit)
{
    LOCKSTEP_VISIT(origin, device, driver)
    visit.unless_default("platform", origin.platform);
    LOCKSTEP_VISIT(origin, compute_units, date)
    LOCKSTEP_VISIT_UNLESS_DEFAULT(origin, system, processor, command)
}

/// To four digits, as measurements are recorded.
double rounded(double value);

/// A member of the whole a line; of "rows" a row, and of "ladders" and "curves" a rung or a peer.
std::string results_text(const Json& results);

} // namespace lockstep::formats
