// The book's formulas as drawings and as MathML, for pages that run no script.
#pragma once

#include "book/site.hpp"

#include <map>
#include <string>
#include <string_view>

namespace lockstep::book
{

struct Formula
{
    std::string svg;
    std::string mathml;
};

/// By what stands in the page's HTML, from `<script type="math/tex…` up to its end.
using Formulas = std::map<std::string, Formula, std::less<>>;

/// The formula whose element begins at `at`, which then is the place behind it; nothing where none begins.
std::string_view read_formula(std::string_view html, std::size_t& at);

/// The TeX of what read_formula() gave.
std::string_view tex_of(std::string_view formula);

/// Has MathJax set every formula of the book. Where MathJax or Chromium is missing there are none, and `missing` says so.
/// @param work a folder to work in.
Formulas set_formulas(const Site& site, const std::filesystem::path& work, std::string& missing);

} // namespace lockstep::book
