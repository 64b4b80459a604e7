// Groups come, get on in slices, and go.
#include "machine/run.hpp"
#include "machine/telling.hpp"

#include "front/ranges.hpp"

#include <algorithm>

namespace lockstep::pocket
{

namespace
{

constexpr unsigned slice_steps = 4096;
constexpr unsigned turns_alone = 64; // of slices, before the next group gets on

} // namespace

void Object::refine(std::size_t bytes)
{
    for (; unit > bytes; unit /= 2) accesses.halve();
}

Outcome execute(const Code& code, const LaunchSizes& sizes, std::vector<Argument>& arguments,
                const MachineOptions& options)
{
    return Run{code, sizes, arguments, options}.go();
}

Run::Run(const Code& code, const LaunchSizes& sizes, std::vector<Argument>& arguments,
         const MachineOptions& options)
    : code_(code), sizes_(sizes), arguments_(arguments), options_(options),
      width_(std::clamp(options.lanes, 4U, 64U)), chance_(options.seed)
{
    for (unsigned d = 0; d < 3; ++d) {
        sizes_.group[d] = std::max<std::size_t>(sizes_.group[d], 1);
        groups_[d] = (sizes_.global[d] + sizes_.group[d] - 1) / sizes_.group[d];
    }
    const std::size_t count = code.objects.size();
    constants_.resize(count);
    constant_bytes_.resize(count);
    globals_.assign(count, nullptr);
    for (std::size_t i = 0; i < count; ++i) {
        const ObjectPlan& plan = code.objects[i];
        if (plan.space == Space::constant && plan.argument < 0) {
            constant_bytes_[i].resize(plan.contents.size());
            std::transform(plan.contents.begin(), plan.contents.end(), constant_bytes_[i].begin(),
                           [](std::uint8_t byte) { return std::byte{byte}; });
            constants_[i] = {.name = plan.name,
                             .space = Space::constant,
                             .data = constant_bytes_[i].data(),
                             .size = constant_bytes_[i].size(),
                             .alignment = plan.alignment,
                             .is_read_only = true};
            globals_[i] = &constants_[i];
        }
        if (plan.argument >= 0 && static_cast<std::size_t>(plan.argument) < arguments.size()) {
            Object* const buffer = arguments[static_cast<std::size_t>(plan.argument)].buffer;
            if (buffer != nullptr) {
                buffer->name = plan.name;
                globals_[i] = buffer;
                const std::size_t units =
                    options_.find_races && (options_.note_reads || may_be_written(*buffer))
                        ? (buffer->size + buffer->unit - 1) / buffer->unit
                        : 0;
                buffer->accesses.assign(units);
            }
        }
    }
}

// Whether some argument leads to that buffer and is no pointer to const: only then can there be a race in it.
bool Run::may_be_written(const Object& buffer) const
{
    const auto& parameters = code_.kernel->parameters;
    for (std::size_t i = 0; i < arguments_.size() && i < parameters.size(); ++i)
        if (arguments_[i].buffer == &buffer && !parameters[i]->type->to_const) return true;
    return false;
}

Outcome Run::go()
{
    if (!sizes_fit()) return std::move(outcome_);
    for (;;) {
        while (flying_.size() < std::max(options_.groups_at_once, 1U)) {
            auto group = next_group();
            if (!group) break;
            if (options_.watcher) group->watched = options_.watcher->begin_group(*group);
            flying_.push_back(std::move(group));
        }
        if (flying_.empty()) break;
        for (const auto& group : flying_) {
            get_on(*group);
            if (outcome_.stopped) return std::move(outcome_);
        }
        end_groups();
    }
    return std::move(outcome_);
}

// A group gets on until it ends, or has waited for others for long: one that takes itself for the last although it is the first is
// seen to be wrong.
void Run::get_on(Group& group)
{
    for (unsigned turn = 0; turn < turns_alone && !group.failed; ++turn) {
        std::vector<std::size_t> order(group.parts.size());
        for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
        if (options_.seed != 0) std::shuffle(order.begin(), order.end(), chance_);
        for (const std::size_t which : order) {
            SubGroup& part = group.parts[which];
            if (!part.waits && !part.ended && !group.failed) slice(part, slice_steps);
            if (outcome_.stopped) return;
        }
        if (!group.failed) pass_barrier(group);
        if (outcome_.stopped || ranges::all_of(group.parts, &SubGroup::ended)) return;
    }
}

void Run::end_groups()
{
    std::erase_if(flying_, [&](std::unique_ptr<Group>& group) {
        const bool ends = group->failed || ranges::all_of(group->parts, &SubGroup::ended);
        if (ends && !group->failed)
            for (const Group::Copy& copy : group->copies) complete(group->parts.front(), copy);
        if (ends && options_.watcher) options_.watcher->end_group(*group);
        if (ends) spare_.push_back(std::move(group));
        return ends;
    });
}

// All of a group have come to a barrier, or have ended.
void Run::pass_barrier(Group& group)
{
    const auto waiting = static_cast<std::size_t>(ranges::count_if(group.parts, &SubGroup::waits));
    if (waiting == 0) return;
    const auto still =
        ranges::find_if(group.parts, [](const SubGroup& part) { return !part.waits && !part.ended; });
    if (still != group.parts.end()) return;
    const auto first = ranges::find_if(group.parts, &SubGroup::waits);
    const Instruction& barrier = code_.instructions[first->at];
    const auto other = ranges::find_if(
        group.parts, [&](const SubGroup& part) { return part.ended || part.at != first->at; });
    if (other != group.parts.end()) {
        const std::string where = other->ended ? "had ended"
                                               : "waited at another one, in line " +
                                                     std::to_string(code_.instructions[other->at].place.line);
        if (Finding* const finding = found(*first, 0, Fault::barrier, barrier.place)) {
            finding->sentence = "this barrier was reached by " + who(global_id(*first, 0)) + ", while " +
                                who(global_id(*other, 0)) + " of its group " + where +
                                "; all of a group must reach the same barrier";
            if (!other->ended) finding->lines.push_back(code_.instructions[other->at].place);
            if (const std::string why = kept_out(code_, first->at, ~std::size_t{0}, other->ended);
                !why.empty())
                finding->why.push_back(why);
        }
        group.failed = true;
        return;
    }
    const bool copies = barrier.what == Do::barrier && barrier.number.whole == 2;
    std::int64_t memory = 3;
    if (barrier.what == Do::barrier && !copies) memory = whole(*first, barrier.a, 0);
    if (barrier.what != Do::barrier) memory = 0;
    if ((memory & 1) != 0) ++group.local_time;
    if ((memory & 2) != 0) ++group.global_time;
    if (group.watched) options_.watcher->pass_barrier(group);
    for (SubGroup& part : group.parts) {
        part.waits = false;
        ++part.at;
    }
}

void Run::slice(SubGroup& part, unsigned steps)
{
    for (unsigned i = 0; i < steps && !part.waits && !part.ended && !part.group->failed; ++i) {
        const Instruction& instruction = code_.instructions[part.at];
        ++outcome_.steps;
        if (part.group->watched)
            watch(part, instruction);
        else
            execute(part, instruction);
        if (outcome_.stopped) return;
    }
    if (outcome_.steps > options_.most_steps) {
        find(part, 0, Fault::endless, code_.instructions[part.at].place,
             "the launch has not ended after " + std::to_string(options_.most_steps) +
                 " steps: this loop waits for what never comes, or its condition never becomes false");
        outcome_.stopped = true;
    }
    // Whoever has touched what is not there a million times goes on without an end, or finds nothing else.
    constexpr std::size_t enough = std::size_t{1} << 20U;
    if (ranges::any_of(outcome_.findings, [](const Finding& finding) {
            return finding.fault == Fault::outside && finding.count > enough;
        }))
        outcome_.stopped = true;
    constexpr unsigned slices_a_look = 64; // a look at the clock costs as much as some instructions
    if (options_.until && ++slices_ % slices_a_look == 0 &&
        std::chrono::steady_clock::now() > *options_.until)
        outcome_.stopped = outcome_.out_of_time = true;
}

} // namespace lockstep::pocket
