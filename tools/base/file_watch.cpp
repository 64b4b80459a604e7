// stat, and inotify where there is one.
#include "base/file_watch.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <sys/stat.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/inotify.h>
#endif

namespace lockstep::tool
{

FileWatch::FileWatch(std::vector<std::filesystem::path> files) : files_(std::move(files))
{
#ifdef __linux__
    // The folders, because a file that is renamed over another is another file.
    descriptor_ = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
    std::set<std::filesystem::path> folders;
    for (const auto& file : files_) folders.insert(file.parent_path());
    for (const auto& folder : folders)
        if (descriptor_ >= 0)
            inotify_add_watch(descriptor_, folder.c_str(),
                              IN_CLOSE_WRITE | IN_MODIFY | IN_MOVED_TO | IN_CREATE | IN_DELETE);
#endif
    for (const auto& file : files_) looks_.push_back(state_of(file));
}

FileWatch::~FileWatch()
{
    if (descriptor_ >= 0) close(descriptor_);
}

std::optional<std::size_t> FileWatch::changed()
{
    std::array<char, 4096> unread{};
    while (descriptor_ >= 0 && read(descriptor_, unread.data(), unread.size()) > 0) {
    }
    std::optional<std::size_t> first;
    for (std::size_t i = 0; i < files_.size(); ++i)
        if (const FileState now = state_of(files_[i]); now != looks_[i]) {
            looks_[i] = now;
            if (!first) first = i;
        }
    return first;
}

bool FileWatch::all_there() const
{
    return std::ranges::all_of(looks_, &FileState::there);
}

FileWatch::FileState FileWatch::state_of(const std::filesystem::path& file)
{
    struct stat status = {};
    if (stat(file.c_str(), &status) != 0) return {};
#ifdef __APPLE__
    const timespec& modified = status.st_mtimespec;
#else
    const timespec& modified = status.st_mtim;
#endif
    return {.there = true,
            .inode = static_cast<std::uint64_t>(status.st_ino),
            .bytes = static_cast<std::uint64_t>(status.st_size),
            .modified_ns = std::int64_t{modified.tv_sec} * 1000000000 + modified.tv_nsec};
}

} // namespace lockstep::tool
