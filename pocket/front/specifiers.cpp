// What stands before a declared name: its type, its memory, attributes.
#include "front/parser.hpp"
#include "front/ranges.hpp"

#include <algorithm>
#include <array>
#include <bit>

namespace lockstep::pocket
{

namespace
{

constexpr std::array<std::pair<const char*, Space>, 10> spaces{{{"global", Space::global},
                                                                {"__global", Space::global},
                                                                {"local", Space::local},
                                                                {"__local", Space::local},
                                                                {"constant", Space::constant},
                                                                {"__constant", Space::constant},
                                                                {"private", Space::own},
                                                                {"__private", Space::own},
                                                                {"generic", Space::global},
                                                                {"__generic", Space::global}}};

constexpr std::array qualifiers{
    "const",       "volatile",   "restrict",     "__restrict",    "__restrict__", "static",    "extern",
    "inline",      "__inline",   "register",     "typedef",       "kernel",       "__kernel",  "read_only",
    "__read_only", "write_only", "__write_only", "read_write",    "__read_write", "struct",    "union",
    "enum",        "signed",     "unsigned",     "__attribute__", "_Atomic",      "__inline__"};

bool is_one_of(const Token& token, const auto& words)
{
    return token.kind == Kind::name &&
           ranges::any_of(words, [&](const char* word) { return token.text == word; });
}

constexpr std::int64_t most_attribute = std::int64_t{1} << 30U;
constexpr std::size_t own_alignment = 128, widest_alignment = 4096;

} // namespace

bool Parser::begins_type() const
{
    const Token& token = here();
    if (token.kind != Kind::name) return false;
    if (is_one_of(token, qualifiers)) return true;
    if (space_here()) return true;
    if (const Meaning* meaning = find(token.text)) return meaning->type != nullptr;
    return types_.named(token.text) != nullptr;
}

// Whether a type in brackets is next.
bool Parser::begins_cast()
{
    if (!next_is("(")) return false;
    ++at_;
    const bool type = begins_type();
    --at_;
    return type;
}

void Parser::take_attributes(Specifiers& all)
{
    while (take("__attribute__")) {
        expect("(", "behind __attribute__");
        expect("(", "behind __attribute__");
        while (!next_is(")") && here().kind != Kind::end) {
            const Token name = here();
            ++at_;
            std::vector<std::size_t> values;
            if (take("(")) { // numbers, or words for other compilers
                while (!next_is(")") && here().kind != Kind::end) {
                    const bool is_word = here().kind == Kind::name && find(here().text) == nullptr;
                    if (is_word && name.text == "vec_type_hint") all.vector_hint = here().text;
                    if (is_word || here().kind == Kind::string) {
                        ++at_;
                    } else {
                        const Ex value = fold(conditional());
                        const auto known = constant_of(*value);
                        if (!known)
                            notes_.refuse(name.place, "the numbers of " + name.text + " must be constants");
                        if (*known < 0 || *known > most_attribute)
                            notes_.refuse(name.place,
                                          std::to_string(*known) + " is no number for " + name.text);
                        values.push_back(static_cast<std::size_t>(*known));
                    }
                    if (!take(",") && !next_is(")")) expect(")", "behind the attribute's numbers");
                }
                expect(")", "behind the attribute's numbers");
            }
            const bool given = !values.empty();
            values.resize(3, 1);
            if (name.text == "reqd_work_group_size") {
                all.group = {values[0], values[1], values[2]};
                if (values[0] == 0 || values[1] == 0 || values[2] == 0)
                    notes_.error(name.place, "a work-group has at least one work-item in each dimension");
            }
            if (name.text == "work_group_size_hint") all.hint = {values[0], values[1], values[2]};
            if (name.text == "packed" || name.text == "__packed__") all.packed = true;
            if (name.text == "aligned" || name.text == "__aligned__") {
                all.alignment = given ? values[0] : own_alignment;
                if (!std::has_single_bit(all.alignment) || all.alignment > widest_alignment)
                    notes_.refuse(name.place, "an alignment is a power of two up to 4096",
                                  "write __attribute__((aligned(16)))");
            }
            if (name.text == "overloadable" || name.text == "__overloadable__") all.overloadable = true;
            if (name.text == "opencl_unroll_hint") unroll_ = static_cast<int>(values[0] > 1 ? values[0] : 64);
            take(",");
        }
        expect(")", "behind the attribute");
        expect(")", "behind the attribute");
    }
}

Specifiers Parser::specifiers()
{
    Specifiers all;
    all.place = here().place;
    bool read = false, written = false, is_unsigned = false, has_sign = false;
    for (;;) {
        const Token& token = here();
        if (token.is("__attribute__")) {
            take_attributes(all);
            continue;
        }
        if (const auto space = space_here()) {
            if (all.space && *all.space != *space)
                notes_.refuse(token.place, "two address spaces for one variable", "leave one of them out");
            all.space = space;
            ++at_;
            continue;
        }
        if (token.is("const"))
            all.is_const = true;
        else if (token.is("volatile"))
            all.is_volatile = true;
        else if (token.is("typedef"))
            all.is_typedef = true;
        else if (token.is("extern"))
            all.is_extern = true;
        else if (token.is("static"))
            all.is_static = true;
        else if (token.is("kernel") || token.is("__kernel"))
            all.is_kernel = true;
        else if (token.is("read_only") || token.is("__read_only"))
            read = true;
        else if (token.is("write_only") || token.is("__write_only"))
            written = true;
        else if (token.is("read_write") || token.is("__read_write"))
            read = written = true;
        else if (token.is("unsigned"))
            is_unsigned = has_sign = true;
        else if (token.is("signed"))
            has_sign = true;
        else if (token.is("struct") || token.is("union")) {
            const bool is_union = token.is("union");
            ++at_;
            all.type = structure(is_union);
            continue;
        } else if (token.is("enum")) {
            ++at_;
            enumeration();
            all.type = types_.of(Scalar::i32);
            continue;
        } else if (!is_one_of(token, qualifiers)) {
            if (token.kind != Kind::name || all.type != nullptr) break;
            const Meaning* meaning = find(token.text);
            const Type* type = meaning != nullptr ? meaning->type : types_.named(token.text);
            if (type == nullptr) break;
            all.type = type;
            all.type_alignment = meaning != nullptr ? meaning->alignment : 0;
            all.host_sized =
                token.is("size_t") || token.is("ptrdiff_t") || token.is("intptr_t") || token.is("uintptr_t");
        }
        ++at_;
    }
    if (has_sign) {
        const Scalar base = all.type != nullptr && all.type->is_integer() ? all.type->scalar : Scalar::i32;
        all.type = types_.of(integer_like(base, !is_unsigned));
    }
    if (all.is_extern && here().kind == Kind::string)
        notes_.refuse(here().place, "extern \"C\" is C++, and a kernel is written in C", "leave it out");
    if (all.type == nullptr) {
        if (here().kind == Kind::name && here(1).kind == Kind::name) unknown(here(), false);
        notes_.refuse(here().place, "expected a type, and found '" + here().text + "'",
                      here().kind == Kind::name ? "write its type before the name" : "");
    }
    if (all.type->is == Type::Is::image && (read || written))
        all.type = types_.image(all.type->image, read, written);
    if (all.type->is_scalar() && all.type->scalar == Scalar::f64 &&
        ranges::find(options_.extensions, "cl_khr_fp64") == options_.extensions.end())
        notes_.refuse(all.place, "this device has no double", "write float");
    return all;
}

std::optional<Space> Parser::space_here() const
{
    const auto found = ranges::find_if(
        spaces, [&](const auto& one) { return here().kind == Kind::name && here().text == one.first; });
    return found == spaces.end() ? std::nullopt : std::optional{found->second};
}

} // namespace lockstep::pocket
