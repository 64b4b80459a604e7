// Typed nodes: conversions, operators, places, components, constants.
#include "front/parser.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>

namespace lockstep::pocket
{

namespace
{

const char* text_of(Operator sign)
{
    constexpr const char* texts[] = {"+", "-",  "*",  "/",  "%",  "&",  "|",  "^", "<<", ">>", "<",
                                     ">", "<=", ">=", "==", "!=", "&&", "||", "-", "~",  "!"};
    return texts[static_cast<std::size_t>(sign)];
}

bool compares(Operator sign)
{
    return sign >= Operator::less && sign <= Operator::unequal;
}

bool needs_wholes(Operator sign)
{
    return sign == Operator::remainder || (sign >= Operator::bit_and && sign <= Operator::shift_right);
}

int rank_of(Scalar scalar)
{
    return scalar == Scalar::boolean ? 0
           : is_float(scalar)        ? 10 + static_cast<int>(size_of(scalar))
                                     : static_cast<int>(size_of(scalar));
}

// The scalar type that two scalars have in common.
Scalar common_of(Scalar a, Scalar b)
{
    const auto promoted = [](Scalar s) { return !is_float(s) && size_of(s) < 4 ? Scalar::i32 : s; };
    a = promoted(a);
    b = promoted(b);
    if (a == b) return a;
    if (is_float(a) || is_float(b)) return rank_of(a) > rank_of(b) ? a : b;
    if (size_of(a) != size_of(b)) return size_of(a) > size_of(b) ? a : b;
    return is_signed(a) ? b : a;
}

} // namespace

Ex Parser::made(Expression::Is is, const Type* type, const Place& place, std::vector<Ex> parts)
{
    auto expression = std::make_unique<Expression>();
    expression->is = is;
    expression->type = type;
    expression->place = place;
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
    bool is_const = false;
    for (const Expression* root = from.get();;) {
        if (root->is == Expression::Is::variable) {
            space = root->variable->space;
            is_const = root->variable->is_const;
            break;
        }
        if (root->is == Expression::Is::element) {
            space = root->parts[0]->type->space;
            is_const = root->parts[0]->type->to_const;
            break;
        }
        if (root->parts.empty()) break;
        root = root->parts[0].get();
    }
    const Type* type = types_.pointer(from->type->to, space, is_const);
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
    const bool handles = (to->is == Type::Is::sampler || to->is == Type::Is::event) && type->is_integer();
    if (!numbers && !pointers && !handles)
        notes_.refuse(place, type->name() + " cannot be made " + to->name());
    if (pointers && type->is_pointer() && to->is_pointer() && type->space != to->space &&
        !(from->is == Expression::Is::constant))
        notes_.refuse(place,
                      "a pointer to " + std::string{name_of(type->space)} + " memory cannot become one to " +
                          name_of(to->space) + " memory",
                      std::string{"write "} + name_of(type->space) + " in the type");
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
        if (type->to_const && !to->to_const)
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

void Parser::need_place(const Expression& left, const Place& place, const char* what)
{
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

// The type that both operands are converted to.
const Type* Parser::common(const Ex& left, const Ex& right, const Place& place, const std::string& sign)
{
    const Type *a = left->type, *b = right->type;
    if (!a->is_number() || !b->is_number())
        notes_.refuse(place, "'" + sign + "' does not go with " + (a->is_number() ? b : a)->name());
    if (a->is_vector() && b->is_vector()) {
        if (a != b)
            notes_.refuse(place, "'" + sign + "' between " + a->name() + " and " + b->name(),
                          a->lanes == b->lanes ? "write convert_" + a->name() + "(…) around the second" : "");
        return a;
    }
    if (!a->is_vector() && !b->is_vector()) return types_.of(common_of(a->scalar, b->scalar));
    const Type *vector = a->is_vector() ? a : b, *scalar = a->is_vector() ? b : a;
    const Ex& value = a->is_vector() ? right : left;
    if (rank_of(scalar->scalar) > std::max(rank_of(vector->scalar), is_float(vector->scalar) ? 0 : 4) &&
        value->is != Expression::Is::constant)
        notes_.refuse(place, "'" + sign + "' between " + vector->name() + " and the wider " + scalar->name(),
                      std::string{"write ("} + name_of(vector->scalar) + ") before it");
    return vector;
}

Ex Parser::applied(Operator sign, Ex left, Ex right, const Place& place)
{
    left = as_value(std::move(left));
    right = as_value(std::move(right));
    const std::string text = text_of(sign);
    if (left->type->is_pointer() || right->type->is_pointer())
        return applied_to_pointers(sign, std::move(left), std::move(right), place);
    const bool logic = sign == Operator::both || sign == Operator::either;
    if (logic && left->type->is_scalar() && right->type->is_scalar()) {
        std::vector<Ex> parts;
        parts.push_back(std::move(left));
        parts.push_back(std::move(right));
        Ex result = made(Expression::Is::binary, types_.of(Scalar::i32), place, std::move(parts));
        result->sign = sign;
        return fold(std::move(result));
    }
    if (needs_wholes(sign) && (left->type->is_floating() || right->type->is_floating()))
        notes_.refuse(place,
                      "'" + text + "' needs whole numbers, and here is " +
                          (left->type->is_floating() ? left : right)->type->name(),
                      sign == Operator::remainder ? "write fmod(x, y)"
                      : sign == Operator::bit_xor ? "^ is no power: write pown(x, n), or x * x"
                                                  : "");
    const bool shifts = sign == Operator::shift_left || sign == Operator::shift_right;
    const Type* type = nullptr;
    if (shifts) { // the right operand has a type of its own
        if (left->type->is_scalar() && right->type->is_vector())
            notes_.refuse(place, "a scalar is shifted by a vector", "make a vector of it first");
        type = left->type->is_vector() ? left->type
                                       : types_.of(common_of(left->type->scalar, left->type->scalar));
        left = converted(std::move(left), type, place);
        right = converted(std::move(right), types_.vector(type->scalar, type->lanes), place);
    } else {
        type = common(left, right, place, text);
        left = converted(std::move(left), type, place);
        right = converted(std::move(right), type, place);
    }
    const Type* result = type;
    if (compares(sign) || logic)
        result = type->is_vector() ? types_.vector(integer_like(type->scalar, true), type->lanes)
                                   : types_.of(Scalar::i32);
    std::vector<Ex> parts;
    parts.push_back(std::move(left));
    parts.push_back(std::move(right));
    Ex made_here = made(Expression::Is::binary, result, place, std::move(parts));
    made_here->sign = sign;
    made_here->inner = type;
    return fold(std::move(made_here));
}

Ex Parser::applied_to_pointers(Operator sign, Ex left, Ex right, const Place& place)
{
    const bool both = left->type->is_pointer() && right->type->is_pointer();
    const Type* result = types_.of(Scalar::i32);
    if (sign == Operator::both || sign == Operator::either || compares(sign)) {
        if (compares(sign) && !both) {
            Ex& number = left->type->is_pointer() ? right : left;
            number = converted(std::move(number), left->type->is_pointer() ? left->type : right->type, place);
        }
    } else if (both && sign == Operator::subtract) {
        result = types_.of(Scalar::i64);
    } else if (!both && (sign == Operator::add || (sign == Operator::subtract && left->type->is_pointer()))) {
        if (!left->type->is_pointer()) std::swap(left, right);
        if (!right->type->is_integer() || !right->type->is_scalar())
            notes_.refuse(place, "a pointer goes on by a whole number, and this is " + right->type->name());
        result = left->type;
        right = converted(std::move(right), types_.of(Scalar::i64), place);
    } else {
        notes_.refuse(place, std::string{"'"} + text_of(sign) + "' does not go with a pointer",
                      "write * before it, or an index behind it, for what it points to");
    }
    std::vector<Ex> parts;
    parts.push_back(std::move(left));
    parts.push_back(std::move(right));
    Ex made_here = made(Expression::Is::binary, result, place, std::move(parts));
    made_here->sign = sign;
    return made_here;
}

Ex Parser::assigned(Ex left, Ex right, std::optional<Operator> by, const Place& place)
{
    need_place(*left, place, "to assign to");
    const Type* type = left->type;
    if (type->is_array())
        notes_.refuse(place, "an array is not assigned as a whole", "assign its elements in a loop");
    std::vector<Ex> parts;
    if (!by) {
        right = assignable(std::move(right), type, place, "what is assigned to");
        parts.push_back(std::move(left));
        parts.push_back(std::move(right));
        return made(Expression::Is::assign, type, place, std::move(parts));
    }
    right = as_value(std::move(right));
    const Type* inner = type;
    if (type->is_pointer()) {
        if ((*by != Operator::add && *by != Operator::subtract) || !right->type->is_integer())
            notes_.refuse(place, "a pointer goes on by a whole number with += or -=");
        right = converted(std::move(right), types_.of(Scalar::i64), place);
    } else {
        if (type->is_scalar() && right->type->is_vector())
            notes_.refuse(place, "a " + right->type->name() + " changes one " + type->name());
        if (needs_wholes(*by) && (type->is_floating() || right->type->is_floating()))
            notes_.refuse(place, std::string{"'"} + text_of(*by) + "=' needs whole numbers");
        const bool shifts = *by == Operator::shift_left || *by == Operator::shift_right;
        inner = shifts ? (type->is_vector() ? type : types_.of(common_of(type->scalar, type->scalar)))
                       : common(left, right, place, std::string{text_of(*by)} + "=");
        right = converted(std::move(right), inner, place);
    }
    parts.push_back(std::move(left));
    parts.push_back(std::move(right));
    Ex result = made(Expression::Is::assign_by, type, place, std::move(parts));
    result->sign = *by;
    result->inner = inner;
    return result;
}

Ex Parser::chosen(Ex asked, Ex first, Ex second, const Place& place)
{
    asked = as_value(std::move(asked));
    first = as_value(std::move(first));
    second = as_value(std::move(second));
    const Type* type = first->type;
    if (first->type->is_number() && second->type->is_number()) {
        type = common(first, second, place, "?:");
        if (asked->type->is_vector() && type->is_scalar())
            type = types_.vector(type->scalar, asked->type->lanes);
        first = converted(std::move(first), type, place);
        second = converted(std::move(second), type, place);
    } else if (first->type->is_pointer() || second->type->is_pointer()) {
        if (!first->type->is_pointer()) type = second->type;
        first = converted(std::move(first), type, place);
        second = converted(std::move(second), type, place);
    } else if (first->type != second->type) {
        notes_.refuse(place,
                      "the two values of ?: are " + first->type->name() + " and " + second->type->name());
    }
    if (!asked->type->is_number() && !asked->type->is_pointer())
        notes_.refuse(place, "what stands before ? is " + asked->type->name() + ", and not a number");
    if (asked->type->is_vector()) {
        if (!asked->type->is_integer() || asked->type->lanes != type->lanes ||
            size_of(asked->type->scalar) != size_of(type->scalar))
            notes_.refuse(
                place, "the condition " + asked->type->name() + " does not go with values of " + type->name(),
                "a comparison of such vectors gives the right one");
    }
    std::vector<Ex> parts;
    parts.push_back(std::move(asked));
    parts.push_back(std::move(first));
    parts.push_back(std::move(second));
    return fold(made(Expression::Is::choose, type, place, std::move(parts)));
}

Ex Parser::address_of(Ex from, const Place& place)
{
    if (!from->is_place) notes_.refuse(place, "this is a value and no variable, so it has no address");
    if (from->is == Expression::Is::swizzle && from->order.size() != 1)
        notes_.refuse(place, "several components have no address");
    Space space = Space::own;
    bool is_const = false;
    for (const Expression* root = from.get();; root = root->parts[0].get()) {
        if (root->is == Expression::Is::variable) {
            root->variable->in_memory = true;
            space = root->variable->space;
            is_const = root->variable->is_const;
            break;
        }
        if (root->is == Expression::Is::element) {
            space = root->parts[0]->type->space;
            is_const = root->parts[0]->type->to_const;
            break;
        }
        if (root->parts.empty()) break;
    }
    const Type* type = types_.pointer(from->type, space, is_const);
    std::vector<Ex> parts;
    parts.push_back(std::move(from));
    return made(Expression::Is::address, type, place, std::move(parts));
}

Ex Parser::element(Ex whole, Ex which, const Place& place)
{
    whole = as_value(std::move(whole));
    which = as_value(std::move(which));
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
    which = converted(std::move(which),
                      types_.of(which->type->scalar == Scalar::u64 ? Scalar::u64 : Scalar::i64), place);
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
            std::ranges::find_if(fields, [&](const Field& field) { return field.name == name.text; });
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
    std::vector<Ex> parts;
    parts.push_back(std::move(whole));
    Ex swizzle =
        made(Expression::Is::swizzle, types_.vector(type->scalar, count), name.place, std::move(parts));
    swizzle->order = std::move(order);
    swizzle->is_place = is_place;
    return swizzle;
}

} // namespace lockstep::pocket
