// Ways to ask a kernel what its results alone do not tell: lines of the test's own in front of the student's, by which a launch
// takes itself for a larger one, runs its work-items in another order, or lets others come in between.
#pragma once

#include "exercise.hpp"

namespace lockstep
{

/// The text of `file`, one of the files under test, without its comments: for what a text forbids or demands by name.
std::string code_of(const std::string& file);

/// The program of `file`, one of the files under test, behind lines of the test's own; what it includes from its own folder is
/// part of it. Build the file with Exercise::kernel first, whose messages are better.
/// @throws cl::Error when the two do not compile together.
cl::Program program_behind(const std::string& lines, const std::string& file);

/// The same kernel, of `file` behind lines of the test's own. @param kernel from Exercise::kernel.
cl::Kernel behind(const std::string& lines, const std::string& file, const cl::Kernel& kernel);

/// Lines to put in front of a file, by which work-item l of n in a work-group takes itself for number n - 1 - l. That is the same
/// to a kernel, unless it relies on low numbers running first, which they happen to do on a CPU. One-dimensional.
std::string numbered_backwards();

/// Lines to put in front of a file, by which every atomic operation of OpenCL 1.2 on global memory also adds 1 to the word that
/// lies `words_behind` words behind its place. Those on local memory stay as they are.
std::string counting_atomics(std::size_t words_behind);

/// Lines to put in front of a file, by which every atomic operation of OpenCL 1.2 on global memory that could change its place p
/// calls before_change(p), and then after_change(p, what was there, what is there). What changes nothing whatever is there, as
/// atomic_or with 0, is a look and calls neither. For launches of a single work-item.
/// @param functions the test's own: both, with p as volatile global uint*.
std::string watched_atomics(const std::string& functions);

/// Lines to put in front of a file, by which its kernels take any launch for this one: they are told its sizes and its number of
/// work-groups. What they are told of themselves, ids and the size of their group, stays true.
/// @param whole global and local size, of up to two dimensions; every work-group is full.
std::string told_of(const Launch& whole);

/// The same for a launch of a single work-item, whose number is the launch's offset: what it asks of its place and of its group
/// is answered as if the others were there. No barriers.
std::string item_of(const Launch& whole);

} // namespace lockstep
