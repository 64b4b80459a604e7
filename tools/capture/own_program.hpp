// A chapter's program built from the reader's own copies of its files.
#pragma once

#include "capture/captures.hpp"

#include <functional>
#include <string_view>

namespace lockstep::tool
{

/// The variable that says where the reader's copies of a chapter's files are, "FROM:TO": what is read of the chapter's folder FROM is
/// read from TO where TO has it. Programs look for their kernels so, by liblockstep-own-kernels.so.
inline constexpr const char* own_copies_variable = "LOCKSTEP_OWN_KERNELS";

/// Builds a chapter's program: the book's, or, where that variable names a copy of one of its sources, another beside it, which
/// chapter.program then is. @param tell is given what the build says of its progress, as it comes; may be empty. @throws Failure with
/// the compiler's words, in which copies have the names of the book's files.
void build_chapter_program(ChapterProgram& chapter, const std::function<void(std::string_view)>& tell = {});

} // namespace lockstep::tool
