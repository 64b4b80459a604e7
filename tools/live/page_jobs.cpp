#include "live/page_jobs.hpp"

#include "base/paths.hpp"
#include "live/counted.hpp"
#include "lockstep/failure.hpp"
#include "lockstep/files.hpp"
#include "lockstep/formats/json_reader.hpp"

#include <fmt/format.h>

#include <utility>

namespace lockstep::tool
{

namespace
{

namespace fs = std::filesystem;

constexpr std::size_t gibibyte = std::size_t{1} << 30U;

// Building a chapter's program for the first time counts, too.
ProcessLimits limits_of(std::chrono::milliseconds time)
{
    return {.time = time, .patience = 4, .memory_bytes = 12 * gibibyte};
}

// What the page asks a fluid for next, in the folder of its pictures.
constexpr const char* stirred_question = "stirred-question.txt";

// The words of `lockstep step` for what a page asks; what is missing is the command's own choice.
std::vector<std::string> step_words(const nlohmann::json& asked)
{
    std::vector<std::string> words;
    const auto add = [&](const char* option, const nlohmann::json& of, const char* name) {
        if (!of.contains(name)) return;
        const std::string word = of[name].is_string() ? of[name].get<std::string>() : of[name].dump();
        if (!word.empty()) words.push_back(fmt::format("--{}={}", option, word));
    };
    add("kernel", asked, "kernel");
    add("launch", asked, "launch");
    add("group", asked, "group");
    add("sub-group", asked, "sub");
    add("profile", asked, "profile");
    if (asked.contains("width") && asked["width"] != 0) add("width", asked, "width");
    if (!asked.contains("own") || !asked["own"].is_object()) return words;
    add("own", asked["own"], "text");
    add("options", asked["own"], "options");
    return words;
}

std::string text_of_event(const nlohmann::json& data)
{
    return data.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

} // namespace

PageJobs::PageJobs(fs::path source, fs::path build, fs::path program, const ReaderFiles& files)
    : source_(std::move(source)), build_(std::move(build)), program_(std::move(program)), files_(files)
{
}

PageJob PageJobs::job(std::vector<std::string> words) const
{
    PageJob job;
    job.command.arguments = {program_.string()};
    job.command.arguments.insert(job.command.arguments.end(), std::make_move_iterator(words.begin()),
                                 std::make_move_iterator(words.end()));
    job.command.environment = {{"NO_COLOR", "1"},
                               {"LOCKSTEP_SOURCE_DIR", source_.string()},
                               {"LOCKSTEP_BUILD_DIR", build_.string()}};
    job.command.folder = source_;
    const fs::path preloaded = build_ / "lib" / "liblockstep-own-kernels.so";
    if (fs::exists(preloaded)) job.command.environment["LD_PRELOAD"] = preloaded.string();
    return job;
}

void PageJobs::with_own_copies(PageJob& job, const ChapterInfo& chapter) const
{
    // The programs are those of the tree that this one was made in.
    job.command.environment["LOCKSTEP_OWN_KERNELS"] = fmt::format(
        "{}:{}", (own_source_dir() / "chapters" / chapter.slug).string(), files_.copies_of(chapter).string());
}

nlohmann::json PageJobs::devices() const
{
    const Command command = job({"devices", "--json"}).command;
    const ProcessResult result = run_process(command, limits_of(std::chrono::seconds{30}));
    nlohmann::json devices = nlohmann::json::parse(result.output, nullptr, false);
    if (!devices.is_array()) devices = nlohmann::json::array();
    if (!find_program("oclgrind").empty())
        devices.push_back(
            {{"name", "Oclgrind, the simulated device"}, {"wanted", "oclgrind"}, {"used", false}});
    return devices;
}

PageJob PageJobs::run(const ChapterInfo& chapter, const std::string& program,
                      const std::vector<std::string>& arguments) const
{
    std::vector<std::string> words{"run", "--events",
                                   program.empty() ? chapter.slug : chapter.slug + "/" + program};
    if (!arguments.empty()) words.emplace_back("--");
    words.insert(words.end(), arguments.begin(), arguments.end());
    PageJob made = job(std::move(words));
    made.limits = limits_of(std::chrono::minutes{2});
    made.speaks_json = true;
    with_own_copies(made, chapter);
    return made;
}

PageJob PageJobs::stir(const ChapterInfo& chapter, int columns, int rows) const
{
    const fs::path folder = build_ / "output" / chapter.slug;
    fs::remove(folder / stirred_question); // of the last one
    PageJob made = run(chapter, "stirred", {std::to_string(columns), std::to_string(rows)});
    made.limits = limits_of(std::chrono::minutes{60});
    return made;
}

void PageJobs::ask_stirred(const ChapterInfo& chapter, const nlohmann::json& asked) const
{
    std::string line;
    for (const char* name : {"number", "x", "y", "right", "down", "steps"}) {
        if (!asked.contains(name) || !asked[name].is_number())
            throw Failure(fmt::format("What was asked has no number called {}.", name),
                          "load the page again");
        line += asked[name].dump() + " ";
    }
    const fs::path file = build_ / "output" / chapter.slug / stirred_question;
    fs::path written = file;
    written += ".new";
    write_text(written, line + "\n");
    fs::rename(written, file); // so that no half of it is read
}

std::string PageJobs::stirred(const ChapterInfo& chapter) const
{
    const fs::path file = build_ / "output" / chapter.slug / "stirred.rgba";
    if (!fs::is_regular_file(fs::symlink_status(file)))
        throw Failure("There is no such picture.", "stir the stream again");
    return read_bytes(file);
}

fs::path PageJobs::picture(const ChapterInfo& chapter, const std::string& name) const
{
    const bool is_plain = name.find('/') == std::string::npos && name.ends_with(".png");
    fs::path file = build_ / "output" / chapter.slug / name;
    return is_plain && fs::is_regular_file(fs::symlink_status(file)) ? file : fs::path{};
}

PageJob PageJobs::check(const ExerciseInfo& exercise) const
{
    PageJob made = job({"check", "--events", exercise.id});
    made.limits = limits_of(std::chrono::minutes{10});
    made.speaks_json = true;
    return made;
}

PageJob PageJobs::count(const std::string& subject, const ChapterInfo* chapter)
{
    static std::atomic<unsigned> number{0};
    const fs::path file = scratch_.path() / fmt::format("counts-{}.json", ++number);
    PageJob made = job({"lens", "--json", file.string(), subject});
    made.limits = limits_of(std::chrono::minutes{5});
    if (chapter != nullptr) with_own_copies(made, *chapter);
    made.after = [this, file, subject](const ProcessResult&, EventStream& events) {
        if (!fs::exists(file)) return; // the program's own words say why
        formats::LensReports counts =
            formats::lens_reports_of(formats::JsonReader::read(file, "count again"));
        fs::remove(file);
        const std::lock_guard lock{last_mutex_};
        const auto before = last_.find(subject);
        events.send("counts", text_of_event(counted_for_page(counts, before != last_.end() ? &before->second
                                                                                           : nullptr)));
        last_[subject] = std::move(counts);
    };
    return made;
}

PageJob PageJobs::step(const std::string& subject, const ChapterInfo* chapter,
                       const nlohmann::json& asked) const
{
    static std::atomic<unsigned> number{0};
    const std::string name = std::to_string(++number);
    const fs::path file = recording(name);
    std::vector<std::string> words = step_words(asked);
    words.insert(words.begin(), {"step", "--json", file.string(), subject});
    PageJob made = job(std::move(words));
    made.limits = limits_of(std::chrono::minutes{2});
    made.command.environment["POCKET_SECONDS"] =
        "8"; // of a loop without an end the first steps can be looked at
    if (chapter != nullptr) with_own_copies(made, *chapter);
    made.after = [file, name](const ProcessResult&, EventStream& events) {
        if (fs::exists(file)) events.send("recorded", text_of_event({{"number", name}}));
    };
    return made;
}

fs::path PageJobs::recording(const std::string& number) const
{
    return scratch_.path() / fmt::format("steps-{}.json", number);
}

std::string PageJobs::take_recording(const std::string& number) const
{
    const bool is_number = !number.empty() && number.find_first_not_of("0123456789") == std::string::npos;
    if (!is_number || !fs::exists(recording(number)))
        throw Failure("There is no such recording.", "step through it again");
    std::string text = read_bytes(recording(number));
    fs::remove(recording(number));
    return text;
}

PageJob PageJobs::bench(const std::string& ladder) const
{
    std::vector<std::string> words{"bench", "--json", bench_file().string()};
    if (!ladder.empty()) words.push_back(ladder);
    PageJob made = job(std::move(words));
    made.limits = limits_of(std::chrono::minutes{60});
    const fs::path file = bench_file();
    made.after = [file](const ProcessResult&, EventStream& events) {
        if (fs::exists(file)) events.send("measured", "{}");
    };
    return made;
}

void PageJobs::choose_device(PageJob& job, const nlohmann::json& devices, const std::string& wanted) const
{
    if (wanted.empty()) return;
    for (const nlohmann::json& device : devices)
        if (device["wanted"] == wanted) {
            job.command.environment["LOCKSTEP_DEVICE"] = wanted;
            if (wanted == "oclgrind") job.command.arguments.insert(job.command.arguments.begin(), "oclgrind");
            return;
        }
    throw Failure("There is no such device here.", "load the page again, which asks for them anew");
}

fs::path PageJobs::bench_file() const
{
    return source_ / ".lockstep" / "bench.json";
}

} // namespace lockstep::tool
