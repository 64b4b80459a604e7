// Chromium without a window: it prints pages and runs their scripts.
#include "book/chromium.hpp"

#include "base/process.hpp"
#include "lockstep/failure.hpp"
#include "lockstep/text.hpp"

#include <algorithm>
#include <chrono>

#include <unistd.h>

#include <fmt/format.h>

namespace lockstep::book
{
namespace
{

namespace fs = std::filesystem;

/// What it said last, without what it always says of a desktop that is not there.
std::string last_words(const std::string& error)
{
    std::string last;
    for (const std::string& line : split_lines(error))
        if (!trim(line).empty() && line.find("dbus/") == std::string::npos) last = trim(line);
    return last;
}

std::string how_it_ended(const tool::ProcessResult& run, const fs::path& work)
{
    constexpr std::uintmax_t least_room = std::uintmax_t{64} << 20U;
    if (std::error_code none; fs::space(work, none).available < least_room && !none)
        return fmt::format("there is no space left in {}", work.string());
    if (run.timed_out) return fmt::format("it had not ended after {:.0f} s", run.seconds);
    if (run.out_of_memory) return "it took more memory than it may";
    if (run.signal != 0) return fmt::format("it was ended by signal {}", run.signal);
    const std::string words = last_words(run.error);
    return fmt::format("it ended with status {}{}{}", run.status, words.empty() ? "" : " and said: ", words);
}

} // namespace

Chromium::Chromium(fs::path work) : work_(std::move(work))
{
    for (const char* name : {"chromium", "chromium-browser", "google-chrome", "google-chrome-stable"})
        if (program_.empty()) program_ = tool::find_program(name);
    const fs::path application = "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome";
    if (program_.empty() && fs::exists(application)) program_ = application;
    if (program_.empty())
        throw Failure("Chromium is not installed, and it is what prints the book.",
                      "sudo apt install chromium   (on Debian; then the same command again)");
}

std::string Chromium::run(const std::vector<std::string>& arguments, const fs::path& html) const
{
    const fs::path profile = work_ / "profile";
    std::error_code ignored;
    fs::remove_all(profile, ignored); // of a run that was ended, which would take it for its own still
    std::vector<std::string> all{program_.string(),
                                 "--headless",
                                 "--disable-gpu",
                                 "--disable-dev-shm-usage",
                                 "--disable-background-networking",
                                 "--no-first-run",
                                 "--user-data-dir=" + profile.string()};
    if (geteuid() == 0) all.emplace_back("--no-sandbox"); // which it refuses to set up for root
    all.insert(all.end(), arguments.begin(), arguments.end());
    all.push_back("file://" + replace_all(replace_all(html.string(), "%", "%25"), "#", "%23"));
    const tool::ProcessResult run =
        tool::run_process({.arguments = all, .folder = work_}, {.time = std::chrono::minutes(30),
                                                                .patience = 2,
                                                                .memory_bytes = std::size_t{16} << 30U,
                                                                .output_bytes = std::size_t{256} << 20U});
    fs::remove_all(profile, ignored);
    if (run.ok()) return run.output;
    throw Failure(fmt::format("Chromium ({}) did not get through {}: {}.", program_.string(),
                              html.filename().string(), how_it_ended(run, work_)));
}

void Chromium::print(const fs::path& html, const fs::path& pdf) const
{
    fs::remove(pdf);
    run({"--no-pdf-header-footer", "--generate-pdf-document-outline", "--print-to-pdf=" + pdf.string()},
        html);
    if (!fs::exists(pdf) || fs::file_size(pdf) == 0)
        throw Failure(fmt::format("Chromium ({}) ended, but printed nothing. Is there space in {}?",
                                  program_.string(), pdf.parent_path().string()));
}

std::string Chromium::after_scripts(const fs::path& html) const
{
    return run({"--virtual-time-budget=60000", "--dump-dom"}, html);
}

} // namespace lockstep::book
