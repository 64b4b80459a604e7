// What is missing between two accesses, or before a barrier, by the text of a kernel.
#include "front/ranges.hpp"
#include "machine/telling.hpp"

#include <algorithm>

namespace lockstep::pocket
{

namespace
{

/// A construct of the text, or one side of an if: the instructions from `begin` to `end`.
struct Span
{
    Do is = Do::if_begin;
    std::uint32_t begin = 0, end = 0;
    std::uint32_t opens = 0; ///< the instruction with which all of it begins

    bool has(std::uint32_t at) const { return begin < at && at < end; }
};

bool begins(Do what)
{
    return what == Do::if_begin || what == Do::loop_begin || what == Do::switch_begin ||
           what == Do::call_begin;
}

bool ends(Do what)
{
    return what == Do::if_end || what == Do::loop_end || what == Do::switch_end || what == Do::call_end;
}

// What an instruction is in, innermost first.
std::vector<Span> around(const Code& code, std::uint32_t at)
{
    std::vector<Span> open, found;
    for (std::uint32_t i = 0; i < code.instructions.size(); ++i) {
        const Do what = code.instructions[i].what;
        if (begins(what)) open.push_back({what, i, i, i});
        if (what != Do::if_else && !ends(what)) continue;
        open.back().end = i;
        if (open.back().has(at)) found.push_back(open.back());
        if (what == Do::if_else)
            open.back().begin = i;
        else
            open.pop_back();
    }
    return found;
}

unsigned line_of(const Code& code, std::uint32_t at)
{
    return code.instructions[at].place.line;
}

std::string in_line(const Code& code, std::uint32_t at)
{
    return "line " + std::to_string(line_of(code, at));
}

// The last line of a span's text, without what is called.
unsigned last_line(const Code& code, const Span& span)
{
    unsigned last = line_of(code, span.opens), calls = 0;
    for (std::uint32_t i = span.opens; i < span.end; ++i) {
        const Do what = code.instructions[i].what;
        if (what == Do::call_end) --calls;
        if (calls == 0) last = std::max(last, line_of(code, i));
        if (what == Do::call_begin) ++calls;
    }
    return last;
}

// Whose memory a barrier orders: 1 local, 2 global.
std::int64_t ordered_by(const Code& code, std::uint32_t at)
{
    const Instruction& barrier = code.instructions[at];
    if (barrier.number.whole == 2) return 3;
    for (std::uint32_t i = at; i-- > 0;) {
        const Instruction& before = code.instructions[i];
        if (before.to.lanes == 0 || before.to.at != barrier.a.at) continue;
        return before.what == Do::constant ? before.number.whole : 3;
    }
    return 3;
}

std::string flag_of(Space space)
{
    return space == Space::local ? "CLK_LOCAL_MEM_FENCE" : "CLK_GLOBAL_MEM_FENCE";
}

std::string barrier_for(Space space)
{
    return "barrier(" + flag_of(space) + ");";
}

// What stands between two instructions and does not do: a fence, or a barrier of other memory or of the sub-group.
std::string not_enough(const Code& code, std::uint32_t first, std::uint32_t last, Space space)
{
    for (std::uint32_t i = first + 1; i < last; ++i) {
        const Instruction& in = code.instructions[i];
        if (in.what == Do::fence)
            return "the fence in " + in_line(code, i) +
                   " orders what one work-item does, and waits for no other: write " + barrier_for(space) +
                   " there";
        if (in.what != Do::barrier || in.number.whole == 2) continue;
        if (in.number.whole == 1)
            return "the barrier in " + in_line(code, i) + " waits for its own sub-group only: write " +
                   barrier_for(space) + " there";
        return "the barrier in " + in_line(code, i) + " orders " +
               (space == Space::local ? "global" : "local") + " memory only: write " + barrier_for(space) +
               " there";
    }
    return "";
}

// Where a barrier goes between two instructions of one function: behind what the first is in, before what the other is in.
std::string between_lines(const Code& code, std::uint32_t first, std::uint32_t last)
{
    const std::vector<Span> one = around(code, first), other = around(code, last);
    unsigned behind = line_of(code, first), before = line_of(code, last);
    std::string of_if;
    for (const Span& span : one) {
        if (span.has(last)) {
            if (span.is == Do::if_begin && of_if.empty())
                of_if = ", if the condition in " + in_line(code, span.opens) +
                        " is the same for all of the group";
            continue;
        }
        behind = last_line(code, span);
    }
    for (const Span& span : other)
        if (!span.has(first)) before = line_of(code, span.opens);
    if (behind >= before) return "behind line " + std::to_string(behind) + of_if;
    return "between line " + std::to_string(behind) + " and line " + std::to_string(before) + of_if;
}

// The innermost loop around both.
const Span* loop_around(const std::vector<Span>& spans, std::uint32_t other)
{
    const auto found = ranges::find_if(
        spans, [&](const Span& span) { return span.is == Do::loop_begin && span.has(other); });
    return found == spans.end() ? nullptr : &*found;
}

} // namespace

bool barrier_between(const Code& code, std::uint32_t first, std::uint32_t last, Space space)
{
    const std::int64_t wanted = space == Space::local ? 1 : 2;
    for (std::uint32_t i = first + 1; i < last; ++i) {
        const Instruction& in = code.instructions[i];
        if (in.what == Do::barrier && in.number.whole != 1 && (ordered_by(code, i) & wanted) != 0)
            return true;
    }
    return false;
}

std::string missing_order(const Code& code, std::uint32_t one, std::uint32_t other, Space space, Order order)
{
    if (order == Order::all_write)
        return "no barrier orders what several write in one line: let one work-item write it, give each a "
               "place of "
               "its own, or use an atomic";
    const std::uint32_t first = std::min(one, other), last = std::max(one, other);
    const std::vector<Span> spans = around(code, first);
    const Span* const loop = loop_around(spans, last);
    const bool in_round = loop != nullptr && (barrier_between(code, last, loop->end, space) ||
                                              barrier_between(code, loop->begin, first, space));
    const bool one_line = line_of(code, first) == line_of(code, last);
    if (one_line && (loop == nullptr || in_round))
        return "read into a variable, write " + barrier_for(space) +
               " in the next line, and behind it write what was computed";
    const std::string direct = not_enough(code, first, last, space);
    std::string around_loop = loop != nullptr ? not_enough(code, last, loop->end, space) : "";
    if (loop != nullptr && around_loop.empty()) around_loop = not_enough(code, loop->begin, first, space);
    const bool next_round =
        loop != nullptr && !in_round &&
        (one_line || barrier_between(code, first, last, space) || (order == Order::known && other > one) ||
         (direct.empty() && !around_loop.empty()));
    if (next_round)
        return !around_loop.empty()
                   ? around_loop
                   : in_line(code, last) + " of one round and " + in_line(code, first) +
                         " of the next have no barrier between them: write " + barrier_for(space) +
                         " at the end of the loop of " + in_line(code, loop->opens);
    if (one_line || barrier_between(code, first, last, space)) return "";
    if (code.instructions[first].what == Do::copy_async)
        return "the copy goes on until it is waited for: write wait_group_events(1, &event); " +
               between_lines(code, first, last);
    return !direct.empty() ? direct : "write " + barrier_for(space) + " " + between_lines(code, first, last);
}

bool comes_by(const Code& code, std::uint32_t before, std::uint32_t at)
{
    return ranges::all_of(around(code, before), [&](const Span& span) { return span.has(at); });
}

std::string kept_out(const Code& code, std::uint32_t at, std::size_t which, bool left)
{
    const std::vector<Span> spans = around(code, at);
    if (spans.empty()) return "";
    const Span& span = spans[spans.size() - 1 - std::min(which, spans.size() - 1)];
    const std::string where = in_line(code, span.opens);
    switch (span.is) {
    case Do::call_begin: {
        const auto begin = code.instructions.begin();
        const auto leaves = std::find_if(begin + span.begin, begin + at,
                                         [](const Instruction& in) { return in.what == Do::call_leave; });
        return leaves == begin + at ? ""
                                    : "it left by the return in line " + std::to_string(leaves->place.line);
    }
    case Do::loop_begin:
        return left ? "it left the loop of " + where + ", or went on to its next round"
                    : "its loop of " + where + " has ended";
    case Do::switch_begin:
        return "the switch in " + where + " leads it elsewhere";
    default:
        return "the if in " + where + " lets only some of them in";
    }
}

} // namespace lockstep::pocket
