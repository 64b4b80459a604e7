// The wrapper around every program's main: exceptions become one clear message and an exit status.
#pragma once

#include <functional>

namespace lockstep
{

/// Runs a program and returns its exit status: 0 when it returns, 1 when a cl::Error or another exception
/// escapes, 2 for a lockstep::Failure (a missing piece or a wrong usage). The message goes to standard error.
int run(const std::function<void()>& program);

} // namespace lockstep
