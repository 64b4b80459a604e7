// Runs a program under `lockstep lens`.
#include "foreign.hpp"

#include "lockstep/scratch.hpp"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

#include <sys/wait.h>

namespace
{

namespace fs = std::filesystem;

std::string text_of(const fs::path& file)
{
    std::ifstream stream{file};
    return {std::istreambuf_iterator<char>{stream}, {}};
}

} // namespace

const nlohmann::json& ForeignRun::kernels() const
{
    static const nlohmann::json none = nlohmann::json::array();
    if (report.is_null()) return none;
    return (report.contains("reports") ? report.at("reports").at(0) : report).at("kernels");
}

std::vector<nlohmann::json> ForeignRun::of(const std::string& kernel) const
{
    std::vector<nlohmann::json> found;
    for (const nlohmann::json& entry : kernels())
        if (entry.at("name") == kernel) found.push_back(entry);
    return found;
}

ForeignRun under_lens(const std::string& program, const std::string& options)
{
    const lockstep::ScratchFolder scratch;
    const fs::path told = scratch.path() / "told";
    const fs::path report = scratch.path() / "report.json";
    const std::string path = program.substr(0, program.find(' ')).find('/') == std::string::npos
                                 ? FOREIGN_PREFIX + program
                                 : program;
    const std::string command = "'" LOCKSTEP_PROGRAM "' lens --verbose --json '" + report.string() + "' " +
                                options + " -- " + path + " > '" + told.string() + "' 2>&1 < /dev/null";
    ForeignRun run;
    const int status = std::system(command.c_str());
    run.status = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    run.told = text_of(told);
    if (fs::exists(report)) run.report = nlohmann::json::parse(text_of(report));
    return run;
}
