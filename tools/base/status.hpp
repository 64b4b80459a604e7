// How a command ends.
#pragma once

namespace lockstep::tool
{

/// Exit statuses every command keeps to.
enum Status : int
{
    done = 0,
    check_failed = 1,
    wrong_usage = 2, ///< or a missing piece
    skipped = 77,    ///< CTest's word for a test that could not run here
    interrupted = 130
};

} // namespace lockstep::tool
