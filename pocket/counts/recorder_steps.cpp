// What of an instruction belongs to which step.
#include "counts/recorder.hpp"

#include "machine/telling.hpp"

#include <algorithm>
#include <utility>

namespace lockstep::pocket
{

namespace
{

std::string hexadecimal(std::uint64_t mask)
{
    std::string text;
    do text.insert(text.begin(), "0123456789abcdef"[mask & 15U]);
    while ((mask >>= 4U) != 0);
    return text;
}

Step::Is is_of(SeenAccess::Is is)
{
    switch (is) {
    case SeenAccess::Is::load:
        return Step::Is::load;
    case SeenAccess::Is::store:
        return Step::Is::store;
    case SeenAccess::Is::atomic:
        return Step::Is::atomic;
    default:
        return Step::Is::image;
    }
}

} // namespace

// Which number a place of the text has.
std::size_t Recorder::place_of(std::uint32_t at)
{
    const auto& parts = code_.text_parts;
    const auto behind =
        std::upper_bound(parts.begin(), parts.end(), at,
                         [](std::uint32_t wanted, const TextPart& one) { return wanted < one.from; });
    const auto which = static_cast<std::size_t>(std::max<std::ptrdiff_t>(behind - parts.begin() - 1, 0));
    if (place_of_part_[which] < 0) {
        const TextRange range = range_of(parts[which], history_.texts);
        const auto [known, is_new] = places_.try_emplace(range, history_.places.size());
        if (is_new) history_.places.push_back(range);
        place_of_part_[which] = static_cast<std::ptrdiff_t>(known->second);
    }
    return static_cast<std::size_t>(place_of_part_[which]);
}

/// The step that an instruction belongs to: the open one where that only computed so far, for the same place.
Step& Recorder::begin(const SubGroup& part, std::uint32_t at, Step::Is is, std::uint64_t mask)
{
    const std::size_t place = place_of(at);
    const bool goes_on = open_ && open_->place == place && open_->mask == mask &&
                         (open_->is == Step::Is::compute || is == Step::Is::compute);
    if (!goes_on) {
        end_step();
        open_.emplace();
        open_->is = is;
        open_->place = place;
        open_->mask = mask;
    }
    if (open_->is == Step::Is::compute) open_->is = is;
    open_->after = part.mask;
    open_->counts.add(std::exchange(counts_, {}));
    open_->findings.insert(open_->findings.end(), found_now_.begin(), found_now_.end());
    found_now_.clear();
    return *open_;
}

void Recorder::end_step()
{
    if (!open_) return;
    Step step = std::move(*open_);
    open_.reset();
    ChangedValues changed = values_.changes(*part_, last_);
    step.values = std::move(changed.members);
    step.changed = std::move(changed.words);
    step.gone = std::move(changed.gone);
    std::string stack = stack_of(*part_);
    const bool stack_changed = stack != stack_;
    const bool does_nothing = step.is == Step::Is::compute && step.counts.instructions == 0 &&
                              step.changed.empty() && step.values.empty() && step.findings.empty() &&
                              step.requests.empty();
    if (does_nothing && step.gone.empty()) return;
    if (stack_changed) step.frames = stack_ = std::move(stack);
    history_.steps.push_back(std::move(step));
    if (history_.steps.size() < which_.most) return;
    history_.truncated = true;
    history_.ended = "most";
}

void Recorder::note(const SubGroup& part, std::uint32_t at, std::uint64_t before, std::vector<Seen> accesses)
{
    if (before == 0 && part.mask == 0) return;
    const Instruction& in = code_.instructions[at];
    if (!accesses.empty()) {
        for (const Seen& seen : accesses) note_access(part, at, seen, before);
        return;
    }
    if (note_control(part, at, before) || before == 0) return;
    const Step::Is is = in.what == Do::barrier      ? Step::Is::barrier
                        : in.what == Do::copy_async ? Step::Is::copy
                        : in.what == Do::print      ? Step::Is::print
                        : in.what == Do::end        ? Step::Is::end
                                                    : Step::Is::compute;
    begin(part, at, is, before);
    if (is == Step::Is::copy) {
        std::erase_if(early_, [&](const auto& early) {
            if (early.first == at) open_->requests.push_back(early.second);
            return early.first == at;
        });
        steps_of_[at].push_back({history_.steps.size()});
    }
    if (is == Step::Is::barrier || is == Step::Is::end) end_step();
}

void Recorder::note_access(const SubGroup& part, std::uint32_t at, const Seen& seen, std::uint64_t before)
{
    const Instruction& in = code_.instructions[at];
    Step& step = begin(part, at, is_of(seen.is), before);
    steps_of_[at].push_back({history_.steps.size(), seen.lanes.front().lane, seen.lanes.front().address,
                             seen.lanes.front().bytes});
    std::erase_if(early_, [&](const auto& early) {
        if (early.first == at) step.requests.push_back(early.second);
        return early.first == at;
    });
    StepAccess& access = step.access.emplace();
    access.is = seen.is;
    const auto text =
        std::lower_bound(code_.accesses.begin(), code_.accesses.end(), at,
                         [](const auto& one, std::uint32_t wanted) { return one.first < wanted; });
    if (text != code_.accesses.end() && text->first == at) access.name = text_of(*text->second);
    if (step.is == Step::Is::image) return;
    access.buffer = buffer_of_[seen.object];
    access.bytes = seen.lanes.front().bytes;
    const StepBuffer& buffer = history_.buffers[static_cast<std::size_t>(access.buffer)];
    const std::uint64_t base =
        buffer.base != 0 ? buffer.base : (std::uint64_t{seen.object} + 1) << object_shift;
    auto lane = seen.lanes.begin();
    for (Mask left = before; left != 0; left &= left - 1) {
        const bool is_there = lane != seen.lanes.end() && lane->lane == lowest_bit(left);
        const std::int64_t offset =
            is_there ? static_cast<std::int64_t>(lane->address - base) : StepAccess::nowhere;
        access.offsets.push_back(
            std::abs(offset) < static_cast<std::int64_t>(object_middle) ? offset : StepAccess::nowhere);
        if (is_there) ++lane;
    }
    if (in.what == Do::load || in.what == Do::atomic) access.values = values_.values_of(part, in.to, nullptr);
    if (in.what == Do::store) access.values = values_.values_of(part, in.b, nullptr);
}

// Who executed the step before this one.
std::uint64_t Recorder::last_mask() const
{
    if (open_) return open_->mask;
    return history_.steps.empty() ? 0 : history_.steps.back().mask;
}

/// @return whether nothing else is to be noted of the instruction
bool Recorder::note_control(const SubGroup& part, std::uint32_t at, std::uint64_t before)
{
    const Mask after = part.mask;
    switch (code_.instructions[at].what) {
    case Do::if_begin:
        begin(part, at, Step::Is::branch, before);
        break;
    case Do::loop_test:
        begin(part, at, Step::Is::loop, before);
        break;
    case Do::switch_case:
    case Do::switch_default:
        if (after == before) return true;
        begin(part, at, Step::Is::branch, part.frames.back().before);
        break;
    case Do::if_else:
        if (after == 0) return true;
        begin(part, at, Step::Is::otherwise, after);
        break;
    case Do::if_end:
    case Do::loop_end:
    case Do::switch_end:
    case Do::call_end:
    case Do::loop_next:
        if ((after & ~before) == 0 || after == last_mask()) return true; // or nobody was away
        begin(part, at, Step::Is::join, after);
        break;
    case Do::leave_loop:
    case Do::next_turn:
    case Do::call_leave:
        if (before == 0) return true;
        begin(part, at, Step::Is::leave, before);
        break;
    case Do::loop_begin:
    case Do::loop_back:
    case Do::switch_begin:
    case Do::call_begin:
        return true;
    default:
        return false;
    }
    end_step();
    return true;
}

// Keeps in mind which constructs the sub-group is in.
void Recorder::follow(const SubGroup& part, std::uint32_t at)
{
    const auto come_in = [&](const char* is) { inside_.push_back({is, place_of(at)}); };
    switch (code_.instructions[at].what) {
    case Do::if_begin:
        come_in("if");
        break;
    case Do::if_else:
        if (!inside_.empty()) inside_.back() = {"else", place_of(at)};
        break;
    case Do::loop_begin:
        come_in("loop");
        break;
    case Do::switch_begin:
        come_in("switch");
        break;
    case Do::call_begin:
        come_in("call");
        break;
    default:
        break;
    }
    if (inside_.size() > part.frames.size()) inside_.resize(part.frames.size());
}

// The stack of masks as JSON, but for the kernel itself.
std::string Recorder::stack_of(const SubGroup& part) const
{
    std::string text = "[";
    for (std::size_t i = 1; i < part.frames.size() && i < inside_.size(); ++i) {
        const Frame& frame = part.frames[i];
        text += (i > 1 ? ",{\"is\":\"" : "{\"is\":\"") + std::string{inside_[i].is} +
                "\",\"p\":" + std::to_string(inside_[i].place) + ",\"m\":\"" + hexadecimal(frame.before) +
                "\"";
        const Mask off = frame.off | frame.turn;
        if (off != 0) text += ",\"off\":\"" + hexadecimal(off) + "\"";
        text += "}";
    }
    return text + "]";
}

} // namespace lockstep::pocket
