// Whether the Oclgrind that loads the plugin is one that it was built for.
#pragma once

#include <string>
#include <string_view>

namespace lockstep::lens
{

/// The versions whose interface is declared in oclgrind_interface.hpp, for messages: "21.10 and 26.03".
std::string known_versions();

/// @param text a file name or a platform's version: "liboclgrind-21.10.so", "OpenCL 3.0 (Oclgrind 26.03.1)"
/// @return the version in it, "21.10"; empty when there is none
std::string version_in(std::string_view text);

bool is_known_version(std::string_view version);

/// Looks at the process.
/// @return why the plugin cannot work here, as a sentence; empty when it can
std::string why_not_here();

} // namespace lockstep::lens
