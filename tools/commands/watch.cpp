// lockstep watch: checks an exercise whenever its file is saved, and goes on to the next when it is solved.
#include "base/file_watch.hpp"
#include "base/paths.hpp"
#include "base/process.hpp"
#include "base/screen.hpp"
#include "base/terminal.hpp"
#include "commands/check_job.hpp"
#include "commands/commands.hpp"
#include "commands/hint_text.hpp"
#include "commands/solution_text.hpp"
#include "commands/stub.hpp"
#include "commands/verdict_text.hpp"
#include "commands/watch_page.hpp"
#include "lockstep/failure.hpp"
#include "lockstep/text.hpp"

#include <fmt/format.h>

#include <array>
#include <csignal>
#include <memory>
#include <poll.h>
#include <unistd.h>

namespace lockstep::tool
{

namespace
{

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;
using View = WatchState::View;

constexpr std::chrono::milliseconds settle{60};      // an editor's writes and renames are one save
constexpr std::chrono::milliseconds missing{1000};   // so long may a file be away while it is saved
constexpr std::chrono::milliseconds look_again{500}; // for what the system does not tell

// What goes on, whoever shows it: the files, the check, and what keys do.
class Watch
{
public:
    Watch(const std::vector<ChapterInfo>& chapters, const ExerciseInfo& exercise)
    {
        state.chapters = &chapters;
        choose(exercise, "");
    }

    WatchState state;
    CheckJob job;

    int file_descriptor() const { return files_->descriptor(); }

    // From here on this exercise is watched.
    void choose(const ExerciseInfo& exercise, const std::string& note)
    {
        state.exercise = &exercise;
        state.report.reset();
        state.trouble.clear();
        state.view = View::verdict;
        state.scroll = 0;
        look_at_progress();
        watch_files();
        begin_check();
        state.note = note;
    }

    // Looks at the files and the clock. @return true when there is something new to show.
    bool look()
    {
        const Clock::time_point now = Clock::now();
        if (const auto which = files_->changed()) {
            saved_at_ = now;
            job.call_off();
            state.view = View::verdict;
            state.scroll = 0;
            if (*which >= state.exercise->edit.size()) goes_on_ = true;
        }
        if (saved_at_ && now - *saved_at_ >= (files_->all_there() ? settle : missing)) {
            saved_at_.reset();
            if (std::exchange(goes_on_, false) && state.next != nullptr)
                choose(*state.next, "");
            else
                begin_check();
            return true;
        }
        const std::optional<int> before = state.checking_for_s;
        state.checking_for_s = std::nullopt;
        if (job.running())
            state.checking_for_s = static_cast<int>((now - job.since()) / std::chrono::seconds{1});
        return state.checking_for_s != before;
    }

    // How long nothing will be new unless a descriptor says so.
    std::chrono::milliseconds pause() const { return saved_at_ ? settle / 2 : look_again; }

    // Takes the verdict if it is there. @return true when it is.
    bool take_verdict()
    {
        std::optional<CheckOutcome> outcome = job.take();
        if (!outcome) return false;
        state.checking_for_s = std::nullopt;
        state.trouble = outcome->trouble;
        state.report = std::move(outcome->report);
        state.note = "Save the file, and it is checked.";
        if (!state.report || state.report->lacking) return true;
        const bool was_solved = counts_as_solved(state.standings.of.at(state.exercise->id));
        record_verdict(source_dir(), *state.report);
        look_at_progress();
        if (state.report->passed()) tell_solved(was_solved);
        return true;
    }

    void hint(std::size_t columns)
    {
        const std::string text = hint_text(source_dir(), *state.exercise, HintTier::next, columns);
        const std::string command = fmt::format("./lockstep hint {}", state.exercise->short_name());
        show_text(replace_all(text, "more: " + command, "more: h"));
    }

    void solution(std::size_t columns)
    {
        try {
            std::string text;
            for (const std::string& line : solution_text(source_dir(), *state.exercise, false, columns))
                text += line + "\n";
            show_text(text);
            solution_shown_ = true;
        } catch (const Failure& failure) {
            show_text(failure.what());
        }
    }

    // A solution is laid out for one width.
    void resized(std::size_t columns)
    {
        if (state.view == View::text && solution_shown_) solution(columns);
    }

    void reset()
    {
        try {
            show_text(bring_back_stub(source_dir(), *state.exercise));
            files_->changed(); // by this, and by nobody else
            begin_check();
        } catch (const Failure& failure) {
            show_text(failure.what());
        }
    }

    void next()
    {
        if (state.next != nullptr)
            choose(*state.next, "");
        else
            state.note = "There is no other exercise that is not solved.";
    }

private:
    void show_text(const std::string& text)
    {
        state.text = text;
        solution_shown_ = false;
        state.view = View::text;
        state.scroll = 0;
    }

    void look_at_progress()
    {
        state.standings = standings(source_dir(), *state.chapters);
        std::set<std::string> solved;
        for (const auto& [id, standing] : state.standings.of)
            if (counts_as_solved(standing)) solved.insert(id);
        solved.insert(state.exercise->id); // another one, whatever becomes of this
        state.next = next_unsolved(*state.chapters, solved, state.exercise->id);
    }

    // This exercise's files, and the next one's behind them: who saves those has gone on.
    void watch_files()
    {
        std::vector<fs::path> files;
        for (const std::string& file : state.exercise->edit) files.push_back(state.exercise->folder / file);
        const bool solved = state.report && state.report->passed();
        if (solved && state.next != nullptr)
            for (const std::string& file : state.next->edit) files.push_back(state.next->folder / file);
        files_ = std::make_unique<FileWatch>(std::move(files));
    }

    void begin_check()
    {
        job.start(*state.exercise);
        state.checking_for_s = 0;
    }

    void tell_solved(bool was_solved)
    {
        watch_files();
        const std::string unchecked = unchecked_stages(*state.report);
        const std::string points = was_solved ? "" : fmt::format(", {} points more", state.exercise->points);
        const std::string reservation = unchecked.empty() ? "" : fmt::format(" ({})", unchecked);
        state.note =
            state.next == nullptr
                ? fmt::format("Solved{}{}, and with it every exercise there is.", points, reservation)
                : fmt::format("Solved{}{}. n goes on to {}; so does saving its file.", points, reservation,
                              state.next->short_name());
    }

    std::unique_ptr<FileWatch> files_;
    std::optional<Clock::time_point> saved_at_;
    bool solution_shown_ = false;
    bool goes_on_ = false; // what was saved is the next exercise's
};

// Waits for one of the descriptors. @return which of them can be read, in order.
template <std::size_t Count>
std::array<bool, Count> wait_for(const std::array<int, Count>& descriptors, std::chrono::milliseconds most)
{
    std::array<pollfd, Count> polled{};
    for (std::size_t i = 0; i < Count; ++i) polled[i] = {descriptors[i], POLLIN, 0};
    const int count = poll(polled.data(), polled.size(), static_cast<int>(most.count()));
    std::array<bool, Count> ready{};
    for (std::size_t i = 0; i < Count && count > 0; ++i) ready[i] = polled[i].revents != 0;
    return ready;
}

// A list's keys. @return true when it was one of them.
void list_key(Watch& watch, const Event& event)
{
    WatchState& state = watch.state;
    using Kind = Event::Kind;
    if (event.kind == Kind::escape) {
        state.view = View::verdict;
    } else if (event.kind == Kind::enter) {
        const auto found = found_exercises(state);
        state.view = View::verdict;
        if (state.selected < found.size()) watch.choose(*found[state.selected], "");
    } else if (event.kind == Kind::up) {
        state.selected -= state.selected > 0 ? 1U : 0U;
    } else if (event.kind == Kind::down) {
        ++state.selected;
    } else if (event.kind == Kind::page_up) {
        state.selected -= std::min<std::size_t>(state.selected, 10);
    } else if (event.kind == Kind::page_down) {
        state.selected += 10;
    } else if (event.kind == Kind::letter) {
        state.search += event.text;
        state.selected = 0;
    } else if (event.kind == Kind::backspace) {
        while (!state.search.empty() && (static_cast<unsigned char>(state.search.back()) & 0xC0U) == 0x80U)
            state.search.pop_back();
        if (!state.search.empty()) state.search.pop_back();
        state.selected = 0;
    }
}

void open_list(WatchState& state)
{
    state.view = View::list;
    state.search.clear();
    const auto all = found_exercises(state);
    state.selected = static_cast<std::size_t>(std::ranges::find(all, state.exercise) - all.begin());
}

// @return false when the reader wants to leave.
bool page_key(Watch& watch, const Event& event, const TerminalSize& size)
{
    WatchState& state = watch.state;
    using Kind = Event::Kind;
    if (state.view == View::asking) {
        state.view = View::verdict;
        if (event.kind == Kind::letter && (event.text == "y" || event.text == "Y")) watch.reset();
        return true;
    }
    const std::string key = event.kind == Kind::letter ? event.text : "";
    if (event.kind == Kind::up) state.scroll -= state.scroll > 0 ? 1U : 0U;
    if (event.kind == Kind::down) ++state.scroll;
    if (event.kind == Kind::page_up) state.scroll -= std::min(state.scroll, size.rows / 2);
    if (event.kind == Kind::page_down || key == " ") state.scroll += size.rows / 2;
    if (event.kind == Kind::escape) {
        state.view = View::verdict;
        state.scroll = 0;
    }
    if (key == "h") watch.hint(size.columns);
    if (key == "n") watch.next();
    if (key == "l") open_list(state);
    if (key == "s") watch.solution(size.columns);
    if (key == "r") state.view = View::asking;
    return key != "q";
}

int on_whole_screen(Watch& watch)
{
    Events events;
    Screen screen;
    bool redraw = true;
    for (;;) {
        if (redraw) screen.show(watch_page(watch.state, terminal_size()));
        const auto ready =
            wait_for<4>({STDIN_FILENO, events.descriptor(), watch.file_descriptor(), watch.job.descriptor()},
                        watch.pause());
        redraw = watch.take_verdict();
        redraw = watch.look() || redraw;
        for (const Event& event : events.take(ready[0])) {
            redraw = true;
            if (event.kind == Event::Kind::interrupt)
                return event.signal == SIGINT ? interrupted : 128 + event.signal;
            if (event.kind == Event::Kind::resized) {
                screen.forget();
                watch.resized(terminal_size().columns);
            } else if (event.kind == Event::Kind::stop) {
                watch.job.call_off(); // its time would run on
                screen.suspend();
                watch.choose(*watch.state.exercise, "");
            } else if (watch.state.view == View::list)
                list_key(watch, event);
            else if (!page_key(watch, event, terminal_size()))
                return done;
        }
    }
}

void print_text(Watch& watch)
{
    fmt::print("{}", watch.state.text);
    if (!watch.state.text.ends_with('\n')) fmt::print("\n");
    watch.state.view = View::verdict;
}

// A command that was typed, a letter and Enter. @return false when the reader wants to leave.
bool line_command(Watch& watch, const std::string& line)
{
    const std::size_t columns = terminal_size().columns;
    if (line == "q") return false;
    if (line == "h") {
        watch.hint(columns);
        print_text(watch);
    } else if (line == "s") {
        watch.solution(columns);
        print_text(watch);
    } else if (line == "r") {
        watch.reset();
        print_text(watch);
    } else if (line == "n") {
        const ExerciseInfo* before = watch.state.exercise;
        watch.next();
        if (watch.state.exercise == before) fmt::print("{}\n", watch.state.note);
    } else if (!line.empty())
        fmt::print("Keys, each with Enter: h hint, n next, s solution, r reset (your text is kept), q quit.\n"
                   "All exercises: ./lockstep list\n");
    return true;
}

void tell_what_is_watched(const Watch& watch)
{
    const ExerciseInfo& exercise = *watch.state.exercise;
    fmt::print("{}\n{}  {}\nWatching exercises/{}/{}: each save is checked.\n", progress_line(watch.state),
               exercise.short_name(), exercise.title, exercise.id, exercise.edit.front());
}

// Where nothing can be drawn: a line after the other, and keys with Enter. Who solves an exercise goes on by itself.
int line_by_line(Watch& watch)
{
    std::string typed;
    bool typing = true; // until the end of the input
    const ExerciseInfo* told = nullptr;
    for (;;) {
        if (std::exchange(told, watch.state.exercise) != watch.state.exercise) tell_what_is_watched(watch);
        std::fflush(stdout);
        const auto ready = wait_for<3>(
            {typing ? STDIN_FILENO : -1, watch.file_descriptor(), watch.job.descriptor()}, watch.pause());
        if (watch.take_verdict()) {
            const WatchState& state = watch.state;
            fmt::print("\n{}", state.report ? verdict_text(*state.report, true,
                                                           fmt::format("exercises/{}/", state.exercise->id))
                                            : state.trouble + "\n");
            fmt::print("{}\n", state.report && state.report->passed() && state.next != nullptr
                                   ? fmt::format("Solved. Going on to {}.\n", state.next->short_name())
                                   : state.note);
            if (state.report && state.report->passed()) {
                if (state.next == nullptr) return done;
                watch.next();
            }
        }
        watch.look();
        if (!ready[0]) continue;
        std::array<char, 256> block{};
        const ssize_t count = read(STDIN_FILENO, block.data(), block.size());
        typing = count > 0;
        for (ssize_t i = 0; i < count; ++i) {
            const char c = block[static_cast<std::size_t>(i)];
            if (c != '\n')
                typed += c;
            else if (!line_command(watch, std::string{trim(std::exchange(typed, ""))}))
                return done;
        }
    }
}

int watch(const std::string& wanted)
{
    const std::vector<ChapterInfo> chapters = load_catalogue(source_dir());
    const ExerciseInfo* exercise = wanted.empty() ? next_unsolved(chapters, solved_exercises(source_dir()))
                                                  : &find_exercise(chapters, wanted);
    if (exercise == nullptr)
        throw Failure("Every exercise is solved; name the one to watch.", "./lockstep watch 3/2");
    Watch watch{chapters, *exercise};
    if (!can_draw()) return line_by_line(watch);
    const int status = on_whole_screen(watch);
    watch.job.call_off();
    fmt::print("{}\nGo on with: ./lockstep watch {}\n", progress_line(watch.state),
               watch.state.exercise->short_name());
    return status;
}

} // namespace

void add_watch(CLI::App& app, Exit& exit)
{
    auto exercise = std::make_shared<std::string>();
    CLI::App* command = app.add_subcommand(
        "watch", "check at every save, go on when solved (default: the next unsolved exercise)");
    command->add_option("exercise", *exercise, "for example 3/2, saxpy or 03-first-kernel/2-saxpy");
    command->callback([exercise, &exit] { exit.status = watch(*exercise); });
}

} // namespace lockstep::tool
