// What to install on a system, from the list that ./lockstep start works through.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace lockstep::book
{

/// The commands that install the required and the optional pieces, one a group, each package once.
/// @param pieces tools/entry/pieces.txt, whose heading names the systems by their package manager.
/// @throws Failure where the file is missing or knows no such manager.
std::string install_commands(const std::filesystem::path& pieces, std::string_view manager);

} // namespace lockstep::book
