// The rendered book as the live book serves it: the same files, with the live parts put into each page.
#pragma once

#include "live/http.hpp"

#include <filesystem>

namespace lockstep::tool
{

class Pages
{
public:
    /// @param site the rendered book. @param parts the live book's scripts and styles, book/theme/live.
    Pages(std::filesystem::path site, std::filesystem::path parts);

    /// The file at a path of the site; a page "not found" where there is none.
    HttpReply answer(const std::string& path) const;

private:
    HttpReply page(std::string html) const;

    std::filesystem::path site_;
    std::filesystem::path parts_;
    std::filesystem::path editor_; ///< CodeMirror; empty where it is not installed
};

} // namespace lockstep::tool
