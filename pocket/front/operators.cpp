// Operators and assignments as typed nodes: which types go together, and what comes of them.
#include "front/parser.hpp"

#include <algorithm>
#include <utility>

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

// Whether a scalar of that type is too wide to go with a vector of such components.
bool is_wider(Scalar scalar, Scalar component)
{
    if (is_float(component)) return is_float(scalar) && size_of(scalar) > size_of(component);
    if (is_float(scalar)) return true;
    if (size_of(scalar) != size_of(component)) return size_of(scalar) > size_of(component);
    return !is_signed(scalar) && is_signed(component);
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

// The type that both operands are converted to.
const Type* Parser::common(const Ex& left, const Ex& right, const Place& place, const std::string& sign)
{
    const Type *a = left->type, *b = right->type;
    if (!a->is_number() || !b->is_number())
        notes_.refuse(place, "'" + sign + "' does not go with " + (a->is_number() ? b : a)->name());
    if (a->is_vector() && b->is_vector()) {
        if (a != b)
            notes_.refuse(place, "'" + sign + "' between " + a->name() + " and " + b->name(),
                          a->lanes == b->lanes ? "write convert_" + a->name() + "(…) around the second"
                                               : "name components of the longer one: .xy");
        return a;
    }
    if (!a->is_vector() && !b->is_vector()) return types_.of(common_of(a->scalar, b->scalar));
    const Type *vector = a->is_vector() ? a : b, *scalar = a->is_vector() ? b : a;
    if (is_wider(scalar->scalar, vector->scalar))
        notes_.refuse(place, "'" + sign + "' between " + vector->name() + " and the wider " + scalar->name(),
                      std::string{"write ("} + name_of(vector->scalar) + ") before it");
    return vector;
}

void Parser::warn_of_comparison(Operator sign, const Expression& left, const Expression& right,
                                const Place& place)
{
    const bool orders = sign != Operator::equal && sign != Operator::unequal;
    const Expression& first =
        left.is == Expression::Is::convert && !left.parts.empty() ? *left.parts[0] : left;
    if (orders && first.is == Expression::Is::binary && first.sign >= Operator::less &&
        first.sign <= Operator::at_least && first.type->is_scalar())
        notes_.warn(place, "the result of a comparison is compared: it is 0 or 1",
                    "write a < b && b < c for a < b < c");
    const auto value = constant_of(right);
    if (value && first.is != Expression::Is::constant && first.type->is_integer() &&
        first.type->is_scalar() && first.type->scalar != Scalar::boolean && size_of(first.type->scalar) < 4) {
        const bool with_sign = is_signed(first.type->scalar);
        const std::int64_t most =
            (std::int64_t{1} << (8 * size_of(first.type->scalar) - (with_sign ? 1 : 0))) - 1;
        if (*value > most || *value < (with_sign ? -most - 1 : 0))
            notes_.warn(place,
                        "a " + first.type->name() + " is never " + std::to_string(*value) + " or beyond",
                        "make it an int before it is compared");
    }
    const bool never = sign == Operator::less, always = sign == Operator::at_least;
    if ((never || always) && left.type->is_integer() && !is_signed(left.type->scalar) &&
        left.is != Expression::Is::constant && constant_of(right) == 0)
        notes_.warn(place, left.type->name() + (never ? " is never less than 0" : " is always at least 0"),
                    "make it an int, or compare otherwise");
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
    if (compares(sign)) warn_of_comparison(sign, *left, *right, place);
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
    if (left->is == Expression::Is::text || right->is == Expression::Is::text)
        notes_.refuse(place, std::string{"'"} + text_of(sign) + "' does not go with a text in quotes",
                      "to join two texts write them one behind the other");
    if (sign == Operator::both || sign == Operator::either || compares(sign)) {
        if (compares(sign) && both && left->type->space != right->type->space &&
            !left->type->to->is_nothing() && !right->type->to->is_nothing())
            notes_.refuse(place, std::string{"a pointer to "} + name_of(left->type->space) +
                                     " memory compared with one to " + name_of(right->type->space) +
                                     " memory");
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

} // namespace lockstep::pocket
