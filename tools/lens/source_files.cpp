// Looking for the files whose texts a program was built from.
#include "lens/source_files.hpp"

#include "lockstep/failure.hpp"
#include "lockstep/files.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <system_error>

namespace lockstep::tool
{

namespace
{

namespace fs = std::filesystem;

constexpr std::size_t most_files = 20'000;
constexpr std::uintmax_t most_bytes = std::uintmax_t{1} << 20U;
constexpr std::size_t fewest_bytes = 16; // a shorter text tells nothing

bool may_hold_kernels(const fs::path& file)
{
    constexpr std::array<std::string_view, 5> extensions{".cl", ".clh", ".ocl", ".opencl", ".h"};
    return std::ranges::find(extensions, file.extension().string()) != extensions.end();
}

int lines_in(std::string_view text)
{
    return static_cast<int>(std::ranges::count(text, '\n')) + (text.ends_with('\n') ? 0 : 1);
}

// Where a file's text stands in a program's, from the beginning of a line on.
std::optional<std::size_t> place_in(std::string_view text, std::string_view file)
{
    for (std::size_t at = text.find(file); at != std::string_view::npos; at = text.find(file, at + 1))
        if (at == 0 || text[at - 1] == '\n') return at;
    return std::nullopt;
}

std::string text_of(const fs::path& file)
try {
    return read_text(file);
} catch (const Failure&) { // it cannot be read: it is not the one
    return {};
}

void match(const fs::path& file, const fs::path& folder, const std::vector<std::string>& texts,
           std::vector<std::optional<SourceFile>>& found)
{
    const std::string content = text_of(file);
    if (content.size() < fewest_bytes) return;
    for (std::size_t i = 0; i < texts.size(); ++i) {
        const std::optional<std::size_t> at = place_in(texts[i], content);
        const int lines = lines_in(content);
        // Of several the longest: a program's text may hold a header, too.
        if (!at || (found[i] && found[i]->lines >= lines)) continue;
        found[i] = {.file = fs::relative(file, folder),
                    .lines_before = static_cast<int>(std::count(
                        texts[i].begin(), texts[i].begin() + static_cast<std::ptrdiff_t>(*at), '\n')),
                    .lines = lines};
    }
}

} // namespace

std::optional<int> SourceFile::line(int of_text) const
{
    const int own = of_text - lines_before;
    return own >= 1 && own <= lines ? std::optional{own} : std::nullopt;
}

std::vector<std::optional<SourceFile>> find_source_files(const std::vector<std::string>& texts,
                                                         const fs::path& folder)
{
    std::vector<std::optional<SourceFile>> found(texts.size());
    std::error_code ignored;
    std::size_t seen = 0;
    fs::recursive_directory_iterator entry{folder, fs::directory_options::skip_permission_denied, ignored};
    for (; entry != fs::recursive_directory_iterator{} && seen < most_files;
         entry.increment(ignored), ++seen) {
        const fs::path& path = entry->path();
        if (entry->is_directory(ignored)) {
            if (path.filename().string().starts_with('.') || fs::exists(path / "CMakeCache.txt", ignored))
                entry.disable_recursion_pending();
            continue;
        }
        if (!may_hold_kernels(path) || !entry->is_regular_file(ignored)) continue;
        if (entry->file_size(ignored) <= most_bytes) match(path, folder, texts, found);
    }
    return found;
}

} // namespace lockstep::tool
