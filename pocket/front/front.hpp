// OpenCL C compiled: from a text to a program that the machine can execute.
#pragma once

#include "front/preprocessor.hpp"
#include "front/program.hpp"

#include <memory>
#include <string>

namespace lockstep::pocket
{

/// Compiles a program. Any text gives an outcome: what is wrong with it is in `messages`, and then `ok` is false.
/// @param name under which messages speak of the text.
std::shared_ptr<Program> compile(const std::string& text, const std::string& name, const Options& options);

} // namespace lockstep::pocket
