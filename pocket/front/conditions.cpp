// The value of an #if.
#include "front/preprocessor.hpp"

#include <cstdlib>

namespace lockstep::pocket
{

namespace
{

using Tokens = std::vector<Token>;

/// The value of an #if: its operators, with the ranks of C.
class Calculation
{
    static constexpr unsigned deepest = 400;

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
        const Deeper deeper{depth_, deepest, notes_, place_, "this condition is nested too deeply"};
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
        const Deeper deeper{depth_, deepest, notes_, place_, "this condition is nested too deeply"};
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
        return value;
    }

    const Tokens& line_;
    Place place_;
    Notes& notes_;
    std::size_t at_ = 0;
    unsigned depth_ = 0;
};

} // namespace

long long Preprocessor::value_of(const Tokens& line, const Place& place)
{
    Tokens asked; // each defined(NAME) as a number
    for (std::size_t i = 0; i < line.size(); ++i) {
        asked.push_back(line[i]);
        const bool asks_macro = line[i].is("defined"), asks_feature = line[i].is("__has_builtin");
        if (!asks_macro && !asks_feature) continue;
        const bool round = i + 1 < line.size() && line[i + 1].is("(");
        const std::size_t name = i + (round ? 2 : 1), last = name + (round ? 1 : 0);
        if (last >= line.size())
            notes_.refuse(line[i].place, "defined without a name", "write defined(NAME)");
        asked.back().kind = Kind::number;
        asked.back().text = asks_macro && is_macro(line[name].text) ? "1" : "0";
        i = last;
    }
    const Tokens words = expanded(asked);
    return Calculation{words, place, notes_}.all();
}

} // namespace lockstep::pocket
