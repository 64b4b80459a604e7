#include "front/token.hpp"

#include "front/ranges.hpp"

#include <array>
#include <cctype>
#include <string_view>

namespace lockstep::pocket
{

namespace
{

bool begins_name(char c)
{
    return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_';
}

bool goes_on_name(char c)
{
    return begins_name(c) || std::isdigit(static_cast<unsigned char>(c)) != 0;
}

// Longest first.
constexpr std::array<std::string_view, 25> signs{
    "<<=", ">>=", "...", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "++", "--",
    "+=",  "-=",  "*=",  "/=", "%=", "&=", "|=", "^=", "->", "##", "::", "<:"};

class Reader
{
public:
    Reader(const Texts& texts, unsigned file, Notes& notes)
        : texts_(texts), text_(texts.text(file)), notes_(notes)
    {
        place_.file = file;
        next_line();
        splice();
    }

    std::vector<Token> all()
    {
        bool first = true;
        for (;;) {
            bool spaced = false;
            for (; skip_blank(first); spaced = true) {
            }
            Token token{.place = place_, .first = first, .spaced = spaced};
            first = false;
            if (at_end()) {
                token.first = true;
                tokens_.push_back(token);
                return std::move(tokens_);
            }
            read(token);
            tokens_.push_back(std::move(token));
        }
    }

private:
    bool at_end() const { return at_ >= text_.size(); }
    char here(std::size_t ahead = 0) const { return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0'; }

    void next_line()
    {
        place_.line = texts_.number(place_.file, ++line_);
        place_.column = 1;
    }

    // Past a backslash at the end of a line.
    void splice()
    {
        while (here() == '\\' && (here(1) == '\n' || (here(1) == '\r' && here(2) == '\n'))) {
            at_ += here(1) == '\n' ? 2 : 3;
            next_line();
        }
    }

    char take()
    {
        const char c = text_[at_++];
        if (c == '\n') {
            next_line();
        } else {
            ++place_.column;
        }
        splice();
        return c;
    }

    // Takes white space or a comment. @return false when there is none.
    bool skip_blank(bool& first)
    {
        if (at_end()) return false;
        if (here() == '\n') {
            take();
            return first = true;
        }
        if (std::isspace(static_cast<unsigned char>(here())) != 0) {
            take();
            return true;
        }
        if (here() == '/' && here(1) == '/') {
            while (!at_end() && here() != '\n') take();
            return true;
        }
        if (here() != '/' || here(1) != '*') return false;
        const Place begin = place_;
        take();
        take();
        while (!at_end() && !(here() == '*' && here(1) == '/')) take();
        if (at_end()) {
            notes_.error(begin, "this comment has no end", "write */ where it ends");
            return true;
        }
        take();
        take();
        return true;
    }

    void read(Token& token)
    {
        const char c = here();
        if (begins_name(c)) {
            token.kind = Kind::name;
            while (goes_on_name(here())) token.text += take();
        } else if (std::isdigit(static_cast<unsigned char>(c)) != 0 ||
                   (c == '.' && std::isdigit(static_cast<unsigned char>(here(1))) != 0)) {
            read_number(token);
        } else if (c == '"' || c == '\'') {
            read_quoted(token, c);
        } else {
            token.kind = Kind::sign;
            const std::string_view rest = std::string_view{text_}.substr(at_);
            const auto found =
                ranges::find_if(signs, [&](std::string_view sign) { return rest.starts_with(sign); });
            const std::size_t length = found == signs.end() ? 1 : found->size();
            for (std::size_t i = 0; i < length; ++i) token.text += take();
        }
    }

    void read_number(Token& token)
    {
        token.kind = Kind::number;
        for (char before = ' '; goes_on_name(here()) || here() == '.' ||
                                ((here() == '+' || here() == '-') && is_exponent(token.text, before));)
            token.text += before = take();
    }

    static bool is_exponent(const std::string& number, char before)
    {
        const bool hexadecimal = number.starts_with("0x") || number.starts_with("0X");
        return hexadecimal ? before == 'p' || before == 'P' : before == 'e' || before == 'E';
    }

    void read_quoted(Token& token, char quote)
    {
        token.kind = quote == '"' ? Kind::string : Kind::character;
        const Place begin = place_;
        take();
        while (here() != quote) {
            if (at_end() || here() == '\n') {
                notes_.error(begin, "this text in quotes has no end on its line",
                             std::string{"write "} + quote + " where it ends");
                return;
            }
            const char c = take();
            token.text += c == '\\' && !at_end() ? escaped() : c;
        }
        take();
    }

    char escaped()
    {
        const char c = take();
        constexpr std::string_view names = "ntrabfv\\'\"?", meant = "\n\t\r\a\b\f\v\\'\"?";
        if (c == 'x') {
            unsigned value = 0;
            while (std::isxdigit(static_cast<unsigned char>(here())) != 0)
                value = value * 16 + digit_of(take());
            return static_cast<char>(value);
        }
        if (c >= '0' && c <= '7') {
            unsigned value = digit_of(c);
            while (here() >= '0' && here() <= '7') value = value * 8 + digit_of(take());
            return static_cast<char>(value);
        }
        const std::size_t which = names.find(c);
        return which == std::string_view::npos ? c : meant[which];
    }

    static unsigned digit_of(char c)
    {
        return static_cast<unsigned>(c <= '9' ? c - '0'
                                              : std::tolower(static_cast<unsigned char>(c)) - 'a' + 10);
    }

    const Texts& texts_;
    const std::string& text_;
    unsigned line_ = 0; ///< as the text counts
    Notes& notes_;
    std::size_t at_ = 0;
    Place place_;
    std::vector<Token> tokens_;
};

} // namespace

std::vector<Token> tokens_of(const Texts& texts, unsigned file, Notes& notes)
{
    return Reader{texts, file, notes}.all();
}

} // namespace lockstep::pocket
