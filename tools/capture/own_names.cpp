// Finding where a chapter's program keeps its kernel.
#include "capture/own_names.hpp"

#include "lockstep/files.hpp"
#include "lockstep/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <regex>
#include <vector>

namespace lockstep::tool
{

namespace
{

namespace fs = std::filesystem;

// Where in a reader's file the kernel of a chapter's program stands.
struct KernelPlace
{
    std::string file;       // "chapters/03-first-kernel/picture.cpp"
    std::size_t line = 1;   // of the file, on which the kernel's first line stands; 0: it cannot be told
    std::size_t column = 0; // characters in front of it there

    // The reader's place for a compiler's.
    std::string told(std::size_t its_line, std::size_t its_column) const
    {
        if (line == 0)
            return fmt::format("the kernel in {}, its line {}, column {}", file, its_line, its_column);
        return fmt::format("{}:{}:{}", file, line + its_line - 1, its_column + (its_line == 1 ? column : 0));
    }
};

// The places in a text at which raw strings that hold kernels begin.
std::vector<std::size_t> kernel_strings(const std::string& text)
{
    std::vector<std::size_t> places;
    for (std::size_t at = text.find("R\""); at != std::string::npos; at = text.find("R\"", at)) {
        const std::size_t begin = std::min(text.find('(', at), text.size());
        const std::string name = text.substr(at + 2, begin - at - 2);
        if (name.find_first_of("\" \n") != std::string::npos) { // the end of "FOR", say
            at += 2;
            continue;
        }
        const std::string end = ")" + name + "\"";
        const std::size_t length = std::min(text.find(end, begin), text.size()) - begin;
        if (contains(text.substr(begin, length), "kernel ")) places.push_back(begin + 1);
        at = begin + length;
    }
    return places;
}

// None where the program has several files of kernels to choose from.
std::optional<KernelPlace> kernel_place(const ChapterProgram& chapter)
{
    const fs::path folder = fs::path{"chapters"} / chapter.info.slug;
    const std::string text = fs::exists(chapter.source) ? read_text(chapter.source) : "";
    if (const auto strings = kernel_strings(text); !strings.empty() && !contains(text, ".cl\"")) {
        const std::string before = text.substr(0, strings.front());
        const std::string file = (folder / chapter.source.filename()).string();
        if (strings.size() > 1) return KernelPlace{.file = file, .line = 0};
        const auto line = static_cast<std::size_t>(std::ranges::count(before, '\n')) + 1;
        return KernelPlace{.file = file, .line = line, .column = before.size() - (before.rfind('\n') + 1)};
    }
    std::vector<fs::path> files;
    for (const auto& entry : fs::directory_iterator{chapter.info.folder})
        if (entry.path().extension() == ".cl") files.push_back(folder / entry.path().filename());
    if (files.size() != 1) return std::nullopt;
    return KernelPlace{.file = files.front().string()};
}

} // namespace

std::string with_own_names(const std::string& text, const ChapterProgram& chapter)
{
    const std::optional<KernelPlace> kernel = kernel_place(chapter);
    if (!kernel) return text;
    static const std::regex place{R"((?:\S*/tempfile_\w+\.cl|<kernel>|\binput\.cl):(\d{1,6}):(\d{1,6}))"};
    std::string named;
    for (std::string line : split_lines(text)) {
        std::smatch match;
        while (line.size() < 2000 &&
               std::regex_search(line, match, place)) { // which recurses once a character
            named += match.prefix().str() + kernel->told(std::stoul(match[1]), std::stoul(match[2]));
            line = match.suffix().str();
        }
        named += line + "\n";
    }
    return named == text ? text
                         : replace_all(named, "read CL_PROGRAM_BUILD_LOG from", "read the log above from");
}

} // namespace lockstep::tool
