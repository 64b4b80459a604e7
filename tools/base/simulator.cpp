// Which simulator judges kernels.
#include "base/simulator.hpp"

#include "base/process.hpp"

#include <cstdlib>
#include <string_view>

namespace lockstep::tool
{

std::filesystem::path judging_oclgrind()
{
    const char* const wanted = std::getenv("LOCKSTEP_SIMULATOR");
    if (wanted != nullptr && std::string_view{wanted} == "pocket") return {};
    return find_program("oclgrind");
}

} // namespace lockstep::tool
