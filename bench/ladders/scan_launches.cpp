// The launches of the scan ladder's rungs.
#include "scan_launches.hpp"

#include <lockstep/error.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <utility>

namespace lockstep::bench::scans
{
namespace
{

std::size_t divided_up(std::size_t count, std::size_t by)
{
    return (count + by - 1) / by;
}

/// How many times `count` can be halved until one is left, rounded up.
double halvings(std::size_t count)
{
    return count < 2 ? 0 : static_cast<double>(std::bit_width(count - 1));
}

/// One launch for each distance 1, 2, 4 …, between two buffers in turn.
class Steps : public Launches
{
public:
    Steps(const Data& data, const Rung& rung, const Parameters& parameters)
        : Launches(data, rung, parameters), other_(scratch(count()))
    {
        const auto steps = std::max<std::size_t>(1, static_cast<std::size_t>(halvings(count())));
        for (std::size_t step = 0; step < steps; ++step) {
            // The last step writes to out().
            const bool to_out = (steps - step) % 2 == 1;
            cl::Kernel next = kernel(0);
            set_arguments(next,
                          step == 0 ? in()
                          : to_out  ? other_
                                    : out(),
                          to_out ? out() : other_, n(), cl_uint{1} << step);
            kernels_.push_back(next);
        }
    }

    double depth() const override { return halvings(count()); }

private:
    void launch_all() override
    {
        constexpr std::size_t group = 256;
        for (const cl::Kernel& step : kernels_) launch(step, divided_up(count(), group), group);
    }

    Guarded other_;
    std::vector<cl::Kernel> kernels_;
};

/// Blocks are scanned on their own; then their sums, which are blocks again; then the sums are added to the blocks.
class Blocks : public Launches
{
public:
    Blocks(const Data& data, const Rung& rung, const Parameters& parameters)
        : Launches(data, rung, parameters), block_(parameter("BLOCK"))
    {
        Guarded from = in();
        Guarded to = out();
        for (std::size_t elements = count();;) {
            const std::size_t blocks = divided_up(elements, block_);
            const Guarded sums = scratch(blocks);
            Level level{kernel(0), kernel(1), blocks, sums};
            set_arguments(level.scan, from, to, sums, static_cast<cl_uint>(elements));
            set_arguments(level.add, to, sums, static_cast<cl_uint>(elements));
            levels_.push_back(level);
            if (blocks == 1) break;
            from = to = sums; // in place: a work-group reads its block before it writes it
            elements = blocks;
        }
    }

    double depth() const override { return static_cast<double>(levels_.size()) * (2 * halvings(block_) + 4); }

private:
    struct Level
    {
        cl::Kernel scan;
        cl::Kernel add;
        std::size_t blocks;
        Guarded sums;
    };

    void launch_all() override
    {
        for (const Level& level : levels_) launch(level.scan, level.blocks, parameter("GROUP"));
        for (std::size_t l = levels_.size(); l-- > 0;)
            if (levels_[l].blocks > 1) launch(levels_[l].add, levels_[l].blocks - 1, parameter("GROUP"));
    }

    std::size_t block_;
    std::vector<Level> levels_;
};

/// Sums of strips, their scan, and the scan of every strip. A strip is a whole number of tiles.
class SumsFirst : public Launches
{
public:
    SumsFirst(const Data& data, const Rung& rung, const Parameters& parameters)
        : Launches(data, rung, parameters), tile_(4 * parameter("ROWS") * parameter("GROUP")),
          strip_(divided_up(divided_up(count(), compute_units() * parameter("STRIPS")), tile_) * tile_),
          strips_(divided_up(count(), strip_)), sums_(scratch(strips_)), sum_(kernel(0)),
          scan_sums_(kernel(1)), scan_(kernel(2))
    {
        set_arguments(sum_, in(), sums_, n(), static_cast<cl_uint>(strip_));
        set_arguments(scan_sums_, sums_, static_cast<cl_uint>(strips_));
        set_arguments(scan_, in(), out(), sums_, n(), static_cast<cl_uint>(strip_));
    }

    double depth() const override
    {
        const std::size_t tiles = divided_up(std::min(strip_, count()), tile_);
        const std::size_t in_group = 16 + parameter("GROUP") / 16 + parameter("ROWS") + 6;
        return static_cast<double>(tiles * (parameter("ROWS") + 1) + strips_ / parameter("GROUP") +
                                   3 * in_group);
    }

private:
    void launch_all() override
    {
        launch(sum_, strips_, parameter("GROUP"));
        launch(scan_sums_, 1, parameter("GROUP"));
        launch(scan_, strips_, parameter("GROUP"));
    }

    std::size_t tile_, strip_, strips_;
    Guarded sums_;
    cl::Kernel sum_, scan_sums_, scan_;
};

/// The same with one work-item a strip, on a CPU: so few strips that each adds up the sums before it.
class LongStrips : public Launches
{
public:
    LongStrips(const Data& data, const Rung& rung, const Parameters& parameters)
        : Launches(data, rung, parameters),
          strip_(divided_up(divided_up(count(), compute_units() * parameter("STRIPS")), 64) * 64),
          strips_(divided_up(count(), strip_)), sums_(scratch(strips_)), sum_(kernel(0)), scan_(kernel(1))
    {
        set_arguments(sum_, in(), sums_, n(), static_cast<cl_uint>(strip_));
        set_arguments(scan_, in(), out(), sums_, n(), static_cast<cl_uint>(strip_));
    }

    double depth() const override
    {
        return static_cast<double>(std::min(strip_, count()) / 16 + strips_ + 32);
    }

private:
    void launch_all() override
    {
        launch(sum_, strips_, 1);
        launch(scan_, strips_, 1);
    }

    std::size_t strip_, strips_;
    Guarded sums_;
    cl::Kernel sum_, scan_;
};

/// One kernel for all tiles, or strips, that tell each other what they know; their states are cleared before it.
class OnePass : public Launches
{
public:
    /// @param depth_of_piece additions within a piece of `piece` elements.
    /// @param most_groups of them; the pieces are shared out among the groups there are.
    OnePass(const Data& data, const Rung& rung, const Parameters& parameters, std::size_t piece,
            std::size_t group, std::size_t depth_of_piece, std::size_t most_groups = SIZE_MAX)
        : Launches(data, rung, parameters), pieces_(divided_up(count(), piece)),
          groups_(std::min(pieces_, most_groups)), group_(group),
          depth_(static_cast<double>(pieces_ + depth_of_piece)),
          words_(2 * (parameter("WINDOW") + pieces_) + 1), states_(scratch(words_)), clear_(kernel(0)),
          scan_(kernel(1))
    {
        set_arguments(clear_, states_, static_cast<cl_uint>(pieces_));
        set_arguments(scan_, in(), out(), states_, n(), static_cast<cl_uint>(pieces_));
    }

    double depth() const override { return depth_; }

private:
    void launch_all() override
    {
        constexpr std::size_t clearing_group = 64;
        launch(clear_, divided_up(words_, clearing_group), clearing_group);
        launch(scan_, groups_, group_);
    }

    std::size_t pieces_, groups_, group_;
    double depth_;
    std::size_t words_;
    Guarded states_;
    cl::Kernel clear_, scan_;
};

} // namespace

Launches::Launches(const Data& data, Rung rung, Parameters parameters)
    : data_(data), rung_(std::move(rung)), parameters_(std::move(parameters)), out_(scratch(data_.count))
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
    std::string options = fmt::format("-D ELEMENT={}", data_.element);
    for (const std::string& more : {options_of(parameters_), rung_.language})
        if (!more.empty()) options += " " + more;
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

std::unique_ptr<Launches> launches_of(const Data& data, const Rung& rung, const Parameters& parameters)
{
    const std::string& last = rung.kernels.back();
    const auto size = [&](const char* name) { return static_cast<std::size_t>(parameters.at(name)); };
    if (last == "scan_step") return std::make_unique<Steps>(data, rung, parameters);
    if (last == "add_block_sums") return std::make_unique<Blocks>(data, rung, parameters);
    if (last == "scan_strips") return std::make_unique<SumsFirst>(data, rung, parameters);
    if (last == "scan_long_strips") return std::make_unique<LongStrips>(data, rung, parameters);
    const std::size_t units = data.workbench.compute_units();
    if (last == "scan_cached_strips")
        return std::make_unique<OnePass>(data, rung, parameters, size("STRIP"), 1, size("STRIP") / 16 + 32,
                                         16 * units);
    if (last == "scan_in_one_pass" || last == "scan_telling_ahead" || last == "scan_looking_together" ||
        last == "scan_by_sub_groups") {
        const std::size_t tile = 4 * size("ROWS") * size("GROUP");
        const std::size_t groups = last == "scan_telling_ahead" ? size("GROUPS") * units : SIZE_MAX;
        return std::make_unique<OnePass>(data, rung, parameters, tile, size("GROUP"),
                                         size("ROWS") + size("GROUP") / 16 + 24, groups);
    }
    throw Failure(
        fmt::format("No launches are known for the kernel '{}'.", last),
        "write them in bench/ladders/scan_launches.cpp, then: cmake --build build --target lockstep-bench");
}

} // namespace lockstep::bench::scans
