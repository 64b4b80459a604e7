// Finding the request that a \lens directive means.
#include "book/lens_figure.hpp"

#include "book/book.hpp"
#include "lockstep/failure.hpp"
#include "lockstep/files.hpp"
#include "lockstep/text.hpp"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>

namespace lockstep::book
{

using formats::LensKernel;
using formats::LensLine;
using formats::LensReport;
using formats::LensReports;

namespace
{

/// Takes "quoted text" from the front of `text`, `last` telling whether it reaches to the last quotation mark.
std::optional<std::string> take_quoted(std::string_view& text, bool last)
{
    text = trim(text);
    if (!text.starts_with('"')) return std::nullopt;
    const auto close = last ? text.rfind('"') : text.find('"', 1);
    if (close == 0 || close == std::string_view::npos) return std::nullopt;
    std::string inside(text.substr(1, close - 1));
    text.remove_prefix(close + 1);
    return inside;
}

std::string take_word(std::string_view& text)
{
    text = trim(text);
    const auto end = std::min(text.find(' '), text.size());
    std::string word(text.substr(0, end));
    text.remove_prefix(end);
    return word;
}

bool fits(const LensLine& line, const LensFigure& figure)
{
    return line.source.find(figure.fragment) != std::string::npos &&
           (figure.access.empty() || name_of(line.access) == figure.access) &&
           (figure.space.empty() || name_of(line.space()) == figure.space);
}

bool is_quoted(const LensLine& line, const LensFigure& figure)
{
    return line.expression.find(figure.fragment) != std::string::npos;
}

std::string told(const LensKernel& kernel, const LensLine& line)
{
    return fmt::format("{} (launch {}) {} {} \"{}\"", kernel.name, kernel.launch, name_of(line.access),
                       name_of(line.space()), line.source);
}

std::string list_of(const LensReport& report)
{
    constexpr std::size_t most = 24;
    std::vector<std::string> list;
    for (const LensKernel& kernel : report.kernels)
        for (const LensLine& line : kernel.lines) list.push_back(told(kernel, line));
    const std::size_t count = list.size();
    list.resize(std::min(count, most));
    return list.empty() ? "nothing"
                        : fmt::format("{}{}", fmt::join(list, "; "),
                                      count > most ? fmt::format("; and {} more", count - most) : "");
}

/// Where a directive's request is: its report, kernel and line.
struct Place
{
    const LensReport* report = nullptr;
    const LensKernel* kernel = nullptr;
    const LensLine* line = nullptr;
};

Place find_place(const LensReports& counts, const LensFigure& figure)
{
    const auto report = std::ranges::find_if(
        counts.reports, [&](const LensReport& one) { return one.device.id == figure.device; });
    if (report == counts.reports.end()) {
        std::string devices;
        for (const LensReport& one : counts.reports) devices += " " + one.device.id;
        throw Failure(
            fmt::format("There are no counts for the device '{}', only for:{}. Correct its name, or type: "
                        "./lockstep run --capture CHAPTER",
                        figure.device, devices));
    }
    Place found{.report = &*report};
    for (const LensKernel& kernel : report->kernels) {
        const bool other = kernel.name != figure.kernel || (figure.launch && kernel.launch != *figure.launch);
        if (other || (found.kernel != nullptr && found.kernel != &kernel)) continue;
        for (const LensLine& line : kernel.lines) {
            if (!fits(line, figure)) continue;
            // Of several accesses of a statement the one that is quoted.
            if (found.line != nullptr && &kernel == found.kernel && found.line->line == line.line &&
                is_quoted(*found.line, figure) != is_quoted(line, figure)) {
                if (is_quoted(line, figure)) found.line = &line;
                continue;
            }
            if (found.line != nullptr)
                throw Failure(fmt::format(
                    "The text \"{}\" of the kernel '{}' means more than one request: {}; {}. "
                    "Quote more of the line, or add load, store, global or local.",
                    figure.fragment, figure.kernel, told(*found.kernel, *found.line), told(kernel, line)));
            found.kernel = &kernel;
            found.line = &line;
        }
    }
    if (found.line == nullptr)
        throw Failure(
            fmt::format("The lens counted no request with \"{}\" in the kernel '{}'{}. It counted: {}. "
                        "Correct the directive, or type: ./lockstep run --capture CHAPTER",
                        figure.fragment, figure.kernel,
                        figure.launch ? fmt::format(", launch {}", *figure.launch) : "", list_of(*report)));
    if (found.line->space() == formats::MemorySpace::image)
        throw Failure(fmt::format(
            "The line \"{}\" of the kernel '{}' accesses an image. How a GPU lays those out is not "
            "known, so there is nothing to draw. Take the directive out.",
            found.line->source, figure.kernel));
    return found;
}

} // namespace

std::optional<LensFigure> parse_lens_figure(std::string_view rest)
{
    LensFigure figure;
    figure.kernel = take_word(rest);
    const std::optional<std::string> fragment = take_quoted(rest, false);
    if (figure.kernel.empty() || figure.kernel.starts_with('"') || !fragment || fragment->empty())
        return std::nullopt;
    figure.fragment = *fragment;
    for (rest = trim(rest); !rest.empty() && !rest.starts_with('"'); rest = trim(rest)) {
        const std::string word = take_word(rest);
        if (word == "load" || word == "store" || word == "atomic") {
            figure.access = word;
        } else if (word == "global" || word == "local") {
            figure.space = word;
        } else if (word.starts_with("launch=")) {
            std::uint64_t launch = 0;
            const char* end = word.data() + word.size();
            if (std::from_chars(word.data() + 7, end, launch).ptr != end || word.size() == 7)
                return std::nullopt;
            figure.launch = launch;
        } else if (figure.device.empty()) {
            figure.device = word;
        } else {
            return std::nullopt;
        }
    }
    const std::optional<std::string> caption = take_quoted(rest, true);
    if (figure.device.empty() || !caption || caption->empty() || !trim(rest).empty()) return std::nullopt;
    figure.caption = *caption;
    return figure;
}

std::vector<LensFigure> lens_figures_in(const std::filesystem::path& lesson)
{
    constexpr std::string_view directive = "\\lens ";
    std::vector<LensFigure> figures;
    for (const std::string& line : split_lines(read_text(lesson))) {
        const std::string_view text = trim(line);
        if (!text.starts_with(directive)) continue;
        if (const auto figure = parse_lens_figure(text.substr(directive.size()))) figures.push_back(*figure);
    }
    return figures;
}

std::set<std::string> devices_of(const std::vector<LensFigure>& figures)
{
    std::set<std::string> devices;
    for (const LensFigure& figure : figures) devices.insert(figure.device);
    return devices;
}

FoundRequest find_request(const LensReports& counts, const LensFigure& figure)
{
    const Place place = find_place(counts, figure);
    return {place.report->device, *place.line};
}

LensReports recording_of(const LensReports& counts, const std::vector<LensFigure>& figures)
{
    std::vector<const LensLine*> drawn;
    for (const LensFigure& figure : figures) drawn.push_back(find_place(counts, figure).line);
    LensReports recording;
    for (const LensReport& report : counts.reports) {
        LensReport kept{.device = report.device, .kernels = {}};
        kept.device.compute_units = 0; // no picture needs it, nor columns and vectors
        for (const LensKernel& counted : report.kernels) {
            LensKernel kernel;
            kernel.name = counted.name;
            kernel.launch = counted.launch;
            kernel.global_size = counted.global_size;
            kernel.local_size = counted.local_size;
            for (const LensLine& line : counted.lines) {
                if (std::ranges::find(drawn, &line) == drawn.end()) continue;
                kernel.lines.push_back(line);
                kernel.lines.back().column = 0;
                kernel.lines.back().expression.clear();
                kernel.lines.back().vector = {};
                if (auto& sample = kernel.lines.back().sample) sample->base.reset(); // an address of this run
            }
            if (!kernel.lines.empty()) kept.kernels.push_back(std::move(kernel));
        }
        if (!kept.kernels.empty()) recording.reports.push_back(std::move(kept));
    }
    return recording;
}

} // namespace lockstep::book
