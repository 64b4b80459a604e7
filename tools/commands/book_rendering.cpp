#include "commands/book_rendering.hpp"

#include "base/fingerprint.hpp"
#include "base/status.hpp"
#include "draw/lens_picture.hpp"

#include <lockstep/error.hpp>

#include <algorithm>
#include <cstdio>
#include <vector>

#include <unistd.h>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace lockstep::tool
{
namespace
{

std::vector<book::ErrorRow> error_rows()
{
    std::vector<book::ErrorRow> rows;
    for (const ErrorEntry& entry : error_catalogue())
        rows.push_back({entry.code, entry.name, entry.meaning, entry.cause, entry.next});
    return rows;
}

std::string size_and_place(const std::string& file)
{
    return fmt::format("{:.1f} MB, {}", static_cast<double>(std::filesystem::file_size(file)) / 1e6, file);
}

} // namespace

void open_page(const std::string& page)
{
    if (fork() == 0) {
        if (std::freopen("/dev/null", "w", stderr) == nullptr) _exit(127);
        for (const char* opener : {"xdg-open", "open", "wslview"})
            execlp(opener, opener, page.c_str(), nullptr);
        _exit(127);
    }
}

std::string rendered_from(const BookTarget& target)
{
    namespace fs = std::filesystem;
    std::vector<std::string> files{target.repository};
    const auto add = [&](const fs::path& file) {
        std::error_code gone;
        files.push_back(fmt::format("{} {} {}", file.string(), fs::file_size(file, gone),
                                    fs::last_write_time(file, gone).time_since_epoch().count()));
    };
    for (const char* program : {"lockstep", "figures"}) add(build_dir() / "bin" / program);
    add(build_dir() / "page" / "runs.json");
    for (auto entry =
             fs::recursive_directory_iterator{target.source, fs::directory_options::skip_permission_denied};
         entry != fs::recursive_directory_iterator{}; ++entry) {
        const std::string name = entry->path().filename().string();
        if (entry->is_directory() && (name.starts_with('.') || name.starts_with("build")))
            entry.disable_recursion_pending();
        else if (entry->is_regular_file())
            add(entry->path());
    }
    std::ranges::sort(files);
    return fingerprint(fmt::format("{}", fmt::join(files, "\n")));
}

int render_checkout(const BookTarget& target)
{
    book::BookOptions options;
    options.source = target.source;
    options.design = own_source_dir() / "book";
    options.build = target.out;
    options.repository = target.repository;
    options.figures_program = build_dir() / "bin" / "figures";
    options.errors = error_rows();
    options.pdf = target.pdf;
    options.epub = target.epub;
    options.lens_picture = [](const auto& device, const auto& line, const std::string& name) {
        return lens_picture(device, line, {.name = name});
    };
    if (std::filesystem::equivalent(options.source, source_dir())) {
        options.lens = target.lens;
        options.engine = build_dir() / "page";
    }
    const bool on_terminal = isatty(STDERR_FILENO) != 0;
    if (on_terminal)
        options.progress = [](std::string_view step) { fmt::print(stderr, "\r\033[K{} …", step); };
    try {
        const book::BookResult result = render_book(options);
        if (on_terminal) fmt::print(stderr, "\r\033[K");
        for (const std::string& note : result.notes) fmt::print(stderr, "note: {}\n", note);
        fmt::print("The book: {} pages, {:.1f} MB, rendered in {:.1f} s.\nOpen {}\n", result.pages,
                   static_cast<double>(result.bytes) / 1e6, result.seconds, result.index.string());
        if (!target.pdf.empty())
            fmt::print("Printed: {} pages, {}.\n", result.sheets, size_and_place(target.pdf));
        if (!target.epub.empty()) fmt::print("As an e-book: {}.\n", size_and_place(target.epub));
        if (target.open) open_page(result.index.string());
        return done;
    } catch (const Failure& error) {
        if (on_terminal) fmt::print(stderr, "\r\033[K");
        fmt::print(stderr, "{}\n", error.what());
        return wrong_usage;
    }
}

} // namespace lockstep::tool
