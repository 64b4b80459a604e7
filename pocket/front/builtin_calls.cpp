// The arguments and the result of each family of the language's functions.
#include "front/builtins.hpp"
#include "front/parser.hpp"

#include <algorithm>
#include <cctype>

namespace lockstep::pocket
{

namespace
{

// "vload16", "shuffle2", "vstore_half4_rte": the number in a name; 1 where there is none.
unsigned number_in(const std::string& name)
{
    const std::size_t digit = name.find_first_of("0123456789");
    return digit == std::string::npos ? 1U : static_cast<unsigned>(std::stoi(name.substr(digit)));
}

} // namespace

Ex Parser::call_builtin(const Builtin& builtin, std::vector<Ex> arguments, const Place& place)
{
    const std::string& name = builtin.name;
    const std::size_t count = arguments.size();
    const Type* result = types_.nothing();
    const auto number = [&](std::size_t i, Scalar scalar) {
        if (i >= count) notes_.refuse(place, name + " gets too few arguments");
        arguments[i] = assignable(std::move(arguments[i]), types_.of(scalar), arguments[i]->place,
                                  "an argument of " + name);
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
        if (!arguments[0]->type->is_integer())
            notes_.refuse(place, name + " takes what a comparison of vectors gives, and not " +
                                     arguments[0]->type->name());
        result = types_.of(Scalar::i32);
        break;
    case Family::choose: {
        result = same_type(builtin, arguments, 0, 2, true, true, place);
        const Type* asked = arguments[2]->type;
        if (result->is_scalar() && asked->is_scalar() && asked->is_integer()) {
            if (size_of(asked->scalar) != size_of(result->scalar)) {
                if (arguments[2]->is != Expression::Is::constant && size_of(result->scalar) != 4 &&
                    size_of(asked->scalar) != 4)
                    notes_.refuse(place, "select chooses by whole numbers as wide as the values");
                arguments[2] =
                    converted(std::move(arguments[2]), types_.of(integer_like(result->scalar, true)), place);
            }
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
    case Family::atomic:
    case Family::atomic_lone:
    case Family::atomic_compare: {
        need_pointer(builtin, arguments[0], true, place);
        const Type* of = arguments[0]->type->to;
        const bool exchange = name.ends_with("xchg") && !name.ends_with("cmpxchg");
        if (!of->is_scalar() || (of->is_floating() && !(exchange && of->scalar == Scalar::f32)) ||
            size_of(of->scalar) < 4)
            notes_.refuse(place,
                          name + " changes an int, a uint, or 64 bits of them, and the pointer points to " +
                              of->name(),
                          of->is_floating() ? "exchange its bits with atomic_cmpxchg in a loop" : "");
        if (arguments[0]->type->space == Space::own)
            notes_.refuse(place, name + " on private memory, which no other work-item sees");
        for (std::size_t i = 1; i < count; ++i)
            arguments[i] = assignable(std::move(arguments[i]), of, place, "an argument of " + name);
        result = of;
        break;
    }
    case Family::c11: {
        if (count == 0) notes_.refuse(place, name + " needs a pointer");
        need_pointer(builtin, arguments[0], true, place);
        const Type* of = arguments[0]->type->to;
        const bool compare = name.starts_with("atomic_compare"), flag = name.starts_with("atomic_flag");
        const bool plain = name.starts_with("atomic_load") || flag;
        std::size_t operands = compare ? 3 : plain ? 1 : 2;
        if (count < operands) notes_.refuse(place, name + " gets too few arguments");
        if (compare) need_pointer(builtin, arguments[1], true, place);
        if (operands > 1)
            arguments[operands - 1] =
                assignable(std::move(arguments[operands - 1]), of, place, "an argument of " + name);
        for (std::size_t i = operands; i < count; ++i) number(i, Scalar::i32);
        result = compare || name.starts_with("atomic_flag_test") ? types_.of(Scalar::i32)
                 : name.starts_with("atomic_store") || name.starts_with("atomic_init") ||
                         name.starts_with("atomic_flag_clear")
                     ? types_.nothing()
                     : of;
        break;
    }
    case Family::vload: {
        number(0, Scalar::u64);
        need_pointer(builtin, arguments[1], false, place);
        const Type* of = arguments[1]->type->to;
        if (!of->is_scalar())
            notes_.refuse(place, name + " reads from a pointer to single numbers, and not to " + of->name());
        result = types_.vector(of->scalar, number_in(name));
        break;
    }
    case Family::vstore: {
        number(1, Scalar::u64);
        need_pointer(builtin, arguments[2], true, place);
        const Type* of = arguments[2]->type->to;
        if (!of->is_scalar())
            notes_.refuse(place,
                          name + " writes through a pointer to single numbers, and not to " + of->name());
        const Type* wanted = types_.vector(of->scalar, number_in(name));
        if (arguments[0]->type != wanted)
            notes_.refuse(place, name + " writes " + wanted->name() + " through this pointer, and gets " +
                                     arguments[0]->type->name());
        break;
    }
    case Family::vload_half:
        number(0, Scalar::u64);
        need_pointer(builtin, arguments[1], false, place);
        if (arguments[1]->type->to != types_.of(Scalar::f16))
            notes_.refuse(place, name + " reads from a pointer to half");
        result = types_.vector(Scalar::f32, number_in(name));
        break;
    case Family::vstore_half: {
        number(1, Scalar::u64);
        need_pointer(builtin, arguments[2], true, place);
        if (arguments[2]->type->to != types_.of(Scalar::f16))
            notes_.refuse(place, name + " writes through a pointer to half");
        const unsigned lanes = number_in(name);
        if (!arguments[0]->type->is_floating() || arguments[0]->type->lanes != lanes)
            notes_.refuse(place, name + " writes " + types_.vector(Scalar::f32, lanes)->name() +
                                     ", and gets " + arguments[0]->type->name());
        break;
    }
    case Family::copy: {
        need_pointer(builtin, arguments[0], true, place);
        need_pointer(builtin, arguments[1], false, place);
        if (arguments[0]->type->to != arguments[1]->type->to)
            notes_.refuse(place, name + " copies " + arguments[1]->type->to->name() + " to " +
                                     arguments[0]->type->to->name());
        const Space to = arguments[0]->type->space, from = arguments[1]->type->space;
        if (!((to == Space::local && (from == Space::global || from == Space::constant)) ||
              (to == Space::global && from == Space::local)))
            notes_.refuse(place, name + " copies between global and local memory");
        for (std::size_t i = 2; i + 1 < count; ++i) number(i, Scalar::u64);
        result = types_.event();
        if (arguments[count - 1]->type != result)
            arguments[count - 1] = converted(std::move(arguments[count - 1]), result, place);
        break;
    }
    case Family::prefetch:
        need_pointer(builtin, arguments[0], false, place);
        number(1, Scalar::u64);
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
    case Family::read_image: {
        if (count < 2 || count > 3 || arguments[0]->type->is != Type::Is::image)
            notes_.refuse(place, name + " takes an image, perhaps a sampler, and a place");
        if (!arguments[0]->type->image_read) notes_.refuse(place, "this image is write_only");
        if (count == 3 && arguments[1]->type->is != Type::Is::sampler)
            arguments[1] = converted(std::move(arguments[1]), types_.sampler(), place);
        const Type* at = arguments[count - 1]->type;
        const bool flat = arguments[0]->type->image.starts_with("image2d_t"),
                   line = arguments[0]->type->image == "image1d_t" ||
                          arguments[0]->type->image == "image1d_buffer_t";
        const unsigned wanted = line ? 1 : flat || arguments[0]->type->image == "image1d_array_t" ? 2 : 4;
        if (!at->is_number() || at->lanes != wanted || (count == 2 && at->is_floating()))
            notes_.refuse(place, "a place in " + arguments[0]->type->image + " has " +
                                     std::to_string(wanted) + " coordinates" +
                                     (count == 2 ? ", whole numbers without a sampler" : "") +
                                     ", and here is " + at->name());
        arguments[count - 1] = converted(std::move(arguments[count - 1]),
                                         like(at, at->is_floating() ? Scalar::f32 : Scalar::i32), place);
        result = types_.vector(name.ends_with("f")    ? Scalar::f32
                               : name.ends_with("ui") ? Scalar::u32
                                                      : Scalar::i32,
                               4);
        break;
    }
    case Family::write_image: {
        if (arguments[0]->type->is != Type::Is::image) notes_.refuse(place, name + " takes an image first");
        if (!arguments[0]->type->image_written)
            notes_.refuse(place, "this image is read_only", "write write_only before the parameter's type");
        const Type *at = arguments[1]->type, *value = arguments[2]->type;
        if (!at->is_integer())
            notes_.refuse(place, "a place to write to has whole coordinates, and here is " + at->name());
        arguments[1] = converted(std::move(arguments[1]), like(at, Scalar::i32), place);
        const Type* wanted = types_.vector(name.ends_with("f")    ? Scalar::f32
                                           : name.ends_with("ui") ? Scalar::u32
                                                                  : Scalar::i32,
                                           4);
        if (value != wanted)
            notes_.refuse(place, name + " writes " + wanted->name() + ", and gets " + value->name());
        break;
    }
    case Family::ask_image:
        if (arguments[0]->type->is != Type::Is::image) notes_.refuse(place, name + " takes an image");
        result = name == "get_image_dim"
                     ? types_.vector(Scalar::i32, arguments[0]->type->image == "image3d_t" ? 4 : 2)
                     : types_.of(name == "get_image_array_size" ? Scalar::u64 : Scalar::i32);
        break;
    case Family::print:
        if (count == 0 || arguments[0]->is != Expression::Is::text)
            notes_.refuse(place, "printf needs its text in quotes first", "write printf(\"%d\\n\", x)");
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
    }
    Ex made_here = made(Expression::Is::builtin, result, place, std::move(arguments));
    made_here->builtin = &builtin;
    return made_here;
}

} // namespace lockstep::pocket
