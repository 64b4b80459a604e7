#include "desk/reader_files.hpp"

#include "check/handed_out.hpp"
#include "desk/stub.hpp"
#include "lockstep/files.hpp"

#include <fmt/format.h>

#include <cstdint>

namespace lockstep::tool
{

namespace
{

namespace fs = std::filesystem;

// FNV-1a, of 64 bits: no secret, only whether two texts are the same.
std::string version_of(std::string_view text)
{
    std::uint64_t hash = 14695981039346656037U;
    for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211U;
    return fmt::format("{:016x}", hash);
}

FileText text_in(const fs::path& path, const std::string& name)
{
    std::error_code missing;
    const fs::file_status status = fs::status(path, missing);
    if (!fs::exists(status)) return {};
    if (!fs::is_regular_file(status)) throw Failure(fmt::format("{} is no file.", name));
    if (fs::file_size(path, missing) > most_file_bytes)
        throw Failure(
            fmt::format("{} is larger than {} KiB, too large for a page.", name, most_file_bytes >> 10U),
            "open it in an editor of your own");
    std::string text = read_text(path);
    std::string version = version_of(text);
    return {std::move(text), std::move(version)};
}

} // namespace

ReaderFiles::ReaderFiles(fs::path source, const std::vector<ChapterInfo>& chapters)
    : source_(std::move(source)), chapters_(chapters)
{
}

std::vector<ReaderFile> ReaderFiles::of(const ExerciseInfo& exercise) const
{
    std::vector<ReaderFile> files;
    for (const std::string& file : exercise.edit)
        files.push_back({.name = fmt::format("exercises/{}/{}", exercise.id, file),
                         .path = exercise.folder / file,
                         .exercise = &exercise});
    return files;
}

std::vector<ReaderFile> ReaderFiles::of(const ChapterInfo& chapter) const
{
    std::vector<ReaderFile> files;
    for (const fs::path& file : sorted_entries(chapter.folder))
        if (const std::string kind = file.extension().string();
            kind == ".cl" || kind == ".cpp" || kind == ".hpp")
            files.push_back({.name = fmt::format("chapters/{}/{}", chapter.slug, file.filename().string()),
                             .path = copies_of(chapter) / file.filename(),
                             .chapter = &chapter});
    return files;
}

std::optional<ReaderFile> ReaderFiles::look_up(const std::string& name) const
{
    for (const ChapterInfo& chapter : chapters_) {
        if (chapter.written() && name.starts_with(fmt::format("chapters/{}/", chapter.slug)))
            for (ReaderFile& file : of(chapter))
                if (file.name == name) return std::move(file);
        for (const ExerciseInfo& exercise : chapter.exercises)
            for (ReaderFile& file : of(exercise))
                if (file.name == name) return std::move(file);
    }
    return std::nullopt;
}

ReaderFile ReaderFiles::find(const std::string& name) const
{
    if (auto file = look_up(name)) return *std::move(file);
    throw Failure("There is no such file among those that you edit.");
}

FileText ReaderFiles::read(const ReaderFile& file) const
{
    FileText own = text_in(file.path, file.name);
    if (file.chapter == nullptr || !own.version.empty()) return own;
    return text_in(file.chapter->folder / file.path.filename(), file.name);
}

std::optional<std::string> ReaderFiles::as_in_book(const ReaderFile& file) const
{
    if (file.chapter != nullptr) return read_text(file.chapter->folder / file.path.filename());
    return handed_out_text(source_, *file.exercise, file.path.filename().string());
}

FileText ReaderFiles::save(const ReaderFile& file, const std::string& text, const std::string& version) const
{
    if (text.size() > most_file_bytes)
        throw Failure(fmt::format("{} would be larger than {} KiB.", file.name, most_file_bytes >> 10U));
    FileText there = read(file);
    if (there.version != version || there.text == text) return there;
    if (file.chapter != nullptr) {
        std::error_code failed;
        fs::create_directories(file.path.parent_path(), failed);
        if (text == as_in_book(file)) { // no copy is needed of what is the same
            fs::remove(file.path, failed);
            return read(file);
        }
    }
    replace_text(file.path, text);
    return read(file);
}

std::string ReaderFiles::put_back(const ReaderFile& file) const
{
    if (file.exercise != nullptr) return bring_back_stub(source_, *file.exercise);
    if (!fs::exists(file.path)) return fmt::format("{} is as in the book; nothing was changed.\n", file.name);
    const fs::path kept = free_name(file.path);
    std::error_code failed;
    fs::rename(file.path, kept, failed);
    if (failed)
        throw Failure(fmt::format("{} cannot be put aside: {}.", file.path.string(), failed.message()),
                      "make its folder writable");
    return fmt::format("{} is as in the book again.\n  Your text is kept: {}\n", file.name,
                       fs::relative(kept, source_).string());
}

fs::path ReaderFiles::copies_of(const ChapterInfo& chapter) const
{
    return source_ / ".lockstep" / "kernels" / chapter.slug;
}

} // namespace lockstep::tool
