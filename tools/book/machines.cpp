// The machines that the ladders were recorded on: what each recording says of its own, and what it does not.
#include "book/appendix_tables.hpp"

#include "book/measured_words.hpp"
#include "html/html.hpp"
#include "lockstep/failure.hpp"
#include "lockstep/formats/shown_devices.hpp"
#include "lockstep/text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <string>
#include <vector>

namespace lockstep::book
{
namespace
{

using formats::LadderResult;
using formats::LimitFigures;
using formats::ShownDevice;

constexpr const char* not_recorded = "not recorded";

std::string figure(const std::optional<double>& value)
{
    return value ? shown(*value) : not_recorded;
}

/// Host, implementation and libraries, as far as the recording holds them.
std::string versions_of(const LadderResult& ladder)
{
    std::vector<std::string> known = peer_versions_of(ladder);
    if (ladder.machine)
        known.insert(known.begin(),
                     {ladder.machine->processor, ladder.machine->system, ladder.machine->opencl});
    std::erase(known, "");
    return known.empty() ? not_recorded : escape_html(fmt::format("{}", fmt::join(known, "; ")));
}

bool is_of_another_machine(const LimitFigures& limits, double middle)
{
    return !formats::is_of_same_machine(limits.fma_gflops, middle);
}

std::string row_of(const ShownDevice& device, const LadderResult& ladder, double middle)
{
    const LimitFigures limits = *limits_of(device.results, ladder);
    return fmt::format(
        "<tr><td>{}, {}</td><td>{}</td><td>{}</td><td>{}{}</td><td>{}</td><td>{}</td><td>{}</td></tr>",
        code_html(ladder.name), escape_html(ladder.input), formats::origin_of(device.results, ladder).date,
        figure(limits.clock_mhz), shown(limits.fma_gflops),
        is_of_another_machine(limits, middle) ? "<sup title=\"of another machine\">†</sup>" : "",
        shown(limits.copy_gbps), shown(limits.read_gbps), versions_of(ladder));
}

std::string table_of(const ShownDevice& device)
{
    const double middle = formats::middle_limit(device.results, "FMA").value_or(0);
    std::string rows;
    bool others = false;
    for (const LadderResult& ladder : device.results.ladders) {
        const LimitFigures* limits = limits_of(device.results, ladder);
        if (limits == nullptr) continue;
        rows += row_of(device, ladder, middle);
        others = others || is_of_another_machine(*limits, middle);
    }
    const formats::Origin& origin = device.results.origin;
    return fmt::format(
        "<p><strong>{}</strong>: {}, driver {}.</p>"
        "<div class=\"table-scroll hardware\" tabindex=\"0\"><table "
        "class=\"markdownTable\"><thead><tr><th>ladder</th>"
        "<th>recorded</th><th>clock, MHz</th><th>multiply and add, GFLOP/s</th><th>copy, GB/s</th><th>read, "
        "GB/s</th>"
        "<th>host and versions</th></tr></thead><tbody>{}</tbody></table></div>{}",
        escape_html(device.title), escape_html(origin.device), escape_html(origin.driver), rows,
        others ? fmt::format("<p>† More than {:.0f}&nbsp;% from {}&nbsp;GFLOP/s, which most of this device’s "
                             "ladders have: "
                             "recorded on another machine of the same name, or in another state of it.</p>",
                             100 * formats::same_machine, shown(middle))
               : "");
}

} // namespace

std::string machine_tables(const Site& site)
{
    std::string tables;
    for (const ShownDevice& device : formats::shown_devices(site.options.source / "bench" / "results"))
        tables += table_of(device);
    if (tables.empty())
        throw Failure("No ladder was recorded.",
                      "./lockstep bench measure --json bench/results/NAME-ladders.json");
    return tables;
}

} // namespace lockstep::book
