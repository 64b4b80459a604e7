// Room on the disk, without which no verdict is to be believed.
#pragma once

#include <filesystem>

namespace lockstep::tool
{

/// Writes a little there and takes it away again, which a full disk and a used-up quota refuse.
/// @throws Failure "Not checked: no space in FOLDER", with what to type, when it cannot be written for want of space. A folder
/// that is not there, or that is not ours to write to, is no matter of space.
void require_room(const std::filesystem::path& folder);

} // namespace lockstep::tool
