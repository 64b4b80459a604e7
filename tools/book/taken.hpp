// A page's HTML taken out of the site, into a printed book or an e-book: well-formed, and without what only a browser does.
#pragma once

#include "book/formulas.hpp"

#include <functional>
#include <string>
#include <string_view>

namespace lockstep::book
{

/// What a link stands in, which decides how its page number is told.
enum class Surroundings
{
    text,
    list,  ///< of contents, figures, listings
    index, ///< where the number takes the place of the link's text
    quiet  ///< drawings, tables, headings: no room for one
};

/// A link where the page is taken to.
struct TakenLink
{
    std::string href;   ///< empty: the text stays and leads nowhere
    std::string number; ///< of the page that it leads to; empty: none is told
};

/// What becomes of a page's names, links and formulas.
struct Taking
{
    std::string prefix;   ///< before every id of the page
    std::string pictures; ///< before the address of every picture
    int levels = 0;       ///< that headings are deeper than on the site; 0: nothing is said of it
    bool mathml = false;  ///< formulas become MathML, else drawings
    const Formulas* formulas = nullptr;
    std::function<TakenLink(const std::string& target, Surroundings)> link;
    const Templates* theme = nullptr; ///< says how page numbers look
};

/// The HTML so that it is XHTML, too: every element closed, every attribute with a value, entities as characters. Scripts, buttons
/// and links of a heading to itself are gone, and what folds is open.
std::string taken(std::string_view html, const Taking& taking);

} // namespace lockstep::book
