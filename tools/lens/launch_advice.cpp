// What is wrong with a launch as a whole: the sizes of its groups, their number, and who does the work.
#include "lens/advice.hpp"
#include "lens/statements.hpp"

#include <fmt/format.h>

namespace lockstep::tool
{

namespace
{

using formats::LensControl;
using formats::LensDevice;
using formats::LensKernel;

std::uint64_t group_size(const LensKernel& kernel)
{
    return kernel.local_size[0] * kernel.local_size[1] * kernel.local_size[2];
}

} // namespace

std::optional<Advice> advice_on_one_lane(const LensKernel& kernel, const LensDevice& device)
{
    if (group_size(kernel) == 1) return std::nullopt; // that is what the launch asks for
    std::uint64_t alone = 0;
    const LensControl* most = nullptr;
    for (const LensControl& line : kernel.control) {
        alone += line.alone;
        if (line.alone > 0 && (most == nullptr || most->alone < line.alone)) most = &line;
    }
    if (most == nullptr || alone * 4 < kernel.instructions) return std::nullopt;
    const double share = static_cast<double>(alone) / static_cast<double>(kernel.instructions);
    const unsigned others = device.sub_group_size - 1;
    return Advice{
        .line = most->line,
        .rule = "one-lane",
        .what = fmt::format(
            "one work-item of a sub-group works alone in {} of the kernel's instructions, most of them "
            "here: the other {} wait",
            percent(share), others),
        .cure = "Share this work among the work-items of the group, as a tree does",
        .chapter = 17,
        .loss = static_cast<double>(alone) * others / weighed_idle_lanes,
        .file = most->file};
}

std::vector<Advice> advice_on_launch(const LensKernel& kernel, const LensDevice& device)
{
    std::vector<Advice> all;
    const std::uint64_t size = group_size(kernel);
    const std::uint64_t width = device.sub_group_size;
    const std::uint64_t lanes = (size + width - 1) / width * width;
    const double idle = static_cast<double>(kernel.instructions * width) *
                        (1.0 - static_cast<double>(size) / static_cast<double>(lanes));
    if (size == 1)
        all.push_back(
            {.rule = "group-size",
             .what = fmt::format("each work-group is one work-item, so {} of the {} lanes of its sub-group "
                                 "stand idle",
                                 width - 1, width),
             .cure =
                 fmt::format("Launch work-groups of a multiple of {} work-items; 128 is a good start", width),
             .chapter = 14,
             .loss = idle / weighed_idle_lanes,
             .whole = true});
    else if (static_cast<double>(size) < worth_saying * static_cast<double>(lanes))
        all.push_back({.rule = "group-size",
                       .what = fmt::format("work-groups of {} work-items fill {} of the {} lanes of their {}",
                                           size, size, lanes, lanes == width ? "sub-group" : "sub-groups"),
                       .cure = fmt::format(
                           "Launch work-groups of a multiple of {} work-items; 128 is a good start", width),
                       .chapter = 14,
                       .loss = idle / weighed_idle_lanes,
                       .whole = true});
    if (kernel.work_groups == kernel.launches && device.compute_units > 1)
        all.push_back({.rule = "one-group",
                       .what = fmt::format(
                           "one work-group is all there is, so one compute unit works and {} stand idle",
                           device.compute_units - 1),
                       .cure = fmt::format("If this is not just a small test, launch {} work-groups or more",
                                           device.compute_units),
                       .chapter = 14,
                       .whole = true});
    return all;
}

} // namespace lockstep::tool
