// What can be read, written, or have an address, as instructions.
#include "machine/lowering.hpp"

namespace lockstep::pocket
{

bool lies_anywhere(const Expression& expression)
{
    using Is = Expression::Is;
    const Expression* at = &expression;
    for (;;) {
        const bool is_field = at->is == Is::field;
        if (is_field && at->parts[0]->type->structure != nullptr &&
            at->parts[0]->type->structure->alignment < at->type->alignment())
            return true;
        if (at->is == Is::element && at->parts[0]->type->to_anywhere) return true;
        const bool leads_on = is_field || at->is == Is::element || at->is == Is::decay;
        if (!leads_on || at->parts.empty()) return false;
        at = at->parts[0].get();
    }
}

Place beginning_of(const Expression& expression)
{
    using Is = Expression::Is;
    Place first = expression.place;
    for (const Expression* at = &expression; !at->parts.empty();) {
        if (at->is != Is::element && at->is != Is::field && at->is != Is::swizzle && at->is != Is::decay)
            break;
        at = at->parts[0].get();
        const Place& place = at->place;
        if (place.file == first.file &&
            (place.line < first.line || (place.line == first.line && place.column < first.column)))
            first = place;
    }
    return first;
}

bool is_volatile_place(const Expression& expression)
{
    using Is = Expression::Is;
    for (const Expression* at = &expression;; at = at->parts[0].get()) {
        if (at->is == Is::variable) return at->variable->is_volatile;
        if (at->is == Is::element && at->parts[0]->type->to_volatile) return true;
        if ((at->is != Is::element && at->is != Is::field && at->is != Is::swizzle && at->is != Is::decay) ||
            at->parts.empty())
            return false;
    }
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

// The instruction that was made last accesses that.
void Lowering::accesses(const Expression* expression)
{
    if (expression != nullptr) code_->accesses.emplace_back(here() - 1, expression);
}

void Lowering::copy_structure(const Register& to, const Register& from, std::size_t bytes, const Place& place)
{
    Instruction& made = emit(Do::move, place);
    made.a = to;
    made.b = from;
    made.number.whole = static_cast<std::int64_t>(bytes);
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
            return {.in_register = true, .in = home.in, .type = expression.type, .written = &expression};
    }
    return {.in_register = false,
            .in = address(expression),
            .type = expression.type,
            .anywhere = lies_anywhere(expression),
            .is_volatile = is_volatile_place(expression),
            .written = &expression};
}

Register Lowering::loaded(const Target& target, const Place& place)
{
    const Register whole =
        target.in_register ? target.in : load(target.in, target.type, place, target.anywhere);
    if (!target.in_register) {
        code_->instructions.back().is_volatile = target.is_volatile;
        accesses(target.written);
    }
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
        made.is_volatile = target.is_volatile;
        accesses(target.written);
    } else { // component by component, as other work-items may write the others
        for (std::size_t i = 0; i < target.order.size(); ++i) {
            const Register part =
                from.lanes == 1 ? from : swizzled(from, {static_cast<std::uint8_t>(i)}, place);
            const Register where = moved_on(target.in, target.order[i] * size_of(target.type->scalar), place);
            Instruction& made = emit(Do::store, place);
            made.a = where;
            made.b = part;
            made.flags = target.anywhere ? Aligned::anywhere : Aligned::as_whole;
            made.is_volatile = target.is_volatile;
            accesses(target.written);
        }
    }
}

// Where something in memory is; of a structure that a call returns, where that was left.
Register Lowering::address(const Expression& expression)
{
    using Is = Expression::Is;
    const Place& place = expression.place;
    const Deeper inside = deeper(place);
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
        effect(*expression.parts[0]);
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

} // namespace lockstep::pocket
