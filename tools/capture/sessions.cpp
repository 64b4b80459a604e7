// The sessions of a chapter: captured, and compared with what their commands print now.
#include "capture/sessions.hpp"

#include "base/oclgrind_version.hpp"
#include "base/paths.hpp"
#include "lockstep/device.hpp"
#include "lockstep/error.hpp"
#include "lockstep/files.hpp"
#include "lockstep/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <regex>
#include <sstream>

namespace lockstep::tool
{

namespace fs = std::filesystem;

bool is_on_oclgrind(const std::string& command)
{
    return command.starts_with("LOCKSTEP_DEVICE=oclgrind ") ||
           command.find("./lockstep lens ") != command.npos;
}

std::vector<fs::path> sessions_in(const fs::path& folder)
{
    std::vector<fs::path> sessions;
    for (const fs::directory_entry& entry : fs::directory_iterator{folder})
        if (entry.path().filename().string().starts_with("session-")) sessions.push_back(entry.path());
    std::sort(sessions.begin(), sessions.end());
    return sessions;
}

std::string session_command(const fs::path& session)
{
    const std::string header = read_captured_output(session).header;
    return header.substr(0, header.find(capture_separator));
}

// The first word of a command that does not set a variable.
static std::string program_of(const std::string& command)
{
    std::istringstream words{command};
    std::string word;
    while (words >> word && word.find('=') != std::string::npos) {
    }
    return word;
}

// Where a session on Oclgrind was captured: another release has another compiler, which makes other instructions.
static RanOn captured_on_release(const std::string& header)
{
    const std::string here = "Oclgrind " + oclgrind_release(oclgrind_version("oclgrind"));
    return header.find(here) != header.npos ? RanOn::same_device : RanOn::other_device;
}

std::optional<std::string> obstacle(const std::string& command, const std::string& header)
{
    if (is_on_oclgrind(command))
        return find_program("oclgrind").empty() ? "Oclgrind is not installed" : std::optional<std::string>{};
    if (command.find("check ") != std::string::npos) return std::nullopt;
    if (const std::string program = program_of(command);
        program.find('/') == std::string::npos && find_program(program).empty())
        return program + " is not installed";
    static const std::regex device{R"(^LOCKSTEP_DEVICE=(\w+) )"};
    std::smatch wanted;
    try {
        if (std::regex_search(command, wanted, device)) {
            const std::vector<DeviceEntry> devices = list_devices();
            const std::string driver = devices[pick_device(devices, wanted[1].str())].driver_version;
            if (!header.empty() && !captured_with(header, driver))
                return fmt::format("it was captured with another main version of the driver, {} is here",
                                   driver);
        }
    } catch (const Failure&) {
        return fmt::format("there is no device {} here", wanted[1].str());
    }
    return std::nullopt;
}

std::string run_session(const std::string& command)
{
    std::string line = command;
    line = replace_all(line, "./lockstep", "'" + fs::canonical("/proc/self/exe").string() + "'");
    line = replace_all(line, " build/chapters/", " " + (build_dir() / "chapters").string() + "/");
    std::map<std::string, std::string> environment{{"NO_COLOR", "1"}};
    if (line.starts_with("OCL_ICD_VENDORS="))
        environment["OCL_ICD_FILENAMES"] = ""; // a machine may name drivers there as well
    const ProcessResult process = run_process(
        {.arguments = {"/bin/sh", "-c", line + " 2>&1"}, .environment = environment, .folder = source_dir()},
        capture_limits());
    return process.output;
}

std::string capture_again(const std::string& chapter)
{
    return fmt::format("\n  try: ./lockstep run --capture {}, if what it prints now is right (on another "
                       "device, with --as NAME)",
                       chapter);
}

bool sessions_hold(const fs::path& folder, const CaptureDevice& device, bool simulator)
{
    for (const fs::path& session : sessions_in(folder)) {
        const std::string command = session_command(session);
        const bool checks = command.find("check ") != std::string::npos;
        if (simulator && checks) {
            fmt::print("{} is not checked: an exercise takes too long on a simulator.\n",
                       session.filename().string());
            continue;
        }
        const std::string header = read_captured_output(session).header;
        if (const std::optional<std::string> why = obstacle(command, header)) {
            fmt::print("{} is not checked: {}.\n", session.filename().string(), *why);
            continue;
        }
        const RanOn where = is_on_oclgrind(command)                   ? captured_on_release(header)
                            : command.starts_with("LOCKSTEP_DEVICE=") ? RanOn::same_device
                                                                      : ran_on(header, device);
        if (const auto difference = compare_output(read_text(session), run_session(command), where)) {
            fmt::print("{} is not what its command prints now: {}{}\n", session.filename().string(),
                       *difference, capture_again(folder.filename().string()));
            return false;
        }
    }
    return true;
}

} // namespace lockstep::tool
