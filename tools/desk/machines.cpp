// What speaks against a recording of a reader's machine.
#include "desk/machines.hpp"

#include "desk/verdict_text.hpp"
#include "lockstep/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>

namespace lockstep::tool
{

namespace
{

namespace fs = std::filesystem;

using formats::KnownMachine;
using formats::LadderResult;
using formats::LimitFigures;
using formats::MachineRecording;
using formats::RungFigures;
using formats::RungResult;

constexpr std::array ladders{"first_ladder", "reduction", "transpose", "matrix_multiply"};
constexpr double believable = 1.1; // times a limit: what bench itself refuses is 1.05, of a limit of its own
constexpr double most_lanes = 512; // multiply-adds that a unit starts in a clock: no chip of today has more
constexpr double most_gbps = 50'000;           // no memory of today
constexpr double another_machine = 2;          // times a limit of the same device
constexpr std::uint64_t least_clock_mhz = 100; // some drivers tell 0 or 1

bool is_date(const std::string& text)
{
    if (text.size() != 10) return false;
    for (std::size_t i = 0; i < text.size(); ++i)
        if (i == 4 || i == 7 ? text[i] != '-' : std::isdigit(static_cast<unsigned char>(text[i])) == 0)
            return false;
    return true;
}

bool is_positive(double value)
{
    return std::isfinite(value) && value > 0;
}

std::string wrong_ladders(const MachineRecording& recording)
{
    for (const char* name : ladders)
        if (std::ranges::count(recording.results.ladders, name, &LadderResult::name) != 1)
            return fmt::format("It has to have the ladder {} once.", name);
    if (recording.results.ladders.size() != ladders.size()) return "It has ladders that are not asked for.";
    return "";
}

/// The clock by which the device's peak is judged; 0: not told.
double clock_of(const MachineRecording& recording, const LimitFigures& limits)
{
    if (limits.clock_mhz) return std::max(*limits.clock_mhz, static_cast<double>(recording.max_clock_mhz));
    return recording.max_clock_mhz >= least_clock_mhz ? static_cast<double>(recording.max_clock_mhz) : 0;
}

std::string wrong_limits(const MachineRecording& recording, const LadderResult& ladder)
{
    const LimitFigures* limits = limits_of(recording.results, ladder);
    if (limits == nullptr) return fmt::format("The ladder {} has no limits.", ladder.name);
    for (const double limit : {limits->copy_gbps, limits->read_gbps, limits->fma_gflops})
        if (!is_positive(limit)) return fmt::format("A limit of the ladder {} is not above 0.", ladder.name);
    if (std::max(limits->copy_gbps, limits->read_gbps) > most_gbps)
        return fmt::format("It copies or reads more than {} GB/s, which no memory does.", most_gbps);
    if (limits->clock_mhz && (*limits->clock_mhz < least_clock_mhz || *limits->clock_mhz > 10'000))
        return fmt::format("Its clock of {} MHz is none that a chip has.", *limits->clock_mhz);
    if (limits->clock_mhz && recording.max_clock_mhz >= least_clock_mhz &&
        *limits->clock_mhz > 3.0 * static_cast<double>(recording.max_clock_mhz))
        return fmt::format("Its clock of {} MHz is three times the {} MHz that its driver tells.",
                           *limits->clock_mhz, recording.max_clock_mhz);
    const double clock_mhz = clock_of(recording, *limits);
    const double units = static_cast<double>(recording.results.origin.compute_units.value_or(0));
    const double peak_gflops = units * clock_mhz * 2 * most_lanes / 1000;
    if (peak_gflops > 0 && limits->fma_gflops > peak_gflops)
        return fmt::format("{} compute units at {} MHz cannot multiply and add {} GFLOP/s.", units, clock_mhz,
                           limits->fma_gflops);
    return "";
}

std::string wrong_figures(const LadderResult& ladder, const RungResult& rung, double limit)
{
    const RungFigures& figures = *rung.figures;
    const std::string who = fmt::format("{}, {}", ladder.name, harmless(rung.name));
    if (!rung.verified.value_or(false)) return fmt::format("{}: it has a figure and was not verified.", who);
    if (!is_positive(figures.median) || !is_positive(figures.best) || figures.median > 1.001 * figures.best)
        return fmt::format("{}: the median is not between 0 and the best run.", who);
    // A slow machine climbs once, which has no spread.
    const bool climbed_again = figures.repeats.value_or(1) > 1 || figures.spread;
    if (climbed_again && (!figures.spread || figures.spread->low > 1.001 * figures.median ||
                          figures.spread->high < 0.999 * figures.median))
        return fmt::format("{}: the median is not between the lowest and the highest climb.", who);
    if (!is_positive(figures.of_limit) || figures.of_limit > believable)
        return fmt::format("{}: {:.0f} % of the device's limit is not possible.", who,
                           100 * figures.of_limit);
    const double told = figures.of_limit * limit * figures.limit_times.value_or(1);
    if (figures.median > 2 * told || figures.median < told / 2)
        return fmt::format("{}: {} {} is not {:.0f} % of the limit of {}.", who, figures.median, ladder.unit,
                           100 * figures.of_limit, limit);
    return "";
}

std::string wrong_rungs(const MachineRecording& recording, const LadderResult& ladder)
{
    const auto limit = limit_named(*limits_of(recording.results, ladder), ladder.limit);
    if (!limit) return fmt::format("The ladder {} has no limit \"{}\".", ladder.name, harmless(ladder.limit));
    const bool any =
        std::ranges::any_of(ladder.rungs, [](const RungResult& rung) { return rung.figures.has_value(); });
    if (!any) return fmt::format("The ladder {} has no figure at all.", ladder.name);
    for (const RungResult& rung : ladder.rungs)
        if (rung.figures)
            if (std::string why = wrong_figures(ladder, rung, *limit); !why.empty()) return why;
    return "";
}

std::string wrong_machine(const MachineRecording& recording, const std::string& version,
                          const std::string& today)
{
    const formats::Origin& origin = recording.results.origin;
    if (recording.version != version)
        return fmt::format(
            "It was measured by release {}, and this is {}: the kernels may be others. Measure again.",
            harmless(recording.version), version);
    if (trim(origin.device).empty() || origin.driver.empty())
        return "It does not name its device and driver.";
    if (!is_date(origin.date) || origin.date > today)
        return fmt::format("Its date {} has not come yet, or is none.", harmless(origin.date));
    if (!recording.small.empty() && recording.small != "memory" && recording.small != "time")
        return fmt::format("It gives '{}' as the reason for its small sizes, which is none.",
                           harmless(recording.small));
    if (!is_positive(recording.fma_before) || !is_positive(recording.fma_after) ||
        recording.fma_after < 0.8 * recording.fma_before)
        return "The machine was slowed down while it measured.";
    return "";
}

/// The middle of the ladders' limits, beside a recording's of the same device.
std::string unlike(const MachineRecording& recording, const KnownMachine& known)
{
    const formats::Origin& mine = recording.results.origin;
    const formats::Origin& theirs = known.recording.results.origin;
    if (mine.device != theirs.device || mine.platform != theirs.platform) return "";
    if (text_of(recording) == text_of(known.recording))
        return fmt::format("It is there already, as {}.", known.file.filename().string());
    for (const char* name : {"copy", "read", "FMA"}) {
        const double ratio = *formats::middle_limit(recording.results, name) /
                             *formats::middle_limit(known.recording.results, name);
        if (ratio > another_machine || ratio < 1 / another_machine)
            return fmt::format(
                "Its limit \"{}\" is {:.2g} times that of the same device in {}: say in the request what is "
                "different, and add it by hand.",
                name, ratio, known.file.filename().string());
    }
    return "";
}

} // namespace

std::string why_not_believed(const MachineRecording& recording, const std::vector<KnownMachine>& known,
                             const std::string& version, const std::string& today)
{
    std::string why = wrong_machine(recording, version, today);
    if (why.empty()) why = wrong_ladders(recording);
    for (const LadderResult& ladder : recording.results.ladders) {
        if (why.empty()) why = wrong_limits(recording, ladder);
        if (why.empty()) why = wrong_rungs(recording, ladder);
    }
    for (const KnownMachine& one : known)
        if (why.empty()) why = unlike(recording, one);
    return why;
}

std::string file_name_of(const MachineRecording& recording, const fs::path& folder)
{
    std::string stem;
    for (const char letter : lower(recording.results.origin.device)) {
        const bool kept = std::isalnum(static_cast<unsigned char>(letter)) != 0;
        if (kept || (!stem.empty() && stem.back() != '-')) stem += kept ? letter : '-';
    }
    stem = fmt::format("{}{}{}", stem.substr(0, 40), stem.ends_with('-') ? "" : "-",
                       recording.results.origin.date);
    std::string name = stem + ".json";
    for (int number = 2; fs::exists(folder / name); ++number) name = fmt::format("{}-{}.json", stem, number);
    return name;
}

std::string machines_text(const std::vector<KnownMachine>& machines)
{
    std::string text = fmt::format("{:<36} {:<4} {:>9} {:>9} {:>12}\n", "device", "kind", "copy GB/s",
                                   "read GB/s", "FMA GFLOP/s");
    for (const auto& [file, recording] : machines) {
        const formats::DeviceResults& results = recording.results;
        text += fmt::format("{:<36} {:<4} {:>9.4g} {:>9.4g} {:>12.4g}\n",
                            harmless(results.origin.device).substr(0, 36), recording.kind,
                            formats::middle_limit(results, "copy").value_or(0),
                            formats::middle_limit(results, "read").value_or(0),
                            formats::middle_limit(results, "FMA").value_or(0));
    }
    return text;
}

} // namespace lockstep::tool
