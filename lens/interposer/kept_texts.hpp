// The texts of headers and of programs that are compiled to be linked, of which Oclgrind keeps the lines' numbers alone.
#pragma once

#include <string>

namespace lockstep::lens
{

void keep_text(const std::string& name, std::string text);

} // namespace lockstep::lens
