// Timelines in the Trace Event Format, which browsers' trace viewers open: the part of it that this book's programs write.
#pragma once

#include "lockstep/formats/origin.hpp"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep::formats
{

/// A complete event (`"ph": "X"`).
struct TraceEvent
{
    std::string name;
    std::string kind; ///< its category
    double start_us = 0;
    double duration_us = 0;

    double end_us() const { return start_us + duration_us; }
};

/// A thread of a process: what a viewer draws in one row.
struct TraceRow
{
    std::string name;
    std::vector<TraceEvent> events; ///< by their start; a longer one before those that are nested in it
};

/// A process: one timeline.
struct TraceProcess
{
    std::string name;
    std::vector<TraceRow> rows;

    /// When its last event ends.
    double end_us() const;
};

/// A file of timelines, and on which device they were recorded.
struct Trace
{
    Origin origin;
    std::vector<TraceProcess> processes;

    /// The timeline of that name. @throws Failure where there is none.
    const TraceProcess& process(std::string_view name) const;
};

/// The timelines a text holds. @param name stands for the file in errors.
/// @throws Failure also where a process or a thread has no name, and where two events of one row overlap and neither lies
/// in the other, which a viewer draws wrongly.
Trace parse_trace(std::string_view text, const std::string& name);

/// As parse_trace, of a file.
Trace read_trace(const std::filesystem::path& file);

} // namespace lockstep::formats
