/// Chapter 14: what a compute unit has and what work-groups take of it, computed by the occupancy model.
#include "figure.hpp"

#include "base/paths.hpp"
#include "lockstep/lens/occupancy.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

namespace figures
{
namespace of_14_resources
{

namespace lens = lockstep::lens;

constexpr Type small{.size = 15, .colour = Colour::muted};

lens::Profile profile(std::string_view id)
{
    return lens::read_profile(lockstep::tool::own_source_dir() / "lens" / "devices" /
                              fmt::format("{}.json", id));
}

/// A resource's bar: what the resident groups take, side by side, and the rest, into which no further group fits.
void bar(Canvas& canvas, double top, const std::string& label, const lens::ResourceLimit& limit,
         unsigned groups, bool scarce)
{
    constexpr double left = 16;
    constexpr double width = 608;
    constexpr double height = 46;
    const double scale = width / limit.available;
    canvas.text({left, top - 14}, label, {.size = 16, .align = Align::start, .bold = true});
    canvas.box({left, top, width, height}, {.fill = Colour::surface, .stroke = Colour::line, .radius = 4});
    for (unsigned group = 0; group < groups; ++group) {
        const Rect rect{left + group * limit.per_group * scale, top, limit.per_group * scale, height};
        canvas.box(rect.inset(1.5), {.fill = group % 2 == 0 ? Colour::accent_soft : Colour::accent2_soft,
                                     .stroke = group % 2 == 0 ? Colour::accent : Colour::accent2,
                                     .radius = 4});
        canvas.text(rect.centre(), fmt::format("{}", group), {.size = 16, .bold = true});
    }
    const unsigned rest = limit.available - groups * limit.per_group;
    const Rect free{left + groups * limit.per_group * scale, top, rest * scale, height};
    if (scarce) canvas.hatch(free.inset(2), Colour::bad);
    canvas.text(
        {left + width, top + height + 16},
        scarce ? fmt::format("{} left, a group takes {}", rest, limit.per_group)
               : fmt::format("{} left", rest),
        {.size = 15, .colour = scarce ? Colour::bad : Colour::muted, .align = Align::end, .bold = scarce});
}

void draw_resources(Canvas& canvas)
{
    const lens::Profile h200 = profile("h200");
    const lens::Occupancy found = lens::occupancy(h200, {256, 40, 20000});
    double top = 40;
    for (const lens::ResourceLimit& limit : found.limits) {
        if (limit.resource == "groups") continue;
        const std::string label =
            limit.resource == "sub-groups"  ? fmt::format("{} places for sub-groups", limit.available)
            : limit.resource == "registers" ? fmt::format("{} registers", limit.available)
                                            : fmt::format("{} bytes of local memory", limit.available);
        bar(canvas, top, label, limit, found.groups, limit.groups == found.groups);
        top += 108;
    }
}

struct Curve
{
    std::string_view id;
    Colour colour;
    Point label;
};

void draw_granularity(Canvas& canvas)
{
    constexpr double left = 62;
    constexpr double right = 622;
    constexpr double top = 36;
    constexpr double bottom = 316;
    constexpr unsigned most = 256;
    const auto x = [&](double registers) { return left + (right - left) * registers / most; };
    const auto y = [&](double fraction) { return bottom - (bottom - top) * fraction; };

    for (const int percent : {0, 25, 50, 75, 100}) {
        canvas.line({left, y(percent / 100.0)}, {right, y(percent / 100.0)},
                    {.colour = Colour::line, .width = 1});
        canvas.text({left - 8, y(percent / 100.0)}, fmt::format("{} %", percent),
                    {.size = 15, .colour = Colour::muted, .align = Align::end});
    }
    for (const unsigned registers : {0U, 32U, 64U, 96U, 128U, 160U, 192U, 224U, 256U})
        canvas.text({x(registers), bottom + 18}, fmt::format("{}", registers), small);
    canvas.text({left, 14}, "occupancy", {.size = 16, .align = Align::start, .bold = true});
    canvas.text({right, bottom + 42}, "registers of a work-item",
                {.size = 16, .align = Align::end, .bold = true});

    const std::array curves{Curve{"h200", Colour::accent, {x(33), y(0.145)}},
                            Curve{"mi300x", Colour::accent2, {x(100), y(0.81)}},
                            Curve{"rx7900xtx", Colour::good, {x(140), y(0.70)}}};
    for (const Curve& curve : curves) {
        const lens::Profile gpu = profile(curve.id);
        std::vector<Point> points;
        for (unsigned registers = 1; registers <= std::min(most, gpu.unit.max_registers_per_item);
             ++registers) {
            const double fraction = lens::occupancy(gpu, {64, registers, 0}).fraction;
            points.push_back({x(registers - 1), y(fraction)});
            points.push_back({x(registers), y(fraction)});
        }
        canvas.polyline(points, {.colour = curve.colour, .width = 2.5});
        canvas.text(curve.label, gpu.name,
                    {.size = 16, .colour = curve.colour, .align = Align::start, .bold = true});
    }
}

const Register
    resources({"14-resources", 640, 340, "Six work-groups share the resources of a compute unit of an H200",
               "Work-groups of 256 work-items with 40 registers each and 20,000 bytes of local memory. After "
               "six of them 4096 "
               "registers are left, and a seventh needs 10,240; places and local memory are left over.",
               draw_resources});
const Register
    granularity({"14-granularity", 640, 374, "Occupancy against the registers of a work-item on three GPUs",
                 "The curves fall in steps: one register more than a portion allows costs whole sub-groups. "
                 "Work-groups of 64. The "
                 "H200 falls below 100 % after 32 registers, the MI300X after 64, the RX 7900 XTX after 96.",
                 draw_granularity});

} // namespace of_14_resources
} // namespace figures
