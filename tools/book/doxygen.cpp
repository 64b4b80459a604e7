// Doxygen, the engine that turns Markdown and the library's headers into HTML.
#include "book/doxygen.hpp"

#include "book/reference.hpp"
#include "lockstep/files.hpp"
#include "lockstep/text.hpp"

#include "base/process.hpp"
#include "lockstep/failure.hpp"

#include <algorithm>
#include <cstdlib>
#include <regex>

#include <fmt/format.h>

namespace lockstep::book
{
namespace
{

namespace fs = std::filesystem;

struct Warning
{
    fs::path file;
    int line = 0;
    std::string text;
};

/// Writes the Doxyfile from its template in book/, runs Doxygen and returns its warnings.
std::vector<Warning> run_doxygen(Site& site, const std::string& doxyfile, const std::vector<fs::path>& inputs,
                                 const fs::path& work)
{
    const fs::path& folder = site.options.design;
    std::string quoted_inputs;
    for (const fs::path& input : inputs) quoted_inputs += fmt::format("\"{}\" ", input.string());
    const fs::path form = folder / doxyfile;
    write_text(work / "Doxyfile", filled(read_text(form),
                                         {{"INPUT", quoted_inputs},
                                          {"STRIP", quoted_inputs},
                                          {"OUTPUT", fmt::format("\"{}\"", work.string())}},
                                         form.string()));
    const tool::ProcessResult run = tool::run_process({.arguments = {"doxygen", "Doxyfile"}, .folder = work},
                                                      {.time = std::chrono::minutes(2)});
    if (run.status == 127) throw Failure("Doxygen is not installed. Type: ./lockstep doctor");
    if (!run.ok())
        throw Failure(fmt::format("Doxygen failed (status {}). It said: {}", run.status, trim(run.error)));
    const fs::path log = work / "warnings.log";
    std::vector<Warning> warnings;
    static const std::regex shape(R"(^(.+?):(\d+): (?:warning: |error: )?(.*)$)");
    for (const std::string& line : split_lines(fs::exists(log) ? read_text(log) : "")) {
        std::smatch parts;
        if (std::regex_match(line, parts, shape))
            warnings.push_back({parts[1].str(), std::atoi(parts[2].str().c_str()), parts[3].str()});
        else if (!trim(line).empty() && !warnings.empty())
            warnings.back().text += " " + std::string(trim(line));
        else if (!trim(line).empty())
            warnings.push_back({log, 0, std::string(trim(line))});
    }
    return warnings;
}

} // namespace

void render_markdown(Site& site, const fs::path& work)
{
    for (Warning& warning : run_doxygen(site, "Doxyfile.pages.in", {work / "pages"}, work)) {
        const std::string id = warning.file.stem().string();
        for (const Page& page : site.book.pages) {
            if (page.id == id) {
                warning.file = page.source;
                const auto line = static_cast<std::size_t>(std::max(warning.line, 1)) - 1;
                warning.line = line < page.line_map.size() ? page.line_map[line] : 0;
            }
        }
        site.problem(warning.file, warning.line,
                     fmt::format("Doxygen says: {}. Change the text so that it does not.", warning.text));
    }
}

void render_headers(Site& site, const fs::path& work)
{
    const std::vector<fs::path> folders = reference_folders(site.options.source);
    if (folders.empty()) return;
    for (const Warning& warning : run_doxygen(site, "Doxyfile.reference.in", folders, work)) {
        site.problem(warning.file, warning.line,
                     fmt::format("Doxygen says: {}. Mend the comment.", warning.text));
    }
}

} // namespace lockstep::book
