// Captured outputs: made by one command, checked by the test suite.
#include "capture/captures.hpp"

#include "base/oclgrind_version.hpp"
#include "base/paths.hpp"
#include "capture/chapter_counts.hpp"
#include "capture/sessions.hpp"
#include "capture/timelines.hpp"
#include "check/engine.hpp"
#include "lockstep/device.hpp"
#include "lockstep/error.hpp"
#include "lockstep/files.hpp"
#include "lockstep/formats/captured_output.hpp"
#include "lockstep/image.hpp"
#include "lockstep/run.hpp"
#include "lockstep/scratch.hpp"
#include "lockstep/text.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <optional>

namespace lockstep::tool
{

namespace
{

namespace fs = std::filesystem;

Command program_command(const ChapterProgram& chapter)
{
    Command command{.arguments = {chapter.program.string()}, .folder = chapter.work};
    if (std::getenv("POCL_CACHE_DIR") == nullptr)
        command.environment["POCL_CACHE_DIR"] = (build_dir() / "pocl-cache").string();
    return command;
}

std::string system_name()
{
    std::ifstream file{"/etc/os-release"};
    for (std::string line; std::getline(file, line);)
        if (line.starts_with("PRETTY_NAME=\"")) return line.substr(13, line.size() - 14);
    return "an unnamed system";
}

DeviceEntry device_in_use()
{
    const std::vector<DeviceEntry> devices = list_devices();
    const char* wanted = std::getenv("LOCKSTEP_DEVICE");
    return devices[pick_device(devices,
                               wanted != nullptr ? std::optional<std::string_view>{wanted} : std::nullopt)];
}

// "COMMAND · device, platform, driver · system · date"
std::string provenance(const std::string& command)
{
    if (is_on_oclgrind(command)) {
        const std::time_t today = std::time(nullptr);
        return fmt::format("{}{}Oclgrind {}{}{}{}{:%Y-%m-%d}", command, capture_separator,
                           oclgrind_version("oclgrind"), capture_separator, system_name(), capture_separator,
                           fmt::gmtime(today));
    }
    const DeviceEntry used = device_in_use();
    const std::time_t now = std::time(nullptr);
    return fmt::format("{}{}{}, {}, driver {}{}{}{}{:%Y-%m-%d}", command, capture_separator, used.device_name,
                       used.platform_name, used.driver_version, capture_separator, system_name(),
                       capture_separator, fmt::gmtime(now));
}

void write_capture(const fs::path& file, const std::string& text)
{
    write_text(file, text);
    fmt::print("captured {}\n", file.string());
}

// Devices round differently, and where two pixels of a forward mapping collide any may win: a few pixels may
// differ, and all may a little.
bool similar(const Picture& a, const Picture& b)
{
    if (a.columns != b.columns || a.rows != b.rows) return false;
    std::size_t different = 0;
    for (std::size_t i = 0; i < a.bytes.size(); ++i)
        different += std::abs(int{a.bytes[i]} - int{b.bytes[i]}) > 16 ? 1U : 0U;
    return different * 50 <= a.bytes.size();
}

bool same_pictures(const ChapterProgram& chapter)
{
    for (const fs::path& picture : pictures_in(chapter.info.folder)) {
        const fs::path written = chapter.work / picture.filename();
        if (!fs::exists(written) || !similar(read_picture(picture), read_picture(written))) {
            fmt::print("{} is not the picture in chapters/{}.\n", written.string(), chapter.info.slug);
            return false;
        }
    }
    return true;
}

// The sentence of a Missing in what a program wrote to standard error: the line before its advice.
std::string missing_in(const std::string& error)
{
    const std::size_t end = std::min(error.find("\n  try: "), error.size());
    const std::string before = error.substr(0, end);
    return before.substr(before.rfind('\n') + 1); // npos + 1 is 0
}

// The device that programs run on, as captures name it.
CaptureDevice capture_device(const DeviceEntry& used)
{
    return {.name = used.device_name, .platform = used.platform_name, .driver = used.driver_version};
}

} // namespace

ChapterProgram locate_chapter(const std::string& wanted)
{
    const std::vector<ChapterInfo> chapters = load_catalogue(source_dir());
    const std::size_t slash = wanted.find('/');
    ChapterProgram chapter{.info = find_chapter(chapters, wanted.substr(0, slash)),
                           .target = {},
                           .source = {},
                           .program = {},
                           .work = {}};
    chapter.target = chapter.info.slug;
    chapter.source = chapter.info.folder / "main.cpp";
    if (slash != wanted.npos) {
        const std::string name = wanted.substr(slash + 1);
        chapter.source = chapter.info.folder / (name + ".cpp");
        if (!fs::exists(chapter.source))
            throw Failure(fmt::format("Chapter {} has no program '{}': there is no {}.cpp in chapters/{}.",
                                      chapter.info.number(), name, name, chapter.info.slug),
                          fmt::format("./lockstep run {}", chapter.info.number()));
        if (name != "main") chapter.target += "-" + name;
    }
    chapter.program = build_dir() / "chapters" / chapter.target;
    chapter.work = build_dir() / "output" / chapter.info.slug;
    std::error_code error;
    fs::create_directories(chapter.work, error);
    if (error)
        throw Failure(
            fmt::format("The folder {} cannot be made: {}.", chapter.work.string(), error.message()),
            "make the build folder writable, or set LOCKSTEP_BUILD_DIR to another");
    return chapter;
}

ProcessResult run_chapter_program(const ChapterProgram& chapter, const std::vector<std::string>& arguments)
{
    Command command = program_command(chapter);
    command.arguments.insert(command.arguments.end(), arguments.begin(), arguments.end());
    command.show = true;
    command.keep_error = true;
    ProcessLimits limits = capture_limits();
    limits.time = std::chrono::hours{24};
    limits.farewell = std::chrono::seconds{5}; // to write down what it has got to
    return run_process(command, limits);
}

std::vector<fs::path> pictures_in(const fs::path& folder)
{
    std::vector<fs::path> pictures;
    for (const fs::directory_entry& entry : fs::directory_iterator{folder})
        if (entry.path().extension() == ".png" && entry.path().filename().string().starts_with("output"))
            pictures.push_back(entry.path());
    std::sort(pictures.begin(), pictures.end());
    return pictures;
}

void capture_chapter(const ChapterProgram& chapter, const std::string& name)
{
    const ScratchFolder cache;
    forget_timeline(chapter.work);
    Command command = program_command(chapter);
    command.environment["POCL_CACHE_DIR"] = cache.path().string();
    command.environment["CUDA_CACHE_DISABLE"] = "1";
    const ProcessResult process = run_process(command, capture_limits());
    if (!process.ok())
        throw Failure(fmt::format("{} did not end well; nothing was captured.\n{}{}", chapter.info.slug,
                                  process.output, process.error));
    const fs::path marks = chapter.info.folder / "output.txt";
    write_capture(chapter.info.folder / (name.empty() ? "output.txt" : fmt::format("output.{}.txt", name)),
                  recapture(fs::exists(marks) ? read_text(marks) : "", process.output,
                            provenance(fmt::format("./lockstep run {:02}", chapter.info.number()))));
    record_timeline(chapter.work, chapter.info.folder, name);
    if (!name.empty()) return;
    for (const fs::path& picture : pictures_in(chapter.work)) {
        const fs::path kept = chapter.info.folder / picture.filename();
        fs::copy_file(picture, kept, fs::copy_options::overwrite_existing);
        fmt::print("captured {}\n", kept.string());
    }
    for (const fs::path& session : sessions_in(chapter.info.folder)) {
        const std::string typed = session_command(session);
        if (!obstacle(typed, ""))
            write_capture(session, recapture(read_text(session), run_session(typed), provenance(typed)));
    }
    record_chapter_lens(chapter.info.slug, chapter.info.folder);
}

Verified verify_chapter(const ChapterProgram& chapter)
{
    forget_timeline(chapter.work);
    const ProcessResult process = run_process(program_command(chapter), capture_limits());
    fmt::print("{}{}", process.output, process.error);
    if (process.status == missing_status) {
        fmt::print("Skipped: {}\n", missing_in(process.error));
        return Verified::lacking;
    }
    if (!process.ok()) {
        fmt::print("{} ended with status {}, signal {}.\n", chapter.info.slug, process.status,
                   process.signal);
        return Verified::different;
    }
    const DeviceEntry used = device_in_use();
    const CaptureDevice device = capture_device(used);
    const bool simulator = is_simulator(used.device);
    Capture capture = capture_for(chapter.info.folder, device);
    if (simulator) capture.where = RanOn::simulator;
    if (const auto difference = compare_output(read_text(capture.file), process.output, capture.where)) {
        fmt::print("This is not what chapters/{}/{} says: {}{}\n", chapter.info.slug,
                   capture.file.filename().string(), *difference, capture_again(chapter.info.slug));
        return Verified::different;
    }
    const bool same = same_pictures(chapter) && timeline_holds(chapter.work, chapter.info.folder) &&
                      sessions_hold(chapter.info.folder, device, simulator) &&
                      chapter_lens_holds(chapter.info.slug, chapter.info.folder);
    return same ? Verified::same : Verified::different;
}

} // namespace lockstep::tool
