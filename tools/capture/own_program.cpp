// The book's build commands, with the copies in the place of the book's sources.
#include "capture/own_program.hpp"

#include "base/build.hpp"
#include "base/paths.hpp"
#include "lockstep/failure.hpp"
#include "lockstep/files.hpp"
#include "lockstep/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <regex>

namespace lockstep::tool
{

namespace
{

namespace fs = std::filesystem;

bool is_source(const fs::path& file)
{
    return file.extension() == ".cpp" || file.extension() == ".hpp";
}

// The chapter's files as the build knows them: those of the tree that this program was made in.
fs::path book_folder(const ChapterProgram& chapter)
{
    return own_source_dir() / "chapters" / chapter.info.slug;
}

// Where the reader's copies of this chapter are; nothing where none of them is a source of a program.
std::optional<fs::path> own_sources(const ChapterProgram& chapter)
{
    const char* const both = std::getenv(own_copies_variable);
    const std::string from = book_folder(chapter).string() + ":";
    if (both == nullptr || !std::string_view{both}.starts_with(from)) return std::nullopt;
    fs::path copies = std::string{both}.substr(from.size());
    std::error_code missing;
    for (const fs::directory_entry& entry : fs::directory_iterator{copies, missing})
        if (is_source(entry.path()) && fs::exists(book_folder(chapter) / entry.path().filename()))
            return copies;
    return std::nullopt;
}

// The chapter's sources, each the reader's own where there is one. Names of includes are looked up beside the file that includes, so
// that all of them stand together.
fs::path gather_sources(const ChapterProgram& chapter, const fs::path& copies)
{
    fs::path folder = build_dir() / "own" / chapter.info.slug;
    fs::remove_all(folder);
    fs::create_directories(folder);
    for (const fs::path& file : sorted_entries(book_folder(chapter)))
        if (is_source(file) || file.extension() == ".h") {
            const fs::path own = copies / file.filename();
            fs::create_symlink(fs::exists(own) ? own : file, folder / file.filename());
        }
    return folder;
}

ProcessResult in_build_folder(const std::vector<std::string>& arguments)
{
    return run_process({.arguments = arguments, .folder = build_dir()},
                       ProcessLimits{.time = std::chrono::minutes{10},
                                     .memory_bytes = std::size_t{64} << 30U,
                                     .output_bytes = 1U << 20U});
}

// The commands that compile and link the chapter's target and nothing else, as the build would give them.
std::vector<std::string> build_commands(const ChapterProgram& chapter)
{
    const ProcessResult told = in_build_folder({"ninja", "-t", "commands", chapter.target});
    if (!told.ok())
        throw Failure(fmt::format("How {} is built could not be found out:\n{}{}", chapter.target,
                                  told.output, told.error),
                      "edit the file in chapters/ itself, and ./lockstep run it");
    std::vector<std::string> commands;
    for (const std::string& line : split_lines(told.output))
        if (contains(line, fmt::format("CMakeFiles/{}.dir/", chapter.target))) commands.push_back(line);
    return commands;
}

} // namespace

void build_chapter_program(ChapterProgram& chapter, const std::function<void(std::string_view)>& tell)
{
    build_target(build_dir(), chapter.target, tell);
    const std::optional<fs::path> copies = own_sources(chapter);
    if (!copies) return;
    const fs::path sources = gather_sources(chapter, *copies);
    const fs::path products = fs::path{"own"} / "built" / chapter.target;
    static const std::regex product{R"( -o (\S+))"};
    if (tell) tell("your own copies");
    for (std::string command : build_commands(chapter)) {
        for (const fs::path& file : sorted_entries(sources))
            command = replace_all(std::move(command), (book_folder(chapter) / file.filename()).string(),
                                  file.string());
        command = replace_all(std::move(command), fmt::format("CMakeFiles/{}.dir", chapter.target),
                              products.string());
        command = replace_all(std::move(command), fmt::format(" -o chapters/{} ", chapter.target),
                              fmt::format(" -o {} ", (products / "program").string()));
        std::smatch found;
        if (std::regex_search(command, found, product))
            fs::create_directories((build_dir() / found[1].str()).parent_path());
        const ProcessResult built = in_build_folder({"/bin/sh", "-c", command});
        if (!built.ok())
            throw Failure(fmt::format("{} could not be built:\n{}", chapter.target,
                                      replace_all(built.output + built.error, sources.string(),
                                                  fmt::format("chapters/{}", chapter.info.slug))),
                          "mend the first error above");
    }
    chapter.program = build_dir() / products / "program";
}

} // namespace lockstep::tool
