// A launch of the reader's own, to be looked at step by step.
#pragma once

#include <string>
#include <vector>

namespace lockstep::pocket
{

/// Builds a file and launches one of its kernels. @param words file, options, kernel, global and local size, and each argument.
/// @throws Failure where a word is none that the kernel can take
void launch(const std::vector<std::string>& words);

} // namespace lockstep::pocket
