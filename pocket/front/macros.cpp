// Replacing macros by their bodies, and the value of an #if.
#include "front/preprocessor.hpp"

#include <algorithm>
#include <cstdlib>

namespace lockstep::pocket
{

namespace
{

using Tokens = std::vector<Token>;

std::string shown(const Tokens& tokens)
{
    std::string text;
    for (const Token& token : tokens) {
        if (token.spaced && !text.empty()) text += ' ';
        text += token.kind == Kind::string ? '"' + token.text + '"' : token.text;
    }
    return text;
}

/// The value of an #if: its operators, with the ranks of C.
class Calculation
{
public:
    Calculation(const Tokens& line, const Place& place, Notes& notes)
        : line_(line), place_(place), notes_(notes)
    {
    }

    long long all()
    {
        const long long value = conditional();
        if (at_ < line_.size()) wrong();
        return value;
    }

private:
    [[noreturn]] void wrong()
    {
        notes_.refuse(at_ < line_.size() ? line_[at_].place : place_, "this condition cannot be worked out",
                      "write a number, a name or defined(NAME) with operators between");
    }
    bool take(const char* sign)
    {
        const bool there = at_ < line_.size() && line_[at_].is(sign);
        at_ += there ? 1 : 0;
        return there;
    }
    long long conditional()
    {
        const long long value = binary(0);
        if (!take("?")) return value;
        const long long first = conditional();
        if (!take(":")) wrong();
        const long long second = conditional();
        return value != 0 ? first : second;
    }
    static int rank(const Token& token)
    {
        constexpr const char* ranks[][4] = {
            {"||"},       {"&&"},     {"|"},          {"^"}, {"&"}, {"==", "!="}, {"<", ">", "<=", ">="},
            {"<<", ">>"}, {"+", "-"}, {"*", "/", "%"}};
        int found = -1;
        for (int i = 0; i < 10; ++i)
            for (const char* sign : ranks[i])
                if (sign != nullptr && token.is(sign)) found = i;
        return found;
    }
    long long binary(int lowest)
    {
        long long left = unary();
        while (at_ < line_.size()) {
            const Token& sign = line_[at_];
            const int here = rank(sign);
            if (here < lowest) break;
            ++at_;
            left = applied(sign, left, binary(here + 1));
        }
        return left;
    }
    long long applied(const Token& sign, long long a, long long b)
    {
        const std::string& s = sign.text;
        if ((s == "/" || s == "%") && b == 0) notes_.refuse(sign.place, "this condition divides by zero");
        if (s == "||") return a != 0 || b != 0 ? 1 : 0;
        if (s == "&&") return a != 0 && b != 0 ? 1 : 0;
        if (s == "|") return a | b;
        if (s == "^") return a ^ b;
        if (s == "&") return a & b;
        if (s == "==") return a == b ? 1 : 0;
        if (s == "!=") return a != b ? 1 : 0;
        if (s == "<") return a < b ? 1 : 0;
        if (s == ">") return a > b ? 1 : 0;
        if (s == "<=") return a <= b ? 1 : 0;
        if (s == ">=") return a >= b ? 1 : 0;
        if (s == "<<")
            return b < 0 || b > 62 ? 0 : static_cast<long long>(static_cast<unsigned long long>(a) << b);
        if (s == ">>") return b < 0 || b > 62 ? 0 : a >> b;
        if (s == "+")
            return static_cast<long long>(static_cast<unsigned long long>(a) +
                                          static_cast<unsigned long long>(b));
        if (s == "-")
            return static_cast<long long>(static_cast<unsigned long long>(a) -
                                          static_cast<unsigned long long>(b));
        if (s == "*")
            return static_cast<long long>(static_cast<unsigned long long>(a) *
                                          static_cast<unsigned long long>(b));
        if (b == -1) return s == "/" ? static_cast<long long>(0ULL - static_cast<unsigned long long>(a)) : 0;
        return s == "/" ? a / b : a % b;
    }
    long long unary()
    {
        if (++depth_ > 200) wrong();
        long long value = 0;
        if (take("!"))
            value = unary() == 0 ? 1 : 0;
        else if (take("-"))
            value = static_cast<long long>(0ULL - static_cast<unsigned long long>(unary()));
        else if (take("+"))
            value = unary();
        else if (take("~"))
            value = ~unary();
        else if (take("(")) {
            value = conditional();
            if (!take(")")) wrong();
        } else if (at_ < line_.size() && line_[at_].kind == Kind::number)
            value = static_cast<long long>(std::strtoull(line_[at_++].text.c_str(), nullptr, 0));
        else if (at_ < line_.size() && line_[at_].kind == Kind::character)
            value = line_[at_++].text.empty() ? 0 : line_[at_ - 1].text[0];
        else if (at_ < line_.size() && line_[at_].kind == Kind::name)
            ++at_; // no macro: 0
        else
            wrong();
        --depth_;
        return value;
    }

    const Tokens& line_;
    Place place_;
    Notes& notes_;
    std::size_t at_ = 0;
    int depth_ = 0;
};

} // namespace

long long Preprocessor::value_of(Tokens line, const Place& place)
{
    for (std::size_t i = 0; i < line.size(); ++i) {
        const bool asks_macro = line[i].is("defined"), asks_feature = line[i].is("__has_builtin");
        if (!asks_macro && !asks_feature) continue;
        const bool round = i + 1 < line.size() && line[i + 1].is("(");
        const std::size_t name = i + (round ? 2 : 1), last = name + (round ? 1 : 0);
        if (last >= line.size())
            notes_.refuse(line[i].place, "defined without a name", "write defined(NAME)");
        line[i].kind = Kind::number;
        line[i].text = asks_macro && macros_.contains(line[name].text) ? "1" : "0";
        line.erase(line.begin() + static_cast<std::ptrdiff_t>(i) + 1,
                   line.begin() + static_cast<std::ptrdiff_t>(last) + 1);
    }
    const Tokens words = expanded(line);
    return Calculation{words, place, notes_}.all();
}

std::vector<Token> Preprocessor::expanded(const Tokens& line)
{
    Tokens out;
    std::set<std::string> active;
    expand(line, 0, active, out);
    return out;
}

void Preprocessor::expand(const Tokens& in, std::size_t begin, std::set<std::string>& active, Tokens& out)
{
    for (std::size_t at = begin; at < in.size(); ++at) {
        if (out.size() > 4'000'000)
            notes_.refuse(in[at].place, "the macros make more than four million words of this program");
        const Token& token = in[at];
        if (token.kind != Kind::name || token.spent) {
            out.push_back(token);
            continue;
        }
        if (token.text == "__LINE__" || token.text == "__FILE__") {
            Token made = token;
            made.kind = token.text == "__LINE__" ? Kind::number : Kind::string;
            made.text =
                token.text == "__LINE__" ? std::to_string(token.place.line) : texts_.name(token.place.file);
            out.push_back(made);
            continue;
        }
        if (token.is("_Pragma") && at + 3 < in.size() && in[at + 1].is("(")) { // hints for other compilers
            at += 3;
            continue;
        }
        const auto found = macros_.find(token.text);
        if (found == macros_.end()) {
            out.push_back(token);
            continue;
        }
        if (active.contains(token.text)) {
            out.push_back(token);
            out.back().spent = true;
            continue;
        }
        if (!expand_call(in, at, active, out)) out.push_back(token);
    }
}

// A macro's use at in[at]. @return false where a function-like one is not called; else `at` is its last token.
bool Preprocessor::expand_call(const Tokens& in, std::size_t& at, std::set<std::string>& active, Tokens& out)
{
    const Token name = in[at];
    const Macro macro = macros_.at(name.text);
    std::vector<Tokens> arguments;
    std::size_t last = at;
    if (macro.is_function) {
        if (at + 1 >= in.size() || !in[at + 1].is("(")) return false;
        arguments.emplace_back();
        int depth = 1;
        for (last = at + 2; last < in.size(); ++last) {
            if (in[last].is("(")) ++depth;
            if (in[last].is(")") && --depth == 0) break;
            const bool rest = macro.is_variadic && arguments.size() > macro.parameters.size();
            if (in[last].is(",") && depth == 1 && !rest)
                arguments.emplace_back();
            else
                arguments.back().push_back(in[last]);
        }
        if (last == in.size())
            notes_.refuse(name.place, "the arguments of the macro " + name.text + " have no end",
                          "write ) behind the last of them");
        if (arguments.size() == 1 && arguments[0].empty() && macro.parameters.empty() && !macro.is_variadic)
            arguments.clear();
        const bool enough = arguments.size() == macro.parameters.size() ||
                            (macro.is_variadic && arguments.size() >= macro.parameters.size());
        if (!enough)
            notes_.refuse(name.place, "the macro " + name.text + " takes " +
                                          std::to_string(macro.parameters.size()) + " arguments, and gets " +
                                          std::to_string(arguments.size()));
    }
    const Tokens body = substituted(macro, arguments, name, active);
    active.insert(name.text);
    // A function-like macro's name at the end of the body may be called with what stands behind it.
    Tokens made;
    expand(body, 0, active, made);
    active.erase(name.text);
    const bool may_go_on = !made.empty() && made.back().kind == Kind::name && !made.back().spent &&
                           last + 1 < in.size() && in[last + 1].is("(") &&
                           macros_.contains(made.back().text) && macros_.at(made.back().text).is_function;
    if (may_go_on) {
        Tokens rest{made.back()};
        made.pop_back();
        rest.insert(rest.end(), in.begin() + static_cast<std::ptrdiff_t>(last) + 1, in.end());
        std::size_t here = 0;
        Tokens called;
        if (expand_call(rest, here, active, called)) {
            made.insert(made.end(), called.begin(), called.end());
            last += here;
        } else {
            made.push_back(rest[0]);
        }
    }
    if (!made.empty()) {
        made.front().spaced = name.spaced;
        made.front().first = name.first;
    }
    out.insert(out.end(), made.begin(), made.end());
    at = last;
    return true;
}

std::vector<Token> Preprocessor::substituted(const Macro& macro, const std::vector<Tokens>& arguments,
                                             const Token& name, std::set<std::string>& active)
{
    const auto argument_of = [&](const Token& token) -> const Tokens* {
        if (token.kind != Kind::name) return nullptr;
        const auto found = std::ranges::find(macro.parameters, token.text);
        const auto which = static_cast<std::size_t>(found - macro.parameters.begin());
        if (found != macro.parameters.end() && which < arguments.size()) return &arguments[which];
        static const Tokens none;
        if (!macro.is_variadic || token.text != "__VA_ARGS__") return nullptr;
        return arguments.size() > macro.parameters.size() ? &arguments[macro.parameters.size()] : &none;
    };
    Tokens result;
    for (std::size_t i = 0; i < macro.body.size(); ++i) {
        Token token = macro.body[i];
        token.place = name.place; // messages point at what the reader wrote
        if (token.is("#") && macro.is_function && i + 1 < macro.body.size() &&
            argument_of(macro.body[i + 1])) {
            token.kind = Kind::string;
            token.text = shown(*argument_of(macro.body[++i]));
            result.push_back(token);
            continue;
        }
        if (token.is("##") && !result.empty() && i + 1 < macro.body.size()) {
            Token right = macro.body[++i];
            right.place = name.place;
            Tokens rest{right};
            if (const Tokens* argument = argument_of(right)) rest = *argument;
            if (rest.empty()) continue;
            if (result.back().kind == Kind::end) // an empty argument on its left
                result.back() = rest[0];
            else
                result.back() = pasted(result.back(), rest[0]);
            result.insert(result.end(), rest.begin() + 1, rest.end());
            continue;
        }
        const Tokens* argument = argument_of(token);
        if (argument == nullptr) {
            result.push_back(token);
            continue;
        }
        const bool is_pasted = i + 1 < macro.body.size() && macro.body[i + 1].is("##");
        Tokens value;
        if (is_pasted) {
            value = *argument;
            if (value.empty()) value.push_back(Token{});
        } else {
            expand(*argument, 0, active, value);
        }
        if (!value.empty()) value.front().spaced = token.spaced;
        result.insert(result.end(), value.begin(), value.end());
    }
    std::erase_if(result, [](const Token& token) { return token.kind == Kind::end; });
    return result;
}

Token Preprocessor::pasted(const Token& left, const Token& right)
{
    Token token = left;
    token.text += right.text;
    const bool is_number = left.kind == Kind::number || (left.is(".") && right.kind == Kind::number);
    token.kind = is_number ? Kind::number : left.kind == Kind::name ? Kind::name : Kind::sign;
    token.spent = false;
    return token;
}

} // namespace lockstep::pocket
