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

constexpr std::size_t most_writers = 2; // lines of them, that are told

std::string line_of(const Place& place)
{
    return "line " + std::to_string(place.line);
}

// What writes to an object by its name, and whether a pointer that was computed or handed over may lead there.
std::pair<std::set<std::uint32_t>, bool> writers_of(const Code& code, const ObjectPlan& plan,
                                                    std::uint32_t reader)
{
    std::set<std::uint32_t> writers;
    bool others = false;
    for (const auto& [at, access] : code.accesses) {
        if (at == reader || !writes(code.instructions[at])) continue;
        const Expression* const root = path_of(*access).root;
        const auto is_named = [&](const ObjectPlan& one) { return root->variable->name == one.name; };
        if (root != nullptr && is_named(plan)) writers.insert(at);
        others = others || root == nullptr || !ranges::any_of(code.objects, is_named);
    }
    return {writers, others};
}

// Who has written to an object in this launch, by the instruction.
std::map<std::uint32_t, Has> have_written(const Object& object)
{
    std::map<std::uint32_t, Has> have;
    for (std::size_t unit = 0; unit < object.accesses.size(); ++unit) {
        const Access access = object.accesses.at(unit);
        if (access.writer == 0) continue;
        const std::uint32_t item = access.writer - 1;
        const std::size_t at = unit * object.unit;
        Has& has = have.try_emplace(access.write_at, Has{item, item, at, at, true}).first->second;
        has.first_item = std::min(has.first_item, item);
        has.last_item = std::max(has.last_item, item);
        has.all = has.all && at <= has.last + object.unit;
        has.last = at;
    }
    return have;
}

// The copy that a group has asked for and not waited for, and that brings what is at a place.
const Instruction* copy_to(const Group& group, std::uint64_t pointer)
{
    for (const Group::Copy& copy : group.copies) {
        const std::size_t stride = copy.asked->flags == 2 ? copy.stride : 1;
        const std::uint64_t bytes =
            static_cast<std::uint64_t>(copy.asked->number.whole) * copy.count * stride;
        if (pointer >= copy.to && pointer < copy.to + bytes) return copy.asked;
    }
    return nullptr;
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
    const std::string line = line_of(from.place);
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
    finding.object = plan.name;
    finding.index = index_at(plan, offset_of(pointer));
    if (code_.instructions[reader].what == Do::load)
        finding.why.push_back("it comes from " + name_at(plan, offset_of(pointer)) + ", which " +
                              line_of(code_.instructions[reader].place) + " reads");
    if (const Instruction* const copy = copy_to(*part.group, pointer)) {
        finding.lines.push_back(copy->place);
        finding.why.push_back(
            line_of(copy->place) +
            " copies it there, which goes on until wait_group_events has waited for the copy's event");
        return;
    }
    const Object* const object = object_of(part, pointer);
    const std::map<std::uint32_t, Has> have =
        object != nullptr ? have_written(*object) : std::map<std::uint32_t, Has>{};
    auto [writers, others_may_write] = writers_of(code_, plan, reader);
    for (const auto& [at, has] : have) writers.insert(at);
    if (writers.empty() && !others_may_write)
        finding.why.push_back(
            "no line of the kernel writes `" + plan.name + "`" +
            (plan.space == Space::global
                 ? ": the host must fill it before, by clEnqueueWriteBuffer or clEnqueueFillBuffer"
                 : ""));
    std::set<unsigned> lines;
    for (const std::uint32_t at : writers) {
        const Place& place = code_.instructions[at].place;
        if (lines.size() == most_writers || !lines.insert(place.line).second) continue;
        finding.lines.push_back(place);
        std::string text = line_of(place) + " writes `" + plan.name + "`";
        if (const auto has = have.find(at); has != have.end())
            text += by_whom(plan, has->second);
        else if (object != nullptr && !object->accesses.empty())
            text += ", and no work-item" + std::string{plan.space == Space::local ? " of the group" : ""} +
                    " has been there";
        if (at < reader && plan.space == Space::local && !barrier_between(code_, at, reader, plan.space)) {
            const std::string order = missing_order(code_, at, reader, plan.space, Order::unknown);
            if (!order.empty()) text += "; " + order;
        }
        finding.why.push_back(text);
    }
}

std::string Run::by_whom(const ObjectPlan& plan, const Has& has) const
{
    const std::string first = name_at(plan, static_cast<std::int64_t>(has.first)),
                      last = name_at(plan, static_cast<std::int64_t>(has.last));
    std::string text = ": " + who(id_of_item(has.first_item));
    if (has.first_item != has.last_item) text += " to " + who(id_of_item(has.last_item)).substr(10);
    if (has.first == has.last) return text + " did, " + first;
    return text + " did, " + (has.all ? first + " to " + last : "between " + first + " and " + last);
}

} // namespace lockstep::pocket
