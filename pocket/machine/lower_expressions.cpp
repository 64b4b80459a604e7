// Values as instructions.
#include "machine/lowering.hpp"

namespace lockstep::pocket
{

namespace
{

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

// Computes what nobody asks for.
void Lowering::effect(const Expression& expression)
{
    if (expression.type->is_structure())
        address(expression);
    else if (expression.is != Expression::Is::text)
        value(expression);
}

Register Lowering::value(const Expression& expression)
{
    const Register in = computed(expression);
    if (in.lanes == 1) code_->kept.push_back({&expression, in, here()});
    return in;
}

Register Lowering::computed(const Expression& expression)
{
    using Is = Expression::Is;
    const Place& place = expression.place;
    const Deeper inside = deeper(place);
    switch (expression.is) {
    case Is::constant:
        return constant_of(expression);
    case Is::text: { // constant memory of its own
        const int number = new_object("a text", Space::constant, expression.text.size() + 1, 1);
        ObjectPlan& plan = code_->objects[static_cast<std::size_t>(number)];
        plan.contents.assign(expression.text.begin(), expression.text.end());
        plan.contents.push_back(0);
        plan.filled.assign(plan.size, true);
        return object_address(number, place);
    }
    case Is::variable: {
        const Variable& variable = *expression.variable;
        if (variable.space == Space::constant && variable.type->is == Type::Is::sampler)
            return value(*variable.first);
        const Home& home = home_of(variable);
        if (home.object < 0) return home.in;
        const Register at = object_address(home.object, place);
        const Register to = load(at, expression.type, place);
        accesses(&expression);
        code_->instructions.back().is_volatile = is_volatile_place(expression);
        return to;
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
        effect(*expression.parts[0]);
        return value(*expression.parts[1]);
    case Is::call:
        return call(expression);
    case Is::builtin:
        return builtin(expression);
    case Is::convert: {
        if (expression.type->is_nothing()) {
            effect(*expression.parts[0]);
            return {};
        }
        const Register from = value(*expression.parts[0]);
        if (expression.type->is_pointer() && expression.parts[0]->type->is_pointer()) return from;
        return converted(from, expression.type, expression.text, place);
    }
    case Is::field:
    case Is::element:
        return loaded(target_of(expression), beginning_of(expression));
    case Is::swizzle: {
        const Expression& whole = *expression.parts[0];
        const bool one_in_memory = whole.is_place && expression.order.size() == 1 &&
                                   (whole.is == Is::element || whole.is == Is::field ||
                                    (whole.is == Is::variable && home_of(*whole.variable).object >= 0));
        if (one_in_memory) {
            const Register to =
                load(address(expression), expression.type, beginning_of(expression), lies_anywhere(whole));
            accesses(&expression);
            code_->instructions.back().is_volatile = is_volatile_place(whole);
            code_->instructions.back().number.whole = whole.type->lanes * component_of + expression.order[0];
            return to;
        }
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
