// The words of OpenCL C.
#pragma once

#include "front/message.hpp"

#include <string>
#include <vector>

namespace lockstep::pocket
{

enum class Kind : unsigned char
{
    end,
    name, ///< keywords are names, too
    number,
    character,
    string,
    sign ///< "+=", "(": one of the language's, or any other character alone
};

struct Token
{
    Kind kind = Kind::end;
    std::string text = {};
    Place place = {};
    bool first = false;                 ///< of its line
    bool spaced = false;                ///< there is white space before it
    const std::string* macro = nullptr; ///< whose body it stands in
    bool spent = false; ///< the name of a macro inside of its own replacement, which stays as it is

    bool is(const char* what) const { return (kind == Kind::sign || kind == Kind::name) && text == what; }
};

/// A file's text as tokens, the last one being the end. Comments are gone, and lines that end in a backslash are joined.
std::vector<Token> tokens_of(const Texts& texts, unsigned file, Notes& notes);

} // namespace lockstep::pocket
