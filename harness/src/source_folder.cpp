// Where the book's files are.
#include "lockstep/exercise.hpp"

namespace lockstep
{

std::filesystem::path source_folder()
{
    return LOCKSTEP_SOURCE_DIR;
}

} // namespace lockstep
