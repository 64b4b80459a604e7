// How groups and their sub-groups begin.
#include "machine/run.hpp"

#include <algorithm>

namespace lockstep::pocket
{

namespace
{

Mask first_lanes(std::size_t count)
{
    return count >= 64 ? ~Mask{0} : (Mask{1} << count) - 1;
}

void place_at(Object& object, const ObjectPlan& plan, std::byte* data, std::size_t size,
              std::uint8_t* written)
{
    object.name = plan.name;
    object.space = plan.space;
    object.data = data;
    object.size = size;
    object.alignment = plan.alignment;
    object.written = written;
}

} // namespace

std::unique_ptr<Group> Run::spare_group()
{
    if (spare_.empty()) return std::make_unique<Group>();
    std::unique_ptr<Group> group = std::move(spare_.back());
    spare_.pop_back();
    group->local_time = group->global_time = 0;
    group->copies.clear();
    group->failed = group->watched = false;
    return group;
}

bool Run::sizes_fit()
{
    const auto& wanted = code_.kernel->group;
    if (wanted[0] == 0 || wanted == sizes_.group) return true;
    Finding finding{.fault = Fault::group_size, .place = code_.kernel->place, .kernel = code_.kernel->name};
    finding.sentence = "the kernel was written for work-groups of " + std::to_string(wanted[0]) + " × " +
                       std::to_string(wanted[1]) + " × " + std::to_string(wanted[2]) +
                       ", and was launched with others";
    outcome_.findings.push_back(finding);
    outcome_.stopped = true;
    return false;
}

std::unique_ptr<Group> Run::next_group()
{
    const std::size_t all = groups_[0] * groups_[1] * groups_[2];
    const auto id_of = [&](std::size_t number) {
        return std::array<std::size_t, 3>{number % groups_[0], number / groups_[0] % groups_[1],
                                          number / groups_[0] / groups_[1]};
    };
    while (next_ < all && options_.watcher && options_.watcher->skips(id_of(next_))) ++next_;
    if (next_ >= all) return nullptr;
    auto group = spare_group();
    const std::size_t number = next_++;
    group->id = id_of(number);
    group->first_item = number * sizes_.group[0] * sizes_.group[1] * sizes_.group[2];
    for (unsigned d = 0; d < 3; ++d)
        group->size[d] = std::min(sizes_.group[d], sizes_.global[d] - group->id[d] * sizes_.group[d]);
    const std::size_t plans = code_.objects.size();
    group->locals.resize(plans);
    group->local_bytes.resize(plans);
    group->local_written.resize(plans);
    for (std::size_t i = 0; i < plans; ++i) {
        const ObjectPlan& plan = code_.objects[i];
        if (plan.space != Space::local) continue;
        const std::size_t size =
            plan.argument >= 0 ? arguments_[static_cast<std::size_t>(plan.argument)].local_bytes : plan.size;
        group->local_bytes[i].assign(size, std::byte{0});
        group->local_written[i].assign(size, 0);
        Object& object = group->locals[i];
        place_at(object, plan, group->local_bytes[i].data(), size, group->local_written[i].data());
        object.unit = 4;
        if (options_.find_races) object.accesses.assign((size + 3) / 4);
    }
    const std::size_t items = group->size[0] * group->size[1] * group->size[2];
    const std::size_t parts = (items + width_ - 1) / width_;
    group->parts.resize(parts);
    for (std::size_t i = 0; i < parts; ++i) {
        SubGroup& part = group->parts[i];
        part.group = group.get();
        part.number = static_cast<unsigned>(i);
        part.exists = part.mask = first_lanes(std::min<std::size_t>(items - i * width_, width_));
        set_up(part);
    }
    return group;
}

void Run::set_up(SubGroup& part)
{
    if (beginning_.defined.empty()) {
        beginning_.registers.resize(std::size_t{code_.lane_bytes} * width_);
        beginning_.defined.assign(std::max<std::size_t>(code_.masks, 1), 0);
        set_arguments(beginning_);
    }
    part.registers = beginning_.registers;
    part.defined = beginning_.defined;
    part.frames.clear();
    part.at = 0;
    part.step = 0;
    part.copies = 0;
    part.waits = part.ended = false;
    std::size_t bytes = 0;
    part.own_objects.resize(code_.objects.size());
    std::vector<std::size_t> begins(code_.objects.size(), 0);
    for (std::size_t i = 0; i < code_.objects.size(); ++i)
        if (code_.objects[i].space == Space::own) {
            bytes = (bytes + 127) / 128 * 128;
            begins[i] = bytes;
            bytes += code_.objects[i].size * width_;
        }
    part.own.assign(bytes, std::byte{0});
    part.own_written.assign(bytes, 0);
    for (std::size_t i = 0; i < code_.objects.size(); ++i) {
        const ObjectPlan& plan = code_.objects[i];
        if (plan.space != Space::own) continue;
        place_at(part.own_objects[i], plan, part.own.data() + begins[i], plan.size,
                 part.own_written.data() + begins[i]);
    }
    set_structures(part);
}

// Structures among the arguments, into memory of each lane.
void Run::set_structures(SubGroup& part) const
{
    for (std::size_t i = 0; i < code_.objects.size(); ++i) {
        const ObjectPlan& plan = code_.objects[i];
        if (plan.argument < 0 || plan.space != Space::own) continue;
        const std::vector<std::byte>& bytes = arguments_[static_cast<std::size_t>(plan.argument)].bytes;
        for (unsigned lane = 0; lane < width_; ++lane)
            std::copy_n(bytes.begin(), std::min(bytes.size(), plan.size),
                        part.own_objects[i].data + lane * plan.size);
        std::fill_n(part.own_objects[i].written, plan.size * width_, std::uint8_t{1});
    }
}

void Run::set_arguments(SubGroup& part)
{
    std::vector<std::int64_t> objects(arguments_.size(), -1);
    for (std::size_t i = 0; i < code_.objects.size(); ++i) {
        const ObjectPlan& plan = code_.objects[i];
        if (plan.argument >= 0 && plan.space != Space::own)
            objects[static_cast<std::size_t>(plan.argument)] = static_cast<std::int64_t>(i);
    }
    for (std::size_t i = 0; i < code_.arguments.size() && i < arguments_.size(); ++i) {
        const Register& in = code_.arguments[i];
        if (in.lanes == 0) continue;
        const Argument& argument = arguments_[i];
        define(part, in, ~Mask{0});
        if (argument.is == Argument::Is::value) {
            const std::size_t size = size_of(in.scalar);
            for (unsigned c = 0; c < in.lanes; ++c)
                for (unsigned lane = 0; lane < width_; ++lane)
                    std::copy_n(argument.bytes.begin() + static_cast<std::ptrdiff_t>(c * size), size,
                                at(part, in, c) + lane * size);
            continue;
        }
        std::uint64_t value = 0;
        if (argument.is == Argument::Is::sampler) value = argument.sampler;
        if (argument.is == Argument::Is::image) value = i;
        if ((argument.is == Argument::Is::buffer && argument.buffer != nullptr) ||
            argument.is == Argument::Is::local)
            value = pointer_to(static_cast<std::uint32_t>(objects[i]));
        std::fill_n(lanes<std::uint64_t>(part, in), width_, value);
    }
}

} // namespace lockstep::pocket
