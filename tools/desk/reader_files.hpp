// The files that a page may read and write: those of exercises that the reader edits, and the reader's copies of chapters' kernels.
// No name that a page sends becomes a path: it is looked up among these.
#pragma once

#include "lockstep/formats/catalogue.hpp"

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace lockstep::tool
{

/// More than this no page may save, and no file is sent to one.
inline constexpr std::size_t most_file_bytes = std::size_t{256} << 10U;

/// One file, under the name that a page calls it by: "exercises/03-first-kernel/2-saxpy/saxpy.cl", or
/// "chapters/03-first-kernel/first-kernel.cl" for the reader's copy of that.
struct ReaderFile
{
    std::string name;
    std::filesystem::path path;             ///< where the reader's text is
    const ExerciseInfo* exercise = nullptr; ///< that it belongs to; null: it is a kernel of `chapter`
    const ChapterInfo* chapter = nullptr;
};

/// A text, and what tells it from every other.
struct FileText
{
    std::string text;
    std::string version; ///< empty: there is no such file
};

class ReaderFiles
{
public:
    /// @param source the repository. @param chapters must outlive this.
    ReaderFiles(std::filesystem::path source, const std::vector<ChapterInfo>& chapters);

    /// The files of an exercise, or the kernels and programs of a chapter.
    std::vector<ReaderFile> of(const ExerciseInfo& exercise) const;
    std::vector<ReaderFile> of(const ChapterInfo& chapter) const;

    /// The file of that name, "chapters/03-first-kernel/main.cpp"; nothing when a reader edits none that is called so.
    std::optional<ReaderFile> look_up(const std::string& name) const;
    /// The same. @throws Failure when there is no such file.
    ReaderFile find(const std::string& name) const;

    /// What the reader has: of a chapter's file without a copy the book's own text. @throws Failure when it cannot be read or is too large.
    FileText read(const ReaderFile& file) const;

    /// The text as the book has it; nothing where that is not known.
    std::optional<std::string> as_in_book(const ReaderFile& file) const;

    /// Writes the reader's text unless the file is no longer of that version. @return what is there then: of another text than
    ///   `text` when somebody else has changed it meanwhile. @throws Failure when it cannot be written or is too large.
    FileText save(const ReaderFile& file, const std::string& text, const std::string& version) const;

    /// Puts the book's text back; the reader's stays beside it under another name. @return what was done, in sentences.
    std::string put_back(const ReaderFile& file) const;

    /// The folder with the reader's copies of a chapter's files; it need not be there.
    std::filesystem::path copies_of(const ChapterInfo& chapter) const;

private:
    std::filesystem::path source_;
    const std::vector<ChapterInfo>& chapters_;
};

} // namespace lockstep::tool
