// What can be assigned to or has an address: elements, fields, components.
#include "front/parser.hpp"
#include "front/ranges.hpp"

#include <cctype>
#include <utility>

namespace lockstep::pocket
{

void Parser::need_place(const Expression& left, const Place& place, const char* what)
{
    if (left.is == Expression::Is::swizzle && !left.is_place && left.parts[0]->is_place)
        notes_.refuse(place,
                      "a component is named twice here, or is none, so there is nothing " + std::string{what},
                      "name each of them once");
    if (!left.is_place)
        notes_.refuse(
            place, std::string{"this is a value and no variable, so there is nothing "} + what,
            left.is == Expression::Is::call || left.is == Expression::Is::builtin ? "" : "did you mean == ?");
    for (const Expression* root = &left;; root = root->parts[0].get()) {
        if (root->is == Expression::Is::variable) {
            if (root->variable->is_const)
                notes_.refuse(
                    place, root->variable->name + " is " +
                               (root->variable->space == Space::constant ? "in constant memory" : "const") +
                               ", so it cannot be changed");
            return;
        }
        if (root->is == Expression::Is::element) {
            const Type& pointer = *root->parts[0]->type;
            if (pointer.to_const || pointer.space == Space::constant)
                notes_.refuse(place, std::string{"what this pointer points to is "} +
                                         (pointer.space == Space::constant ? "constant" : "const") +
                                         ", so it cannot be changed");
            return;
        }
        if (root->parts.empty()) return;
    }
}

void Parser::need_steps(const Expression& of, const Place& place)
{
    need_place(of, place, "to be changed");
    if (!of.type->is_number() && !of.type->is_pointer())
        notes_.refuse(place, "++ and -- go with numbers and pointers, and this is " + of.type->name());
}

Ex Parser::address_of(Ex from, const Place& place)
{
    if (!from->is_place) notes_.refuse(place, "this is a value and no variable, so it has no address");
    if (from->is == Expression::Is::swizzle && from->order.size() != 1)
        notes_.refuse(place, "several components have no address");
    Space space = Space::own;
    bool is_const = false, is_volatile = false;
    for (const Expression* root = from.get();; root = root->parts[0].get()) {
        if (root->is == Expression::Is::variable) {
            root->variable->in_memory = true;
            space = root->variable->space;
            is_const = root->variable->is_const;
            is_volatile = root->variable->is_volatile;
            break;
        }
        if (root->is == Expression::Is::element) {
            space = root->parts[0]->type->space;
            is_const = root->parts[0]->type->to_const;
            is_volatile = root->parts[0]->type->to_volatile;
            break;
        }
        if (root->parts.empty()) break;
    }
    const Type* type = types_.pointer(from->type, space, is_const, is_volatile);
    std::vector<Ex> parts;
    parts.push_back(std::move(from));
    return made(Expression::Is::address, type, place, std::move(parts));
}

// v[i] of a vector, which the standard does not have and compilers take: a component, or memory where the number is not known.
Ex Parser::component(Ex whole, Ex which, const Place& place)
{
    const Type* type = whole->type;
    const auto known = constant_of(*which);
    if (known && (*known < 0 || *known >= static_cast<std::int64_t>(type->lanes)))
        notes_.refuse(place, type->name() + " has " + std::to_string(type->lanes) +
                                 " components, and this is number " + std::to_string(*known));
    if (known) {
        const bool is_place = whole->is_place;
        std::vector<Ex> parts;
        parts.push_back(std::move(whole));
        Ex one = made(Expression::Is::swizzle, types_.of(type->scalar), place, std::move(parts));
        one->order.push_back(static_cast<std::uint8_t>(*known));
        one->is_place = is_place;
        return one;
    }
    if (!whole->is_place || whole->is == Expression::Is::swizzle)
        notes_.refuse(place, "this vector is a value and no variable, so only a constant can stand in [ ]",
                      "keep it in a variable, or name the component: .x");
    Ex address = address_of(std::move(whole), place);
    const Type* first =
        types_.pointer(types_.of(type->scalar), address->type->space, address->type->to_const);
    return element(converted(std::move(address), first, place), std::move(which), place);
}

Ex Parser::element(Ex whole, Ex which, const Place& place)
{
    whole = as_value(std::move(whole));
    which = as_value(std::move(which));
    if (whole->type->is_vector() && which->type->is_integer() && which->type->is_scalar())
        return component(std::move(whole), std::move(which), place);
    if (!whole->type->is_pointer())
        notes_.refuse(place, "an index goes behind a pointer or an array, and this is " + whole->type->name(),
                      whole->type->is_vector() ? "write .x, .y or .s0 for a component" : "");
    if (!which->type->is_integer() || !which->type->is_scalar())
        notes_.refuse(place, "an index is a whole number, and this is " + which->type->name(),
                      which->type->is_floating() ? "write (uint) before it" : "name a component");
    if (whole->type->to->is_nothing())
        notes_.refuse(place, "a pointer to void points to nothing in particular", "cast it first");
    if (whole->type->to->is_structure() && !whole->type->to->structure->complete)
        notes_.refuse(place, whole->type->to->name() + " is not defined");
    const Type* type = whole->type->to;
    const Scalar width = which->type->scalar == Scalar::u64 ? Scalar::u64 : Scalar::i64;
    which = converted(std::move(which), types_.of(width), place);
    std::vector<Ex> parts;
    parts.push_back(std::move(whole));
    parts.push_back(std::move(which));
    Ex result = made(Expression::Is::element, type, place, std::move(parts));
    result->is_place = true;
    return result;
}

Ex Parser::member(Ex whole, const Token& name)
{
    const Type* type = whole->type;
    if (type->is_structure()) {
        const auto& fields = type->structure->fields;
        const auto found =
            ranges::find_if(fields, [&](const Field& field) { return field.name == name.text; });
        if (found == fields.end()) {
            std::vector<std::string> names;
            for (const Field& field : fields) names.push_back(field.name);
            const std::string meant = nearest(name.text, names);
            notes_.refuse(name.place, type->name() + " has no field " + name.text,
                          meant.empty() ? "" : "did you mean " + meant + "?");
        }
        const bool is_place = whole->is_place;
        std::vector<Ex> parts;
        parts.push_back(std::move(whole));
        Ex field = made(Expression::Is::field, found->type, name.place, std::move(parts));
        field->field = &*found;
        field->is_place = is_place;
        return field;
    }
    if (type->is_pointer())
        notes_.refuse(name.place, "this is a pointer to " + type->to->name(), "write -> instead of .");
    if (!type->is_vector()) notes_.refuse(name.place, type->name() + " has no component " + name.text);
    std::vector<std::uint8_t> order;
    const std::string& word = name.text;
    if (name.kind != Kind::name || word.size() > 17)
        notes_.refuse(name.place, type->name() + " has no component '" + word + "'");
    const unsigned lanes = type->lanes, half = lanes == 3 ? 2 : lanes / 2;
    if (word == "lo" || word == "hi")
        for (unsigned i = 0; i < half; ++i)
            order.push_back(static_cast<std::uint8_t>(i + (word == "hi" ? half : 0)));
    else if (word == "even" || word == "odd")
        for (unsigned i = 0; i < half; ++i)
            order.push_back(static_cast<std::uint8_t>(2 * i + (word == "odd" ? 1 : 0)));
    else if ((word[0] == 's' || word[0] == 'S') && word.size() > 1)
        for (const char c : word.substr(1)) {
            if (std::isxdigit(static_cast<unsigned char>(c)) == 0)
                notes_.refuse(name.place, type->name() + " has no component " + word);
            order.push_back(static_cast<std::uint8_t>(
                c <= '9' ? c - '0' : std::tolower(static_cast<unsigned char>(c)) - 'a' + 10));
        }
    else
        for (const char c : word) {
            const std::size_t at = std::string{"xyzwrgba"}.find(c);
            if (at == std::string::npos)
                notes_.refuse(name.place, type->name() + " has no component " + word);
            order.push_back(static_cast<std::uint8_t>(at % 4));
        }
    for (const std::uint8_t which : order)
        if (which >= lanes && !(lanes == 3 && which == 3 && (word == "hi" || word == "odd")))
            notes_.refuse(name.place, type->name() + " has " + std::to_string(lanes) + " components, and " +
                                          word + " names one beyond them");
    const auto count = static_cast<unsigned>(order.size());
    if (count != 1 && count != 2 && count != 3 && count != 4 && count != 8 && count != 16)
        notes_.refuse(name.place, "there is no vector of " + std::to_string(count) + " components");
    bool is_place = whole->is_place;
    for (std::size_t i = 0; i < order.size(); ++i)
        for (std::size_t j = 0; j < i; ++j) is_place = is_place && order[i] != order[j];
    for (const std::uint8_t which : order)
        is_place = is_place && which < lanes; // the fourth of three is nothing
    std::vector<Ex> parts;
    parts.push_back(std::move(whole));
    Ex swizzle =
        made(Expression::Is::swizzle, types_.vector(type->scalar, count), name.place, std::move(parts));
    swizzle->order = std::move(order);
    swizzle->is_place = is_place;
    return swizzle;
}

} // namespace lockstep::pocket
