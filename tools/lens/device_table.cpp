// A table with a column for each device.
#include "lens/device_table.hpp"

#include "base/terminal.hpp"
#include "lens/ranking.hpp"
#include "lens/statements.hpp"
#include "lens/targets.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace lockstep::tool
{

namespace
{

using formats::LensKernel;
using formats::LensReport;

constexpr std::size_t table_name_width = 20;
constexpr std::size_t device_column = 12;
constexpr std::size_t most_devices = 5; // beside each other

std::string used(std::uint64_t lost, std::uint64_t whole)
{
    return whole == 0 ? "" : percent(static_cast<double>(whole - lost) / static_cast<double>(whole));
}

struct Row
{
    const char* name;
    std::string (*cell)(const LensKernel&, const Loss&);
};

const std::array<Row, 4> loss_rows{
    {{"global memory",
      [](const LensKernel&, const Loss& loss) { return used(loss.sectors, loss.sectors_max); }},
     {"local memory", [](const LensKernel&, const Loss& loss) { return used(loss.passes, loss.passes_max); }},
     {"SIMD efficiency",
      [](const LensKernel& kernel, const Loss&) { return percent(kernel.simd_efficiency); }},
     {"occupancy", [](const LensKernel& kernel, const Loss&) {
          return kernel.occupancy ? percent(kernel.occupancy->fraction) : std::string{};
      }}}};

std::string part(const std::vector<LensReport>& reports, std::size_t first)
{
    const std::size_t last = std::min(first + most_devices, reports.size());
    std::string titles = std::string(table_name_width, ' ');
    for (std::size_t i = first; i < last; ++i)
        titles += fmt::format("{:>{}}", reports[i].device.id, device_column);
    std::string text = styled(titles, Style::faint) + "\n";
    for (const RankedKernel& kernel : ranked(reports.front())) {
        text += styled(kernel.sum.name, Style::strong) + "\n";
        for (const Row& row : loss_rows) {
            std::string cells;
            bool any = false;
            for (std::size_t i = first; i < last; ++i) {
                const auto sum = all_launches(reports[i], kernel.sum.name, kernel.sum.source);
                const std::string cell = sum ? row.cell(*sum, loss_of(*sum, reports[i].device)) : "";
                any = any || !cell.empty();
                cells += fmt::format("{:>{}}", cell.empty() ? "-" : cell, device_column);
            }
            if (any) text += fmt::format("  {:<{}}{}\n", row.name, table_name_width - 2, cells);
        }
    }
    return text;
}

} // namespace

std::string device_table(const formats::LensReports& counts)
{
    std::string text = "What each device uses of what it moves and issues\n\n";
    for (std::size_t first = 0; first < counts.reports.size(); first += most_devices)
        text += (first > 0 ? "\n" : "") + part(counts.reports, first);
    return text;
}

} // namespace lockstep::tool
