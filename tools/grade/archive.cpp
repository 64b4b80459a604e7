// Reading submissions. Every byte is counted while it is unpacked: what an archive says of its sizes may be a lie.
#include "grade/archive.hpp"

#include "grade/names.hpp"
#include "lockstep/failure.hpp"
#include "lockstep/files.hpp"

#include <archive.h>
#include <archive_entry.h>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <fstream>
#include <memory>
#include <vector>

namespace lockstep::tool
{

namespace
{

namespace fs = std::filesystem;

std::string size_text(std::size_t bytes)
{
    return bytes >= std::size_t{1} << 20U ? fmt::format("{} MiB", bytes >> 20U)
                                          : fmt::format("{} bytes", bytes);
}

/// Counts what was read, and stops at the limits.
class Counter
{
public:
    explicit Counter(const IntakeLimits& limits) : limits_(limits) {}

    void entry()
    {
        if (++entries_ > limits_.entries)
            throw Failure(fmt::format("It has more than {} entries.", limits_.entries));
    }

    /// @param end of the current file, as far as it was read.
    void file(const std::string& path, std::size_t end) const
    {
        if (end > limits_.file_bytes)
            throw Failure(
                fmt::format("'{}' in it is larger than {}.", shown(path), size_text(limits_.file_bytes)));
    }

    /// @param total unpacked so far. @param packed what it was unpacked from; 0 for a folder.
    void total(std::size_t total, std::size_t packed) const
    {
        if (total > limits_.total_bytes)
            throw Failure(fmt::format("It unpacks to more than {}.", size_text(limits_.total_bytes)));
        if (packed > 0 && total > limits_.ratio_from && total / packed > limits_.ratio)
            throw Failure(fmt::format("It unpacks to more than {} times its own size.", limits_.ratio));
    }

    void add(std::size_t bytes) { bytes_ += bytes; }
    std::size_t bytes() const { return bytes_; }

private:
    const IntakeLimits& limits_;
    std::size_t entries_ = 0;
    std::size_t bytes_ = 0;
};

struct Close
{
    void operator()(archive* reading) const { archive_read_free(reading); }
};

using Archive = std::unique_ptr<archive, Close>;

[[noreturn]] void refuse(archive* reading)
{
    const char* reason = archive_error_string(reading);
    throw Failure(fmt::format("It is no archive that can be read: {}.",
                              shown(reason != nullptr ? reason : "it holds nothing that is understood")));
}

EntryKind kind_of(archive_entry* entry)
{
    if (archive_entry_hardlink(entry) != nullptr || archive_entry_symlink(entry) != nullptr)
        return EntryKind::link;
    const auto type = archive_entry_filetype(entry);
    return type == AE_IFREG || type == 0 ? EntryKind::file
           : type == AE_IFDIR            ? EntryKind::folder
           : type == AE_IFLNK            ? EntryKind::link
                                         : EntryKind::special;
}

std::string path_of(archive_entry* entry)
{
    if (const char* path = archive_entry_pathname(entry)) return path;
    if (const char* path = archive_entry_pathname_utf8(entry)) return path;
    return {};
}

class ArchiveReading
{
public:
    ArchiveReading(const fs::path& file, const IntakeLimits& limits, const EntryReader& reader)
        : reading_(archive_read_new()), limits_(limits), reader_(reader), counter_(limits),
          packed_(std::max<std::size_t>(fs::file_size(file), 1))
    {
        archive_read_support_filter_gzip(reading_.get());
        archive_read_support_filter_xz(reading_.get());
        archive_read_support_format_zip(reading_.get());
        archive_read_support_format_tar(reading_.get());
        archive_read_support_format_empty(reading_.get());
        if (archive_read_open_filename(reading_.get(), file.c_str(), 65536) != ARCHIVE_OK)
            refuse(reading_.get());
    }

    void run()
    {
        archive_entry* entry = nullptr;
        while (true) {
            const int status = archive_read_next_header(reading_.get(), &entry);
            if (status == ARCHIVE_EOF) return;
            if (status < ARCHIVE_WARN) refuse(reading_.get());
            counter_.entry();
            look();
            read(entry);
        }
    }

private:
    Archive reading_;
    const IntakeLimits& limits_;
    const EntryReader& reader_;
    Counter counter_;
    std::size_t packed_;

    // A tar's filter unpacks what is skipped and what headers take as well; a zip unpacks only files.
    void look() const
    {
        const auto filtered =
            static_cast<std::size_t>(std::max<la_int64_t>(archive_filter_bytes(reading_.get(), 0), 0));
        counter_.total(std::max(filtered, counter_.bytes()), packed_);
    }

    void read(archive_entry* from)
    {
        Entry entry{.path = path_of(from), .kind = kind_of(from), .text = {}};
        if (entry.kind == EntryKind::file) {
            if (archive_entry_is_encrypted(from) != 0)
                throw Failure("It is encrypted. Hand it in without a password.");
            data(entry, reader_.wants(entry.path));
        }
        reader_.take(std::move(entry));
    }

    void data(Entry& entry, bool wanted)
    {
        const void* block = nullptr;
        std::size_t size = 0;
        la_int64_t offset = 0;
        while (true) {
            const int status = archive_read_data_block(reading_.get(), &block, &size, &offset);
            if (status == ARCHIVE_EOF) break;
            if (status < ARCHIVE_WARN) refuse(reading_.get());
            const std::size_t end = static_cast<std::size_t>(std::max<la_int64_t>(offset, 0)) + size;
            counter_.file(entry.path, end); // holes included
            counter_.add(size);
            look();
            if (!wanted || entry.too_large) continue;
            entry.too_large = end > limits_.taken_file_bytes;
            if (entry.too_large) {
                entry.text.clear();
                continue;
            }
            entry.text.resize(std::max(entry.text.size(), end));
            std::memcpy(entry.text.data() + (end - size), block, size);
        }
    }
};

Entry read_entry(const fs::directory_entry& found, const fs::path& folder, const IntakeLimits& limits,
                 const EntryReader& reader, Counter& counter)
{
    Entry entry{.path = found.path().lexically_relative(folder).string(), .kind = {}, .text = {}};
    const fs::file_status status = found.symlink_status();
    entry.kind = fs::is_symlink(status)        ? EntryKind::link
                 : fs::is_directory(status)    ? EntryKind::folder
                 : fs::is_regular_file(status) ? EntryKind::file
                                               : EntryKind::special;
    if (entry.kind != EntryKind::file) return entry;
    const std::size_t bytes = found.file_size();
    if (!reader.wants(entry.path)) return entry;
    counter.add(bytes);
    counter.total(counter.bytes(), 0);
    entry.too_large = bytes > limits.taken_file_bytes;
    if (!entry.too_large) entry.text = read_bytes(found.path());
    return entry;
}

void read_below(const fs::path& folder, const fs::path& top, const IntakeLimits& limits,
                const EntryReader& reader, Counter& counter)
{
    std::vector<fs::directory_entry> entries;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
        counter.entry();
        entries.push_back(entry);
    }
    std::sort(entries.begin(), entries.end());
    for (const fs::directory_entry& found : entries) {
        Entry entry = read_entry(found, top, limits, reader, counter);
        const bool deeper = entry.kind == EntryKind::folder;
        reader.take(std::move(entry));
        if (deeper) read_below(found.path(), top, limits, reader, counter);
    }
}

} // namespace

void read_archive(const fs::path& file, const IntakeLimits& limits, const EntryReader& reader)
{
    ArchiveReading{file, limits, reader}.run();
}

void read_folder(const fs::path& folder, const IntakeLimits& limits, const EntryReader& reader)
{
    Counter counter{limits};
    try {
        read_below(folder, folder, limits, reader, counter);
    } catch (const fs::filesystem_error& error) {
        throw Failure(fmt::format("It cannot be read: {}.", error.code().message()));
    }
}

} // namespace lockstep::tool
