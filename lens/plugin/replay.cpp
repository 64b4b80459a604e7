// Runs the recorded work-items of one sub-group again, in lockstep, as a GPU would have issued them.
#include "replay.hpp"

#include <algorithm>

namespace lockstep::lens
{

void Replay::run(std::span<const LaneTrace> traces, std::span<const SegmentShape> segments, ReplaySink& sink)
{
    shapes = segments;
    lanes.clear();
    for (unsigned number = 0; number < traces.size(); ++number) {
        const LaneTrace& trace = traces[number];
        if (trace.steps.empty()) continue;
        lanes.push_back({&trace, 0, 0, trace.steps.front().repeats, number, trace.calls});
    }
    while (!lanes.empty()) {
        collect_active();
        issue(sink);
        std::erase_if(lanes, [](const Lane& lane) { return lane.finished(); });
    }
}

/// Negative: `left` stands before `right`. Zero: at the same place.
int Replay::compare(const Lane& left, const Lane& right) const
{
    const unsigned left_order = shapes[left.current().segment].order;
    const unsigned right_order = shapes[right.current().segment].order;
    const std::size_t common = std::min(left.calls.size(), right.calls.size());
    for (std::size_t i = 0; i < common; ++i)
        if (left.calls[i] != right.calls[i]) return left.calls[i] < right.calls[i] ? -1 : 1;
    if (left.calls.size() == right.calls.size())
        return left_order == right_order ? 0 : left_order < right_order ? -1 : 1;
    // One is in a function that the other has not entered: who stands at the call itself goes first.
    if (left.calls.size() < right.calls.size()) return left_order <= right.calls[common] ? -1 : 1;
    return right_order <= left.calls[common] ? 1 : -1;
}

void Replay::collect_active()
{
    active.assign(1, &lanes.front());
    for (std::size_t i = 1; i < lanes.size(); ++i) {
        const int order = compare(lanes[i], *active.front());
        if (order < 0) active.clear();
        if (order <= 0) active.push_back(&lanes[i]);
    }
}

void Replay::issue(ReplaySink& sink)
{
    const std::uint32_t segment = active.front()->current().segment;
    const auto count = static_cast<unsigned>(active.size());
    std::uint32_t times = active.front()->remaining;
    bool accesses = false;
    for (const Lane* lane : active) {
        times = std::min(times, lane->remaining);
        accesses = accesses || lane->current().accesses != 0;
    }
    if (accesses) issue_requests(sink);
    const std::uint64_t divergent = advance(times);
    sink.issued(segment, count, times, divergent);
}

void Replay::issue_requests(ReplaySink& sink)
{
    if (!same_accesses()) return issue_unequal_requests(sink);
    const std::uint32_t segment = active.front()->current().segment;
    for (std::size_t i = 0; i < active.front()->current().accesses;) {
        asks.clear();
        std::size_t taken = 0;
        for (const Lane* lane : active) taken = add_accesses(*lane, i);
        sink.request(segment, active.front()->trace->accesses[active.front()->access + i], asks);
        i += taken;
    }
}

/// Adds the lane's `index`-th access of its step to the request: with it the others of the same call if it is one to an
/// image.
/// @return how many those are
std::size_t Replay::add_accesses(const Lane& lane, std::size_t index)
{
    const std::size_t count = lane.current().accesses;
    const Access& first = lane.trace->accesses[lane.access + index];
    std::size_t end = index;
    do {
        const Access& access = lane.trace->accesses[lane.access + end];
        asks.push_back({lane.number, access.address, access.bytes});
        ++end;
    } while (is_image(first.kind) && end < count &&
             lane.trace->accesses[lane.access + end].same_place(first));
    return end - index;
}

/// Whether the i-th accesses of all active lanes are of the same instruction.
bool Replay::same_accesses() const
{
    const Lane& first = *active.front();
    const std::uint32_t count = first.current().accesses;
    for (const Lane* lane : active) {
        if (lane->current().accesses != count) return false;
        for (std::size_t i = 0; i < count; ++i)
            if (!lane->trace->accesses[lane->access + i].same_place(first.trace->accesses[first.access + i]))
                return false;
    }
    return true;
}

/// The lanes executed the same instructions, but one of those accessed memory a different number of times in
/// each lane.
void Replay::issue_unequal_requests(ReplaySink& sink)
{
    const std::uint32_t segment = active.front()->current().segment;
    const auto& memory = shapes[segment].memory;
    std::vector<std::size_t> taken(active.size(), 0);
    for (;;) {
        const Access* next = nullptr;
        std::ptrdiff_t next_place = 0;
        for (std::size_t i = 0; i < active.size(); ++i) {
            if (taken[i] == active[i]->current().accesses) continue;
            const Access& access = active[i]->trace->accesses[active[i]->access + taken[i]];
            const auto place = std::find(memory.begin(), memory.end(), access.instruction) - memory.begin();
            if (!next || place < next_place) {
                next = &access;
                next_place = place;
            }
        }
        if (!next) return;
        asks.clear();
        for (std::size_t i = 0; i < active.size(); ++i) {
            if (taken[i] == active[i]->current().accesses) continue;
            const Access& access = active[i]->trace->accesses[active[i]->access + taken[i]];
            if (!access.same_place(*next)) continue;
            taken[i] += add_accesses(*active[i], taken[i]);
        }
        sink.request(segment, *next, asks);
    }
}

/// Moves the active lanes on by `times` executions of their segment.
/// @return how many of those ended with the lanes going different ways: at most the last one does
std::uint64_t Replay::advance(std::uint32_t times)
{
    const SegmentShape& shape = shapes[active.front()->current().segment];
    bool divergent = false;
    bool seen = false;
    std::uint32_t successor = 0;
    for (Lane* lane : active) {
        lane->access += lane->current().accesses;
        lane->remaining -= times;
        if (lane->remaining == 0 && ++lane->step < lane->trace->steps.size())
            lane->remaining = lane->current().repeats;
        if (shape.end == SegmentEnd::call) lane->calls.push_back(shape.order);
        if (shape.end == SegmentEnd::back && !lane->calls.empty()) lane->calls.pop_back();
        if (shape.end != SegmentEnd::branch || lane->finished()) continue;
        const std::uint32_t next = lane->current().segment;
        if (seen && next != successor) divergent = true;
        successor = next;
        seen = true;
    }
    return divergent ? 1 : 0;
}

} // namespace lockstep::lens
