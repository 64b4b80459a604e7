/// Chapter 33: a layer of a transformer, views of one buffer, and the loss of the recorded training.
#include "base/paths.hpp"
#include "figure.hpp"
#include "lockstep/formats/captured_output.hpp"
#include "lockstep/formats/measurements.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <functional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

namespace figures
{
namespace of_33_language_model
{

/// A step of a branch: what it is called, and whether the backward pass needs what it writes.
struct Step
{
    std::string_view name;
    bool is_kept;
};

void draw_branch(Canvas& canvas, double top, std::span<const Step> steps)
{
    constexpr double stream = 40, left = 130, width = 250, height = 34, apart = 46;
    const double bottom = top + apart * static_cast<double>(steps.size() - 1) + height / 2;
    canvas.arrow({{stream, top + height / 2}, {left, top + height / 2}},
                 {.colour = Colour::accent, .width = 2});
    for (std::size_t i = 0; i < steps.size(); ++i) {
        const Rect card{left, top + apart * static_cast<double>(i), width, height};
        canvas.card(card, steps[i].name,
                    {.fill = steps[i].is_kept ? Colour::surface : Colour::paper,
                     .stroke = Colour::accent,
                     .radius = 5},
                    {.size = 16});
        if (i + 1 < steps.size())
            canvas.arrow(
                {{left + width / 2, card.bottom()}, {left + width / 2, card.bottom() + apart - height}},
                {.colour = Colour::accent, .width = 2});
    }
    canvas.arrow({{left, bottom}, {stream + 13, bottom}}, {.colour = Colour::accent, .width = 2});
    canvas.circle({stream, bottom}, 12, {.fill = Colour::accent_soft, .stroke = Colour::accent, .width = 2});
    canvas.text({stream, bottom}, "+", {.size = 18, .bold = true});
}

void draw_transformer(Canvas& canvas)
{
    constexpr double stream = 40;
    constexpr std::array attention{Step{"layer norm", true}, Step{"queries, keys, values", true},
                                   Step{"attention of all heads", true}, Step{"mix, d × d", false}};
    constexpr std::array feed{Step{"layer norm", true}, Step{"up, d × 4d", true}, Step{"GELU", true},
                              Step{"down, 4d × d", false}};
    canvas.text({8, 14}, "rows of d channels", {.size = 16, .align = Align::start, .bold = true});
    canvas.arrow({{stream, 28}, {stream, 448}}, {.colour = Colour::ink, .width = 3});
    draw_branch(canvas, 44, attention);
    draw_branch(canvas, 246, feed);
    canvas.text({8, 464}, "to the next layer", {.size = 16, .align = Align::start, .bold = true});
}

const Register transformer({"33-transformer", 400, 480, "One layer of a transformer",
                            "A line of rows runs down on the left. A branch leaves it, goes through layer "
                            "norm, queries with keys and values, "
                            "attention and a product, and is added to the line. A second branch goes through "
                            "layer norm, a product to four times "
                            "the width, GELU and a product back, and is added, too. The results of all steps "
                            "but the two last products are kept.",
                            draw_transformer});

/// Rows of 384 channels, of which one head's keys are marked, and the same elements as two views.
void draw_views(Canvas& canvas)
{
    constexpr double left = 20, top = 58, unit = 48, height = 22;
    constexpr int rows = 5;
    constexpr std::array names{"queries", "keys", "values"};
    for (int part = 0; part < 3; ++part) {
        const double x = left + part * 4 * unit;
        canvas.text({x + 2 * unit, 14}, names[static_cast<std::size_t>(part)], {.size = 16, .bold = true});
        for (int head = 0; head < 4; ++head)
            canvas.text({x + (head + 0.5) * unit, 40},
                        (part == 0 && head == 0 ? "head " : "") + std::to_string(head),
                        {.size = 14, .colour = Colour::muted});
    }
    canvas.grid({left, top}, 12, rows, unit, height,
                {.fill = Colour::surface, .stroke = Colour::line, .width = 0.75});
    for (int row = 0; row < rows; ++row)
        canvas.box({left + 5 * unit + 2, top + row * height + 2, unit - 4, height - 4},
                   {.fill = Colour::accent, .radius = 3});
    for (int part = 1; part < 3; ++part)
        canvas.line({left + part * 4 * unit, top - 6}, {left + part * 4 * unit, top + rows * height + 4},
                    {.colour = Colour::ink, .width = 2});
    const double below = top + rows * height + 34;
    const auto view = [&](double x, std::string_view what, std::string_view steps) {
        canvas.text({x, below}, what, {.size = 16, .align = Align::start, .bold = true});
        canvas.text({x, below + 26}, steps, {.size = 16, .align = Align::start});
    };
    view(left, "keys of head 1", "begin 160, row 384, column 1");
    view(left + 6.2 * unit, "the same, transposed", "begin 160, row 1, column 384");
}

const Register views({"33-views", 620, 240, "Views of queries, keys and values in one buffer",
                      "A buffer of rows with twelve blocks of 32 channels: four heads of queries, four of "
                      "keys, four of values. The block "
                      "of head 1's keys is marked in every row. As a view it begins at element 160; rows are "
                      "384 apart and columns 1. "
                      "Transposed, rows are 1 apart and columns 384.",
                      draw_views});

const std::filesystem::path& chapter()
{
    static const auto folder = lockstep::tool::own_source_dir() / "chapters" / "33-language-model";
    return folder;
}

struct Loss
{
    double step, loss;
};

/// The recorded training's: a line for each twenty steps.
std::vector<Loss> recorded_losses()
{
    std::ifstream file(chapter() / "losses.txt");
    std::vector<Loss> all;
    for (Loss point{}; file >> point.step >> point.loss;) all.push_back(point);
    if (all.empty()) throw std::runtime_error("chapters/33-language-model/losses.txt has no losses");
    return all;
}

void draw_loss(Canvas& canvas)
{
    constexpr Rect area{52, 30, 500, 240};
    constexpr double low = 1, high = 4.5;
    const auto trained = lockstep::read_captured_output(chapter() / "output.trained.txt").values;
    const double trigram = std::stod(trained.at("trigram")), held_out = std::stod(trained.at("held_out"));
    const std::vector<Loss> losses = recorded_losses();
    const double last_step = losses.back().step;
    const auto place = [&](double step, double loss) {
        return Point{area.x + step / last_step * area.width,
                     area.bottom() - (loss - low) / (high - low) * area.height};
    };
    canvas.text({area.x - 40, 12}, "loss, nats a character",
                {.size = 16, .colour = Colour::muted, .align = Align::start});
    for (double loss = low; loss <= high; loss += 0.5) {
        canvas.line(place(0, loss), place(last_step, loss), {.colour = Colour::line, .width = 1});
        if (std::fmod(loss, 1) == 0)
            canvas.text({area.x - 10, place(0, loss).y}, fmt::format("{:g}", loss),
                        {.size = 16, .colour = Colour::muted, .align = Align::end});
    }
    for (double step = 0; step <= last_step + 1; step += 1000)
        canvas.text({place(step, low).x, area.bottom() + 18}, fmt::format("{:g}", step),
                    {.size = 16, .colour = Colour::muted});
    canvas.text({area.centre().x, area.bottom() + 42}, "steps", {.size = 16, .colour = Colour::muted});
    canvas.line(place(0, trigram), place(last_step, trigram),
                {.colour = Colour::accent2, .width = 2, .dash = "6 5"});
    canvas.text({area.right() - 6, place(0, trigram).y - 14}, "trigram model",
                {.size = 16, .colour = Colour::accent2, .align = Align::end});
    std::vector<Point> curve;
    for (const Loss& point : losses) curve.push_back(place(point.step, point.loss));
    canvas.polyline(curve, {.colour = Colour::accent, .width = 2});
    canvas.circle(place(last_step, held_out), 5, {.fill = Colour::ink});
    canvas.text({area.right() - 6, place(0, held_out).y - 14}, "held out", {.size = 16, .align = Align::end});
}

const Register loss(
    {"33-loss", 580, 330, "The loss of a training, step by step",
     "A curve that falls from 4.5 nats a character, steeply in the first hundred steps, then slower. It "
     "crosses a dashed "
     "line at 1.9, the loss of a trigram model, after some hundred steps, and ends well below it, where a "
     "dot is the loss on the held-out lessons.",
     draw_loss});

/// What belongs together of a step of GPT-2's small size.
std::string_view part_of_step(std::string_view kernel)
{
    if (kernel.starts_with("attend") || kernel == "along_results") return "attention";
    if (kernel.find("50272") != kernel.npos) return "products, embedding";
    if (kernel.starts_with("product") || kernel == "add_parts") return "products, layers";
    if (kernel == "cross_entropy") return "loss";
    if (kernel.starts_with("normalise") || kernel == "add_chunks") return "layer norm";
    if (kernel.starts_with("gelu")) return "GELU";
    return kernel == "adamw" ? "AdamW" : "the rest";
}

void draw_step(Canvas& canvas)
{
    struct Part
    {
        std::string_view name;
        double ms = 0, least_ms = 0;
    };
    const auto rows = lockstep::formats::read_named_rows(
        lockstep::tool::own_source_dir() / "bench" / "results", "h200-language-model");
    std::vector<Part> parts;
    for (const auto& row : rows.rows) {
        const auto* kernel = row.find("kernel");
        if (kernel == nullptr || kernel->text == "all") continue;
        const std::string_view name = part_of_step(kernel->text);
        auto part = std::ranges::find(parts, name, &Part::name);
        if (part == parts.end()) part = parts.insert(part, {name});
        const double ms = row.find("ms")->number.value();
        part->ms += ms;
        part->least_ms += std::min(1.0, row.find("of_limit")->number.value()) * ms;
    }
    std::ranges::sort(parts, std::greater{}, &Part::ms);
    constexpr double left = 190, top = 40, row = 30, width = 340;
    const double scale = width / parts.front().ms;
    canvas.box({left, 8, 18, 16}, {.fill = Colour::accent, .radius = 3});
    canvas.text({left + 26, 16}, "at the limit", {.size = 16, .align = Align::start});
    canvas.box({left + 150, 8, 18, 16}, {.fill = Colour::accent_soft, .stroke = Colour::accent, .radius = 3});
    canvas.text({left + 176, 16}, "beyond it", {.size = 16, .align = Align::start});
    for (std::size_t i = 0; i < parts.size(); ++i) {
        const double y = top + static_cast<double>(i) * row, height = row - 8;
        canvas.text({left - 12, y + height / 2}, parts[i].name, {.size = 16, .align = Align::end});
        canvas.box({left, y, parts[i].ms * scale, height},
                   {.fill = Colour::accent_soft, .stroke = Colour::accent, .width = 1});
        canvas.box({left, y, parts[i].least_ms * scale, height}, {.fill = Colour::accent});
        canvas.text({left + parts[i].ms * scale + 10, y + height / 2}, fmt::format("{:.1f} ms", parts[i].ms),
                    {.size = 16, .colour = Colour::muted, .align = Align::start});
    }
}

const Register step(
    {"33-step", 620, 286, "Where the time of a training step goes",
     "Eight bars, sorted by time: the products of the layers take most, then attention, the products with "
     "the embedding, layer norm, the loss, GELU, AdamW and the rest. The dark part of a bar is "
     "what the limits of memory and of the units for matrices would take. Of GELU and AdamW "
     "it is nearly all, of the products about half.",
     draw_step});

} // namespace of_33_language_model
} // namespace figures
