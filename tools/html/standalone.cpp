// Putting a page of one file together.
#include "html/standalone.hpp"

#include "html/html.hpp"
#include "html/template.hpp"
#include "lockstep/files.hpp"
#include "lockstep/text.hpp"

namespace lockstep
{

std::string standalone_html(const StandalonePage& page, const std::filesystem::path& common)
{
    std::string style;
    for (const std::filesystem::path& sheet : page.styles) style += read_text(sheet);
    const Templates own{page.folder};
    return Templates{common}.fill(
        "page",
        {{"COMMAND", page.command},
         {"TITLE", escape_html(page.title)},
         {"STYLE", style + read_text(common / "page.css") + read_text(page.folder / "page.css")},
         {"WITHOUT_SCRIPT", own.fill("without-script")},
         {"MAIN", own.fill("main")},
         {"DATA", replace_all(page.data, "<", "\\u003c")}, // so that it may stand inside of a script element
         {"SCRIPT", read_text(common / "page.js") + read_text(page.folder / "page.js")}});
}

} // namespace lockstep
