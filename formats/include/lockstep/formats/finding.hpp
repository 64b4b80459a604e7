// What kind of thing made a check fail: the same words for the test programs' reports, the verdict and the progress file.
#pragma once

#include <optional>
#include <string_view>

namespace lockstep::formats
{

/// The first thing that a check found. What names a place or a cause goes before what comes of it.
enum class Finding
{
    none,
    no_build,     ///< the files do not build, or lack what the exercise asks for
    wrong_result, ///< an element is not what the reference says
    not_a_number, ///< an element is NaN
    unwritten,    ///< an element still holds the poison from before the launch
    outside,      ///< something was written outside of a buffer
    misplaced,    ///< an element was written that no work-item has to write
    race,
    launch_loop,   ///< a race, because every work-item loops over all elements
    barrier,       ///< not all work-items of a group reach it
    stray_access,  ///< the checker saw a read or write of what is not there
    uninitialised, ///< a value is used that nobody wrote
    time_limit,
    memory_limit,
    sandbox_limit, ///< more processes or files than the sandbox allows
    crash,
    left_early, ///< the program ended before its tests were through
    lens_target
};

/// "race", "time-limit".
std::string_view name_of(Finding finding);

/// The finding of that name.
std::optional<Finding> finding_named(std::string_view name);

} // namespace lockstep::formats
