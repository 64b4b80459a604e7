// The curves over sizes from JSON and to JSON.
#include "lockstep/formats/size_curves.hpp"

#include "results_text.hpp"
#include "spread_fields.hpp"

#include "lockstep/files.hpp"

#include <algorithm>

namespace lockstep::formats
{

template <FieldsOf<SizePoint> Any, typename Visitor>
void visit_fields(Any& point, Visitor& visit)
{
    visit("elements", point.elements);
    visit("median", point.median);
    visit("spread", point.spread);
}

template <FieldsOf<SizeLine> Any, typename Visitor>
void visit_fields(Any& line, Visitor& visit)
{
    visit("name", line.name);
    visit("is_peer", line.is_peer);
    visit("points", line.points);
}

template <FieldsOf<SizeCurve> Any, typename Visitor>
void visit_fields(Any& curve, Visitor& visit)
{
    visit("name", curve.name);
    visit("chapter", curve.chapter);
    visit("title", curve.title);
    visit("case", curve.input);
    visit("unit", curve.unit);
    visit("limit", curve.limit);
    visit("at_most", curve.at_most);
    visit("at_most_spread", curve.at_most_spread);
    visit("launch_us", curve.launch_us);
    visit("work_per_element", curve.work_per_element);
    visit("repeats", curve.repeats);
    visit.unless_empty("date", curve.date);
    visit.unless_empty("command", curve.command);
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
