// The \lens directive: the picture of one request of the chapter's program, numbered as a figure.
#include "book/blocks.hpp"
#include "book/lens_figure.hpp"
#include "book/preprocessor.hpp"
#include "lockstep/files.hpp"

#include <lockstep/failure.hpp>

#include <fmt/format.h>

namespace lockstep::book
{

const formats::LensReports& Preprocessor::lens_counts()
{
    if (lens_counts_) return *lens_counts_;
    const auto devices = devices_of(lens_figures_in(page_.source));
    if (site_.options.lens) lens_counts_ = site_.options.lens(page_.chapter->slug, devices);
    if (lens_counts_) return *lens_counts_;
    const std::filesystem::path file = page_.chapter->folder / lens_recording;
    if (!std::filesystem::exists(file))
        throw Failure(
            fmt::format("The lens cannot run here, and there is no '{}'. Where it can, type: ./lockstep "
                        "run --capture {}",
                        site_.shown(file), page_.chapter->slug));
    const std::string again = fmt::format("./lockstep run --capture {}", page_.chapter->slug);
    return lens_counts_.emplace(
        formats::recorded_requests_of(formats::JsonReader::parse(read_text(file), site_.shown(file), again)));
}

void Preprocessor::lens(std::string_view rest, const std::string& indent)
{
    const std::optional<LensFigure> figure = parse_lens_figure(rest);
    if (!figure || page_.chapter == nullptr || page_.kind != Kind::chapter) {
        problem(
            here(),
            "A lens picture stands in a chapter and names a kernel, a part of a line, a device and a "
            "caption. "
            "Write: \\lens KERNEL \"part of the line\" [load|store|atomic] [global|local] [launch=N] DEVICE "
            "\"Caption\"");
        return;
    }
    const std::string caption = text_.html(figure->caption, here());
    const auto [label, anchor] = number("figure", ++figures_, caption);
    try {
        const FoundRequest found = find_request(lens_counts(), *figure);
        const std::string name = fmt::format("lens-{}", figures_);
        block(captioned(site_.theme, "figure", anchor, label, caption,
                        drawing(site_.theme, site_.options.lens_picture(found.device, found.line, name), name,
                                caption)),
              here(), indent);
    } catch (const Failure& failure) {
        problem(here(), sentence_of(failure));
    }
}

} // namespace lockstep::book
