// Timelines from the Trace Event Format.
#include "lockstep/formats/trace_events.hpp"

#include "results_text.hpp"

#include "lockstep/failure.hpp"
#include "lockstep/files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

namespace lockstep::formats
{

namespace
{

constexpr const char* remedy = "run the program that wrote it again";
constexpr double rounding_us = 0.001; // times are written in whole nanoseconds

using Key = std::pair<std::uint64_t, std::uint64_t>; // of a process, and of a thread in it

/// What the events say, before it is put in order.
struct Found
{
    std::map<std::uint64_t, std::string> processes;
    std::map<Key, TraceRow> rows;
};

void read_name(const JsonReader& event, Found& found)
{
    const std::string what = event.at("name").text();
    const std::string name = event.at("args").at("name").text();
    const std::uint64_t process = event.at("pid").count();
    if (what == "process_name")
        found.processes[process] = name;
    else if (what == "thread_name")
        found.rows[{process, event.at("tid").count()}].name = name;
    else
        event.at("name").refuse("must be 'process_name' or 'thread_name' where \"ph\" is 'M'");
}

void read_complete(const JsonReader& event, Found& found)
{
    const TraceEvent complete{.name = event.at("name").text(),
                              .kind = event.at("cat").text(),
                              .start_us = event.at("ts").number(),
                              .duration_us = event.at("dur").number()};
    if (complete.duration_us < 0) event.at("dur").refuse("must not be negative");
    found.rows[{event.at("pid").count(), event.at("tid").count()}].events.push_back(complete);
}

/// Puts a row's events in order, and refuses it where two of them overlap without being nested.
void put_in_order(TraceRow& row, const std::string& process, const JsonReader& events)
{
    std::ranges::stable_sort(row.events, [](const TraceEvent& a, const TraceEvent& b) {
        return std::pair{a.start_us, -a.duration_us} < std::pair{b.start_us, -b.duration_us};
    });
    std::vector<const TraceEvent*> open;
    for (const TraceEvent& event : row.events) {
        while (!open.empty() && open.back()->end_us() <= event.start_us + rounding_us) open.pop_back();
        if (!open.empty() && event.end_us() > open.back()->end_us() + rounding_us)
            events.refuse(
                fmt::format("overlap in the row '{}' of '{}': '{}' begins at {:.3f} us, before '{}' "
                            "ends, and ends after it",
                            row.name, process, event.name, event.start_us, open.back()->name));
        open.push_back(&event);
    }
}

} // namespace

double TraceProcess::end_us() const
{
    double end = 0;
    for (const TraceRow& row : rows)
        for (const TraceEvent& event : row.events) end = std::max(end, event.end_us());
    return end;
}

const TraceProcess& Trace::process(std::string_view name) const
{
    const auto found = std::ranges::find(processes, name, &TraceProcess::name);
    if (found == processes.end())
        throw Failure(fmt::format("The trace of {} has no timeline '{}'.", origin.device, name), remedy);
    return *found;
}

Trace parse_trace(std::string_view text, const std::string& name)
{
    const JsonReader reader = JsonReader::parse(text, name, remedy);
    Trace trace;
    read_value(reader.at("otherData"), trace.origin);
    const JsonReader events = reader.at("traceEvents");
    Found found;
    for (const JsonReader& event : events.list()) {
        const JsonReader phase = event.at("ph");
        if (phase.text() == "X")
            read_complete(event, found);
        else if (phase.text() == "M")
            read_name(event, found);
        else
            phase.refuse("must be 'X' or 'M'");
    }
    for (auto& [key, row] : found.rows) {
        const auto [process, thread] = key;
        if (!found.processes.contains(process))
            events.refuse(fmt::format("must name the process {}", process));
        if (row.name.empty())
            events.refuse(fmt::format("must name the thread {} of the process {}", thread, process));
        put_in_order(row, found.processes[process], events);
    }
    for (const auto& [number, process_name] : found.processes) {
        TraceProcess& process = trace.processes.emplace_back(TraceProcess{process_name, {}});
        for (auto& [key, row] : found.rows)
            if (key.first == number) process.rows.push_back(std::move(row));
    }
    return trace;
}

Trace read_trace(const std::filesystem::path& file)
{
    return parse_trace(read_text(file), file.string());
}

} // namespace lockstep::formats
