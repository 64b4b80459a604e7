// The book on paper: every page of the site in one PDF.
#pragma once

#include "book/site.hpp"

#include <cstddef>
#include <filesystem>

namespace lockstep::book
{

/// Prints the rendered book as A4 pages: contents, lists and index with page numbers, "page n" behind links to elsewhere in the
/// book, parts on right-hand pages, an outline. Chromium cannot tell a page's number, so the book is printed once to learn them
/// and once with them.
/// @param work a folder beside the site's. @param pdf what is written.
/// @return the number of pages. @throws Failure where Chromium or pdfinfo is missing or fails, or the file cannot be written.
std::size_t print_book(Site& site, const std::filesystem::path& work, const std::filesystem::path& pdf);

/// Throws Failure with what to install where something is missing that print_book() needs.
void require_printer();

/// Puts a finished file where the reader wants it. @throws Failure with the reason where that cannot be.
void deliver(const std::filesystem::path& from, const std::filesystem::path& to);

/// Throws Failure where a file of that name cannot be written: a folder, or in one that does not exist.
void require_writable(const std::filesystem::path& file);

} // namespace lockstep::book
