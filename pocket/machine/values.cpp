// Registers, and what is computed from one to another.
#include "machine/functions.hpp"
#include "machine/lanes.hpp"
#include "machine/run.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <string_view>

namespace lockstep::pocket
{

std::int64_t Run::whole(SubGroup& part, const Register& in, unsigned lane, unsigned component) const
{
    const std::byte* from = at(part, in, component) + lane * size_of(in.scalar);
    std::int64_t value = 0;
    switch (in.scalar) {
    case Scalar::i8:
        return static_cast<std::int8_t>(*from);
    case Scalar::i16: {
        std::int16_t v;
        std::memcpy(&v, from, 2);
        return v;
    }
    case Scalar::i32: {
        std::int32_t v;
        std::memcpy(&v, from, 4);
        return v;
    }
    default:
        std::memcpy(&value, from, size_of(in.scalar));
        return value;
    }
}

double Run::real(SubGroup& part, const Register& in, unsigned lane, unsigned component) const
{
    if (in.scalar == Scalar::f64) return lanes<double>(part, in, component)[lane];
    if (in.scalar == Scalar::f32) return static_cast<double>(lanes<float>(part, in, component)[lane]);
    if (in.scalar == Scalar::f16)
        return static_cast<double>(half_to_float(lanes<std::uint16_t>(part, in, component)[lane]));
    return static_cast<double>(whole(part, in, lane, component));
}

void Run::set_whole(SubGroup& part, const Register& in, unsigned lane, unsigned component,
                    std::int64_t value) const
{
    std::memcpy(at(part, in, component) + lane * size_of(in.scalar), &value, size_of(in.scalar));
}

void Run::set_real(SubGroup& part, const Register& in, unsigned lane, unsigned component, double value) const
{
    if (in.scalar == Scalar::f64)
        lanes<double>(part, in, component)[lane] = value;
    else if (in.scalar == Scalar::f32)
        lanes<float>(part, in, component)[lane] = static_cast<float>(value);
    else if (in.scalar == Scalar::f16)
        lanes<std::uint16_t>(part, in, component)[lane] = half_from(value);
    else
        set_whole(part, in, lane, component, static_cast<std::int64_t>(value));
}

void Run::set_constant(SubGroup& part, const Instruction& instruction)
{
    const Register& to = instruction.to;
    if (instruction.flags == 1) { // a variable without a value, new in these lanes
        for (unsigned c = 0; c < to.lanes; ++c) part.defined[to.defined + c] &= ~part.mask;
        return;
    }
    if (is_float(to.scalar))
        set_real(part, to, 0, 0, instruction.number.real);
    else
        set_whole(part, to, 0, 0, instruction.number.whole);
    std::byte* const first = at(part, to);
    const std::size_t size = size_of(to.scalar), all = size * width_;
    for (std::size_t done = size; done < all; done *= 2)
        std::memcpy(first + done, first, std::min(done, all - done));
    define(part, to, ~Mask{0});
}

void Run::copy(SubGroup& part, const Instruction& instruction)
{
    const Register &to = instruction.to, &from = instruction.a;
    const std::size_t size = size_of(to.scalar);
    for (unsigned c = 0; c < to.lanes; ++c) {
        std::byte* const out = at(part, to, c);
        const std::byte* const in = at(part, from, c);
        if (part.mask == part.exists) {
            std::memcpy(out, in, size * width_);
        } else {
            for (Mask left = part.mask; left != 0; left &= left - 1) {
                const unsigned lane = lowest_bit(left);
                std::memcpy(out + lane * size, in + lane * size, size);
            }
        }
        Mask& defined = part.defined[to.defined + c];
        defined = (defined & ~part.mask) | (part.defined[from.defined + c] & part.mask);
    }
}

void Run::select(SubGroup& part, const Instruction& instruction)
{
    const Register &to = instruction.to, &asked = instruction.a;
    const bool by_component = instruction.number.whole == 1;
    const std::size_t size = size_of(to.scalar);
    for (unsigned c = 0; c < to.lanes; ++c) {
        Mask first = 0;
        for (unsigned lane = 0; lane < width_; ++lane) {
            const std::int64_t value = whole(part, asked, lane, by_component ? c : 0);
            const bool top =
                by_component
                    ? (static_cast<std::uint64_t>(value) >> (8 * size_of(asked.scalar) - 1) & 1U) != 0
                : is_float(asked.scalar) ? real(part, asked, lane) != 0
                                         : value != 0;
            first |= Mask{top} << lane;
            std::memcpy(at(part, to, c) + lane * size,
                        at(part, top ? instruction.b : instruction.c, c) + lane * size, size);
        }
        const Mask b = part.defined[instruction.b.defined + c], d = part.defined[instruction.c.defined + c];
        part.defined[to.defined + c] =
            part.defined[asked.defined + (by_component ? c : 0)] & ((first & b) | (~first & d));
    }
}

// The lanes whose float no number of the integer type stands for: the language leaves their result open, so it is one that nobody wrote.
Mask Run::beyond(SubGroup& part, const Instruction& in, unsigned component) const
{
    if (!is_float(in.a.scalar) || is_float(in.to.scalar) || in.to.scalar == Scalar::boolean ||
        (in.number.whole & 8) != 0)
        return 0;
    const bool with_sign = is_signed(in.to.scalar);
    const int bits = static_cast<int>(8 * size_of(in.to.scalar)) - (with_sign ? 1 : 0);
    const double most = std::ldexp(1.0, bits), least = with_sign ? -most : 0.0;
    const std::int64_t rounding = in.number.whole & 7;
    Mask lanes_beyond = 0;
    for (unsigned lane = 0; lane < width_; ++lane) {
        const double value = real(part, in.a, lane, component);
        if (value >= least && std::fabs(value) < most / 2) continue; // nearly all
        const double number = rounding == 1   ? std::nearbyint(value)
                              : rounding == 3 ? std::ceil(value)
                              : rounding == 4 ? std::floor(value)
                                              : std::trunc(value);
        if (!(number >= least && number < most)) lanes_beyond |= Mask{1} << lane;
    }
    return lanes_beyond;
}

// A division by zero, among the lanes that go on.
void Run::check_arithmetic(SubGroup& part, const Instruction& in)
{
    if (is_float(in.a.scalar)) return;
    for (unsigned c = 0; c < in.b.lanes; ++c)
        for (Mask left = part.mask & part.defined[in.b.defined + c]; left != 0; left &= left - 1) {
            const unsigned lane = lowest_bit(left);
            if (whole(part, in.b, lane, c) != 0) continue;
            find(part, lane, Fault::by_zero, in.place,
                 std::string{"a division by zero: the result of "} +
                     (in.sign == Operator::divide ? "/" : "%") + " is undefined");
            return;
        }
}

void Run::calculate(SubGroup& part, const Instruction& in)
{
    const std::size_t count = std::size_t{in.to.lanes} * width_;
    const bool all = in.a.lanes > 1;
    if (in.what == Do::unary) {
        apply(in.sign, in.a.scalar, at(part, in.a), at(part, in.to), count, in.to.scalar, all);
        for (unsigned c = 0; c < in.to.lanes; ++c)
            part.defined[in.to.defined + c] = part.defined[in.a.defined + c];
        return;
    }
    if (in.what == Do::convert) {
        convert(in.a.scalar, at(part, in.a), in.to.scalar, at(part, in.to), count,
                static_cast<unsigned>(in.number.whole));
        for (unsigned c = 0; c < in.to.lanes; ++c)
            part.defined[in.to.defined + c] = part.defined[in.a.defined + c] & ~beyond(part, in, c);
        return;
    }
    if (in.sign == Operator::divide || in.sign == Operator::remainder) check_arithmetic(part, in);
    if (in.sign == Operator::both || in.sign == Operator::either) { // operands may differ in type
        for (unsigned lane = 0; lane < width_; ++lane)
            for (unsigned c = 0; c < in.to.lanes; ++c) {
                const auto is_true = [&](const Register& r) {
                    return is_float(r.scalar) ? real(part, r, lane, c) != 0 : whole(part, r, lane, c) != 0;
                };
                const bool a = is_true(in.a), b = is_true(in.b);
                set_whole(part, in.to, lane, c,
                          (in.sign == Operator::both ? a && b : a || b) ? (all ? -1 : 1) : 0);
            }
    } else {
        apply(in.sign, in.a.scalar, at(part, in.a), at(part, in.b), at(part, in.to), count, in.to.scalar,
              all);
    }
    for (unsigned c = 0; c < in.to.lanes; ++c)
        part.defined[in.to.defined + c] = part.defined[in.a.defined + c] & part.defined[in.b.defined + c];
}

void Run::call_function(SubGroup& part, const Instruction& in)
{
    const std::string_view name = function_name(in.function);
    if (name == "as_") { // the same bits, lane by lane
        const std::size_t from = size_of(in.a.scalar), to = size_of(in.to.scalar);
        for (unsigned lane = 0; lane < width_; ++lane) {
            std::byte bytes[128]{};
            for (unsigned c = 0; c < in.a.lanes; ++c)
                std::memcpy(bytes + c * from, at(part, in.a, c) + lane * from, from);
            for (unsigned c = 0; c < in.to.lanes; ++c)
                std::memcpy(at(part, in.to, c) + lane * to, bytes + c * to, to);
        }
        define(part, in.to, known(part, in.a));
        return;
    }
    if (name == "shuffle" || name == "shuffle2") {
        const Register& mask = name == "shuffle" ? in.b : in.c;
        const unsigned count = in.a.lanes * (name == "shuffle" ? 1U : 2U);
        const std::size_t size = size_of(in.to.scalar);
        for (unsigned c = 0; c < in.to.lanes; ++c)
            for (unsigned lane = 0; lane < width_; ++lane) {
                const auto which = static_cast<unsigned>(whole(part, mask, lane, c)) % count;
                const Register& from = which < in.a.lanes ? in.a : in.b;
                std::memcpy(at(part, in.to, c) + lane * size,
                            at(part, from, which % in.a.lanes) + lane * size, size);
            }
        define(part, in.to, known(part, in.a) & known(part, mask));
        return;
    }
    const auto data = [&](const Register& r) -> const void* { return r.lanes == 0 ? nullptr : at(part, r); };
    compute(in.function, {.scalar = in.a.scalar,
                          .second = in.b.scalar,
                          .third = in.c.scalar,
                          .result = in.to.scalar,
                          .components = in.a.lanes,
                          .width = width_,
                          .a = data(in.a),
                          .b = data(in.b),
                          .c = data(in.c),
                          .out = at(part, in.to)});
    Mask all = known(part, in.a);
    if (in.b.lanes != 0) all &= known(part, in.b);
    if (in.c.lanes != 0) all &= known(part, in.c);
    define(part, in.to, all);
}

} // namespace lockstep::pocket
