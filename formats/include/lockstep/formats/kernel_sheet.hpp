// The kernel language on one page: book/appendices/kernel-language.json, from which the page is set and its test compiles.
#pragma once

#include <filesystem>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep::formats
{

/// One line of the sheet: names, what they do, and code that uses every one of them.
struct SheetRow
{
    std::string names;                ///< as shown: "get_global_id(d) get_local_id(d)"; empty: a remark
    std::string says;                 ///< what they do, in a few words
    std::string body;                 ///< statements of a kernel that use them
    std::string unit;                 ///< code outside of a kernel that uses them
    std::vector<std::string> options; ///< or options of the compiler, which then are what is shown
    std::string needs; ///< what the preprocessor says where they are there; empty: in every OpenCL C 1.2
    std::string since; ///< how the sheet marks them: "2.0", "fp64"; empty where `needs` is
};

struct SheetGroup
{
    std::string title;
    std::vector<std::string> chapters; ///< sections as `\section` takes them: "13#banks-and-bank-conflicts"
    std::vector<SheetRow> rows;
};

/// @throws Failure with file, key and remedy.
std::vector<SheetGroup> read_kernel_sheet(const std::filesystem::path& file);

/// The names of a row, words of more than one letter, that its code does not use.
std::set<std::string> unused_names(const SheetRow& row);

} // namespace lockstep::formats
