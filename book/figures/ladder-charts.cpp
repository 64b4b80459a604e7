/// Chapters 16 to 24 and 28 to 32: how far each rung of a ladder is up on every recorded device, and what sizes do to some of them, drawn
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

/// A figure's own data: which ladder, and what it computes.
struct Shown
{
    std::string name;
    std::string ladder;
    std::string input;
    std::string what;
};

LadderChart chart_of(const Shown& shown, double width)
{
    return LadderChart{charted_devices(shown_devices(), shown.ladder, shown.input), width};
}

SizeChart sizes_of(const Shown& shown, double width)
{
    return SizeChart{charted_curves(shown_devices(), results_folder(), shown.ladder, shown.input), width};
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
Figure chart(const Shown& shown, const std::string& name, double width)
{
    Figure figure{name, width,
                  0,    fmt::format("The ladder of {}", shown.what),
                  "",   [shown, width](Canvas& canvas) { chart_of(shown, width).draw(canvas); }};
    try {
        figure.height = chart_of(shown, width).height();
        figure.description =
            fmt::format("Each rung's figure {}, in percent of what the device can do, and the peers: {}.",
                        devices_in_words(shown.ladder, shown.input), shown.what);
    } catch (const std::exception&) {
        figure.description = "The results cannot be read.";
    }
    return figure;
}

/// As chart(), for the curves over sizes.
Figure sizes(const Shown& shown, const std::string& name, double width)
{
    Figure figure{name, width,
                  0,    fmt::format("{} of every size", shown.what),
                  "",   [shown, width](Canvas& canvas) { sizes_of(shown, width).draw(canvas); }};
    try {
        figure.height = sizes_of(shown, width).height();
        figure.description =
            fmt::format("The figures of three rungs and of the peers against the number of elements, on two "
                        "logarithmic axes. They rise with the size while launches dominate, and level out "
                        "near the device's limit: {}.",
                        shown.what);
    } catch (const std::exception&) {
        figure.description = "The results cannot be read.";
    }
    return figure;
}

/// A ladder's chart, and the same for a narrow screen.
struct RegisterChart
{
    explicit RegisterChart(const Shown& shown)
    {
        Register{chart(shown, shown.name, LadderChart::width)};
        Register{chart(shown, shown.name + "-narrow", LadderChart::narrow_width)};
    }
};

/// The same of its curves over sizes.
struct RegisterSizes
{
    explicit RegisterSizes(const Shown& shown)
    {
        Register{sizes(shown, shown.name, SizeChart::width)};
        Register{sizes(shown, shown.name + "-narrow", SizeChart::narrow_width)};
    }
};

const RegisterChart sums{{"16-ladder", "first_ladder", "random", "products and sums"}};
const RegisterChart reduction{{"17-ladder", "reduction", "random", "reductions"}};
const RegisterChart random_bytes{{"18-ladder", "histogram", "random", "histograms of random bytes"}};
const RegisterChart equal_bytes{{"18-ladder-constant", "histogram", "constant", "histograms of equal bytes"}};
const RegisterChart scan{{"19-ladder", "scan", "float", "scans of floats"}};
const RegisterChart transpose{{"20-ladder", "transpose", "square", "transposes"}};

const RegisterChart products{{"21-ladder", "matrix_multiply", "square", "products of matrices"}};
const RegisterChart on_units{{"28-ladder", "matrix_units", "square", "products of matrices of bfloat16"}};
const RegisterChart n_body{{"22-ladder", "n_body", "random", "all pairs of bodies"}};
const RegisterChart gaussian_blur{{"23-ladder", "gaussian_blur", "square", "Gaussian blurs"}};
const RegisterChart box_filter{{"24-ladder", "box_filter", "square", "box filters"}};
const RegisterChart sort{{"29-ladder", "sort", "uniform", "sorts of 32-bit keys"}};
const RegisterChart sparse{{"30-ladder", "sparse", "power", "sparse products"}};
const RegisterChart searches{{"31-ladder", "bfs", "kronecker", "breadth-first searches"}};
const RegisterChart attention{{"32-ladder", "attention", "causal-64", "attention"}};

const RegisterSizes sizes_of_sums{{"16-sizes", "first_ladder", "random", "Products and sums"}};
const RegisterSizes sizes_of_reduction{{"17-sizes", "reduction", "random", "Reductions"}};
const RegisterSizes sizes_of_histogram{{"18-sizes", "histogram", "random", "Histograms of random bytes"}};
const RegisterSizes sizes_of_scan{{"19-sizes", "scan", "float", "Scans of floats"}};
const RegisterSizes sizes_of_transpose{{"20-sizes", "transpose", "square", "Transposes"}};
const RegisterSizes sizes_of_products{{"21-sizes", "matrix_multiply", "square", "Products of matrices"}};
const RegisterSizes sizes_of_n_body{{"22-sizes", "n_body", "random", "All pairs of bodies"}};
const RegisterSizes sizes_of_gaussian_blur{{"23-sizes", "gaussian_blur", "square", "Gaussian blurs"}};
const RegisterSizes sizes_of_box_filter{{"24-sizes", "box_filter", "square", "Box filters"}};
const RegisterSizes sizes_of_sort{{"29-sizes", "sort", "uniform", "Sorts of 32-bit keys"}};
const RegisterSizes sizes_of_searches{{"31-sizes", "bfs", "kronecker", "Breadth-first searches"}};

} // namespace
} // namespace figures
