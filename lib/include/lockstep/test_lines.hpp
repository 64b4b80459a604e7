// Lines of a test's own in front of a kernel's file.
#pragma once

namespace lockstep
{

/// Where lines that a test puts in front of a kernel's file are numbered from, so that the file's own begin with 1, and no
/// message about a test's line is taken for one about the file.
inline constexpr int first_test_line = 1'000'001;

} // namespace lockstep
