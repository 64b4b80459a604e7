// What a compiler sees of a kernel before it runs.
#include "counts/shape.hpp"

#include "machine/functions.hpp"

#include <algorithm>
#include <set>
#include <string_view>

namespace lockstep::pocket
{

namespace
{

bool begins(Do what)
{
    return what == Do::if_begin || what == Do::loop_begin || what == Do::switch_begin;
}

bool ends(Do what)
{
    return what == Do::if_end || what == Do::loop_end || what == Do::switch_end;
}

bool lets_others_write(const Instruction& in)
{
    const Do what = in.what;
    if (asks_for_place(in)) return false;
    return what == Do::barrier || what == Do::fence || what == Do::atomic || what == Do::copy_async ||
           what == Do::group || what == Do::print || what == Do::write_image;
}

bool costs(const Instruction& in)
{
    const Do what = in.what;
    return what == Do::unary || what == Do::binary || what == Do::select || what == Do::function ||
           what == Do::offset || what == Do::load || what == Do::store || what == Do::if_begin ||
           what == Do::loop_test || what == Do::convert || lets_others_write(in);
}

bool overlaps(const Register& one, const Register& other)
{
    return one.lanes != 0 && other.lanes != 0 && one.defined < other.defined + other.lanes &&
           other.defined < one.defined + one.lanes;
}

} // namespace

bool asks_for_place(const Instruction& in)
{
    return in.what == Do::group && std::string_view{function_name(in.function)}.starts_with("get_");
}

std::vector<Register> read_by(const Code& code, const Instruction& in)
{
    std::vector<Register> all;
    for (const Register* one : {&in.a, &in.b, &in.c})
        if (one->lanes != 0) all.push_back(*one);
    if (in.what == Do::join || in.what == Do::copy_async || in.what == Do::print)
        for (const Register& one : code.parts[static_cast<std::size_t>(in.extra)]) all.push_back(one);
    return all;
}

Shape::Shape(const Code& code) : code_(code)
{
    std::map<std::uint32_t, int> leads; // to which object a register's pointer leads
    for (std::size_t i = 0; i < code.objects.size(); ++i) {
        const int argument = code.objects[i].argument;
        if (argument < 0 || static_cast<std::size_t>(argument) >= code.arguments.size()) continue;
        leads[code.arguments[static_cast<std::size_t>(argument)].defined] = static_cast<int>(i);
    }
    const auto object = [&](const Register& pointer) {
        const auto found = leads.find(pointer.defined);
        return found == leads.end() ? -1 : found->second;
    };
    object_of_.assign(code.instructions.size(), -1);
    for (std::size_t i = 0; i < code.instructions.size(); ++i) {
        const Instruction& in = code.instructions[i];
        if (in.what == Do::store || in.what == Do::move) object_of_[i] = object(in.a);
        if (in.to.lanes != 1) continue;
        if (in.what == Do::address)
            leads[in.to.defined] = static_cast<int>(in.number.whole);
        else if (in.what == Do::offset)
            leads[in.to.defined] = object(in.a);
        else if (in.what == Do::copy) {
            const auto known = leads.find(in.to.defined);
            const int from = object(in.a);
            leads[in.to.defined] = known == leads.end() || known->second == from ? from : -1;
        } else
            leads[in.to.defined] = -1;
    }
    find_stretches();
    find_used();
    find_partners();
}

// The load that a side of a choice ends with, whose value is the choice's; 0: none.
std::uint32_t Shape::last_load(std::uint32_t begin, std::uint32_t end, Register& to) const
{
    if (end < begin + 2) return 0;
    const Instruction& load = code_.instructions[end - 2];
    const Instruction& copy = code_.instructions[end - 1];
    if (load.what != Do::load || copy.what != Do::copy || copy.a.defined != load.to.defined ||
        load.to.lanes != 1)
        return 0;
    to = copy.to;
    return end - 2;
}

void Shape::find_partners()
{
    for (const auto& [begin, stretch] : stretches_) {
        if (code_.instructions[begin].what != Do::if_begin) continue;
        std::uint32_t middle = begin + 1, depth = 0;
        for (; middle < stretch.end; ++middle) {
            const Do what = code_.instructions[middle].what;
            if (begins(what)) ++depth;
            if (ends(what)) --depth;
            if (what == Do::if_else && depth == 0) break;
        }
        if (middle == stretch.end) continue;
        Register one, other;
        const std::uint32_t first = last_load(begin + 1, middle, one),
                            second = last_load(middle + 1, stretch.end, other);
        if (first == 0 || second == 0 || one.defined != other.defined ||
            code_.instructions[first].to.scalar != code_.instructions[second].to.scalar)
            continue;
        partners_[first] = second;
        partners_[second] = first;
    }
}

void Shape::find_stretches()
{
    std::vector<std::uint32_t> open;
    for (std::uint32_t i = 0; i < code_.instructions.size(); ++i) {
        const Instruction& in = code_.instructions[i];
        if (begins(in.what)) {
            open.push_back(i);
            stretches_[i] = {};
        }
        if (!open.empty() && in.what == Do::loop_test && stretches_[open.back()].next == 0)
            stretches_[open.back()].test = i;
        if (!open.empty() && in.what == Do::loop_next) stretches_[open.back()].next = i;
        if (ends(in.what) && !open.empty()) {
            stretches_[open.back()].end = i;
            open.pop_back();
        }
    }
    for (auto& [begin, stretch] : stretches_) summarise(begin, stretch);
}

void Shape::summarise(std::uint32_t begin, Stretch& stretch) const
{
    std::set<std::uint32_t> changed;
    std::set<int> stored;
    bool only_leaves = true;
    for (std::uint32_t i = begin + 1; i < stretch.end; ++i) {
        const Instruction& in = code_.instructions[i];
        for (unsigned c = 0; c < in.to.lanes; ++c) changed.insert(in.to.defined + c);
        if (in.what == Do::store || in.what == Do::move) stored.insert(object_of_[i]);
        stretch.waits = stretch.waits || lets_others_write(in);
        if (costs(in)) ++stretch.cost;
        only_leaves = only_leaves && (in.what == Do::leave_loop || in.what == Do::call_leave);
    }
    stretch.changed.assign(changed.begin(), changed.end());
    stretch.stored.assign(stored.begin(), stored.end());
    stretch.leaves = only_leaves && stretch.end > begin + 1;
}

// Which components of each load are used: those that its register's readers take until it is written anew. Of what is copied to
// a variable, those that anybody takes of that one.
void Shape::find_used()
{
    used_.assign(code_.instructions.size(), 0);
    // Components that somebody reads of a register, by its first mask and its components: registers follow on each other there.
    std::map<std::pair<std::uint32_t, unsigned>, std::uint32_t> of_variable;
    const auto taken = [&](const Instruction& in, const Register& of, bool all_of_copies) {
        std::uint32_t mask = 0;
        for (const Register& read : read_by(code_, in)) {
            if (!overlaps(read, of)) continue;
            // One component alone; of several the vector is loaded and then rearranged.
            const bool swizzles = in.what == Do::swizzle && in.to.lanes == 1;
            for (unsigned c = 0; c < read.lanes; ++c) {
                const std::uint32_t component = read.defined + c;
                if (component < of.defined || component >= of.defined + of.lanes) continue;
                const auto& order =
                    swizzles ? code_.orders[static_cast<std::size_t>(in.extra)] : std::vector<std::uint8_t>{};
                if (swizzles && std::find(order.begin(), order.end(), c) == order.end()) continue;
                if (in.what == Do::copy && !all_of_copies) {
                    const auto known = of_variable.find({in.to.defined, in.to.lanes});
                    if (known != of_variable.end() && (known->second >> c & 1U) == 0) continue;
                }
                mask |= 1U << (component - of.defined);
            }
        }
        return mask;
    };
    // Components that are read from an instruction on, until something else is in the register's place.
    const auto read_from = [&](std::uint32_t first, const Register& of, bool is_variable) {
        std::uint32_t mask = 0, left = (1U << of.lanes) - 1;
        for (std::uint32_t i = first; i < code_.instructions.size() && left != 0; ++i) {
            const Instruction& in = code_.instructions[i];
            mask |= taken(in, of, is_variable) & left;
            const bool same = in.to.defined == of.defined && in.to.lanes == of.lanes;
            if (in.what == Do::copy || in.what == Do::insert || (is_variable && same)) continue;
            for (unsigned c = 0; c < of.lanes; ++c)
                if (of.defined + c >= in.to.defined && of.defined + c < in.to.defined + in.to.lanes)
                    left &= ~(1U << c);
        }
        return mask;
    };
    // Variables first: what is copied to, from where it begins to be one.
    for (const Instruction& in : code_.instructions) {
        const std::pair variable{in.to.defined, unsigned{in.to.lanes}};
        if (in.what != Do::copy || in.to.lanes == 0 || of_variable.contains(variable)) continue;
        const auto begin =
            std::find_if(code_.instructions.begin(), code_.instructions.end(), [&](const Instruction& other) {
                return other.to.defined == in.to.defined && other.to.lanes == in.to.lanes;
            });
        of_variable[variable] =
            read_from(static_cast<std::uint32_t>(begin - code_.instructions.begin()) + 1, in.to, true);
    }
    for (std::uint32_t i = 0; i < code_.instructions.size(); ++i)
        if (code_.instructions[i].what == Do::load)
            used_[i] = read_from(i + 1, code_.instructions[i].to, false);
}

} // namespace lockstep::pocket
