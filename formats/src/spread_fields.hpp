// The spread of several climbs from JSON and to JSON: [lowest, highest].
#pragma once

#include "fields.hpp"

#include "lockstep/formats/ladder_results.hpp"

namespace lockstep::formats
{

inline void read_value(const JsonReader& from, Spread& to)
{
    const std::vector<JsonReader> ends = from.list();
    if (ends.size() != 2) from.refuse("must be a list of the lowest and the highest");
    to = {ends[0].number(), ends[1].number()};
}

inline Json written(const Spread& spread)
{
    return Json::array({spread.low, spread.high});
}

} // namespace lockstep::formats
