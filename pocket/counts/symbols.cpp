// What a compiler knows of the values in a sub-group's registers.
#include "counts/symbols.hpp"

#include "front/fold.hpp"

namespace lockstep::pocket
{

namespace
{

// SplitMix64.
std::uint64_t scattered(std::uint64_t value)
{
    value += 0x9e3779b97f4a7c15U;
    value = (value ^ (value >> 30U)) * 0xbf58476d1ce4e5b9U;
    value = (value ^ (value >> 27U)) * 0x94d049bb133111ebU;
    return value ^ (value >> 31U);
}

std::uint64_t joined(std::uint64_t one, std::uint64_t other)
{
    return scattered(one ^ scattered(other));
}

bool is_whole(const Register& in)
{
    return !is_float(in.scalar);
}

bool commutes(Operator sign)
{
    return sign == Operator::bit_and || sign == Operator::bit_or || sign == Operator::bit_xor ||
           sign == Operator::equal || sign == Operator::unequal || sign == Operator::add ||
           sign == Operator::multiply;
}

} // namespace

Symbols::Symbols(const Code& code) : code_(code), values_(code.masks)
{
    for (Symbol& value : values_) value = unknown();
}

Symbol Symbols::unknown()
{
    return {scattered(++last_), false};
}

void Symbols::forget(const std::vector<std::uint32_t>& masks)
{
    for (const std::uint32_t mask : masks) values_[mask] = unknown();
}

Symbol Symbols::arithmetic(const Instruction& in, const Symbol& a, const Symbol& b)
{
    const bool numbers = a.is_number && b.is_number;
    if (is_whole(in.a)) {
        switch (in.sign) {
        case Operator::add:
            return {a.value + b.value, numbers};
        case Operator::subtract:
            return {a.value - b.value, numbers};
        case Operator::multiply:
            return {a.value * b.value, numbers};
        case Operator::shift_left:
            if (b.is_number && b.value < 64) return {a.value << b.value, numbers};
            break;
        default:
            if (!numbers) break;
            if (const auto known = worked_out(in.sign, static_cast<std::int64_t>(a.value),
                                              static_cast<std::int64_t>(b.value), in.a.scalar))
                return {static_cast<std::uint64_t>(*known), true};
        }
    }
    std::uint64_t first = a.value, second = b.value;
    if (commutes(in.sign) && second < first) std::swap(first, second);
    return {joined(joined(static_cast<std::uint64_t>(in.sign) + 1000, first), second), false};
}

void Symbols::execute(const Instruction& in)
{
    const auto operand = [&](const Register& from, unsigned c) { return of(from, from.lanes == 1 ? 0 : c); };
    switch (in.what) {
    case Do::constant:
        for (unsigned c = 0; c < in.to.lanes; ++c)
            set(in.to, c,
                {is_whole(in.to) ? static_cast<std::uint64_t>(in.number.whole)
                                 : scattered(static_cast<std::uint64_t>(in.number.whole)),
                 is_whole(in.to)});
        break;
    case Do::copy:
    case Do::splat:
        for (unsigned c = 0; c < in.to.lanes; ++c) set(in.to, c, operand(in.a, c));
        break;
    case Do::convert:
        for (unsigned c = 0; c < in.to.lanes; ++c) {
            const Symbol from = operand(in.a, c);
            // What wraps around is no longer the sum that it was.
            const bool widens_unsigned =
                !is_signed(in.a.scalar) && size_of(in.to.scalar) > size_of(in.a.scalar);
            const bool keeps = is_whole(in.a) && is_whole(in.to) && (from.is_number || !widens_unsigned);
            set(in.to, c,
                keeps ? from
                      : Symbol{joined(static_cast<std::uint64_t>(in.to.scalar) + 2000, from.value), false});
        }
        break;
    case Do::unary:
        for (unsigned c = 0; c < in.to.lanes; ++c) {
            const Symbol from = operand(in.a, c);
            if (is_whole(in.a) && in.sign == Operator::negate)
                set(in.to, c, {0 - from.value, from.is_number});
            else if (is_whole(in.a) && in.sign == Operator::complement)
                set(in.to, c, {~from.value, from.is_number});
            else if (is_whole(in.a) && from.is_number)
                set(in.to, c, {from.value == 0 ? std::uint64_t{1} : 0, true});
            else
                set(in.to, c, {joined(static_cast<std::uint64_t>(in.sign) + 3000, from.value), false});
        }
        break;
    case Do::binary:
        for (unsigned c = 0; c < in.to.lanes; ++c)
            set(in.to, c, arithmetic(in, operand(in.a, c), operand(in.b, c)));
        break;
    case Do::select:
        for (unsigned c = 0; c < in.to.lanes; ++c) {
            const Symbol asked = operand(in.a, c), yes = operand(in.b, c), no = operand(in.c, c);
            if (asked.is_number || yes == no)
                set(in.to, c, asked.value != 0 || yes == no ? yes : no);
            else
                set(in.to, c, {joined(joined(asked.value, yes.value), no.value), false});
        }
        break;
    case Do::swizzle: {
        const auto& order = code_.orders[static_cast<std::size_t>(in.extra)];
        std::vector<Symbol> taken;
        for (unsigned c = 0; c < in.to.lanes; ++c)
            taken.push_back(order[c] < in.a.lanes ? of(in.a, order[c]) : Symbol{});
        for (unsigned c = 0; c < in.to.lanes; ++c) set(in.to, c, taken[c]);
        break;
    }
    case Do::insert: {
        const auto& order = code_.orders[static_cast<std::size_t>(in.extra)];
        for (unsigned i = 0; i < order.size(); ++i) set(in.to, order[i], operand(in.a, i));
        break;
    }
    case Do::join: {
        std::vector<Symbol> taken;
        for (const Register& from : code_.parts[static_cast<std::size_t>(in.extra)])
            for (unsigned i = 0; i < from.lanes; ++i) taken.push_back(of(from, i));
        for (unsigned c = 0; c < in.to.lanes && c < taken.size(); ++c) set(in.to, c, taken[c]);
        break;
    }
    case Do::group:
        if (!asks_for_place(in)) {
            for (unsigned c = 0; c < in.to.lanes; ++c) set(in.to, c, unknown());
            break;
        }
        [[fallthrough]];
    case Do::function:
    case Do::ask_image: {
        std::uint64_t all = in.function + std::uint64_t{4000};
        for (const Register* from : {&in.a, &in.b, &in.c})
            for (unsigned c = 0; c < from->lanes; ++c) all = joined(all, of(*from, c).value);
        for (unsigned c = 0; c < in.to.lanes; ++c) set(in.to, c, {joined(all, c), false});
        break;
    }
    case Do::address:
        set(in.to, 0, {scattered(static_cast<std::uint64_t>(in.number.whole) + 5000), false});
        break;
    case Do::offset:
        set(in.to, 0, {of(in.a).value + of(in.b).value * static_cast<std::uint64_t>(in.number.whole), false});
        break;
    default:
        for (unsigned c = 0; c < in.to.lanes; ++c) set(in.to, c, unknown());
    }
}

} // namespace lockstep::pocket
