// Turns source text into highlighted HTML lines.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace lockstep
{

/// The language of a file by its name, or of a fence by its word: "opencl", "cpp", "c", "shell", "output" or "text".
std::string language_of(std::string_view name);

/// One HTML string per line of the source; no span crosses a line's end.
std::vector<std::string> highlight(std::string_view source, std::string_view language);

} // namespace lockstep
