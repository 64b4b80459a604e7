// Paths of submissions, held against the book's folders.
#include "grade/layout.hpp"

#include "lockstep/text.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <regex>
#include <string_view>

namespace lockstep::tool
{

namespace
{

constexpr std::array archive_endings{".zip", ".tar", ".gz",  ".tgz", ".xz",
                                     ".txz", ".bz2", ".zst", ".7z",  ".rar"};
// Folders of the book, or of its build, in which the same names stand.
constexpr std::array others{"solutions", "tests", "build", "__macosx", ".git", "node_modules"};

bool digits(std::string_view text)
{
    return !text.empty() &&
           std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

bool means_chapter(const std::string& part, const ExerciseInfo& exercise)
{
    return lower(part) == lower(exercise.chapter) ||
           (digits(part) && part.size() < 4 && leading_number(part) == leading_number(exercise.chapter));
}

bool own_name(const std::string& name)
{
    constexpr std::array endings{".h", ".hpp", ".clh", ".cl"};
    return std::any_of(endings.begin(), endings.end(),
                       [&](const char* end) { return name.ends_with(end); }) &&
           !name.starts_with(".") && std::all_of(name.begin(), name.end(), [](unsigned char c) {
               return std::isalnum(c) != 0 || c == '_' || c == '-' || c == '.';
           });
}

std::string joined(std::vector<std::string>::const_iterator from, std::vector<std::string>::const_iterator to)
{
    std::string text;
    for (; from != to; ++from) text += (text.empty() ? "" : "/") + *from;
    return text;
}

// In small letters, and without what browsers, file managers and Canvas add to the name of a second copy: "saxpy (1).cl",
// "saxpy-1.cl", "saxpy - Copy.cl".
std::string plain_name(const std::string& name)
{
    static const std::regex copied{R"((.*?)( ?\([0-9]{1,2}\)|-[0-9]{1,2}|( -)? copy)(\.[a-z]+))"};
    constexpr std::size_t longest = 200; // std::regex recurses once a character
    std::string plain = lower(name);
    if (std::smatch match; plain.size() < longest && std::regex_match(plain, match, copied))
        plain = match[1].str() + match[4].str();
    return plain;
}

bool means(const std::string& name, const std::string& file)
{
    return lower(name) == lower(file) || plain_name(name) == lower(file);
}

bool edits(const ExerciseInfo& exercise, const std::string& name)
{
    return std::any_of(exercise.edit.begin(), exercise.edit.end(),
                       [&](const std::string& file) { return means(name, file); });
}

bool is_exercise_folder(const std::vector<ExerciseInfo>& book, const std::string& part)
{
    return std::any_of(book.begin(), book.end(),
                       [&](const ExerciseInfo& exercise) { return lower(exercise.name) == lower(part); });
}

bool is_chapter_folder(const std::vector<ExerciseInfo>& book, const std::string& part)
{
    return std::any_of(book.begin(), book.end(),
                       [&](const ExerciseInfo& exercise) { return lower(exercise.chapter) == lower(part); });
}

/// The file's name in the exercise; nothing when it has no business there.
std::optional<Place> named(const ExerciseInfo& exercise, const std::string& name)
{
    Place place{.exercise = exercise.id, .file = name};
    if (std::find(exercise.edit.begin(), exercise.edit.end(), name) != exercise.edit.end()) return place;
    for (const std::string& file : exercise.edit)
        if (means(name, file)) {
            place.file = file;
            place.exact = false;
            return place;
        }
    // The exercise's own headers come from the book.
    if (!own_name(name) || std::filesystem::exists(exercise.folder / name)) return std::nullopt;
    place.edited = false;
    return place;
}

} // namespace

std::optional<std::vector<std::string>> parts_of(const std::string& path)
{
    std::vector<std::string> parts;
    std::string part;
    if (path.starts_with('/') || path.starts_with('\\') || (path.size() > 1 && path[1] == ':'))
        return std::nullopt;
    for (const char c : path + "/") {
        if (c != '/' && c != '\\') {
            part += c;
            continue;
        }
        if (part == "..") return std::nullopt;
        if (!part.empty() && part != ".") parts.push_back(part);
        part.clear();
    }
    return parts;
}

bool named_like_archive(const std::string& name)
{
    const std::string small = lower(name);
    return std::any_of(archive_endings.begin(), archive_endings.end(),
                       [&](const char* ending) { return small.ends_with(ending); });
}

Layout::Layout(const std::vector<ExerciseInfo>& book, const std::vector<ExerciseInfo>& asked)
    : book_(book), asked_(asked)
{
}

std::optional<Place> Layout::place_in(const ExerciseInfo& exercise,
                                      const std::vector<std::string>& parts) const
{
    const std::size_t count = parts.size();
    if (count < 2 || lower(parts[count - 2]) != lower(exercise.name)) return std::nullopt;
    std::optional<Place> place = named(exercise, parts.back());
    if (!place) return std::nullopt;
    place->folder = joined(parts.begin(), parts.end() - 1);
    if (count > 2 && means_chapter(parts[count - 3], exercise)) {
        place->rank = count > 3 && lower(parts[count - 4]) == "exercises" ? 0 : 1;
        return place;
    }
    // Without its chapter's folder, another chapter's exercise may be meant.
    const bool other_chapter = count > 2 && std::any_of(book_.begin(), book_.end(), [&](const auto& other) {
                                   return means_chapter(parts[count - 3], other);
                               });
    const auto meant = [&](const ExerciseInfo& other) {
        return lower(other.name) == lower(exercise.name) && edits(other, exercise.edit.front());
    };
    if (other_chapter || std::count_if(asked_.begin(), asked_.end(), meant) != 1) return std::nullopt;
    place->rank = 2;
    return place;
}

std::vector<const ExerciseInfo*> Layout::asked_with_name(const std::vector<std::string>& parts) const
{
    std::vector<const ExerciseInfo*> found;
    if (parts.size() > 1 && is_exercise_folder(book_, parts[parts.size() - 2])) return found;
    for (const ExerciseInfo& exercise : asked_) {
        const bool elsewhere = std::any_of(parts.begin(), parts.end() - 1, [&](const std::string& part) {
            return is_chapter_folder(book_, part) && !means_chapter(part, exercise);
        });
        if (!elsewhere && edits(exercise, parts.back())) found.push_back(&exercise);
    }
    return found;
}

std::optional<Place> Layout::place_of_name(const std::vector<std::string>& parts) const
{
    const std::vector<const ExerciseInfo*> meant = asked_with_name(parts);
    if (meant.size() != 1) return std::nullopt;
    std::optional<Place> place = named(*meant.front(), parts.back());
    place->folder = joined(parts.begin(), parts.end() - 1);
    place->rank = 3;
    return place;
}

std::string Layout::why_unknown(const std::string& path) const
{
    constexpr std::array endings{".cl", ".clh", ".cpp", ".cc", ".cxx", ".c", ".hpp", ".h", ".txt", ".ino"};
    // What a whole checkout has beside its exercises.
    constexpr std::array book_folders{"kernels", "lib",   "tools", "harness",  "bench", "lens",
                                      "formats", "cmake", "docs",  "chapters", "book",  ".stubs"};
    const auto parts = parts_of(path);
    if (!parts || parts->empty() || parts->back().starts_with(".")) return "";
    for (auto part = parts->begin(); part + 1 != parts->end(); ++part)
        if (std::find(others.begin(), others.end(), lower(*part)) != others.end() ||
            std::find(book_folders.begin(), book_folders.end(), lower(*part)) != book_folders.end() ||
            is_exercise_folder(book_, *part))
            return "";
    const std::string small = lower(parts->back());
    if (small == "cmakelists.txt" ||
        std::none_of(endings.begin(), endings.end(), [&](const char* end) { return small.ends_with(end); }))
        return "";
    const std::vector<const ExerciseInfo*> meant = asked_with_name(*parts);
    if (meant.size() < 2) return "is the name of no file that was asked for";
    std::string names;
    for (const ExerciseInfo* exercise : meant) names += (names.empty() ? "" : " or ") + exercise->id;
    return "may belong to " + names + ", and was left out";
}

std::optional<Place> Layout::place_of(const std::string& path) const
{
    const auto parts = parts_of(path);
    if (!parts || parts->empty()) return std::nullopt;
    for (auto part = parts->begin(); part + 1 != parts->end(); ++part)
        if (std::find(others.begin(), others.end(), lower(*part)) != others.end()) return std::nullopt;
    for (const ExerciseInfo& exercise : asked_)
        if (std::optional<Place> place = place_in(exercise, *parts)) return place;
    return place_of_name(*parts);
}

} // namespace lockstep::tool
