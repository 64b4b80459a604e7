// Lines of a program's text and of the files that it includes, and what stands there.
#include "source_text.hpp"

#include "lockstep/formats/lens_report.hpp"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <mutex>
#include <vector>

#include <dlfcn.h>

namespace lockstep::lens
{

namespace
{

constexpr unsigned line_bits = 22;
constexpr unsigned line_mask = (1U << line_bits) - 1;

/// What Oclgrind compiles a program's text as, and where it lays the headers that a program is compiled with.
constexpr std::string_view own_name = "input.cl";
constexpr std::string_view header_folder = "/remapped/";

struct Files
{
    std::mutex mutex;
    std::vector<std::string> names{""};
    std::vector<std::string> folders{""}; // that a name counts from
};

Files& files()
{
    static auto& made = *new Files; // kernels may run while the process ends
    return made;
}

std::string_view trimmed(std::string_view text)
{
    const std::size_t first = text.find_first_not_of(" \t\r");
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

/// Of a line `#line 7 "file"` or `# 7 "file"`: the number, and the file where one stands there.
std::optional<std::pair<unsigned, std::optional<std::string>>> renumbering(std::string_view line)
{
    line = trimmed(line);
    if (!line.starts_with('#')) return std::nullopt;
    line = trimmed(line.substr(1));
    if (line.starts_with("line")) line = trimmed(line.substr(4));
    unsigned number = 0;
    const auto [end, error] = std::from_chars(line.data(), line.data() + line.size(), number);
    if (error != std::errc{}) return std::nullopt;
    line = trimmed(line.substr(static_cast<std::size_t>(end - line.data())));
    if (!line.starts_with('"')) return std::pair{number, std::optional<std::string>{}};
    return std::pair{number, std::optional{std::string{line.substr(1, line.find('"', 1) - 1)}}};
}

/// The whole of a file; empty where there is none.
std::string read_file(unsigned place, const std::string& name)
{
    std::string folder;
    {
        Files& known = files();
        const std::lock_guard lock{known.mutex};
        folder = known.folders.at(place >> line_bits);
    }
    std::ifstream stream{std::filesystem::path{folder} / name, std::ios::binary};
    return {std::istreambuf_iterator<char>{stream}, {}};
}

/// The text of a header that the program was compiled with, or of a program that was compiled to be linked: the
/// interposer keeps it.
const char* kept_text(const std::string& file)
{
    using Lookup = const char* (*)(const char*);
    static const auto look_up = reinterpret_cast<Lookup>(dlsym(RTLD_DEFAULT, "lockstep_lens_kept_text"));
    return look_up != nullptr ? look_up(file.c_str()) : nullptr;
}

} // namespace

unsigned place_at(unsigned line, std::string_view file, std::string_view folder)
{
    line = std::min(line, line_mask);
    if (line == 0) return 0;
    if (file.starts_with(header_folder)) file.remove_prefix(header_folder.size());
    if (file.empty() || file == own_name) return line;
    Files& known = files();
    const std::lock_guard lock{known.mutex};
    const auto found = std::find(known.names.begin(), known.names.end(), file);
    const auto index = static_cast<unsigned>(found - known.names.begin());
    if (index > (~0U >> line_bits)) return line;
    if (found == known.names.end()) {
        known.names.emplace_back(file);
        known.folders.emplace_back(folder);
    }
    return (index << line_bits) | line;
}

unsigned line_at(unsigned place)
{
    return place & line_mask;
}

std::string file_at(unsigned place)
{
    Files& known = files();
    const std::lock_guard lock{known.mutex};
    return known.names.at(place >> line_bits);
}

SourceText::SourceText(std::string_view own) : own_(own) {}

SourceText::Lines SourceText::lines_of(std::string_view text, const std::string& file)
{
    Lines lines;
    std::string current = file;
    unsigned number = 1;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        const std::string_view line = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        if (const auto jump = renumbering(line)) {
            number = jump->first;
            if (jump->second) current = *jump->second;
            continue;
        }
        lines.emplace(std::pair{current, number++}, trimmed(line));
    }
    return lines;
}

std::string SourceText::line(unsigned place)
{
    const unsigned number = line_at(place);
    if (number == 0) return std::string{formats::no_line};
    const std::string file = file_at(place);
    if (!own_lines_) own_lines_ = lines_of(own_, "");
    auto found = own_lines_->find({file, number});
    if (found == own_lines_->end() && !file.empty()) {
        if (!file_lines_.contains(file)) {
            std::string& text = files_[file];
            const char* const kept = kept_text(file);
            text = kept != nullptr ? kept : read_file(place, file);
            file_lines_[file] = lines_of(text, file);
        }
        found = file_lines_[file].find({file, number});
        if (found == file_lines_[file].end()) return {};
    } else if (found == own_lines_->end()) {
        return {};
    }
    found_ = true;
    return std::string{found->second};
}

} // namespace lockstep::lens
