// Steps forwards and back on a terminal.
#include "step/stepper.hpp"

#include "base/screen.hpp"
#include "base/status.hpp"
#include "base/terminal.hpp"
#include "lockstep/failure.hpp"
#include "step/jumps.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <map>
#include <optional>
#include <poll.h>
#include <unistd.h>

namespace lockstep::tool
{

namespace
{

using Kind = Event::Kind;

constexpr std::size_t page_steps = 20;

class Stepper
{
public:
    Stepper(StepHistory history, StepChoice choice, std::size_t first, const Record& record)
        : history_(std::move(history)), choice_(std::move(choice)), record_(record)
    {
        view_.step = first;
    }

    std::vector<std::string> page() const
    {
        const TerminalSize size = terminal_size();
        return step_page(history_, view_, size.rows, size.columns);
    }

    /// @return false when the reader wants to leave
    bool take(const Event& event)
    {
        if (!question_.empty()) {
            type(event);
            return true;
        }
        view_.message.clear();
        const std::string key = event.kind == Kind::letter ? event.text : "";
        if (key == "q") return view_.help ? (view_.help = false, true) : false;
        if (key == "?" || (view_.help && event.kind == Kind::escape))
            view_.help = !view_.help;
        else
            move(event, key);
        return true;
    }

private:
    void move(const Event& event, const std::string& key)
    {
        const std::size_t last = history_.steps() - 1;
        std::size_t& step = view_.step;
        if (key == " " || key == "n" || event.kind == Kind::down || event.kind == Kind::enter)
            go_to(step + 1);
        else if (key == "b" || event.kind == Kind::up || event.kind == Kind::backspace)
            step -= step > 0 ? 1U : 0U;
        else if (event.kind == Kind::page_down)
            step = std::min(step + page_steps, last);
        else if (event.kind == Kind::page_up)
            step -= std::min(step, page_steps);
        else if (key == "0")
            step = 0;
        else if (key == "$")
            step = last;
        else if (key == "o")
            step = next_step(history_, step, {.is = Wanted::Is::over}).value_or(last);
        else if (key == ",")
            view_.lane -= view_.lane > 0 ? 1U : 0U;
        else if (key == ".")
            view_.lane = std::min(view_.lane + 1, history_.lanes() - 1);
        else if (key == "g" || key == "/" || key == "p")
            ask(key);
        else if (key == "N" && condition_)
            jump(*condition_, false, "It holds nowhere behind this step.");
        else if (key == "[" || key == "]" || key == "{" || key == "}")
            change(key);
        else
            jump_by(key);
    }

    void go_to(std::size_t step)
    {
        if (step < history_.steps())
            view_.step = step;
        else
            view_.message = "This is the last step.";
    }

    void jump_by(const std::string& key)
    {
        static const std::map<char, std::pair<Wanted::Is, const char*>> wanted{
            {'d', {Wanted::Is::divergence, "No lanes part"}},
            {'w', {Wanted::Is::waste, "No request wastes more than half"}},
            {'c', {Wanted::Is::conflict, "No banks conflict"}},
            {'f', {Wanted::Is::finding, "Nothing was found"}}};
        if (key.size() != 1) return;
        const char letter = key.front();
        const bool back = letter >= 'A' && letter <= 'Z';
        const auto found = wanted.find(back ? static_cast<char>(letter + ('a' - 'A')) : letter);
        if (found == wanted.end()) return;
        jump({.is = found->second.first}, back,
             fmt::format("{} {} this step.", found->second.second, back ? "before" : "behind"));
    }

    void jump(const Wanted& wanted, bool back, const std::string& otherwise)
    {
        if (const auto found = next_step(history_, view_.step, wanted, back))
            view_.step = *found;
        else
            view_.message = otherwise;
    }

    void ask(const std::string& key)
    {
        question_ = key == "g"   ? "To line: "
                    : key == "/" ? "To a step where: "
                                 : "Pin, or take off, the variable: ";
        answer_.clear();
        view_.asked = question_;
    }

    void type(const Event& event)
    {
        if (event.kind == Kind::letter) answer_ += event.text;
        while (event.kind == Kind::backspace && !answer_.empty()) {
            const bool is_rest = (static_cast<unsigned char>(answer_.back()) & 0xC0U) == 0x80U;
            answer_.pop_back();
            if (!is_rest) break;
        }
        view_.asked = question_ + answer_;
        if (event.kind != Kind::enter && event.kind != Kind::escape) return;
        const std::string question = std::exchange(question_, "");
        view_.asked.clear();
        if (event.kind == Kind::enter && !answer_.empty()) answered(question.front());
    }

    void answered(char question)
    try {
        if (question == 'T' && answer_.find_first_not_of("0123456789") == std::string::npos &&
            answer_.size() < 9)
            jump({.is = Wanted::Is::line, .line = static_cast<unsigned>(std::stoul(answer_))}, false,
                 fmt::format("No step behind this one is in line {}.", answer_));
        else if (question == 'P')
            pin();
        else {
            condition_ = condition_of(answer_);
            jump(*condition_, false, "It holds nowhere behind this step.");
        }
    } catch (const Failure& failure) {
        view_.message = failure.happened() + " " + failure.next();
    }

    void pin()
    {
        const Json& variables = history_.about()["variables"];
        const bool known = std::ranges::any_of(
            variables, [&](const Json& one) { return one["name"].get<std::string>() == answer_; });
        if (!known)
            view_.message = fmt::format("The kernel has no variable '{}'.", answer_);
        else if (view_.pinned.erase(answer_) == 0)
            view_.pinned.insert(answer_);
    }

    /// Another sub-group or group, at its first step.
    void change(const std::string& key)
    {
        StepChoice choice = choice_;
        const Json& about = history_.about();
        if (key == "]") ++choice.sub_group;
        if (key == "[") choice.sub_group -= choice.sub_group > 0 ? 1U : 0U;
        if (key == "}" || key == "{") {
            std::array<std::size_t, 3> counts{};
            for (unsigned d = 0; d < 3; ++d)
                counts[d] =
                    (about["global"][d].get<std::size_t>() + about["local"][d].get<std::size_t>() - 1) /
                    about["local"][d].get<std::size_t>();
            std::size_t number =
                choice.group[0] + counts[0] * (choice.group[1] + counts[1] * choice.group[2]);
            number = key == "}" ? number + 1 : number - (number > 0 ? 1U : 0U);
            choice.group = {number % counts[0], number / counts[0] % counts[1],
                            number / counts[0] / counts[1]};
        }
        try {
            history_ = record_(choice);
            choice_ = choice;
            view_.step = std::min(view_.step, history_.steps() - 1);
            view_.lane = std::min(view_.lane, history_.lanes() - 1);
        } catch (const Failure& failure) {
            view_.message = failure.happened();
        }
    }

    StepHistory history_;
    StepChoice choice_;
    const Record& record_;
    StepView view_;
    std::string question_, answer_;
    std::optional<Wanted> condition_;
};

} // namespace

int step_on_screen(StepHistory history, StepChoice choice, std::size_t first, const Record& record)
{
    Stepper stepper{std::move(history), std::move(choice), first, record};
    Events events;
    Screen screen;
    for (;;) {
        screen.show(stepper.page());
        std::array<pollfd, 2> waited{pollfd{STDIN_FILENO, POLLIN, 0}, pollfd{events.descriptor(), POLLIN, 0}};
        poll(waited.data(), waited.size(), -1);
        for (const Event& event : events.take(waited[0].revents != 0)) {
            if (event.kind == Kind::interrupt)
                return event.signal == SIGINT ? interrupted : 128 + event.signal;
            if (event.kind == Kind::resized)
                screen.forget();
            else if (event.kind == Kind::stop)
                screen.suspend();
            else if (!stepper.take(event))
                return done;
        }
    }
}

} // namespace lockstep::tool
