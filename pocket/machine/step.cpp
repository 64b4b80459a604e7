// One instruction for all lanes of a sub-group, and where the next one is.
#include "machine/run.hpp"

#include <algorithm>
#include <cstring>

namespace lockstep::pocket
{

// Who has left by break, continue or return, on the way here.
Mask Run::off(const SubGroup& part)
{
    Mask all = 0;
    for (const Frame& frame : part.frames) all |= frame.off | frame.turn;
    return all;
}

void Run::restore(SubGroup& part, const Frame& frame) const
{
    part.mask = frame.before & ~off(part);
}

// The lanes in which a condition holds. Nobody can decide by what was never written.
Mask Run::truth(SubGroup& part, const Register& in, const Instruction& instruction)
{
    if (const Mask unknown = part.mask & ~known(part, in); unknown != 0)
        tell_unwritten(part, lowest_bit(unknown), instruction,
                       "this condition depends on a value that nobody has written", in);
    Mask holds = 0;
    switch (size_of(in.scalar)) {
    case 1:
        for (unsigned l = 0; l < width_; ++l) holds |= Mask{lanes<std::uint8_t>(part, in)[l] != 0} << l;
        break;
    case 2:
        for (unsigned l = 0; l < width_; ++l) { // a half is also zero with a sign
            const std::uint16_t bits = lanes<std::uint16_t>(part, in)[l];
            holds |= Mask{(in.scalar == Scalar::f16 ? bits & 0x7fffU : bits) != 0} << l;
        }
        break;
    case 4:
        if (is_float(in.scalar))
            for (unsigned l = 0; l < width_; ++l) holds |= Mask{lanes<float>(part, in)[l] != 0.0F} << l;
        else
            for (unsigned l = 0; l < width_; ++l) holds |= Mask{lanes<std::uint32_t>(part, in)[l] != 0} << l;
        break;
    default:
        if (is_float(in.scalar))
            for (unsigned l = 0; l < width_; ++l) holds |= Mask{lanes<double>(part, in)[l] != 0.0} << l;
        else
            for (unsigned l = 0; l < width_; ++l) holds |= Mask{lanes<std::uint64_t>(part, in)[l] != 0} << l;
    }
    return holds;
}

void Run::execute(SubGroup& part, const Instruction& in)
{
    switch (in.what) {
    case Do::constant:
        set_constant(part, in);
        break;
    case Do::copy:
        copy(part, in);
        break;
    case Do::splat: {
        const std::size_t size = size_of(in.to.scalar) * width_;
        for (unsigned c = 0; c < in.to.lanes; ++c) {
            std::memcpy(at(part, in.to, c), at(part, in.a), size);
            part.defined[in.to.defined + c] = part.defined[in.a.defined];
        }
        break;
    }
    case Do::convert:
    case Do::unary:
    case Do::binary:
        calculate(part, in);
        break;
    case Do::select:
        select(part, in);
        break;
    case Do::swizzle: {
        const auto& order = code_.orders[static_cast<std::size_t>(in.extra)];
        const std::size_t size = size_of(in.to.scalar) * width_;
        for (unsigned c = 0; c < in.to.lanes; ++c) {
            const bool there = order[c] < in.a.lanes; // the fourth of three is nothing
            if (there) std::memcpy(at(part, in.to, c), at(part, in.a, order[c]), size);
            part.defined[in.to.defined + c] = there ? part.defined[in.a.defined + order[c]] : 0;
        }
        break;
    }
    case Do::insert: {
        const auto& order = code_.orders[static_cast<std::size_t>(in.extra)];
        const std::size_t size = size_of(in.to.scalar);
        for (unsigned i = 0; i < order.size(); ++i) {
            const unsigned from = in.a.lanes == 1 ? 0 : i;
            for (Mask left = part.mask; left != 0; left &= left - 1) {
                const unsigned lane = lowest_bit(left);
                std::memcpy(at(part, in.to, order[i]) + lane * size, at(part, in.a, from) + lane * size,
                            size);
            }
            Mask& defined = part.defined[in.to.defined + order[i]];
            defined = (defined & ~part.mask) | (part.defined[in.a.defined + from] & part.mask);
        }
        break;
    }
    case Do::join: {
        unsigned c = 0;
        for (const Register& from : code_.parts[static_cast<std::size_t>(in.extra)])
            for (unsigned i = 0; i < from.lanes; ++i, ++c) {
                std::memcpy(at(part, in.to, c), at(part, from, i), size_of(in.to.scalar) * width_);
                part.defined[in.to.defined + c] = part.defined[from.defined + i];
            }
        break;
    }
    case Do::function:
        call_function(part, in);
        break;
    case Do::address:
        std::fill_n(lanes<std::uint64_t>(part, in.to), width_,
                    pointer_to(static_cast<std::uint32_t>(in.number.whole)));
        define(part, in.to, ~Mask{0});
        break;
    case Do::offset: {
        const auto* from = lanes<std::uint64_t>(part, in.a);
        auto* to = lanes<std::uint64_t>(part, in.to);
        const auto* by = lanes<std::uint64_t>(part, in.b);
        const auto size = static_cast<std::uint64_t>(in.number.whole);
        for (unsigned lane = 0; lane < width_; ++lane) to[lane] = from[lane] + by[lane] * size;
        define(part, in.to, known(part, in.a) & known(part, in.b));
        break;
    }
    case Do::load:
        load(part, in);
        break;
    case Do::store:
        store(part, in);
        break;
    case Do::move:
        move(part, in);
        break;
    case Do::atomic:
        change(part, in);
        break;
    case Do::barrier:
        barrier(part, in);
        return;
    case Do::fence:
        break;
    case Do::group:
        of_group(part, in);
        if (part.waits) return;
        break;
    case Do::copy_async:
        copy_async(part, in);
        break;
    case Do::read_image:
        read_image(part, in);
        break;
    case Do::write_image:
        write_image(part, in);
        break;
    case Do::ask_image:
        ask_image(part, in);
        break;
    case Do::print:
        print(part, in);
        break;
    case Do::end:
        part.ended = true;
        return;
    default:
        control(part, in);
        return;
    }
    ++part.at;
}

void Run::control(SubGroup& part, const Instruction& in)
{
    using Is = Frame::Is;
    const auto innermost = [&](bool loop_only) -> Frame* {
        for (auto frame = part.frames.rbegin(); frame != part.frames.rend(); ++frame)
            if (frame->is == Is::loop || (!loop_only && frame->is == Is::choose)) return &*frame;
        return nullptr;
    };
    const auto pop = [&] {
        const Frame frame = part.frames.back();
        part.frames.pop_back();
        part.mask = frame.before & ~off(part);
    };
    std::uint32_t next = part.at + 1;
    switch (in.what) {
    case Do::if_begin: {
        const Mask holds = truth(part, in.a, in);
        part.frames.push_back({.is = Is::choice, .before = part.mask, .taken = part.mask & holds});
        part.mask &= holds;
        if (part.mask == 0) next = in.target;
        break;
    }
    case Do::if_else: {
        const Frame& frame = part.frames.back();
        part.mask = frame.before & ~frame.taken & ~off(part);
        if (part.mask == 0) next = in.target;
        break;
    }
    case Do::loop_begin:
        part.frames.push_back({.is = Is::loop, .before = part.mask});
        break;
    case Do::loop_test: {
        const Mask holds = truth(part, in.a, in);
        part.frames.back().off |= part.mask & ~holds;
        part.mask &= holds;
        if (part.mask == 0) next = in.target;
        break;
    }
    case Do::loop_next:
        part.frames.back().turn = 0;
        restore(part, part.frames.back());
        break;
    case Do::loop_back:
        if (part.mask != 0) next = in.target;
        break;
    case Do::if_end:
    case Do::loop_end:
    case Do::switch_end:
        pop();
        break;
    case Do::call_end:
        pop();
        break;
    case Do::leave_loop:
        if (Frame* frame = innermost(false)) frame->off |= part.mask;
        part.mask = 0;
        break;
    case Do::next_turn:
        if (Frame* frame = innermost(true)) frame->turn |= part.mask;
        // A switch between here and the loop is left as well; off() sees the loop's mask.
        part.mask = 0;
        break;
    case Do::switch_begin:
        part.frames.push_back({.is = Is::choose, .before = part.mask});
        part.mask = 0;
        break;
    case Do::switch_case:
    case Do::switch_default: {
        const Mask asking = part.frames.back().before & ~off(part);
        if (const Mask unknown = asking & ~known(part, in.a); unknown != 0)
            find(part, lowest_bit(unknown), Fault::unwritten, in.place,
                 "this switch depends on a value that nobody has written");
        const auto& cases = code_.cases[static_cast<std::size_t>(in.extra)];
        for (Mask left = asking; left != 0; left &= left - 1) {
            const unsigned lane = lowest_bit(left);
            const std::int64_t value = whole(part, in.a, lane);
            const bool enters = in.what == Do::switch_case
                                    ? value == in.number.whole
                                    : std::find(cases.begin(), cases.end(), value) == cases.end();
            if (enters) part.mask |= Mask{1} << lane;
        }
        break;
    }
    case Do::call_begin:
        part.frames.push_back({.is = Is::call, .before = part.mask});
        break;
    case Do::call_leave:
        for (auto frame = part.frames.rbegin(); frame != part.frames.rend(); ++frame)
            if (frame->is == Is::call) {
                frame->off |= part.mask;
                break;
            }
        part.mask = 0;
        break;
    default:
        break;
    }
    part.at = next;
}

} // namespace lockstep::pocket
