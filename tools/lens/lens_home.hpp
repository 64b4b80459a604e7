// What the lens's command finds beside itself: in a checkout and its build, or where it was installed.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace lockstep::tool
{

/// What a report's page is made of.
struct PageParts
{
    std::filesystem::path own;                 ///< the folder of main.html, page.css and page.js
    std::filesystem::path common;              ///< the folder of what all pages of one file share
    std::vector<std::filesystem::path> styles; ///< the book's style sheets that it uses
};

/// The pieces, and what their user types.
struct LensHome
{
    std::string command;             ///< "./lockstep lens"
    std::filesystem::path libraries; ///< the folder of the plugin and the runtime
    std::filesystem::path devices;   ///< the folder of the profiles
    std::filesystem::path records;   ///< the folder of what was recorded of forecasts
    PageParts page;
    std::string mend_pocket; ///< what brings Pocket where it is missing
    std::string mend;        ///< what brings pieces that are missing, or not of this version
};

/// Where `cmake --install` puts them, seen from the program: as they lie beside it wherever the folder was moved.
/// @param program the running program's own file
LensHome installed_lens(const std::filesystem::path& program);

} // namespace lockstep::tool
