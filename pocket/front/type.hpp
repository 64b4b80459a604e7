// The types of OpenCL C.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <string>
#include <tuple>
#include <vector>

namespace lockstep::pocket
{

enum class Scalar : std::uint8_t
{
    boolean,
    i8,
    u8,
    i16,
    u16,
    i32,
    u32,
    i64,
    u64,
    f16,
    f32,
    f64
};

/// Bytes.
inline std::size_t size_of(Scalar scalar)
{
    constexpr std::uint8_t sizes[]{1, 1, 1, 2, 2, 4, 4, 8, 8, 2, 4, 8};
    return sizes[static_cast<std::size_t>(scalar)];
}

inline bool is_float(Scalar scalar)
{
    return scalar >= Scalar::f16;
}

/// Of floats true.
inline bool is_signed(Scalar scalar)
{
    return is_float(scalar) || (scalar != Scalar::boolean &&
                                (static_cast<unsigned>(scalar) - static_cast<unsigned>(Scalar::i8)) % 2 == 0);
}

/// The integer of the same size. @param with_sign whether it has one.
Scalar integer_like(Scalar scalar, bool with_sign);
const char* name_of(Scalar scalar); ///< "uint"

enum class Space : std::uint8_t
{
    own,
    local,
    global,
    constant
};

const char* name_of(Space space); ///< "private", "local", "global", "constant"

struct Type;

struct Field
{
    std::string name;
    const Type* type = nullptr;
    std::size_t offset = 0; ///< bytes
};

/// A structure or a union.
struct Structure
{
    std::string name; ///< "struct body"
    std::vector<Field> fields;
    bool is_union = false;
    bool complete = false;
    bool open = false; ///< its fields are being read
    std::size_t size = 0;
    std::size_t alignment = 1;
};

/// Types are compared by their addresses: Types makes each of them once.
struct Type
{
    enum class Is : std::uint8_t
    {
        nothing,
        scalar,
        vector,
        pointer,
        array,
        structure,
        image,
        sampler,
        event
    };

    Is is = Is::nothing;
    Scalar scalar = Scalar::i32; ///< of a vector: of its components
    unsigned lanes = 1;          ///< of a vector: how many components
    const Type* to = nullptr;    ///< what a pointer points to, what an array consists of
    Space space = Space::own;    ///< of what a pointer points to
    bool to_const = false;       ///< what a pointer points to is not written through it
    bool to_volatile = false;    ///< what a pointer points to is accessed each time that the text says so
    bool to_anywhere =
        false; ///< what a pointer points to begins where it may: its typedef asks for less alignment
    std::size_t count = 0; ///< of an array; 0: it has no length yet
    const Structure* structure = nullptr;
    std::string image = {}; ///< "image2d_t"
    bool image_read = true;
    bool image_written = false;

    bool is_number() const { return is == Is::scalar || is == Is::vector; }
    bool is_scalar() const { return is == Is::scalar; }
    bool is_vector() const { return is == Is::vector; }
    bool is_pointer() const { return is == Is::pointer; }
    bool is_array() const { return is == Is::array; }
    bool is_structure() const { return is == Is::structure; }
    bool is_nothing() const { return is == Is::nothing; }
    bool is_integer() const { return is_number() && !is_float(scalar); }
    bool is_floating() const { return is_number() && is_float(scalar); }
    /// Held by a register; else in memory.
    bool fits_register() const { return !is_array() && !is_structure() && !is_nothing(); }

    std::size_t size() const;      ///< bytes; of three components as of four
    std::size_t alignment() const; ///< bytes
    std::string name() const;      ///< "global float4*"
};

class Types
{
public:
    Types();

    const Type* nothing() const { return nothing_; }
    const Type* of(Scalar scalar) const { return scalars_[static_cast<std::size_t>(scalar)]; }
    /// A vector of 2, 3, 4, 8 or 16 components; of one the scalar.
    const Type* vector(Scalar scalar, unsigned lanes);
    const Type* pointer(const Type* to, Space space, bool to_const, bool to_volatile = false,
                        bool to_anywhere = false);
    const Type* array(const Type* of, std::size_t count);
    const Type* image(const std::string& name, bool read, bool written);
    const Type* sampler() const { return sampler_; }
    const Type* event() const { return event_; }
    const Type* structure(const Structure* structure);
    Structure& new_structure();

    /// The type of a word, "uint4", "size_t", "image2d_t"; null for any other word.
    const Type* named(const std::string& word);
    /// All such words.
    static const std::vector<std::string>& names();

private:
    const Type* made(const Type& type);

    using Key = std::tuple<Type::Is, Scalar, unsigned, const Type*, Space, bool, bool, bool, std::size_t,
                           const Structure*, std::string, bool, bool>;

    std::deque<Type> all_;
    std::map<Key, const Type*> known_; ///< all of them, by what they are
    std::deque<Structure> structures_;
    const Type* nothing_ = nullptr;
    const Type* sampler_ = nullptr;
    const Type* event_ = nullptr;
    std::vector<const Type*> scalars_;
};

} // namespace lockstep::pocket
