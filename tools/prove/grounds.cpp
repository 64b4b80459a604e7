// Grounds of proofs.
#include "prove/grounds.hpp"

#include "base/fingerprint.hpp"
#include "base/own_oclgrind.hpp"
#include "base/paths.hpp"
#include "base/process.hpp"
#include "base/simulator.hpp"
#include "capture/sessions.hpp"
#include "check/built_tests.hpp"
#include "lockstep/device.hpp"
#include "lockstep/failure.hpp"
#include "lockstep/files.hpp"
#include "lockstep/formats/json_reader.hpp"
#include "lockstep/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <functional>
#include <set>
#include <sstream>
#include <unistd.h>

namespace lockstep::tool
{

namespace
{

namespace fs = std::filesystem;

// Where a file lies, whichever checkout it lies in.
std::string name_of(const fs::path& file)
{
    for (const auto& [folder, name] : {std::pair{build_dir(), "build"}, std::pair{source_dir(), "source"}})
        if (const fs::path inside = file.lexically_relative(folder);
            !inside.empty() && *inside.begin() != "..")
            return fmt::format("{}/{}", name, inside.string());
    return file.string();
}

// "SIZE TIME" of a file, as a change of it shows; empty where there is none.
std::string stamp_of(const fs::path& file)
{
    std::error_code missing;
    const auto time = fs::last_write_time(file, missing);
    if (missing) return "";
    return fmt::format("{} {}", fs::file_size(file), time.time_since_epoch().count());
}

// The fingerprint of a file's bytes. Those of the build's archives are kept from one process to the next, for as long as the stamp is
// the same: there are tens of megabytes of them.
std::string digest_of(const fs::path& file)
{
    constexpr std::uintmax_t large = 1U << 17U;
    const fs::path folder = proofs_folder();
    if (folder.empty() || fs::file_size(file) < large) return fingerprint(read_bytes(file));
    const fs::path known = folder / "digests" / fingerprint(file.string());
    const std::string stamp = stamp_of(file) + " ";
    if (fs::exists(known))
        if (const std::string kept = read_text(known); kept.starts_with(stamp))
            return kept.substr(stamp.size());
    const std::string digest = fingerprint(read_bytes(file));
    std::error_code ignored; // it is made anew the next time
    fs::create_directories(known.parent_path(), ignored);
    try {
        replace_text(known, stamp + digest);
    } catch (const Failure&) {
    }
    return digest;
}

// What this process has loaded, as Linux tells it.
std::set<std::string> loaded_libraries()
{
    std::set<std::string> libraries;
    std::ifstream maps{"/proc/self/maps"};
    for (std::string line; std::getline(maps, line);)
        if (const std::size_t at = line.find('/'); at != line.npos && contains(line.substr(at), ".so"))
            libraries.insert(line.substr(at));
    return libraries;
}

bool speaks_to_a_driver(std::string_view variable)
{
    static constexpr std::array beginnings{"LOCKSTEP_", "POCL_",  "OCL_",      "OCLGRIND_", "CUDA_",
                                           "RUSTICL_",  "OPENCL", "ASAN_",     "TSAN_",     "LD_PRELOAD",
                                           "CL_",       "LP_",    "LD_LIBRARY"};
    static constexpr std::array of_places{"LOCKSTEP_SOURCE_DIR=",   "LOCKSTEP_BUILD_DIR=", "LOCKSTEP_PROOFS=",
                                          "LOCKSTEP_PROVE_AFRESH=", "LOCKSTEP_PRESET=",    "POCL_CACHE_DIR="};
    const auto begins = [&](const char* with) { return variable.starts_with(with); };
    return std::ranges::any_of(beginnings, begins) && std::ranges::none_of(of_places, begins);
}

// Whether a file of the checkout is a page for readers, of which only the title is of interest to programs.
bool is_page(const std::string& inside)
{
    return inside.ends_with(".md") && (inside.ends_with("/lesson.md") || inside.starts_with("book/") ||
                                       inside.starts_with("docs/") || inside.find('/') == std::string::npos);
}

std::vector<fs::path> files_below(const fs::path& folder, const std::function<bool(const fs::path&)>& enters)
{
    std::vector<fs::path> files;
    if (!fs::is_directory(folder)) return files;
    for (fs::recursive_directory_iterator entry{folder}, end; entry != end; ++entry)
        if (entry->is_directory() && !enters(entry->path()))
            entry.disable_recursion_pending();
        else if (entry->is_regular_file())
            files.push_back(entry->path());
    std::ranges::sort(files);
    return files;
}

// "-I/place/of/the/checkout/lib" without the place.
std::string without_places(std::string text)
{
    return replace_all(replace_all(std::move(text), build_dir().string(), "build"), source_dir().string(),
                       "source");
}

} // namespace

fs::path proofs_folder()
{
    if (const char* named = std::getenv("LOCKSTEP_PROOFS")) return named;
    const fs::path beside = own_oclgrind(); // in the user's cache
    return beside.empty() ? fs::path{} : beside.parent_path() / "proofs";
}

Grounds::Grounds(const std::string& what) : lines_(what + "\n") {}

void Grounds::add(const std::string& name, std::string_view text)
{
    lines_ += fmt::format("{} {}\n", name, fingerprint(text));
}

void Grounds::add_file(const fs::path& file)
{
    lines_ +=
        fmt::format("{} {}\n", name_of(file), fs::is_regular_file(file) ? digest_of(file) : "is not there");
}

void Grounds::add_folder(const fs::path& folder, std::string_view but, std::string_view only)
{
    for (const fs::path& file : files_below(folder, [](const fs::path&) { return true; }))
        if (const std::string name = file.string();
            (but.empty() || !name.ends_with(but)) && name.ends_with(only))
            add_file(file);
}

void Grounds::add_installed(const fs::path& file)
{
    std::error_code missing;
    const fs::path real = fs::canonical(file, missing);
    lines_ += fmt::format("{} {}\n", file.string(),
                          missing ? "is not there" : real.string() + " " + stamp_of(real));
}

void Grounds::add_device()
{
    std::set<std::string> words;
    for (char** entry = environ; *entry != nullptr; ++entry)
        if (speaks_to_a_driver(*entry)) words.insert(*entry);
    for (const std::string& word : words) lines_ += word + "\n";
    try {
        const std::vector<DeviceEntry> devices = list_devices();
        const char* wanted = std::getenv("LOCKSTEP_DEVICE");
        const DeviceEntry& used = devices[pick_device(
            devices, wanted != nullptr ? std::optional<std::string_view>{wanted} : std::nullopt)];
        lines_ += fmt::format("{}, {}, {}\n", used.device_name, used.platform_name, used.driver_version);
    } catch (const Failure& failure) {
        lines_ += failure.happened() + "\n";
    }
    for (const std::string& library : loaded_libraries()) add_installed(library);
}

void Grounds::add_simulator()
{
    add_file(pocket_library(build_dir()));
    if (const fs::path oclgrind = find_program("oclgrind"); !oclgrind.empty()) add_installed(oclgrind);
    std::error_code none;
    for (const fs::directory_entry& entry : fs::directory_iterator{own_oclgrind() / "lib", none})
        add_installed(entry.path());
    for (const char* library : {"liblockstep-lens.so", "liblockstep-lens-runtime.so"})
        add_file(build_dir() / "lib" / library);
    add_folder(source_dir() / "lens" / "devices");
}

void Grounds::add_rooms(std::initializer_list<std::string_view> rooms)
{
    for (const char* below : {"lib/liblockstep-core.a", "lib/liblockstep-lib.a",
                              "formats/liblockstep-formats.a", "lens/liblockstep-lens-model.a"})
        add_file(build_dir() / below);
    for (const std::string_view room : rooms)
        add_file(build_dir() / "tools" / fmt::format("liblockstep-tools-{}.a", room));
}

void Grounds::add_exercise(const ExerciseInfo& exercise)
{
    add_folder(exercise.folder, "README.md");
    add_folder(source_dir() / "solutions" / exercise.id, "why.md");
    const fs::path built = build_dir() / "exercises";
    const std::string target = test_target(exercise);
    if (!exercise.host()) {
        add_file(built / target);
    } else {
        const fs::path how = built / (target + ".json");
        add(target + ".json", without_places(read_text(how)));
        const auto root = formats::JsonReader::read(how, "cmake --build build");
        add_installed(root.at("compiler").text());
        for (const std::string& folder : root.at("system").texts())
            for (const char* header : {"CL/cl.h", "CL/opencl.hpp"})
                if (fs::exists(fs::path{folder} / header)) add_installed(fs::path{folder} / header);
        add_file(built / fmt::format("lib{}.a", target));
        add_file(built / (target + "-judge"));
        for (const char* library : {"harness/liblockstep-harness.a", "harness/liblockstep-servant.a"})
            add_file(build_dir() / library);
    }
    for (const char* remote : {"lib/liblockstep-remote-cl.so", "bin/lockstep-remote-cl-server"})
        add_file(build_dir() / remote);
    const std::string tests = read_text(exercise.folder / "test.cpp");
    if (exercise.kernel_set || contains(tests, "kernel_set") || contains(tests, "source_folder"))
        add_folder(source_dir() / "kernels");
    add_folder(source_dir() / "lens" / "devices"); // some tests read it
}

void Grounds::add_ladder(const std::string& ladder)
{
    const fs::path built = build_dir() / "bench";
    add_folder(built, "", ".a");
    add_folder(built / "CMakeFiles" / "lockstep-bench.dir", "", ".o");
    add_folder(source_dir() / "kernels");
    add_folder(source_dir() / "chapters", "", ".cl"); // the first rungs
    add_file(source_dir() / "bench" / "results" / fmt::format("lens-{}.json", ladder));
    add_file(source_dir() / "bench" / "other_on_pocket.json");
}

void Grounds::add_chapter(const ChapterInfo& chapter)
{
    for (const fs::path& program : sorted_entries(build_dir() / "chapters"))
        if (program.filename().string().starts_with(chapter.slug)) add_file(program);
    add_folder(chapter.folder, "/lesson.md");
    add_folder(source_dir() / "chapters", "", ".cl"); // some take others' kernels
    add_folder(source_dir() / "kernels");
    add_folder(source_dir() / "bench" / "results"); // by which the lens forecasts
    for (const fs::path& file : sorted_entries(chapter.folder))
        if (fs::is_regular_file(file) &&
            contains(read_bytes(file), "CHAPTER_DIR \"/..\"")) // it reads the book
            add_folder(source_dir() / "chapters", "", "/lesson.md");
    const std::vector<ChapterInfo> chapters = load_catalogue(source_dir());
    for (const fs::path& session : sessions_in(chapter.folder)) {
        std::istringstream words{session_command(session)};
        for (std::string word; words >> word;) {
            if (word == "./lockstep") add_file(fs::canonical("/proc/self/exe"));
            if (const fs::path program = find_program(word); !program.empty()) add_installed(program);
            for (const ChapterInfo& other : chapters)
                for (const ExerciseInfo& exercise : other.exercises)
                    if (word == exercise.short_name()) add_exercise(exercise);
        }
    }
}

void Grounds::add_checkout()
{
    const fs::path source = source_dir();
    const auto is_source = [&](const fs::path& folder) {
        const std::string name = folder.filename().string();
        return !name.starts_with('.') && !(folder.parent_path() == source && name.starts_with("build")) &&
               folder != build_dir();
    };
    for (const fs::path& file : files_below(source, is_source)) {
        const std::string inside = file.lexically_relative(source).string();
        if (!is_page(inside)) add_file(file);
        if (inside.ends_with("/lesson.md"))
            add(inside, read_text(file).substr(0, read_text(file).find('\n')));
    }
    const auto is_built = [](const fs::path& folder) {
        return folder.filename() != "CMakeFiles" && folder.filename() != "Testing";
    };
    for (const char* folder : {"bin", "lib", "exercises", "tests"})
        for (const fs::path& file : files_below(build_dir() / folder, is_built))
            if ((fs::status(file).permissions() & fs::perms::owner_exec) != fs::perms::none ||
                file.extension() == ".a")
                add_file(file);
}

std::string Grounds::text() const
{
    return lines_;
}

} // namespace lockstep::tool
