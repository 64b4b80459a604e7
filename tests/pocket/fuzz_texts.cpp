// Texts made of the tree's kernels: cut, spliced, and with words exchanged; and pieces that are repeated.
#include "fuzz_texts.hpp"

#include "front/builtins.hpp"
#include "front/type.hpp"

#include <algorithm>
#include <cctype>

namespace lockstep::pocket::test
{

namespace
{

bool in_word(char c)
{
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

const std::vector<std::string>& words()
{
    static const std::vector<std::string> all = [] {
        std::vector<std::string> made{"kernel",
                                      "global",
                                      "local",
                                      "constant",
                                      "private",
                                      "const",
                                      "volatile",
                                      "restrict",
                                      "struct",
                                      "union",
                                      "enum",
                                      "typedef",
                                      "if",
                                      "else",
                                      "for",
                                      "while",
                                      "do",
                                      "switch",
                                      "case",
                                      "default",
                                      "break",
                                      "continue",
                                      "return",
                                      "sizeof",
                                      "goto",
                                      "static",
                                      "read_only",
                                      "write_only",
                                      "read_write",
                                      "unsigned",
                                      "signed",
                                      "__attribute__",
                                      "((packed))",
                                      "((aligned(0)))",
                                      "#define X X",
                                      "\n#if 0\n",
                                      "\n#endif\n",
                                      "\n#else\n",
                                      "\n#define F(a, ...) a##__VA_ARGS__ #a\n",
                                      "F(F(1), F)",
                                      "\n#include \"a\"\n",
                                      "defined",
                                      "__LINE__",
                                      "NULL",
                                      "true",
                                      "INFINITY",
                                      "NAN",
                                      ".s0",
                                      ".xyzw",
                                      ".hi",
                                      ".s0123456789abcdef",
                                      "->x",
                                      "inline"};
        for (const auto* list : {&builtin_names(), &Types::names()})
            made.insert(made.end(), list->begin(), list->end());
        return made;
    }();
    return all;
}

const std::vector<std::string>& signs()
{
    static const std::vector<std::string> all{
        "(", ")",  "{",  "}",  "[",   "]",   ";",  ",",    "*",  "&",    "+",   "-",  "/",
        "%", "=",  "==", "<",  "<<",  ">>",  "?",  ":",    ".",  "->",   "++",  "--", "!",
        "~", "^",  "|",  "&&", "||",  "#",   "##", "\\",   "\"", "'",    "\n",  "@",  "$",
        "`", "//", "/*", "*/", "...", "<<=", "+=", "\\\n", "%s", "\xc3", "\xff"};
    return all;
}

const std::vector<std::string>& numbers()
{
    static const std::vector<std::string> all{"0",
                                              "1",
                                              "-1",
                                              "2",
                                              "16",
                                              "63",
                                              "64",
                                              "255",
                                              "65536",
                                              "2147483647",
                                              "2147483648",
                                              "4294967295u",
                                              "9223372036854775807",
                                              "18446744073709551615ul",
                                              "99999999999999999999",
                                              "0x",
                                              "0x1p-2",
                                              "08",
                                              "1e400",
                                              "1.0f",
                                              "1e-45f",
                                              "3.4e38f",
                                              ".5h",
                                              "1.5",
                                              "'a'",
                                              "''",
                                              "268435456"};
    return all;
}

const std::string& any_word(Chance& chance)
{
    return chance.of(chance.one_in(3) ? signs() : chance.one_in(3) ? numbers() : words());
}

// Where a word of the text begins, and how long it is.
std::pair<std::size_t, std::size_t> word_in(const std::string& text, Chance& chance)
{
    std::size_t begin = chance.below(text.size());
    if (!in_word(text[begin])) return {begin, 1};
    while (begin > 0 && in_word(text[begin - 1])) --begin;
    std::size_t end = begin;
    while (end < text.size() && in_word(text[end])) ++end;
    return {begin, end - begin};
}

std::size_t line_in(const std::string& text, Chance& chance)
{
    const std::size_t at = text.find('\n', chance.below(text.size() + 1));
    return at == std::string::npos ? text.size() : at + 1;
}

void change(std::string& text, const std::vector<std::string>& texts, Chance& chance)
{
    if (text.empty()) text = any_word(chance);
    const auto [begin, length] = word_in(text, chance);
    switch (chance.below(10)) {
    case 0:
        text.resize(chance.below(text.size() + 1));
        break;
    case 1: { // its head and another's tail
        const std::string& other = chance.of(texts);
        text = text.substr(0, line_in(text, chance)) + other.substr(line_in(other, chance));
        break;
    }
    case 2: { // a piece of another in its middle
        const std::string& other = chance.of(texts);
        text.insert(line_in(text, chance), other.substr(chance.below(other.size() + 1), chance.below(400)));
        break;
    }
    case 3: { // lines twice, or gone
        const std::size_t from = line_in(text, chance), to = line_in(text, chance);
        if (from >= to)
            text.erase(to, from - to);
        else
            text.insert(to, text.substr(from, std::min<std::size_t>(to - from, 2000)));
        break;
    }
    case 4:
        text.erase(begin, length);
        break;
    case 5:
        text.insert(begin, " " + any_word(chance) + " ");
        break;
    case 6:
        text[begin] = static_cast<char>(chance.below(256));
        break;
    case 7: { // two words of the text change places
        const auto [other, other_length] = word_in(text, chance);
        text.replace(begin, length, text.substr(other, other_length));
        break;
    }
    default: {
        const bool number = std::isdigit(static_cast<unsigned char>(text[begin])) != 0;
        text.replace(begin, length, number ? chance.of(numbers()) : any_word(chance));
    }
    }
}

} // namespace

std::string mutated(const std::vector<std::string>& texts, Chance& chance)
{
    std::string text = chance.one_in(4) ? generated(chance) : chance.of(texts);
    for (std::size_t changes = 1 + chance.below(chance.one_in(4) ? 12 : 3); changes > 0; --changes)
        change(text, texts, chance);
    return text;
}

std::string repeated(Chance& chance)
{
    struct Piece
    {
        const char *open, *middle, *close;
    };
    static const std::vector<Piece> pieces{{"(", "1", ")"},
                                           {"-", "1", ""},
                                           {"!", "n", ""},
                                           {"*", "a", ""},
                                           {"&", "a", ""},
                                           {"n=", "1", ""},
                                           {"n+", "1", ""},
                                           {"n*(", "1", ")"},
                                           {"n?", "1", ":2"},
                                           {"n?1:", "2", ""},
                                           {"n,", "1", ""},
                                           {"a[", "0", "]"},
                                           {"", "a", "[0]"},
                                           {"", "f", ".x"},
                                           {"", "n", "++"},
                                           {"(float)", "n", ""},
                                           {"(float2)(", "1", ")"},
                                           {"sqrt(", "1.0f", ")"},
                                           {"g(", "1", ")"},
                                           {"F(", "1", ")"},
                                           {"sizeof ", "n", ""},
                                           {"n||", "n", ""},
                                           {"{", ";", "}"},
                                           {"{", "", ""},
                                           {"if(n)", ";", ""},
                                           {"if(n);else ", ";", ""},
                                           {"for(;;)", ";", ""},
                                           {"do ", ";", " while(n);"},
                                           {"switch(n){case 1:", ";", "}"},
                                           {"int x[2]={", "1", "}"},
                                           {"int *", "x", ""},
                                           {"int x", "", "[2]"},
                                           {"struct s{", "int x;", "} y;"},
                                           {"n=1;", "", ""},
                                           {"int x=g(n);", "", ""},
                                           {"\"%d\"", "", ""},
                                           {"g(1,", "2", ")"},
                                           {"\n#if 1\n", "n;", "\n#endif\n"},
                                           {"\n#define F(x) x x\n", "F(F(F(1)))", ""},
                                           {"J(J,", "J", ")"},
                                           {"0x1", "", "u"},
                                           {"n.", "", ""}};
    std::string text = "#define F(x) (x)\n#define J(a, b) a##b b(a, b)\nint g(int x) { return x; }\n"
                       "struct t { struct t* next; int x; };\n"
                       "kernel void k(global int* a, float4 f, int n)\n{\n    ";
    const std::size_t count = std::size_t{1} << chance.below(15);
    const Piece &outer = chance.of(pieces), &inner = chance.one_in(2) ? outer : chance.of(pieces);
    if (chance.one_in(8)) text = "";
    if (chance.one_in(3)) text += "n = ";
    std::string close;
    for (std::size_t i = 0; i < count; ++i) {
        const Piece& piece = i % 2 == 0 ? outer : inner;
        text += piece.open;
        close = piece.close + close;
        if (close.size() > 100'000) break;
    }
    text += outer.middle + close;
    if (!chance.one_in(4)) text += ";\n}\n";
    return text;
}

} // namespace lockstep::pocket::test
