// A launch of the reader's own: one kernel of a file, with sizes and arguments in words, as what the stepper runs.
#pragma once

#include "lens/lens_run.hpp"
#include "lockstep/scratch.hpp"

#include <string>

namespace lockstep::tool
{

struct OwnLaunch
{
    std::string subject; ///< a file of kernels, or the chapter or exercise that has the kernel
    std::string kernel;
    std::string words;   ///< "64.8/32.4;64xindex;4": sizes, then each argument
    std::string options; ///< of the build
};

/// Makes it what the request runs. @throws Failure where nothing has such a kernel, or the words are none
void prepare_own_launch(const OwnLaunch& own, const ScratchFolder& scratch, LensRequest& request);

} // namespace lockstep::tool
