// Reading skeletons.
#include "book/skeletons.hpp"

#include "base/paths.hpp"
#include "lockstep/failure.hpp"
#include "lockstep/files.hpp"
#include "lockstep/text.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace lockstep::tool
{

namespace fs = std::filesystem;

std::string filled(std::string text, const Words& words)
{
    for (const auto& [name, word] : words) text = replace_all(std::move(text), "@" + name + "@", word);
    return text;
}

std::vector<NewFile> skeleton(const std::string& name, const Words& words)
{
    const fs::path folder = own_source_dir() / "tools" / "skeletons" / name;
    std::vector<NewFile> files;
    std::error_code missing;
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator{folder, missing})
        if (entry.is_regular_file() && !entry.path().filename().string().starts_with('.'))
            files.push_back(
                {.path = filled(fs::relative(entry.path(), folder).string(), words),
                 .text = filled(read_text(entry.path()), words),
                 .executable = (entry.status().permissions() & fs::perms::owner_exec) != fs::perms::none});
    if (files.empty())
        throw Failure(fmt::format("There is no skeleton in {}.", folder.string()),
                      "git checkout -- tools/skeletons");
    std::ranges::sort(files, {}, &NewFile::path);
    return files;
}

} // namespace lockstep::tool
