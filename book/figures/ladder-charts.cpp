/// Chapters 16 to 24, and 28: how far each rung of a ladder is up on every recorded device, and what sizes do to some of them, drawn
/// from bench/results.
#include "base/paths.hpp"
#include "draw/ladder_chart.hpp"
#include "draw/size_chart.hpp"
#include "figure.hpp"

#include <exception>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace figures
{
namespace
{

using lockstep::formats::ShownDevice;

std::filesystem::path results_folder()
{
    return lockstep::tool::own_source_dir() / "bench" / "results";
}

const std::vector<ShownDevice>& shown_devices()
{
    static const std::vector<ShownDevice> shown = lockstep::formats::shown_devices(results_folder());
    return shown;
}

LadderChart chart_of(const std::string& ladder, const std::string& input)
{
    return LadderChart{charted_devices(shown_devices(), ladder, input)};
}

SizeChart sizes_of(const std::string& ladder, const std::string& input)
{
    return SizeChart{charted_curves(shown_devices(), results_folder(), ladder, input)};
}

/// "on an H200 and on a CPU": those that climbed it, in the order of their bars.
std::string devices_in_words(const std::string& ladder, const std::string& input)
{
    std::vector<std::string> words;
    for (const ShownDevice& device : shown_devices())
        if (device.results.find_ladder(ladder, input) != nullptr)
            words.insert(words.begin(), fmt::format("on {} {}", device.article, device.label));
    const std::string last = words.empty() ? "" : words.back();
    if (words.size() < 2) return last;
    words.pop_back();
    return fmt::format("{} and {}", fmt::join(words, ", "), last);
}

/// Its height and its description depend on what was recorded; where that cannot be read, drawing says why.
Figure chart(std::string name, const std::string& ladder, const std::string& input, const std::string& what,
             Draw drawing)
{
    Figure figure{std::move(name), LadderChart::width, 0, fmt::format("The ladder of {}", what), "", drawing};
    try {
        figure.height = chart_of(ladder, input).height();
        figure.description =
            fmt::format("Each rung's figure {}, in percent of what the device can do, and the peers: {}.",
                        devices_in_words(ladder, input), what);
    } catch (const std::exception&) {
        figure.description = "The results cannot be read.";
    }
    return figure;
}

/// As chart(), for the curves over sizes.
Figure sizes(std::string name, const std::string& ladder, const std::string& input, const std::string& what,
             Draw drawing)
{
    Figure figure{std::move(name), SizeChart::width, 0, fmt::format("{} of every size", what), "", drawing};
    try {
        figure.height = sizes_of(ladder, input).height();
        figure.description =
            fmt::format("The figures of three rungs and of the peers against the number of elements, on two "
                        "logarithmic axes. They rise with the size while launches dominate, and level out "
                        "near the device's limit: {}.",
                        what);
    } catch (const std::exception&) {
        figure.description = "The results cannot be read.";
    }
    return figure;
}

const Register sums{chart("16-ladder", "first_ladder", "random", "products and sums",
                          [](Canvas& canvas) { chart_of("first_ladder", "random").draw(canvas); })};
const Register reduction{chart("17-ladder", "reduction", "random", "reductions",
                               [](Canvas& canvas) { chart_of("reduction", "random").draw(canvas); })};
const Register random_bytes{chart("18-ladder", "histogram", "random", "histograms of random bytes",
                                  [](Canvas& canvas) { chart_of("histogram", "random").draw(canvas); })};
const Register equal_bytes{chart("18-ladder-constant", "histogram", "constant", "histograms of equal bytes",
                                 [](Canvas& canvas) { chart_of("histogram", "constant").draw(canvas); })};
const Register scan{chart("19-ladder", "scan", "float", "scans of floats",
                          [](Canvas& canvas) { chart_of("scan", "float").draw(canvas); })};
const Register transpose{chart("20-ladder", "transpose", "square", "transposes",
                               [](Canvas& canvas) { chart_of("transpose", "square").draw(canvas); })};

const Register products{chart("21-ladder", "matrix_multiply", "square", "products of matrices",
                              [](Canvas& canvas) { chart_of("matrix_multiply", "square").draw(canvas); })};
const Register on_units{chart("28-ladder", "matrix_units", "square", "products of matrices of bfloat16",
                              [](Canvas& canvas) { chart_of("matrix_units", "square").draw(canvas); })};
const Register n_body{chart("22-ladder", "n_body", "random", "all pairs of bodies",
                            [](Canvas& canvas) { chart_of("n_body", "random").draw(canvas); })};
const Register gaussian_blur{chart("23-ladder", "gaussian_blur", "square", "Gaussian blurs",
                                   [](Canvas& canvas) { chart_of("gaussian_blur", "square").draw(canvas); })};
const Register box_filter{chart("24-ladder", "box_filter", "square", "box filters",
                                [](Canvas& canvas) { chart_of("box_filter", "square").draw(canvas); })};

const Register sizes_of_sums{sizes("16-sizes", "first_ladder", "random", "Products and sums",
                                   [](Canvas& canvas) { sizes_of("first_ladder", "random").draw(canvas); })};
const Register sizes_of_reduction{sizes("17-sizes", "reduction", "random", "Reductions", [](Canvas& canvas) {
    sizes_of("reduction", "random").draw(canvas);
})};
const Register sizes_of_histogram{
    sizes("18-sizes", "histogram", "random", "Histograms of random bytes",
          [](Canvas& canvas) { sizes_of("histogram", "random").draw(canvas); })};
const Register sizes_of_scan{sizes("19-sizes", "scan", "float", "Scans of floats",
                                   [](Canvas& canvas) { sizes_of("scan", "float").draw(canvas); })};
const Register sizes_of_transpose{sizes("20-sizes", "transpose", "square", "Transposes", [](Canvas& canvas) {
    sizes_of("transpose", "square").draw(canvas);
})};
const Register sizes_of_products{
    sizes("21-sizes", "matrix_multiply", "square", "Products of matrices",
          [](Canvas& canvas) { sizes_of("matrix_multiply", "square").draw(canvas); })};
const Register sizes_of_n_body{sizes("22-sizes", "n_body", "random", "All pairs of bodies",
                                     [](Canvas& canvas) { sizes_of("n_body", "random").draw(canvas); })};
const Register sizes_of_gaussian_blur{
    sizes("23-sizes", "gaussian_blur", "square", "Gaussian blurs",
          [](Canvas& canvas) { sizes_of("gaussian_blur", "square").draw(canvas); })};
const Register sizes_of_box_filter{
    sizes("24-sizes", "box_filter", "square", "Box filters",
          [](Canvas& canvas) { sizes_of("box_filter", "square").draw(canvas); })};

} // namespace
} // namespace figures
