// Compiling host exercises with the flags CMake wrote down at configure time.
#include "check/host_build.hpp"

#include "check/confinement.hpp"
#include "check/source_rules.hpp"
#include "lockstep/failure.hpp"
#include "lockstep/files.hpp"
#include "lockstep/formats/json_reader.hpp"
#include "lockstep/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <regex>

namespace lockstep::tool
{

namespace
{

namespace fs = std::filesystem;

// How CMake would compile and link a host exercise (cmake/Lockstep.cmake writes it).
struct HowToBuild
{
    std::string compiler;
    std::vector<std::string> system; ///< folders that the compiler searches without being told
    std::vector<std::string> compile, harness, link;
    std::vector<std::string> servant; ///< in place of the harness; none where the tests cannot run outside
};

HowToBuild how_to_build(const ExerciseInfo& exercise, const fs::path& build)
{
    const auto root = formats::JsonReader::read(
        build / "exercises" / fmt::format("exercise-{}-{}.json", exercise.chapter, exercise.name),
        fmt::format("cmake {}", build.string()));
    return {.compiler = root.at("compiler").text(),
            .system = root.at("system").texts(),
            .compile = root.at("compile").texts(),
            .harness = root.at("harness").texts(),
            .link = root.at("link").texts(),
            .servant = root.at("servant").texts()};
}

Command compiler(const HowToBuild& how)
{
    return {.arguments = {how.compiler}, .environment = {{"LC_ALL", "C"}}};
}

void append(Command& command, const std::vector<std::string>& arguments)
{
    command.arguments.insert(command.arguments.end(), arguments.begin(), arguments.end());
}

// What the student's files were compiled to, in `folder`.
void append_objects(Command& command, const ExerciseInfo& exercise, const fs::path& folder)
{
    for (const std::string& file : exercise.edit)
        if (file.ends_with(".cpp"))
            command.arguments.push_back(
                (folder / fs::path{file + ".ii"}.filename().replace_extension(".o")).string());
}

ProcessLimits generous(ProcessLimits limits)
{
    limits.time = std::chrono::minutes{2};
    return limits;
}

// The folders that -I and -isystem name, and those the compiler searches without being told.
std::vector<fs::path> header_folders(const HowToBuild& how)
{
    // Debian 13 keeps the kernel's headers here, behind links, which GCC follows.
    std::vector<fs::path> folders{"/usr/lib/linux/uapi"};
    for (const std::string& folder : how.system) folders.emplace_back(folder);
    std::string before;
    for (const std::string& argument : how.compile) {
        if (before == "-isystem" || before == "-I")
            folders.emplace_back(argument);
        else if (argument.starts_with("-I"))
            folders.emplace_back(argument.substr(2));
        before = argument;
    }
    return folders;
}

// What the linker reads of the build, for a program with the tests or for one without.
std::vector<fs::path> archives_of(const HowToBuild& how, const std::vector<std::string>& own)
{
    std::vector<fs::path> archives;
    for (const std::vector<std::string>* list : {&own, &how.link})
        for (const std::string& argument : *list)
            if (argument.starts_with('/')) archives.emplace_back(argument);
    return archives;
}

// What is lacking of the build is not the student's fault, and no verdict on the student's file.
void require_built(const ExerciseInfo& exercise, const std::vector<fs::path>& archives)
{
    for (const fs::path& archive : archives)
        if (!fs::exists(archive))
            throw Failure(fmt::format("The build is broken: {}, which {} is linked with, is not there.",
                                      archive.string(), exercise.short_name()),
                          "./lockstep doctor, and where that finds nothing: rm -r build");
}

// The compiler, which writes below `into`, in a sandbox if that is wanted.
Command compiler_for(const HowToBuild& how, const HostPlaces& places, const fs::path& into)
{
    Command command = compiler(how);
    if (!places.sandboxed) return command;
    command.sandbox = compiler_sandbox(how.compiler, places.files, header_folders(how), into);
    return command;
}

constexpr const char* student_library = "libstudent.so";

// The compiler for what goes into a library.
Command library_compiler(const ExerciseInfo& exercise, const HowToBuild& how)
{
    Command command = compiler(how);
    command.arguments.emplace_back("-fPIC");
    if (exercise.sanitizer == "thread")
        command.arguments.emplace_back("-D_GLIBCXX_TSAN=1"); // as in every build
    return command;
}

HostBuild refused(const std::string& message, double seconds)
{
    return {.ok = false, .message = message, .seconds = seconds};
}

// A log's lines, with files of `folder` named without it.
std::vector<std::string> lines_of_log(const std::string& log, const fs::path& folder)
{
    const std::string prefix = folder.string() + "/";
    std::vector<std::string> lines = split_lines(log);
    for (std::string& line : lines) {
        line.resize(std::min<std::size_t>(line.size(), 2000)); // std::regex recurses once a character
        if (const std::size_t at = line.find(prefix); at != std::string::npos) line.erase(at, prefix.size());
    }
    return lines;
}

// The line of the source that gcc or clang quotes below a message, and the caret under it.
std::string quoted_source(const std::vector<std::string>& lines, std::size_t message)
{
    static const std::regex place{R"(^ *([0-9]*|\+\+\+) \|.*)"};
    std::string text;
    for (std::size_t next = message + 1; next < lines.size() && next <= message + 2; ++next) {
        const bool quoted = std::regex_match(lines[next], place);
        const bool caret = next == message + 2 && lines[next].find('^') != std::string::npos;
        const bool clang_quotes = next == message + 1 && message + 2 < lines.size() && !quoted &&
                                  trim(lines[message + 2]).starts_with('^');
        if (!quoted && !caret && !clang_quotes) break;
        text += "\n  " + lines[next];
    }
    return text;
}

// The note on an error that helps to mend it: the first one, about the reader's own file, but for lists of candidates and
// what only explains how far the compiler had come. 0: there is none.
std::size_t helpful_note(const std::vector<std::string>& lines, std::size_t error)
{
    static const std::regex message{R"((.*: )?((fatal )?error|warning): .*)"};
    static const std::regex note{R"(([^ :]+):\d+:\d+: note: (.*))"};
    for (std::size_t i = error + 1; i < lines.size(); ++i) {
        std::smatch match;
        if (std::regex_match(lines[i], message)) return 0;
        if (!std::regex_match(lines[i], match, note)) continue;
        const std::string words{trim(match[2].str())};
        const bool own = !match[1].str().starts_with('/');
        const bool idle = words.starts_with("candidate") || words.starts_with("in expansion") ||
                          contains(words, "reported only once");
        return own && !idle ? i : 0;
    }
    return 0;
}

// What the compiler says of the file itself: of a preprocessed one it does not know the columns.
std::string errors_of_source(const ExerciseInfo& exercise, const HowToBuild& how, const HostPlaces& places,
                             const ProcessLimits& limits)
{
    const fs::path& files = places.files;
    Command command = compiler_for(how, places, {});
    append(command, how.compile);
    command.arguments.push_back("-fsyntax-only");
    for (const std::string& file : exercise.edit) command.arguments.push_back((files / file).string());
    const ProcessResult process = run_process(command, generous(limits));
    return process.ok() ? "" : first_errors(process.error, fs::absolute(files));
}

} // namespace

std::string first_errors(const std::string& log, const fs::path& folder)
{
    static const std::regex wanted{
        R"(.*(: (fatal )?error: |undefined reference to|undefined symbol|multiple definition of).*)"};
    constexpr int most = 3;
    const std::vector<std::string> lines = lines_of_log(log, folder);
    std::string text;
    int errors = 0;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        if (!std::regex_match(lines[i], wanted) || ++errors > most) continue;
        text += "\n  " + lines[i] + quoted_source(lines, i);
        if (const std::size_t note = helpful_note(lines, i); note != 0)
            text += "\n  " + lines[note] + quoted_source(lines, note);
    }
    if (errors > most)
        text += fmt::format("\n  and {} more; mend the first, and some of the others may go with it",
                            errors - most);
    return text.empty() ? "\n" + log.substr(0, 2000) : text;
}

std::string first_warning(const std::string& log, const fs::path& folder)
{
    // The columns of a preprocessed file are not the reader's.
    static const std::regex warning{R"((\S+:\d+):\d+: warning: (.*?)(?: \[-W([^\]=]+)=?\d*\])?)"};
    for (const std::string& line : lines_of_log(log, folder)) {
        std::smatch match;
        if (!std::regex_match(line, match, warning) || match[1].str().starts_with('/')) continue;
        const std::string kind = match[3];
        const bool idle = kind.starts_with("unused-") && kind != "unused-value" && kind != "unused-result";
        if (!idle) return fmt::format("{}: {}", match[1].str(), match[2].str());
    }
    return "";
}

HostBuild preprocess_host_exercise(const ExerciseInfo& exercise, const HostPlaces& places,
                                   const fs::path& into, const ProcessLimits& limits)
{
    const HowToBuild how = how_to_build(exercise, places.build);
    HostBuild result{.ok = true, .message = {}, .seconds = 0};
    for (const std::string& file : exercise.edit) {
        if (!file.ends_with(".cpp")) continue;
        Command command = compiler_for(how, places, into);
        append(command, how.compile);
        // What the standard library does under ThreadSanitizer it does in every build, or the sanitizer would find
        // races that are none.
        if (exercise.sanitizer == "thread") command.arguments.emplace_back("-D_GLIBCXX_TSAN=1");
        const fs::path preprocessed = into / (file + ".ii");
        const fs::path dependencies = into / (file + ".d");
        command.arguments.insert(command.arguments.end(),
                                 {"-E", "-MD", "-MF", dependencies.string(), "-MT", "it", "-o",
                                  preprocessed.string(), (places.files / file).string()});
        const ProcessResult process = run_process(command, generous(limits));
        result.seconds += process.seconds;
        if (!process.ok())
            return refused(fmt::format("{} does not compile.{}", file,
                                       first_errors(process.error, fs::absolute(places.files))),
                           result.seconds);
        const IncludeRules rules{.files = places.files,
                                 .own_headers = exercise.folder,
                                 .source = places.source,
                                 .headers = header_folders(how)};
        if (const std::string outside = stray_include(read_text(dependencies), file, rules); !outside.empty())
            return refused(outside, result.seconds);
        if (const std::string forged = forged_place(read_text(dependencies), places.files); !forged.empty())
            return refused(forged, result.seconds);
        if (const std::string word = forbidden_word(read_text(preprocessed), file, places.files);
            !word.empty())
            return refused(word, result.seconds);
    }
    return result;
}

HostBuild build_host_exercise(const ExerciseInfo& exercise, const HostPlaces& places,
                              const fs::path& preprocessed, const fs::path& program,
                              const std::string& sanitizer, const ProcessLimits& limits)
{
    const HowToBuild how = how_to_build(exercise, places.build);
    const fs::path into = program.parent_path();
    const std::vector<fs::path> archives = archives_of(how, how.harness);
    require_built(exercise, archives);
    Command compile = compiler_for(how, places, into);
    Command link = compiler(how);
    if (places.sandboxed) {
        compile.sandbox->readable.push_back(preprocessed);
        link.sandbox = linker_sandbox(how.compiler, archives, into);
    }
    compile.folder = into; // where the objects go
    append(compile, how.compile);
    compile.arguments.emplace_back("-c");
    append(link, how.compile);
    if (!sanitizer.empty()) // which tells lines
        for (Command* command : {&compile, &link})
            command->arguments.insert(command->arguments.end(), {"-g", "-fsanitize=" + sanitizer});
    append(link, how.harness); // first, so that nothing runs before it
    for (const std::string& file : exercise.edit)
        if (file.ends_with(".cpp"))
            compile.arguments.push_back((fs::absolute(preprocessed) / (file + ".ii")).string());
    append_objects(link, exercise, into);
    append(link, how.link);
    link.arguments.insert(link.arguments.end(), {"-o", program.string()});

    ProcessResult process = run_process(compile, generous(limits));
    const std::string compiled_log = process.error;
    const double compiled = process.seconds;
    if (process.ok()) {
        process = run_process(link, generous(limits));
        process.seconds += compiled;
    }
    HostBuild result{.ok = process.ok(), .message = {}, .seconds = process.seconds};
    if (result.ok) {
        result.warning = first_warning(compiled_log, fs::absolute(places.files));
        return result;
    }
    std::string errors = errors_of_source(exercise, how, places, limits);
    if (errors.empty()) errors = first_errors(process.error, fs::absolute(places.files));
    result.message = fmt::format("{} does not compile.{}", exercise.edit.front(), errors);
    return result;
}

HostLibraries::HostLibraries(const ExerciseInfo& exercise, const HostPlaces& solution, const fs::path& into,
                             const ProcessLimits& limits)
    : exercise_(exercise), places_(solution), into_(into), limits_(generous(limits))
{
    const fs::path file = exercise.edit.front();
    const std::string header = file.stem().string() + ".hpp";
    if (file.extension() != ".cpp" || !fs::exists(exercise.folder / header)) return;
    std::string text = fmt::format("#include \"{}\"\n", (exercise.folder / header).string());
    for (const std::string& line : split_lines(read_text(solution.files / file)))
        if (line.starts_with("#include <")) text += line + "\n";
    write_text(into / header, text);
    const HowToBuild how = how_to_build(exercise, places_.build);
    Command command = library_compiler(exercise, how);
    append(command, how.compile);
    command.arguments.insert(command.arguments.end(), {"-x", "c++-header", (into / header).string(), "-o",
                                                       (into / header).string() + ".gch"});
    run_process(command, limits_); // it does no harm where the compiler cannot use it
}

bool HostLibraries::build(const fs::path& files) const
{
    const HowToBuild how = how_to_build(exercise_, places_.build);
    Command command = library_compiler(exercise_, how);
    command.arguments.push_back("-I" + into_.string()); // before the exercise's own folder
    append(command, how.compile);
    command.arguments.insert(
        command.arguments.end(),
        {"-shared", "-Wl,-soname," + std::string{student_library}, "-o", (files / student_library).string()});
    for (const std::string& file : exercise_.edit)
        if (file.ends_with(".cpp")) command.arguments.push_back((files / file).string());
    append(command, how.link); // the linker that is fast
    return run_process(command, limits_).ok();
}

fs::path HostLibraries::link_tests(const fs::path& files) const
{
    const HowToBuild how = how_to_build(exercise_, places_.build);
    const fs::path program = into_ / "program";
    Command link = compiler(how);
    append(link, how.compile);
    append(link, how.harness);
    link.arguments.insert(link.arguments.end(), {"-rdynamic", (files / student_library).string()});
    append(link, how.link);
    link.arguments.insert(link.arguments.end(), {"-o", program.string()});
    return run_process(link, limits_).ok() ? program : fs::path{};
}

bool is_judged_outside(const ExerciseInfo& exercise)
{
    return exercise.host() && fs::exists(exercise.folder / "calls.cpp");
}

HostBuild link_servant(const ExerciseInfo& exercise, const HostPlaces& places, const fs::path& servant,
                       const ProcessLimits& limits)
{
    const HowToBuild how = how_to_build(exercise, places.build);
    const fs::path into = servant.parent_path();
    const std::vector<fs::path> archives = archives_of(how, how.servant);
    require_built(exercise, archives);
    Command link = compiler(how);
    if (places.sandboxed) link.sandbox = linker_sandbox(how.compiler, archives, into);
    append(link, how.compile);
    append_objects(link, exercise, into); // first: of two weak functions, the student's is taken
    append(link, how.servant);
    append(link, how.link);
    link.arguments.insert(link.arguments.end(), {"-o", servant.string()});
    const ProcessResult process = run_process(link, generous(limits));
    HostBuild result{.ok = process.ok(), .message = {}, .seconds = process.seconds};
    if (!result.ok)
        result.message =
            fmt::format("{} cannot be linked to be run apart from its tests.{}", exercise.edit.front(),
                        first_errors(process.error, fs::absolute(places.files)));
    return result;
}

bool has_sanitizer(const ExerciseInfo& exercise, const fs::path& build, const fs::path& scratch,
                   const std::string& sanitizer)
{
    const fs::path file = scratch / "sanitizer.cpp";
    write_text(file, "int main() {}\n");
    Command command = compiler(how_to_build(exercise, build));
    command.arguments.insert(command.arguments.end(), {"-fsanitize=" + sanitizer, file.string(), "-o",
                                                       (scratch / "sanitizer").string()});
    return run_process(command, {}).ok();
}

} // namespace lockstep::tool
