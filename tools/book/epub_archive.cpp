// The archive that an e-book is: a zip whose first entry says so.
#include "book/epub_archive.hpp"

#include "lockstep/failure.hpp"
#include "lockstep/files.hpp"

#include <archive.h>
#include <archive_entry.h>

#include <cstdint>
#include <memory>
#include <string_view>

#include <fmt/format.h>

namespace lockstep::book
{
namespace
{

constexpr std::string_view end_mark("PK\5\6", 4);
constexpr std::string_view central_mark("PK\1\2", 4);

struct Close
{
    void operator()(archive* writing) const { archive_write_free(writing); }
};

void must(archive* writing, la_ssize_t status)
{
    if (status < ARCHIVE_OK)
        throw Failure(fmt::format("The e-book cannot be packed: {}.", archive_error_string(writing)));
}

/// A zip of the entries, by libarchive, which has an extra field in each.
std::string zip_of(const std::map<std::string, std::string>& entries)
{
    std::string zip;
    const auto append = [](archive*, void* to, const void* bytes, std::size_t size) {
        static_cast<std::string*>(to)->append(static_cast<const char*>(bytes), size);
        return static_cast<la_ssize_t>(size);
    };
    const std::unique_ptr<archive, Close> writing(archive_write_new());
    must(writing.get(), archive_write_set_format_zip(writing.get()));
    must(writing.get(), archive_write_set_bytes_in_last_block(writing.get(), 1)); // nothing behind the end
    must(writing.get(), archive_write_open(writing.get(), &zip, nullptr, append, nullptr));
    const std::unique_ptr<archive_entry, decltype(&archive_entry_free)> entry(archive_entry_new(),
                                                                              archive_entry_free);
    for (const auto& [path, bytes] : entries) {
        archive_entry_clear(entry.get());
        archive_entry_set_pathname(entry.get(), path.c_str());
        archive_entry_set_size(entry.get(), static_cast<la_int64_t>(bytes.size()));
        archive_entry_set_filetype(entry.get(), AE_IFREG);
        archive_entry_set_perm(entry.get(), 0644);
        must(writing.get(), archive_write_header(writing.get(), entry.get()));
        must(writing.get(), archive_write_data(writing.get(), bytes.data(), bytes.size()));
    }
    must(writing.get(), archive_write_close(writing.get()));
    return zip;
}

std::string little_endian(std::uint32_t value, std::size_t bytes)
{
    std::string out;
    for (; bytes-- > 0; value >>= 8U) out += static_cast<char>(value & 0xFFU);
    return out;
}

std::uint32_t number_at(const std::string& zip, std::size_t at, std::size_t bytes)
{
    std::uint32_t value = 0;
    while (bytes-- > 0) value = value << 8U | static_cast<unsigned char>(zip.at(at + bytes));
    return value;
}

/// Adds to a number of a zip's directory.
void raise(std::string& zip, std::size_t at, std::size_t bytes, std::size_t more)
{
    const std::uint32_t value = number_at(zip, at, bytes) + static_cast<std::uint32_t>(more);
    zip.replace(at, bytes, little_endian(value, bytes));
}

/// The zip with the entry "mimetype" before all others. The layout is that of PKWARE's APPNOTE 6.3.10, sections 4.3.7, 4.3.12
/// and 4.3.16.
std::string with_mimetype(std::string zip)
{
    constexpr std::string_view type = "application/epub+zip";
    constexpr std::uint32_t crc = 0x2CAB616F;
    const auto size = static_cast<std::uint32_t>(type.size());
    // Version 1.0, no flags, stored, 1 January 1980.
    const std::string common = little_endian(10, 2) + little_endian(0, 4) + little_endian(0x00210000, 4) +
                               little_endian(crc, 4) + little_endian(size, 4) + little_endian(size, 4) +
                               little_endian(8, 2) + little_endian(0, 2);
    const std::string local = "PK\3\4" + common + "mimetype" + std::string(type);
    const std::string central =
        std::string(central_mark) + little_endian(10, 2) + common + little_endian(0, 14) + "mimetype";
    const auto end = zip.rfind(end_mark);
    const std::size_t directory = number_at(zip, end + 16, 4);
    for (auto at = directory; at < end;
         at += 46 + number_at(zip, at + 28, 2) + number_at(zip, at + 30, 2) + number_at(zip, at + 32, 2))
        raise(zip, at + 42, 4, local.size());
    raise(zip, end + 8, 2, 1);
    raise(zip, end + 10, 2, 1);
    raise(zip, end + 12, 4, central.size());
    raise(zip, end + 16, 4, local.size());
    zip.insert(directory, central);
    return local + zip;
}

} // namespace

void write_epub_archive(const std::filesystem::path& file, const std::map<std::string, std::string>& entries)
{
    write_text(file, with_mimetype(zip_of(entries)));
}

} // namespace lockstep::book
