// What a command writes to a file of the reader's choice.
#pragma once

#include <string>
#include <string_view>

namespace lockstep
{

/// Writes a text to a file, or to standard output for "-". @throws Failure when it cannot be written, a full disk included.
void write_output(const std::string& file, std::string_view text);

} // namespace lockstep
