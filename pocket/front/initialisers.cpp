// What stands behind the "=" of a declaration: a value, or a list of them in { }.
#include "front/parser.hpp"
#include "front/ranges.hpp"

#include <algorithm>
#include <utility>

namespace lockstep::pocket
{

// An array without a length gets that of the list.
Ex Parser::initialiser(const Type*& type)
{
    const Deeper inside = deeper("this list is nested too deeply");
    const Place place = here().place;
    if (!next_is("{")) {
        Ex value = assignment();
        if (type->is_array() && value->is == Expression::Is::text)
            return text_in(std::move(value), type, place);
        if (type->is == Type::Is::sampler) return converted(std::move(value), types_.of(Scalar::u64), place);
        if (type->is_array())
            notes_.refuse(place, "an array begins with a list, and this is " + value->type->name(),
                          "write the values in { }");
        return assignable(std::move(value), type, place, "this variable");
    }
    ++at_;
    if (type->is_vector()) return components(type, place);
    if (!type->is_array() && !type->is_structure()) {
        const Type* one = type;
        Ex value = initialiser(one);
        take(",");
        if (!next_is("}")) notes_.refuse(here().place, "two values for one " + type->name());
        ++at_;
        return value;
    }
    std::vector<Ex> parts;
    values_of(parts, type, true, nullptr);
    expect("}", "behind the last value");
    if (type->is_array() && type->count == 0)
        type = types_.array(type->to, std::max<std::size_t>(parts.size(), 1));
    return made(Expression::Is::list, type, place, std::move(parts));
}

// "abc" for an array of char.
Ex Parser::text_in(Ex text, const Type*& type, const Place& place)
{
    if (!type->to->is_scalar() || size_of(type->to->scalar) != 1)
        notes_.refuse(place, "a text in quotes is for an array of char, and this is " + type->name());
    if (type->count == 0) type = types_.array(type->to, text->text.size() + 1);
    return text;
}

// The values of an array or a structure, up to its last one or to the list's end; of inner ones the brackets may be left out.
void Parser::values_of(std::vector<Ex>& parts, const Type* type, bool has_brackets, Ex given)
{
    const Deeper inside = deeper("this list is nested too deeply");
    const bool is_union = type->is_structure() && type->structure->is_union;
    const std::size_t most = type->is_structure() ? type->structure->fields.size()
                             : type->count != 0   ? type->count
                                                  : most_values;
    for (std::size_t which = 0; given || !next_is("}");) {
        if (!given && here().kind == Kind::end) expect("}", "behind the last value");
        if (has_brackets && (next_is(".") || next_is("["))) which = designated(type);
        if (which >= most) {
            if (!has_brackets) return; // it is of what is around this
            notes_.refuse(here().place, type->is_structure() ? type->name() + " has no field for this value"
                                                             : "the array has " + std::to_string(most) +
                                                                   " elements, and here is one more");
        }
        const Type* part = type->is_structure() ? type->structure->fields[which].type : type->to;
        if (parts.size() <= which) parts.resize(which + 1);
        parts[which] = part_of_list(part, std::exchange(given, nullptr));
        which = is_union ? most : which + 1; // one field of a union has a value
        if (!has_brackets && which >= most) return;
        if (!take(",")) {
            if (!next_is("}")) expect("}", "behind the last value");
            return;
        }
        if (!has_brackets && next_is("}")) {
            --at_; // the comma before the end belongs to the list around this
            return;
        }
    }
}

// One value of a list; where an array or a structure begins without a bracket, the values of its own. A value may have been read.
Ex Parser::part_of_list(const Type* part, Ex given)
{
    const Place place = given ? given->place : here().place;
    const bool is_list = part->is_array() || part->is_structure();
    if (!is_list && !given) return initialiser(part);
    if (!is_list) return assignable(std::move(given), part, place, "this part of the list");
    if (!given && (next_is("{") || (part->is_array() && here().kind == Kind::string)))
        return initialiser(part);
    if (!given) given = assignment();
    if (given->type == part && part->is_structure()) return given;
    std::vector<Ex> parts;
    values_of(parts, part, false, std::move(given));
    return made(Expression::Is::list, part, place, std::move(parts));
}

// ".name =" or "[3] =": where the next value goes.
std::size_t Parser::designated(const Type* type)
{
    const Token sign = here();
    ++at_;
    if (sign.is("[")) {
        if (!type->is_array()) notes_.refuse(sign.place, type->name() + " has no elements");
        const std::size_t which = array_index();
        expect("=", "behind the element's number");
        return which;
    }
    const Token name = here();
    ++at_;
    if (!type->is_structure()) notes_.refuse(sign.place, type->name() + " has no fields");
    const auto& fields = type->structure->fields;
    const auto found = ranges::find_if(fields, [&](const Field& one) { return one.name == name.text; });
    if (found == fields.end()) notes_.refuse(name.place, type->name() + " has no field " + name.text);
    expect("=", "behind the field's name");
    return static_cast<std::size_t>(found - fields.begin());
}

std::size_t Parser::array_index()
{
    const Place place = here().place;
    const Ex number = fold(conditional());
    const auto known = constant_of(*number);
    if (!known || *known < 0 || *known >= static_cast<std::int64_t>(most_values))
        notes_.refuse(place, "an element's number in a list must be a constant");
    expect("]", "behind the element's number");
    return static_cast<std::size_t>(*known);
}

// "{ … }" of a vector; components that are not there are 0.
Ex Parser::components(const Type* type, const Place& place)
{
    std::vector<Ex> parts;
    std::size_t count = 0;
    while (!take("}")) {
        if (here().kind == Kind::end) expect("}", "behind the last component");
        Ex component = as_value(assignment());
        if (!component->type->is_number())
            notes_.refuse(place, component->type->name() + " is no component of " + type->name());
        const Type* wanted = types_.vector(type->scalar, component->type->lanes);
        count += component->type->lanes;
        parts.push_back(converted(std::move(component), wanted, place));
        if (!take(",") && !next_is("}")) expect("}", "behind the last component");
    }
    if (count > type->lanes)
        notes_.refuse(place, type->name() + " has " + std::to_string(type->lanes) +
                                 " components, and here are " + std::to_string(count));
    for (; count < type->lanes; ++count)
        parts.push_back(
            converted(whole_number(0, types_.of(Scalar::i32), place), types_.of(type->scalar), place));
    return made(Expression::Is::gather, type, place, std::move(parts));
}

} // namespace lockstep::pocket
