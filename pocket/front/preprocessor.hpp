// Macros, conditions and includes: what stands before the language.
#pragma once

#include "front/token.hpp"

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace lockstep::pocket
{

/// What a build is asked for.
struct Options
{
    std::vector<std::pair<std::string, std::string>> defines; ///< -D NAME=VALUE, in order
    std::vector<std::string> folders;                         ///< -I
    /// The text of a file; nothing where it cannot be read. Empty: there are no files.
    std::function<std::optional<std::string>(const std::string& path)> read;
    unsigned version = 120;              ///< of the language: 100, 110, 120, 200 or 300
    std::vector<std::string> extensions; ///< names of macros that are 1: "cl_khr_fp64"
    bool fast_relaxed_math = false;
    bool single_precision = false; ///< numbers without a suffix are floats
};

/// The tokens that the parser reads: macros replaced, conditions decided, files included.
class Preprocessor
{
public:
    Preprocessor(Texts& texts, const Options& options, Notes& notes);

    /// @param file the program's text.
    std::vector<Token> run(unsigned file);

private:
    struct Macro
    {
        bool is_function = false;
        bool is_variadic = false;
        std::vector<std::string> parameters;
        std::vector<Token> body;
    };
    struct Condition
    {
        Place place;
        bool on = false;    ///< its present branch is read
        bool done = false;  ///< one of its branches was
        bool outer = false; ///< all of it is read
        bool had_else = false;
    };

    using Tokens = std::vector<Token>;

    void define(const std::string& name, const std::string& value);
    void include(unsigned file, unsigned depth);
    void directive(const Tokens& line, unsigned depth);
    void pragma(const Tokens& words);
    void define_macro(const Tokens& line);
    void include_file(const Tokens& line, unsigned depth);
    void condition(const std::string& word, const Tokens& line);
    bool is_read() const;

    Tokens expanded(const Tokens& line);
    void expand(const Tokens& in, std::size_t begin, std::set<std::string>& active, Tokens& out);
    bool expand_call(const Tokens& in, std::size_t& at, std::set<std::string>& active, Tokens& out);
    Tokens substituted(const Macro& macro, const std::vector<Tokens>& arguments, const Token& name,
                       std::set<std::string>& active);
    Token pasted(const Token& left, const Token& right);
    long long value_of(const Tokens& line, const Place& place);

    Texts& texts_;
    const Options& options_;
    Notes& notes_;
    /// Whether #ifdef holds: __LINE__ and __FILE__ are macros without a text of their own.
    bool is_macro(const std::string& name) const
    {
        return macros_.contains(name) || name == "__LINE__" || name == "__FILE__";
    }

    std::map<std::string, Macro> macros_;
    std::vector<Condition> conditions_;
    Tokens pending_; ///< lines of the program whose macros are still to be replaced
    Tokens out_;
    std::set<std::string> names_; ///< of macros, for as long as their words
    std::size_t work_ = 0;        ///< words that macros have been looked for in
    unsigned depth_ = 0;          ///< macros inside of one another
    unsigned included_ = 0;       ///< files
    void flush();
    void count_work(std::size_t words, const Place& place);
};

} // namespace lockstep::pocket
