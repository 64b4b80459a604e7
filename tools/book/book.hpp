// The rendered book: what can be asked of it. The parts behind it are the other headers of this folder.
#pragma once

#include "lockstep/formats/lens_report.hpp"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep::book
{

/// One row of the error-code appendix.
struct ErrorRow
{
    int code = 0;
    std::string name;
    std::string meaning;
    std::string cause;
    std::string next;
};

struct BookOptions
{
    std::filesystem::path source; ///< root of the source tree: holds book/, chapters/ and exercises/
    std::filesystem::path design; ///< folder with the Doxyfile templates, theme/ and figures/figures.css
    std::filesystem::path build;  ///< build folder; nothing is written outside build/book
    std::string repository; ///< its address, for links to edit a page and to report a mistake; may be empty
    std::filesystem::path figures_program; ///< draws NAME.svg into the folder it is given; may be missing
    std::filesystem::path engine; ///< what pages run kernels with, from pocket/page; may be empty or missing
    std::vector<ErrorRow> errors; ///< the library's error catalogue
    /// What the lens counts in a chapter's program for some profiles; nothing where it cannot run, and then the
    /// chapter's lens.json is taken. May be empty.
    std::function<std::optional<formats::LensReports>(const std::string& chapter,
                                                      const std::set<std::string>& devices)>
        lens;
    /// Draws a line's counted request as SVG. The name is the prefix of the drawing's ids.
    std::function<std::string(const formats::LensDevice& device, const formats::LensLine& line,
                              const std::string& name)>
        lens_picture;
    std::filesystem::path pdf;                      ///< where to print the book to, too; empty: nowhere
    std::filesystem::path epub;                     ///< where to write it to as an e-book; empty: nowhere
    std::function<void(std::string_view)> progress; ///< called with a few words as each step begins
};

struct BookResult
{
    std::filesystem::path index;    ///< the front page
    std::size_t pages = 0;          ///< pages of the site, the library reference included
    std::uintmax_t bytes = 0;       ///< size of the site
    double seconds = 0.0;           ///< wall time of the rendering
    std::size_t sheets = 0;         ///< pages of the PDF; 0 where none was asked for
    std::vector<std::string> notes; ///< what is missing but does not stop the book
};

/// Renders the whole book into options.build/book/html. Throws Failure; the previous book then stays as it was.
BookResult render_book(const BookOptions& options);

} // namespace lockstep::book
