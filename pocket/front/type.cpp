#include "front/type.hpp"

#include <array>
#include <cctype>
#include <map>

namespace lockstep::pocket
{

namespace
{

constexpr std::array<const char*, 12> scalars{"bool", "char", "uchar", "short", "ushort", "int",
                                              "uint", "long", "ulong", "half",  "float",  "double"};

constexpr std::array images{"image1d_t", "image1d_array_t", "image1d_buffer_t",
                            "image2d_t", "image2d_array_t", "image3d_t"};

} // namespace

Scalar integer_like(Scalar scalar, bool with_sign)
{
    const std::size_t bytes = size_of(scalar);
    const Scalar with = bytes == 1   ? Scalar::i8
                        : bytes == 2 ? Scalar::i16
                        : bytes == 4 ? Scalar::i32
                                     : Scalar::i64;
    return static_cast<Scalar>(static_cast<unsigned>(with) + (with_sign ? 0 : 1));
}

const char* name_of(Scalar scalar)
{
    return scalars[static_cast<std::size_t>(scalar)];
}

const char* name_of(Space space)
{
    constexpr std::array names{"private", "local", "global", "constant"};
    return names[static_cast<std::size_t>(space)];
}

std::size_t Type::size() const
{
    switch (is) {
    case Is::scalar:
        return size_of(scalar);
    case Is::vector:
        return size_of(scalar) * (lanes == 3 ? 4 : lanes);
    case Is::array:
        return to->size() * count;
    case Is::structure:
        return structure->size;
    case Is::nothing:
        return 1; // as sizeof(void)
    case Is::pointer:
    case Is::image:
    case Is::sampler:
    case Is::event:
        break;
    }
    return 8;
}

std::size_t Type::alignment() const
{
    if (is == Is::array) return to->alignment();
    if (is == Is::structure) return structure->alignment;
    return size();
}

std::string Type::name() const
{
    switch (is) {
    case Is::nothing:
        return "void";
    case Is::scalar:
        return name_of(scalar);
    case Is::vector:
        return name_of(scalar) + std::to_string(lanes);
    case Is::pointer:
        return std::string{space == Space::own ? "" : name_of(space)} + (space == Space::own ? "" : " ") +
               (to_const ? "const " : "") + to->name() + "*";
    case Is::array:
        return to->name() + "[" + std::to_string(count) + "]";
    case Is::structure:
        return structure->name;
    case Is::image:
        return image;
    case Is::sampler:
        return "sampler_t";
    case Is::event:
        return "event_t";
    }
    return "";
}

Types::Types()
{
    nothing_ = made({});
    for (std::size_t i = 0; i < scalars.size(); ++i)
        scalars_.push_back(made({.is = Type::Is::scalar, .scalar = static_cast<Scalar>(i)}));
    sampler_ = made({.is = Type::Is::sampler});
    event_ = made({.is = Type::Is::event});
}

const Type* Types::made(const Type& type)
{
    const Type*& known = known_[{type.is, type.scalar, type.lanes, type.to, type.space, type.to_const,
                                 type.to_volatile, type.to_anywhere, type.count, type.structure, type.image,
                                 type.image_read, type.image_written}];
    if (known == nullptr) known = &all_.emplace_back(type);
    return known;
}

const Type* Types::vector(Scalar scalar, unsigned lanes)
{
    return lanes == 1 ? of(scalar) : made({.is = Type::Is::vector, .scalar = scalar, .lanes = lanes});
}

const Type* Types::pointer(const Type* to, Space space, bool to_const, bool to_volatile, bool to_anywhere)
{
    return made({.is = Type::Is::pointer,
                 .to = to,
                 .space = space,
                 .to_const = to_const,
                 .to_volatile = to_volatile,
                 .to_anywhere = to_anywhere});
}

const Type* Types::array(const Type* of, std::size_t count)
{
    return made({.is = Type::Is::array, .to = of, .count = count});
}

const Type* Types::image(const std::string& name, bool read, bool written)
{
    return made({.is = Type::Is::image, .image = name, .image_read = read, .image_written = written});
}

const Type* Types::structure(const Structure* structure)
{
    return made({.is = Type::Is::structure, .structure = structure});
}

Structure& Types::new_structure()
{
    return structures_.emplace_back();
}

const Type* Types::named(const std::string& word)
{
    static const std::map<std::string, Scalar> others{
        {"size_t", Scalar::u64},        {"ptrdiff_t", Scalar::i64},          {"intptr_t", Scalar::i64},
        {"uintptr_t", Scalar::u64},     {"cl_mem_fence_flags", Scalar::u32}, {"memory_order", Scalar::i32},
        {"memory_scope", Scalar::i32},  {"atomic_int", Scalar::i32},         {"atomic_uint", Scalar::u32},
        {"atomic_long", Scalar::i64},   {"atomic_ulong", Scalar::u64},       {"atomic_float", Scalar::f32},
        {"atomic_double", Scalar::f64}, {"atomic_flag", Scalar::i32},        {"atomic_size_t", Scalar::u64}};
    if (word == "void") return nothing_;
    if (word == "sampler_t") return sampler_;
    if (word == "event_t") return event_;
    if (const auto found = others.find(word); found != others.end()) return of(found->second);
    for (const char* name : images)
        if (word == name) return image(word, true, false);
    std::size_t digits = word.size();
    while (digits > 0 && std::isdigit(static_cast<unsigned char>(word[digits - 1])) != 0) --digits;
    const std::string base = word.substr(0, digits), width = word.substr(digits);
    for (std::size_t i = 0; i < scalars.size(); ++i) {
        if (base != scalars[i]) continue;
        if (width.empty()) return scalars_[i];
        const bool is_width = width == "2" || width == "3" || width == "4" || width == "8" || width == "16";
        return is_width && i > 0 ? vector(static_cast<Scalar>(i), static_cast<unsigned>(std::stoi(width)))
                                 : nullptr;
    }
    return nullptr;
}

const std::vector<std::string>& Types::names()
{
    static const std::vector<std::string> all = [] {
        std::vector<std::string> names{"void", "size_t", "ptrdiff_t", "sampler_t", "event_t"};
        for (const char* known : scalars)
            for (const char* width : {"", "2", "3", "4", "8", "16"})
                names.push_back(std::string{known} + width);
        names.insert(names.end(), images.begin(), images.end());
        return names;
    }();
    return all;
}

} // namespace lockstep::pocket
