/// Chapter 10: what its figures take from the profiles of GPUs, and the words for it.
#pragma once

#include "lockstep/lens/profile.hpp"

#include <string>
#include <string_view>

namespace figures
{

/// lens/devices/ID.json.
lockstep::lens::Profile profile_of(std::string_view id);

/// "GTX 480": without the words that only say who makes it.
std::string short_name(std::string name);

/// "48 KiB".
std::string size_in_words(double bytes);

} // namespace figures
