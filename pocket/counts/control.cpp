// What becomes of what is known where control flow parts and joins.
#include "counts/compiled.hpp"

#include <algorithm>

namespace lockstep::pocket
{

namespace
{

constexpr std::size_t most_written_out = 150; // instructions of all rounds of a loop
constexpr std::size_t most_rounds = 1024;

bool is_plain(Do what)
{
    return what == Do::constant || what == Do::copy || what == Do::convert || what == Do::splat ||
           what == Do::unary || what == Do::binary || what == Do::select || what == Do::swizzle ||
           what == Do::insert || what == Do::join || what == Do::function;
}

} // namespace

/// Whether a loop's rounds are known, and few enough to be written out. They are counted with what is known of the registers that
/// its test and its step use.
bool Compiled::rounds_are_known(std::uint32_t begin) const
{
    const Stretch& stretch = shape_.stretch(begin);
    if (stretch.test == 0) return false;
    Symbols ahead = symbols_;
    const auto run = [&](std::uint32_t from, std::uint32_t to) {
        for (std::uint32_t i = from; i < to; ++i) {
            if (!is_plain(code_.instructions[i].what)) return false;
            ahead.execute(code_.instructions[i]);
        }
        return true;
    };
    const auto forget_body = [&] {
        for (std::uint32_t i = stretch.test + 1; i < stretch.next; ++i) {
            const Register& to = code_.instructions[i].to;
            for (unsigned c = 0; c < to.lanes; ++c) ahead.set(to, c, ahead.unknown());
        }
    };
    const Register& asked = code_.instructions[stretch.test].a;
    const auto asked_rounds = code_.instructions[begin].number.whole;
    const std::size_t most =
        asked_rounds > 0 ? most_rounds : most_written_out / std::max<std::size_t>(stretch.cost, 1);
    for (std::size_t round = 0; round <= most; ++round) {
        if (!run(begin + 1, stretch.test)) return false;
        if (!ahead.of(asked).is_number) return false;
        if (ahead.of(asked).value == 0) return true;
        forget_body();
        if (!run(stretch.next + 1, stretch.end - 1)) return false;
    }
    return false;
}

void Compiled::enter(std::uint32_t begin, bool known, std::uint64_t guard)
{
    if (!known) tell_loads();
    ++time_;
    scopes_.push_back({.begin = begin, .guard = guard, .known = known, .opened = time_, .round = time_});
}

/// What was found in the innermost scope is not known behind it. @param keep for where its condition holds again
void Compiled::drop_inner(bool keep)
{
    const std::uint64_t guard = scopes_.back().guard;
    const auto inside = [&](const Entry& entry) {
        return std::find(entry.guards.begin(), entry.guards.end(), guard) != entry.guards.end();
    };
    for (Entry& entry : entries_) {
        if (!inside(entry)) continue;
        tell(entry);
        if (!keep) entry.bytes = 0;
        if (entry.closed == 0) entry.closed = time_;
    }
    std::erase_if(entries_, [](const Entry& entry) { return entry.bytes == 0; });
    std::erase_if(structures_, inside);
}

void Compiled::leave()
{
    if (scopes_.empty()) return;
    const Scope scope = scopes_.back();
    const Stretch& stretch = shape_.stretch(scope.begin);
    for (const MadeAccess& alone : scope.held) accesses_.made(alone);
    if (!scope.known) {
        drop_inner(code_.instructions[scope.begin].what == Do::if_begin);
        if (code_.instructions[scope.begin].what != Do::loop_begin) {
            symbols_.forget(stretch.changed);
            for (const int object : stretch.stored) forget(object, nullptr, 0);
            if (stretch.waits) others_write();
        }
    }
    scopes_.pop_back();
}

/// The next round of a loop begins. What the last one did not ask for has no part in it.
void Compiled::turn(const Stretch& stretch)
{
    Scope& scope = scopes_.back();
    tell_loads();
    for (Entry& entry : entries_) {
        const bool inner =
            std::find(entry.guards.begin(), entry.guards.end(), scope.guard) != entry.guards.end();
        if (!inner || (entry.used >= scope.round && entry.closed == 0)) continue;
        tell(entry);
        entry.bytes = 0;
    }
    std::erase_if(entries_, [](const Entry& entry) { return entry.bytes == 0; });
    symbols_.forget(stretch.changed);
    scope.round = ++time_;
}

void Compiled::executed(std::uint32_t at, std::uint64_t, std::uint64_t after)
{
    const Instruction& in = code_.instructions[at];
    known_ = false;
    ++time_;
    switch (in.what) {
    case Do::load:
        for (unsigned c = 0; c < in.to.lanes; ++c)
            symbols_.set(in.to, c, c < loaded_.size() ? loaded_[c] : symbols_.unknown());
        loaded_.clear();
        break;
    case Do::if_begin:
        known_ = symbols_.of(in.a).is_number;
        enter(at, known_, symbols_.of(in.a).value);
        break;
    case Do::switch_begin:
        enter(at, false, symbols_.unknown().value);
        break;
    case Do::if_else:
    case Do::switch_case:
    case Do::switch_default:
        if (scopes_.empty() || scopes_.back().known) break;
        drop_inner(in.what == Do::if_else);
        scopes_.back().opened = ++time_;
        scopes_.back().guard += 1; // the opposite holds
        break;
    case Do::if_end:
    case Do::switch_end:
    case Do::loop_end:
        leave();
        break;
    case Do::loop_begin: {
        const bool known = rounds_are_known(at);
        enter(at, known, symbols_.unknown().value);
        if (known) break;
        const Stretch& stretch = shape_.stretch(at);
        for (const int object : stretch.stored) forget(object, nullptr, 0);
        if (stretch.waits) others_write();
        symbols_.forget(stretch.changed);
        break;
    }
    case Do::loop_test:
        known_ = !scopes_.empty() && scopes_.back().known;
        if (!known_) tell_loads();
        break;
    case Do::loop_back:
        known_ = !scopes_.empty() && scopes_.back().known;
        if (!known_ && after != 0 && !scopes_.empty()) turn(shape_.stretch(scopes_.back().begin));
        break;
    case Do::fence:
    case Do::group:
        if (!asks_for_place(in)) others_write();
        symbols_.execute(in);
        break;
    case Do::print:
    case Do::copy_async:
    case Do::write_image:
        others_write();
        symbols_.execute(in);
        break;
    case Do::end:
        for (Entry& entry : entries_) tell(entry);
        entries_.clear();
        break;
    case Do::store:
    case Do::move:
    case Do::barrier:
    case Do::loop_next:
    case Do::leave_loop:
    case Do::next_turn:
    case Do::call_begin:
    case Do::call_leave:
    case Do::call_end:
        break;
    default:
        symbols_.execute(in);
    }
}

} // namespace lockstep::pocket
