// The launches of the sort ladder's rungs.
#include "sort_launches.hpp"

#include <lockstep/error.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace lockstep::bench::sorts
{
namespace
{

/// Where each of so many rounds writes: two places in turn, the last of them `out`.
std::vector<Elements> targets(std::size_t rounds, const Elements& out, const Elements& other)
{
    std::vector<Elements> all;
    for (std::size_t left = rounds; left-- > 0;) all.push_back(left % 2 == 0 ? out : other);
    return all;
}

/// A network's steps: those within a block in one launch, each of the others in one of its own.
class Network : public Launches
{
public:
    Network(const Data& data, const Rung& rung, const Parameters& parameters)
        : Launches(data, rung, parameters), blocks_(divide_up(count(), parameter("BLOCK"))), sort_(kernel(0)),
          end_(kernel(2))
    {
        set_arguments(sort_, in().keys, in().values, out().keys, out().values, n());
        set_arguments(end_, out().keys, out().values, n());
        for (std::size_t run = parameter("BLOCK"); run < count(); run *= 2) {
            add_step(run, 2 * run - 1);
            for (std::size_t half = run / 2; half >= parameter("BLOCK"); half /= 2) add_step(half, half);
            steps_.emplace_back(); // the end of a merge
        }
    }

private:
    void add_step(std::size_t half, std::size_t across)
    {
        cl::Kernel step = kernel(1);
        set_arguments(step, out().keys, out().values, n(), static_cast<cl_uint>(half),
                      static_cast<cl_uint>(across));
        steps_.push_back(step);
    }

    void launch_all() override
    {
        const std::size_t group = parameter("GROUP");
        launch(sort_, blocks_, group);
        for (const cl::Kernel& step : steps_)
            if (step() == nullptr)
                launch(end_, blocks_, group);
            else // the halves of the last runs may be there in part only
                launch(step, divide_up(comparisons(), group), group);
    }

    /// Half of the places, of which those beyond the last key are not looked at.
    std::size_t comparisons() const
    {
        std::size_t places = parameter("BLOCK");
        while (places < count()) places *= 2;
        return places / 2;
    }

    std::size_t blocks_;
    cl::Kernel sort_, end_;
    std::vector<cl::Kernel> steps_;
};

/// Sorted blocks, and rounds of merges.
class Merges : public Launches
{
public:
    Merges(const Data& data, const Rung& rung, const Parameters& parameters)
        : Launches(data, rung, parameters), blocks_(divide_up(count(), parameter("BLOCK"))),
          other_(scratch_elements())
    {
        std::vector<std::size_t> runs;
        for (std::size_t run = parameter("BLOCK"); run < count(); run *= 2) runs.push_back(run);
        Elements from = in();
        const std::vector<Elements> to = targets(1 + runs.size(), out(), other_);
        kernels_.push_back(kernel(0));
        set_arguments(kernels_.back(), from.keys, from.values, to[0].keys, to[0].values, n());
        for (std::size_t round = 0; round < runs.size(); ++round) {
            from = to[round];
            kernels_.push_back(kernel(1));
            set_arguments(kernels_.back(), from.keys, from.values, to[round + 1].keys, to[round + 1].values,
                          n(), static_cast<cl_uint>(runs[round]));
        }
    }

private:
    void launch_all() override
    {
        for (const cl::Kernel& kernel : kernels_) launch(kernel, blocks_, parameter("GROUP"));
    }

    std::size_t blocks_;
    Elements other_;
    std::vector<cl::Kernel> kernels_;
};

/// For each digit: how often it occurs in each strip, where those keys begin, and all to their places.
class Strips : public Launches
{
public:
    /// @param piece what a strip is a whole number of.
    Strips(const Data& data, const Rung& rung, const Parameters& parameters, std::size_t bits,
           std::size_t piece, std::size_t group)
        : Launches(data, rung, parameters), group_(group),
          strip_(rounded_up(divide_up(count(), groups_on_units(parameter("STRIPS"))), piece)),
          strips_(divide_up(count(), strip_)), counts_(scratch(strips_ << bits)), other_(scratch_elements())
    {
        const auto strip = static_cast<cl_uint>(strip_);
        Elements from = in();
        cl_uint shift = 0;
        for (const Elements& to : targets(divide_up(32, bits), out(), other_)) {
            Pass pass{kernel(0), kernel(1), kernel(2)};
            set_arguments(pass.count, from.keys, counts_, n(), strip, shift);
            set_arguments(pass.place, counts_, static_cast<cl_uint>(strips_));
            set_arguments(pass.scatter, from.keys, from.values, to.keys, to.values, counts_, n(), strip,
                          shift);
            passes_.push_back(pass);
            from = to;
            shift += static_cast<cl_uint>(bits);
        }
    }

private:
    struct Pass
    {
        cl::Kernel count;
        cl::Kernel place;
        cl::Kernel scatter;
    };

    void launch_all() override
    {
        for (const Pass& pass : passes_) {
            launch(pass.count, strips_, group_);
            launch(pass.place, 1, group_);
            launch(pass.scatter, strips_, group_);
        }
    }

    std::size_t group_, strip_, strips_;
    Guarded counts_;
    Elements other_;
    std::vector<Pass> passes_;
};

/// All digits counted first; then for each of them one kernel for all tiles, which tell each other what they know.
class OnePass : public Launches
{
public:
    OnePass(const Data& data, const Rung& rung, const Parameters& parameters)
        : Launches(data, rung, parameters), group_(parameter("GROUP")),
          tiles_(divide_up(count(), group_ * parameter("ROWS"))),
          states_(scratch(passes * digits * (2 + tiles_))), other_(scratch_elements()), clear_(kernel(0)),
          count_(kernel(1)), begin_(kernel(2))
    {
        const auto tiles = static_cast<cl_uint>(tiles_);
        set_arguments(clear_, states_);
        set_arguments(count_, in().keys, states_, n(), tiles);
        set_arguments(begin_, states_, tiles);
        Elements from = in();
        for (const Elements& to : targets(passes, out(), other_)) {
            cl::Kernel sort = kernel(3);
            set_arguments(sort, from.keys, from.values, to.keys, to.values, states_, n(), tiles,
                          static_cast<cl_uint>(sorts_.size()));
            sorts_.push_back(sort);
            from = to;
        }
    }

private:
    static constexpr std::size_t passes = 4, digits = 256;

    void launch_all() override
    {
        launch(clear_, passes * (2 + tiles_), digits);
        launch(count_, std::min(divide_up(count(), 4 * group_), groups_on_units(4)), group_);
        launch(begin_, passes, group_);
        for (const cl::Kernel& sort : sorts_) launch(sort, tiles_, group_);
    }

    std::size_t group_, tiles_;
    Guarded states_;
    Elements other_;
    cl::Kernel clear_, count_, begin_;
    std::vector<cl::Kernel> sorts_;
};

} // namespace

Launches::Launches(const Data& data, Rung rung, Parameters parameters)
    : data_(data), rung_(std::move(rung)), parameters_(std::move(parameters)), out_(scratch_elements())
{
}

Job::Span Launches::enqueue()
{
    events_.clear();
    launch_all();
    return {events_.front(), events_.back(),
            events_.size() < 3 ? std::vector<cl::Event>{}
                               : std::vector<cl::Event>(events_.begin() + 1, events_.end() - 1)};
}

cl::Kernel Launches::kernel(std::size_t index) const
{
    const std::string options = fmt::format("-D PAIRS={} {}", data_.pairs ? 1 : 0, options_of(parameters_));
    return data_.workbench.kernel(rung_.file, rung_.kernels.at(index), options);
}

void Launches::launch(const cl::Kernel& kernel, std::size_t groups, std::size_t group)
{
    data_.workbench.queue().enqueueNDRangeKernel(kernel, cl::NullRange, cl::NDRange(groups * group),
                                                 cl::NDRange(group), nullptr, &events_.emplace_back());
}

Guarded Launches::scratch(std::size_t words) const
{
    return data_.workbench.output(words * sizeof(cl_uint));
}

Elements Launches::scratch_elements() const
{
    const Guarded keys = scratch(count());
    return {keys, data_.pairs ? scratch(count()) : keys};
}

std::unique_ptr<Launches> launches_of(const Data& data, const Rung& rung, const Parameters& parameters)
{
    const std::string& first = rung.kernels.front();
    const auto size = [&](const char* name) { return static_cast<std::size_t>(parameters.at(name)); };
    if (first == "sort_blocks") return std::make_unique<Network>(data, rung, parameters);
    if (first == "merge_blocks") return std::make_unique<Merges>(data, rung, parameters);
    if (first == "clear_states") return std::make_unique<OnePass>(data, rung, parameters);
    if (first == "count_digits")
        return std::make_unique<Strips>(data, rung, parameters, 8, size("GROUP") * size("ROWS"),
                                        size("GROUP"));
    if (first == "count_strips") return std::make_unique<Strips>(data, rung, parameters, size("BITS"), 16, 1);
    throw Failure(
        fmt::format("No launches are known for the kernel '{}'.", first),
        "write them in bench/ladders/sort_launches.cpp, then: cmake --build build --target lockstep-bench");
}

} // namespace lockstep::bench::sorts
