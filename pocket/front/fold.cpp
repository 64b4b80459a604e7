// What is known when the program is built: constants, and expressions of them.
#include "front/fold.hpp"
#include "front/parser.hpp"

#include <cmath>

namespace lockstep::pocket
{

namespace
{

std::int64_t wrapped(std::int64_t value, Scalar scalar)
{
    switch (scalar) {
    case Scalar::boolean:
        return value != 0 ? 1 : 0;
    case Scalar::i8:
        return static_cast<std::int8_t>(value);
    case Scalar::u8:
        return static_cast<std::uint8_t>(value);
    case Scalar::i16:
        return static_cast<std::int16_t>(value);
    case Scalar::u16:
        return static_cast<std::uint16_t>(value);
    case Scalar::i32:
        return static_cast<std::int32_t>(value);
    case Scalar::u32:
        return static_cast<std::uint32_t>(value);
    default:
        return value;
    }
}

double rounded(double value, Scalar scalar)
{
    return scalar == Scalar::f32 ? static_cast<double>(static_cast<float>(value)) : value;
}

bool is_number(const Ex& expression)
{
    return expression->is == Expression::Is::constant && expression->type->is_scalar();
}

std::optional<double> worked_out(Operator sign, double a, double b)
{
    switch (sign) {
    case Operator::add:
        return a + b;
    case Operator::subtract:
        return a - b;
    case Operator::multiply:
        return a * b;
    case Operator::divide:
        return a / b;
    default:
        return std::nullopt;
    }
}

} // namespace

std::optional<std::int64_t> worked_out(Operator sign, std::int64_t a, std::int64_t b, Scalar scalar)
{
    const auto ua = static_cast<std::uint64_t>(a), ub = static_cast<std::uint64_t>(b);
    const bool with_sign = is_signed(scalar);
    const std::uint64_t bits = 8 * size_of(scalar);
    switch (sign) {
    case Operator::add:
        return static_cast<std::int64_t>(ua + ub);
    case Operator::subtract:
        return static_cast<std::int64_t>(ua - ub);
    case Operator::multiply:
        return static_cast<std::int64_t>(ua * ub);
    case Operator::divide:
    case Operator::remainder:
        if (b == 0) return std::nullopt;
        if (with_sign && b == -1) return sign == Operator::divide ? static_cast<std::int64_t>(0 - ua) : 0;
        if (sign == Operator::divide) return with_sign ? a / b : static_cast<std::int64_t>(ua / ub);
        return with_sign ? a % b : static_cast<std::int64_t>(ua % ub);
    case Operator::bit_and:
        return a & b;
    case Operator::bit_or:
        return a | b;
    case Operator::bit_xor:
        return a ^ b;
    case Operator::shift_left:
        return static_cast<std::int64_t>(ua << (ub % bits));
    case Operator::shift_right:
        return with_sign ? a >> (ub % bits) : static_cast<std::int64_t>(ua >> (ub % bits));
    case Operator::less:
        return (with_sign ? a < b : ua < ub) ? 1 : 0;
    case Operator::greater:
        return (with_sign ? a > b : ua > ub) ? 1 : 0;
    case Operator::at_most:
        return (with_sign ? a <= b : ua <= ub) ? 1 : 0;
    case Operator::at_least:
        return (with_sign ? a >= b : ua >= ub) ? 1 : 0;
    case Operator::equal:
        return a == b ? 1 : 0;
    case Operator::unequal:
        return a != b ? 1 : 0;
    case Operator::both:
        return a != 0 && b != 0 ? 1 : 0;
    case Operator::either:
        return a != 0 || b != 0 ? 1 : 0;
    default:
        return std::nullopt;
    }
}

std::optional<std::int64_t> Parser::constant_of(const Expression& expression) const
{
    if (expression.is != Expression::Is::constant) {
        if (expression.is == Expression::Is::variable && expression.variable->is_const &&
            expression.variable->first)
            return constant_of(*expression.variable->first);
        return std::nullopt;
    }
    if (expression.type->is_floating()) return std::nullopt;
    return expression.number.whole;
}

// Floats of operations are left to the machine, whose rounding is the device's; only conversions of constants are done here, and
// what integers come to.
Ex Parser::fold(Ex from)
{
    const Place place = from->place;
    if (from->parts.empty()) return from;
    if (from->is == Expression::Is::convert && is_number(from->parts[0]) && from->type->is_scalar()) {
        const Expression& inner = *from->parts[0];
        const Scalar to = from->type->scalar, of = inner.type->scalar;
        Ex made_here = made(Expression::Is::constant, from->type, place);
        if (is_float(to)) {
            const double value = is_float(of) ? inner.number.real
                                 : of == Scalar::u64
                                     ? static_cast<double>(static_cast<std::uint64_t>(inner.number.whole))
                                     : static_cast<double>(inner.number.whole);
            if (to == Scalar::f16) return from;
            made_here->number.real =
                to == Scalar::f32 && !is_float(of)
                    ? (of == Scalar::u64 ? static_cast<double>(static_cast<float>(
                                               static_cast<std::uint64_t>(inner.number.whole)))
                                         : static_cast<double>(static_cast<float>(inner.number.whole)))
                    : rounded(value, to);
            return made_here;
        }
        if (is_float(of)) {
            const double value = inner.number.real;
            if (to == Scalar::boolean)
                made_here->number.whole = value != 0 ? 1 : 0;
            else if (!(value > -9.2e18 && value < 9.2e18))
                return from;
            else
                made_here->number.whole = wrapped(static_cast<std::int64_t>(value), to);
            return made_here;
        }
        made_here->number.whole = wrapped(inner.number.whole, to);
        return made_here;
    }
    if (from->is == Expression::Is::unary && is_number(from->parts[0]) && from->type->is_scalar()) {
        const Expression& inner = *from->parts[0];
        Ex made_here = made(Expression::Is::constant, from->type, place);
        if (inner.type->is_floating()) {
            if (from->sign != Operator::negate) return from;
            made_here->number.real = -inner.number.real;
            return made_here;
        }
        const auto value = static_cast<std::uint64_t>(inner.number.whole);
        made_here->number.whole =
            wrapped(static_cast<std::int64_t>(from->sign == Operator::negate       ? 0 - value
                                              : from->sign == Operator::complement ? ~value
                                              : value == 0                         ? 1
                                                                                   : 0),
                    from->type->scalar);
        return made_here;
    }
    if (from->is == Expression::Is::binary && from->type->is_scalar()) {
        const auto a = constant_of(*from->parts[0]), b = constant_of(*from->parts[1]);
        const bool scalars = from->parts[0]->type->is_scalar() && from->parts[1]->type->is_scalar();
        if (scalars && a && b) {
            const Scalar scalar = from->inner != nullptr ? from->inner->scalar : Scalar::i64;
            if (const auto value = worked_out(from->sign, *a, *b, scalar))
                return whole_number(wrapped(*value, from->type->scalar), from->type, place);
        }
        if (is_number(from->parts[0]) && is_number(from->parts[1]) && from->type->is_floating() &&
            from->type->scalar != Scalar::f16) {
            if (const auto value =
                    worked_out(from->sign, from->parts[0]->number.real, from->parts[1]->number.real)) {
                Ex made_here = made(Expression::Is::constant, from->type, place);
                made_here->number.real = rounded(*value, from->type->scalar);
                return made_here;
            }
        }
    }
    if (from->is == Expression::Is::choose && from->parts[0]->type->is_scalar() && from->type->is_scalar())
        if (const auto asked = constant_of(*from->parts[0]))
            return std::move(from->parts[*asked != 0 ? 1 : 2]);
    return from;
}

} // namespace lockstep::pocket
