// Reading and writing files.
#include "lockstep/files.hpp"

#include "lockstep/failure.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <iterator>

#include <unistd.h>

namespace lockstep
{

namespace fs = std::filesystem;

std::string read_bytes(const fs::path& file)
{
    std::ifstream stream{file, std::ios::binary};
    std::error_code unknown;
    if (!stream || fs::is_directory(file, unknown)) // a folder opens, and throws when it is read
        throw Failure(fmt::format("The file {} cannot be read.", file.string()),
                      "check that it exists and that you may read it");
    return {std::istreambuf_iterator<char>{stream}, {}};
}

std::string read_text(const fs::path& file)
{
    std::string text = read_bytes(file);
    if (text.starts_with("\xEF\xBB\xBF")) text.erase(0, 3); // the byte order mark of some editors
    for (auto at = text.find("\r\n"); at != std::string::npos; at = text.find("\r\n", at)) text.erase(at, 1);
    return text;
}

void write_text(const fs::path& file, std::string_view text, const std::string& next)
{
    std::ofstream stream{file, std::ios::binary};
    stream.write(text.data(), static_cast<std::streamsize>(text.size()));
    stream.close(); // only now is it told whether the disk took it
    if (!stream) throw Failure(fmt::format("The file {} cannot be written.", file.string()), next);
}

void replace_text(const fs::path& file, std::string_view text)
{
    const fs::path fresh = fmt::format("{}.{}.new", file.string(), getpid());
    std::error_code failed;
    std::error_code ignored;
    try {
        write_text(fresh, text);
    } catch (const Failure&) {
        fs::remove(fresh, ignored);
        throw Failure(fmt::format("The file {} cannot be written.", file.string()),
                      "make room on its disk, and its folder writable");
    }
    fs::rename(fresh, file, failed);
    if (!failed) return;
    fs::remove(fresh, ignored);
    throw Failure(fmt::format("The file {} cannot be replaced: {}.", file.string(), failed.message()),
                  "make its folder writable");
}

std::vector<fs::path> sorted_entries(const fs::path& folder)
{
    std::vector<fs::path> entries;
    std::error_code none;
    for (const auto& entry : fs::directory_iterator(folder, none))
        if (!entry.path().filename().string().starts_with(".")) entries.push_back(entry.path());
    std::sort(entries.begin(), entries.end());
    return entries;
}

} // namespace lockstep
