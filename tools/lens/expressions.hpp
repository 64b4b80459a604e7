// The text of an access in its line: what begins at the column that the compiler names.
#pragma once

#include "lockstep/formats/lens_report.hpp"

#include <string>
#include <string_view>

namespace lockstep::tool
{

/// The expression at a column, counted from 1, of a line: a name with what is in brackets behind it, the members chosen of
/// it, and what it is itself a member of: "p[i].mass" for both its columns. Empty where no name begins.
std::string expression_at(std::string_view line, unsigned column);

/// Adds its expression to each access.
void add_expressions(formats::LensReports& counts);

} // namespace lockstep::tool
