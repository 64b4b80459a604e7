// Errors of sums and scans, by order of additions and number of elements.
#include "accuracy.hpp"

#include "ladder.hpp"

#include <lockstep/random.hpp>
#include <lockstep/timing.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <map>
#include <optional>
#include <set>

namespace lockstep::bench
{
namespace
{

using formats::AccuracyRow;
using Rows = std::vector<AccuracyRow>;

struct Kind
{
    const char* name;
    float low;
    float high;
    /// Prefixes of numbers of both signs may be close to zero, where their relative errors mean nothing.
    bool for_scans;
};

constexpr std::array kinds{Kind{"uniform-1-3", -1, 3, false}, Kind{"uniform-0-1", 0, 1, true}};
constexpr std::size_t fewest = 1024;
constexpr std::uint64_t repeats = 10; // of one input, to see whether its result is always the same
constexpr int trials = 3;             // one lucky rounding must not make an order look good

/// Takes the values one by one; returns the sum so far.
using Order = std::function<float(float)>;

Order serial()
{
    return [sum = 0.0F](float value) mutable { return sum += value; };
}

/// Kahan, Further remarks on reducing truncation errors, 1965: what the last addition lost is taken off the
/// next value. The variables are volatile so that no compiler, whatever its options, sees that exact
/// arithmetic would lose nothing.
Order kahan()
{
    return [sum = 0.0F, lost = 0.0F](float value) mutable {
        const volatile float corrected = value - lost;
        const volatile float next = sum + corrected;
        const volatile float added = next - sum;
        lost = added - corrected;
        return sum = next;
    };
}

struct Errors
{
    double of_sum = 0;
    double of_prefixes = 0;
};

Errors errors_of(const Order& order, const std::vector<float>& values)
{
    Errors errors;
    double exact = 0;
    for (const float value : values) {
        exact += double{value};
        errors.of_sum = std::abs(double{order(value)} - exact) / std::abs(exact);
        errors.of_prefixes = std::max(errors.of_prefixes, errors.of_sum);
    }
    return errors;
}

AccuracyRow row(const std::string& ladder, const std::string& rung, std::size_t count,
                const std::string& input, double error)
{
    const auto digits = [](double value) {
        return value > 0 ? std::stod(fmt::format("{:.3e}", value)) : 0.0;
    };
    return {.ladder = ladder,
            .rung = rung,
            .n = count,
            .input = input,
            .relative_error = digits(error),
            .ulps = digits(error / std::numeric_limits<float>::epsilon()),
            .results = {},
            .launches = {}};
}

void measure_host(std::size_t count, const Kind& kind, Rows& rows)
{
    const std::map<std::string, Order (*)()> orders{{"serial", serial}, {"kahan", kahan}};
    for (const auto& [name, order] : orders) {
        Errors worst;
        for (int trial = 0; trial < trials; ++trial) {
            const Errors errors = errors_of(
                order(), random_floats(count, 1700U + static_cast<unsigned>(trial), kind.low, kind.high));
            worst.of_sum = std::max(worst.of_sum, errors.of_sum);
            worst.of_prefixes = std::max(worst.of_prefixes, errors.of_prefixes);
        }
        rows.push_back(row("reduction", name, count, kind.name, worst.of_sum));
        if (kind.for_scans) rows.push_back(row("scan", name, count, kind.name, worst.of_prefixes));
    }
}

/// How many different results the job gives, which has run once, when it runs again and again.
std::uint64_t different_results(Workbench& workbench, Plan& job)
{
    std::set<std::optional<std::size_t>> seen{job.digest()};
    for (std::uint64_t launch = 1; launch < repeats; ++launch) {
        job.enqueue();
        workbench.queue().finish();
        seen.insert(job.digest());
    }
    return seen.size();
}

/// Of sums, several inputs are tried; a scan has its many prefixes. Its case "float" is uniform in [0, 1).
void measure_rungs(Workbench& workbench, const Ladder& ladder, std::size_t count, const Kind& kind,
                   std::set<std::string>& too_slow, Rows& rows)
{
    std::map<std::string, double> worst;
    std::map<std::string, std::uint64_t> results;
    const std::vector<Rung> rungs = ladder.rungs(workbench);
    const bool sums = ladder.name() == "reduction";
    for (int trial = 0; trial < (sums ? trials : 1); ++trial) {
        const std::string input = sums ? fmt::format("{}-{}", kind.name, trial) : "float";
        const auto problem = ladder.problem(workbench, input, {count, 1});
        for (const Rung& rung : rungs) {
            if (trial == 0 && too_slow.contains(rung.name)) continue;
            if (trial > 0 && !worst.contains(rung.name)) continue;
            const auto job = problem->plan(rung, rung.candidates.front());
            const Stopwatch watch;
            job->enqueue();
            workbench.queue().finish();
            // The next size takes four times as long. The first size's time is the compiler's.
            if (count > fewest && 4 * watch.elapsed().count() > 1000) too_slow.insert(rung.name);
            job->verify();
            const double error = job->error();
            if (error < 0) continue;
            worst[rung.name] = std::max(worst[rung.name], error);
            if (trial == 0) results[rung.name] = different_results(workbench, *job);
        }
    }
    for (const Rung& rung : rungs) {
        if (!worst.contains(rung.name)) continue;
        rows.push_back(row(ladder.name(), rung.name, count, kind.name, worst[rung.name]));
        rows.back().results = results[rung.name];
        rows.back().launches = repeats;
    }
}

} // namespace

Rows measure_accuracy(Workbench& workbench, bool quick)
{
    Rows rows;
    const unsigned most = workbench.is_simulator() ? 12 : quick ? 16 : 26;
    for (const Kind& kind : kinds) {
        for (unsigned power = 10; power <= most; power += 2)
            measure_host(std::size_t{1} << power, kind, rows);
        for (const Ladder* ladder : ladders()) {
            if (ladder->name() != "reduction" && (ladder->name() != "scan" || !kind.for_scans)) continue;
            std::set<std::string> too_slow;
            for (unsigned power = 10; power <= most; power += 2)
                measure_rungs(workbench, *ladder, std::size_t{1} << power, kind, too_slow, rows);
        }
    }
    return rows;
}

} // namespace lockstep::bench
