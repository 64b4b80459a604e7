// The files in tools/skeletons, where @word@ stands, in names and in texts, for what a command fills in.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace lockstep::tool
{

/// What stands for each word.
using Words = std::map<std::string, std::string>;

struct NewFile
{
    std::filesystem::path path; ///< below the folder that is written to
    std::string text;
    bool executable = false;
};

/// The text with its words filled in.
std::string filled(std::string text, const Words& words);

/// The files of tools/skeletons/NAME, filled, by their paths. @throws Failure when there is none.
std::vector<NewFile> skeleton(const std::string& name, const Words& words);

} // namespace lockstep::tool
