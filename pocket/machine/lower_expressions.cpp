// Expressions as instructions.
#include "front/builtins.hpp"
#include "machine/lowering.hpp"

#include <algorithm>

namespace lockstep::pocket
{

namespace
{

// A field, or a part of one, whose structure promises less of its address than the field's type asks for.
bool is_packed_field(const Expression& expression)
{
    using Is = Expression::Is;
    const Expression* at = &expression;
    for (;;) {
        const bool is_field = at->is == Is::field;
        if (is_field && at->parts[0]->type->structure != nullptr &&
            at->parts[0]->type->structure->alignment < at->type->alignment())
            return true;
        const bool leads_on = is_field || at->is == Is::element || at->is == Is::decay;
        if (!leads_on || at->parts.empty()) return false;
        at = at->parts[0].get();
    }
}

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
        return std::ranges::all_of(expression.parts, [](const Ex& part) { return is_plain(*part); });
    return false;
}

enum Rounding : std::int64_t
{
    as_cast = 0,
    rte = 1,
    rtz = 2,
    rtp = 3,
    rtn = 4,
    saturating = 8
};

} // namespace

Register Lowering::constant(std::int64_t whole, Scalar scalar, const Place& place)
{
    const Register to = new_register(scalar, 1);
    Instruction& made = emit(Do::constant, place);
    made.to = to;
    made.number.whole = whole;
    return to;
}

Register Lowering::constant_of(const Expression& expression)
{
    const Register to = new_register(expression.type);
    Instruction& made = emit(Do::constant, expression.place);
    made.to = to;
    if (expression.type->is_floating())
        made.number.real = expression.number.real;
    else
        made.number.whole = expression.number.whole;
    return to;
}

// One number, 0 or not, for a condition.
Register Lowering::truth(const Expression& expression)
{
    return value(expression);
}

Register Lowering::object_address(int object, const Place& place)
{
    const Register to = new_register(Scalar::u64, 1);
    Instruction& made = emit(Do::address, place);
    made.to = to;
    made.number.whole = object;
    return to;
}

Register Lowering::moved_on(const Register& pointer, std::uint64_t bytes, const Place& place)
{
    if (bytes == 0) return pointer;
    return pointer_step(Operator::add, pointer,
                        constant(static_cast<std::int64_t>(bytes), Scalar::i64, place), 1, place);
}

Register Lowering::pointer_step(Operator sign, const Register& pointer, const Register& by, std::size_t bytes,
                                const Place& place)
{
    const Register to = new_register(Scalar::u64, 1);
    Instruction& made = emit(Do::offset, place);
    made.to = to;
    made.a = pointer;
    made.b = by;
    made.number.whole =
        sign == Operator::subtract ? -static_cast<std::int64_t>(bytes) : static_cast<std::int64_t>(bytes);
    return to;
}

Register Lowering::load(const Register& pointer, const Type* type, const Place& place, bool anywhere)
{
    const Register to = new_register(type);
    Instruction& made = emit(Do::load, place);
    made.to = to;
    made.a = pointer;
    made.flags = anywhere ? Aligned::anywhere : Aligned::as_whole;
    return to;
}

void Lowering::copy_structure(const Register& to, const Register& from, std::size_t bytes, const Place& place)
{
    Instruction& made = emit(Do::move, place);
    made.a = to;
    made.b = from;
    made.number.whole = static_cast<std::int64_t>(bytes);
}

Register Lowering::swizzled(const Register& from, const std::vector<std::uint8_t>& order, const Place& place)
{
    const Register to = new_register(from.scalar, static_cast<unsigned>(order.size()));
    code_->orders.push_back(order);
    Instruction& made = emit(Do::swizzle, place);
    made.to = to;
    made.a = from;
    made.extra = static_cast<std::int32_t>(code_->orders.size() - 1);
    return to;
}

Register Lowering::converted(const Register& from, const Type* to, const std::string& how, const Place& place)
{
    const Scalar scalar = scalar_of(to);
    const unsigned lanes = to->is_vector() ? to->lanes : 1;
    Register result = from;
    if (from.scalar != scalar || (!how.empty() && how != "_")) {
        result = new_register(scalar, from.lanes);
        Instruction& made = emit(Do::convert, place);
        made.to = result;
        made.a = from;
        made.number.whole = how.find("rte") != std::string::npos   ? rte
                            : how.find("rtz") != std::string::npos ? rtz
                            : how.find("rtp") != std::string::npos ? rtp
                            : how.find("rtn") != std::string::npos ? rtn
                                                                   : as_cast;
        if (how.find("sat") != std::string::npos) made.number.whole |= saturating;
    }
    if (lanes == result.lanes) return result;
    const Register all = new_register(scalar, lanes);
    Instruction& made = emit(Do::splat, place);
    made.to = all;
    made.a = result;
    return all;
}

Register Lowering::binary(Operator sign, const Register& a, const Register& b, const Type* result,
                          const Place& place)
{
    const Register to = new_register(result);
    Instruction& made = emit(Do::binary, place);
    made.sign = sign;
    made.to = to;
    made.a = a;
    made.b = b;
    return to;
}

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
    const Register to = new_register(expression.type);
    const std::uint32_t begin = here();
    emit(Do::if_begin, expression.place).a = asked;
    const auto side = [&](const Expression& from) {
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

Lowering::Target Lowering::target_of(const Expression& expression)
{
    using Is = Expression::Is;
    if (expression.is == Is::swizzle) {
        Target inner = target_of(*expression.parts[0]);
        if (inner.order.empty()) {
            inner.order = expression.order;
        } else {
            std::vector<std::uint8_t> order;
            for (const std::uint8_t which : expression.order) order.push_back(inner.order.at(which));
            inner.order = order;
        }
        return inner;
    }
    if (expression.is == Is::variable) {
        const Home& home = home_of(*expression.variable);
        if (home.object < 0 && home.address.lanes == 0)
            return {.in_register = true, .in = home.in, .type = expression.type};
    }
    return {.in_register = false,
            .in = address(expression),
            .type = expression.type,
            .anywhere = is_packed_field(expression)};
}

Register Lowering::loaded(const Target& target, const Place& place)
{
    const Register whole =
        target.in_register ? target.in : load(target.in, target.type, place, target.anywhere);
    return target.order.empty() ? whole : swizzled(whole, target.order, place);
}

void Lowering::store(const Target& target, const Register& from, const Place& place)
{
    if (target.in_register && target.order.empty()) {
        Instruction& made = emit(Do::copy, place);
        made.to = target.in;
        made.a = from;
    } else if (target.in_register) {
        code_->orders.push_back(target.order);
        Instruction& made = emit(Do::insert, place);
        made.to = target.in;
        made.a = from;
        made.extra = static_cast<std::int32_t>(code_->orders.size() - 1);
    } else if (target.order.empty()) {
        Instruction& made = emit(Do::store, place);
        made.a = target.in;
        made.b = from;
        made.flags = target.anywhere ? Aligned::anywhere : Aligned::as_whole;
    } else { // component by component, as other work-items may write the others
        for (std::size_t i = 0; i < target.order.size(); ++i) {
            const Register part =
                from.lanes == 1 ? from : swizzled(from, {static_cast<std::uint8_t>(i)}, place);
            const Register where = moved_on(target.in, target.order[i] * size_of(target.type->scalar), place);
            Instruction& made = emit(Do::store, place);
            made.a = where;
            made.b = part;
            made.flags = target.anywhere ? Aligned::anywhere : Aligned::as_whole;
        }
    }
}

// Where something in memory is; of a structure that a call returns, where that was left.
Register Lowering::address(const Expression& expression)
{
    using Is = Expression::Is;
    const Place& place = expression.place;
    switch (expression.is) {
    case Is::variable: {
        const Home& home = home_of(*expression.variable);
        return home.address.lanes != 0 ? home.address : object_address(home.object, place);
    }
    case Is::element: {
        const Register base = value(*expression.parts[0]);
        const Expression& which = *expression.parts[1];
        if (which.is == Is::constant && which.number.whole == 0) return base;
        return pointer_step(Operator::add, base, value(which), expression.type->size(), place);
    }
    case Is::field:
        return moved_on(address(*expression.parts[0]), expression.field->offset, place);
    case Is::swizzle: // one component
        return moved_on(address(*expression.parts[0]), expression.order[0] * size_of(expression.type->scalar),
                        place);
    case Is::call:
        return call(expression);
    case Is::list: {
        const int object =
            new_object("a value", Space::own, expression.type->size(), expression.type->alignment());
        const Register base = object_address(object, place);
        initialise(expression, expression.type, base, 0);
        return base;
    }
    case Is::assign: {
        const Register to = address(*expression.parts[0]), from = address(*expression.parts[1]);
        copy_structure(to, from, expression.type->size(), place);
        return to;
    }
    case Is::sequence:
        if (expression.parts[0]->type->is_structure())
            address(*expression.parts[0]);
        else
            value(*expression.parts[0]);
        return address(*expression.parts[1]);
    case Is::choose: {
        const Register to = new_register(Scalar::u64, 1);
        const Register asked = value(*expression.parts[0]);
        const std::uint32_t begin = here();
        emit(Do::if_begin, place).a = asked;
        const auto side = [&](const Expression& from) {
            const Register got = address(from);
            Instruction& copied = emit(Do::copy, place);
            copied.to = to;
            copied.a = got;
        };
        side(*expression.parts[1]);
        const std::uint32_t otherwise = here();
        set_target(begin);
        emit(Do::if_else, place);
        side(*expression.parts[2]);
        set_target(otherwise);
        emit(Do::if_end, place);
        return to;
    }
    default:
        refuse(place, "this value has no place in memory");
    }
}

Register Lowering::value(const Expression& expression)
{
    using Is = Expression::Is;
    const Place& place = expression.place;
    switch (expression.is) {
    case Is::constant:
        return constant_of(expression);
    case Is::text:
        refuse(place, "a text in quotes is only for printf");
    case Is::variable: {
        const Home& home = home_of(*expression.variable);
        if (home.object < 0) return home.in;
        const Register at = object_address(home.object, place);
        return load(at, expression.type, place);
    }
    case Is::unary: {
        const Register of = value(*expression.parts[0]);
        const Register to = new_register(expression.type);
        Instruction& made = emit(Do::unary, place);
        made.sign = expression.sign;
        made.to = to;
        made.a = of;
        return to;
    }
    case Is::binary: {
        const Type *left = expression.parts[0]->type, *right = expression.parts[1]->type;
        const bool both_scalar = !left->is_vector() && !right->is_vector();
        if ((expression.sign == Operator::both || expression.sign == Operator::either) && both_scalar)
            return logic(expression);
        const Register a = value(*expression.parts[0]), b = value(*expression.parts[1]);
        const bool steps =
            left->is_pointer() && (expression.sign == Operator::add || expression.sign == Operator::subtract);
        if (steps && right->is_pointer()) {
            const Register bytes = binary(Operator::subtract, a, b, expression.type, place);
            const Register size = constant(static_cast<std::int64_t>(left->to->size()), Scalar::i64, place);
            return binary(Operator::divide, bytes, size, expression.type, place);
        }
        if (steps) return pointer_step(expression.sign, a, b, left->to->size(), place);
        return binary(expression.sign, a, b, expression.type, place);
    }
    case Is::assign: {
        if (expression.type->is_structure()) return address(expression);
        const Target target = target_of(*expression.parts[0]);
        const Register from = value(*expression.parts[1]);
        store(target, from, place);
        return from;
    }
    case Is::assign_by: {
        const Target target = target_of(*expression.parts[0]);
        const Type* type = expression.type;
        const Register before = loaded(target, place);
        if (type->is_pointer()) {
            const Register by = value(*expression.parts[1]);
            const Register after = pointer_step(expression.sign, before, by, type->to->size(), place);
            store(target, after, place);
            return after;
        }
        const Register right = value(*expression.parts[1]);
        const Register left = converted(before, expression.inner, "", place);
        const Register computed = binary(expression.sign, left, right, expression.inner, place);
        const Register after = converted(computed, type, "", place);
        store(target, after, place);
        return after;
    }
    case Is::step: {
        const Target target = target_of(*expression.parts[0]);
        Register before = loaded(target, place);
        if (!expression.before && target.in_register) { // it is about to change
            const Register kept = new_register(expression.type);
            Instruction& copied = emit(Do::copy, place);
            copied.to = kept;
            copied.a = before;
            before = kept;
        }
        Register after;
        if (expression.type->is_pointer()) {
            after = pointer_step(expression.sign, before, constant(1, Scalar::i64, place),
                                 expression.type->to->size(), place);
        } else {
            Register one = constant(1, Scalar::i32, place);
            one = converted(one, expression.type, "", place);
            after = binary(expression.sign, before, one, expression.type, place);
        }
        store(target, after, place);
        return expression.before ? after : before;
    }
    case Is::choose:
        return choice(expression);
    case Is::sequence:
        if (expression.parts[0]->type->is_structure())
            address(*expression.parts[0]);
        else
            value(*expression.parts[0]);
        return value(*expression.parts[1]);
    case Is::call:
        return call(expression);
    case Is::builtin:
        return builtin(expression);
    case Is::convert: {
        const Register from = value(*expression.parts[0]);
        if (expression.type->is_nothing()) return from;
        if (expression.type->is_pointer() && expression.parts[0]->type->is_pointer()) return from;
        return converted(from, expression.type, expression.text, place);
    }
    case Is::field:
    case Is::element:
        return load(address(expression), expression.type, place, is_packed_field(expression));
    case Is::swizzle: {
        const Expression& whole = *expression.parts[0];
        const bool one_in_memory = whole.is_place && expression.order.size() == 1 &&
                                   (whole.is == Is::element || whole.is == Is::field ||
                                    (whole.is == Is::variable && home_of(*whole.variable).object >= 0));
        if (one_in_memory) return load(address(expression), expression.type, place, is_packed_field(whole));
        return swizzled(value(whole), expression.order, place);
    }
    case Is::address:
    case Is::decay:
        return address(*expression.parts[0]);
    case Is::gather: {
        std::vector<Register> parts;
        for (const Ex& part : expression.parts) parts.push_back(value(*part));
        const Register to = new_register(expression.type);
        code_->parts.push_back(parts);
        Instruction& made = emit(Do::join, place);
        made.to = to;
        made.extra = static_cast<std::int32_t>(code_->parts.size() - 1);
        return to;
    }
    case Is::list:
        break;
    }
    refuse(place, "this list of values stands where one value is needed");
}

} // namespace lockstep::pocket
