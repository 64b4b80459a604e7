// The ladder of box filters: from 81 reads for each pixel to about the time of a copy.
#include "../ladder.hpp"
#include "../peers/native.hpp"
#include "../peers/opencv.hpp"
#include "box_filter_means.hpp"

#include <lockstep/error.hpp>
#include <lockstep/random.hpp>
#include <lockstep/timing.hpp>

#include <algorithm>
#include <cmath>
#include <functional>
#include <span>
#include <utility>

#include <fmt/format.h>

namespace lockstep::bench
{
namespace
{

std::size_t divide_up(std::size_t count, std::size_t by)
{
    return (count + by - 1) / by;
}

class BoxJob : public Job
{
public:
    BoxJob(const cl::CommandQueue& queue, const std::vector<float>& pixels, Extent extent)
        : queue_(queue), pixels_(pixels), extent_(extent)
    {
    }

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

    /// A moving sum rounds twice for each pixel it has come along; the errors go either way, so that their sum grows like the square
    /// root of their number (Higham, Accuracy and Stability of Numerical Algorithms, 2nd ed., section 2.8). A pixel left
    /// out or counted twice changes a mean by 0.01 on average.
    std::string verify() override
    {
        const double roundings = 2.0 * static_cast<double>(std::max(extent_.columns, extent_.rows)) + 81;
        const Verdict verdict = judged(pixels_, out.read<float>(), extent_,
                                       4 * std::sqrt(roundings) * 0x1p-24 * std::abs(highest_pixel));
        error_ = verdict.worst / std::abs(highest_pixel);
        return verdict.mistake;
    }

    double error() override { return error_; } // relative to the largest pixel: a mean can be 0

    std::vector<Launch> launches;
    Guarded in, between, out;

private:
    cl::CommandQueue queue_;
    const std::vector<float>& pixels_;
    Extent extent_;
    double error_ = -1;
};

class Picture : public Problem
{
public:
    Picture(Workbench& workbench, Extent extent)
        : workbench_(workbench), extent_(extent),
          pixels_(random_floats(extent.columns * extent.rows, 24, lowest_pixel, highest_pixel)),
          in_(workbench.input(pixels_))
    {
    }

    double work() const override { return 2.0 * sizeof(float) * static_cast<double>(pixels_.size()); }

    std::unique_ptr<Job> job(const Rung& rung, const Parameters& parameters) override
    {
        auto job = std::make_unique<BoxJob>(workbench_.queue(), pixels_, extent_);
        job->in = in_;
        job->out = workbench_.output(in_.bytes());
        if (rung.kernels.size() == 2) job->between = workbench_.output(in_.bytes());
        for (std::size_t i = 0; i < rung.kernels.size(); ++i) {
            BoxJob::Launch launch = shape(rung, i, parameters);
            launch.kernel = workbench_.kernel(rung.file, rung.kernels[i], options_of(parameters));
            set_arguments(launch.kernel, i == 0 ? in_ : job->between,
                          i + 1 == rung.kernels.size() ? job->out : job->between,
                          static_cast<cl_uint>(extent_.columns), static_cast<cl_uint>(extent_.rows));
            job->launches.push_back(std::move(launch));
        }
        return job;
    }

private:
    BoxJob::Launch shape(const Rung& rung, std::size_t pass, const Parameters& parameters) const
    {
        const auto launch = [](std::size_t across, std::size_t down, std::size_t group_across,
                               std::size_t group_down) {
            return BoxJob::Launch{{},
                                  cl::NDRange(across * group_across, down * group_down),
                                  cl::NDRange(group_across, group_down)};
        };
        const auto parameter = [&](const char* name) {
            return static_cast<std::size_t>(parameters.at(name));
        };
        const auto [columns, rows] = extent_;
        if (rung.name == "box_mean" || rung.name == "two_passes")
            return launch(divide_up(columns, 32), divide_up(rows, 8), 32, 8);
        if (rung.name == "tile")
            return launch(divide_up(columns, parameter("GROUP") - 16),
                          divide_up(rows, parameter("TILE_ROWS")), parameter("GROUP"), 1);
        if (parameters.contains("STRIP")) // one work-item a group, which are numbered downwards
            return launch(divide_up(rows, parameter("BLOCK_ROWS")), divide_up(columns, parameter("STRIP")), 1,
                          1);
        return launch(divide_up(pass == 0 ? rows : columns, 64), 1, 64, 1);
    }

    Workbench& workbench_;
    Extent extent_;
    std::vector<float> pixels_;
    Guarded in_;
};

class BoxFilter : public Ladder
{
public:
    std::string name() const override { return "box_filter"; }
    std::string chapter() const override { return "24-box-filter"; }
    std::string title() const override { return "Box filter: means of 9 × 9 pixels"; }
    LimitKind limit() const override { return LimitKind::copy; }
    std::vector<std::string> cases() const override { return {"square", "ragged"}; }

    std::vector<Rung> rungs(const Workbench& workbench) const override
    {
        const std::string file = "kernels/box_filter.cl", strips = "kernels/box_filter_strips.cl",
                          by_vectors = "kernels/box_filter_vectors.cl";
        std::vector<Rung> rungs{
            {"box_mean", "81 reads a pixel", "chapters/24-box-filter/box-filter.cl", {"box_mean"}},
            {"two_passes", "rows, then columns", file, {"mean_along_row", "mean_along_column"}},
            {"lines", "a row or a column a work-item", file, {"mean_of_row", "mean_of_column"}},
            {"moving_sums", "one enters, one leaves", file, {"move_along_row", "move_along_column"}},
            {"borders_apart", "no condition in the loop", file, {"slide_along_row", "slide_along_column"}},
            {"tile",
             "columns in registers, rows in local memory",
             file,
             {"tile"},
             {{{"GROUP", 256}, {"TILE_ROWS", 72}},
              {{"GROUP", 128}, {"TILE_ROWS", 72}},
              {{"GROUP", 256}, {"TILE_ROWS", 36}},
              {{"GROUP", 256}, {"TILE_ROWS", 144}}}},
        };
        if (workbench.is_cpu() || workbench.is_simulator()) {
            std::vector<Parameters> blocks;
            for (const auto& [strip, rows] : std::vector<std::pair<int, int>>{
                     {512, 64}, {2048, 256}, {4096, 512}, {8192, 256}, {8192, 512}, {8192, 1024}})
                blocks.push_back({{"STRIP", strip}, {"BLOCK_ROWS", rows}});
            rungs.push_back(
                {"row_blocks", "columns go along rows, too", strips, {"slide_rows", "add_rows"}, blocks});
            rungs.push_back({"fused", "both passes, with a ring of rows", strips, {"fused"}, blocks});
            rungs.push_back({"vectors", "columns first, 16 at a time", by_vectors, {"vectors"}, blocks});
            rungs.push_back({"streamed",
                             "stores past the cache, rows asked for ahead",
                             by_vectors,
                             {"streamed"},
                             blocks});
        }
        return rungs;
    }

    Extent timed_extent(const Workbench& workbench, const std::string& input, bool quick) const override
    {
        const bool ragged = input == "ragged";
        if (workbench.is_simulator()) return ragged ? Extent{127, 65} : Extent{128, 64};
        if (quick) return ragged ? Extent{2047, 2049} : Extent{2048, 2048};
        return ragged ? Extent{8191, 8209} : Extent{8192, 8192};
    }

    std::vector<Extent> verified_extents(const Workbench& workbench) const override
    {
        std::vector<Extent> extents{{1, 1},  {1, 40},  {40, 1},  {4, 5},   {5, 4},
                                    {9, 10}, {17, 19}, {32, 73}, {241, 7}, {67, 31}};
        if (!workbench.is_simulator())
            for (const Extent extent : std::vector<Extent>{{8, 300},
                                                           {300, 8},
                                                           {511, 63},
                                                           {512, 64},
                                                           {513, 65},
                                                           {516, 137},
                                                           {524, 129},
                                                           {528, 66},
                                                           {1021, 347}})
                extents.push_back(extent);
        return extents;
    }

    Extent counted_extent() const override { return {256, 128}; }

    std::vector<std::string> curve_rungs(const Workbench& workbench) const override
    {
        if (!workbench.is_cpu()) return {"box_mean", "borders_apart", "tile"};
        return {"box_mean", "fused", "streamed"};
    }

    std::vector<Extent> curve_extents(const Workbench& workbench, const std::string& input,
                                      bool quick) const override
    {
        const Extent full = timed_extent(workbench, input, quick);
        std::vector<Extent> extents;
        for (std::size_t side = 128; side < full.columns; side *= 2)
            extents.push_back(input == "ragged" ? Extent{side - 1, side + 17} : Extent{side, side});
        if (input != "ragged") extents.push_back(full);
        return extents;
    }

    std::unique_ptr<Problem> problem(Workbench& workbench, const std::string&, Extent extent) const override
    {
        return std::make_unique<Picture>(workbench, extent);
    }

    std::vector<Peer> peers(Workbench& workbench, const std::string&, Extent extent) const override
    {
        std::vector<Peer> peers;
        if (!workbench.is_cpu()) return peers;
        const std::size_t pixels = extent.columns * extent.rows;
        const double work = 2.0 * sizeof(float) * static_cast<double>(pixels);
        const auto from =
            std::make_shared<std::vector<float>>(random_floats(pixels, 24, lowest_pixel, highest_pixel));
        const auto to = std::make_shared<std::vector<float>>(pixels);
        using Job = std::function<void()>;
        const auto add = [&](const char* name, const Job& job, const std::function<bool()>& right) {
            std::ranges::fill(*to, -7.0F);
            job();
            if (!right()) throw Failure(fmt::format("The peer {} is wrong.", name), "ctest -R bench");
            const auto run_ms = [job] {
                const Stopwatch watch;
                job();
                return watch.elapsed().count();
            };
            peers.push_back({name, run_ms, work, native::threads()});
        };
        const auto copied = [=] { return *from == *to; };
        const auto means = [=](bool inner_only) {
            return [=] { return judged(*from, *to, extent, 1e-4, inner_only).mistake.empty(); };
        };
        const auto bytes_copied = [=](auto copy) {
            return [=] { copy(std::as_bytes(std::span(*from)), std::as_writable_bytes(std::span(*to))); };
        };
        add("memcpy", bytes_copied(native::copy), copied);
        add("streaming copy", bytes_copied(native::streaming_copy), copied);
        add(
            "C++ loop", [=] { native::box_means(*from, *to, extent.columns, extent.rows); }, means(false));
        if (opencv::is_here()) // its borders are the nearest pixels' copies
            add(
                "OpenCV", [=] { opencv::blur(*from, *to, extent.columns, extent.rows); }, means(true));
        return peers;
    }
};

const Registered registered{std::make_unique<BoxFilter>()};

} // namespace
} // namespace lockstep::bench
