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

ScratchFolder::ScratchFolder(const std::string& name)
{
    std::string pattern = (fs::temp_directory_path() / (name + "XXXXXX")).string();
    if (mkdtemp(pattern.data()) == nullptr)
        throw Failure(fmt::format("No scratch folder could be made in {}: {}.",
                                  fs::temp_directory_path().string(), std::strerror(errno)),
                      "set TMPDIR to a folder you may write to");
    path_ = pattern;
}

ScratchFolder::~ScratchFolder()
{
    std::error_code ignored;
    fs::remove_all(path_, ignored);
}

} // namespace lockstep
