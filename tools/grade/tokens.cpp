// Tokens of C, C++ and OpenCL C.
#include "grade/tokens.hpp"

#include <algorithm>
#include <cctype>
#include <functional>
#include <map>
#include <set>

namespace lockstep::tool
{

namespace
{

bool is_word(char c)
{
    const auto byte = static_cast<unsigned char>(c);
    return std::isalnum(byte) != 0 || c == '_' || byte >= 0x80;
}

bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

// Words that say what a program does; every other word is a name that its writer may choose.
bool is_language(const std::string& word)
{
    static const std::set<std::string> words{
        "if",       "else",      "for",      "while",   "do",       "switch",   "case",     "default",
        "break",    "return",    "goto",     "const",   "continue", "restrict", "volatile", "static",
        "inline",   "struct",    "class",    "typedef", "enum",     "union",    "sizeof",   "void",
        "bool",     "char",      "short",    "int",     "long",     "float",    "double",   "half",
        "signed",   "unsigned",  "auto",     "true",    "false",    "new",      "delete",   "throw",
        "try",      "catch",     "template", "this",    "public",   "private",  "nullptr",  "using",
        "operator", "namespace", "include",  "define",  "pragma",   "uint",     "uchar",    "ushort",
        "ulong",    "size_t",    "kernel",   "global",  "local",    "constant", "barrier"};
    return words.contains(word) || word.starts_with("get_") || word.starts_with("atomic_") ||
           word.starts_with("read_image") || word.starts_with("write_image") || word == "cl" ||
           word.starts_with("cl_") || word.starts_with("CL_");
}

class Lexer
{
public:
    explicit Lexer(std::string_view text) : text_(text) {}

    std::vector<Token> run()
    {
        while (at_ < text_.size()) step();
        return std::move(tokens_);
    }

private:
    std::string_view text_;
    std::size_t at_ = 0;
    std::size_t line_ = 1;
    std::vector<Token> tokens_;

    char here(std::size_t ahead = 0) const { return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0'; }

    void advance(std::size_t count)
    {
        for (; count > 0 && at_ < text_.size(); --count, ++at_)
            if (text_[at_] == '\n') ++line_;
    }

    void add(std::string text, bool name = false) { tokens_.push_back({std::move(text), line_, name}); }

    void step()
    {
        const char c = here();
        if (c == '/' && here(1) == '/')
            advance(std::min(text_.find('\n', at_), text_.size()) - at_);
        else if (c == '/' && here(1) == '*') {
            const auto end = text_.find("*/", at_ + 2);
            advance(end == std::string_view::npos ? text_.size() - at_ : end + 2 - at_);
        } else if (c == '"' || c == '\'')
            quoted(c);
        else if (is_digit(c) || (c == '.' && is_digit(here(1))))
            number();
        else if (is_word(c))
            word();
        else {
            if (std::isspace(static_cast<unsigned char>(c)) == 0 && c != '\\') add(std::string(1, c));
            advance(1);
        }
    }

    void quoted(char quote)
    {
        add("\"");
        advance(1);
        while (at_ < text_.size() && here() != quote && here() != '\n') advance(here() == '\\' ? 2 : 1);
        if (here() == quote) advance(1);
    }

    // Every number keeps its value: 0 and 1 make a difference; a suffix and the way to write it make none.
    void number()
    {
        std::string digits;
        while (is_word(here()) || here() == '.' ||
               ((here() == '+' || here() == '-') && !digits.empty() && std::tolower(digits.back()) == 'e' &&
                !digits.starts_with("0x")))
            digits += here(), advance(1);
        while (digits.size() > 1 && !digits.starts_with("0x") &&
               std::string_view{"fFuUlL"}.find(digits.back()) != std::string_view::npos)
            digits.pop_back();
        while (digits.find('.') != std::string::npos && (digits.ends_with("0") || digits.ends_with(".")))
            digits.pop_back();
        add(digits.empty() ? "0" : digits);
    }

    void word()
    {
        const std::size_t begin = at_;
        while (is_word(here())) ++at_;
        std::string text{text_.substr(begin, at_ - begin)};
        if (text.starts_with("__")) text.erase(0, 2);
        const bool name = !is_language(text);
        add(std::move(text), name);
    }
};

const std::string& text_at(const std::vector<Token>& tokens, std::size_t at)
{
    static const std::string none;
    return at < tokens.size() ? tokens[at].text : none;
}

// The functions that a text defines or declares: names behind a type and before a list of parameters. Kernels are left
// out, for the host asks for them by their names.
std::set<std::string> functions_of(const std::vector<Token>& tokens)
{
    std::set<std::string> functions;
    for (std::size_t at = 1; at < tokens.size(); ++at) {
        const std::string& before = tokens[at - 1].text;
        const bool type = (is_word(before.front()) || before == "*" || before == "&") && before != "return" &&
                          before != "else" && before != "case";
        if (tokens[at].name && type && text_at(tokens, at + 1) == "(" &&
            !(before == "void" && at > 1 && tokens[at - 2].text == "kernel"))
            functions.insert(tokens[at].text);
    }
    return functions;
}

// True for a name that its writer did not choose: of a kernel, a built-in function, a member, a library.
bool given(const std::vector<Token>& tokens, std::size_t at, const std::set<std::string>& own)
{
    const bool called = text_at(tokens, at + 1) == "(" && !own.contains(tokens[at].text);
    const auto behind = [&](const char* first, const char* second) {
        return at > 1 && tokens[at - 2].text == first && tokens[at - 1].text == second;
    };
    const bool member = (at > 0 && tokens[at - 1].text == ".") || behind("-", ">") || behind(":", ":");
    return called || member;
}

std::size_t number_of(const std::string& text)
{
    return std::hash<std::string>{}(text) | 1U;
}

} // namespace

std::vector<Token> tokens_of(std::string_view text)
{
    return Lexer{text}.run();
}

std::vector<std::size_t> without_names(const std::vector<Token>& tokens)
{
    std::vector<std::size_t> numbers;
    for (const Token& token : tokens) numbers.push_back(token.name ? 0 : number_of(token.text));
    return numbers;
}

std::vector<std::size_t> with_names_in_order(const std::vector<Token>& tokens)
{
    const std::set<std::string> own = functions_of(tokens);
    std::map<std::string, std::size_t> seen;
    std::vector<std::size_t> numbers;
    for (std::size_t at = 0; at < tokens.size(); ++at)
        numbers.push_back(tokens[at].name && !given(tokens, at, own)
                              ? 2 * seen.try_emplace(tokens[at].text, seen.size()).first->second
                              : number_of(tokens[at].text));
    return numbers;
}

std::size_t distance(const std::vector<std::size_t>& first, const std::vector<std::size_t>& second,
                     std::size_t most)
{
    const auto rows = static_cast<std::ptrdiff_t>(first.size());
    const auto columns = static_cast<std::ptrdiff_t>(second.size());
    const auto bound = static_cast<std::ptrdiff_t>(std::min(most, first.size() + second.size()));
    const auto middle = static_cast<std::size_t>(bound + 1);
    std::vector<std::ptrdiff_t> furthest(2 * middle + 1, 0); // the row reached on each diagonal
    const auto reached = [&](std::ptrdiff_t diagonal) -> std::ptrdiff_t& {
        return furthest[static_cast<std::size_t>(diagonal + static_cast<std::ptrdiff_t>(middle))];
    };
    for (std::ptrdiff_t edits = 0; edits <= bound; ++edits)
        for (std::ptrdiff_t diagonal = -edits; diagonal <= edits; diagonal += 2) {
            const bool down =
                diagonal == -edits || (diagonal != edits && reached(diagonal - 1) < reached(diagonal + 1));
            std::ptrdiff_t row = down ? reached(diagonal + 1) : reached(diagonal - 1) + 1;
            std::ptrdiff_t column = row - diagonal;
            while (row < rows && column < columns && row >= 0 && column >= 0 &&
                   first[static_cast<std::size_t>(row)] == second[static_cast<std::size_t>(column)])
                ++row, ++column;
            reached(diagonal) = row;
            if (row >= rows && column >= columns) return static_cast<std::size_t>(edits);
        }
    return most + 1;
}

} // namespace lockstep::tool
