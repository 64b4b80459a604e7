// The requests that a compiler would leave, and to which step each belongs.
#include "counts/recorder.hpp"

#include <algorithm>

namespace lockstep::pocket
{

void Recorder::made(const MadeAccess& access)
{
    if (access.space == Space::constant || access.space == Space::own) return;
    ++made_now_.accesses;
    made_now_.is_local = access.space == Space::local;
    if (!is_over()) request(access.at, kind_of(access.is, access.space), access.lanes);
}

void Recorder::copies(const SubGroup& part, std::uint32_t at, std::size_t count, const LanePlace& source,
                      std::size_t source_step, const LanePlace& target, std::size_t target_step,
                      bool from_global)
{
    if (is_over()) return;
    const auto& size = part.group->size;
    const auto side = [&](lens::AccessKind kind, const LanePlace& first, std::size_t step) {
        copy_in_requests(size[0] * size[1] * size[2], width_, count, first, step,
                         [&](std::size_t sub_group, const std::vector<LanePlace>& lanes) {
                             if (sub_group == which_.sub_group) request(at, kind, lanes);
                         });
    };
    side(from_global ? lens::AccessKind::global_load : lens::AccessKind::local_load, source, source_step);
    side(from_global ? lens::AccessKind::local_store : lens::AccessKind::global_store, target, target_step);
}

void Recorder::request(std::uint32_t at, lens::AccessKind kind, const std::vector<LanePlace>& lanes)
{
    std::vector<lens::LaneAccess> asked;
    for (const LanePlace& lane : lanes) asked.push_back({lane.lane, lane.address, lane.bytes});
    const auto& sites = requests_.accesses(0);
    const lens::AccessCounts was = sites.empty() ? lens::AccessCounts{} : sites.front();
    const std::uint64_t lines = requests_.reuse(0).lines;
    requests_.request(counted_, 0, which_.sub_group, 0, kind, asked);
    const lens::AccessCounts& now = sites.front();
    StepRequest one{.kind = kind,
                    .lanes = now.lanes - was.lanes,
                    .bytes = now.bytes - was.bytes,
                    .cost = now.cost - was.cost,
                    .needed = now.ideal - was.ideal,
                    .lines = requests_.reuse(0).lines - lines,
                    .distinct = now.distinct_bytes - was.distinct_bytes};
    if (lens::is_atomic(kind)) {
        std::map<std::uint64_t, std::uint64_t> queues;
        for (const LanePlace& lane : lanes)
            one.most_at_one = std::max(one.most_at_one, ++queues[lane.address]);
        one.addresses = queues.size();
    }
    attach(at, lanes.front(), one);
}

// What is asked for belongs to the step that accessed that place: the one that is being executed, or an earlier one, since a compiler's access may
// be told later.
void Recorder::attach(std::uint32_t at, const LanePlace& first, const StepRequest& request)
{
    constexpr std::size_t most_looked_at = 64;
    const auto has = [&](const std::vector<LanePlace>& lanes) {
        return std::any_of(lanes.begin(), lanes.end(), [&](const LanePlace& lane) {
            return lane.lane == first.lane && lane.address <= first.address &&
                   first.address < lane.address + lane.bytes;
        });
    };
    const std::vector<Asked>& asked = steps_of_[at];
    std::optional<std::size_t> step;
    if (now_ != at || !has(asked_now_))
        for (std::size_t i = 0; i < std::min(asked.size(), most_looked_at) && !step; ++i) {
            const Asked& one = asked[asked.size() - 1 - i];
            if (one.lane == first.lane && one.address <= first.address &&
                first.address < one.address + one.bytes)
                step = one.step;
        }
    if (!step && now_ != at && !asked.empty()) step = asked.back().step;
    if (!step)
        early_.emplace_back(at, request);
    else if (*step < history_.steps.size())
        history_.steps[*step].requests.push_back(request);
    else if (open_)
        open_->requests.push_back(request);
    else
        early_.emplace_back(at, request);
}

} // namespace lockstep::pocket
