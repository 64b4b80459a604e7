// Telling one text from another by a few digits.
#pragma once

#include <string>
#include <string_view>

namespace lockstep::tool
{

/// 32 hexadecimal digits that tell one text from another: SipHash-2-4 of it, twice.
std::string fingerprint(std::string_view text);

} // namespace lockstep::tool
