// The reader's own file and line for what a driver's compiler calls a kernel.
#pragma once

#include "capture/captures.hpp"

#include <string>

namespace lockstep::tool
{

/// What a chapter's program wrote to standard error, with the reader's own file and line in the place of a compiler's: a
/// program that reads a build log itself knows no better. That is the chapter's kernel file, or the program's own where it
/// keeps its kernel in a raw string. Unchanged where the chapter has several files of kernels.
std::string with_own_names(const std::string& text, const ChapterProgram& chapter);

} // namespace lockstep::tool
