// The GPU that a program under the lens is told it runs on.
#pragma once

#include "lockstep/lens/profile.hpp"

#include <cstdint>
#include <string>

namespace lockstep::tool
{

/// What a program is told of global memory unless it is asked for less: it is the memory of the machine that simulates,
/// not the GPU's, as programs that fill what they are told of must still run.
constexpr std::uint64_t most_global_bytes = std::uint64_t{4} << 30U;

/// What the interposer answers a program's queries with, as LOCKSTEP_LENS_DEVICE takes it: lines of "key=value".
/// @param vendor whether the vendor's and the device's name are answered too
std::string identity_of(const lens::Profile& profile, std::uint64_t global_bytes, bool vendor);

} // namespace lockstep::tool
