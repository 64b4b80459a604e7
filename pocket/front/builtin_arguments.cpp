// The arguments of the language's functions, brought to the types that go together.
#include "front/builtins.hpp"
#include "front/parser.hpp"

#include <utility>

namespace lockstep::pocket
{

void Parser::refuse_types(const Builtin& builtin, const Type& chosen, const Expression& other,
                          const Place& place)
{
    const bool is_number = other.is == Expression::Is::constant;
    std::string write =
        std::string{"write ("} + name_of(chosen.scalar) + ") before the " + name_of(other.type->scalar);
    if (is_number && chosen.scalar == Scalar::u32 && other.type->is_integer())
        write = "write " + std::to_string(other.number.whole) + "u";
    if (is_number && chosen.scalar == Scalar::f32 && other.type->is_integer())
        write = "write " + std::to_string(other.number.whole) + ".0f";
    if (is_number && chosen.scalar == Scalar::f32 && other.type->is_floating())
        write = "write an f behind the number: it is a double without it";
    notes_.refuse(place,
                  builtin.name + " takes arguments of one type, and gets " + name_of(chosen.scalar) +
                      " and " + name_of(other.type->scalar),
                  write);
}

// Brings arguments to one type: the vector's among them, else what they have in common. @return that type.
const Type* Parser::same_type(const Builtin& builtin, std::vector<Ex>& arguments, std::size_t first,
                              std::size_t count, bool floats, bool wholes, const Place& place)
{
    const Type* type = nullptr;
    for (std::size_t i = first; i < first + count; ++i) {
        const Type* each = arguments[i]->type;
        if (!each->is_number())
            notes_.refuse(arguments[i]->place, builtin.name + " does not take " + each->name());
        if (!each->is_vector()) continue;
        if (type != nullptr && type != each)
            notes_.refuse(place, builtin.name + " takes arguments of one type, and gets " + type->name() +
                                     " and " + each->name());
        type = each;
    }
    if (type == nullptr) {
        // As overloading finds one: all the same; of functions of floats alone, whole numbers go with the floats there are.
        const bool floats_only = floats && !wholes;
        const Type* chosen = nullptr;
        for (std::size_t i = first; i < first + count; ++i)
            if (!floats_only || arguments[i]->type->is_floating()) {
                if (chosen == nullptr) chosen = arguments[i]->type;
                if (chosen != arguments[i]->type) refuse_types(builtin, *chosen, *arguments[i], place);
            }
        const Scalar scalar = (chosen == nullptr ? arguments[first]->type : chosen)->scalar;
        type = types_.of(scalar);
    }
    if (floats && !wholes && !type->is_floating()) {
        const bool vector = type->is_vector();
        notes_.refuse(place, builtin.name + " takes floats, and gets " + type->name(),
                      vector ? "write convert_float" + std::to_string(type->lanes) + "(…)"
                             : "write (float) before it, or 2.0f for 2");
    }
    if (wholes && !floats && type->is_floating())
        notes_.refuse(place, builtin.name + " takes whole numbers, and gets " + type->name());
    for (std::size_t i = first; i < first + count; ++i) {
        const Type* each = arguments[i]->type;
        if (each->is_scalar() && type->is_vector())
            arguments[i] = converted(std::move(arguments[i]), types_.of(type->scalar), place);
        arguments[i] = converted(std::move(arguments[i]), type, place);
    }
    return type;
}

void Parser::need_pointer(const Builtin& builtin, const Ex& argument, bool written, const Place& place)
{
    if (!argument->type->is_pointer())
        notes_.refuse(place, builtin.name + " needs a pointer, and gets " + argument->type->name(),
                      "write & before the variable");
    if (written && (argument->type->to_const || argument->type->space == Space::constant))
        notes_.refuse(place, builtin.name + " writes through this pointer, and what it points to is const");
}

// An argument that is a whole number of a type of its own.
void Parser::whole_argument(const Builtin& builtin, std::vector<Ex>& arguments, std::size_t which,
                            Scalar scalar, const Place& place)
{
    if (which >= arguments.size()) notes_.refuse(place, builtin.name + " gets too few arguments");
    const Place at = arguments[which]->place;
    arguments[which] =
        assignable(std::move(arguments[which]), types_.of(scalar), at, "an argument of " + builtin.name);
}

} // namespace lockstep::pocket
