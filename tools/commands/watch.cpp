// lockstep watch: checks an exercise whenever its file is saved, and goes on to the next when it is solved.
#include "base/paths.hpp"
#include "base/process.hpp"
#include "base/screen.hpp"
#include "base/terminal.hpp"
#include "commands/commands.hpp"
#include "desk/hint_text.hpp"
#include "desk/solution_text.hpp"
#include "desk/stub.hpp"
#include "desk/verdict_text.hpp"
#include "desk/watch_page.hpp"
#include "desk/watch_session.hpp"
#include "desk/way.hpp"
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
using View = WatchState::View;

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
    if (key == "t") watch.task(size.columns);
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
    if (line == "t") {
        watch.task(columns);
        print_text(watch);
    } else if (line == "h") {
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
        fmt::print("Keys, each with Enter: t task, h hint, n next, s solution, q quit,\n"
                   "r reset (your text is kept). All exercises: ./lockstep list\n");
    return true;
}

void tell_what_is_watched(const Watch& watch)
{
    const ExerciseInfo& exercise = *watch.state.exercise;
    fmt::print("{}\n{}  {}\nThe task: exercises/{}/README.md\nWatching {}: each save is checked.\n",
               progress_line(watch.state), exercise.short_name(), exercise.title, exercise.id,
               edited_files(exercise));
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
            fmt::print("\n{}", for_terminal(state.report ? verdict_text(*state.report, true,
                                                                        fmt::format("exercises/{}/",
                                                                                    state.exercise->id))
                                                         : state.trouble + "\n"));
            if (!state.unrecorded.empty()) fmt::print("{}\n", for_terminal(state.unrecorded));
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
    const ExerciseInfo* exercise = wanted.empty()
                                       ? next_exercise(source_dir(), chapters, solved_exercises(source_dir()))
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
