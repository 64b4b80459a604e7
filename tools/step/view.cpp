// A step of a history on a terminal's page: the text, the lanes, the access, the values, what is counted.
#include "step/view.hpp"

#include "base/terminal.hpp"
#include "step/memory_view.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

namespace lockstep::tool
{

namespace
{

constexpr std::size_t label_columns = 12;

std::string labelled(const std::string& label, const std::string& text)
{
    const std::size_t columns = columns_of(label);
    return label + std::string(columns < label_columns ? label_columns - columns : 1, ' ') + text;
}

std::string in_brackets(const Json& place, unsigned dimensions)
{
    std::string text = fmt::format("({}", place[0].get<std::uint64_t>());
    for (unsigned d = 1; d < dimensions; ++d) text += fmt::format(", {}", place[d].get<std::uint64_t>());
    return text + ")";
}

std::string item_of(const StepHistory& history, unsigned lane)
{
    return in_brackets(history.about()["items"][lane], history.about()["dimensions"].get<unsigned>());
}

// The text around the step, its own part of it marked.
void show_text(const StepHistory& history, std::size_t step, std::size_t rows, std::vector<std::string>& page)
{
    const std::vector<std::string>& text = history.text(step);
    const Json& range = history.place(step);
    const std::array<std::size_t, 4> at{range[0].get<std::size_t>(), range[1].get<std::size_t>(),
                                        range[2].get<std::size_t>(), range[3].get<std::size_t>()};
    const std::size_t first = at[0] > rows / 2 ? at[0] - rows / 2 : 1;
    for (std::size_t line = first; line < first + rows; ++line) {
        if (line > text.size()) {
            page.emplace_back();
            continue;
        }
        std::string shown = text[line - 1];
        const bool is_here = line >= at[0] && line <= at[2];
        if (is_here) {
            const std::size_t begin = std::min(line == at[0] ? at[1] - 1 : 0, shown.size());
            const std::size_t end = std::min(line == at[2] ? at[3] - 1 : shown.size(), shown.size());
            if (begin < end)
                shown = shown.substr(0, begin) + styled(shown.substr(begin, end - begin), Style::strong) +
                        shown.substr(end);
        }
        page.push_back(fmt::format("{} {:>4}  {}", line == at[0] ? "▶" : is_here ? "│" : " ", line, shown));
    }
}

// The findings that show at a step.
std::vector<const Json*> findings_at(const StepHistory& history, std::size_t step)
{
    std::vector<const Json*> found;
    for (const Json& number : history.step(step).value("find", Json::array()))
        found.push_back(&history.about()["findings"][number.get<std::size_t>()]);
    return found;
}

std::string lane_row(const StepHistory& history, std::size_t step)
{
    return labelled(fmt::format("lanes {}/{}", std::popcount(history.mask(step)), history.lanes()),
                    lane_squares(history, step));
}

// Who goes on behind a step that parts lanes.
std::string after_row(const StepHistory& history, const StepState& state)
{
    std::string row;
    for (unsigned lane = 0; lane < history.lanes(); ++lane)
        row += (state.after >> lane & 1U) != 0 ? "■" : "·";
    return labelled(fmt::format("then  {}/{}", std::popcount(state.after), history.lanes()), row);
}

std::string stack_told(const StepHistory& history, const StepState& state)
{
    std::string text;
    for (const Json& frame : state.frames) {
        const unsigned line = history.about()["places"][frame["p"].get<std::size_t>()][0].get<unsigned>();
        const std::uint64_t off = frame.contains("off") ? mask_of(frame["off"]) : 0;
        text += fmt::format("{}{} in line {}: {}", text.empty() ? "" : " › ", frame["is"].get<std::string>(),
                            line, std::popcount(mask_of(frame["m"])));
        if (off != 0) text += fmt::format(", {} left", std::popcount(off));
    }
    return text.empty() ? "the kernel itself" : text;
}

// A bar a lane, from the least to the largest.
std::string bars(const StepHistory& history, const Json& value)
{
    static constexpr std::array heights{"▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
    std::vector<double> numbers;
    for (unsigned lane = 0; lane < history.lanes(); ++lane) {
        const Json one = value_in_lane(value, lane);
        numbers.push_back(one.is_number() ? one.get<double>() : std::nan(""));
    }
    double least = HUGE_VAL, most = -HUGE_VAL;
    for (const double one : numbers)
        if (!std::isnan(one)) least = std::min(least, one), most = std::max(most, one);
    if (least > most) return "";
    std::string row;
    for (const double one : numbers) {
        const double height = most > least ? (one - least) / (most - least) * 7.0 : 3.0;
        row += std::isnan(one) ? "?" : heights[static_cast<std::size_t>(std::lround(height))];
    }
    constexpr unsigned fits = 48; // lanes, with their range behind them
    return history.lanes() > fits ? row : row + fmt::format("  {:.4g} to {:.4g}", least, most);
}

void show_values(const StepHistory& history, const StepView& view, const StepState& state, std::size_t rows,
                 std::size_t columns, std::vector<std::string>& page)
{
    const Json& step = history.step(view.step);
    const Json changed = step.value("v", Json::object());
    std::vector<std::string> lines;
    for (const bool pinned : {true, false}) // the pinned ones first, then what changed last
        for (const bool now : {true, false})
            for (const auto& [variable, value] : state.values) {
                const std::string name = history.name(variable);
                const bool is_pinned = view.pinned.contains(name),
                           is_new = changed.contains(std::to_string(variable));
                if (is_pinned != pinned || is_new != now) continue;
                const std::string one = value_in_words(value_in_lane(value, view.lane), 14);
                const std::string label = (is_pinned ? "•" : is_new ? "→" : " ") + name;
                lines.push_back(
                    labelled(label, fmt::format("{:<14} {}", one,
                                                value_in_words(value, columns - label_columns - 16))));
                if (is_pinned)
                    if (const std::string row = bars(history, value); !row.empty())
                        lines.push_back(labelled("", row));
            }
    if (lines.size() > rows) {
        lines.resize(rows);
        if (rows > 0) lines.back() = labelled("", "… more variables: pin one with p");
    }
    page.insert(page.end(), lines.begin(), lines.end());
}

std::string counts_told(const StepState& state, unsigned width)
{
    const StepCounts& counts = state.counts;
    std::string text = fmt::format("{} instructions", counts.instructions);
    if (counts.instructions > 0)
        text +=
            fmt::format(", {:.0f} % of lanes at work", 100.0 * static_cast<double>(counts.lanes) /
                                                           static_cast<double>(counts.instructions * width));
    text += fmt::format(" · {} of {} branches divergent", counts.divergent, counts.branches);
    return text;
}

std::string requests_told(const StepState& state)
{
    std::string text;
    for (const auto& [kind, sum] : state.counts.kinds) {
        std::string name = kind;
        std::replace(name.begin(), name.end(), '_', ' ');
        text += fmt::format("{}{} {}", text.empty() ? "" : " · ", name, sum.requests);
        if (kind.starts_with("image")) continue;
        const bool is_local = kind.starts_with("local");
        text += fmt::format(": {} {}{}, {} needed", sum.cost, is_local ? "pass" : "sector",
                            sum.cost == 1 ? ""
                            : is_local    ? "es"
                                          : "s",
                            sum.needed);
    }
    return text.empty() ? "no request yet" : "requests: " + text;
}

std::vector<std::string> help_page()
{
    return {"Keys of the stepper",
            "",
            "  space n ↓   one step                    b ↑        one step back",
            "  o           over what the step opens    g          to a line (it asks which)",
            "  d  D        to the next divergence, to the last one",
            "  w  W        to a request of which more than half is wasted, and back",
            "  c  C        to a conflict of banks, and back",
            "  f  F        to what Pocket found, and back",
            "  /  then N   to a condition: i > 3, or lane 5: x == 0; and again",
            "  , .         another lane                p          pin a variable as bars",
            "  [ ]         another sub-group           { }        another group",
            "  0  $        first step, last step       PgUp PgDn  20 steps",
            "  q           leave                       ?          this page, and back",
            "",
            "  ■ a lane at work   · masked off   w waiting at a barrier   ! something is wrong",
            "  → changed with this step   • pinned"};
}

void show_findings(const StepHistory& history, std::size_t step, std::size_t columns,
                   std::vector<std::string>& page)
{
    for (const Json* finding : findings_at(history, step)) {
        std::string told = "Found: " + (*finding)["told"].get<std::string>();
        if (finding->contains("other") && (*finding)["other"].contains("step"))
            told += fmt::format("    the other one's step is {}\n",
                                (*finding)["other"]["step"].get<std::uint64_t>());
        for (const std::string& line : fitted(told, columns)) page.push_back(styled(line, Style::bad));
    }
}

// The sentence, without the findings, which are told in full.
std::string sentence_at(const StepHistory& history, std::size_t step)
{
    const auto sentence = history.step(step)["s"].get<std::string>();
    return sentence.substr(0, sentence.find(" Found here: "));
}

} // namespace

std::string title_of(const StepHistory& history)
{
    const Json& about = history.about();
    const auto launch = about["launch"].get<std::uint64_t>();
    return fmt::format("{}{} · group {} · sub-group {} of {} · {} lanes, {}",
                       about["kernel"].get<std::string>(),
                       launch > 0 ? fmt::format(", launch {}", launch) : "",
                       in_brackets(about["group"], about["dimensions"].get<unsigned>()),
                       about["sub_group"].get<std::uint64_t>(), about["sub_groups"].get<std::uint64_t>(),
                       about["width"].get<unsigned>(), about["profile"]["name"].get<std::string>());
}

std::string lane_squares(const StepHistory& history, std::size_t step)
{
    std::uint64_t wrong = 0;
    for (const Json* finding : findings_at(history, step))
        if (finding->contains("lane")) wrong |= std::uint64_t{1} << (*finding)["lane"].get<unsigned>();
    const bool waits = history.step(step)["is"] == "barrier";
    const std::uint64_t mask = history.mask(step);
    std::string squares;
    for (unsigned lane = 0; lane < history.lanes(); ++lane)
        squares += (wrong >> lane & 1U) != 0 ? "!" : (mask >> lane & 1U) == 0 ? "·" : waits ? "w" : "■";
    return squares;
}

std::string step_line(const StepHistory& history, std::size_t step)
{
    return fmt::format("{:>5}  {}", step, history.step(step)["s"].get<std::string>());
}

std::vector<std::string> step_page(const StepHistory& history, const StepView& view, std::size_t rows,
                                   std::size_t columns)
{
    if (view.help) return help_page();
    const StepState state = history.state(view.step);
    const Json& step = history.step(view.step);
    const auto is = step["is"].get<std::string>();
    std::vector<std::string> page{styled(title_of(history), Style::strong)};
    page.push_back(
        fmt::format("step {} of {} · {}", view.step, history.steps() - 1, is) +
        (history.about()["truncated"].get<bool>() ? " · the launch goes on behind the last step" : ""));
    const std::size_t text_rows = std::clamp<std::size_t>(rows / (step.contains("find") ? 6 : 3), 3, 15);
    show_text(history, view.step, text_rows, page);
    page.push_back(lane_row(history, view.step));
    if (state.after != state.mask) page.push_back(after_row(history, state));
    page.push_back(labelled("masks", stack_told(history, state)));
    std::vector<std::string> below;
    for (const std::string& line : fitted(sentence_at(history, view.step), columns)) below.push_back(line);
    show_findings(history, view.step, columns, below);
    below.push_back(labelled("counted", counts_told(state, history.about()["width"].get<unsigned>())));
    for (const std::string& line : fitted(requests_told(state), columns - label_columns))
        below.push_back(labelled("", line));
    below.push_back(
        !view.asked.empty() ? view.asked
        : !view.message.empty()
            ? view.message
            : styled("space next · b back · d divergence · w waste · c conflict · f found · ? keys",
                     Style::faint));
    show_memory(history, view.step, columns, page);
    page.push_back(labelled("lane " + std::to_string(view.lane),
                            "work-item " + item_of(history, view.lane) +
                                ((state.mask >> view.lane & 1U) != 0 ? "" : ", masked off")));
    const std::size_t used = page.size() + below.size();
    show_values(history, view, state, rows > used ? rows - used : 1, columns, page);
    while (page.size() + below.size() < rows) page.emplace_back();
    page.insert(page.end(), below.begin(), below.end());
    if (page.size() > rows && rows > 1) // the last line says what one can do, or what is asked
        page.erase(page.begin() + static_cast<std::ptrdiff_t>(rows) - 1, page.end() - 1);
    return page;
}

} // namespace lockstep::tool
