// The ladder of n bodies: what each does to each, counted as twelve multiply-adds a pair.
#include "../ladder.hpp"
#include "../peers/native.hpp"
#include "../peers/native_bodies.hpp"
#include "../peers/process.hpp"
#include "n_body_forces.hpp"

#include <lockstep/error.hpp>
#include <lockstep/timing.hpp>

#include <array>
#include <utility>

namespace lockstep::bench
{
namespace ladder_n_body
{

// 16 for two pulls, where twelve are counted for each.
constexpr double operations_of_pairs = 16.0 / 24;

// Two for each of the twelve multiply-adds that a pair would take if it took nothing else.
double operations(std::size_t n)
{
    return 24.0 * static_cast<double>(n) * static_cast<double>(n);
}

class PullJob final : public Job
{
public:
    PullJob(const cl::CommandQueue& queue, const Forces& forces) : queue_(queue), forces_(forces) {}

    struct Launch
    {
        cl::Kernel kernel;
        cl::NDRange global;
        cl::NDRange local;
    };

    Span enqueue() override
    {
        Span span;
        for (std::size_t i = 0; i < launches.size(); ++i) {
            const auto& [kernel, global, local] = launches[i];
            cl::Event event;
            queue_.enqueueNDRangeKernel(kernel, cl::NullRange, global, local, nullptr, &event);
            if (i == 0) span.first = event;
            span.last = event;
        }
        return span;
    }

    std::string verify() override
    {
        const Forces::Verdict verdict = forces_.judged(out.read<float>());
        error_ = verdict.worst;
        return verdict.mistake;
    }

    double error() override { return error_; }

    std::vector<Launch> launches;
    std::vector<Guarded> in;
    Guarded parts, out;

private:
    cl::CommandQueue queue_;
    const Forces& forces_;
    double error_ = -1;
};

class Bodies final : public Problem
{
public:
    Bodies(Workbench& workbench, std::size_t n)
        : workbench_(workbench), n_(n), bodies_(random_bodies(n)), forces_(bodies_),
          in_(workbench.input(bodies_))
    {
    }

    double work() const override { return operations(n_); }

    std::unique_ptr<Job> job(const Rung& rung, const Parameters& parameters) override
    {
        const auto parameter = [&](const char* name) {
            const auto found = parameters.find(name);
            return found == parameters.end() ? std::size_t{1} : static_cast<std::size_t>(found->second);
        };
        const std::string& name = rung.kernels.front();
        const bool in_vectors = parameters.contains("VECTORS");
        const std::size_t group = in_vectors ? 1 : name == "pull_of_all" ? 64 : parameter("GROUP");
        const std::size_t each = in_vectors ? 16 * parameter("VECTORS") : parameter("BODIES"),
                          slices = parameter("SLICES");
        const auto items = [&](std::size_t bodies) {
            return (n_ + group * bodies - 1) / (group * bodies) * group;
        };
        auto job = std::make_unique<PullJob>(workbench_.queue(), forces_);
        job->out = workbench_.output(in_.bytes());
        Parameters defined = parameters;
        defined.erase("FLUSH");
        const std::string options =
            options_of(defined) +
            (parameters.contains("FLUSH") && parameters.at("FLUSH") != 0 ? " -cl-denorms-are-zero" : "");
        const auto kernel = [&](std::size_t i) {
            return workbench_.kernel(rung.file, rung.kernels[i], options);
        };
        const auto n = static_cast<cl_uint>(n_);
        cl::Kernel pull = kernel(0);
        if (rung.kernels.size() == 2) {
            job->in = {in_};
            const std::size_t blocks = items(each) / group;
            job->parts = workbench_.output((slices + (name == "pull_pairs" ? blocks / 2 : 0)) * in_.bytes());
            set_arguments(pull, in_, job->parts, n, softening);
            cl::Kernel add = kernel(1);
            set_arguments(add, job->parts, job->out, n);
            job->launches = {{pull, cl::NDRange(items(each), slices), cl::NDRange(group, 1)},
                             {add, cl::NDRange(items(1)), cl::NDRange(group)}};
            return job;
        }
        if (name == "pull_of_arrays") {
            job->in = arrays();
            set_arguments(pull, job->in[0], job->in[1], job->in[2], job->in[3], job->out, n, softening);
        } else {
            job->in = {in_};
            set_arguments(pull, in_, job->out, n, softening);
        }
        job->launches = {{pull, cl::NDRange(items(each)), cl::NDRange(group)}};
        return job;
    }

private:
    /// x, y, z and mass, each in an array of its own.
    std::vector<Guarded> arrays()
    {
        std::vector<Guarded> arrays;
        for (std::size_t k = 0; k < 4; ++k) {
            std::vector<float> component(n_);
            for (std::size_t i = 0; i < n_; ++i) component[i] = bodies_[4 * i + k];
            arrays.push_back(workbench_.input(component));
        }
        return arrays;
    }

    Workbench& workbench_;
    std::size_t n_;
    std::vector<float> bodies_;
    Forces forces_;
    Guarded in_;
};

class NBody final : public Ladder
{
public:
    std::string name() const override { return "n_body"; }
    std::string chapter() const override { return "22-n-body"; }
    std::string title() const override { return "N-body simulation: what each body does to each"; }
    LimitKind limit() const override { return LimitKind::fma; }

    std::vector<Rung> rungs(const Workbench& workbench) const override
    {
        const std::string file = "kernels/n_body.cl", vectors = "kernels/n_body_vectors.cl";
        const bool gpu = !workbench.is_cpu() && !workbench.is_simulator();
        const int group = workbench.is_simulator() ? 32 : 128;
        // FLUSH is the host's: 1 stands for -cl-denorms-are-zero. ROOT is 0 for rsqrt and 1 for native_rsqrt.
        const auto flushed = [](Parameters parameters) {
            parameters["FLUSH"] = 1;
            return parameters;
        };
        std::vector<Parameters> roots{flushed({{"GROUP", group}, {"ROOT", 0}})}, unrolled, several, sliced;
        if (gpu)
            for (const auto& [root, flush] : std::vector<std::pair<int, int>>{{0, 0}, {1, 0}, {1, 1}})
                roots.push_back({{"GROUP", group}, {"ROOT", root}, {"FLUSH", flush}});
        // The first candidates are what every device can launch; the others were best of many on an H200.
        unrolled.push_back(flushed({{"GROUP", group}, {"UNROLL", 8}}));
        several.push_back(flushed({{"GROUP", group}, {"BODIES", 4}, {"UNROLL", 8}}));
        if (!gpu) { // the CPU has rungs of its own to tune
            sliced = {flushed({{"GROUP", group}, {"BODIES", 2}, {"UNROLL", 4}, {"SLICES", 3}})};
        } else {
            for (const int rounds : {8, 16, 32})
                unrolled.push_back(flushed({{"GROUP", 256}, {"UNROLL", rounds}}));
            using Shape = std::array<int, 3>;
            for (const auto& [items, bodies, rounds] :
                 std::vector<Shape>{{256, 2, 8}, {256, 4, 4}, {256, 4, 8}, {512, 4, 8}})
                several.push_back(flushed({{"GROUP", items}, {"BODIES", bodies}, {"UNROLL", rounds}}));
            for (const auto& [items, bodies, rounds] : std::vector<Shape>{{128, 4, 16},
                                                                          {128, 8, 8},
                                                                          {256, 3, 8},
                                                                          {256, 4, 8},
                                                                          {256, 4, 16},
                                                                          {512, 4, 8},
                                                                          {1024, 4, 8}})
                sliced.push_back(
                    flushed({{"GROUP", items}, {"BODIES", bodies}, {"UNROLL", rounds}, {"SLICES", 33}}));
        }
        const std::vector<Parameters> plain{roots.front()};
        std::vector<Rung> rungs{
            {"pull_of_all", "a root and a division", "chapters/22-n-body/n-body.cl", {"pull_of_all"}},
            {"rsqrt", "a reciprocal root", file, {"pull_by_root"}, roots},
            {"arrays", "a structure of arrays", file, {"pull_of_arrays"}, plain},
            {"tiles", "bodies in local memory", file, {"pull_of_tiles"}, plain},
            {"unrolled", "the loop written out", file, {"pull_unrolled"}, unrolled},
            {"several", "several bodies a work-item", file, {"pull_several"}, several},
            {"slices", "the sources in slices", file, {"pull_of_slice", "add_slices"}, sliced},
            {"scaled", "the mass in the coordinates", file, {"pull_of_scaled_slice", "add_slices"}, sliced},
            {"pairs",
             "each pair once, both bodies pulled",
             "kernels/n_body_pairs.cl",
             {"pull_pairs", "add_pairs"},
             paired(workbench),
             {},
             false,
             operations_of_pairs},
        };
        if (gpu) return rungs;
        std::vector<Parameters> counts{{{"VECTORS", 2}}};
        if (!workbench.is_simulator())
            for (const int count : {1, 3, 4}) counts.push_back({{"VECTORS", count}});
        rungs.push_back({"vectors", "16 bodies in a vector", vectors, {"pull_vectors"}, counts});
        rungs.push_back({"bit_trick", "the root from the float's bits", vectors, {"pull_bits"}, counts});
        rungs.push_back({"folded", "a polynomial instead of steps", vectors, {"pull_folded"}, counts});
        rungs.push_back({"estimate", "the processor's estimate", vectors, {"pull_estimate"}, counts});
        return rungs;
    }

    Extent timed_extent(const Workbench& workbench, const std::string&, bool quick) const override
    {
        if (workbench.is_simulator()) return {256};
        if (workbench.is_cpu()) return {quick ? 8192U : 32768U};
        return {quick ? 65536U : 262144U};
    }

    std::vector<Extent> verified_extents(const Workbench& workbench) const override
    {
        std::vector<Extent> extents{{1}, {2}, {17}, {33}, {131}};
        if (!workbench.is_simulator())
            for (const std::size_t n : {127U, 128U, 129U, 511U, 513U, 1021U, 4099U, 20011U})
                extents.push_back({n});
        return extents;
    }

    Extent counted_extent() const override { return {512}; }

    std::vector<std::string> curve_rungs(const Workbench& workbench) const override
    {
        if (workbench.is_cpu()) return {"pull_of_all", "vectors", "estimate"};
        return {"pull_of_all", "several", "scaled"};
    }

    double elements(const Extent& extent) const override // pairs
    {
        return static_cast<double>(extent.columns) * static_cast<double>(extent.columns);
    }

    std::vector<Extent> curve_extents(const Workbench& workbench, const std::string& input,
                                      bool quick) const override
    {
        const Extent full = timed_extent(workbench, input, quick);
        std::vector<Extent> extents;
        for (std::size_t n = 512; n <= full.columns; n *= 2) extents.push_back({n});
        return extents;
    }

    std::unique_ptr<Problem> problem(Workbench& workbench, const std::string&, Extent extent) const override
    {
        return std::make_unique<Bodies>(workbench, extent.columns);
    }

    std::vector<Peer> peers(Workbench& workbench, const std::string&, Extent extent) const override
    {
        std::vector<Peer> peers;
        const double work = operations(extent.columns);
        if (auto cuda = cuda_peer(workbench, "n_body", {std::to_string(extent.columns)}, work)) {
            cuda->name = "CUDA";
            peers.push_back(std::move(*cuda));
        }
        if (!workbench.is_cpu()) return peers;
        const auto bodies = std::make_shared<std::vector<float>>(random_bodies(extent.columns));
        const auto accelerations = std::make_shared<std::vector<float>>(bodies->size());
        const auto run_ms = [=] {
            const Stopwatch watch;
            native::pull(*bodies, *accelerations, softening);
            return watch.elapsed().count();
        };
        run_ms();
        const std::string mistake = Forces(*bodies).judged(*accelerations).mistake;
        if (!mistake.empty())
            throw Failure("The C++ loop is wrong: " + mistake, "./lockstep bench verify n_body");
        peers.push_back({"C++ loop", run_ms, work, native::threads()});
        return peers;
    }

private:
    static std::vector<Parameters> paired(const Workbench& workbench)
    {
        std::vector<std::array<int, 4>> shapes;
        if (workbench.is_simulator())
            shapes = {{8, 2, 2, 3}};
        else if (workbench.is_cpu())
            shapes = {{128, 8, 1, 1}};
        else
            shapes = {{64, 8, 2, 33},  {128, 4, 2, 33}, {64, 8, 4, 33},
                      {128, 4, 4, 33}, {32, 8, 2, 33},  {64, 4, 4, 33}};
        std::vector<Parameters> choices;
        for (const auto& [group, bodies, sources, slices] : shapes)
            choices.push_back({{"GROUP", group},
                               {"BODIES", bodies},
                               {"SOURCES", sources},
                               {"SLICES", slices},
                               {"FLUSH", 1}});
        return choices;
    }
};

const Registered registered{std::make_unique<NBody>()};

} // namespace ladder_n_body
} // namespace lockstep::bench
