// Ways to ask a kernel what its results alone do not tell: one work-item run alone, sizes that nobody can know beforehand, and
// lines of the test's own in front of the student's.
#pragma once

#include "exercise.hpp"

namespace lockstep
{

/// A number of elements that follows from the text of `file`, one of the files under test: no kernel can be written for it.
/// Around 2,000; around 20 in the stage clean.
std::size_t count_of_its_own(const std::string& file);

/// The largest work-group that the device can give the kernel, up to 512.
std::size_t large_group(const cl::Kernel& kernel);

/// The program of `file`, one of the files under test, behind lines of the test's own; what it includes from its own folder is
/// part of it. Build the file with Exercise::kernel first, whose messages are better.
/// @throws cl::Error when the two do not compile together.
cl::Program program_behind(const std::string& lines, const std::string& file);

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

/// The same for a launch of some whole work-groups of it, which begin at the launch's offset: the numbers of the groups are
/// those that they would have in the whole.
std::string groups_of(const Launch& whole);

/// The same for a launch of a single work-item, whose number is the launch's offset: it is told of its group, too, as if the
/// others were there. No barriers.
std::string item_of(const Launch& whole);

/// Lines to put in front of a file, by which `items` neighbours of a work-group in a dimension do nothing of their own: they take themselves
/// for the next ones. Which ones, the launch's offset in this dimension says: 1 stands for the second `items`. For launches of a
/// single work-group.
/// @param group_size in this dimension.
std::string without_a_part(std::size_t dimension, std::size_t items, std::size_t group_size);

/// Skips the test case where local memory begins with numbers that no kernel wrote, and says so: there, the part that a missing
/// work-item should have brought is never an old value of a launch before, and nobody can tell that others brought it.
/// @return whether it is skipped.
bool skipped_for_local_memory();

/// The kernel as it is launched, and the same kernel told of a larger launch: what a work-item makes must be the same.
/// @param kernel of `file`, from Exercise::kernel. @param lines the test's own, in front of the file.
std::vector<cl::Kernel> plain_and_told(const cl::Kernel& kernel, const std::string& file, const Launch& whole,
                                       const std::string& lines = {});

/// How many work-items the one of lonely_kernel takes itself to be among, in groups of 8.
inline constexpr std::size_t lonely_items = 24;

/// A kernel as one of 24 work-items in groups of 8 sees it, for launches of that work-item alone: its number is the launch's
/// offset, and what else it asks is answered as if the others were there. One-dimensional; no barriers.
cl::Kernel lonely_kernel(const std::string& file, const std::string& name);

/// Launches work-item `number` of 24 alone. @param kernel of lonely_kernel.
template <typename... Arguments>
void launch_alone(cl::Kernel& kernel, std::size_t number, const Arguments&... arguments)
{
    Exercise::get().launch(kernel,
                           {.global = cl::NDRange(1), .local = cl::NDRange(1), .offset = cl::NDRange(number)},
                           arguments...);
}

/// A kernel that counts bytes: (global const uchar* bytes, uint n, global uint* counts).
struct CountingKernel
{
    std::string file;
    std::string name;
    std::size_t items;  ///< of a work-group
    std::string before; ///< lines in front of the file
};

/// Fails the test case unless four work-groups of such a kernel share the work. Each is launched alone and told that it is one of
/// four in a one-dimensional launch; it must count between an eighth and a half of the bytes, and together they count all.
/// @param n what the kernel is told. @param counters length of `counts`.
void expect_shared_counting(const CountingKernel& kernel, const std::vector<std::uint8_t>& bytes,
                            std::size_t n, std::size_t counters);

/// Fails the test case unless work-item `number`, run alone, has changed the element of its own number and no other; those
/// with a number beyond the end change nothing. @param before,after the array around its launch.
template <typename T>
void expect_own_element(const std::string& name, std::size_t number, const std::vector<T>& before,
                        const std::vector<T>& after)
{
    for (std::size_t i = 0; i < before.size(); ++i) {
        const bool changed = after[i] != before[i];
        if (changed && i != number)
            FAIL("of ", lonely_items, " work-items for ", before.size(), " elements, number ", number,
                 " was run alone, and ", name, "[", i,
                 "] has changed. Each work-item writes the element of its own number, and those from ",
                 before.size(), " on write nothing");
        if (!changed && i == number)
            FAIL("of ", lonely_items, " work-items for ", before.size(), " elements, number ", number,
                 " was run alone, and ", name, "[", i,
                 "] has not changed. No other work-item may do its work");
    }
}

} // namespace lockstep
