// What the lens counts, from JSON and to JSON, for the files that hold such counts.
#pragma once

#include "fields.hpp"

#include "lockstep/formats/lens_report.hpp"

namespace lockstep::formats
{

template <FieldsOf<GlobalCounts> Any, typename Visitor>
void visit_fields(Any& counts, Visitor& visit)
{
    LOCKSTEP_VISIT(counts, requests, sectors, ideal_sectors)
    visit.derived("efficiency", counts.efficiency());
    visit("bytes", counts.bytes);
}

template <FieldsOf<LocalCounts> Any, typename Visitor>
void visit_fields(Any& counts, Visitor& visit)
{
    LOCKSTEP_VISIT(counts, requests, wavefronts, conflicts)
    visit.require(counts.conflicts <= counts.wavefronts, "conflicts", R"(must not exceed "wavefronts")");
    visit.derived("efficiency", counts.efficiency());
    visit("bytes", counts.bytes);
}

template <FieldsOf<ImageCounts> Any, typename Visitor>
void visit_fields(Any& counts, Visitor& visit)
{
    LOCKSTEP_VISIT(counts, requests, bytes, distinct_bytes)
    visit.require(counts.distinct_bytes <= counts.bytes, "distinct_bytes", R"(must not exceed "bytes")");
}

LOCKSTEP_FIELDS(AtomicCounts, requests, lanes, same_address, conflicts)
LOCKSTEP_FIELDS(LensWork, issue_slots, waits, local_waits, steps, lines, sectors_by_groups, sectors_read,
                sectors_written, atomic_lanes, atomic_lines, atomic_passes)

} // namespace lockstep::formats
