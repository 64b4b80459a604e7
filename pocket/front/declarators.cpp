// Around a declared name: pointers, arrays, parameters.
#include "front/parser.hpp"

#include <algorithm>

namespace lockstep::pocket
{

// "*", with qualifiers behind each. The space of the declaration is that of what the innermost pointer points to.
const Type* Parser::pointers(const Specifiers& all, const Type* base, bool& is_const)
{
    bool to_const = all.is_const, to_volatile = all.is_volatile;
    bool to_anywhere = all.type_alignment > 0 && all.type_alignment < base->alignment();
    Space space = all.space.value_or(Space::own);
    const Type* type = base;
    while (take("*")) {
        type = types_.pointer(type, space, to_const, to_volatile, to_anywhere);
        space = Space::own;
        to_const = to_volatile = to_anywhere = false;
        for (;; ++at_) {
            if (next_is("const"))
                to_const = true;
            else if (next_is("volatile"))
                to_volatile = true;
            else if (const auto found = space_here())
                space = *found;
            else if (!next_is("restrict") && !next_is("__restrict") && !next_is("__restrict__"))
                break;
        }
    }
    is_const = to_const;
    return type;
}

Parser::Declared Parser::declarator(const Specifiers& all, const Type* base)
{
    const Deeper inside = deeper("declarations are nested too deeply here");
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
        lengths.push_back(array_length());
    }
    for (auto length = lengths.rbegin(); length != lengths.rend(); ++length)
        declared.type = array_of(declared.type, *length, declared.place);
    if (in_brackets)
        declared.type =
            types_.pointer(declared.type, all.space.value_or(Space::own), all.is_const, all.is_volatile);
    take_attributes(behind);
    declared.alignment = behind.alignment;
    return declared;
}

// What stands between the brackets, and the second of them.
std::size_t Parser::array_length()
{
    const Place place = here().place;
    const Ex length = fold(conditional());
    const auto known = constant_of(*length);
    if (!known)
        notes_.refuse(place, "an array's length must be known when the program is built",
                      "use a number, or a macro that the host defines by -D");
    if (*known <= 0 || *known > static_cast<std::int64_t>(most_bytes))
        notes_.refuse(place, "an array of " + std::to_string(*known) + " elements");
    expect("]", "behind the array's length");
    return static_cast<std::size_t>(*known);
}

const Type* Parser::array_of(const Type* type, std::size_t length, const Place& place)
{
    if (type->is_nothing() || (type->is_array() && type->count == 0))
        notes_.refuse(place, "an array of elements without a size");
    need_complete(type, place);
    if (length > most_bytes / std::max<std::size_t>(type->size(), 1))
        notes_.refuse(place, "this array has more than 256 MiB");
    return types_.array(type, length);
}

std::vector<std::unique_ptr<Variable>> Parser::parameters()
{
    const Deeper inside = deeper("lists of parameters are nested too deeply here");
    std::vector<std::unique_ptr<Variable>> all;
    expect("(", "before the parameters");
    if (next_is("void") && here(1).is(")")) ++at_;
    if (take(")")) return all;
    do {
        const std::size_t begin = at_;
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
            type = types_.pointer(type->to, each.space.value_or(Space::own), each.is_const, each.is_volatile);
        parameter->host_sized = each.host_sized && !type->is_pointer();
        parameter->type = type;
        parameter->is_const = each.is_const && !type->is_pointer();
        parameter->in_memory = !type->fits_register();
        if (type->is_nothing()) notes_.refuse(parameter->place, "a parameter of the type void");
        need_complete(type, parameter->place);
        const auto says = [&](const char* word) {
            return std::any_of(tokens_.begin() + static_cast<std::ptrdiff_t>(begin),
                               tokens_.begin() + static_cast<std::ptrdiff_t>(at_),
                               [&](const Token& token) { return token.is(word); });
        };
        parameter->is_restrict = says("restrict") || says("__restrict") || says("__restrict__");
        all.push_back(std::move(parameter));
    } while (take(","));
    expect_end_of_list("behind the parameters");
    return all;
}

const Type* Parser::type_name()
{
    const Specifiers all = specifiers();
    bool is_const = false;
    const Type* type = pointers(all, all.type, is_const);
    std::vector<std::size_t> lengths;
    while (take("[")) lengths.push_back(take("]") ? 0 : array_length());
    for (auto length = lengths.rbegin(); length != lengths.rend(); ++length)
        type = array_of(type, *length, all.place);
    return type;
}

} // namespace lockstep::pocket
