// A launch of the reader's own, as what the stepper runs.
#include "commands/own_launch.hpp"

#include "base/paths.hpp"
#include "lockstep/failure.hpp"
#include "lockstep/files.hpp"
#include "lockstep/formats/catalogue.hpp"
#include "lockstep/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <regex>
#include <sstream>
#include <vector>

namespace lockstep::tool
{

namespace
{

namespace fs = std::filesystem;

std::vector<std::string> parts_of(const std::string& text, char mark)
{
    std::vector<std::string> parts;
    std::istringstream in{text};
    for (std::string part; std::getline(in, part, mark);) parts.push_back(part);
    return parts;
}

bool has_kernel(const fs::path& file, const std::string& kernel)
{
    return std::regex_search(read_text(file), std::regex{"\\bvoid\\s+" + kernel + "\\s*\\("});
}

// The folder of a chapter's files, where its program reads them, or of an exercise's.
fs::path folder_of(const std::string& subject)
{
    const std::vector<ChapterInfo> chapters = load_catalogue(source_dir());
    if (subject.find('/') != std::string::npos) return find_exercise(chapters, subject).folder;
    return own_source_dir() / "chapters" / find_chapter(chapters, subject).slug;
}

fs::path file_with(const OwnLaunch& own)
{
    if (own.subject.ends_with(".cl")) {
        fs::path file = fs::exists(own.subject) ? fs::absolute(own.subject) : source_dir() / own.subject;
        if (fs::exists(file)) return file;
        throw Failure(fmt::format("There is no file {}.", own.subject), "ls kernels");
    }
    for (const fs::path& file : sorted_entries(folder_of(own.subject)))
        if (file.extension() == ".cl" && has_kernel(file, own.kernel)) return file;
    throw Failure(fmt::format("{} has no kernel '{}'.", own.subject, own.kernel),
                  "a kernel's name behind --kernel");
}

} // namespace

void prepare_own_launch(const OwnLaunch& own, const ScratchFolder& scratch, LensRequest& request)
{
    const auto is_word = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; };
    if (own.kernel.empty() || !std::ranges::all_of(own.kernel, is_word))
        throw Failure("A launch of your own needs a kernel.", "--kernel with its name");
    std::vector<std::string> words = parts_of(own.words, ';');
    const std::vector<std::string> sizes = parts_of(words.empty() ? "" : words.front(), '/');
    if (sizes.size() != 2)
        throw Failure(fmt::format("'{}' names no sizes.", own.words),
                      "--own '64/32;64xindex;4': the global and the local size, then each argument");
    request.program = {(build_dir() / "bin" / "lockstep-launch").string(), file_with(own).string(),
                       own.options, own.kernel};
    for (const std::string& size : sizes) request.program.push_back(replace_all(size, ".", ","));
    request.program.insert(request.program.end(), words.begin() + 1, words.end());
    request.folder = scratch.path();
}

} // namespace lockstep::tool
