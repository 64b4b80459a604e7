// Asking Oclgrind.
#include "base/oclgrind_version.hpp"

#include "base/process.hpp"

#include <algorithm>
#include <regex>

namespace lockstep::tool
{

std::string oclgrind_version(const std::filesystem::path& oclgrind)
{
    const ProcessResult process =
        run_process({.arguments = {oclgrind.string(), "--version"}}, ProcessLimits{});
    static const std::regex named{R"(Oclgrind\s+v?([0-9.]+))"};
    std::smatch match;
    return std::regex_search(process.output, match, named) ? match[1].str() : "";
}

std::string oclgrind_release(const std::string& version)
{
    const std::size_t year_ends = std::min(version.find('.'), version.size());
    return version.substr(0, version.find('.', year_ends + 1));
}

} // namespace lockstep::tool
