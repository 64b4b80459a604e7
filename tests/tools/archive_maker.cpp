// Archives made for tests.
#include "archive_maker.hpp"

#include <archive.h>
#include <archive_entry.h>

#include <doctest/doctest.h>

#include <functional>

namespace lockstep::tool::test
{

namespace
{

void write_entry(archive* writing, const std::string& path, unsigned type, std::int64_t bytes,
                 const std::function<void(archive_entry*)>& more = {})
{
    archive_entry* entry = archive_entry_new();
    archive_entry_set_pathname(entry, path.c_str());
    archive_entry_set_filetype(entry, type);
    archive_entry_set_perm(entry, 0644);
    archive_entry_set_size(entry, bytes);
    if (more) more(entry);
    const int status = archive_write_header(writing, entry);
    archive_entry_free(entry);
    REQUIRE_MESSAGE(status >= ARCHIVE_WARN, archive_error_string(writing));
}

} // namespace

ArchiveMaker::ArchiveMaker(const std::filesystem::path& file, std::string_view kind)
    : writing_(archive_write_new())
{
    if (kind == "zip")
        archive_write_set_format_zip(writing_);
    else
        archive_write_set_format_pax_restricted(writing_);
    if (kind == "tar.gz") archive_write_add_filter_gzip(writing_);
    if (kind == "tar.xz") archive_write_add_filter_xz(writing_);
    REQUIRE(archive_write_open_filename(writing_, file.c_str()) == ARCHIVE_OK);
}

ArchiveMaker::~ArchiveMaker()
{
    archive_write_close(writing_);
    archive_write_free(writing_);
}

ArchiveMaker& ArchiveMaker::add(const std::string& path, std::string_view text)
{
    write_entry(writing_, path, AE_IFREG, static_cast<std::int64_t>(text.size()));
    archive_write_data(writing_, text.data(), text.size());
    return *this;
}

ArchiveMaker& ArchiveMaker::add_folder(const std::string& path)
{
    write_entry(writing_, path, AE_IFDIR, 0);
    return *this;
}

ArchiveMaker& ArchiveMaker::add_symbolic_link(const std::string& path, const std::string& to)
{
    write_entry(writing_, path, AE_IFLNK, 0,
                [&](archive_entry* entry) { archive_entry_set_symlink(entry, to.c_str()); });
    return *this;
}

ArchiveMaker& ArchiveMaker::add_hard_link(const std::string& path, const std::string& to)
{
    write_entry(writing_, path, AE_IFREG, 0,
                [&](archive_entry* entry) { archive_entry_set_hardlink(entry, to.c_str()); });
    return *this;
}

ArchiveMaker& ArchiveMaker::add_device(const std::string& path)
{
    write_entry(writing_, path, AE_IFCHR, 0, [](archive_entry* entry) {
        archive_entry_set_rdevmajor(entry, 1);
        archive_entry_set_rdevminor(entry, 5);
    });
    return *this;
}

ArchiveMaker& ArchiveMaker::add_zeros(const std::string& path, std::uint64_t bytes)
{
    write_entry(writing_, path, AE_IFREG, static_cast<std::int64_t>(bytes));
    const std::string block(std::size_t{1} << 20U, '\0');
    for (std::uint64_t left = bytes; left > 0;) {
        const auto part = static_cast<std::size_t>(std::min<std::uint64_t>(left, block.size()));
        archive_write_data(writing_, block.data(), part);
        left -= part;
    }
    return *this;
}

ArchiveMaker& ArchiveMaker::add_hole(const std::string& path, std::int64_t bytes)
{
    write_entry(writing_, path, AE_IFREG, bytes, [&](archive_entry* entry) {
        archive_entry_sparse_add_entry(entry, 0, 1);
        archive_entry_sparse_add_entry(entry, bytes - 1, 1);
    });
    archive_write_data(writing_, "ab", 2);
    return *this;
}

} // namespace lockstep::tool::test
