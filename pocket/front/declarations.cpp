// What a declaration is made of: specifiers, attributes, pointers, arrays, parameters, structures.
#include "front/parser.hpp"

#include <algorithm>
#include <array>
#include <string_view>

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
           std::ranges::any_of(words, [&](const char* word) { return token.text == word; });
}

} // namespace

bool Parser::begins_type() const
{
    const Token& token = here();
    if (token.kind != Kind::name) return false;
    if (is_one_of(token, qualifiers)) return true;
    if (std::ranges::any_of(spaces, [&](const auto& one) { return token.text == one.first; })) return true;
    if (const Meaning* meaning = find(token.text)) return meaning->type != nullptr;
    return types_.named(token.text) != nullptr;
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
                    if (is_word || here().kind == Kind::string) {
                        ++at_;
                    } else {
                        const Ex value = fold(conditional());
                        const auto known = constant_of(*value);
                        if (!known)
                            notes_.refuse(name.place, "the numbers of " + name.text + " must be constants");
                        values.push_back(static_cast<std::size_t>(*known));
                    }
                    if (!take(",") && !next_is(")")) expect(")", "behind the attribute's numbers");
                }
                expect(")", "behind the attribute's numbers");
            }
            values.resize(3, 1);
            if (name.text == "reqd_work_group_size") {
                all.group = {values[0], values[1], values[2]};
                if (values[0] == 0 || values[1] == 0 || values[2] == 0)
                    notes_.error(name.place, "a work-group has at least one work-item in each dimension");
            }
            if (name.text == "work_group_size_hint") all.hint = {values[0], values[1], values[2]};
            if (name.text == "packed" || name.text == "__packed__") all.packed = true;
            if (name.text == "aligned" || name.text == "__aligned__") all.alignment = values[0];
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
        const auto space = std::ranges::find_if(
            spaces, [&](const auto& one) { return token.kind == Kind::name && token.text == one.first; });
        if (space != spaces.end()) {
            if (all.space && *all.space != space->second)
                notes_.refuse(token.place, "two address spaces for one variable", "leave one of them out");
            all.space = space->second;
            ++at_;
            continue;
        }
        if (token.is("const"))
            all.is_const = true;
        else if (token.is("typedef"))
            all.is_typedef = true;
        else if (token.is("extern"))
            all.is_extern = true;
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
        }
        ++at_;
    }
    if (has_sign) {
        const Scalar base = all.type != nullptr && all.type->is_integer() ? all.type->scalar : Scalar::i32;
        all.type = types_.of(integer_like(base, !is_unsigned));
    }
    if (all.type == nullptr) {
        if (here().kind == Kind::name && here(1).kind == Kind::name) unknown(here(), false);
        notes_.refuse(here().place, "expected a type, and found '" + here().text + "'");
    }
    if (all.type->is == Type::Is::image && (read || written))
        all.type = types_.image(all.type->image, read, written);
    if (all.type->is_scalar() && all.type->scalar == Scalar::f64 &&
        std::ranges::find(options_.extensions, "cl_khr_fp64") == options_.extensions.end())
        notes_.refuse(all.place, "this device has no double", "write float");
    return all;
}

// "*", with qualifiers behind each. The space of the declaration is that of what the innermost pointer points to.
const Type* Parser::pointers(const Specifiers& all, const Type* base, bool& is_const)
{
    bool to_const = all.is_const;
    Space space = all.space.value_or(Space::own);
    const Type* type = base;
    while (take("*")) {
        type = types_.pointer(type, space, to_const);
        space = Space::own;
        to_const = false;
        for (;; ++at_) {
            if (next_is("const"))
                to_const = true;
            else if (const auto found = std::ranges::find_if(spaces,
                                                             [&](const auto& one) {
                                                                 return here().kind == Kind::name &&
                                                                        here().text == one.first;
                                                             });
                     found != spaces.end())
                space = found->second;
            else if (!next_is("volatile") && !next_is("restrict") && !next_is("__restrict") &&
                     !next_is("__restrict__"))
                break;
        }
    }
    is_const = to_const;
    return type;
}

Parser::Declared Parser::declarator(const Specifiers& all, const Type* base)
{
    Declared declared;
    declared.type = pointers(all, base, declared.is_const);
    if (next_is("&")) notes_.refuse(here().place, "a reference is C++", "write a pointer: *");
    // "(*name)[n]": a pointer to arrays.
    const bool in_brackets = next_is("(") && here(1).is("*");
    if (in_brackets) at_ += 2;
    declared.place = here().place;
    if (here().kind != Kind::name || begins_type()) {
        const bool is_word = here().kind == Kind::name;
        notes_.refuse(here().place, "expected a name, and found '" + here().text + "'",
                      is_word ? "'" + here().text + "' is a word of the language: choose another" : "");
    }
    declared.name = here().text;
    ++at_;
    if (in_brackets) {
        expect(")", "behind the pointer's name");
        if (!next_is("[")) notes_.refuse(here().place, "there are no pointers to functions in OpenCL C");
    }
    Specifiers behind = all;
    if (next_is("(")) {
        declared.is_function = true;
        declared.parameters = parameters();
        take_attributes(behind);
        declared.overloadable = behind.overloadable;
        return declared;
    }
    std::vector<std::size_t> lengths;
    while (take("[")) {
        if (take("]")) {
            lengths.push_back(0);
            continue;
        }
        const Place place = here().place;
        const Ex length = fold(conditional());
        const auto known = constant_of(*length);
        if (!known)
            notes_.refuse(place, "an array's length must be known when the program is built",
                          "use a number, or a macro that the host defines by -D");
        if (*known <= 0 || *known > (1 << 28))
            notes_.refuse(place, "an array of " + std::to_string(*known) + " elements");
        lengths.push_back(static_cast<std::size_t>(*known));
        expect("]", "behind the array's length");
    }
    for (auto length = lengths.rbegin(); length != lengths.rend(); ++length)
        declared.type = types_.array(declared.type, *length);
    if (in_brackets)
        declared.type = types_.pointer(declared.type, all.space.value_or(Space::own), all.is_const);
    take_attributes(behind);
    return declared;
}

std::vector<std::unique_ptr<Variable>> Parser::parameters()
{
    std::vector<std::unique_ptr<Variable>> all;
    expect("(", "before the parameters");
    if (next_is("void") && here(1).is(")")) ++at_;
    if (take(")")) return all;
    do {
        const Specifiers each = specifiers();
        auto parameter = std::make_unique<Variable>();
        parameter->place = here().place;
        parameter->is_parameter = true;
        bool is_const = false;
        const Type* type = each.type;
        if (here().is("*") || here().kind == Kind::name || (here().is("(") && here(1).is("*"))) {
            const std::size_t before = at_;
            type = pointers(each, each.type, is_const);
            if (here().kind == Kind::name || here().is("(")) {
                at_ = before;
                Declared declared = declarator(each, each.type);
                parameter->name = declared.name;
                parameter->place = declared.place;
                type = declared.type;
            }
        }
        if (type->is_array() && type->to->is_pointer()) // the space named is the one they point to
            type = types_.pointer(type->to, Space::own, false);
        else if (type->is_array())
            type = types_.pointer(type->to, each.space.value_or(Space::own), each.is_const);
        parameter->type = type;
        parameter->is_const = each.is_const && !type->is_pointer();
        parameter->in_memory = !type->fits_register();
        if (type->is_nothing()) notes_.refuse(parameter->place, "a parameter of the type void");
        all.push_back(std::move(parameter));
    } while (take(","));
    expect(")", "behind the parameters");
    return all;
}

const Type* Parser::structure(bool is_union)
{
    Specifiers before;
    take_attributes(before);
    std::string name;
    if (here().kind == Kind::name && !next_is("{")) {
        name = here().text;
        ++at_;
    }
    Structure*& known = structures_[name.empty() ? " " + std::to_string(at_) : name];
    if (known == nullptr) {
        known = &types_.new_structure();
        known->name = std::string{is_union ? "union" : "struct"} + (name.empty() ? "" : " " + name);
        known->is_union = is_union;
    }
    Structure& made_here = *known;
    if (!take("{")) return types_.structure(&made_here);
    std::vector<std::size_t> alignments;
    while (!take("}")) {
        if (here().kind == Kind::end) expect("}", "behind the structure's last field");
        const Specifiers each = specifiers();
        do {
            Declared declared = declarator(each, each.type);
            made_here.fields.push_back({declared.name, declared.type, 0});
        } while (take(","));
        expect(";", "behind this field");
    }
    Specifiers behind = before;
    take_attributes(behind);
    lay_out(made_here, behind.packed, behind.alignment);
    return types_.structure(&made_here);
}

void Parser::lay_out(Structure& structure, bool packed, std::size_t alignment)
{
    const auto rounded = [](std::size_t value, std::size_t to) { return (value + to - 1) / to * to; };
    structure.alignment = std::max<std::size_t>(alignment, 1);
    std::size_t end = 0;
    for (Field& field : structure.fields) {
        const std::size_t own = packed ? 1 : field.type->alignment();
        field.offset = structure.is_union ? 0 : rounded(end, own);
        end = std::max(end, field.offset + field.type->size());
        structure.alignment = std::max(structure.alignment, own);
    }
    structure.size = rounded(std::max<std::size_t>(end, 1), structure.alignment);
    structure.complete = true;
}

void Parser::enumeration()
{
    if (here().kind == Kind::name) ++at_;
    if (!take("{")) return;
    std::int64_t value = 0;
    while (!take("}")) {
        const Token name = here();
        if (name.kind != Kind::name) notes_.refuse(name.place, "expected a name of the enumeration");
        ++at_;
        if (take("=")) {
            const Ex given = fold(conditional());
            const auto known = constant_of(*given);
            if (!known) notes_.refuse(name.place, "the value of " + name.text + " must be a constant");
            value = *known;
        }
        scopes_.back()[name.text] = {.value = value++};
        if (!take(",") && !next_is("}")) expect("}", "behind the enumeration's last name");
    }
}

const Type* Parser::type_name()
{
    const Specifiers all = specifiers();
    bool is_const = false;
    const Type* type = pointers(all, all.type, is_const);
    while (take("[")) {
        const Ex length = fold(conditional());
        type = types_.array(type, static_cast<std::size_t>(constant_of(*length).value_or(1)));
        expect("]", "behind the array's length");
    }
    return type;
}

// What stands behind "=": a value, or a list for arrays and structures. An array without a length gets that of the list.
Ex Parser::initialiser(const Type*& type)
{
    const Place place = here().place;
    if (!next_is("{")) {
        Ex value = assignment();
        if (type->is_array() && value->is == Expression::Is::text) return value;
        if (type->is == Type::Is::sampler) return converted(std::move(value), types_.of(Scalar::u32), place);
        return assignable(std::move(value), type, place, "this variable");
    }
    ++at_;
    std::vector<Ex> parts;
    std::size_t which = 0;
    while (!take("}")) {
        if (here().kind == Kind::end) expect("}", "behind the last value");
        const Type* part = type;
        if (type->is_array()) {
            if (type->count != 0 && which >= type->count)
                notes_.refuse(here().place, "the array has " + std::to_string(type->count) +
                                                " elements, and here is one more");
            part = type->to;
        } else if (type->is_structure()) {
            if (take(".")) {
                const std::string wanted = here().text;
                ++at_;
                expect("=", "behind the field's name");
                const auto& fields = type->structure->fields;
                const auto found =
                    std::ranges::find_if(fields, [&](const Field& one) { return one.name == wanted; });
                if (found == fields.end())
                    notes_.refuse(here().place, type->name() + " has no field " + wanted);
                const auto index = static_cast<std::size_t>(found - fields.begin());
                for (; which < index; ++which) parts.push_back(nullptr);
            }
            if (which >= type->structure->fields.size())
                notes_.refuse(here().place, type->name() + " has no field for this value");
            part = type->structure->fields[which].type;
        } else if (type->is_vector()) {
            Ex component = as_value(assignment());
            if (!component->type->is_number())
                notes_.refuse(place, component->type->name() + " is no component of " + type->name());
            const Type* wanted = types_.vector(type->scalar, component->type->lanes);
            which += component->type->lanes;
            parts.push_back(converted(std::move(component), wanted, place));
            if (!take(",") && !next_is("}")) expect("}", "behind the last component");
            continue;
        } else if (which > 0) {
            notes_.refuse(here().place, "two values for one " + type->name());
        }
        parts.push_back(initialiser(part));
        ++which;
        if (!take(",") && !next_is("}")) expect("}", "behind the last value");
    }
    if (type->is_array() && type->count == 0)
        type = types_.array(type->to, std::max<std::size_t>(parts.size(), 1));
    if (type->is_vector()) {
        if (which > type->lanes)
            notes_.refuse(place, type->name() + " has " + std::to_string(type->lanes) +
                                     " components, and here are " + std::to_string(which));
        for (; which < type->lanes; ++which)
            parts.push_back(
                converted(whole_number(0, types_.of(Scalar::i32), place), types_.of(type->scalar), place));
        return made(Expression::Is::gather, type, place, std::move(parts));
    }
    if (type->is_scalar() && parts.size() == 1) return std::move(parts[0]);
    return made(Expression::Is::list, type, place, std::move(parts));
}

} // namespace lockstep::pocket
