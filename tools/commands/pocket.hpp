// Pocket among OpenCL's devices: LOCKSTEP_DEVICE=pocket.
#pragma once

namespace lockstep::tool
{

/// Where the reader asks for Pocket by LOCKSTEP_DEVICE, lets OpenCL's loader find that device, in this program and in those that it starts.
/// To be called before OpenCL is. @throws Failure when it has not been built.
void find_pocket();

} // namespace lockstep::tool
