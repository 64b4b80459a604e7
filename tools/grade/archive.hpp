// Reading what a student handed in, an archive or a folder, entry by entry: nothing is written, no link is followed.
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <string>

namespace lockstep::tool
{

/// What a submission may hold. Sizes are those of the unpacked files.
struct IntakeLimits
{
    std::size_t entries = 20000;
    std::size_t file_bytes = std::size_t{64} << 20U;
    std::size_t total_bytes = std::size_t{256} << 20U;
    std::size_t ratio = 100;                             ///< unpacked bytes for one of the archive's
    std::size_t ratio_from = std::size_t{8} << 20U;      ///< unpacked bytes from which the ratio counts
    std::size_t taken_file_bytes = std::size_t{1} << 20; ///< of a file that is graded
};

enum class EntryKind
{
    file,
    folder,
    link,   ///< symbolic or hard
    special ///< a device, a pipe, a socket
};

/// One entry of a submission.
struct Entry
{
    std::string path; ///< as the archive has it, any bytes; below the folder, for a folder
    EntryKind kind = EntryKind::file;
    std::string text;       ///< of a file that was wanted, and fits `taken_file_bytes`
    bool too_large = false; ///< it was wanted and does not fit
};

/// Tells whether a file's text is wanted, and receives each entry in the order of the archive, or by name.
struct EntryReader
{
    std::function<bool(const std::string& path)> wants;
    std::function<void(Entry&& entry)> take;
};

/// Reads a zip or tar archive (plain, gzip, xz), told by its content.
/// @throws Failure saying why it cannot be read, or which limit it exceeds.
void read_archive(const std::filesystem::path& file, const IntakeLimits& limits, const EntryReader& reader);

/// Reads a folder, which may hold links and devices too. @throws Failure as read_archive does.
void read_folder(const std::filesystem::path& folder, const IntakeLimits& limits, const EntryReader& reader);

} // namespace lockstep::tool
