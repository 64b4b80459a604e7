// &&, || and ?: as instructions: one side, or both for all lanes.
#include "front/ranges.hpp"
#include "machine/lowering.hpp"

namespace lockstep::pocket
{

namespace
{

// Without an effect, and cheap: both sides of a choice may be computed by all lanes.
bool is_plain(const Expression& expression)
{
    using Is = Expression::Is;
    if (expression.is == Is::constant) return true;
    if (expression.is == Is::variable)
        return !expression.variable->in_memory && expression.type->fits_register();
    if (expression.is == Is::binary &&
        (expression.sign == Operator::divide || expression.sign == Operator::remainder) &&
        expression.type->is_integer())
        return false;
    if (expression.is == Is::unary || expression.is == Is::binary || expression.is == Is::convert ||
        expression.is == Is::swizzle)
        return ranges::all_of(expression.parts, [](const Ex& part) { return is_plain(*part); });
    return false;
}

} // namespace

// && and || of scalars: the right side only where the left one does not decide.
Register Lowering::logic(const Expression& expression)
{
    const bool both = expression.sign == Operator::both;
    const Register left = value(*expression.parts[0]);
    if (is_plain(*expression.parts[1])) {
        const Register right = value(*expression.parts[1]);
        return binary(expression.sign, left, right, expression.type, expression.place);
    }
    const Register to = new_register(expression.type);
    const Register none = constant(0, left.scalar, expression.place);
    Instruction& first = emit(Do::binary, expression.place);
    first.sign = Operator::unequal;
    first.to = to;
    first.a = left;
    first.b = none;
    Register asked = to;
    if (!both) {
        asked = new_register(expression.type);
        Instruction& opposite = emit(Do::unary, expression.place);
        opposite.sign = Operator::opposite;
        opposite.to = asked;
        opposite.a = to;
    }
    const std::uint32_t begin = here();
    emit(Do::if_begin, expression.place).a = asked;
    const Register right = value(*expression.parts[1]);
    const Register zero = constant(0, right.scalar, expression.place);
    const Register decided = new_register(expression.type);
    Instruction& second = emit(Do::binary, expression.place);
    second.sign = Operator::unequal;
    second.to = decided;
    second.a = right;
    second.b = zero;
    Instruction& copied = emit(Do::copy, expression.place);
    copied.to = to;
    copied.a = decided;
    set_target(begin);
    emit(Do::if_end, expression.place);
    return to;
}

Register Lowering::choice(const Expression& expression)
{
    const Register asked = value(*expression.parts[0]);
    const bool by_component = expression.parts[0]->type->is_vector();
    if (by_component || (is_plain(*expression.parts[1]) && is_plain(*expression.parts[2]))) {
        const Register first = value(*expression.parts[1]), second = value(*expression.parts[2]);
        const Register to = new_register(expression.type);
        Instruction& made = emit(Do::select, expression.place);
        made.to = to;
        made.a = asked;
        made.b = first;
        made.c = second;
        made.number.whole = by_component ? 1 : 0;
        return to;
    }
    const bool has_value = !expression.type->is_nothing();
    const Register to = has_value ? new_register(expression.type) : Register{};
    const std::uint32_t begin = here();
    emit(Do::if_begin, expression.place).a = asked;
    const auto side = [&](const Expression& from) {
        if (!has_value) return effect(from);
        const Register got = value(from);
        Instruction& copied = emit(Do::copy, from.place);
        copied.to = to;
        copied.a = got;
    };
    side(*expression.parts[1]);
    const std::uint32_t otherwise = here();
    set_target(begin);
    emit(Do::if_else, expression.place);
    side(*expression.parts[2]);
    set_target(otherwise);
    emit(Do::if_end, expression.place);
    return to;
}

} // namespace lockstep::pocket
