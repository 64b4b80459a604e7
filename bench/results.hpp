// The file of results: where it comes from, how it looks on a terminal and as a chart.
#pragma once

#include <CL/opencl.hpp>
#include <nlohmann/json.hpp>

#include <filesystem>
#include <string>

namespace lockstep::bench
{

/// {"device", "driver", "platform", "date", "system", "command"} in front of {"limits", "ladders"}.
nlohmann::ordered_json with_origin(const cl::Device& device, const std::string& command,
                                   const nlohmann::ordered_json& measured);

/// The results with those ladders of an earlier file that were not measured again, in the chapters' order; of another
/// device, driver or of no results at all nothing is kept.
nlohmann::ordered_json joined(const nlohmann::ordered_json& results, const std::string& earlier);

/// One rung a line, so that a new run can be compared with an old one.
std::string json_text(const nlohmann::ordered_json& results);

/// Writes to a file, or to standard output for "-". @throws Failure when it cannot be written.
void write_text(const std::string& file, const std::string& text);

/// A table with bars for each ladder, as wide as the terminal.
void print_results(const nlohmann::ordered_json& results);

/// A chart of all ladders by gnuplot. @throws Failure saying how to get gnuplot where it is missing.
void draw_svg(const nlohmann::ordered_json& results, const std::string& file);

/// Whether a rung was refused: wrong, impossible, or not runnable.
bool has_refusals(const nlohmann::ordered_json& results);

} // namespace lockstep::bench
