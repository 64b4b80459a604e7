// The GPU that a program under the lens is told it runs on.
#pragma once

#include "lockstep/lens/profile.hpp"

#include <string>

namespace lockstep::tool
{

/// What the interposer answers a program's queries with, as LOCKSTEP_LENS_DEVICE takes it: lines of "key=value".
/// @param vendor whether the vendor's and the device's name are answered too
std::string identity_of(const lens::Profile& profile, bool vendor);

} // namespace lockstep::tool
