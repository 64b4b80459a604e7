// Advice by kind of failure.
#include "desk/failure_advice.hpp"

#include "lockstep/formats/lens_metrics.hpp"

#include <fmt/format.h>

namespace lockstep::tool
{

namespace
{

using formats::Finding;

std::string on_target(const std::string& metric)
{
    using enum formats::MetricSubject;
    if (!formats::is_lens_metric(metric))
        return "The results are right, and the lens counts too much of something. The verdict says of what.";
    switch (formats::lens_metric(metric).subject) {
    case global_load:
    case global_store:
        return "The results are right; what is left is which addresses neighbouring work-items "
               "touch at the same time. Chapter 12, \"Requests and sectors\", has the rule.";
    case local_load:
    case local_store:
        return "The results are right; what is left is which banks of local memory the work-items "
               "of a sub-group touch at the same time. Chapter 13, \"Banks and bank conflicts\", "
               "has the rule.";
    case atomics:
        return "The results are right; what is left is how many atomic operations there are, and "
               "how many work-items meet at one address. Chapter 18, \"Global and local atomics\", "
               "weighs them.";
    case control:
        return "The results are right; what is left is that neighbouring work-items go different "
               "ways, or that too many instructions are issued. Chapter 11, \"Lanes and the "
               "execution mask\", has the rule.";
    case local_memory:
        return "The results are right; the kernel takes more local memory than the target allows. "
               "Chapter 13, \"Padding and swizzling\", counts it.";
    case occupancy:
        return "The results are right; too few work-groups fit on a compute unit. Chapter 14 does "
               "the sum: which of registers, local memory and group size is the limit here?";
    case image_read:
    case image_write:
        return "The results are right; what is left is how many pixels are read and written. "
               "Chapter 6 is on images.";
    case caches:
    case forecast:
        return "The results are right; what is left is how much memory the kernel moves and how long "
               "that takes. The book's page \"The lens\" says what its forecast consists of.";
    case launches:
        break;
    }
    return "The results are right, and the kernel is launched more often than the target allows.";
}

} // namespace

std::string advice_on(const formats::LastFailure& failure, const ExerciseInfo& exercise)
{
    switch (failure.finding) {
    case Finding::no_build:
        return "Begin with the first message of the build log and its line; the others often come "
               "of it. Chapter 9, \"Reading a build log\", goes through one.";
    case Finding::race:
        return exercise.host()
                   ? "Two threads touch the same memory, one of them writes, and nothing says who comes "
                     "first. Give each its own place, or let one wait for the other."
                   : "A race: two work-items touch the same element, one of them writes, and nothing "
                     "says who comes first. Let each write its own element, or put a barrier between, or "
                     "use an atomic function: chapter 9, \"Barriers, fences and atomics in brief\"; "
                     "chapter 13 has them in full.";
    case Finding::barrier:
        return "All work-items of a group must reach a barrier, or none. Is it behind an early "
               "return, in a branch, or in a loop that some leave sooner? Chapter 9, \"Barriers, "
               "fences and atomics in brief\".";
    case Finding::stray_access:
    case Finding::outside:
        return exercise.host()
                   ? "Something beyond the end of an array or buffer is read or written. Compare each "
                     "index and size with what was allocated: in elements or in bytes?"
                   : "A work-item reads or writes beyond the end of a buffer. The launch is rounded up "
                     "to whole groups, so a guard must send the surplus home before it touches anything: "
                     "chapter 4, \"Rounding up, and the guard\".";
    case Finding::unwritten:
        return "An element that nobody wrote still holds its poison. Which work-item should write "
               "it: is there one, and does its guard let it? Chapter 4, \"Rounding up, and the "
               "guard\".";
    case Finding::not_a_number:
        return "NaN comes of reading what nobody wrote, of 0/0, or of the root of a negative "
               "number. At the ragged end it is nearly always the guard: chapter 4, \"Rounding up, "
               "and the guard\".";
    case Finding::uninitialised:
        return "A value is used before anybody wrote it: a variable without a first value, local "
               "memory that is read before it is filled, or an element that the guard left out. "
               "Chapter 9, \"Races, uninitialised memory and barriers: Oclgrind\".";
    case Finding::time_limit:
        if (exercise.host())
            return "It does not end. Take the condition of each loop: does something in its body "
                   "change it? And a thread that waits for another: does that one ever do what it "
                   "waits for?";
        return "It does not end. Take the condition of each loop: does something in its body "
               "change it, in every work-item? A loop that waits for another work-item may wait "
               "for ever: chapter 11, \"Scheduling of sub-groups\".";
    case Finding::memory_limit:
        if (!exercise.host())
            return "The kernel's arrays take more memory than there is. Local memory is some tens of KiB "
                   "for a work-group: chapter 13, \"Padding and swizzling\", counts what a tile takes.";
        return "It takes too much memory. Is something made at each step of a loop, and never "
               "given back? Or does the size of an array follow a number that may be huge?";
    case Finding::sandbox_limit:
        return "It starts more processes, or writes more files, than any exercise needs. Is something "
               "started or opened at each step of a loop?";
    case Finding::crash:
        if (exercise.host())
            return "It crashed. Take the numbers of the case that the verdict names: is an index "
                   "beyond the end, is a divisor 0, or does a reference or pointer outlive what it "
                   "means, a thread's reference to a loop's variable say?";
        return "It crashed, most often because of an index beyond the end or a size in the wrong "
               "unit. Chapter 9, \"Symptoms, and what to do first\".";
    case Finding::left_early:
        return "Your code ended the whole program. A function ends by returning; what is wrong it "
               "says by its result or by throwing.";
    case Finding::lens_target:
        return on_target(failure.metric);
    case Finding::wrong_result:
    case Finding::none:
        break;
    }
    if (exercise.host())
        return "Take the case that the verdict names and follow by hand, line by line, what your "
               "code does in it. Which is the first value that you would not have expected? If the "
               "verdict speaks of a call of OpenCL or of a file: what does the call get, what may "
               "it return, and what does your code do then?";
    return "Take the element that the verdict names and work it out by hand: which work-item "
           "writes it, what does that read, and where does the first number differ? Chapter 9, "
           "\"Bisecting with a host twin\".";
}

} // namespace lockstep::tool
