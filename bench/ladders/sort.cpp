// The ladder of sorts: keys of 32 bits, and pairs of keys and values, from a network of comparisons to one pass a digit.
#include "ladder.hpp"
#include "ladders/sort_inputs.hpp"
#include "ladders/sort_launches.hpp"
#include "peers/process.hpp"
#include "peers/sorts.hpp"

#include <lockstep/failure.hpp>
#include <lockstep/timing.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

namespace lockstep::bench
{
namespace ladder_sort
{

using namespace sorts;

constexpr std::size_t most_keys = (std::size_t{1} << 30U) - 1; // what a state of the look-back can count

/// Of sorting by four digits of 8 bits: all digits are counted in one reading, and each pass reads and writes everything.
double bytes_sorted(std::size_t count, bool pairs)
{
    const double element = pairs ? 8 : 4;
    return (4 + 4 * 2 * element) * static_cast<double>(count);
}

/// Bytes of device memory for input, result and as much again, and of the look-back's states at the smallest tile.
std::size_t bytes_needed(std::size_t count, bool pairs)
{
    const std::size_t arrays = pairs ? 6 : 3;
    return arrays * sizeof(cl_uint) * count + 4 * 256 * sizeof(cl_uint) * (count / 2048 + 3);
}

bool has_room(const Workbench& workbench, std::size_t count, bool pairs)
{
    return count <= most_keys &&
           sizeof(cl_uint) * count <= workbench.device().getInfo<CL_DEVICE_MAX_MEM_ALLOC_SIZE>() &&
           bytes_needed(count, pairs) <= workbench.device().getInfo<CL_DEVICE_GLOBAL_MEM_SIZE>();
}

void require_room(const Workbench& workbench, std::size_t count, bool pairs)
{
    if (has_room(workbench, count, pairs)) return;
    const std::string what = pairs ? "pairs" : "keys";
    if (count > most_keys)
        throw Failure(fmt::format("{} {} are more than the sorts can count: 2^30 - 1.", count, what),
                      fmt::format("--extent {} 1, or fewer", most_keys));
    throw Failure(
        fmt::format("Sorting {} {} takes {} MiB of device memory. {} has {} MiB, and gives {} at a time.",
                    count, what, bytes_needed(count, pairs) >> 20U,
                    workbench.device().getInfo<CL_DEVICE_NAME>(),
                    workbench.device().getInfo<CL_DEVICE_GLOBAL_MEM_SIZE>() >> 20U,
                    workbench.device().getInfo<CL_DEVICE_MAX_MEM_ALLOC_SIZE>() >> 20U),
        fmt::format("--extent {} 1, or fewer", count / 2));
}

/// Keys on the device, with their places as values where there are pairs, and what is to come out.
class SortProblem : public Data
{
public:
    SortProblem(Workbench& workbench, std::string input_name, const Words& keys, bool with_values)
        : Data(workbench, keys.size(), with_values, on_device(workbench, keys, with_values)),
          name_(std::move(input_name)), expected_(in_order(keys))
    {
    }

    SortProblem(Workbench& workbench, const std::string& input, std::size_t keys)
        : SortProblem(workbench, input, keys_named(input, keys), input == "pairs")
    {
        if (input == "few" || workbench.is_simulator() || keys > 1U << 17U) return;
        for (NamedKeys& awkward : awkward_keys(keys))
            awkward_.push_back(std::make_unique<SortProblem>(workbench, awkward.name, awkward.keys, pairs));
    }

    double work() const override { return bytes_sorted(count, pairs); }

    Verdict judge(const Plan& plan) const override
    {
        if (const std::string why = first_wrong("key", expected_.keys, plan.out[0].read<cl_uint>());
            !why.empty())
            return {why};
        return {pairs ? first_wrong("value", expected_.places, plan.out[1].read<cl_uint>()) : ""};
    }

private:
    static Elements on_device(Workbench& workbench, const Words& keys, bool with_values)
    {
        const Guarded sent = workbench.input(keys);
        if (!with_values) return {sent, sent};
        Words places(keys.size());
        for (std::size_t i = 0; i < places.size(); ++i) places[i] = static_cast<cl_uint>(i);
        return {sent, workbench.input(places)};
    }

    std::string first_wrong(const char* what, const Words& wanted, const Words& got) const
    {
        const auto [want, is] = std::ranges::mismatch(wanted, got);
        if (want == wanted.end()) return {};
        return fmt::format("{} {} of {} ({}) is {} instead of {}", what, want - wanted.begin(), wanted.size(),
                           name_, *is, *want);
    }

    std::string name_;
    InOrder expected_;
};

/// A host's sort of these words, each time of a new copy.
template <typename T>
Peer host_peer(const host_sorts::HostSort& sort, const std::function<void(std::span<T>)>& run,
               const std::shared_ptr<const std::vector<T>>& from, double work)
{
    const auto words = std::make_shared<std::vector<T>>();
    Peer peer{sort.name,
              [=] {
                  *words = *from;
                  const Stopwatch watch;
                  run(*words);
                  return watch.elapsed().count();
              },
              work, sort.threads};
    peer.version = sort.version;
    peer.run_ms();
    if (!std::ranges::is_sorted(*words))
        throw Failure(fmt::format("{} left words out of order.", sort.name),
                      "./lockstep bench measure sort --quick");
    return peer;
}

std::vector<Peer> host_peers(const std::string& input, std::size_t count)
{
    const double work = bytes_sorted(count, input == "pairs");
    const auto keys = std::make_shared<const Words>(keys_named(input, count));
    std::vector<std::uint64_t> both(input == "pairs" ? count : 0);
    for (std::size_t i = 0; i < both.size(); ++i) both[i] = std::uint64_t{(*keys)[i]} << 32U | i;
    const auto pairs = std::make_shared<const std::vector<std::uint64_t>>(std::move(both));
    std::vector<Peer> peers;
    for (const host_sorts::HostSort& sort : host_sorts::all())
        peers.push_back(input == "pairs" ? host_peer(sort, sort.pairs, pairs, work)
                                         : host_peer(sort, sort.keys, keys, work));
    return peers;
}

class Sorts : public Ladder
{
public:
    std::string name() const override { return "sort"; }
    std::string chapter() const override { return "29-sorting"; }
    std::string title() const override { return "Sorting: keys, and pairs, in order"; }
    LimitKind limit() const override { return LimitKind::copy; }
    std::vector<std::string> cases() const override { return {"uniform", "few", "pairs"}; }
    std::string chart(const std::string& input) const override
    {
        return input == "uniform" ? "sorts of 32-bit keys" : "";
    }

    std::vector<Rung> rungs(const Workbench& workbench) const override;

    Extent timed_extent(const Workbench& workbench, const std::string& input, bool quick) const override
    {
        std::size_t count = std::size_t{1}
                            << (workbench.is_cpu() ? (quick ? 20U : 24U) : (quick ? 24U : 28U));
        while (!has_room(workbench, count, input == "pairs")) count /= 2;
        return {count};
    }

    std::vector<Extent> verified_extents(const Workbench& workbench) const override
    {
        if (workbench.is_simulator()) return {{1}, {2500}}; // two tiles
        return {{1}, {2}, {33}, {255}, {2047}, {2048}, {2049}, {16384}, {65537}, {600011}};
    }

    Extent counted_extent() const override { return {16384}; }

    /// The number of the launches grows with the keys.
    std::optional<Growth> growth(const Extent&) const override { return std::nullopt; }

    std::vector<std::string> curve_rungs(const Workbench& workbench) const override
    {
        if (workbench.is_cpu()) return {"merge_paths", "strips", "lines"};
        return {"merge_paths", "three_launches", "votes"};
    }

    std::unique_ptr<Problem> problem(Workbench& workbench, const std::string& input,
                                     Extent extent) const override
    {
        require_room(workbench, extent.columns, input == "pairs");
        return std::make_unique<SortProblem>(workbench, input, extent.columns);
    }

    std::vector<Peer> peers(Workbench& workbench, const std::string& input, Extent extent) const override
    {
        if (workbench.is_cpu()) return host_peers(input, extent.columns);
        const auto cub = cuda_peer(workbench, "CUB", {"sort", input, std::to_string(extent.columns)},
                                   bytes_sorted(extent.columns, input == "pairs"));
        return cub ? std::vector{*cub} : std::vector<Peer>{};
    }
};

/// Every choice of a tile, and what all of them have besides.
std::vector<Parameters> tiles(const std::vector<std::pair<int, int>>& groups_and_rows, const Parameters& more)
{
    std::vector<Parameters> all;
    for (const auto& [group, rows] : groups_and_rows) {
        all.push_back({{"GROUP", group}, {"ROWS", rows}});
        all.back().insert(more.begin(), more.end());
    }
    return all;
}

std::vector<Rung> Sorts::rungs(const Workbench& workbench) const
{
    const bool cpu =
        workbench.is_cpu() && !workbench.is_simulator(); // where the lens counts, a GPU's sizes stand first
    using Tiles = std::vector<std::pair<int, int>>;
    const std::string by_one_pass = "kernels/sort_one_pass.cl", by_strips = "kernels/sort_strips.cl";
    const auto blocks = [&](const std::vector<int>& each) {
        std::vector<Parameters> all;
        for (const int group : cpu ? std::vector{256} : std::vector{256, 512})
            for (const int elements : each) all.push_back({{"GROUP", group}, {"BLOCK", elements * group}});
        return all;
    };
    const Tiles small = cpu ? Tiles{{256, 8}, {256, 16}} : Tiles{{256, 8}, {256, 16}, {512, 8}, {512, 16}},
                large = cpu ? small : Tiles{{256, 8},  {256, 20}, {384, 16}, {384, 20},
                                            {512, 16}, {512, 22}, {512, 23}};
    const auto one_pass = [&](const char* kernel) {
        return std::vector<std::string>{"clear_states", "count_all_digits", "begin_digits", kernel};
    };
    std::vector<Rung> rungs{
        {"bitonic",
         "a network of comparisons, in blocks and across them",
         "kernels/sort.cl",
         {"sort_blocks", "step_in_memory", "steps_in_blocks"},
         by_network,
         blocks({8, 4})},
        {"merge_paths",
         "sorted runs merged, every work-item as much",
         "kernels/sort.cl",
         {"merge_blocks", "merge_runs"},
         by_merges,
         blocks({8, 4, 16})},
        {"three_launches",
         "digit by digit: count, place, scatter",
         "kernels/sort_digits.cl",
         {"count_digits", "place_digits", "scatter_strips"},
         in_strips_of_tiles,
         tiles(small, {{"STRIPS", cpu ? 4 : 8}})},
        {"look_back", "one pass a digit: tiles tell each other their counts", by_one_pass,
         one_pass("sort_looking_back"), in_one_pass, tiles(small, {{"TABLES", 4}})},
        {"staged", "a tile is put in order before it is written", by_one_pass, one_pass("sort_staging"),
         in_one_pass, tiles(small, {{"TABLES", 4}})},
        {"counted_first", "a tile tells its counts before it ranks its keys", by_one_pass,
         one_pass("sort_counting_first"), in_one_pass, tiles(small, {{"TABLES", 4}})},
        {"votes", "neighbours find equal digits by votes", by_one_pass, one_pass("sort_counting_first"),
         in_one_pass, tiles(large, {{"TABLES", 8}, {"VOTES", 1}})},
    };
    if (!workbench.is_cpu()) {
        std::ranges::copy(tiles({{512, 22}, {384, 22}, {384, 23}, {320, 28}}, {{"TABLES", 16}, {"VOTES", 1}}),
                          std::back_inserter(rungs.back().candidates));
        return rungs;
    }
    std::vector<Parameters> strips;
    for (const int bits : {8, 11})
        for (const int each : workbench.is_simulator() ? std::vector{2} : std::vector{1, 2, 8})
            strips.push_back({{"BITS", bits}, {"STRIPS", each}});
    rungs.push_back({"strips",
                     "one work-item a strip, which needs no ranks",
                     by_strips,
                     {"count_strips", "place_strips", "scatter_strips"},
                     in_strips,
                     strips});
    rungs.push_back({"lines",
                     "a line of keys for each digit, streaming stores",
                     by_strips,
                     {"count_strips", "place_strips", "scatter_lines"},
                     in_strips,
                     strips});
    return rungs;
}

const Registered registered{std::make_unique<Sorts>()};

} // namespace ladder_sort
} // namespace lockstep::bench
