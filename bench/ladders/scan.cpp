// The scan ladder: inclusive prefix sums of floats and of uints, from one launch a step to one pass over memory.
#include "ladder.hpp"
#include "ladders/scan_launches.hpp"
#include "peers/native.hpp"
#include "peers/process.hpp"

#include <lockstep/failure.hpp>
#include <lockstep/random.hpp>
#include <lockstep/timing.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>
#include <string_view>
#include <type_traits>
#include <utility>

namespace lockstep::bench
{
namespace ladder_scan
{

/// Floats are positive, so that no sum cancels and relative errors have a meaning; most sums of uints wrap around.
template <typename T>
std::vector<T> numbers(std::size_t count)
{
    if constexpr (std::is_same_v<T, float>)
        return random_floats(count, 19, 0.0F, 1.0F);
    else
        return random_uints(count, 19, std::uint32_t{1} << 31U);
}

double bytes_moved(std::size_t count)
{
    return 2.0 * 4.0 * static_cast<double>(count);
}

/// The first place where `out` is not what it should be, and the largest error of floats, relative to sums in double precision, whose
/// own errors are 2^29 times smaller.
template <typename T>
Verdict judged(const std::vector<T>& in, const std::vector<T>& out, double tolerance)
{
    constexpr bool floats = std::is_same_v<T, float>;
    std::conditional_t<floats, double, T> sum = 0;
    Verdict verdict{.mistake = {}, .error = floats ? 0 : -1};
    for (std::size_t i = 0; i < in.size(); ++i) {
        sum += in[i];
        bool right = out[i] == sum;
        if constexpr (floats) {
            const double error = std::abs(double{out[i]} - sum);
            right = error <= tolerance * sum;
            if (!(error / sum <= verdict.error)) verdict.error = std::isnan(error) ? HUGE_VAL : error / sum;
        }
        if (right || !verdict.mistake.empty()) continue;
        verdict.mistake = fmt::format("prefix {} of {} is {} instead of {}", i, in.size(), out[i], sum) +
                          (floats ? fmt::format(" (relative tolerance {:.2g})", tolerance) : std::string());
    }
    return verdict;
}

template <typename T>
class ScanProblem : public scans::Data
{
public:
    ScanProblem(Workbench& workbench, std::string type, std::vector<T> elements)
        : Data(workbench, elements.size(), std::move(type), workbench.input(elements)),
          in_(std::move(elements))
    {
    }

    double work() const override { return bytes_moved(in_.size()); }

    /// Each addition rounds to within 2^-24 of its result, and of positive numbers no sum is larger than the prefix it
    /// goes into: so many additions in a row are wrong by less than that many × 2^-24 of the prefix, give or take terms in
    /// 2^-48 (Higham, Accuracy and Stability of Numerical Algorithms, 2002, section 4.2).
    Verdict judge(const Plan& plan) const override
    {
        return judged(in_, plan.out[0].read<T>(), (plan.additions + 1) * std::ldexp(1.0, -24));
    }

    std::optional<std::size_t> digest(const Plan& plan) const override
    {
        const std::vector<T> out = plan.out[0].read<T>();
        return std::hash<std::string_view>{}(
            {reinterpret_cast<const char*>(out.data()), out.size() * sizeof(T)});
    }

private:
    std::vector<T> in_;
};

template <typename T>
void require_scanned(const char* peer, const std::vector<T>& from, const std::vector<T>& to)
{
    // Floats added one by one are soon too far off to check them all.
    const std::size_t checked =
        std::min<std::size_t>(from.size(), std::is_same_v<T, float> ? 65536 : from.size());
    const std::vector<T> first(from.begin(), from.begin() + static_cast<std::ptrdiff_t>(checked));
    const std::string why = judged(first, to, std::ldexp(static_cast<double>(checked), -24)).mistake;
    if (!why.empty()) throw Failure(fmt::format("{}: {}", peer, why), "./lockstep bench verify scan");
}

/// A copy, a scan of all threads and the standard library's, of one thread and in parallel, on the host.
template <typename T>
std::vector<Peer> host_peers(std::size_t count)
{
    const auto from = std::make_shared<const std::vector<T>>(numbers<T>(count));
    const auto to = std::make_shared<std::vector<T>>(count);
    std::vector<Peer> peers;
    const auto add = [&](const char* name, std::size_t threads, auto job) {
        const auto run_ms = [=] {
            const Stopwatch watch;
            job(*from, *to);
            return watch.elapsed().count();
        };
        peers.push_back({name, run_ms, bytes_moved(count), threads});
    };
    add("memcpy", native::threads(), [](const std::vector<T>& in, std::vector<T>& out) {
        native::copy(std::as_bytes(std::span(in)), std::as_writable_bytes(std::span(out)));
    });
    add("native C++", native::threads(),
        [](const std::vector<T>& in, std::vector<T>& out) { native::scan_in_two_passes(in, out); });
    add("std::inclusive_scan", 1,
        [](const std::vector<T>& in, std::vector<T>& out) { native::inclusive_scan(in, out); });
    if (const std::string version = native::parallel_scan_version(); !version.empty()) {
        add("std::scan, parallel", native::threads(),
            [](const std::vector<T>& in, std::vector<T>& out) { native::parallel_scan(in, out); });
        peers.back().version = version;
    }
    for (std::size_t scan = 1; scan < peers.size(); ++scan) {
        peers[scan].run_ms();
        require_scanned(peers[scan].name.c_str(), *from, *to);
    }
    return peers;
}

class Scan : public Ladder
{
public:
    std::string name() const override { return "scan"; }
    std::string chapter() const override { return "19-scan"; }
    std::string title() const override { return "Scan: all prefix sums"; }
    LimitKind limit() const override { return LimitKind::copy; }
    std::vector<std::string> cases() const override { return {"float", "uint"}; }
    std::string chart(const std::string& input) const override
    {
        return input == "float" ? "scans of floats" : "";
    }

    std::vector<Rung> rungs(const Workbench& workbench) const override;

    Extent timed_extent(const Workbench&, const std::string&, bool quick) const override
    {
        return {std::size_t{1} << (quick ? 22U : 26U)};
    }

    std::vector<Extent> verified_extents(const Workbench& workbench) const override
    {
        if (workbench.is_simulator()) return {{1}, {1023}, {9001}}; // three tiles of the widest rung
        return {{1},    {2},    {31},   {64},   {255},   {256},   {257},    {511},    {513},
                {1023}, {1025}, {4095}, {4097}, {65536}, {65537}, {262145}, {999983}, {3000017}};
    }

    Extent counted_extent() const override { return {32768}; }

    std::array<Extent, 2> counted_extents(const std::string&, const Parameters&) const override
    {
        return {{{32768}, {131072}}};
    }

    std::optional<Extent> profiled_extent(const std::string&) const override { return Extent{1U << 20U}; }

    std::vector<std::string> curve_rungs(const Workbench& workbench) const override
    {
        if (workbench.is_cpu()) return {"hillis_steele", "block_registers", "cached_strips"};
        return {"hillis_steele", "block_registers", "tell_ahead"};
    }

    std::unique_ptr<Problem> problem(Workbench& workbench, const std::string& input,
                                     Extent extent) const override
    {
        if (input == "float")
            return std::make_unique<ScanProblem<float>>(workbench, input, numbers<float>(extent.columns));
        return std::make_unique<ScanProblem<std::uint32_t>>(workbench, input,
                                                            numbers<std::uint32_t>(extent.columns));
    }

    std::vector<Peer> peers(Workbench& workbench, const std::string& input, Extent extent) const override
    {
        if (workbench.is_cpu())
            return input == "float" ? host_peers<float>(extent.columns)
                                    : host_peers<std::uint32_t>(extent.columns);
        const auto cub = cuda_peer(workbench, "CUB", {"scan", input, std::to_string(extent.columns)},
                                   bytes_moved(extent.columns));
        return cub ? std::vector{*cub} : std::vector<Peer>{};
    }
};

std::vector<Rung> Scan::rungs(const Workbench& workbench) const
{
    const bool cpu =
        workbench.is_cpu() && !workbench.is_simulator(); // where the lens counts, a GPU's sizes stand first
    const std::string by_blocks = "kernels/scan.cl", by_tiles = "kernels/scan_tiles.cl",
                      by_strips = "kernels/scan_strips.cl";
    const auto groups = [&](int elements) { // of a work-item
        std::vector<Parameters> all;
        for (const int group : cpu ? std::vector{64, 256, 1024} : std::vector{256, 128, 512, 1024})
            all.push_back({{"GROUP", group}, {"BLOCK", elements * group}});
        return all;
    };
    std::vector<Rung> rungs{
        {"hillis_steele",
         "a launch for every step",
         "chapters/19-scan/scan.cl",
         {"scan_step"},
         scans::in_steps,
         {{}}},
        {"block_hillis_steele",
         "the steps in local memory, block by block",
         by_blocks,
         {"scan_blocks_by_steps", "add_block_sums"},
         scans::in_blocks,
         groups(1)},
        {"block_sweep",
         "up and down a tree: n additions, not n log n",
         by_blocks,
         {"scan_blocks_by_sweeps", "add_block_sums"},
         scans::in_blocks,
         groups(2)},
        {"block_sweep_padded",
         "no bank conflicts",
         by_blocks,
         {"scan_blocks_padded", "add_block_sums"},
         scans::in_blocks,
         groups(2)},
        {"block_registers",
         "four elements a work-item, in registers",
         by_blocks,
         {"scan_blocks_in_registers", "add_block_sums"},
         scans::in_blocks,
         groups(4)},
    };
    std::vector<Parameters> three, one, together, ahead;
    for (const int group : cpu ? std::vector{256} : std::vector{256, 512, 128})
        for (const int rows : {4, 8, 16}) {
            const Parameters tile{{"GROUP", group}, {"ROWS", rows}};
            const auto with = [&](Parameters more) { return more.insert(tile.begin(), tile.end()), more; };
            three.push_back(with({{"STRIPS", 16}}));
            one.push_back(with({{"WINDOW", 4}}));
            together.push_back(with({{"WINDOW", 32}}));
            if (rows > 8) continue;
            for (const int resident : cpu ? std::vector{1} : std::vector{4, 2, 6})
                ahead.push_back(with({{"WINDOW", 4}, {"GROUPS", resident}}));
        }
    rungs.push_back({"sums_first",
                     "read twice, written once",
                     by_tiles,
                     {"sum_strips", "scan_strip_sums", "scan_strips"},
                     scans::sums_first,
                     three});
    rungs.push_back({"look_back",
                     "one pass: tiles publish their sums",
                     by_tiles,
                     {"clear_states", "scan_in_one_pass"},
                     scans::in_one_pass,
                     one});
    rungs.push_back({"look_together",
                     "32 work-items ask 32 tiles at a time",
                     "kernels/scan_looking.cl",
                     {"clear_states", "scan_looking_together"},
                     scans::in_one_pass,
                     together});
    if (const std::string language = workbench.sub_group_language(); !language.empty())
        rungs.push_back({"sub_groups",
                         "tiles scanned by sub-groups, one of which looks back",
                         "kernels/scan_sub_groups.cl",
                         {"clear_states", "scan_by_sub_groups"},
                         scans::in_one_pass,
                         together,
                         language});
    rungs.push_back({"tell_ahead",
                     "the next tile's sum is published early",
                     by_tiles,
                     {"clear_states", "scan_telling_ahead"},
                     scans::with_groups_on_units,
                     ahead});
    if (!workbench.is_cpu()) return rungs;
    std::vector<Parameters> strips, cached;
    for (const int each : {8, 1, 64}) strips.push_back({{"STRIPS", each}});
    for (const int strip : workbench.is_simulator() ? std::vector{2048} : std::vector{262144, 131072, 65536})
        cached.push_back({{"STRIP", strip}, {"WINDOW", 4}});
    rungs.push_back({"strips",
                     "16 elements a register, streaming stores",
                     by_strips,
                     {"sum_long_strips", "scan_long_strips"},
                     scans::in_long_strips,
                     strips});
    rungs.push_back({"cached_strips",
                     "read twice, once from the cache",
                     by_strips,
                     {"clear_states", "scan_cached_strips"},
                     scans::in_cached_strips,
                     cached});
    return rungs;
}

const Registered registered{std::make_unique<Scan>()};

} // namespace ladder_scan
} // namespace lockstep::bench
