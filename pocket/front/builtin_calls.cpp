// The arguments and the result of each family of the language's functions.
#include "front/builtins.hpp"
#include "front/parser.hpp"

#include <utility>

namespace lockstep::pocket
{

Ex Parser::call_builtin(const Builtin& builtin, std::vector<Ex> arguments, const Place& place)
{
    const std::string& name = builtin.name;
    const std::size_t count = arguments.size();
    const Type* result = types_.nothing();
    const auto number = [&](std::size_t i, Scalar scalar) {
        whole_argument(builtin, arguments, i, scalar, place);
    };
    const auto like = [&](const Type* type, Scalar scalar) { return types_.vector(scalar, type->lanes); };
    switch (builtin.family) {
    case Family::math:
        result = same_type(builtin, arguments, 0, count, true, false, place);
        break;
    case Family::math_whole: {
        result = same_type(builtin, arguments, 0, 1, true, false, place);
        const Type* wholes = like(result, Scalar::i32);
        if (arguments[1]->type->is_scalar())
            arguments[1] = converted(std::move(arguments[1]), types_.of(Scalar::i32), place);
        arguments[1] = converted(std::move(arguments[1]), wholes, place);
        break;
    }
    case Family::math_out: {
        result = same_type(builtin, arguments, 0, count - 1, true, false, place);
        need_pointer(builtin, arguments[count - 1], true, place);
        const bool whole = name == "frexp" || name == "lgamma_r" || name == "remquo";
        const Type* wanted = whole ? like(result, Scalar::i32) : result;
        if (arguments[count - 1]->type->to != wanted)
            notes_.refuse(place, name + " writes " + wanted->name() + ", and the pointer points to " +
                                     arguments[count - 1]->type->to->name());
        break;
    }
    case Family::exponent:
        result = like(same_type(builtin, arguments, 0, 1, true, false, place), Scalar::i32);
        break;
    case Family::not_a_number: {
        const Type* type = same_type(builtin, arguments, 0, 1, false, true, place);
        result = like(type, size_of(type->scalar) == 8 ? Scalar::f64 : Scalar::f32);
        break;
    }
    case Family::integer:
        result = same_type(builtin, arguments, 0, count, false, true, place);
        break;
    case Family::twice_as_wide: {
        const Type* type = arguments[0]->type;
        if (!type->is_integer() || size_of(type->scalar) == 8)
            notes_.refuse(place, "upsample does not take " + type->name());
        arguments[1] =
            converted(std::move(arguments[1]), like(type, integer_like(type->scalar, false)), place);
        const Scalar wide = size_of(type->scalar) == 1   ? Scalar::i16
                            : size_of(type->scalar) == 2 ? Scalar::i32
                                                         : Scalar::i64;
        result = like(type, integer_like(wide, is_signed(type->scalar)));
        break;
    }
    case Family::absolute: {
        const Type* type = same_type(builtin, arguments, 0, count, true, true, place);
        if (type->is_floating())
            notes_.refuse(place, name + " takes whole numbers, and gets " + type->name(), "write fabs");
        result = like(type, integer_like(type->scalar, false));
        break;
    }
    case Family::either:
        result = same_type(builtin, arguments, 0, count, true, true, place);
        break;
    case Family::length: {
        const Type* type = same_type(builtin, arguments, 0, count, true, false, place);
        if (type->lanes > 4) notes_.refuse(place, name + " takes up to four components");
        result = types_.of(type->scalar);
        break;
    }
    case Family::geometric:
        result = same_type(builtin, arguments, 0, count, true, false, place);
        if (name == "cross" && result->lanes != 3 && result->lanes != 4)
            notes_.refuse(place, "cross takes vectors of three or four components");
        break;
    case Family::compare:
    case Family::classify: {
        const Type* type = same_type(builtin, arguments, 0, count, true, false, place);
        result = type->is_vector() ? like(type, integer_like(type->scalar, true)) : types_.of(Scalar::i32);
        break;
    }
    case Family::truth:
        if (!arguments[0]->type->is_integer() || !is_signed(arguments[0]->type->scalar))
            notes_.refuse(place, name + " takes what a comparison of vectors gives, and not " +
                                     arguments[0]->type->name());
        result = types_.of(Scalar::i32);
        break;
    case Family::choose: {
        result = same_type(builtin, arguments, 0, 2, true, true, place);
        const Type* asked = arguments[2]->type;
        if (result->is_scalar() && asked->is_scalar() && asked->is_integer()) {
            if (size_of(asked->scalar) != size_of(result->scalar))
                notes_.refuse(place,
                              "select chooses " + result->name() + " by a whole number as wide, and gets " +
                                  asked->name(),
                              std::string{"write ("} + name_of(integer_like(result->scalar, true)) +
                                  ") before it");
            break;
        }
        if (!asked->is_integer() || asked->lanes != result->lanes ||
            size_of(asked->scalar) != size_of(result->scalar))
            notes_.refuse(place, "select chooses " + result->name() + " by whole numbers as wide, and gets " +
                                     asked->name());
        break;
    }
    case Family::bits:
        result = same_type(builtin, arguments, 0, count, true, true, place);
        break;
    case Family::where:
        number(0, Scalar::u32);
        result = types_.of(Scalar::u64);
        break;
    case Family::which:
        result = types_.of(name.ends_with("linear_id") ? Scalar::u64 : Scalar::u32);
        break;
    case Family::barrier:
        if (count == 0)
            notes_.refuse(place, name + " needs to know which memory it is about",
                          "write " + name + "(CLK_LOCAL_MEM_FENCE)");
        for (std::size_t i = 0; i < count; ++i) number(i, Scalar::u32);
        break;
    case Family::fence:
    case Family::wait:
        if (builtin.family == Family::wait) {
            number(0, Scalar::i32);
            need_pointer(builtin, arguments[1], false, place);
        } else
            for (std::size_t i = 0; i < count; ++i) number(i, Scalar::u32);
        break;
    case Family::shuffle: {
        const Type *from = arguments[0]->type, *mask = arguments[count - 1]->type;
        if (!from->is_vector() || !mask->is_vector() || !mask->is_integer() ||
            size_of(mask->scalar) != size_of(from->scalar) || (count == 3 && arguments[1]->type != from))
            notes_.refuse(
                place, name + " takes vectors, and a mask of unsigned numbers as wide as their components");
        result = like(mask, from->scalar);
        break;
    }
    case Family::print:
        if (count == 0 || arguments[0]->is != Expression::Is::text)
            notes_.refuse(place, "printf needs its text in quotes first", "write printf(\"%d\\n\", x)");
        for (const Ex& each : arguments)
            if (!each->type->is_number() && !each->type->is_pointer())
                notes_.refuse(each->place, "printf does not print " + each->type->name());
        result = types_.of(Scalar::i32);
        break;
    case Family::group_vote:
        number(0, Scalar::i32);
        result = types_.of(Scalar::i32);
        break;
    case Family::group_value:
        if (count == 0 || !arguments[0]->type->is_number()) notes_.refuse(place, name + " takes a number");
        result = arguments[0]->type;
        for (std::size_t i = 1; i < count; ++i) number(i, Scalar::u32);
        break;
    default:
        result = memory_result(builtin, arguments, place);
        break;
    }
    Ex made_here = made(Expression::Is::builtin, result, place, std::move(arguments));
    made_here->builtin = &builtin;
    return made_here;
}

} // namespace lockstep::pocket
