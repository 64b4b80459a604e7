// Which candidates a sweep measures, and which of them it chooses.
#include "sweep.hpp"

#include <algorithm>

namespace
{

/// Why the device cannot run a candidate; empty when it can.
std::optional<Verdict> refusal(const Limits& limits, const Candidate& candidate)
{
    if (candidate.group > limits.group_size) return Verdict::group_too_large;
    if (candidate.tile * sizeof(float) > limits.local_bytes) return Verdict::local_memory_too_small;
    if (2ULL * candidate.results + 16 > limits.registers) return Verdict::registers_too_few;
    return {};
}

} // namespace

double median(std::vector<double> values)
{
    std::sort(values.begin(), values.end());
    const std::size_t middle = values.size() / 2;
    return values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}

std::vector<Candidate> candidates(const Limits& limits, const Choices& choices)
{
    std::vector<Candidate> found;
    for (const unsigned group : choices.groups)
        for (const unsigned results : choices.results)
            for (const unsigned tile : choices.tiles)
                if (const Candidate candidate{group, results, tile}; !refusal(limits, candidate))
                    found.push_back(candidate);
    return found;
}

std::vector<Verdict> judge(const Limits& limits, std::span<const Measurement> measurements)
{
    std::vector<Verdict> verdicts;
    std::optional<std::size_t> best;
    double best_ms = 0;
    for (const Measurement& measurement : measurements) {
        if (const auto refused = refusal(limits, measurement.candidate)) {
            verdicts.push_back(*refused);
        } else if (measurement.milliseconds.empty()) {
            verdicts.push_back(Verdict::not_measured);
        } else if (!measurement.right) {
            verdicts.push_back(Verdict::wrong_results);
        } else {
            const double ms = median(measurement.milliseconds);
            if (!best || ms < best_ms) {
                best = verdicts.size();
                best_ms = ms;
            }
            verdicts.push_back(Verdict::slower);
        }
    }
    if (best) verdicts[*best] = Verdict::chosen;
    return verdicts;
}
