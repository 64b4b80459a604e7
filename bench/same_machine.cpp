// Comparing a machine with the one that a file was recorded on.
#include "same_machine.hpp"

#include "limits.hpp"
#include "statistics.hpp"

#include <lockstep/failure.hpp>

#include <fmt/format.h>

#include <array>
#include <filesystem>
#include <vector>

namespace lockstep::bench
{
namespace
{

constexpr std::array names{"copy", "read", "FMA"};

std::string unit_named(const std::string& limit)
{
    return unit_of(limit.ends_with("FMA") ? LimitKind::fma : LimitKind::copy);
}

std::string in_words(const std::string& limit)
{
    return limit == "FMA" ? "multiply and add" : limit;
}

/// "bench/results/NAME-ladders.json" of "bench/results/pocl-ladders.json".
std::string named_anew(const std::filesystem::path& file)
{
    const std::string name = file.filename().string();
    const auto dash = name.rfind('-');
    return (file.parent_path() / ("NAME" + (dash == std::string::npos ? "-" + name : name.substr(dash))))
        .string();
}

} // namespace

Recorded recorded_in(const formats::DeviceResults& results)
{
    Recorded recorded{.origin = results.origin, .limits = {}};
    for (const char* name : names)
        if (const auto middle = formats::middle_limit(results, name)) recorded.limits[name] = *middle;
    return recorded;
}

Recorded recorded_in(const formats::SizeCurves& curves)
{
    std::map<std::string, std::vector<double>> looks;
    for (const formats::SizeCurve& curve : curves.curves) looks[curve.limit].push_back(curve.at_most);
    Recorded recorded{.origin = curves.origin, .limits = {}};
    for (const auto& [name, values] : looks) recorded.limits[name] = median_of(values);
    return recorded;
}

Recorded recorded_now(const formats::Origin& origin, const formats::LimitFigures& limits, bool is_cpu)
{
    Recorded now{.origin = origin, .limits = {}};
    for (const std::string name : names)
        if (!is_cpu || name == "FMA") now.limits[name] = formats::limit_named(limits, name).value();
    return now;
}

void require_same_machine(const Recorded& now, const Recorded& earlier, const std::string& file)
{
    const std::string remedy =
        fmt::format("--json {}, under a name of its own", named_anew(std::filesystem::path(file)));
    if (now.origin.device != earlier.origin.device || now.origin.driver != earlier.origin.driver)
        throw Failure(
            fmt::format("{}\nholds what was measured on\n  {}, driver {},\nand this is\n  {}, driver {}.\n"
                        "In one file they would be told as one device.",
                        file, earlier.origin.device, earlier.origin.driver, now.origin.device,
                        now.origin.driver),
            remedy);
    for (const auto& [name, limit] : now.limits) {
        const auto found = earlier.limits.find(name);
        if (found == earlier.limits.end() || formats::is_of_same_machine(limit, found->second)) continue;
        const std::string unit = unit_named(name);
        throw Failure(
            fmt::format("At most, this machine can {} {:.4g} {} now, but\n{}\nholds {:.4g} {} under the same "
                        "device name:\ntwo machines, or something else runs beside. In one file they would\n"
                        "be told as one device.",
                        in_words(name), limit, unit, file, found->second, unit),
            remedy);
    }
}

} // namespace lockstep::bench
