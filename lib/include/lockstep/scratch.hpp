// Folders for what is needed only for a while.
#pragma once

#include <filesystem>
#include <string>

namespace lockstep
{

/// The system's folder for them, which TMPDIR names. @throws Failure when there is none.
std::filesystem::path scratch_place();

/// A folder of its own below the system's, removed with everything in it at the end.
class ScratchFolder
{
public:
    /// @param name what the folder's own name begins with. @throws Failure when it cannot be made.
    explicit ScratchFolder(const std::string& name = "lockstep-");
    ScratchFolder(const ScratchFolder&) = delete;
    ScratchFolder& operator=(const ScratchFolder&) = delete;
    ~ScratchFolder();
    const std::filesystem::path& path() const { return path_; }

private:
    std::filesystem::path path_;
};

} // namespace lockstep
