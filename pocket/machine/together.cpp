// What work-items do together or say of themselves: barriers, functions of groups, findings.
#include "machine/run.hpp"
#include "machine/telling.hpp"

#include <algorithm>
#include <limits>

namespace lockstep::pocket
{

std::array<std::size_t, 3> Run::local_id(const SubGroup& part, unsigned lane) const
{
    const std::size_t number = std::size_t{part.number} * width_ + lane;
    const auto& size = part.group->size;
    return {number % size[0], number / size[0] % size[1], number / size[0] / size[1]};
}

std::array<std::size_t, 3> Run::global_id(const SubGroup& part, unsigned lane) const
{
    std::array<std::size_t, 3> id = local_id(part, lane);
    for (unsigned d = 0; d < 3; ++d) id[d] += sizes_.offset[d] + part.group->id[d] * sizes_.group[d];
    return id;
}

// Numbers of work-items count through the groups, each as large as a full one.
std::size_t Run::item_number(const SubGroup& part, unsigned lane) const
{
    return part.group->first_item + std::size_t{part.number} * width_ + lane;
}

std::array<std::size_t, 3> Run::id_of_item(std::size_t number) const
{
    const std::size_t items = sizes_.group[0] * sizes_.group[1] * sizes_.group[2];
    const std::size_t group = number / items, local = number % items;
    const std::array<std::size_t, 3> id{group % groups_[0], group / groups_[0] % groups_[1],
                                        group / groups_[0] / groups_[1]};
    std::array<std::size_t, 3> size{};
    for (unsigned d = 0; d < 3; ++d)
        size[d] = std::min(sizes_.group[d], sizes_.global[d] - id[d] * sizes_.group[d]);
    const std::array<std::size_t, 3> in{local % size[0], local / size[0] % size[1],
                                        local / size[0] / size[1]};
    return {in[0] + sizes_.offset[0] + id[0] * sizes_.group[0],
            in[1] + sizes_.offset[1] + id[1] * sizes_.group[1],
            in[2] + sizes_.offset[2] + id[2] * sizes_.group[2]};
}

std::string Run::who(const std::array<std::size_t, 3>& id) const
{
    return work_item(id.data(), sizes_.dimensions);
}

// A new finding, to be put into words; null where it is known already, or nobody would read it.
Finding* Run::found(SubGroup& part, unsigned lane, Fault fault, const Place& place)
{
    for (Finding& known : outcome_.findings)
        if (known.fault == fault && known.place.line == place.line && known.place.file == place.file) {
            ++known.count;
            return nullptr;
        }
    if (outcome_.findings.size() >= options_.most_findings) {
        outcome_.stopped = true;
        return nullptr;
    }
    Finding finding{.fault = fault, .place = place, .kernel = code_.kernel->name};
    const auto id = global_id(part, lane);
    for (unsigned d = 0; d < 3; ++d) {
        finding.item[d] = id[d];
        finding.group[d] = part.group->id[d];
    }
    outcome_.findings.push_back(std::move(finding));
    if (options_.watcher && part.group->watched)
        options_.watcher->finds(part, lane, outcome_.findings.size() - 1);
    if (options_.stop_at_first) outcome_.stopped = true;
    return &outcome_.findings.back();
}

void Run::find(SubGroup& part, unsigned lane, Fault fault, const Place& place, const std::string& sentence,
               const Object* object, long long index)
{
    Finding* const finding = found(part, lane, fault, place);
    if (finding == nullptr) return;
    if (object != nullptr) finding->object = object->name;
    finding->index = index;
    finding->sentence = sentence + " (" + who(global_id(part, lane)) + ")";
}

void Run::barrier(SubGroup& part, const Instruction& in)
{
    if (part.mask == 0 && part.exists != 0) { // none of this sub-group comes here
        ++part.at;
        return;
    }
    if (part.mask != part.exists) {
        const unsigned lane = lowest_bit(part.exists & ~part.mask);
        if (Finding* const finding = found(part, lane, Fault::barrier, in.place)) {
            finding->sentence = "this barrier is not reached by all work-items of the group: not by " +
                                who(global_id(part, lane));
            if (const std::string why = absence(part, lane); !why.empty()) finding->why.push_back(why);
        }
        part.group->failed = true;
        return;
    }
    if (in.number.whole == 1) { // of the sub-group
        ++part.step;
        ++part.at;
        return;
    }
    if (in.number.whole == 2) wait_for(part, in);
    part.waits = true;
}

// Reductions, scans, votes and exchanges. Those of a whole group wait as at a barrier, and the last sub-group to come sees them all.
void Run::reduce(SubGroup& part, const Instruction& in, const std::string& name)
{
    const bool of_work_group = name.starts_with("work_group_");
    const std::string what = name.substr(name.find("group_") + 6);
    if (part.mask == 0) return;
    if (part.mask != part.exists) {
        find(part, lowest_bit(part.exists & ~part.mask), Fault::barrier, in.place,
             name + " is not reached by all work-items");
        if (of_work_group) part.group->failed = true;
        return;
    }
    std::vector<SubGroup*> parts{&part};
    if (of_work_group) {
        // The others stand at this instruction, too: their values are in their registers.
        parts.clear();
        bool all_here = true;
        for (SubGroup& one : part.group->parts) {
            all_here = all_here && (&one == &part || (one.waits && one.at == part.at));
            parts.push_back(&one);
        }
        if (!all_here) {
            part.waits = true;
            return;
        }
    }
    const bool floats = is_float(in.a.scalar);
    const unsigned lanes_of = in.a.lanes;
    for (unsigned c = 0; c < lanes_of; ++c) {
        double real_sum = what.ends_with("min")   ? std::numeric_limits<double>::infinity()
                          : what.ends_with("max") ? -std::numeric_limits<double>::infinity()
                                                  : 0.0;
        const bool with_sign = is_signed(in.a.scalar);
        const unsigned bits = static_cast<unsigned>(8 * size_of(in.a.scalar));
        const std::int64_t least = with_sign ? static_cast<std::int64_t>(~std::uint64_t{0} << (bits - 1)) : 0;
        const std::int64_t most =
            with_sign
                ? ~least
                : static_cast<std::int64_t>(bits == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bits) - 1);
        std::int64_t whole_sum = what.ends_with("min") ? most : what.ends_with("max") ? least : 0;
        bool any = false, every = true;
        std::vector<std::pair<SubGroup*, unsigned>> items;
        for (SubGroup* one : parts)
            for (unsigned lane = 0; lane < width_; ++lane)
                if ((one->exists >> lane & 1U) != 0) items.emplace_back(one, lane);
        const auto take = [&](SubGroup* one, unsigned lane) {
            if (floats) {
                const double value = real(*one, in.a, lane, c);
                real_sum =
                    what.ends_with("add")
                        ? (in.a.scalar == Scalar::f32
                               ? static_cast<double>(static_cast<float>(real_sum) + static_cast<float>(value))
                               : real_sum + value)
                    : what.ends_with("min") ? std::min(real_sum, value)
                                            : std::max(real_sum, value);
                any = any || value != 0;
                every = every && value != 0;
                return;
            }
            const std::int64_t value = whole(*one, in.a, lane, c);
            const auto less = [&](std::int64_t x, std::int64_t y) {
                return with_sign ? x < y : static_cast<std::uint64_t>(x) < static_cast<std::uint64_t>(y);
            };
            whole_sum = what.ends_with("add")
                            ? static_cast<std::int64_t>(static_cast<std::uint64_t>(whole_sum) +
                                                        static_cast<std::uint64_t>(value))
                        : what.ends_with("min") ? (less(value, whole_sum) ? value : whole_sum)
                                                : (less(whole_sum, value) ? value : whole_sum);
            any = any || value != 0;
            every = every && value != 0;
        };
        const auto give = [&](SubGroup* one, unsigned lane) {
            if (floats)
                set_real(*one, in.to, lane, c, real_sum);
            else
                set_whole(*one, in.to, lane, c, whole_sum);
        };
        if (what == "any" || what == "all") {
            for (const auto& [one, lane] : items) take(one, lane);
            for (const auto& [one, lane] : items)
                set_whole(*one, in.to, lane, 0, (what == "any" ? any : every) ? 1 : 0);
        } else if (what.starts_with("scan")) {
            const bool inclusive = what.starts_with("scan_inclusive");
            std::vector<std::pair<double, std::int64_t>> results;
            for (const auto& [one, lane] : items) {
                if (inclusive) take(one, lane);
                results.emplace_back(real_sum, whole_sum);
                if (!inclusive) take(one, lane);
            }
            for (std::size_t i = 0; i < items.size(); ++i) {
                real_sum = results[i].first;
                whole_sum = results[i].second;
                give(items[i].first, items[i].second);
            }
        } else if (what.starts_with("reduce")) {
            for (const auto& [one, lane] : items) take(one, lane);
            for (const auto& [one, lane] : items) give(one, lane);
        } else { // broadcast and shuffles
            std::vector<std::pair<double, std::int64_t>> values;
            for (const auto& [one, lane] : items)
                values.emplace_back(floats ? real(*one, in.a, lane, c) : 0.0,
                                    floats ? 0 : whole(*one, in.a, lane, c));
            for (std::size_t i = 0; i < items.size(); ++i) {
                const auto& [one, lane] = items[i];
                const auto by =
                    in.b.lanes == 0 ? 0 : static_cast<std::uint64_t>(whole(*one, in.b, lane)) & 0xffffffffU;
                const auto from = static_cast<std::size_t>(what == "shuffle_xor"    ? i ^ by
                                                           : what == "shuffle_up"   ? i - by
                                                           : what == "shuffle_down" ? i + by
                                                                                    : by);
                const auto& value = values[from < values.size() ? from : i];
                real_sum = value.first;
                whole_sum = value.second;
                give(one, lane);
            }
        }
    }
    for (SubGroup* one : parts) {
        define(*one, in.to, ~Mask{0});
        if (of_work_group && one != &part) {
            one->waits = false;
            ++one->at;
        }
    }
}

} // namespace lockstep::pocket
