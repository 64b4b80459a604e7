// Scratch folders.
#include "lockstep/scratch.hpp"

#include "lockstep/failure.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>

namespace lockstep
{

namespace fs = std::filesystem;

fs::path scratch_place()
{
    std::error_code none;
    const fs::path place = fs::temp_directory_path(none);
    if (!none) return place;
    const char* const told = std::getenv("TMPDIR");
    throw Failure(told == nullptr ? "There is no folder /tmp for temporary files."
                                  : fmt::format("TMPDIR names {}, which is no folder.", told),
                  "export TMPDIR=FOLDER, one that you may write to");
}

ScratchFolder::ScratchFolder(const std::string& name)
{
    const fs::path place = scratch_place();
    std::string pattern = (place / (name + "XXXXXX")).string();
    if (mkdtemp(pattern.data()) == nullptr)
        throw Failure(
            fmt::format("No scratch folder could be made in {}: {}.", place.string(), std::strerror(errno)),
            "set TMPDIR to a folder you may write to");
    path_ = pattern;
}

ScratchFolder::~ScratchFolder()
{
    std::error_code ignored;
    fs::remove_all(path_, ignored);
}

} // namespace lockstep
