// The counts of a ladder's rungs, from JSON and to JSON.
#include "lockstep/formats/rung_counts.hpp"

#include "lens_counts_fields.hpp"

#include <algorithm>

namespace lockstep::formats
{

template <FieldsOf<RungCounts> Any, typename Visitor>
void visit_fields(Any& rung, Visitor& visit)
{
    visit("name", rung.name);
    visit.unless_default("parameters", rung.parameters);
    LOCKSTEP_VISIT(rung, launches, work_groups, instructions, simd_efficiency, local_bytes)
    LOCKSTEP_VISIT_UNLESS_DEFAULT(rung, global_load, global_store, local_load, local_store, atomics,
                                  image_read, image_write)
}

const RungCounts* LadderCounts::find(std::string_view name) const
{
    const auto found = std::ranges::find(rungs, name, &RungCounts::name);
    return found == rungs.end() ? nullptr : &*found;
}

LadderCounts to_record(LadderCounts counted, const std::string& release, const LadderCounts& recorded)
{
    if (release == counted_release) return counted;
    for (RungCounts& rung : counted.rungs)
        if (const RungCounts* known = recorded.find(rung.name)) {
            rung.instructions = known->instructions;
            rung.simd_efficiency = known->simd_efficiency;
        }
    return counted;
}

LOCKSTEP_FIELDS(LadderCounts, device, rungs)

LadderCounts ladder_counts_of(const JsonReader& root)
{
    return read_fields<LadderCounts>(root);
}

LadderCounts read_ladder_counts(const std::filesystem::path& file)
{
    return ladder_counts_of(JsonReader::read(file, "./lockstep bench count --record"));
}

std::string text_of(const LadderCounts& counts)
{
    return lines_text(counts);
}

} // namespace lockstep::formats
