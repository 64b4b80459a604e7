// The launches of attention's rungs.
#include "attention_problem.hpp"

#include "../peers/process.hpp"
#include "bfloat16.hpp"

#include <lockstep/device.hpp>
#include <lockstep/error.hpp>
#include <lockstep/failure.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

namespace lockstep::bench::attention
{
namespace
{

std::size_t bytes_of_scores(Extent extent)
{
    return sizeof(float) * extent.columns * extent.columns * extent.rows;
}

/// The same on the device, for all rungs of a case.
struct Data : Inputs
{
    Data(Workbench& bench, const Kind& of, Extent size)
        : Inputs(of, size), workbench(bench), on_device{sent(q), sent(k), sent(v)}
    {
    }

    Workbench& workbench;
    std::vector<Guarded> on_device;

private:
    Guarded sent(const std::vector<float>& numbers) const
    {
        if (!kind.bfloat16) return workbench.input(numbers);
        std::vector<cl_ushort> halves(numbers.size());
        std::ranges::transform(numbers, halves.begin(), bfloat16_of);
        return workbench.input(halves);
    }
};

class AttentionJob final : public Job
{
public:
    explicit AttentionJob(const Data& data)
        : data_(data), out_(data.workbench.output(data.q.size() * sizeof(float)))
    {
    }

    /// All weights of all heads, by the three kernels of the chapter.
    void whole(const Rung& rung)
    {
        const Extent extent{data_.tokens, data_.heads};
        scratch_ = data_.workbench.output(bytes_of_scores(extent));
        cl::Kernel scores = kernel(rung, "scores"), softmax = kernel(rung, "softmax_rows"),
                   sums = kernel(rung, "weighted_sums");
        set_arguments(scores, q(), k(), scratch_, tokens(), causal(), cl_uint{0});
        set_arguments(softmax, scratch_, tokens(), static_cast<cl_uint>(data_.tokens * data_.heads));
        set_arguments(sums, scratch_, v(), out_, tokens());
        add(scores, {rounded_up(data_.tokens, 64), rounded_up(data_.tokens, 4), data_.heads}, {64, 4, 1});
        add(softmax, {rounded_up(data_.tokens * data_.heads, 64)}, {64});
        add(sums, {data_.kind.head, rounded_up(data_.tokens, 2), data_.heads}, {data_.kind.head, 2, 1});
    }

    void query_by_query(const Rung& rung)
    {
        cl::Kernel attend = kernel(rung, "attend");
        set_arguments(attend, q(), k(), v(), out_, tokens(), causal(), cl_uint{0});
        add(attend, {rounded_up(data_.tokens, 64), data_.heads}, {64, 1});
    }

    void in_blocks(const Rung& rung, const Parameters& parameters)
    {
        const auto of = [&](const char* name) { return static_cast<std::size_t>(parameters.at(name)); };
        const std::size_t group = of("QUERIES") / 4 * of("ACROSS");
        Parameters options = parameters;
        options.erase("SKIP"); // an argument
        cl::Kernel blocks = kernel(rung, "blocks", std::move(options));
        set_arguments(blocks, q(), k(), v(), out_, tokens(), causal(), static_cast<cl_uint>(of("SKIP")));
        add(blocks, {divide_up(data_.tokens, of("QUERIES")) * group, data_.heads}, {group, 1});
    }

    void in_strips(const Rung& rung, const Parameters& parameters)
    {
        constexpr std::size_t block = 64; // keys, as in kernels/attention_strips.cl
        const std::size_t queries = static_cast<std::size_t>(parameters.at("QUERIES")),
                          blocks = divide_up(data_.tokens, block);
        scratch_ = data_.workbench.output(blocks * block * data_.kind.head * data_.heads * sizeof(float));
        cl::Kernel pack = kernel(rung, "pack_keys", parameters), strips = kernel(rung, "strips", parameters);
        set_arguments(pack, k(), scratch_, tokens());
        set_arguments(strips, q(), scratch_, v(), out_, tokens(), causal());
        add(pack, {blocks, data_.heads}, {1, 1});
        add(strips, {divide_up(data_.tokens, queries), data_.heads}, {1, 1});
    }

    void in_fragments(const Rung& rung, const Parameters& parameters)
    {
        const auto of = [&](const char* name) { return static_cast<std::size_t>(parameters.at(name)); };
        const std::size_t group = 32 * of("TEAMS"),
                          queries = 16 * of("TEAMS") * (parameters.contains("DOWN") ? of("DOWN") : 1);
        Parameters options = parameters;
        const int generation = matrix_units(data_.workbench.device());
        options["MATRIX_UNITS"] = generation >= 80 ? generation : 0;
        cl::Kernel attend = kernel(rung, rung.kernels.front().c_str(), std::move(options));
        set_arguments(attend, q(), k(), v(), out_, tokens(), causal());
        add(attend, {divide_up(data_.tokens, queries) * group, data_.heads}, {group, 1});
    }

    Span enqueue() override
    {
        std::vector<cl::Event> events(launches_.size());
        for (std::size_t i = 0; i < launches_.size(); ++i)
            data_.workbench.queue().enqueueNDRangeKernel(launches_[i].kernel, cl::NullRange,
                                                         launches_[i].range.global, launches_[i].range.local,
                                                         nullptr, &events[i]);
        Span span{events.front(), events.back()};
        if (events.size() > 2) span.between.assign(events.begin() + 1, events.end() - 1);
        return span;
    }

    std::string verify() override { return data_.mistake(out_.read<float>(), error_); }

    /// Of values that are about 1.
    double error() override { return error_; }

private:
    struct Launch
    {
        cl::Kernel kernel;
        LaunchRange range;
    };

    cl::Kernel kernel(const Rung& rung, const char* name, Parameters options = {}) const
    {
        options["HEAD"] = static_cast<int>(data_.kind.head);
        return data_.workbench.kernel(rung.file, name, options_of(options));
    }
    void add(const cl::Kernel& kernel, const cl::NDRange& global, const cl::NDRange& local)
    {
        launches_.push_back({kernel, {global, local}});
    }
    const Guarded& q() const { return data_.on_device[0]; }
    const Guarded& k() const { return data_.on_device[1]; }
    const Guarded& v() const { return data_.on_device[2]; }
    cl_uint tokens() const { return static_cast<cl_uint>(data_.tokens); }
    cl_uint causal() const { return data_.kind.causal ? 1 : 0; }

    const Data& data_;
    std::vector<Launch> launches_;
    Guarded out_, scratch_;
    double error_ = -1;
};

class AttentionProblem final : public Problem
{
public:
    AttentionProblem(Workbench& workbench, const Kind& kind, Extent extent)
        : data_(workbench, kind, extent), work_(operations_of(kind, extent))
    {
    }

    double work() const override { return work_; }

    std::unique_ptr<Job> job(const Rung& rung, const Parameters& parameters) override
    {
        auto job = std::make_unique<AttentionJob>(data_);
        const std::string& first = rung.kernels.front();
        if (first == "scores") job->whole(rung);
        if (first == "attend") job->query_by_query(rung);
        if (first == "blocks") job->in_blocks(rung, parameters);
        if (first == "pack_keys") job->in_strips(rung, parameters);
        if (data_.kind.bfloat16) job->in_fragments(rung, parameters);
        return job;
    }

private:
    Data data_;
    double work_;
};

} // namespace

bool has_room(const Workbench& workbench, Extent extent)
{
    return bytes_of_scores(extent) <= workbench.device().getInfo<CL_DEVICE_MAX_MEM_ALLOC_SIZE>();
}

std::vector<Extent> AttentionLadder::verified_extents(const Workbench& workbench) const
{
    if (workbench.is_simulator()) return {{1, 2}, {35, 1}};
    return {{1, 1}, {2, 3}, {31, 2}, {64, 1}, {65, 2}, {129, 3}, {301, 2}};
}

double AttentionLadder::elements(const Extent& extent) const
{
    return static_cast<double>(extent.columns) * static_cast<double>(extent.columns) *
           static_cast<double>(extent.rows);
}

std::vector<Extent> AttentionLadder::curve_extents(const Workbench& workbench, const std::string& input,
                                                   bool quick) const
{
    const Extent full = timed_extent(workbench, input, quick);
    std::vector<Extent> extents;
    for (std::size_t tokens = 128; tokens < full.columns; tokens *= 2) extents.push_back({tokens, full.rows});
    extents.push_back(full);
    return extents;
}

std::unique_ptr<Problem> AttentionLadder::problem(Workbench& workbench, const std::string& input,
                                                  Extent extent) const
{
    if (!is_bfloat16() && !has_room(workbench, extent) && !workbench.is_simulator())
        throw Failure(
            fmt::format("The scores of {} tokens and {} heads take {} MiB, and {} gives {} MiB at a time.",
                        extent.columns, extent.rows, bytes_of_scores(extent) >> 20U,
                        workbench.device().getInfo<CL_DEVICE_NAME>(),
                        workbench.device().getInfo<CL_DEVICE_MAX_MEM_ALLOC_SIZE>() >> 20U),
            fmt::format("--extent {} {}, or fewer", extent.columns / 2, extent.rows));
    return std::make_unique<AttentionProblem>(workbench, kind_of(input, is_bfloat16()), extent);
}

std::optional<Peer> AttentionLadder::torch(const Workbench& workbench, const std::string& input,
                                           Extent extent, const std::string& name,
                                           const std::string& backend) const
{
    const Kind kind = kind_of(input, is_bfloat16());
    std::vector<std::string> arguments{"attention",
                                       kind.bfloat16 ? "bfloat16" : "float32",
                                       std::to_string(extent.rows),
                                       std::to_string(extent.columns),
                                       std::to_string(kind.head),
                                       kind.causal ? "causal" : "full"};
    if (!backend.empty()) arguments.push_back(backend);
    return torch_peer(workbench, name, std::move(arguments), operations_of(kind, extent));
}

} // namespace lockstep::bench::attention
