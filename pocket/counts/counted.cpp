// What who counts and who keeps a history make of what the machine tells, alike.
#include "counts/counted.hpp"

#include <algorithm>
#include <bit>

namespace lockstep::pocket
{

lens::AccessKind kind_of(SeenAccess::Is is, Space space)
{
    const bool is_local = space == Space::local;
    switch (is) {
    case SeenAccess::Is::load:
        return is_local ? lens::AccessKind::local_load : lens::AccessKind::global_load;
    case SeenAccess::Is::store:
        return is_local ? lens::AccessKind::local_store : lens::AccessKind::global_store;
    case SeenAccess::Is::atomic:
        return is_local ? lens::AccessKind::local_atomic : lens::AccessKind::global_atomic;
    case SeenAccess::Is::read:
        return lens::AccessKind::image_read;
    default:
        return lens::AccessKind::image_write;
    }
}

lens::ControlCounts control_of(const Shape& shape, std::uint32_t at, const Cost& cost, std::uint64_t before,
                               std::uint64_t after)
{
    const Code& code = shape.code();
    const Instruction& in = code.instructions[at];
    const auto lanes = static_cast<std::uint64_t>(std::popcount(before));
    lens::ControlCounts counts{.instructions = cost.instructions,
                               .lanes = lanes * cost.instructions,
                               .alone = lanes == 1 ? cost.instructions : 0U};
    if (in.what != Do::if_begin && in.what != Do::loop_test && in.what != Do::switch_case) return counts;
    const bool parts = after != 0 && after != before;
    const bool leaves = in.what == Do::loop_test || (in.what == Do::if_begin && shape.stretch(at).leaves);
    const bool skips = in.what == Do::if_begin && code.instructions[in.target].what == Do::if_end;
    counts.branches = 1;
    counts.divergent = parts ? 1U : 0U;
    counts.loop_exits = parts && leaves ? 1U : 0U;
    counts.skips = parts && skips && !leaves ? 1U : 0U;
    return counts;
}

void copy_in_requests(std::size_t items, unsigned width, std::size_t count, const LanePlace& first,
                      std::size_t step,
                      const std::function<void(std::size_t, const std::vector<LanePlace>&)>& asked)
{
    const auto part = static_cast<std::uint32_t>(lens::access_part(first.bytes));
    for (std::size_t element = 0; element < count;) {
        const std::size_t item = element % items;
        const std::size_t lanes = std::min({width - item % width, items - item, count - element});
        for (std::uint32_t done = 0; done < first.bytes; done += part) {
            std::vector<LanePlace> request;
            for (std::size_t i = 0; i < lanes; ++i)
                request.push_back({static_cast<unsigned>((item + i) % width),
                                   first.address + (element + i) * step + done, part});
            asked(item / width, request);
        }
        element += lanes;
    }
}

} // namespace lockstep::pocket
