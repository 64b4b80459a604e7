// Bringing stubs back.
#include "desk/stub.hpp"

#include "check/handed_out.hpp"
#include "lockstep/failure.hpp"
#include "lockstep/files.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <map>

namespace lockstep::tool
{

namespace fs = std::filesystem;

fs::path free_name(const fs::path& file)
{
    for (int number = 1;; ++number) {
        fs::path name = file;
        name.replace_filename(
            fmt::format("{}.your-{}{}", file.stem().string(), number, file.extension().string()));
        if (!fs::exists(fs::symlink_status(name))) return name;
    }
}

std::string bring_back_stub(const fs::path& source, const ExerciseInfo& exercise)
{
    std::map<std::string, std::string> stubs; // all of them, before anything is touched
    for (const std::string& file : exercise.edit) {
        const std::optional<std::string> text = handed_out_text(source, exercise, file);
        if (!text)
            throw Failure(
                fmt::format("exercises/{}/{} cannot be brought back: this folder is no clone that git "
                            "can read, and it has no .stubs/{}/{}.",
                            exercise.id, file, exercise.id, file),
                "take the file from where you got the book");
        stubs[file] = *text;
    }
    std::string told;
    for (const auto& [file, text] : stubs) {
        const fs::path path = exercise.folder / file;
        const std::string name = fmt::format("exercises/{}/{}", exercise.id, file);
        if (fs::exists(path) && read_bytes(path) == text) {
            told += fmt::format("{} is as the book hands it out; nothing was changed.\n", name);
            continue;
        }
        fs::path kept;
        if (fs::exists(path)) {
            kept = free_name(path);
            std::error_code failed;
            fs::rename(path, kept, failed);
            if (failed)
                throw Failure(fmt::format("{} cannot be put aside: {}.", name, failed.message()),
                              "make its folder writable");
        }
        replace_text(path, text);
        told += fmt::format("{} is as the book hands it out.\n", name);
        if (!kept.empty())
            told +=
                fmt::format("  Your text is kept: exercises/{}/{}\n", exercise.id, kept.filename().string());
    }
    return told;
}

std::string unedited(const fs::path& source, const ExerciseInfo& exercise)
{
    for (const std::string& file : exercise.edit) {
        const fs::path path = exercise.folder / file;
        if (!fs::exists(path) || handed_out_text(source, exercise, file) != read_bytes(path)) return "";
    }
    return fmt::format("{} {} still as {} handed out.", fmt::join(exercise.edit, ", "),
                       exercise.edit.size() == 1 ? "is" : "are",
                       exercise.edit.size() == 1 ? "it was" : "they were");
}

} // namespace lockstep::tool
