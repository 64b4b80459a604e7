// Keeps the history of one sub-group while its launch goes on.
#include "counts/recorder.hpp"

#include "machine/telling.hpp"

#include <algorithm>
#include <bit>
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

Recorder::Recorder(const lens::Profile& profile, const RecordedPart& which, const Code& code,
                   const Texts& texts, const LaunchSizes& sizes, const std::vector<Argument>& arguments,
                   unsigned width)
    : code_(code), which_(which), width_(width), shape_(code), compiled_(shape_, *this),
      values_(code, width, history_.variables), profile_{profile}, requests_(profile_),
      counted_(requests_.begin_group(which.group, false)), place_of_part_(code.text_parts.size(), -1),
      steps_of_(code.instructions.size())
{
    history_.kernel = code.kernel->name;
    history_.sizes = sizes;
    history_.group = which.group;
    history_.sub_group = which.sub_group;
    history_.width = width;
    history_.profile = profile;
    history_.texts = texts;
    describe(arguments);
}

// The kernel's arguments, and what can be accessed.
void Recorder::describe(const std::vector<Argument>& arguments)
{
    const auto& parameters = code_.kernel->parameters;
    std::vector<int> buffers(parameters.size(), -1);
    buffer_of_.assign(code_.objects.size(), -1);
    for (std::size_t i = 0; i < code_.objects.size(); ++i) {
        const ObjectPlan& plan = code_.objects[i];
        if (plan.space == Space::own) continue;
        const Type* const element = plan.type != nullptr && plan.type->is_array() ? plan.type->to : plan.type;
        StepBuffer buffer{plan.name,
                          name_of(plan.space),
                          plan.type != nullptr ? plan.type->name() : "",
                          std::max<std::size_t>(element != nullptr ? element->size() : plan.alignment, 1),
                          plan.size,
                          0};
        buffer_of_[i] = static_cast<int>(history_.buffers.size());
        if (plan.argument >= 0 && static_cast<std::size_t>(plan.argument) < arguments.size()) {
            const Argument& argument = arguments[static_cast<std::size_t>(plan.argument)];
            buffer.bytes = argument.buffer != nullptr ? argument.buffer->size : argument.local_bytes;
            if (argument.buffer != nullptr) buffer.base = argument.buffer->address;
            if (argument.is == Argument::Is::image) buffer.space = "image";
            buffers[static_cast<std::size_t>(plan.argument)] = buffer_of_[i];
        }
        history_.buffers.push_back(std::move(buffer));
    }
    for (std::size_t i = 0; i < parameters.size(); ++i)
        history_.arguments.push_back("{\"name\":" + json_text(parameters[i]->name) +
                                     ",\"type\":" + json_text(parameters[i]->type->name()) +
                                     (buffers[i] >= 0 ? ",\"buffer\":" + std::to_string(buffers[i]) : "") +
                                     "}");
}

bool Recorder::is_shown(const SubGroup& part) const
{
    return &part == part_ && !history_.truncated;
}

bool Recorder::begin_group(const Group& group)
{
    if (group.id != which_.group) return false;
    history_.sub_groups = group.parts.size();
    if (which_.sub_group >= group.parts.size()) return true;
    part_ = &group.parts[which_.sub_group];
    history_.lanes = static_cast<unsigned>(std::popcount(part_->exists));
    for (unsigned lane = 0; lane < history_.lanes; ++lane) {
        const std::size_t item = which_.sub_group * width_ + lane;
        const auto& size = group.size;
        const std::array<std::size_t, 3> local{item % size[0], item / size[0] % size[1],
                                               item / size[0] / size[1]};
        auto& global = history_.items.emplace_back();
        for (unsigned d = 0; d < 3; ++d)
            global[d] = history_.sizes.offset[d] + group.id[d] * history_.sizes.group[d] + local[d];
    }
    return true;
}

void Recorder::end_group(const Group& group)
{
    if (!is_over()) {
        compiled_.others_write();
        end_step();
        if (group.failed) history_.ended = "finding";
    }
    part_ = nullptr;
}

void Recorder::pass_barrier(const Group&)
{
    const std::vector<unsigned> arrived = std::exchange(arrived_, {});
    if (is_over()) return;
    compiled_.others_write();
    if (part_->waits) {
        begin(*part_, part_->at, Step::Is::go, part_->mask).arrived = arrived;
        end_step();
    }
}

void Recorder::waits(const SubGroup& part, std::uint32_t at)
{
    arrived_.push_back(part.number);
    if (!is_shown(part)) return;
    last_ = at;
    begin(part, at, Step::Is::barrier, part.mask).arrived = arrived_;
    end_step();
}

void Recorder::finds(const SubGroup& part, unsigned lane, std::size_t finding)
{
    found_[finding] = {is_shown(part), lane, history_.steps.size()};
    if (is_shown(part)) found_now_.push_back(finding);
}

void Recorder::access(const SubGroup& part, std::uint32_t at, const SeenAccess& seen)
{
    if (!is_shown(part)) return;
    now_ = at;
    asked_now_.assign(seen.lanes.begin(), seen.lanes.end());
    compiled_.access(at, seen);
    if (seen.space != Space::own || seen.is == SeenAccess::Is::read || seen.is == SeenAccess::Is::write)
        seen_.push_back({seen.is, seen.space, seen.object, {seen.lanes.begin(), seen.lanes.end()}});
}

void Recorder::executed(const SubGroup& part, std::uint32_t at, std::uint64_t before)
{
    if (!is_shown(part)) return;
    const Cost cost = cost_of(code_.instructions[at], std::exchange(made_now_, {}), compiled_.symbols());
    compiled_.executed(at, before, part.mask);
    if (before != 0 && !compiled_.was_known()) counts_.add(control_of(shape_, at, cost, before, part.mask));
    last_ = at;
    follow(part, at);
    note(part, at, before, std::exchange(seen_, {}));
    now_ = -1;
    // What comes next may change a variable before its step begins.
    if (open_ && (part.ended || place_of(part.at) != open_->place)) end_step();
}

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
    Step::Place& access = step.access.emplace();
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
            is_there ? static_cast<std::int64_t>(lane->address - base) : Step::nowhere;
        access.offsets.push_back(std::abs(offset) < static_cast<std::int64_t>(object_middle) ? offset
                                                                                             : Step::nowhere);
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

/// @param before the last step that may be meant
std::optional<std::size_t> Recorder::last_step_of(std::uint32_t at, std::size_t before) const
{
    for (auto step = steps_of_[at].rbegin(); step != steps_of_[at].rend(); ++step)
        if (step->step <= before && step->step < history_.steps.size()) return step->step;
    return std::nullopt;
}

std::optional<unsigned> Recorder::lane_of(const std::size_t* item) const
{
    for (unsigned lane = 0; lane < history_.items.size(); ++lane)
        if (std::equal(history_.items[lane].begin(), history_.items[lane].end(), item)) return lane;
    return std::nullopt;
}

StepHistory Recorder::take(const Outcome& outcome)
{
    if (!is_over()) { // the launch was stopped on the way
        end_step();
        history_.ended = outcome.out_of_time ? "time" : "finding";
    }
    std::vector<Step>& steps = history_.steps;
    if (!steps.empty()) {
        for (const auto& early : early_) steps.back().requests.push_back(early.second);
        steps.back().counts.add(counts_);
        steps.back().findings.insert(steps.back().findings.end(), found_now_.begin(), found_now_.end());
    }
    for (std::size_t i = 0; i < outcome.findings.size(); ++i) {
        StepFinding& finding = history_.findings.emplace_back();
        finding.finding = outcome.findings[i];
        std::size_t number = 0, items = 1; // of the work-item in its group
        for (unsigned d = 0; d < 3; ++d) {
            const std::size_t group = history_.sizes.group[d];
            number += (finding.finding.item[d] - history_.sizes.offset[d]) % group * items;
            items *= group;
        }
        finding.sub_group = number / width_;
        const auto found = found_.find(i);
        if (found != found_.end() && found->second.shown) finding.lane = found->second.lane;
        for (std::size_t step = 0; step < steps.size(); ++step)
            if (std::find(steps[step].findings.begin(), steps[step].findings.end(), i) !=
                steps[step].findings.end())
                finding.step = step;
        if (!finding.finding.other || found == found_.end()) continue;
        finding.other_lane = lane_of(finding.finding.other->item);
        if (finding.other_lane)
            finding.other_step = last_step_of(finding.finding.other->at, found->second.steps);
    }
    return std::move(history_);
}

} // namespace lockstep::pocket
