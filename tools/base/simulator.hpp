// Which simulator judges kernels.
#pragma once

#include <filesystem>

namespace lockstep::tool
{

/// Oclgrind's program, where it is installed and LOCKSTEP_SIMULATOR does not ask for Pocket; else empty, and Pocket judges.
std::filesystem::path judging_oclgrind();

} // namespace lockstep::tool
