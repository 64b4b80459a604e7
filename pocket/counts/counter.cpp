// Counts a launch as the lens does, while it goes on.
#include "counts/counter.hpp"

#include "counting/source_text.hpp"
#include "counts/counted.hpp"
#include "machine/run.hpp"

#include <algorithm>
#include <tuple>

namespace lockstep::pocket
{

/// A sub-group that is counted.
class Counter::Part : public Accesses
{
public:
    Part(Counter& counter, Counted& group, std::size_t number)
        : compiled{counter.shape_, *this}, counter_(counter), group_(group), number_(number)
    {
    }

    void made(const MadeAccess& access) override
    {
        if (access.space == Space::constant) {
            counter_.uncounted_.constant_memory = true;
            return;
        }
        if (access.space == Space::own) return;
        const auto counting = access.one_by_one                ? formats::VectorCounting::one_by_one
                              : access.lanes.front().bytes > 4 ? formats::VectorCounting::as_one
                                                               : formats::VectorCounting::in_parts;
        const formats::LensVector vector =
            access.whole > 1 ? formats::LensVector{access.whole, counting} : formats::LensVector{};
        counter_.request(group_, number_, access.at, kind_of(access.is, access.space), vector, access.lanes);
        ++made_now.accesses;
        made_now.is_local = access.space == Space::local;
    }

    Compiled compiled;
    Chain chain;
    Made made_now; ///< since the last instruction

private:
    Counter& counter_;
    Counted& group_;
    std::size_t number_;
};

/// A group that is counted.
struct Counter::Counted
{
    lens::RequestCounter::Group requests;
    std::size_t items = 0;
    std::vector<std::unique_ptr<Part>> parts;
};

Counter::Counter(lens::Session& owner, const CountedKernel& kernel, const LaunchSizes& sizes)
    : LaunchRecord(owner, {.kernel = kernel.code.kernel->name,
                           .source = kernel.source,
                           .global_size = sizes.global,
                           .local_size = sizes.group,
                           .groups = {(sizes.global[0] + sizes.group[0] - 1) / sizes.group[0],
                                      (sizes.global[1] + sizes.group[1] - 1) / sizes.group[1],
                                      (sizes.global[2] + sizes.group[2] - 1) / sizes.group[2]},
                           .local_bytes = kernel.local_bytes,
                           .build_options = kernel.build_options}),
      kernel_(kernel), shape_(kernel.code), width_(owner.profiles().front().sub_group_size),
      requests_(owner.profiles(), owner.caches_wanted()), control_(kernel.code.instructions.size())
{
    if (wants_others_skipped()) others_are_skipped();
}

Counter::~Counter() = default;

bool Counter::skips(const std::array<std::size_t, 3>& group)
{
    return wants_others_skipped() && !is_recorded(group);
}

bool Counter::begin_group(const Group& group)
{
    if (!is_recorded(group.id)) return false;
    auto counted = std::make_unique<Counted>();
    counted->requests = requests_.begin_group(group.id, is_drawn(group.id));
    counted->items = group.size[0] * group.size[1] * group.size[2];
    for (const SubGroup& part : group.parts)
        counted->parts.push_back(std::make_unique<Part>(*this, *counted, part.number));
    groups_[&group] = std::move(counted);
    return true;
}

void Counter::end_group(const Group& group)
{
    const auto found = groups_.find(&group);
    if (found != groups_.end())
        for (const auto& part : found->second->parts) {
            part->compiled.others_write();
            part->chain.end(work_);
        }
    LaunchRecord::end_group(group.id, found != groups_.end() ? &found->second->requests : nullptr);
    if (found != groups_.end()) groups_.erase(found);
}

void Counter::pass_barrier(const Group& group)
{
    Counted& counted = *groups_.at(&group);
    for (const auto& part : counted.parts) {
        part->compiled.others_write();
        part->chain.end(work_);
    }
    counted.requests.barrier();
}

Counter::Part& Counter::part_of(const SubGroup& part)
{
    return *groups_.at(part.group)->parts.at(part.number);
}

void Counter::access(const SubGroup& part, std::uint32_t at, const SeenAccess& seen)
{
    part_of(part).compiled.access(at, seen);
}

void Counter::executed(const SubGroup& part, std::uint32_t at, std::uint64_t before)
{
    Part& counted = part_of(part);
    const Instruction& in = kernel_.code.instructions[at];
    const Cost cost = cost_of(in, std::exchange(counted.made_now, {}), counted.compiled.symbols());
    counted.compiled.executed(at, before, part.mask);
    if (before == 0 || counted.compiled.was_known()) return; // nobody is there, or nobody has to ask
    counted.chain.add(kernel_.code, in, cost, work_);
    control_[at].add(control_of(shape_, at, cost, before, part.mask));
}

void Counter::request(Counted& group, std::size_t sub_group, std::uint32_t at, lens::AccessKind kind,
                      const formats::LensVector& vector, std::span<const LanePlace> lanes)
{
    const std::size_t site = sites_.try_emplace({at, kind, vector}, sites_.size()).first->second;
    lanes_.clear();
    for (const LanePlace& lane : lanes) lanes_.push_back({lane.lane, lane.address, lane.bytes});
    for (std::size_t profile = 0; profile < session.profiles().size(); ++profile)
        requests_.request(group.requests, profile, sub_group, site, kind, lanes_);
}

void Counter::copies(const SubGroup& part, std::uint32_t at, std::size_t count, const LanePlace& source,
                     std::size_t source_step, const LanePlace& target, std::size_t target_step,
                     bool from_global)
{
    Counted& group = *groups_.at(part.group);
    copy_side(group, at, from_global ? lens::AccessKind::global_load : lens::AccessKind::local_load, count,
              source, source_step);
    copy_side(group, at, from_global ? lens::AccessKind::local_store : lens::AccessKind::global_store, count,
              target, target_step);
}

void Counter::copy_side(Counted& group, std::uint32_t at, lens::AccessKind kind, std::size_t count,
                        const LanePlace& first, std::size_t step)
{
    copy_in_requests(group.items, width_, count, first, step,
                     [&](std::size_t sub_group, const std::vector<LanePlace>& lanes) {
                         request(group, sub_group, at, kind, {}, lanes);
                     });
}

unsigned Counter::line_of(std::uint32_t at) const
{
    const Place& place = kernel_.code.instructions[at].place;
    return lens::place_at(place.line, place.file == 0 ? std::string{} : kernel_.texts.name(place.file));
}

void Counter::end()
{
    end_caches();
    lens::LaunchCounts counts = this->counts();
    counts.uncounted.add(uncounted_);
    for (std::size_t profile = 0; profile < counts.devices.size(); ++profile) {
        lens::DeviceCounts& device = counts.devices[profile];
        const auto& accesses = requests_.accesses(profile);
        for (const auto& [key, site] : sites_) {
            const auto& [at, kind, vector] = key;
            if (site < accesses.size())
                device.lines[{line_of(at), kernel_.code.instructions[at].place.column, kind, vector}].add(
                    accesses[site]);
        }
        for (std::uint32_t at = 0; at < control_.size(); ++at)
            if (control_[at].instructions + control_[at].branches > 0)
                device.control[line_of(at)].add(control_[at]);
        device.work = work_;
        device.reuse = requests_.reuse(profile);
    }
    session.keep(*this, std::move(counts));
}

} // namespace lockstep::pocket
