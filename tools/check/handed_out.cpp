// What the book handed out.
#include "check/handed_out.hpp"

#include "base/process.hpp"
#include "lockstep/files.hpp"
#include "lockstep/text.hpp"

#include <fmt/format.h>

#include <cstdint>

namespace lockstep::tool
{

namespace
{

namespace fs = std::filesystem;

/// What git prints; nothing when there is no git, or no repository, or it says no.
std::optional<std::string> git(const fs::path& source, const std::vector<std::string>& arguments)
{
    static const bool there = !find_program("git").empty();
    if (!there) return std::nullopt;
    Command command{.arguments = {"git", "-C", source.string()}, .environment = {{"LC_ALL", "C"}}};
    command.arguments.insert(command.arguments.end(), arguments.begin(), arguments.end());
    ProcessResult result = run_process(command, ProcessLimits{});
    if (!result.ok()) return std::nullopt;
    return std::move(result.output);
}

/// The last commit of the book's own; "HEAD" where it comes from nowhere.
std::optional<std::string> base_commit(const fs::path& source)
{
    if (!git(source, {"rev-parse", "--verify", "--quiet", "HEAD:./exercises"})) return std::nullopt;
    for (const char* from : {"upstream/HEAD", "upstream/main", "origin/HEAD", "origin/main"})
        if (const auto commit = git(source, {"merge-base", "HEAD", fmt::format("refs/remotes/{}", from)}))
            return std::string{trim(*commit)};
    return "HEAD";
}

fs::path kept_stub(const fs::path& source, const ExerciseInfo& exercise, const std::string& file)
{
    return source / ".stubs" / exercise.id / file;
}

/// FNV-1a: it tells versions of a text apart, and nobody gains by a collision.
std::string print_of(const std::string& text)
{
    std::uint64_t hash = 0xcbf29ce484222325U;
    for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3U;
    return fmt::format("text:{:016x}", hash);
}

/// The stubs' blobs by path: "exercises/03-first-kernel/2-saxpy/saxpy.cl".
std::map<std::string, std::string> blobs(const fs::path& source)
{
    std::map<std::string, std::string> result;
    const std::optional<std::string> base = base_commit(source);
    if (!base) return result;
    const std::string tree = git(source, {"ls-tree", "-r", *base, "exercises/"}).value_or("");
    for (const std::string& line : split_lines(tree)) { // "100644 blob HASH<tab>PATH"
        const std::size_t tab = line.find('\t');
        const std::size_t space = line.rfind(' ', tab);
        if (tab != std::string::npos && space < tab)
            result[line.substr(tab + 1)] = "git:" + line.substr(space + 1, tab - space - 1);
    }
    return result;
}

} // namespace

std::optional<std::string> handed_out_text(const fs::path& source, const ExerciseInfo& exercise,
                                           const std::string& file)
{
    if (const fs::path kept = kept_stub(source, exercise, file); fs::is_regular_file(kept))
        return read_bytes(kept);
    const std::optional<std::string> base = base_commit(source);
    if (!base) return std::nullopt;
    return git(source, {"show", fmt::format("{}:./exercises/{}/{}", *base, exercise.id, file)});
}

std::map<std::string, std::string> handed_out_texts(const fs::path& source, const ExerciseInfo& exercise)
{
    std::map<std::string, std::string> texts;
    for (const std::string& file : exercise.edit) {
        const auto text = handed_out_text(source, exercise, file);
        texts[file] = text ? replace_all(*text, "\r\n", "\n") : read_text(exercise.folder / file);
    }
    return texts;
}

std::map<std::string, formats::HandedOut> handed_out(const fs::path& source,
                                                     const std::vector<const ExerciseInfo*>& exercises)
{
    std::map<std::string, formats::HandedOut> result;
    if (exercises.empty()) return result;
    const std::map<std::string, std::string> stubs = blobs(source);
    for (const ExerciseInfo* exercise : exercises) {
        formats::HandedOut& files = result[exercise->id];
        for (const char* file : {"README.md", "test.cpp"}) // the reader does not edit them
            if (fs::is_regular_file(exercise->folder / file))
                files[file] = print_of(read_text(exercise->folder / file));
        for (const std::string& file : exercise->edit)
            if (const fs::path kept = kept_stub(source, *exercise, file); fs::is_regular_file(kept))
                files[file] = print_of(read_text(kept));
            else if (const auto blob = stubs.find(fmt::format("exercises/{}/{}", exercise->id, file));
                     blob != stubs.end())
                files[file] = blob->second;
    }
    return result;
}

} // namespace lockstep::tool
