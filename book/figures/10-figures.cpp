/// Chapter 10: the figures of eight GPUs as a table, from their profiles.
#include "10-profiles.hpp"
#include "figure.hpp"

#include "lockstep/text.hpp"

#include <array>
#include <cmath>
#include <cstdint>
#include <string>

#include <fmt/format.h>

namespace figures
{
namespace of_10_figures
{

/// TFLOP/s, in three digits or whole.
std::string teraflops(double gflops)
{
    if (gflops >= 1e6) return lockstep::with_commas(static_cast<std::uint64_t>(std::round(gflops / 1000)));
    return fmt::format("{:.{}f}", gflops / 1000, gflops < 10000 ? 2 : gflops < 100000 ? 1 : 0);
}

/// One line of the table for each GPU, from its profile.
void draw_table(Canvas& canvas)
{
    constexpr std::array ids{"gtx480",   "rtx4090", "mi300x",   "h200",
                             "arc-b580", "rtx5070", "rx9070xt", "b200"};
    struct Column
    {
        double right;
        std::string_view title;
    };
    constexpr std::array columns{Column{192, "units"},
                                 Column{252, "in\nstep"},
                                 Column{334, "L2"},
                                 Column{396, "GB/s"},
                                 Column{464, "float,\nTFLOP/s"},
                                 Column{516, "ridge"},
                                 Column{598, "matrix,\nTFLOP/s"},
                                 Column{656, "ridge"}};
    for (const Column& column : columns)
        canvas.text({column.right, 18}, column.title,
                    {.size = 14, .colour = Colour::muted, .align = Align::end});
    double y = 56;
    for (const char* id : ids) {
        const lockstep::lens::Profile gpu = profile_of(id);
        canvas.line({4, y - 16}, {656, y - 16}, {.colour = Colour::line, .width = 1});
        canvas.text({4, y}, fmt::format("{}, {}", short_name(gpu.name), gpu.year),
                    {.size = 14, .align = Align::start, .bold = true});
        const bool has_matrix = gpu.matrix_gflops > 0;
        const std::array cells{
            fmt::format("{}", gpu.compute_units), fmt::format("{}", gpu.sub_group_size),
            // Each of its eight dies has its own.
            gpu.id == "mi300x" ? "8 × 4 MiB" : size_in_words(gpu.caches.second_bytes),
            lockstep::with_commas(static_cast<std::uint64_t>(std::round(gpu.peak_gbps))),
            teraflops(gpu.peak_gflops), fmt::format("{:.0f}", gpu.peak_gflops / gpu.peak_gbps),
            has_matrix ? teraflops(gpu.matrix_gflops) : std::string{"–"},
            has_matrix ? fmt::format("{:.0f}", gpu.matrix_gflops / gpu.peak_gbps) : std::string{"–"}};
        for (std::size_t i = 0; i < cells.size(); ++i)
            canvas.text({columns[i].right, y}, cells[i], {.size = 14, .align = Align::end});
        y += 34;
    }
}

const Register table({"10-figures", 660, 320, "Figures of eight GPUs",
                      "Compute units, sub-group size, L2 cache, peak bandwidth, peak arithmetic on floats "
                      "and on small matrices "
                      "of half precision, and the ridge of each, of eight GPUs from 2010 to 2025.",
                      draw_table});

} // namespace of_10_figures
} // namespace figures
