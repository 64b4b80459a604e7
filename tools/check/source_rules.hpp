// What the files under test may not hold: other people's files, and ways to tell one stage of a check from another.
#pragma once

#include "lockstep/program.hpp"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep::tool
{

/// Why no compiler reads a file of these bytes: it is UTF-16, as PowerShell's > writes it. Empty where it is not.
std::string encoding_fault(const std::string& bytes, const std::string& file);

/// Where a host exercise's includes may lead.
struct IncludeRules
{
    std::filesystem::path files;                ///< the files under test
    std::filesystem::path own_headers;          ///< the exercise's folder
    std::filesystem::path source;               ///< the repository, of which lib/include is everybody's
    std::vector<std::filesystem::path> headers; ///< folders of the system, the compiler and the libraries
};

/// Names the first file that a compiler's list of dependencies (a make rule) holds and the rules do not allow, with the
/// line of the files under test that includes it; empty when there is none.
/// @param file the name of the file that was compiled.
std::string stray_include(const std::string& dependencies, const std::string& file,
                          const IncludeRules& rules);

/// Names the first directive of the files under test, in a compiler's list of dependencies (a make rule), that gives a line
/// another file or number (#line); empty when there is none.
std::string forged_place(const std::string& dependencies, const std::filesystem::path& files);

/// Names the first word of preprocessed C++ by which code under test would reach into the tests or a sanitizer;
/// empty when there is none. What a system's header tells a sanitizer is left out; see forged_place.
/// @param file the name of the file that was preprocessed. @param files the folder of the files under test.
std::string forbidden_word(const std::string& preprocessed, const std::string& file,
                           const std::filesystem::path& files);

/// Why a kernel file may not be checked, with file and line: it includes what is not in its folder, in any spelling, or
/// asks which compiler builds it. Empty when it may.
/// @param kernel the file with its includes replaced; see read_kernel. @param folder of the files under test.
std::string kernel_fault(const KernelSource& kernel, const std::filesystem::path& folder);

} // namespace lockstep::tool
