// Building one target of the CMake tree.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

namespace lockstep::tool
{

/// Builds a target, quietly. @param tell is given each step that the build names, "[3/11] Building …"; may be empty.
/// @throws Failure with the compiler's words when it does not build.
void build_target(const std::filesystem::path& build, const std::string& target,
                  const std::function<void(std::string_view)>& tell = {});

/// Builds a target unless `product` is there and no older than `source`: two builds of one tree at the same
/// time, as tests that run side by side would start them, disturb one another.
void build_when_older(const std::filesystem::path& build, const std::string& target,
                      const std::filesystem::path& product, const std::filesystem::path& source);

} // namespace lockstep::tool
