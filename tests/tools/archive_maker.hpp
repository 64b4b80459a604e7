// Archives made for tests, hostile ones included.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

struct archive;

namespace lockstep::tool::test
{

/// Writes an archive; its file is complete at the end of the object's life.
class ArchiveMaker
{
public:
    /// @param kind "zip", "tar", "tar.gz" or "tar.xz".
    ArchiveMaker(const std::filesystem::path& file, std::string_view kind);
    ArchiveMaker(const ArchiveMaker&) = delete;
    ArchiveMaker& operator=(const ArchiveMaker&) = delete;
    ~ArchiveMaker();

    ArchiveMaker& add(const std::string& path, std::string_view text);
    ArchiveMaker& add_folder(const std::string& path);
    ArchiveMaker& add_symbolic_link(const std::string& path, const std::string& to);
    ArchiveMaker& add_hard_link(const std::string& path, const std::string& to);
    ArchiveMaker& add_device(const std::string& path);
    /// A file of zeros.
    ArchiveMaker& add_zeros(const std::string& path, std::uint64_t bytes);
    /// A file that is a hole, but for its end.
    ArchiveMaker& add_hole(const std::string& path, std::int64_t bytes);

private:
    archive* writing_;
};

} // namespace lockstep::tool::test
