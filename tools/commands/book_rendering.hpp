// Rendering this checkout's book and saying where it is, for `lockstep book` and for lockstep-book.
#pragma once

#include "base/paths.hpp"
#include "book/book.hpp"

#include <string>

namespace lockstep::tool
{

/// What to render, and where.
struct BookTarget
{
    bool open = false; ///< show it in the browser
    std::string source = source_dir().string();
    std::string repository{};               ///< its address; empty: pages link to no source
    std::string out = build_dir().string(); ///< the book is in its folder book/html
    std::string pdf{};                      ///< where to print it to, too; empty: nowhere
    std::string epub{};                     ///< where to write it to as an e-book; empty: nowhere
    decltype(book::BookOptions::lens) lens =
        {}; ///< what the lens counts here; empty: what is recorded is shown
};

/// Shows a page, by its file or its address, in the system's browser; does nothing where there is none.
void open_page(const std::string& page);

/// Digits that stand for all that a rendering is made from: each file of the tree by its size and time, and the programs that render it.
/// What is built, and what a reader leaves in folders whose names begin with a dot, is no part of it.
std::string rendered_from(const BookTarget& target);

/// Renders, with progress on a terminal. Returns an exit status: done, or wrong_usage with the reason told.
int render_checkout(const BookTarget& target);

} // namespace lockstep::tool
