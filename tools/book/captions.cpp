// The lists of figures, listings and tables.
#include "book/back_matter.hpp"

#include "book/blocks.hpp"
#include "lockstep/failure.hpp"

#include <fmt/format.h>

namespace lockstep::book
{

std::string caption_list(const Site& site, std::string_view kind)
{
    std::string groups;
    std::string items;
    const Page* page = nullptr;
    const auto close_group = [&] {
        if (page != nullptr)
            groups += site.theme.fill("caption-group", {{"FILE", page->file},
                                                        {"LABEL", page->label},
                                                        {"TITLE", title_of(page->title)},
                                                        {"ITEMS", items}});
        items.clear();
    };
    for (const Caption& caption : site.captions) {
        if (caption.kind != kind) continue;
        if (caption.page != page) close_group();
        page = caption.page;
        items += site.theme.fill("caption-item",
                                 {{"HREF", caption.href}, {"LABEL", caption.label}, {"TEXT", caption.html}});
    }
    close_group();
    if (groups.empty())
        throw Failure(fmt::format("The book has nothing of the kind '{}' with a caption.", kind),
                      "\\captions figure, listing or table");
    return site.theme.fill("captions", {{"GROUPS", groups}});
}

} // namespace lockstep::book
