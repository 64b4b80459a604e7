// The smallest expressions: numbers, names, texts in quotes.
#include "front/builtins.hpp"
#include "front/parser.hpp"
#include "front/ranges.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdlib>

namespace lockstep::pocket
{

Ex Parser::number()
{
    const Token token = here();
    ++at_;
    std::string text = token.text;
    const bool hexadecimal = text.starts_with("0x") || text.starts_with("0X");
    const bool real =
        text.find('.') != std::string::npos ||
        (hexadecimal ? text.find_first_of("pP") : text.find_first_of("eE")) != std::string::npos;
    if (real) {
        const bool is_float = text.ends_with('f') || text.ends_with('F'),
                   is_half = text.ends_with('h') || text.ends_with('H');
        const bool has_double = !options_.single_precision &&
                                ranges::find(options_.extensions, "cl_khr_fp64") != options_.extensions.end();
        if (is_float || is_half) text.pop_back();
        char* end = nullptr;
        const double value = std::strtod(text.c_str(), &end);
        if (*end != '\0') notes_.refuse(token.place, "'" + token.text + "' is no number");
        Ex result = made(Expression::Is::constant,
                         types_.of(is_half                   ? Scalar::f16
                                   : is_float || !has_double ? Scalar::f32
                                                             : Scalar::f64),
                         token.place);
        result->number.real =
            result->type->scalar == Scalar::f32 ? static_cast<double>(static_cast<float>(value)) : value;
        return result;
    }
    char* end = nullptr;
    errno = 0;
    const unsigned long long value = std::strtoull(text.c_str(), &end, 0);
    std::string suffix{end};
    std::transform(suffix.begin(), suffix.end(), suffix.begin(),
                   [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
    if (suffix == "f")
        notes_.refuse(token.place, "'" + token.text + "' is no number",
                      "write a point: " + text.substr(0, text.size() - 1) + ".0f");
    if (text.size() > 1 && text[0] == '0' && !suffix.empty() && suffix[0] >= '8' && suffix[0] <= '9')
        notes_.refuse(token.place, "'" + token.text + "' begins with 0, which stands for octal numbers",
                      "leave the 0 out");
    if (suffix != "" && suffix != "u" && suffix != "l" && suffix != "ul" && suffix != "lu" &&
        suffix != "ull" && suffix != "ll")
        notes_.refuse(token.place, "'" + token.text + "' is no number");
    if (errno == ERANGE) notes_.refuse(token.place, "this number has more than 64 bits");
    const bool is_unsigned = suffix.find('u') != std::string::npos,
               is_long = suffix.find('l') != std::string::npos;
    const bool decimal = text[0] != '0' || text.size() == 1;
    Scalar scalar = Scalar::i32;
    if (is_unsigned)
        scalar = is_long || value > 0xffffffffULL ? Scalar::u64 : Scalar::u32;
    else if (is_long || value > 0x7fffffffULL)
        scalar = !is_long && !decimal && value <= 0xffffffffULL ? Scalar::u32
                 : value > 0x7fffffffffffffffULL                ? Scalar::u64
                                                                : Scalar::i64;
    return whole_number(static_cast<std::int64_t>(value), types_.of(scalar), token.place);
}

Ex Parser::primary()
{
    const Token token = here();
    if (token.kind == Kind::number) return number();
    if (token.kind == Kind::character) {
        if (token.text.size() != 1)
            notes_.refuse(token.place, "between ' and ' is one letter", "write \" for a text");
        ++at_;
        return whole_number(token.text.empty() ? 0 : static_cast<signed char>(token.text[0]),
                            types_.of(Scalar::i32), token.place);
    }
    if (token.kind == Kind::string) {
        Ex text = made(Expression::Is::text, types_.pointer(types_.of(Scalar::i8), Space::constant, true),
                       token.place);
        for (; here().kind == Kind::string; ++at_) text->text += here().text;
        return text;
    }
    if (token.kind == Kind::end) notes_.refuse(end_of_last(), "the text ends in the middle of an expression");
    if (token.kind != Kind::name)
        notes_.refuse(token.place, "expected a value, and found " + shown(),
                      token.is("=") && token.macro != nullptr ? "write #define NAME value without a =" : "");
    if (here(1).is("(") && (find(token.text) == nullptr || find(token.text)->function != nullptr)) {
        ++at_;
        return call(token);
    }
    const Meaning* meaning = find(token.text);
    if (meaning != nullptr && meaning->value) {
        ++at_;
        return whole_number(*meaning->value, types_.of(Scalar::i32), token.place);
    }
    if (meaning != nullptr && meaning->variable != nullptr) {
        if (meaning->variable == initialised_)
            notes_.refuse(token.place, "the value of " + token.text + " is made of itself");
        ++at_;
        Ex variable = made(Expression::Is::variable, meaning->variable->type, token.place);
        variable->variable = meaning->variable;
        variable->is_place = true;
        return variable;
    }
    Named named{};
    if (find_named(token.text, named)) {
        ++at_;
        if (named.is == Named::Is::whole)
            return whole_number(named.whole, types_.of(Scalar::i32), token.place);
        if (named.is == Named::Is::large) {
            const Scalar scalar = token.text == "UINT_MAX"    ? Scalar::u32
                                  : token.text == "ULONG_MAX" ? Scalar::u64
                                                              : Scalar::i64;
            return whole_number(named.whole, types_.of(scalar), token.place);
        }
        Ex real = made(Expression::Is::constant,
                       types_.of(named.is == Named::Is::real_float ? Scalar::f32 : Scalar::f64), token.place);
        real->number.real = named.is == Named::Is::real_float
                                ? static_cast<double>(static_cast<float>(named.real))
                                : named.real;
        return real;
    }
    if (token.is("NULL")) {
        ++at_;
        return whole_number(0, types_.pointer(types_.nothing(), Space::own, false), token.place);
    }
    if (begins_type())
        notes_.refuse(token.place, "expected a value, and found the type " + token.text,
                      here(1).is("{") ? "" : "write it in brackets to convert: (" + token.text + ")");
    unknown(token, false);
}

} // namespace lockstep::pocket
