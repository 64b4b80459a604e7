#include "live/live_book.hpp"

#include "base/paths.hpp"
#include "desk/failure_advice.hpp"
#include "desk/predictions.hpp"
#include "desk/progress.hpp"
#include "live/door.hpp"
#include "lockstep/failure.hpp"
#include "lockstep/files.hpp"
#include "lockstep/formats/captured_output.hpp"
#include "lockstep/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

namespace lockstep::tool
{

namespace
{

namespace fs = std::filesystem;
using formats::LiveState;
using nlohmann::json;
using Clock = std::chrono::steady_clock;

constexpr std::size_t most_open_pages = 24;
constexpr std::chrono::milliseconds settle_time{80}; // an editor's writes and renames are one save

HttpReply json_reply(const json& value, unsigned status = 200)
{
    return {.status = status,
            .type = "application/json",
            .body = value.dump(-1, ' ', false, json::error_handler_t::replace) + "\n",
            .headers = safe_headers()};
}

HttpReply told(const Failure& failure, unsigned status = 400)
{
    return json_reply({{"happened", failure.happened()}, {"next", failure.next()}}, status);
}

// What a page sends may be anything.
std::string text_in(const json& asked, const char* name)
{
    return asked.contains(name) && asked[name].is_string() ? asked[name].get<std::string>() : "";
}

json json_of(const ReaderFile& file, const FileText& text)
{
    return {{"name", file.name}, {"text", text.text}, {"version", text.version}};
}

// A file of the kernel set, which lessons quote. @throws Failure for any other
std::string quoted_file(const std::string& name)
{
    if (!name.starts_with("kernels/") || !name.ends_with(".cl") || contains(name, ".."))
        throw Failure("There is no such file of kernels.");
    return name;
}

// What `run` starts with this file, "3/picture" say: the program that it is, else the chapter's first.
std::string program_in(const ReaderFile& file)
{
    const fs::path source = file.chapter->folder / file.path.filename();
    const bool is_program =
        source.extension() == ".cpp" && source.stem() != "main" && contains(read_text(source), "int main(");
    return is_program ? file.chapter->slug + "/" + source.stem().string() : file.chapter->slug;
}

// What the book captured of a chapter's program; nothing where it captured nothing.
std::optional<LiveState::Captured> captured_of(const ChapterInfo& chapter)
{
    const fs::path file = chapter.folder / "output.txt";
    if (!chapter.written() || !fs::exists(file)) return std::nullopt;
    const CapturedOutput capture = read_captured_output(file);
    return LiveState::Captured{capture.header, capture.lines};
}

LiveState::Exercise standing_of(const ExerciseInfo& exercise, const formats::ExerciseProgress& entry)
{
    return {.id = exercise.id,
            .name = exercise.short_name(),
            .solved = entry.solved,
            .hints = std::min<std::size_t>(entry.hints, exercise.hints.size()),
            .advice = entry.failure ? advice_on(*entry.failure, exercise) : ""};
}

} // namespace

LiveBook::LiveBook(const LivePlaces& places, std::function<void()> wake)
    : places_(places), wake_(std::move(wake)), chapters_(load_catalogue(places.source)),
      files_(places.source, chapters_), pages_(places.site, places.parts),
      jobs_(places.source, places.build, places.program, files_), devices_(jobs_.devices())
{
}

HttpReply LiveBook::answer(const HttpRequest& request)
{
    static const std::map<std::string, Answer> gets{
        {"/api/events", &LiveBook::follow},          {"/api/devices", &LiveBook::show_devices},
        {"/api/picture", &LiveBook::show_picture},   {"/api/stirred", &LiveBook::show_stirred},
        {"/api/measured", &LiveBook::show_measured}, {"/api/book-text", &LiveBook::show_book_text},
        {"/api/profiles", &LiveBook::show_profiles}, {"/api/recording", &LiveBook::show_recording}};
    static const std::map<std::string, Answer> posts{
        {"/api/save", &LiveBook::save},       {"/api/put-back", &LiveBook::put_back},
        {"/api/hint", &LiveBook::take_hint},  {"/api/solution", &LiveBook::show_solution},
        {"/api/predict", &LiveBook::predict}, {"/api/run", &LiveBook::run},
        {"/api/check", &LiveBook::check},     {"/api/count", &LiveBook::count},
        {"/api/step", &LiveBook::step},       {"/api/bench", &LiveBook::bench},
        {"/api/stir", &LiveBook::stir},       {"/api/ask-stirred", &LiveBook::ask_stirred},
        {"/api/stop", &LiveBook::stop}};
    const bool is_post = request.method == "POST";
    const auto& answers = is_post ? posts : gets;
    const auto found = answers.find(request.path);
    if (found == answers.end()) {
        if (!is_post) return pages_.answer(request.path);
        return told(Failure("The live book knows no such request."), 404);
    }
    const json asked = is_post ? json::parse(request.body, nullptr, false) : json::object();
    if (!asked.is_object()) return told(Failure("What was sent is no JSON object."));
    try {
        return (this->*found->second)(request, asked);
    } catch (const Failure& failure) {
        return told(failure);
    } catch (const std::exception& error) { // a folder that cannot be written to, say
        return told(Failure(fmt::format("That could not be done: {}.", error.what())));
    }
}

std::shared_ptr<EventStream> LiveBook::new_stream() const
{
    return std::make_shared<EventStream>(wake_);
}

LiveBook::Subject LiveBook::subject_of(const std::string& page) const
{
    for (const ChapterInfo& chapter : chapters_) {
        if (page == chapter.slug + ".html") return {&chapter, nullptr};
        for (const ExerciseInfo& exercise : chapter.exercises)
            if (page == fmt::format("{}-{}.html", chapter.slug, exercise.name)) return {&chapter, &exercise};
    }
    return {};
}

std::vector<ReaderFile> LiveBook::files_of(const Subject& subject, const std::string& shown) const
{
    constexpr std::size_t most_files = 64;
    if (subject.exercise != nullptr) return files_.of(*subject.exercise);
    std::vector<ReaderFile> files;
    for (std::size_t begin = 0; begin < shown.size() && files.size() < most_files;) {
        const std::size_t end = std::min(shown.find(',', begin), shown.size());
        if (auto file = files_.look_up(shown.substr(begin, end - begin))) files.push_back(*std::move(file));
        begin = end + 1;
    }
    return files;
}

LiveState LiveBook::state_of(const std::string& page, const std::vector<ReaderFile>& files) const
{
    const Subject subject = subject_of(page);
    LiveState state;
    const formats::Progress progress = load_progress(places_.source);
    for (const ChapterInfo& chapter : chapters_)
        for (const ExerciseInfo& exercise : chapter.exercises)
            if (const auto entry = progress.of(exercise.id); entry.solved) {
                const std::string file = fmt::format("{}-{}.html", chapter.slug, exercise.name);
                state.progress[file] = entry.broken ? "broken" : "solved";
                if (entry.best)
                    state.best[file] = {entry.best->sectors, entry.best->passes, entry.best->instructions};
            }
    state.way = progress.way;
    state.predictions = predictions_of(places_.source, page);
    if (subject.chapter != nullptr) state.chapter = subject.chapter->slug;
    if (subject.exercise != nullptr)
        state.exercise = standing_of(*subject.exercise, progress.of(subject.exercise->id));
    else if (subject.chapter != nullptr)
        state.captured = captured_of(*subject.chapter);
    for (const ReaderFile& file : files) {
        LiveState::File& entry = state.files.emplace_back();
        entry.name = file.name;
        try {
            const FileText text = files_.read(file);
            entry.text = text.text;
            entry.version = text.version;
            if (file.chapter != nullptr) entry.program = program_in(file);
        } catch (const Failure& failure) {
            entry.trouble = failure.what();
        }
    }
    return state;
}

HttpReply LiveBook::follow(const HttpRequest& request, const json&)
{
    if (open_.size() >= most_open_pages)
        return told(
            Failure(fmt::format("{} pages of the live book are open.", most_open_pages), "close some"), 429);
    OpenPage open{.page = request.asked("page"), .shown = {}, .events = new_stream()};
    open.shown = files_of(subject_of(open.page), request.asked("files"));
    std::vector<fs::path> watched{progress_file(places_.source)};
    for (const ReaderFile& file : open.shown) watched.push_back(file.path);
    open.files = std::make_unique<FileWatch>(std::move(watched));
    tell_state(open);
    open_.push_back(std::move(open));
    return {.headers = safe_headers(), .events = open_.back().events};
}

void LiveBook::tell_state(const OpenPage& open) const
{
    open.events->send("state", formats::state_text(state_of(open.page, open.shown)));
}

void LiveBook::look()
{
    queue_.look();
    std::erase_if(open_, [](const OpenPage& open) { return open.events->gone(); });
    const Clock::time_point now = Clock::now();
    for (OpenPage& open : open_) {
        if (open.files->changed()) open.changed = now;
        if (!open.changed || now - *open.changed < settle_time) continue;
        open.changed.reset();
        tell_state(open);
    }
}

std::vector<int> LiveBook::descriptors() const
{
    std::vector<int> descriptors;
    for (const OpenPage& open : open_) descriptors.push_back(open.files->descriptor());
    return descriptors;
}

HttpReply LiveBook::show_devices(const HttpRequest&, const json&)
{
    return json_reply(devices_);
}

HttpReply LiveBook::show_measured(const HttpRequest&, const json&)
{
    if (!fs::exists(jobs_.bench_file())) return json_reply(json::object());
    const json measured = json::parse(read_text(jobs_.bench_file()), nullptr, false);
    if (!measured.is_object())
        throw Failure(fmt::format("{} cannot be read.", jobs_.bench_file().string()),
                      "delete it, and measure again");
    return json_reply(measured);
}

HttpReply LiveBook::show_picture(const HttpRequest& request, const json&)
{
    const std::string chapter = request.asked("chapter");
    const fs::path file = jobs_.picture(find_chapter(chapters_, chapter), request.asked("name"));
    if (file.empty()) throw Failure("There is no such picture. Run the program again.");
    return {.type = "image/png", .body = read_bytes(file), .headers = safe_headers()};
}

HttpReply LiveBook::show_book_text(const HttpRequest& request, const json&)
{
    const std::optional<std::string> text = files_.as_in_book(files_.find(request.asked("name")));
    if (!text) throw Failure("How the book hands this file out is not known here: this folder is no clone.");
    return json_reply({{"text", *text}});
}

HttpReply LiveBook::show_profiles(const HttpRequest&, const json&)
{
    json profiles = json::array();
    for (const fs::path& file : sorted_entries(own_source_dir() / "lens" / "devices"))
        if (file.extension() == ".json") profiles.push_back(json::parse(read_text(file)));
    return json_reply(profiles);
}

HttpReply LiveBook::show_recording(const HttpRequest& request, const json&)
{
    return {.type = "application/json",
            .body = jobs_.take_recording(request.asked("number")),
            .headers = safe_headers()};
}

HttpReply LiveBook::save(const HttpRequest&, const json& asked)
{
    const ReaderFile file = files_.find(text_in(asked, "name"));
    const std::string text = text_in(asked, "text");
    const FileText there = files_.save(file, text, text_in(asked, "version"));
    return json_reply(json_of(file, there), there.text == text ? 200 : 409);
}

HttpReply LiveBook::put_back(const HttpRequest&, const json& asked)
{
    return json_reply({{"told", files_.put_back(files_.find(text_in(asked, "name")))}});
}

HttpReply LiveBook::take_hint(const HttpRequest&, const json& asked)
{
    const std::string name = text_in(asked, "exercise");
    const ExerciseInfo& exercise = find_exercise(chapters_, name);
    const std::size_t before = load_progress(places_.source).of(exercise.id).hints;
    const std::size_t seen = std::min(before + 1, exercise.hints.size());
    record_hints_seen(places_.source, exercise.id, seen);
    return json_reply({{"seen", seen}});
}

HttpReply LiveBook::show_solution(const HttpRequest&, const json& asked)
{
    const std::string name = text_in(asked, "exercise");
    const ExerciseInfo& exercise = find_exercise(chapters_, name);
    const bool gives_up = asked.contains("giveUp") && asked["giveUp"] == true;
    if (!gives_up && !load_progress(places_.source).of(exercise.id).solved)
        throw Failure("This exercise is not solved yet. Its solution is worth most to whoever has one to "
                      "compare it with.");
    json texts = json::array();
    for (const std::string& file : exercise.edit) {
        const fs::path solution = places_.source / "solutions" / exercise.id / file;
        if (!fs::is_regular_file(solution))
            throw Failure(fmt::format("There is no solutions/{}/{} here.", exercise.id, file),
                          "ask whoever gave you this folder");
        texts.push_back(
            {{"name", fmt::format("exercises/{}/{}", exercise.id, file)}, {"text", read_text(solution)}});
    }
    return json_reply({{"files", texts}});
}

HttpReply LiveBook::predict(const HttpRequest&, const json& asked)
{
    const std::string page = text_in(asked, "page");
    if (subject_of(page).chapter == nullptr) throw Failure("There is no such page.");
    keep_prediction(places_.source, page, text_in(asked, "place"), text_in(asked, "text"));
    return json_reply({{"kept", true}});
}

HttpReply LiveBook::begin(PageJob job, const HttpRequest& request, const json& asked)
{
    jobs_.choose_device(job, devices_, text_in(asked, "device"));
    job.page = request.header(page_header);
    job.events = new_stream();
    const std::shared_ptr<EventStream> events = job.events;
    if (const std::string refusal = queue_.add(std::move(job)); !refusal.empty())
        return told(Failure(refusal), 409);
    return {.headers = safe_headers(), .events = events};
}

HttpReply LiveBook::run(const HttpRequest& request, const json& asked)
{
    constexpr std::size_t most_arguments = 8;
    std::vector<std::string> arguments;
    if (asked.contains("arguments") && asked["arguments"].is_array())
        for (const json& argument : asked["arguments"])
            if (argument.is_string() && arguments.size() < most_arguments)
                arguments.push_back(argument.get<std::string>());
    // "3", or "3/picture" for another program than the chapter's first
    const std::string wanted = text_in(asked, "chapter");
    const std::size_t slash = std::min(wanted.find('/'), wanted.size());
    const std::string number = wanted.substr(0, slash);
    const ChapterInfo& chapter = find_chapter(chapters_, number);
    const std::string program = wanted.substr(std::min(slash + 1, wanted.size()));
    if (!program.empty() && (program.find('/') != std::string::npos || program.starts_with('.') ||
                             !fs::is_regular_file(chapter.folder / (program + ".cpp"))))
        throw Failure("There is no such program.");
    return begin(jobs_.run(chapter, program, arguments), request, asked);
}

HttpReply LiveBook::check(const HttpRequest& request, const json& asked)
{
    return begin(jobs_.check(find_exercise(chapters_, text_in(asked, "exercise"))), request, asked);
}

HttpReply LiveBook::count(const HttpRequest& request, const json& asked)
{
    const std::string exercise = text_in(asked, "exercise");
    json on_simulator = asked; // the lens brings its own device
    on_simulator.erase("device");
    if (!exercise.empty())
        return begin(jobs_.count(find_exercise(chapters_, exercise).id, nullptr), request, on_simulator);
    const std::string name = text_in(asked, "chapter");
    const ChapterInfo& chapter = find_chapter(chapters_, name);
    return begin(jobs_.count(chapter.slug, &chapter), request, on_simulator);
}

HttpReply LiveBook::step(const HttpRequest& request, const json& asked)
{
    json on_pocket = asked;
    on_pocket.erase("device");
    const std::string exercise = text_in(asked, "exercise");
    if (!exercise.empty())
        return begin(jobs_.step(find_exercise(chapters_, exercise).id, nullptr, asked), request, on_pocket);
    const std::string name = text_in(asked, "chapter");
    if (name.empty())
        return begin(jobs_.step(quoted_file(text_in(asked, "file")), nullptr, asked), request, on_pocket);
    const ChapterInfo& chapter = find_chapter(chapters_, name);
    return begin(jobs_.step(chapter.slug, &chapter, asked), request, on_pocket);
}

HttpReply LiveBook::stir(const HttpRequest& request, const json& asked)
{
    const auto side = [&](const char* name) {
        const int most = 4096;
        if (!asked.contains(name) || !asked[name].is_number_integer() || asked[name] < 16 ||
            asked[name] > most)
            throw Failure(fmt::format("A stream has from 16 to {} {}.", most, name));
        return asked[name].get<int>();
    };
    const std::string name = text_in(asked, "chapter");
    return begin(jobs_.stir(find_chapter(chapters_, name), side("columns"), side("rows")), request, asked);
}

HttpReply LiveBook::ask_stirred(const HttpRequest&, const json& asked)
{
    const std::string name = text_in(asked, "chapter");
    jobs_.ask_stirred(find_chapter(chapters_, name), asked);
    return json_reply({{"asked", true}});
}

HttpReply LiveBook::show_stirred(const HttpRequest& request, const json&)
{
    const std::string name = request.asked("chapter");
    return {.type = "application/octet-stream",
            .body = jobs_.stirred(find_chapter(chapters_, name)),
            .headers = safe_headers()};
}

HttpReply LiveBook::bench(const HttpRequest& request, const json& asked)
{
    const std::string ladder = text_in(asked, "ladder");
    const bool is_name = std::ranges::all_of(ladder, [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
    });
    if (!is_name || ladder.starts_with('-')) throw Failure("There is no such ladder.");
    return begin(jobs_.bench(ladder), request, asked);
}

HttpReply LiveBook::stop(const HttpRequest& request, const json&)
{
    return json_reply({{"stopped", queue_.stop(request.header(page_header))}});
}

} // namespace lockstep::tool
