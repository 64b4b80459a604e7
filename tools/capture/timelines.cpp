// Timelines of chapters' programs.
#include "capture/timelines.hpp"

#include "draw/timeline.hpp"
#include "lockstep/files.hpp"
#include "lockstep/formats/trace_events.hpp"

#include <fmt/format.h>

namespace lockstep::tool
{

namespace
{

namespace fs = std::filesystem;

constexpr const char* file_name = "timeline.json";

} // namespace

void forget_timeline(const fs::path& work)
{
    fs::remove(work / file_name);
}

void record_timeline(const fs::path& work, const fs::path& chapter, const std::string& name)
{
    const fs::path written = work / file_name;
    if (!fs::exists(written)) return;
    formats::read_trace(written);
    const fs::path kept = chapter / (name.empty() ? file_name : fmt::format("timeline.{}.json", name));
    fs::copy_file(written, kept, fs::copy_options::overwrite_existing);
    fmt::print("captured {}\n", kept.string());
}

bool timeline_holds(const fs::path& work, const fs::path& chapter)
{
    const fs::path written = work / file_name;
    if (fs::exists(written)) {
        formats::read_trace(written);
        return true;
    }
    if (!fs::exists(chapter / file_name)) return true;
    fmt::print("The program left no {}, and {} holds one.\n", written.string(), chapter.string());
    return false;
}

void draw_timeline(const fs::path& work)
{
    const fs::path written = work / file_name;
    if (!fs::exists(written)) return;
    const formats::Trace trace = formats::read_trace(written);
    const figures::TimelineDrawing drawing{trace, trace.processes};
    figures::Canvas canvas{"timeline", figures::TimelineDrawing::width, drawing.height(), "What ran when",
                           "Each command of the program as a bar over an axis of time."};
    drawing.draw(canvas);
    const fs::path drawn = work / "timeline.svg";
    write_text(drawn, canvas.document());
    fmt::print("\nThe program's timelines are drawn in {}\n", drawn.string());
}

} // namespace lockstep::tool
