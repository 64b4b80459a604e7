// Pocket among OpenCL's devices: LOCKSTEP_DEVICE=pocket, and where there is no other.
#pragma once

namespace lockstep::tool
{

/// Where the reader asks for Pocket by LOCKSTEP_DEVICE, or the system has no driver at all, lets OpenCL's loader find that device alone, in this
/// program and in those that it starts. Builds it first where it is not there.
/// @throws Failure with the compiler's words when it does not build.
void find_pocket();

/// Lets OpenCL's loader find Pocket, where it is built, beside the system's drivers: for a list of all devices.
void find_pocket_beside_others();

} // namespace lockstep::tool
