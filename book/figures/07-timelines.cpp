/// Chapter 7: what its program recorded, drawn from the timelines beside its lesson.
#include "base/paths.hpp"
#include "draw/timeline.hpp"
#include "figure.hpp"

#include "lockstep/files.hpp"
#include "lockstep/formats/trace_events.hpp"

#include <exception>
#include <filesystem>
#include <string>
#include <vector>

#include <fmt/format.h>

namespace figures
{
namespace of_07_timelines
{

using lockstep::formats::Trace;

/// A figure of each recording: what its name begins with, and the kind of command that its timelines begin with.
struct Subject
{
    std::string name;
    std::string first_kind;
    std::string title;
    std::string description;
};

const std::vector<Subject>& subjects()
{
    static const std::vector<Subject> both{
        {"07-bakery-", "critical path", "The bakery",
         "The seven commands of the bakery as bars over time: from one in-order queue one after the other, "
         "from an "
         "out-of-order queue and from two in-order queues side by side where the device runs them so."},
        {"07-stream-", "upload", "A stream of chunks",
         "Uploads, kernels and downloads of a stream's chunks as bars over time: from one queue one after "
         "the other, "
         "from three queues with a row for each."}};
    return both;
}

std::filesystem::path chapter()
{
    return lockstep::tool::own_source_dir() / "chapters" / "07-queues-events";
}

/// timeline.json, which PoCL's is, or timeline.DEVICE.json.
Trace trace_of(const std::string& device)
{
    return lockstep::formats::read_trace(
        chapter() / (device == "pocl" ? "timeline.json" : fmt::format("timeline.{}.json", device)));
}

TimelineDrawing drawing_of(const Trace& trace, const Subject& subject)
{
    std::vector<lockstep::formats::TraceProcess> drawn;
    for (const auto& timeline : trace.processes)
        if (timeline.rows.front().events.front().kind == subject.first_kind) drawn.push_back(timeline);
    return TimelineDrawing{trace, drawn};
}

/// Draws what the canvas's name says: "07-bakery-h200".
void draw(Canvas& canvas)
{
    for (const Subject& subject : subjects())
        if (canvas.name().starts_with(subject.name))
            drawing_of(trace_of(canvas.name().substr(subject.name.size())), subject).draw(canvas);
}

Figure figure_of(const std::string& device, const Subject& subject)
{
    Figure figure{subject.name + device, TimelineDrawing::width, 0, subject.title, subject.description, draw};
    try {
        const Trace trace = trace_of(device);
        figure.height = drawing_of(trace, subject).height();
        figure.title += " on " + trace.origin.device;
    } catch (const std::exception&) {
        figure.description = "The recording cannot be read."; // drawing says why
    }
    return figure;
}

/// Two figures for each device whose timelines are recorded.
std::vector<Register> register_all()
{
    std::vector<Register> registered;
    for (const std::filesystem::path& file : lockstep::sorted_entries(chapter())) {
        const std::string name = file.filename().string();
        if (!name.starts_with("timeline.") || !name.ends_with("json")) continue;
        const std::string device = name == "timeline.json" ? "pocl" : name.substr(9, name.size() - 14);
        for (const Subject& subject : subjects()) registered.emplace_back(figure_of(device, subject));
    }
    return registered;
}

const std::vector<Register> timelines = register_all();

} // namespace of_07_timelines
} // namespace figures
