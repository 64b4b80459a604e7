// What a report of the lens states, in words and figures: the terminal and the page show these, and nothing else.
#pragma once

#include "lockstep/formats/lens_report.hpp"
#include "lockstep/lens/profile.hpp"

#include <string>
#include <vector>

namespace lockstep::tool
{

/// What the figures of a profile rest on: "modelled from documents, not checked on such a GPU".
std::string basis_of(const lens::Profile& profile);

/// "sub-groups of 32, sectors of 32 bytes, 32 banks"
std::string geometry_of(const formats::LensDevice& device);

/// "assumed: that lines of 128 bytes are moved whole"; empty where nothing is.
std::string assumptions_of(const formats::LensReport& report);

/// "12.5 %", rounded down: only what is whole is called so.
std::string percent(double fraction);

/// "32", "8.5", "1048576": one digit behind the point, where it is not 0.
std::string amount(double value);

/// "64 × 64": the sizes up to the last that is not 1.
std::string sizes(const formats::Size3& three);

/// One memory's requests: titles of the columns, and the rows, each with its name first.
struct ReportTable
{
    struct Row
    {
        std::vector<std::string> cells;
        bool bad = false; ///< its efficiency is low
    };

    std::vector<std::string> titles;
    std::vector<Row> rows;
};

/// Global memory, local memory and images, those that the kernel accessed.
std::vector<ReportTable> tables_of(const formats::LensKernel& kernel);

/// A figure of the launch as a whole.
struct ReportFact
{
    std::string name; ///< "SIMD efficiency"
    std::string value;
    bool bad = false;
};

std::vector<ReportFact> facts_of(const formats::LensKernel& kernel, const formats::LensDevice& device);

/// What is told of a source line: "global load", "32 requests" and so on.
struct ReportLine
{
    std::vector<std::string> cells;
    bool marked = false;   ///< there is something to mend
    std::string note = {}; ///< what else is to be known of it; empty: nothing
};

/// @param several the line has other accesses of the same kind: it is told where in the line this one begins.
ReportLine report_line(const formats::LensLine& line, const formats::LensDevice& device, bool several);
/// Of an access: whether the kernel has another of that kind in that line.
bool is_one_of_several(const formats::LensLine& line, const formats::LensKernel& kernel);

/// "branch", how often, and how often work-items part there.
ReportLine report_branch(const formats::LensControl& line);
/// "instructions", how many, and their share of the kernel's.
ReportLine report_instructions(const formats::LensControl& line, const formats::LensKernel& kernel);

/// The rows of a line: its branch, and its instructions if they are a tenth of the kernel's or leave work-items idle.
std::vector<ReportLine> report_control(const formats::LensControl& line, const formats::LensKernel& kernel);

} // namespace lockstep::tool
