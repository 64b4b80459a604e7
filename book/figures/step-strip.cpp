/// A strip of steps, from a captured session.
#include "step-strip.hpp"

#include "base/paths.hpp"
#include "lockstep/formats/captured_output.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <regex>
#include <stdexcept>
#include <vector>

namespace figures
{

namespace
{

constexpr double left = 8;
constexpr double cell = 19.5;
constexpr double side = 16;

struct Step
{
    std::string number;
    std::string line;
    std::string what;                 ///< "All 32 lanes ask"
    std::string rest;                 ///< "16 go in, 16 wait"
    std::vector<std::string> lanes{}; ///< a square each
    unsigned moved = 0, needed = 0;   ///< sectors or passes
};

// The squares of a line, each a character.
std::vector<std::string> squares_in(const std::string& line)
{
    std::vector<std::string> squares;
    for (std::size_t at = line.find_first_not_of(' '); at < line.size();) {
        const std::size_t bytes = line.compare(at, 3, "■") == 0 ? 3 : line.compare(at, 2, "·") == 0 ? 2 : 1;
        squares.push_back(line.substr(at, bytes));
        at += bytes;
    }
    return squares;
}

std::vector<Step> steps_of(const std::string& chapter)
{
    static const std::regex sentence{R"(^ *(\d+)  Line (\d+): (.*?)([;:] (.*?))?\.( .*)?$)"};
    static const std::regex request{R"((\d+) (?:sectors?|pass(?:es)?), (\d+) needed)"};
    const auto file = lockstep::tool::own_source_dir() / "chapters" / chapter / "session-steps.txt";
    std::vector<Step> steps;
    for (const std::string& line : lockstep::read_captured_output(file).lines) {
        std::smatch found;
        if (std::regex_match(line, found, sentence)) {
            Step step{.number = found[1], .line = found[2], .what = found[3], .rest = found[5]};
            std::smatch counts;
            if (std::regex_search(step.rest, counts, request)) {
                step.moved = static_cast<unsigned>(std::stoul(counts[1]));
                step.needed = static_cast<unsigned>(std::stoul(counts[2]));
            }
            steps.push_back(std::move(step));
        } else if (!steps.empty() && steps.back().lanes.empty()) {
            steps.back().lanes = squares_in(line);
        }
    }
    if (steps.empty()) throw std::logic_error(file.string() + " has no steps");
    return steps;
}

void draw_lanes(Canvas& canvas, const Step& step, double y)
{
    for (std::size_t lane = 0; lane < step.lanes.size(); ++lane) {
        const Rect square{left + static_cast<double>(lane) * cell, y, side, side};
        const std::string& is = step.lanes[lane];
        if (is == "·")
            canvas.box(
                square,
                {.fill = Colour::paper, .stroke = Colour::line, .width = 1.25, .radius = 3, .dash = "2 2"});
        else
            canvas.box(square, {.fill = is == "■" ? Colour::accent : Colour::bad, .radius = 3});
    }
}

void draw_request(Canvas& canvas, const Step& step, double y)
{
    for (unsigned i = 0; i < step.moved; ++i)
        canvas.box(
            {left + i * cell, y, side, side},
            i < step.needed
                ? Shape{.fill = Colour::accent2, .stroke = Colour::accent2, .width = 1.25}
                : Shape{.fill = Colour::bad_soft, .stroke = Colour::bad, .width = 1.25, .dash = "3 2"});
}

void draw(Canvas& canvas, const std::vector<Step>& steps)
{
    constexpr Type words{.size = 15, .align = Align::start};
    double y = 12;
    for (const Step& step : steps) {
        const std::string head = fmt::format("Step {}, line {}:", step.number, step.line);
        constexpr Type bold{.size = 15, .align = Align::start, .bold = true};
        canvas.text({left, y}, head, bold);
        const bool asks = step.moved == 0 && !step.rest.empty();
        canvas.text({left + 168, y}, asks ? step.what + ": " + step.rest : step.what, words);
        draw_lanes(canvas, step, y + 12);
        y += 44;
        if (step.moved == 0) continue;
        canvas.text({left, y}, step.rest, words);
        draw_request(canvas, step, y + 12);
        y += 48;
    }
}

} // namespace

Draw step_strip(const std::string& chapter)
{
    return [chapter](Canvas& canvas) { draw(canvas, steps_of(chapter)); };
}

} // namespace figures
