/// Chapters 16 to 20: how far each rung of a ladder is up, on both devices, drawn from bench/results.
#include "draw/chart.hpp"
#include "figure.hpp"
#include "results.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <exception>
#include <string>
#include <vector>

#include <fmt/format.h>

namespace figures
{
namespace
{

using nlohmann::json;

constexpr double width = 660;
constexpr double label_width = 176;
constexpr double bars_width = width - label_width - 70;
constexpr double row_height = 36;
constexpr double top = 40;
constexpr double foot = 62;

/// One row: a rung or a peer, and what part of the limit it reached on either device; negative where it does not run.
struct Row
{
    std::string name;
    double h200 = -1;
    double cpu = -1;
    bool is_peer = false;
};

const json& ladder_in(const json& results, const std::string& name, const std::string& input)
{
    for (const json& ladder : results.at("ladders"))
        if (ladder.at("name") == name && ladder.at("case") == input) return ladder;
    throw std::runtime_error(fmt::format("bench/results hold no ladder {}, {}", name, input));
}

Row& row_of(std::vector<Row>& rows, const std::string& name, bool is_peer)
{
    const auto found = std::ranges::find(rows, name, &Row::name);
    if (found != rows.end()) return *found;
    return rows.emplace_back(Row{.name = name, .is_peer = is_peer});
}

/// What part of the limit a peer reached, by the highest rung that was measured in turn with it: limits and peers of
/// different minutes cannot be compared on a machine that others use as well.
double part_of_peer(const json& ladder, const std::string& peer)
{
    double highest = 0;
    double part = 0;
    for (const json& rung : ladder.at("rungs")) {
        if (!rung.contains("of_limit") || rung.at("of_limit") <= highest ||
            !rung.at("of_peer").contains(peer))
            continue;
        highest = rung.at("of_limit");
        part = highest / rung.at("of_peer").at(peer).get<double>();
    }
    return part;
}

std::vector<Row> rows_of(const std::string& name, const std::string& input)
{
    const json h200 = read_results("h200", "ladders");
    const json cpu = read_results("pocl", "ladders");
    std::vector<Row> rows;
    const auto add = [&](const json& results, double Row::*part) {
        const json& ladder = ladder_in(results, name, input);
        for (const json& rung : ladder.at("rungs"))
            if (rung.contains("of_limit")) row_of(rows, rung.at("name"), false).*part = rung.at("of_limit");
    };
    const auto add_peers = [&](const json& results, double Row::*part) {
        const json& ladder = ladder_in(results, name, input);
        for (const json& peer : ladder.at("peers"))
            row_of(rows, peer.at("name"), true).*part = part_of_peer(ladder, peer.at("name"));
    };
    add(h200, &Row::h200);
    add(cpu, &Row::cpu);
    add_peers(h200, &Row::h200);
    add_peers(cpu, &Row::cpu);
    return rows;
}

void draw_bar(Canvas& canvas, double y, double part, Colour fill, bool is_peer)
{
    if (part < 0) return;
    const double length = std::max(1.0, bars_width * std::min(part, 1.3) / 1.05);
    canvas.box({label_width, y, length, 12},
               {.fill = is_peer ? Colour::none : fill, .stroke = fill, .width = 1});
    canvas.text({label_width + length + 6, y + 6}, fmt::format("{:.{}f} %", 100 * part, part < 0.01 ? 1 : 0),
                {.size = 14, .colour = Colour::muted, .align = Align::start});
}

void draw(Canvas& canvas, const std::string& name, const std::string& input)
{
    const std::vector<Row> rows = rows_of(name, input);
    canvas.box({label_width, 10, 12, 12}, {.fill = Colour::accent});
    canvas.text({label_width + 18, 16}, "NVIDIA H200", {.size = 15, .align = Align::start});
    canvas.box({label_width + 150, 10, 12, 12}, {.fill = Colour::accent2});
    canvas.text({label_width + 168, 16}, "CPU through PoCL", {.size = 15, .align = Align::start});
    const double bottom = top + row_height * static_cast<double>(rows.size());
    for (const int tick : {0, 25, 50, 75, 100}) {
        const double x = label_width + bars_width * tick / 105.0;
        canvas.line({x, top - 4}, {x, bottom}, {.colour = Colour::line, .width = 1});
        canvas.text({x, bottom + 14}, fmt::format("{}", tick), {.size = 14, .colour = Colour::muted});
    }
    const std::string limit = ladder_in(read_results("h200", "ladders"), name, input).at("limit");
    canvas.text({label_width + bars_width / 2, bottom + 34},
                fmt::format("percent of the device's {}",
                            limit == "FMA" ? "multiply-add peak" : limit + " bandwidth"),
                {.size = 15});
    double y = top;
    for (const Row& row : rows) {
        canvas.text({label_width - 10, y + row_height / 2 - 2}, row.name,
                    {.size = 14, .align = Align::end, .mono = !row.is_peer});
        const bool both = row.h200 >= 0 && row.cpu >= 0;
        draw_bar(canvas, y + (both ? 2 : 10), row.h200, Colour::accent, row.is_peer);
        draw_bar(canvas, y + (both ? 17 : 10), row.cpu, Colour::accent2, row.is_peer);
        y += row_height;
    }
}

/// Its height depends on what was recorded; without a record, drawing says what is missing.
double height_of(const std::string& name, const std::string& input)
try {
    return top + row_height * static_cast<double>(rows_of(name, input).size()) + foot;
} catch (const std::exception&) {
    return top + foot;
}

Figure chart(std::string figure, const std::string& name, const std::string& input, const std::string& what,
             Draw drawing)
{
    return {std::move(figure),
            width,
            height_of(name, input),
            fmt::format("The ladder of {}", what),
            fmt::format("Each rung's figure on an H200 and on a CPU, in percent of what the device can do, "
                        "and the peers: {}.",
                        what),
            drawing};
}

const Register sums{chart("16-ladder", "first_ladder", "random", "products and sums",
                          [](Canvas& canvas) { draw(canvas, "first_ladder", "random"); })};
const Register reduction{chart("17-ladder", "reduction", "random", "reductions",
                               [](Canvas& canvas) { draw(canvas, "reduction", "random"); })};
const Register random_bytes{chart("18-ladder", "histogram", "random", "histograms of random bytes",
                                  [](Canvas& canvas) { draw(canvas, "histogram", "random"); })};
const Register equal_bytes{chart("18-ladder-constant", "histogram", "constant", "histograms of equal bytes",
                                 [](Canvas& canvas) { draw(canvas, "histogram", "constant"); })};
const Register scan{chart("19-ladder", "scan", "float", "scans of floats",
                          [](Canvas& canvas) { draw(canvas, "scan", "float"); })};
const Register transpose{chart("20-ladder", "transpose", "square", "transposes",
                               [](Canvas& canvas) { draw(canvas, "transpose", "square"); })};

} // namespace
} // namespace figures
