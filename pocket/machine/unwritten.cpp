// Values that nobody has written: where they come from, and who should have written them.
#include "front/ranges.hpp"
#include "machine/path.hpp"
#include "machine/run.hpp"
#include "machine/telling.hpp"

#include <algorithm>
#include <set>

namespace lockstep::pocket
{

namespace
{

constexpr unsigned most_looks = 1'000'000; // at instructions, for where a value comes from
constexpr unsigned deepest_search = 500;

bool writes(const Instruction& in)
{
    return in.what == Do::store || in.what == Do::atomic || in.what == Do::copy_async;
}

} // namespace

// An access to what nobody has written is kept in mind, for when its value decides something.
void Run::keep_unwritten(SubGroup& part, unsigned lane, std::uint64_t pointer) const
{
    Unwritten& seen = part.unwritten[part.at];
    seen.pointers.resize(width_);
    if ((seen.lanes >> lane & 1U) == 0) seen.pointers[lane] = pointer; // the first of a sum's
    seen.lanes |= Mask{1} << lane;
}

// Where the value of a register comes from that nobody has written: the load, the declaration or the conversion.
std::optional<std::uint32_t> Run::origin_of(const SubGroup& part, unsigned lane, const Register& in,
                                            std::uint32_t at, Search& search) const
{
    const auto is_known = [&](const Register& of) { return (known(part, of) >> lane & 1U) != 0; };
    if (search.depth > deepest_search) return {};
    for (std::uint32_t i = at; i-- > 0 && search.looks > 0;) {
        --search.looks;
        const Instruction& before = code_.instructions[i];
        if (before.to.lanes == 0 || before.to.at != in.at) continue;
        if (before.what == Do::constant) {
            if (before.flags == 1) return i;
            return {};
        }
        if (before.what == Do::load) {
            const auto seen = part.unwritten.find(i);
            if (seen == part.unwritten.end() || (seen->second.lanes >> lane & 1U) == 0) continue;
            ++search.depth;
            const auto stored = stored_into(part, lane, seen->second.pointers[lane], i, search);
            --search.depth;
            return stored ? stored : i;
        }
        if (before.what == Do::convert && is_known(before.a) && !is_known(before.to)) return i;
        std::vector<Register> from{before.a, before.b, before.c};
        if (before.what == Do::join) from = code_.parts[static_cast<std::size_t>(before.extra)];
        ++search.depth;
        for (const Register& one : from)
            if (one.lanes != 0)
                if (const auto found = origin_of(part, lane, one, i, search)) return found;
        --search.depth;
        const bool of_all = before.what != Do::insert && (before.what != Do::copy || comes_by(code_, i, at));
        if (of_all) return {}; // else it may be an earlier value's
    }
    return {};
}

// Of a value in a private array: where what was stored into it comes from.
std::optional<std::uint32_t> Run::stored_into(const SubGroup& part, unsigned lane, std::uint64_t pointer,
                                              std::uint32_t at, Search& search) const
{
    const ObjectPlan& plan = code_.objects[static_cast<std::size_t>((pointer >> object_shift) - 1)];
    if (plan.space != Space::own) return {};
    for (const auto& [store, access] : code_.accesses) {
        if (store >= at) break;
        const Instruction& in = code_.instructions[store];
        const Expression* const root = in.what == Do::store ? path_of(*access).root : nullptr;
        if (root == nullptr || root->variable->name != plan.name) continue;
        if (const auto found = origin_of(part, lane, in.b, store, search)) return found;
    }
    return {};
}

void Run::tell_unwritten(SubGroup& part, unsigned lane, const Instruction& in, const std::string& sentence,
                         const Register& value)
{
    Finding* const finding = found(part, lane, Fault::unwritten, in.place);
    if (finding == nullptr) return;
    finding->sentence = sentence + " (" + who(global_id(part, lane)) + ")";
    Search search{.looks = most_looks};
    const auto origin = origin_of(part, lane, value, part.at, search);
    if (!origin) return;
    const Instruction& from = code_.instructions[*origin];
    finding->lines.push_back(from.place);
    const std::string line = "line " + std::to_string(from.place.line);
    if (from.what == Do::constant)
        finding->why.push_back("it comes from the variable of " + line +
                               ", which has no value on the way that this work-item took");
    else if (from.what == Do::convert)
        finding->why.push_back("it comes from the conversion in " + line +
                               ", whose float no such integer stands for");
    else
        tell_writers(part, part.unwritten.at(*origin).pointers[lane], *origin, *finding);
}

void Run::tell_unwritten_atomic(SubGroup& part, unsigned lane, const Instruction& in, std::uint64_t pointer)
{
    Finding* const finding = found(part, lane, Fault::unwritten, in.place);
    if (finding == nullptr) return;
    const ObjectPlan& plan = code_.objects[static_cast<std::size_t>((pointer >> object_shift) - 1)];
    finding->sentence = "this changes " + name_at(plan, offset_of(pointer)) + ", which nobody has written (" +
                        who(global_id(part, lane)) + ")";
    tell_writers(part, pointer, part.at, *finding);
}

// Who should have written a place: the lines that write to its object, and who has come there.
void Run::tell_writers(SubGroup& part, std::uint64_t pointer, std::uint32_t reader, Finding& finding) const
{
    const ObjectPlan& plan = code_.objects[static_cast<std::size_t>((pointer >> object_shift) - 1)];
    const Object* const object = object_of(part, pointer);
    const std::string name = name_at(plan, offset_of(pointer));
    const std::string line = "line " + std::to_string(code_.instructions[reader].place.line);
    finding.object = plan.name;
    finding.index = index_at(plan, offset_of(pointer));
    std::set<std::uint32_t> writers;
    bool others_may_write = false;
    for (const auto& [at, access] : code_.accesses) {
        if (at == reader || !writes(code_.instructions[at])) continue;
        const Expression* const root = path_of(*access).root;
        const auto is_named = [&](const ObjectPlan& one) { return root->variable->name == one.name; };
        if (root != nullptr && is_named(plan)) writers.insert(at);
        // By a pointer that was computed, or that a function was given.
        if (root == nullptr || !ranges::any_of(code_.objects, is_named)) others_may_write = true;
    }
    struct Has
    {
        std::uint32_t first_item = 0, last_item = 0;
        std::size_t first = 0, last = 0; ///< bytes
    };
    std::map<std::uint32_t, Has> have;
    for (std::size_t unit = 0; object != nullptr && unit < object->accesses.size(); ++unit) {
        const Access& access = object->accesses[unit];
        if (access.writer == 0) continue;
        const std::uint32_t item = access.writer - 1;
        const std::size_t at = unit * object->unit;
        Has& has = have.try_emplace(access.write_at, Has{item, item, at, at}).first->second;
        has.first_item = std::min(has.first_item, item);
        has.last_item = std::max(has.last_item, item);
        has.last = at;
    }
    for (const auto& [at, has] : have) writers.insert(at);
    if (code_.instructions[reader].what == Do::load)
        finding.why.push_back("it comes from " + name + ", which " + line + " reads");
    for (const Group::Copy& copy : part.group->copies) {
        const std::uint64_t bytes = static_cast<std::uint64_t>(copy.asked->number.whole) * copy.count;
        const std::size_t stride = copy.asked->flags == 2 ? copy.stride : 1;
        if (pointer < copy.to || pointer >= copy.to + bytes * stride) continue;
        finding.lines.push_back(copy.asked->place);
        finding.why.push_back(
            "line " + std::to_string(copy.asked->place.line) +
            " copies it there, which goes on until wait_group_events has waited for the copy's event");
        return;
    }
    if (writers.empty()) {
        if (others_may_write) return;
        finding.why.push_back(
            "no line of the kernel writes `" + plan.name + "`" +
            (plan.space == Space::global
                 ? ": the host must fill it before, by clEnqueueWriteBuffer or clEnqueueFillBuffer"
                 : ""));
        return;
    }
    std::size_t told = 0;
    std::set<unsigned> lines;
    for (const std::uint32_t at : writers) {
        const Place& place = code_.instructions[at].place;
        if (told == 2 || !lines.insert(place.line).second) continue;
        ++told;
        finding.lines.push_back(place);
        std::string text = "line " + std::to_string(place.line) + " writes `" + plan.name + "`";
        if (const auto has = have.find(at); has != have.end()) {
            const auto& [first_item, last_item, first, last] = has->second;
            text += ": " + who(id_of_item(first_item)) +
                    (first_item != last_item ? " to " + who(id_of_item(last_item)).substr(10) : "") +
                    " did, " + name_at(plan, static_cast<std::int64_t>(first)) +
                    (first != last ? " to " + name_at(plan, static_cast<std::int64_t>(last)) : "");
        } else if (plan.space != Space::own) {
            text += ", and no work-item" + std::string{plan.space == Space::local ? " of the group" : ""} +
                    " has been there";
        }
        if (at < reader && plan.space == Space::local && !barrier_between(code_, at, reader, plan.space)) {
            const std::string order = missing_order(code_, at, reader, plan.space, Order::unknown);
            if (!order.empty()) text += "; " + order;
        }
        finding.why.push_back(text);
    }
}

} // namespace lockstep::pocket
