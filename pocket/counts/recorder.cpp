// Keeps the history of one sub-group while its launch goes on.
#include "counts/recorder.hpp"

#include <algorithm>
#include <bit>
#include <utility>

namespace lockstep::pocket
{

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
        const Type* element = plan.type;
        std::vector<std::size_t> shape;
        for (; element != nullptr && element->is_array(); element = element->to)
            shape.push_back(element->count);
        StepBuffer buffer{plan.name,
                          name_of(plan.space),
                          plan.type != nullptr ? plan.type->name() : "",
                          std::max<std::size_t>(element != nullptr ? element->size() : plan.alignment, 1),
                          plan.size,
                          0};
        buffer.shape = std::move(shape);
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
