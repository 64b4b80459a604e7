// Findings explained: where an index comes from, who comes without an order, who stays away.
#include "machine/path.hpp"
#include "machine/run.hpp"
#include "machine/telling.hpp"

#include <algorithm>

namespace lockstep::pocket
{

namespace
{

constexpr std::size_t longest_index = 110;
constexpr const char* no_barrier_orders =
    "which no barrier orders: use an atomic, or give each group a place of its own and put these together "
    "in a second launch";
constexpr std::ptrdiff_t most_kept = 4096; // values before an access, among which its index's are

const Expression* access_at(const Code& code, std::uint32_t at)
{
    const auto found =
        std::lower_bound(code.accesses.begin(), code.accesses.end(), at,
                         [](const auto& access, std::uint32_t wanted) { return access.first < wanted; });
    return found != code.accesses.end() && found->first == at ? found->second : nullptr;
}

bool wrapped(const Register& in, std::int64_t value)
{
    const auto bits = static_cast<std::uint64_t>(value);
    return (in.scalar == Scalar::u32 && bits >= 1ULL << 31U) ||
           (in.scalar == Scalar::u64 && bits >= 1ULL << 63U);
}

} // namespace

// Where the value of an expression was when an instruction was executed.
const Register* Run::kept(const Expression& expression, std::uint32_t at) const
{
    const auto behind =
        std::upper_bound(code_.kept.begin(), code_.kept.end(), at,
                         [](std::uint32_t wanted, const Kept& one) { return wanted < one.from; });
    const auto first = behind - std::min(most_kept, behind - code_.kept.begin());
    for (auto one = behind; one != first;)
        if ((--one)->of == &expression) return &one->in;
    return nullptr;
}

std::optional<std::string> Run::value_told(SubGroup& part, const Expression& expression, std::uint32_t at,
                                           unsigned lane) const
{
    const Register* const in = kept(expression, at);
    if (in == nullptr || (known(part, *in) >> lane & 1U) == 0 || !expression.type->is_number()) return {};
    if (is_float(in->scalar)) return std::to_string(real(part, *in, lane));
    const std::int64_t value = whole(part, *in, lane);
    return is_signed(in->scalar) ? std::to_string(value) : std::to_string(static_cast<std::uint64_t>(value));
}

// "i * columns + j = 3 * 7 + 7 = 28", of each index of an access that is no number by itself.
std::string Run::index_told(SubGroup& part, std::uint32_t at, unsigned lane) const
{
    const Expression* const access = access_at(code_, at);
    if (access == nullptr) return "";
    const Path path = path_of(*access);
    std::string text;
    for (const Expression* index : path.indices) {
        const auto value = value_told(part, *index, at, lane);
        const std::string names = text_of(*index);
        if (!value || names == *value) continue;
        const std::string values =
            text_of(*index, [&](const Expression& leaf) { return value_told(part, leaf, at, lane); });
        std::string one =
            names + (values != *value && values != names ? " = " + values : "") + " = " + *value;
        if (one.size() > longest_index) one = "the index is " + *value;
        const Register& in = *kept(*index, at);
        if (wrapped(in, whole(part, in, lane)))
            one += ": below 0 an unsigned number goes on from its largest one";
        text += (text.empty() ? "" : "; ") + one;
    }
    if (!path.steps.empty()) text += (text.empty() ? "" : "; ") + path.steps;
    const Register* const root = path.root != nullptr ? kept(*path.root, at) : nullptr;
    if (root == nullptr || !path.root->type->is_pointer()) return text;
    const std::uint64_t pointer = lanes<std::uint64_t>(part, *root)[lane];
    const std::uint64_t number = pointer >> object_shift;
    if (number == 0 || number > code_.objects.size() || (known(part, *root) >> lane & 1U) == 0) return text;
    const ObjectPlan& plan = code_.objects[static_cast<std::size_t>(number - 1)];
    const std::int64_t offset = offset_of(pointer);
    if (offset == 0 && plan.name == path.root->variable->name) return text;
    return text + (text.empty() ? "" : "; ") + path.root->variable->name + " leads to " +
           element_at(plan, offset);
}

void Run::tell_outside(SubGroup& part, const Instruction& in, unsigned lane, const char* does,
                       std::uint64_t pointer, std::size_t bytes, const Object& object)
{
    const ObjectPlan& plan = code_.objects[static_cast<std::size_t>((pointer >> object_shift) - 1)];
    const std::int64_t at = offset_of(pointer);
    Finding* const finding = found(part, lane, Fault::outside, in.place);
    if (finding == nullptr) return;
    finding->object = plan.name;
    finding->index = index_at(plan, at);
    const bool begins_inside = at >= 0 && static_cast<std::uint64_t>(at) < object.size;
    finding->sentence = std::string{"this "} + does + " " +
                        (begins_inside ? std::to_string(bytes) + " bytes from " + name_at(plan, at) + " on"
                                       : name_at(plan, at)) +
                        ", and `" + plan.name + "` " + extent_of(plan, object.size) + " (" +
                        who(global_id(part, lane)) + ")";
    if (const std::string index = index_told(part, part.at, lane); !index.empty())
        finding->why.push_back(index);
    const auto id = global_id(part, lane)[0];
    if (sizes_.dimensions == 1 && at >= 0 && static_cast<std::size_t>(finding->index) == id)
        finding->why.push_back("the launch has " + plural(sizes_.global[0], "work-item") +
                               ": those beyond the last element must do nothing");
}

void Run::tell_race(SubGroup& part, std::uint32_t at, unsigned lane, const Object& object, std::size_t offset,
                    Kind kind, const Encounter& other)
{
    const Instruction& in = code_.instructions[at];
    const bool same_group = group_of_item(other.item) == group_of_item(item_number(part, lane));
    Finding* const finding = found(part, lane, Fault::race, in.place);
    if (finding == nullptr) {
        if (!same_group) tell_race_across(in.place, plan_of(part, object).name);
        return;
    }
    const ObjectPlan& plan = plan_of(part, object);
    const auto name = name_at(plan, static_cast<std::int64_t>(offset));
    const Place& there = code_.instructions[other.at].place;
    finding->object = plan.name;
    finding->index = index_at(plan, static_cast<std::int64_t>(offset));
    const bool same_line = there.line == in.place.line && there.file == in.place.file;
    finding->sentence = "a race on " + name + ": " + who(global_id(part, lane)) +
                        (kind == Kind::read ? " reads it" : " writes it") + ", " +
                        (other.item == item_number(part, lane)
                             ? "others read it" // itself the last of them
                             : who(id_of_item(other.item)) + (other.writes ? " writes it" : " reads it")) +

                        (same_line ? " in the same line" : " in line " + std::to_string(there.line)) +
                        ", and nothing says who comes first";
    if (!same_line) finding->lines.push_back(there);
    OtherAccess& with = finding->other.emplace();
    const auto id = id_of_item(other.item);
    std::copy(id.begin(), id.end(), std::begin(with.item));
    with.place = there;
    with.at = other.at;
    with.writes = other.writes;
    if (same_group) {
        const bool in_step =
            item_number(part, lane) / width_ == other.item / width_ && part.group->first_item % width_ == 0;
        const Order order =
            all_write(part, in, lane, kind) || (same_line && kind != Kind::read && other.writes)
                ? Order::all_write
            : in_step ? Order::known
                      : Order::unknown;
        const std::string write = missing_order(code_, at, other.at, object.space, order);
        if (!write.empty()) finding->why.push_back(write);
        if (!write.empty() || !other.beside_atomic) return;
    }
    finding->why.push_back(
        other.beside_atomic
            ? "beside atomics every access is one: atomic_or(p, 0) reads, atomic_xchg(p, value) writes"
            : std::string{"they are in different work-groups, "} + no_barrier_orders);
}

// A race that was found inside of a group, for which a barrier was advised, goes across groups as well.
void Run::tell_race_across(const Place& place, const std::string& object)
{
    for (Finding& known : outcome_.findings) {
        if (known.fault != Fault::race || known.place.line != place.line || known.place.file != place.file)
            continue;
        if (known.object == object && known.why.size() == 1 &&
            known.why[0].find("barrier(") != known.why[0].npos)
            known.why.push_back(std::string{"work-items of different groups race here, too, "} +
                                no_barrier_orders);
        return;
    }
}

// Whether other lanes write where this one does, with the same instruction.
bool Run::all_write(SubGroup& part, const Instruction& in, unsigned lane, Kind kind) const
{
    if (kind != Kind::write || in.what != Do::store) return false;
    const std::uint64_t* const pointers = lanes<std::uint64_t>(part, in.a);
    for (Mask left = part.mask & ~(Mask{1} << lane); left != 0; left &= left - 1)
        if (pointers[lowest_bit(left)] == pointers[lane]) return true;
    return false;
}

// Why a lane does not come to the barrier at which its sub-group is.
std::string Run::absence(const SubGroup& part, unsigned lane) const
{
    const Mask bit = Mask{1} << lane;
    for (std::size_t i = 0; i < part.frames.size(); ++i) {
        const Frame& frame = part.frames[i];
        if (((frame.off | frame.turn) & bit) != 0) return kept_out(code_, part.at, i, true);
    }
    for (std::size_t i = part.frames.size(); i-- > 0;)
        if ((part.frames[i].before & bit) != 0) return kept_out(code_, part.at, i, false);
    return "";
}

// What the machine calls an object of the launch.
const ObjectPlan& Run::plan_of(const SubGroup& part, const Object& object) const
{
    static const ObjectPlan unknown{.name = "memory"};
    for (std::size_t i = 0; i < code_.objects.size(); ++i) {
        const bool is_local = code_.objects[i].space == Space::local;
        const Object* const here = is_local ? &part.group->locals[i] : globals_[i];
        if (here == &object || (here != nullptr && here->whole == &object)) return code_.objects[i];
    }
    return unknown;
}

} // namespace lockstep::pocket
