// Noticing that files were saved, in whatever way an editor saves: in place, or by a rename over the old file.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <vector>

namespace lockstep::tool
{

/// Watches files, which may be missing for a while. What counts is how a file looks, asked by `changed`; on Linux the
/// descriptor tells in addition when it is worth asking. Network folders tell nothing: ask every second all the same.
class FileWatch
{
public:
    explicit FileWatch(std::vector<std::filesystem::path> files);
    FileWatch(const FileWatch&) = delete;
    FileWatch& operator=(const FileWatch&) = delete;
    ~FileWatch();

    /// Readable when something happened in a file's folder; -1 where the system does not tell.
    int descriptor() const { return descriptor_; }

    /// The first file that looks different from when this was last asked. @return its place in the list.
    std::optional<std::size_t> changed();

    /// True when all of them are there.
    bool all_there() const;

private:
    struct FileState
    {
        bool there = false;
        std::uint64_t inode = 0;
        std::uint64_t bytes = 0;
        std::int64_t modified_ns = 0;

        bool operator==(const FileState&) const = default;
    };

    static FileState state_of(const std::filesystem::path& file);

    std::vector<std::filesystem::path> files_;
    std::vector<FileState> looks_;
    int descriptor_ = -1;
};

} // namespace lockstep::tool
