// Records the work-items that one thread of the simulator runs, and counts what a GPU would have done.
#include "worker.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <numeric>
#include <utility>

namespace lockstep::lens
{

namespace
{

constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

/// What a work-item may record between two barriers. A thread keeps that of one unit: 64 work-items, 512 MiB
/// at the most.
constexpr std::size_t max_trace_bytes = std::size_t{8} << 20;

/// The vector of which an instruction accesses a part, or all of it in several.
formats::LensVector whole_vector(unsigned one_by_one, const VectorAccess& vector)
{
    if (one_by_one > 1) return {one_by_one, formats::VectorCounting::one_by_one};
    if (vector.elements > 1) return {vector.size, formats::VectorCounting::as_one};
    if (vector.size > 1) return {vector.size, formats::VectorCounting::in_parts};
    return {};
}

} // namespace

/// Adds what a replay reports to the worker's counts.
class Worker::Counter : public ReplaySink
{
public:
    Counter(Worker& worker, Width& width, std::size_t sub_group)
        : worker_(worker), width_(width), sub_group_(sub_group)
    {
    }

    void issued(std::uint32_t segment, unsigned lanes, std::uint64_t times, std::uint64_t divergent) override
    {
        IssueCounts& counts = width_.issues[segment];
        counts.times += times;
        counts.lanes += times * lanes;
        counts.divergent += divergent;
        if (lanes == 1) counts.alone += times;
    }

    void request(std::uint32_t segment, const Access& first, std::span<const LaneAccess> lanes) override
    {
        auto& known = worker_.sites_of_segment_[segment];
        for (const auto& [instruction, kind, site] : known)
            if (instruction == first.instruction && kind == first.kind)
                return worker_.count_request(width_, sub_group_, site, lanes);
        const std::size_t site = worker_.site_of(first.instruction, first.kind);
        known.emplace_back(first.instruction, first.kind, site);
        worker_.count_request(width_, sub_group_, site, lanes);
    }

private:
    Worker& worker_;
    Width& width_;
    std::size_t sub_group_;
};

Worker::Worker(std::span<const Profile> profiles, Code& code, ReadPointer read_pointer, bool for_caches)
    : profiles_(profiles), code_(code), read_pointer_(read_pointer), width_of_(profiles.size()),
      requests_(profiles, for_caches)
{
    unit_ = 1;
    for (std::size_t i = 0; i < profiles.size(); ++i) {
        const unsigned size = profiles[i].sub_group_size;
        auto width =
            std::find_if(widths_.begin(), widths_.end(), [&](const Width& w) { return w.size == size; });
        if (width == widths_.end()) width = widths_.insert(widths_.end(), Width{size, {}, {}});
        width->profiles.push_back(i);
        width_of_[i] = static_cast<std::size_t>(width - widths_.begin());
        unit_ = std::lcm(unit_, size);
    }
    traces_.resize(unit_);
}

void Worker::begin_group(const Size& group_id, const Size& group_size, bool sampled)
{
    group_ = requests_.begin_group(group_id, sampled);
    group_items_ = group_size[0] * group_size[1] * group_size[2];
    calls_.assign(group_items_, {});
    copies_.clear();
    copy_ = nullptr;
    item_ = nullptr;
    last_ = nullptr;
    for (LaneTrace& trace : traces_) trace.clear();
    recorded_ = false;
}

void Worker::end_group()
{
    barrier();
}

void Worker::barrier()
{
    flush();
    count_copies();
    group_.barrier();
    item_ = nullptr;
    last_ = nullptr;
}

void Worker::switch_item(const void* item, std::size_t local_id)
{
    const std::size_t unit = local_id / unit_;
    if (recorded_ && unit != current_unit_) flush();
    current_unit_ = unit;
    local_id_ = std::min(local_id, calls_.size() - 1);
    item_ = item;
    last_ = nullptr;
    previous_ = none;
    trace_ = &traces_[local_id % unit_];
    if (trace_->steps.empty()) trace_->calls = calls_[local_id_];
    trace_->accesses.resize(committed_ = trace_->accesses.size());
    full_ = false;
    recorded_ = true;
}

void Worker::enter(LlvmHandle instruction)
{
    std::uint32_t index = none;
    if (previous_ != none)
        for (const std::uint32_t successor : successors_[previous_])
            if (successor != none && segments_[successor]->first == instruction) index = successor;
    if (index == none) index = segment_index(instruction);
    if (index == none) return;
    if (previous_ != none && successors_[previous_][0] != index && successors_[previous_][1] != index)
        successors_[previous_] = {index, successors_[previous_][0]};
    segment_ = index;
    last_ = segments_[index]->last;
}

void Worker::commit()
{
    const Segment& segment = *segments_[segment_];
    last_ = nullptr;
    previous_ = segment_;
    if (segment.end == SegmentEnd::call) calls_[local_id_].push_back(segment.order);
    if (segment.end == SegmentEnd::back && !calls_[local_id_].empty()) calls_[local_id_].pop_back();
    if (segment.starts_copy) note_copy(segment.last);
    if (full_) return;
    const auto accesses = static_cast<std::uint32_t>(trace_->accesses.size() - committed_);
    committed_ = trace_->accesses.size();
    auto& steps = trace_->steps;
    if (accesses == 0 && !steps.empty() && steps.back().segment == segment_ && steps.back().accesses == 0 &&
        steps.back().repeats != none) {
        ++steps.back().repeats;
        return;
    }
    steps.push_back({segment_, accesses, 1});
    if (trace_->bytes() > max_trace_bytes) full_ = truncated_ = true;
}

void Worker::record(LlvmHandle instruction, AccessKind kind, std::uint64_t address, std::uint64_t bytes)
{
    if (bytes == 0) return;
    const Call* const call = call_of(instruction);
    if (call && call->accesses_image)
        return record_texel(
            {address, instruction, static_cast<std::uint32_t>(bytes),
             kind == AccessKind::global_load ? AccessKind::image_read : AccessKind::image_write});
    // Of an element where the instruction loads or stores a vector that need not be aligned, by vload or vstore.
    const std::uint64_t part = access_part(call ? bytes / call->unaligned_elements : bytes);
    if (!has_room(bytes / part)) return;
    for (std::uint64_t done = 0; done < bytes; done += part)
        trace_->accesses.push_back({address + done, instruction, static_cast<std::uint32_t>(part), kind});
}

/// Whether the work-item may record so many accesses more; if not, what it has begun is dropped.
bool Worker::has_room(std::uint64_t accesses)
{
    if (trace_->bytes() + accesses * sizeof(Access) <= 2 * max_trace_bytes) return true;
    full_ = truncated_ = true;
    trace_->accesses.resize(committed_);
    return false;
}

/// The call that accesses memory; null for every other instruction.
const Worker::Call* Worker::call_of(LlvmHandle instruction)
{
    if (llvm_functions().opcode(instruction) != llvm_call) return nullptr;
    const auto [found, added] = memory_calls_.try_emplace(instruction);
    if (added) found->second = {unaligned_elements(instruction), accesses_image(instruction)};
    return &found->second;
}

/// Replays what the unit recorded.
void Worker::flush()
{
    if (!recorded_) return;
    recorded_ = false;
    for (Width& width : widths_) {
        width.issues.resize(segments_.size());
        for (std::size_t first = 0; first < unit_; first += width.size) {
            Counter counter{*this, width, (current_unit_ * unit_ + first) / width.size};
            replay_.run(std::span{traces_}.subspan(first, width.size), shapes_, counter);
        }
    }
    for (LaneTrace& trace : traces_) trace.clear();
}

std::uint32_t Worker::segment_index(LlvmHandle instruction)
{
    const auto found = by_first_.find(instruction);
    if (found != by_first_.end()) return found->second;
    const Segment* segment = code_.find(instruction);
    if (!segment) return none;
    const auto index = static_cast<std::uint32_t>(segments_.size());
    segments_.push_back(segment);
    shapes_.push_back({segment->order, segment->end, segment->memory});
    successors_.push_back({none, none});
    sites_of_segment_.emplace_back();
    by_first_.emplace(instruction, index);
    return index;
}

std::size_t Worker::site_of(LlvmHandle instruction, AccessKind kind)
{
    const auto [found, added] = site_index_.try_emplace({instruction, kind}, sites_.size());
    if (added) {
        const MemoryInstruction description = describe_memory_instruction(instruction);
        const bool counted = kind != AccessKind::global_load || description.loads_counted;
        uncounted_.constant_memory = uncounted_.constant_memory || !counted;
        const VectorAccess vector = code_.vector_access(instruction);
        sites_.push_back({kind, description.line, description.column,
                          whole_vector(description.elements, vector), counted && vector.counted, vector});
    }
    return found->second;
}

void Worker::count_request(const Width& width, std::size_t sub_group, std::size_t site,
                           std::span<const LaneAccess> lanes)
{
    const AccessKind kind = sites_[site].kind;
    if (!sites_[site].counted) return;
    if (const VectorAccess& vector = sites_[site].vector; vector.elements > 1) {
        whole_.assign(lanes.begin(), lanes.end());
        for (LaneAccess& lane : whole_) {
            lane.address -= std::uint64_t{vector.before} * lane.bytes;
            lane.bytes *= vector.elements;
        }
        lanes = whole_;
    }
    for (const std::size_t profile : width.profiles)
        requests_.request(group_, profile, sub_group, site, kind, lanes);
}

} // namespace lockstep::lens
