// The wrapper around every program's main: exceptions become one clear message and an exit status.
#pragma once

#include <functional>

namespace lockstep
{

/// The exit status of a program that cannot run on the chosen device; a test that ends with it is skipped.
inline constexpr int missing_status = 77;

/// Runs a program and returns its exit status: 0 when it returns, 1 when a cl::Error or another exception
/// escapes, missing_status for a lockstep::Missing (of the device), 2 for any other lockstep::Failure (a missing piece or a
/// wrong usage). The message goes to standard error.
int run(const std::function<void()>& program);

} // namespace lockstep
