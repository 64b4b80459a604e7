// Pages of one file, which open anywhere without a network: a report of the lens, a class's results.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace lockstep
{

/// What such a page is made of. In its folder are main.html, without-script.html (what stands there without JavaScript),
/// page.css and page.js, which begins with what the common script hands over: `const {data, find, element} = page;`.
struct StandalonePage
{
    std::string command; ///< that makes it: "lens"
    std::string title;   ///< plain text
    std::filesystem::path folder;
    std::vector<std::filesystem::path> styles; ///< style sheets before its own
    std::string data;                          ///< JSON
};

/// The page's HTML. @param common the folder tools/html/standalone. @throws Failure naming a file that cannot be read.
std::string standalone_html(const StandalonePage& page, const std::filesystem::path& common);

} // namespace lockstep
