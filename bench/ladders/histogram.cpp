// The ladder of histograms of bytes: from one atomic increment of a global counter for each byte to tables
// that nobody shares.
#include "../ladder.hpp"
#include "../peers/native.hpp"
#include "../peers/process.hpp"
#include "histogram_inputs.hpp"

#include <lockstep/error.hpp>
#include <lockstep/timing.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace lockstep::bench
{
namespace ladder_histogram
{

using namespace histogram;

std::string why_not(const Counts& expected, const Counts& got, const std::string& input)
{
    for (std::size_t bin = 0; bin < bins; ++bin)
        if (expected[bin] != got[bin])
            return fmt::format("value {} of {}: {} expected, {} counted", bin, input, expected[bin],
                               got[bin]);
    return {};
}

/// Bytes on the device, and what is in them.
struct Input
{
    std::string name;
    Guarded bytes;
    Counts expected;
};

class HistogramJob : public Job
{
public:
    HistogramJob(Workbench& workbench, const std::vector<Input>& inputs)
        : counts(workbench.output(bins * sizeof(cl_uint))), queue_(workbench.queue()), inputs_(inputs),
          zeros_(workbench.input(Counts(bins)))
    {
    }

    Span enqueue() override { return enqueue(inputs_.front()); }

    /// The last run's counts; at small sizes those of awkward distributions as well.
    std::string verify() override
    {
        std::string why = why_not(inputs_.front().expected, counts.read<cl_uint>(), inputs_.front().name);
        for (std::size_t i = 1; i < inputs_.size() && why.empty(); ++i) {
            queue_.enqueueFillBuffer(counts.buffer(), cl_uint{0xDEAD}, 0, bins * sizeof(cl_uint));
            enqueue(inputs_[i]);
            why = why_not(inputs_[i].expected, counts.read<cl_uint>(), inputs_[i].name);
        }
        return why;
    }

    Guarded counts;
    cl::Kernel kernel;
    Guarded sums; ///< of the rung that zeroes nothing: each launch leaves it as it is here, all zero
    bool zeroed_first = true;
    std::size_t work_items = 0;
    std::size_t group = 0;

private:
    Span enqueue(const Input& input)
    {
        Span span;
        if (zeroed_first)
            queue_.enqueueCopyBuffer(zeros_.buffer(), counts.buffer(), 0, 0, counts.bytes(), nullptr,
                                     &span.first);
        kernel.setArg(0, input.bytes.buffer());
        queue_.enqueueNDRangeKernel(kernel, cl::NullRange, cl::NDRange(work_items), cl::NDRange(group),
                                    nullptr, &span.last);
        if (!zeroed_first) span.first = span.last;
        return span;
    }

    cl::CommandQueue queue_;
    const std::vector<Input>& inputs_;
    Guarded zeros_; ///< copied, as Oclgrind does not see that a filled buffer is initialised
};

class Histogram : public Problem
{
public:
    Histogram(Workbench& workbench, const std::string& input, std::size_t count)
        : workbench_(workbench), count_(count)
    {
        add(input, bytes_named(input, count));
        if (input != "random" || count > (workbench.is_simulator() ? 1U << 14U : 1U << 21U)) return;
        const auto awkward = awkward_distributions(count);
        for (std::size_t i = 0; i < awkward.size(); i += workbench.is_simulator() ? 4 : 1)
            add(awkward[i].name, awkward[i].bytes);
    }

    double work() const override { return static_cast<double>(count_); }

    std::unique_ptr<Job> job(const Rung& rung, const Parameters& parameters) override
    {
        auto job = std::make_unique<HistogramJob>(workbench_, inputs_);
        Parameters options = parameters;
        options.erase("GROUPS_PER_UNIT");
        job->kernel = workbench_.kernel(rung.file, rung.kernels.front(), options_of(options));
        job->kernel.setArg(1, static_cast<cl_uint>(count_));
        job->kernel.setArg(2, job->counts.buffer());
        if (rung.name == "last_group") {
            job->zeroed_first = false;
            job->sums = workbench_.input(Counts(bins + 1));
            job->kernel.setArg(3, job->sums.buffer());
        }
        const LaunchShape& shape = rung.shapes.front();
        std::size_t groups = divide_up(count_, shape.covers.across.of(parameters));
        if (const auto most = parameters.find("GROUPS_PER_UNIT"); most != parameters.end())
            groups = std::min(groups, workbench_.spread_over(1) * static_cast<std::size_t>(most->second));
        job->group = shape.group.across.of(parameters);
        job->work_items = groups * job->group;
        return job;
    }

private:
    void add(const std::string& name, const Bytes& bytes)
    {
        inputs_.push_back({name, workbench_.input(bytes), counted(bytes)});
    }

    Workbench& workbench_;
    std::size_t count_;
    std::vector<Input> inputs_;
};

/// Every combination of group (with so many groups a unit), copies and words ahead that is worth a try.
std::vector<Parameters> combinations(const std::vector<std::pair<int, int>>& groups,
                                     const std::vector<int>& copies, const std::vector<int>& ahead)
{
    std::vector<Parameters> all;
    for (const int words : ahead)
        for (const int tables : copies)
            for (const auto& [group, per_unit] : groups) {
                Parameters parameters{{"GROUP", group}, {"GROUPS_PER_UNIT", per_unit}};
                if (tables > 0) parameters["COPIES"] = tables;
                if (words > 0) parameters["AHEAD"] = words;
                all.push_back(parameters);
            }
    return all;
}

class Histograms : public Ladder
{
public:
    std::string name() const override { return "histogram"; }
    std::string chapter() const override { return "18-histogram"; }
    std::string title() const override { return "Histogram: how often each value of a byte occurs"; }
    LimitKind limit() const override { return LimitKind::read; }
    std::vector<std::string> cases() const override { return {"random", "constant"}; }

    std::vector<Rung> rungs(const Workbench& workbench) const override
    {
        const std::string file = "kernels/histogram.cl";
        const bool simulator = workbench.is_simulator(), cpu = workbench.is_cpu() && !simulator;
        const bool gpu = !simulator && !cpu;
        using Groups = std::vector<std::pair<int, int>>; // work-items, and groups for each compute unit
        using Numbers = std::vector<int>;
        const Groups groups = simulator ? Groups{{256, 4}, {64, 2}}
                              : cpu     ? Groups{{256, 4}, {1024, 1}}
                                        : Groups{{512, 4}, {1024, 2}};
        const Groups first{groups.front()};
        const auto plain = combinations(groups, {0}, {0});
        const auto tables = combinations(first, gpu ? Numbers{8, 4, 2, 16} : Numbers{8, 2}, {0});
        // 32 tables are 32 KiB, and the last rung needs four bytes more.
        const bool roomy = !gpu || workbench.device().getInfo<CL_DEVICE_LOCAL_MEM_SIZE>() > 32768;
        const auto lanes = combinations(groups, {roomy ? 32 : 16}, gpu ? Numbers{4, 2, 1} : Numbers{2, 1});
        // A work-item takes a byte at a time, or 16.
        const LaunchShape bytes{{256, 1}, {256, 1}}, group_bytes{{"GROUP", 1}, {"GROUP", 1}},
            words{{"GROUP", 1}, {{"GROUP", 16}, 1}}, alone{{1, 1}, {16, 1}};
        std::vector<Rung> rungs{
            shaped({"global_atomics",
                    "every byte an atomic increment",
                    "chapters/18-histogram/histogram.cl",
                    {"histogram_global"}},
                   {bytes}),
            shaped({"local_table", "a table for each group", file, {"histogram_local"}, plain},
                   {group_bytes}),
            shaped({"wide_loads", "16 bytes a load", file, {"histogram_wide"}, plain}, {words}),
            shaped({"several_tables", "several tables a group", file, {"histogram_tables"}, tables}, {words}),
            shaped({"lane_tables", "a table and a bank for each lane", file, {"histogram_lanes"}, lanes},
                   {words}),
            shaped({"last_group", "one launch, nothing to zero", file, {"histogram_last_group"}, lanes},
                   {words})};
        if (gpu) return rungs;
        if (!simulator) rungs.pop_back();
        const int stretches = simulator ? 2 : 16; // for each compute unit
        std::vector<Parameters> own;
        for (const int count : simulator ? Numbers{4} : Numbers{4, 8, 2})
            own.push_back({{"TABLES", count}, {"GROUPS_PER_UNIT", stretches}});
        const std::vector<Parameters> only{{{"GROUPS_PER_UNIT", simulator ? 1 : stretches}}};
        rungs.push_back(shaped(
            {"private_tables", "tables of a work-item's own", file, {"histogram_private"}, own}, {alone}));
        rungs.push_back(
            shaped({"pairs", "a counter for each pair of bytes", file, {"histogram_pairs"}, only}, {alone}));
        rungs.push_back(
            shaped({"flat_words", "a word of equal bytes at once", file, {"histogram_flat"}, only}, {alone}));
        return rungs;
    }

    Extent timed_extent(const Workbench& workbench, const std::string&, bool quick) const override
    {
        std::size_t count = workbench.is_simulator() ? 4096
                            : workbench.is_cpu()     ? std::size_t{1} << (quick ? 26U : 28U)
                                                     : std::size_t{1} << (quick ? 28U : 30U);
        const std::size_t most = workbench.device().getInfo<CL_DEVICE_MAX_MEM_ALLOC_SIZE>();
        while (count > most / 2) count /= 2;
        return {count};
    }

    std::vector<Extent> verified_extents(const Workbench& workbench) const override
    {
        if (workbench.is_simulator()) return {{1}, {2053}};
        return {{1}, {15}, {16}, {17}, {255}, {4096}, {65535}, {262147}, {2000003}};
    }

    Extent counted_extent() const override { return {65536}; }

    std::vector<std::string> curve_rungs(const Workbench& workbench) const override
    {
        if (workbench.is_cpu()) return {"global_atomics", "private_tables", "pairs"};
        return {"global_atomics", "local_table", "last_group"};
    }

    std::unique_ptr<Problem> problem(Workbench& workbench, const std::string& input,
                                     Extent extent) const override
    {
        return std::make_unique<Histogram>(workbench, input, extent.columns);
    }

    std::vector<Peer> peers(Workbench& workbench, const std::string& input, Extent extent) const override
    {
        std::vector<Peer> peers;
        const auto work = static_cast<double>(extent.columns);
        if (auto cub =
                cuda_peer(workbench, "CUB", {"histogram", input, std::to_string(extent.columns)}, work))
            peers.push_back(std::move(*cub));
        if (!workbench.is_cpu()) return peers;
        auto bytes = std::make_shared<Bytes>(bytes_named(input, extent.columns));
        const std::string why = why_not(counted(*bytes), native::histogram(*bytes), input);
        if (!why.empty())
            throw Failure("The native histogram is wrong: " + why, "./lockstep bench verify histogram");
        peers.push_back({"native C++",
                         [bytes] {
                             const Stopwatch watch;
                             native::histogram(*bytes);
                             return watch.elapsed().count();
                         },
                         work, native::threads()});
        return peers;
    }
};

const Registered registered{std::make_unique<Histograms>()};

} // namespace ladder_histogram
} // namespace lockstep::bench
