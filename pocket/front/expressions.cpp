// Expressions, as they are written.
#include "front/parser.hpp"
#include "front/ranges.hpp"

#include <array>
#include <utility>

namespace lockstep::pocket
{

namespace
{

struct Sign
{
    const char* text;
    Operator sign;
    int rank;
};

constexpr std::array binary_signs{Sign{"||", Operator::either, 0},      Sign{"&&", Operator::both, 1},
                                  Sign{"|", Operator::bit_or, 2},       Sign{"^", Operator::bit_xor, 3},
                                  Sign{"&", Operator::bit_and, 4},      Sign{"==", Operator::equal, 5},
                                  Sign{"!=", Operator::unequal, 5},     Sign{"<", Operator::less, 6},
                                  Sign{">", Operator::greater, 6},      Sign{"<=", Operator::at_most, 6},
                                  Sign{">=", Operator::at_least, 6},    Sign{"<<", Operator::shift_left, 7},
                                  Sign{">>", Operator::shift_right, 7}, Sign{"+", Operator::add, 8},
                                  Sign{"-", Operator::subtract, 8},     Sign{"*", Operator::multiply, 9},
                                  Sign{"/", Operator::divide, 9},       Sign{"%", Operator::remainder, 9}};

const Sign* sign_of(const Token& token)
{
    if (token.kind != Kind::sign) return nullptr;
    const auto found = ranges::find_if(binary_signs, [&](const Sign& one) { return token.text == one.text; });
    return found == binary_signs.end() ? nullptr : &*found;
}

// "+=" without its "=".
const Sign* sign_of_assignment(const Token& token)
{
    if (token.kind != Kind::sign || token.text.size() < 2 || token.text.back() != '=') return nullptr;
    Token sign = token;
    sign.text.pop_back();
    if (sign.text == "=" || sign.text == "!" || sign.text == "<" || sign.text == ">") return nullptr;
    return sign_of(sign);
}

} // namespace

Ex Parser::expression()
{
    Ex value = assignment();
    while (next_is(",")) {
        const Place place = here().place;
        ++at_;
        std::vector<Ex> parts;
        parts.push_back(std::move(value));
        parts.push_back(as_value(assignment()));
        const Type* type = parts[1]->type;
        value = made(Expression::Is::sequence, type, place, std::move(parts));
    }
    return value;
}

Ex Parser::assignment()
{
    const Deeper inside = deeper("this expression is nested too deeply");
    Ex left = conditional();
    const Place place = here().place;
    if (take("=")) return assigned(std::move(left), assignment(), std::nullopt, place);
    if (const Sign* sign = sign_of_assignment(here())) {
        ++at_;
        return assigned(std::move(left), assignment(), sign->sign, place);
    }
    return left;
}

Ex Parser::conditional()
{
    const Deeper inside = deeper("this expression is nested too deeply");
    Ex asked = binary(0);
    if (!next_is("?")) return asked;
    const Place place = here().place;
    ++at_;
    Ex first = expression();
    expect(":", "between the two values of ?");
    Ex second = conditional();
    return chosen(std::move(asked), std::move(first), std::move(second), place);
}

Ex Parser::binary(int lowest)
{
    Ex left = unary();
    for (const Sign* sign = sign_of(here()); sign != nullptr && sign->rank >= lowest;
         sign = sign_of(here())) {
        const Place place = here().place;
        ++at_;
        left = applied(sign->sign, std::move(left), binary(sign->rank + 1), place);
    }
    return left;
}

Ex Parser::unary()
{
    const Token token = here();
    const Deeper inside = deeper("this expression is nested too deeply");
    if (token.kind != Kind::sign && !token.is("sizeof") && !token.is("__alignof__") && !token.is("alignof"))
        return postfix();
    if (token.is("sizeof") || token.is("__alignof__") || token.is("alignof")) return size_of_something();
    if (token.is("(")) return in_parentheses();
    if (token.is("++") || token.is("--")) {
        ++at_;
        Ex of = unary();
        need_steps(*of, token.place);
        const Type* type = of->type;
        std::vector<Ex> parts;
        parts.push_back(std::move(of));
        Ex step = made(Expression::Is::step, type, token.place, std::move(parts));
        step->before = true;
        step->sign = token.is("++") ? Operator::add : Operator::subtract;
        return step;
    }
    if (token.is("&")) {
        ++at_;
        return address_of(unary(), token.place);
    }
    if (token.is("*")) {
        const bool follows_star = at_ > 0 && tokens_[at_ - 1].is("*") && !token.spaced;
        ++at_;
        Ex of = as_value(unary());
        if (!of->type->is_pointer() && follows_star)
            notes_.refuse(token.place, "there is no operator **", "write pown(x, n) or pow(x, y)");
        if (!of->type->is_pointer())
            notes_.refuse(token.place, "* asks for what a pointer points to, and this is " + of->type->name(),
                          of->type->is_number() ? "leave the * out" : "");
        return element(std::move(of), whole_number(0, types_.of(Scalar::i64), token.place), token.place);
    }
    if (token.is("+") || token.is("-") || token.is("~") || token.is("!")) {
        ++at_;
        Ex of = as_value(unary());
        const Type* type = of->type;
        if (!type->is_number() && !(token.is("!") && type->is_pointer()))
            notes_.refuse(token.place, token.text + " does not go with " + type->name());
        if (token.is("~") && type->is_floating())
            notes_.refuse(token.place, "~ needs whole numbers, and this is " + type->name());
        if (token.is("!")) {
            const Type* result = type->is_vector()
                                     ? types_.vector(integer_like(type->scalar, true), type->lanes)
                                     : types_.of(Scalar::i32);
            std::vector<Ex> parts;
            parts.push_back(std::move(of));
            Ex not_it = made(Expression::Is::unary, result, token.place, std::move(parts));
            not_it->sign = Operator::opposite;
            return not_it;
        }
        if (type->is_scalar() && type->is_integer() && size_of(type->scalar) < 4) {
            type = types_.of(Scalar::i32);
            of = converted(std::move(of), type, token.place);
        }
        if (token.is("+")) return of;
        std::vector<Ex> parts;
        parts.push_back(std::move(of));
        Ex result = made(Expression::Is::unary, type, token.place, std::move(parts));
        result->sign = token.is("-") ? Operator::negate : Operator::complement;
        return fold(std::move(result));
    }
    return postfix();
}

// A cast, a vector of its components, or an expression in brackets.
Ex Parser::in_parentheses()
{
    const Place place = here().place;
    ++at_;
    if (!begins_type()) {
        Ex inner = expression();
        expect(")", "behind this expression");
        return behind(std::move(inner));
    }
    const Type* type = type_name();
    expect(")", "behind the type");
    if (next_is("(") && type->is_vector() && !begins_cast()) return behind(gathered(type, place));
    if (next_is("{")) {
        const Type* full = type;
        Ex list = initialiser(full);
        list->type = full;
        return behind(std::move(list));
    }
    Ex value = as_value(unary());
    const bool same_width = value->type->is_vector() && type->is_vector();
    if (same_width && value->type != type)
        notes_.refuse(place, "a vector is not cast to another type",
                      "write convert_" + type->name() + "(…), or as_" + type->name() +
                          "(…) for the same bits");
    if (value->type->is_vector() && type->is_scalar())
        notes_.refuse(place, value->type->name() + " is not one number", "name a component: .x");
    if (type->is_nothing()) {
        std::vector<Ex> parts;
        parts.push_back(std::move(value));
        return made(Expression::Is::convert, type, place, std::move(parts));
    }
    return converted(std::move(value), type, place);
}

// "(float4)(…)": the components one after another, or one for all.
Ex Parser::gathered(const Type* type, const Place& place)
{
    expect("(", "before the components");
    std::vector<Ex> parts;
    unsigned lanes = 0;
    do {
        Ex part = as_value(assignment());
        if (!part->type->is_number())
            notes_.refuse(place, part->type->name() + " is no component of " + type->name());
        lanes += part->type->lanes;
        parts.push_back(std::move(part));
    } while (take(","));
    expect(")", "behind the components");
    const Type* scalar = types_.of(type->scalar);
    if (parts.size() == 1 && parts[0]->type->is_scalar())
        return converted(converted(std::move(parts[0]), scalar, place), type, place);
    if (lanes != type->lanes)
        notes_.refuse(place, type->name() + " has " + std::to_string(type->lanes) +
                                 " components, and here are " + std::to_string(lanes));
    for (Ex& part : parts) {
        const Type* wanted = types_.vector(type->scalar, part->type->lanes);
        if (part->type->is_vector() && part->type != wanted)
            notes_.refuse(place, "components of " + part->type->name() + " in " + type->name(),
                          "write convert_" + wanted->name() + "(…) around them");
        part = converted(std::move(part), wanted, place);
    }
    return made(Expression::Is::gather, type, place, std::move(parts));
}

Ex Parser::size_of_something()
{
    const bool asks_size = here().is("sizeof");
    const Place place = here().place;
    ++at_;
    const Type* type = nullptr;
    if (next_is("(")) {
        const std::size_t before = at_;
        ++at_;
        if (begins_type()) {
            type = type_name();
            expect(")", "behind the type");
        } else {
            at_ = before;
        }
    }
    if (type == nullptr) type = unary()->type;
    need_complete(type, place);
    return whole_number(static_cast<std::int64_t>(asks_size ? type->size() : type->alignment()),
                        types_.of(Scalar::u64), place);
}

Ex Parser::postfix()
{
    return behind(primary());
}

// What may stand behind a value: indices, fields, components, ++ and --.
Ex Parser::behind(Ex value)
{
    for (;;) {
        const Token token = here();
        if (take("[")) {
            Ex which = expression();
            expect("]", "behind the index");
            value = element(std::move(value), std::move(which), token.place);
        } else if (token.is(".") || token.is("->")) {
            ++at_;
            const Token name = here();
            ++at_;
            if (token.is("->")) {
                value = as_value(std::move(value));
                if (!value->type->is_pointer())
                    notes_.refuse(token.place, "-> needs a pointer, and this is " + value->type->name(),
                                  "write . instead");
                value = element(std::move(value), whole_number(0, types_.of(Scalar::i64), token.place),
                                token.place);
            }
            value = member(std::move(value), name);
        } else if (token.is("++") || token.is("--")) {
            ++at_;
            need_steps(*value, token.place);
            const Type* type = value->type;
            std::vector<Ex> parts;
            parts.push_back(std::move(value));
            value = made(Expression::Is::step, type, token.place, std::move(parts));
            value->sign = token.is("++") ? Operator::add : Operator::subtract;
        } else {
            return value;
        }
    }
}

} // namespace lockstep::pocket
