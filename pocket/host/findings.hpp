// What Pocket found, on standard error.
#pragma once

#include "host/objects.hpp"

namespace lockstep::pocket
{

/// Says what a kernel did wrong.
void say(const Finding& finding, const Texts& texts);
/// Says what the host's commands did.
void say(const std::string& sentence);
/// What a command is enqueued by: "clEnqueueReadBuffer".
const char* function_of(cl_command_type type);

} // namespace lockstep::pocket
