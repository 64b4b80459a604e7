// What goes on in `lockstep watch`, whoever shows it: the files, the check, and what keys do.
#pragma once

#include "base/file_watch.hpp"
#include "base/paths.hpp"
#include "check/built_tests.hpp"
#include "desk/check_job.hpp"
#include "desk/hint_text.hpp"
#include "desk/solution_text.hpp"
#include "desk/stub.hpp"
#include "desk/task_text.hpp"
#include "desk/verdict_text.hpp"
#include "desk/watch_page.hpp"
#include "desk/way.hpp"
#include "lockstep/failure.hpp"
#include "lockstep/text.hpp"

#include <fmt/format.h>

#include <chrono>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace lockstep::tool
{

/// One reader at work on one exercise after the other.
class Watch
{
    using Clock = std::chrono::steady_clock;
    using View = WatchState::View;
    static constexpr std::chrono::milliseconds settle{60};    // an editor's writes and renames are one save
    static constexpr std::chrono::milliseconds missing{1000}; // so long may a file be away while it is saved
    static constexpr std::chrono::milliseconds look_again{500}; // for what the system does not tell

public:
    Watch(const std::vector<ChapterInfo>& chapters, const ExerciseInfo& exercise)
    {
        state.chapters = &chapters;
        state.way = followed_way(source_dir(), chapters);
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
        const std::string untouched = unedited(source_dir(), *state.exercise);
        state.note = fmt::format("{} What it is to do: t",
                                 untouched.empty() ? "Save the file, and it is checked." : untouched);
        if (!state.report || state.report->lacking) return true;
        const bool was_solved = counts_as_solved(state.exercise_states.of.at(state.exercise->id));
        state.unrecorded = first_line(record_verdict(source_dir(), *state.report));
        look_at_progress();
        if (state.report->passed()) tell_solved(was_solved);
        return true;
    }

    void task(std::size_t columns)
    {
        try {
            show_text(task_text(*state.exercise, columns));
            view_for_width_ = &Watch::task;
        } catch (const Failure& failure) {
            show_text(failure.what());
        }
    }

    // Those that were seen stay on the page.
    void hint(std::size_t columns)
    {
        hint_text(source_dir(), *state.exercise, HintTier::next, columns);
        const std::string text = hint_text(source_dir(), *state.exercise, HintTier::again, columns);
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
            view_for_width_ = &Watch::solution;
        } catch (const Failure& failure) {
            show_text(failure.what());
        }
    }

    // A task and a solution are laid out for one width.
    void resized(std::size_t columns)
    {
        if (state.view == View::text && view_for_width_ != nullptr) (this->*view_for_width_)(columns);
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
        view_for_width_ = nullptr;
        state.view = View::text;
        state.scroll = 0;
    }

    void look_at_progress()
    {
        state.exercise_states = exercise_states(source_dir(), *state.chapters);
        std::set<std::string> solved;
        for (const auto& [id, standing] : state.exercise_states.of)
            if (counts_as_solved(standing)) solved.insert(id);
        solved.insert(state.exercise->id); // another one, whatever becomes of this
        state.next = next_exercise(source_dir(), *state.chapters, solved, state.exercise->id);
    }

    // This exercise's files, and the next one's behind them: who saves those has gone on.
    void watch_files()
    {
        std::vector<std::filesystem::path> files;
        for (const std::string& file : state.exercise->edit) files.push_back(state.exercise->folder / file);
        const bool solved = state.report && state.report->passed();
        if (solved && state.next != nullptr)
            for (const std::string& file : state.next->edit) files.push_back(state.next->folder / file);
        files_ = std::make_unique<FileWatch>(std::move(files));
    }

    void begin_check()
    {
        state.builds_tests = !tests_are_built(*state.exercise, source_dir(), build_dir());
        job.start(*state.exercise);
        state.checking_for_s = 0;
    }

    void tell_solved(bool was_solved)
    {
        watch_files();
        const std::string unchecked = unchecked_stages(*state.report);
        const std::string points = was_solved ? "" : fmt::format(", {} points more", state.exercise->points);
        const std::string reservation = unchecked.empty() ? "" : fmt::format(" ({})", unchecked);
        std::set<std::string> solved{state.exercise->id};
        for (const auto& [id, standing] : state.exercise_states.of)
            if (counts_as_solved(standing)) solved.insert(id);
        const std::string end = state.way ? end_of_way(*state.way, solved, state.exercise->id) : "";
        const std::string read =
            state.way && state.next != nullptr ? to_read_before(*state.way, state.next->id) : "";
        const std::string first = !end.empty()    ? " " + end
                                  : !read.empty() ? fmt::format(" Read {} first.", read)
                                                  : "";
        state.note =
            state.next == nullptr
                ? fmt::format("Solved{}{}, and with it every exercise there is.", points, reservation)
                : fmt::format("Solved{}{}.{} n goes on to {}; so does saving its file.", points, reservation,
                              first, state.next->short_name());
    }

    std::unique_ptr<FileWatch> files_;
    std::optional<Clock::time_point> saved_at_;
    void (Watch::*view_for_width_)(std::size_t) = nullptr; // what shows this text again, for another width
    bool goes_on_ = false;                                 // what was saved is the next exercise's
};

} // namespace lockstep::tool
