// Runs kernels under Oclgrind with the lens's plugin, for tests.
#include "simulator.hpp"

#include <doctest/doctest.h>

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <stdexcept>

#include <sys/wait.h>
#include <unistd.h>

namespace
{

namespace fs = std::filesystem;
using nlohmann::json;

std::string shell_quoted(const std::string& text)
{
    return "'" + text + "'";
}

std::string text_of(const fs::path& file)
{
    std::ifstream stream{file};
    return {std::istreambuf_iterator<char>{stream}, {}};
}

} // namespace

Outcome simulate(const Simulation& simulation)
{
    const lockstep::ScratchFolder scratch;
    const fs::path output = scratch.path() / "report.json";
    const fs::path errors = scratch.path() / "errors.txt";
    std::string profiles;
    for (const std::string& id : simulation.profiles)
        profiles +=
            (profiles.empty() ? "" : ":") + std::string{LOCKSTEP_SOURCE_DIR "/lens/devices/"} + id + ".json";
    const std::string command = "env LOCKSTEP_LENS_PROFILES=" + shell_quoted(profiles) +
                                " LOCKSTEP_LENS_OUTPUT=" + shell_quoted(output.string()) + " " +
                                simulation.environment + " oclgrind --local-mem-size 65536 --plugins " +
                                shell_quoted(LENS_PLUGIN) + " " + shell_quoted(LENS_LAUNCHER) + " " +
                                shell_quoted(LENS_KERNELS "/" + simulation.file) + " " + simulation.launches +
                                " 2> " + shell_quoted(errors.string());
    Outcome outcome;
    const int status = std::system(command.c_str());
    outcome.status = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    outcome.errors = text_of(errors);
    if (fs::exists(output)) outcome.json = json::parse(text_of(output));
    return outcome;
}

json kernels_of(const Simulation& simulation, std::size_t profile)
{
    const Outcome outcome = simulate(simulation);
    INFO(outcome.errors);
    REQUIRE(outcome.status == 0);
    REQUIRE(outcome.errors == "");
    REQUIRE(outcome.json.is_object());
    REQUIRE(outcome.json.at("version") == 3);
    return outcome.json.at("reports").at(profile).at("kernels");
}

json kernel_of(const std::string& file, const std::string& launch)
{
    const json kernels = kernels_of({file, launch, {"h200"}, ""});
    REQUIRE(kernels.size() == 1);
    return kernels.front();
}

json line_of(const json& kernel, const std::string& text, const std::string& space, const std::string& access)
{
    for (const json& line : kernel.at("lines"))
        if (line.at("source").get<std::string>().find(text) != std::string::npos &&
            line.at("space") == space && line.at("access") == access)
            return line;
    FAIL("the report has no " << space << " " << access << " at: " << text);
    return {};
}

json control_of(const json& kernel, const std::string& text)
{
    for (const json& line : kernel.at("control"))
        if (line.at("source").get<std::string>().find(text) != std::string::npos) return line;
    FAIL("the report says nothing of the line: " << text);
    return {};
}
