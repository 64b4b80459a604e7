// The arguments and the results of the language's functions that read or write memory: atomics, vload, copies, images.
#include "front/builtins.hpp"
#include "front/parser.hpp"

#include <utility>

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

// Of functions that read or write memory: brings the arguments to their types. @return the result's type
const Type* Parser::memory_result(const Builtin& builtin, std::vector<Ex>& arguments, const Place& place)
{
    const std::string& name = builtin.name;
    const std::size_t count = arguments.size();
    const Type* result = types_.nothing();
    const auto number = [&](std::size_t i, Scalar scalar) {
        whole_argument(builtin, arguments, i, scalar, place);
    };
    const auto like = [&](const Type* type, Scalar scalar) { return types_.vector(scalar, type->lanes); };
    switch (builtin.family) {
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
        if (!of->is_scalar() || size_of(of->scalar) < 4)
            notes_.refuse(place,
                          name + " needs a pointer to an atomic type, and this one points to " + of->name(),
                          "write atomic_int or atomic_uint for what is changed");
        const bool compare = name.starts_with("atomic_compare"), flag = name.starts_with("atomic_flag");
        const bool plain = name.starts_with("atomic_load") || flag;
        std::size_t operands = compare ? 3 : plain ? 1 : 2;
        if (count < operands) notes_.refuse(place, name + " gets too few arguments");
        if (compare) need_pointer(builtin, arguments[1], true, place);
        if (compare && arguments[1]->type->to != of)
            notes_.refuse(place, name + " expects a value of " + of->name() +
                                     ", and the second pointer points to " + arguments[1]->type->to->name());
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
        if (arguments[0]->type->is_scalar())
            arguments[0] = assignable(std::move(arguments[0]), wanted, place, name);
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
    default:
        break;
    }
    return result;
}

} // namespace lockstep::pocket
