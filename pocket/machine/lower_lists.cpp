// First values: of constants as bytes, of variables as instructions.
#include "machine/functions.hpp"
#include "machine/lowering.hpp"

#include <algorithm>
#include <cstring>

namespace lockstep::pocket
{

namespace
{

// Of a list for a union: which field it gives a value; the first where it gives none.
std::size_t first_given(const Expression& list)
{
    for (std::size_t i = 0; i < list.parts.size(); ++i)
        if (list.parts[i]) return i;
    return 0;
}

} // namespace

int Lowering::constant_object(const Variable& variable)
{
    if (const auto known = constants_.find(&variable); known != constants_.end()) return known->second;
    const int made = new_object(variable.name, Space::constant, variable.type->size(),
                                variable.type->alignment(), variable.type);
    ObjectPlan& plan = code_->objects[static_cast<std::size_t>(made)];
    plan.contents.assign(plan.size, 0);
    plan.filled.assign(plan.size, true);
    if (variable.first && !bytes_of(variable.first.get(), variable.type, 0, plan))
        refuse(variable.place, "the value of " + variable.name + " must be known when the program is built");
    constants_[&variable] = made;
    return made;
}

// Writes a constant's value into an object's bytes. @return false where it is not known.
bool Lowering::bytes_of(const Expression* expression, const Type* type, std::size_t at, ObjectPlan& into)
{
    if (expression == nullptr) return true; // 0
    using Is = Expression::Is;
    const auto put = [&](const void* bytes, std::size_t count) {
        if (at + count > into.contents.size()) return false;
        std::memcpy(into.contents.data() + at, bytes, count);
        return true;
    };
    if (expression->is == Is::list) {
        for (std::size_t i = 0; i < expression->parts.size(); ++i) {
            const Type* part = type->is_array()       ? type->to
                               : type->is_structure() ? type->structure->fields[i].type
                                                      : type;
            const std::size_t where = type->is_array()       ? i * part->size()
                                      : type->is_structure() ? type->structure->fields[i].offset
                                                             : 0;
            if (!bytes_of(expression->parts[i].get(), part, at + where, into)) return false;
        }
        return true;
    }
    if (expression->is == Is::text && type->is_array()) {
        const std::size_t length = std::min(expression->text.size() + 1, type->count);
        return put(expression->text.c_str(), length);
    }
    if (expression->is == Is::gather ||
        (expression->is == Is::convert && expression->type->is_vector() && expression->text.empty())) {
        const Scalar scalar = expression->type->scalar;
        const std::size_t size = size_of(scalar);
        for (const Ex& part : expression->parts)
            if (part->type->scalar != scalar || (expression->is == Is::convert && !part->type->is_scalar()))
                return false;
        std::size_t component = 0;
        if (expression->is == Is::convert)
            for (unsigned i = 0; i < expression->type->lanes; ++i)
                if (!bytes_of(expression->parts[0].get(), expression->parts[0]->type, at + i * size, into))
                    return false;
        if (expression->is == Is::gather)
            for (const Ex& part : expression->parts) {
                if (!bytes_of(part.get(), part->type, at + component * size, into)) return false;
                component += part->type->lanes;
            }
        return true;
    }
    if (expression->is == Is::variable && expression->variable->space == Space::constant &&
        expression->variable->first)
        return bytes_of(expression->variable->first.get(), expression->type, at, into);
    if (expression->is != Is::constant) return false;
    const Expression::Number& number = expression->number;
    if (type->is_floating()) {
        if (type->scalar == Scalar::f64) return put(&number.real, 8);
        const auto single = static_cast<float>(number.real);
        if (type->scalar == Scalar::f32) return put(&single, 4);
        const std::uint16_t half = half_from(number.real);
        return put(&half, 2);
    }
    return put(&number.whole, std::min<std::size_t>(type->size(), 8));
}

void Lowering::assign_variable(const Variable& variable, const Expression& given)
{
    const Home home = homes_.at(&variable);
    if (home.object < 0) {
        Instruction& copied = [&]() -> Instruction& {
            const Register from = value(given);
            Instruction& made = emit(Do::copy, given.place);
            made.a = from;
            return made;
        }();
        copied.to = home.in;
        return;
    }
    const Register base = object_address(home.object, given.place);
    initialise(given, variable.type, base, 0);
}

// Writes a value or a list into memory, zeros where the list ends early.
void Lowering::initialise(const Expression& list, const Type* type, const Register& base, std::uint64_t at)
{
    const auto zero = [&](const Type* of, std::uint64_t where, const auto& self) -> void {
        if (of->is_array()) {
            for (std::size_t i = 0; i < of->count; ++i) {
                const std::uint32_t bytes = bytes_, masks = masks_;
                self(of->to, where + i * of->to->size(), self);
                bytes_ = bytes;
                masks_ = masks;
            }
        } else if (of->is_structure()) {
            for (const Field& field : of->structure->fields) self(field.type, where + field.offset, self);
        } else {
            Register none = constant(
                0, is_float(scalar_of(of)) ? integer_like(scalar_of(of), false) : scalar_of(of), list.place);
            none.scalar = scalar_of(of); // all bits 0
            if (of->is_vector()) {
                const Register all = new_register(of);
                Instruction& splat = emit(Do::splat, list.place);
                splat.to = all;
                splat.a = none;
                none = all;
            }
            Instruction& stored = [&]() -> Instruction& {
                const Register where_to = moved_on(base, where, list.place);
                Instruction& made = emit(Do::store, list.place);
                made.a = where_to;
                return made;
            }();
            stored.b = none;
        }
    };
    if (list.is == Expression::Is::list) {
        const std::size_t count = type->is_array()       ? type->count
                                  : type->is_structure() ? type->structure->fields.size()
                                                         : 1;
        for (std::size_t i = 0; i < count; ++i) {
            const Type* part = type->is_array() ? type->to : type->structure->fields[i].type;
            const std::uint64_t where =
                at + (type->is_array() ? i * part->size() : type->structure->fields[i].offset);
            const std::uint32_t bytes = bytes_, masks = masks_;
            const bool overlaid = type->is_structure() && type->structure->is_union && i != first_given(list);
            if (overlaid) {
                // of a union only one field has a value
            } else if (i < list.parts.size() && list.parts[i])
                initialise(*list.parts[i], part, base, where);
            else
                zero(part, where, zero);
            bytes_ = bytes;
            masks_ = masks;
        }
        return;
    }
    if (list.is == Expression::Is::text && type->is_array()) {
        for (std::size_t i = 0; i < type->count; ++i) {
            const std::uint32_t bytes = bytes_, masks = masks_;
            const Register letter = constant(i < list.text.size() ? list.text[i] : 0, Scalar::i8, list.place);
            const Register where = moved_on(base, at + i, list.place);
            Instruction& stored = emit(Do::store, list.place);
            stored.a = where;
            stored.b = letter;
            bytes_ = bytes;
            masks_ = masks;
        }
        return;
    }
    if (type->is_structure()) {
        const Register from = address(list);
        copy_structure(moved_on(base, at, list.place), from, type->size(), list.place);
        return;
    }
    const Register from = value(list);
    const Register where = moved_on(base, at, list.place);
    Instruction& stored = emit(Do::store, list.place);
    stored.a = where;
    stored.b = from;
}

} // namespace lockstep::pocket
