// Replacing macros by their bodies.
#include "front/preprocessor.hpp"
#include "front/ranges.hpp"

#include <utility>

namespace lockstep::pocket
{

namespace
{

using Tokens = std::vector<Token>;

constexpr std::size_t most_words = 1'000'000;
constexpr unsigned deepest_macro = 200; // in the arguments or the bodies of others

std::string shown(const Tokens& tokens)
{
    std::string text;
    for (const Token& token : tokens) {
        if (token.spaced && !text.empty()) text += ' ';
        text += token.kind == Kind::string ? '"' + token.text + '"' : token.text;
    }
    return text;
}

} // namespace

std::vector<Token> Preprocessor::expanded(const Tokens& line)
{
    Tokens out;
    std::set<std::string> active;
    expand(line, 0, active, out);
    return out;
}

// Macros can make a book of a line, or work without an end out of nothing.
void Preprocessor::count_work(std::size_t words, const Place& place)
{
    work_ += words;
    if (work_ > most_words) notes_.refuse(place, "the macros of this program make more than a million words");
}

void Preprocessor::expand(const Tokens& in, std::size_t begin, std::set<std::string>& active, Tokens& out)
{
    for (std::size_t at = begin; at < in.size(); ++at) {
        const Token& token = in[at];
        count_work(1, token.place);
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
    const Deeper deeper{depth_, deepest_macro, notes_, name.place,
                        "macros are nested more than 200 deep here"};
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
        count_work(last - at, name.place);
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
        count_work(in.size() - last, name.place);
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
        const auto found = ranges::find(macro.parameters, token.text);
        const auto which = static_cast<std::size_t>(found - macro.parameters.begin());
        if (found != macro.parameters.end() && which < arguments.size()) return &arguments[which];
        static const Tokens none;
        if (!macro.is_variadic || token.text != "__VA_ARGS__") return nullptr;
        return arguments.size() > macro.parameters.size() ? &arguments[macro.parameters.size()] : &none;
    };
    Tokens result;
    const std::string* const macro_name = &*names_.insert(name.text).first;
    for (std::size_t i = 0; i < macro.body.size(); ++i) {
        count_work(1 + macro.parameters.size(), name.place);
        Token token = macro.body[i];
        token.macro = macro_name;
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
