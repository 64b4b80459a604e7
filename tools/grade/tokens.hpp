// A kernel or host file as tokens, for comparing what it says and not how it is written down.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep::tool
{

/// One token of C, C++ or OpenCL C. Comments, white space and the ends of lines are none.
struct Token
{
    std::string text;
    std::size_t line = 0; ///< from 1
    bool name = false;    ///< an identifier that is no word of the language
};

/// The tokens of a text; what is no valid program is taken apart as well as it goes.
std::vector<Token> tokens_of(std::string_view text);

/// Numbers for tokens, in which every name is the same: equal where two texts differ in names alone.
std::vector<std::size_t> without_names(const std::vector<Token>& tokens);

/// Numbers for tokens, in which each name is the place of its first use: equal where one text's names are another's,
/// renamed one by one. Swapped names are not equal, and names that are not the writer's to choose stand for themselves:
/// of kernels, built-in functions, members.
std::vector<std::size_t> with_names_in_order(const std::vector<Token>& tokens);

/// How many tokens must be taken out of or put into `first` to make `second`; `most` + 1 when that takes more than `most`.
/// (Myers, "An O(ND) difference algorithm and its variations", 1986.)
std::size_t distance(const std::vector<std::size_t>& first, const std::vector<std::size_t>& second,
                     std::size_t most);

} // namespace lockstep::tool
