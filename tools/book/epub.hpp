// The book as an e-book: EPUB 3.
#pragma once

#include "book/site.hpp"

#include <filesystem>

namespace lockstep::book
{

/// Writes the pages of the rendered book, without the library's reference, as EPUB 3: XHTML, formulas as MathML, drawings
/// within the text. Where MathJax or Chromium is missing, formulas stay in TeX's notation, and the site's notes say so.
/// Source: https://www.w3.org/TR/epub-33/
/// @param work a folder to work in. @throws Failure where the file cannot be written.
void write_epub(Site& site, const std::filesystem::path& work, const std::filesystem::path& epub);

} // namespace lockstep::book
