// The curves over sizes from JSON and to JSON.
#include "lockstep/formats/size_curves.hpp"

#include "results_text.hpp"
#include "spread_fields.hpp"

#include "lockstep/files.hpp"

#include <algorithm>

namespace lockstep::formats
{

LOCKSTEP_FIELDS(SizePoint, elements, median, spread)
LOCKSTEP_FIELDS(SizeLine, name, is_peer, points)

template <FieldsOf<SizeCurve> Any, typename Visitor>
void visit_fields(Any& curve, Visitor& visit)
{
    LOCKSTEP_VISIT(curve, name, chapter, title)
    visit("case", curve.input);
    LOCKSTEP_VISIT(curve, unit, limit, at_most, at_most_spread, launch_us, work_per_element, repeats)
    LOCKSTEP_VISIT_UNLESS_DEFAULT(curve, date, command)
    visit("lines", curve.lines);
}

template <FieldsOf<SizeCurves> Any, typename Visitor>
void visit_fields(Any& curves, Visitor& visit)
{
    visit_fields(curves.origin, visit);
    visit("curves", curves.curves);
}

const SizeCurve* SizeCurves::find(std::string_view name, std::string_view input) const
{
    const auto found = std::ranges::find_if(curves, [&](const SizeCurve& curve) {
        return curve.name == name && (input.empty() || curve.input == input);
    });
    return found == curves.end() ? nullptr : &*found;
}

SizeCurves parse_size_curves(std::string_view text, const std::string& name)
{
    const JsonReader reader = JsonReader::parse(
        text, name, "LOCKSTEP_DEVICE=DEVICE ./lockstep bench sizes --json FILE, into a new file");
    SizeCurves curves;
    read_value(reader, curves);
    return curves;
}

std::optional<SizeCurves> find_size_curves(const std::filesystem::path& folder, const std::string& device)
{
    const std::filesystem::path file = folder / (device + "-sizes.json");
    if (!std::filesystem::exists(file)) return std::nullopt;
    return parse_size_curves(read_text(file), file.string());
}

std::string text_of(const SizeCurves& curves)
{
    return results_text(written(curves));
}

} // namespace lockstep::formats
