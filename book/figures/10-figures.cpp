/// Chapter 10: the figures of six GPUs as a table, from their profiles.
#include "figure.hpp"
#include "machines.hpp"

#include "lockstep/text.hpp"

#include <array>
#include <cstdint>

#include <fmt/format.h>

namespace figures
{
namespace
{

/// One line of the table for each GPU, from its profile.
void draw_table(Canvas& canvas)
{
    constexpr std::array ids{"hd5870", "gtx480", "mi300x", "rx7900xtx", "h200", "arc-a770"};
    struct Column
    {
        double right;
        std::string_view title;
    };
    constexpr std::array columns{
        Column{196, "units"},         Column{250, "in\nstep"}, Column{326, "registers\nof a unit"},
        Column{402, "local\nmemory"}, Column{470, "L2"},       Column{546, "GFLOP/s"},
        Column{604, "GB/s"},          Column{656, "ridge"}};
    for (const Column& column : columns)
        canvas.text({column.right, 18}, column.title,
                    {.size = 14, .colour = Colour::muted, .align = Align::end});
    double y = 56;
    for (const char* id : ids) {
        const lockstep::lens::Profile gpu = profile_of(id);
        canvas.line({4, y - 16}, {656, y - 16}, {.colour = Colour::line, .width = 1});
        canvas.text({4, y}, fmt::format("{}, {}", short_name(gpu.name), gpu.year),
                    {.size = 14, .align = Align::start, .bold = true});
        const std::array cells{fmt::format("{}", gpu.compute_units), fmt::format("{}", gpu.sub_group_size),
                               size_in_words(double{1} * gpu.unit.registers * gpu.unit.register_bytes),
                               size_in_words(gpu.unit.local_bytes),
                               // Each of its eight dies has its own.
                               gpu.id == "mi300x" ? "8 × 4 MiB" : size_in_words(gpu.caches.second_bytes),
                               lockstep::with_commas(static_cast<std::uint64_t>(gpu.peak_gflops)),
                               fmt::format("{:g}", gpu.peak_gbps),
                               fmt::format("{:.1f}", gpu.peak_gflops / gpu.peak_gbps)};
        for (std::size_t i = 0; i < cells.size(); ++i)
            canvas.text({columns[i].right, y}, cells[i], {.size = 14, .align = Align::end});
        y += 34;
    }
}

const Register
    table({"10-figures", 660, 252, "Figures of six GPUs",
           "Compute units, sub-group size, registers and local memory of a unit, L2 cache, peak arithmetic, "
           "peak bandwidth and the ridge of six GPUs, from their profiles.",
           draw_table});

} // namespace
} // namespace figures
