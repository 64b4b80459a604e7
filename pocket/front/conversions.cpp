// Typed nodes, and values as other types.
#include "front/parser.hpp"

#include <algorithm>
#include <utility>

namespace lockstep::pocket
{

namespace
{

constexpr unsigned deepest_expression = 1000;

} // namespace

Ex Parser::made(Expression::Is is, const Type* type, const Place& place, std::vector<Ex> parts)
{
    auto expression = std::make_unique<Expression>();
    expression->is = is;
    expression->type = type;
    expression->place = place;
    for (const Ex& part : parts)
        if (part) expression->depth = std::max(expression->depth, part->depth + 1);
    if (expression->depth > deepest_expression)
        notes_.refuse(place,
                      "this expression has more than " + std::to_string(deepest_expression) +
                          " operations inside of one another",
                      "keep a part of it in a variable");
    expression->parts = std::move(parts);
    return expression;
}

Ex Parser::whole_number(std::int64_t value, const Type* type, const Place& place)
{
    Ex number = made(Expression::Is::constant, type, place);
    number->number.whole = value;
    return number;
}

// What an expression is worth: an array is a pointer to its first element.
Ex Parser::as_value(Ex from)
{
    if (!from->type->is_array()) return from;
    Space space = Space::own;
    bool is_const = false, is_volatile = false;
    for (const Expression* root = from.get();;) {
        if (root->is == Expression::Is::variable) {
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
        root = root->parts[0].get();
    }
    const Type* type = types_.pointer(from->type->to, space, is_const, is_volatile);
    const Place place = from->place;
    std::vector<Ex> parts;
    parts.push_back(std::move(from));
    return made(Expression::Is::decay, type, place, std::move(parts));
}

Ex Parser::converted(Ex from, const Type* to, const Place& place)
{
    from = as_value(std::move(from));
    const Type* type = from->type;
    if (type == to) return from;
    const bool numbers =
        type->is_number() && to->is_number() && (type->lanes == to->lanes || type->lanes == 1);
    const bool pointers = (type->is_pointer() && (to->is_pointer() || to->is_integer() || to->is_scalar())) ||
                          (type->is_integer() && type->is_scalar() && to->is_pointer());
    const bool handles =
        (to->is == Type::Is::sampler || (to->is == Type::Is::event && constant_of(*from) == 0)) &&
        type->is_integer();
    if (!numbers && !pointers && !handles)
        notes_.refuse(place, type->name() + " cannot be made " + to->name());
    if (pointers && type->is_pointer() && to->is_pointer() && type->space != to->space &&
        !(from->is == Expression::Is::constant))
        notes_.refuse(place,
                      "a pointer to " + std::string{name_of(type->space)} + " memory cannot become one to " +
                          name_of(to->space) + " memory",
                      std::string{"write "} + name_of(type->space) + " in the type");
    if (numbers && to->is_vector() && type->is_scalar() && type->scalar != to->scalar)
        from = converted(std::move(from), types_.of(to->scalar), place); // once, then to all components
    std::vector<Ex> parts;
    parts.push_back(std::move(from));
    return fold(made(Expression::Is::convert, to, place, std::move(parts)));
}

// Whether a value may be stored in a variable of that type, and then as it.
Ex Parser::assignable(Ex from, const Type* to, const Place& place, const std::string& what)
{
    from = as_value(std::move(from));
    const Type* type = from->type;
    if (type == to) return from;
    if (type->is_nothing()) notes_.refuse(place, what + " needs a value, and this function returns none");
    if (type->is_vector() && to->is_scalar())
        notes_.refuse(place, what + " is one " + to->name() + ", and the value a " + type->name(),
                      "name a component: .x");
    if (type->is_vector() && to->is_vector())
        notes_.refuse(place, what + " is " + to->name() + ", and the value " + type->name(),
                      type->lanes == to->lanes ? "write convert_" + to->name() + "(…)"
                                               : "name components, .xy for two");
    if (to->is_pointer() && type->is_pointer()) {
        if (type->space != to->space && from->is != Expression::Is::constant)
            notes_.refuse(place,
                          what + " points to " + name_of(to->space) + " memory, and the value to " +
                              name_of(type->space),
                          std::string{"write "} + name_of(type->space) +
                              " before the type that it points to");
        if (type->to_const && !to->to_const && to->space != Space::constant)
            notes_.warn(place, "what is const can be written through this pointer",
                        "write const before its type");
        if (type->to != to->to && !type->to->is_nothing() && !to->to->is_nothing())
            notes_.warn(place,
                        what + " points to " + to->to->name() + ", and the value to " + type->to->name(),
                        "write a cast");
        return converted(std::move(from), to, place);
    }
    if (to->is_pointer() && type->is_integer()) {
        const auto value = constant_of(*from);
        if (!value || *value != 0)
            notes_.refuse(place, what + " is a pointer, and the value a number", "write & before a variable");
        return converted(std::move(from), to, place);
    }
    if (to->is_number() && type->is_pointer())
        notes_.refuse(place, what + " is " + to->name() + ", and the value a pointer",
                      "write * before it, or an index behind it");
    if (to->is_structure() || type->is_structure())
        notes_.refuse(place, what + " is " + to->name() + ", and the value " + type->name());
    return converted(std::move(from), to, place);
}

} // namespace lockstep::pocket
