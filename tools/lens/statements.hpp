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

/// "64 × 64": the sizes up to the last that is not 1.
std::string sizes(const formats::Size3& three);

/// One memory's requests: titles of the columns, and the rows, each with its name first.
struct ToldTable
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
std::vector<ToldTable> tables_of(const formats::LensKernel& kernel);

/// A figure of the launch as a whole.
struct ToldFact
{
    std::string name; ///< "SIMD efficiency"
    std::string value;
    bool bad = false;
};

std::vector<ToldFact> facts_of(const formats::LensKernel& kernel);

/// What is told of a source line: "global load", "32 requests" and so on.
struct ToldLine
{
    std::vector<std::string> cells;
    bool marked = false; ///< there is something to mend
};

ToldLine told_line(const formats::LensLine& line, const formats::LensDevice& device);
ToldLine told_line(const formats::LensControl& line);

/// Whether there is anything to tell of how control flowed there: a branch, or idle work-items.
bool is_told(const formats::LensControl& line);

} // namespace lockstep::tool
