// The ladder of box filters: from 81 reads for each pixel to about the time of a copy.
#include "../filter_job.hpp"
#include "../peers/native.hpp"
#include "../peers/opencv.hpp"
#include "box_filter_means.hpp"

#include <lockstep/random.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <utility>

namespace lockstep::bench
{
namespace ladder_box_filter
{

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
        // A moving sum rounds twice for each pixel it has come along; the errors go either way, so that their sum grows like the square
        // root of their number (Higham, Accuracy and Stability of Numerical Algorithms, 2nd ed., section 2.8). A pixel left
        // out or counted twice changes a mean by 0.01 on average.
        const double roundings = 2.0 * static_cast<double>(std::max(extent_.columns, extent_.rows)) + 81;
        const double tolerance = 4 * std::sqrt(roundings) * 0x1p-24 * std::abs(highest_pixel);
        auto job = std::make_unique<FilterJob>(
            workbench_.queue(),
            [this, tolerance](const std::vector<float>& out) {
                return judged(pixels_, out, extent_, tolerance);
            },
            std::abs(highest_pixel));
        job->out = workbench_.output(in_.bytes());
        job->others = {in_};
        if (rung.kernels.size() == 2) job->others.push_back(workbench_.output(in_.bytes()));
        for (std::size_t i = 0; i < rung.kernels.size(); ++i) {
            Launch launch{workbench_.kernel(rung.file, rung.kernels[i], options_of(parameters)),
                          range_of(rung.shapes[i], extent_, parameters)};
            set_arguments(launch.kernel, job->others[i],
                          i + 1 == rung.kernels.size() ? job->out : job->others.back(),
                          static_cast<cl_uint>(extent_.columns), static_cast<cl_uint>(extent_.rows));
            job->launches.push_back(std::move(launch));
        }
        return job;
    }

private:
    Workbench& workbench_;
    Extent extent_;
    std::vector<float> pixels_;
    Guarded in_;
};

class BoxFilter : public PictureLadder
{
public:
    std::string name() const override { return "box_filter"; }
    std::string chapter() const override { return "24-box-filter"; }
    std::string title() const override { return "Box filter: means of 9 × 9 pixels"; }

    std::vector<Rung> rungs(const Workbench& workbench) const override
    {
        const std::string file = "kernels/box_filter.cl", strips = "kernels/box_filter_strips.cl",
                          by_quads = "kernels/box_filter_quads.cl",
                          by_vectors = "kernels/box_filter_vectors.cl";
        const LaunchShape pixels{{32, 8}, {32, 8}}, columns{{64, 1}, {64, all_of_it}},
            quads{{"GROUP", 1}, {{"GROUP", 4}, "BLOCK_ROWS"}};
        const std::vector<LaunchShape> rows_then_columns{columns.along_rows(), columns};
        // One work-item a group, which are numbered downwards.
        const LaunchShape in_strips{{1, 1}, {"BLOCK_ROWS", "STRIP"}, true};
        std::vector<Rung> rungs{
            shaped({"box_mean", "81 reads a pixel", "chapters/24-box-filter/box-filter.cl", {"box_mean"}},
                   {pixels}),
            shaped({"two_passes", "rows, then columns", file, {"mean_along_row", "mean_along_column"}},
                   {pixels, pixels}),
            shaped({"lines", "a row or a column a work-item", file, {"mean_of_row", "mean_of_column"}},
                   rows_then_columns),
            shaped({"moving_sums", "one enters, one leaves", file, {"move_along_row", "move_along_column"}},
                   rows_then_columns),
            shaped({"borders_apart",
                    "no condition in the loop",
                    file,
                    {"slide_along_row", "slide_along_column"}},
                   rows_then_columns),
            shaped({"tile",
                    "columns in registers, rows in local memory",
                    file,
                    {"tile"},
                    {{{"GROUP", 256}, {"TILE_ROWS", 72}},
                     {{"GROUP", 128}, {"TILE_ROWS", 72}},
                     {{"GROUP", 256}, {"TILE_ROWS", 36}},
                     {{"GROUP", 256}, {"TILE_ROWS", 144}}}},
                   {{{"GROUP", 1}, {{"GROUP", 1, -16}, "TILE_ROWS"}}}),
            shaped({"quads",
                    "four columns a work-item, no local memory",
                    by_quads,
                    {"quads"},
                    {{{"GROUP", 128}, {"BLOCK_ROWS", 18}},
                     {{"GROUP", 64}, {"BLOCK_ROWS", 9}},
                     {{"GROUP", 128}, {"BLOCK_ROWS", 9}},
                     {{"GROUP", 64}, {"BLOCK_ROWS", 18}},
                     {{"GROUP", 64}, {"BLOCK_ROWS", 36}},
                     {{"GROUP", 128}, {"BLOCK_ROWS", 36}},
                     {{"GROUP", 128}, {"BLOCK_ROWS", 72}},
                     {{"GROUP", 128}, {"BLOCK_ROWS", 144}}}},
                   {quads}),
            shaped({"undivided", "no division inside the picture", by_quads, {"undivided"}, interiors()},
                   {quads}),
            shaped({"unclamped", "no clamped reads there", by_quads, {"unclamped"}, interiors()}, {quads}),
            shaped({"interior", "no tests of rows there", by_quads, {"interior"}, interiors()}, {quads}),
            shaped({"shifted",
                    "single columns, stores that are aligned",
                    "kernels/box_filter_shifted.cl",
                    {"shifted"},
                    shifted_choices()},
                   {shifted_shape()}),
        };
        if (workbench.is_cpu() || workbench.is_simulator()) {
            std::vector<Parameters> blocks;
            for (const auto& [strip, rows] : std::vector<std::pair<int, int>>{
                     {512, 64}, {2048, 256}, {4096, 512}, {8192, 256}, {8192, 512}, {8192, 1024}})
                blocks.push_back({{"STRIP", strip}, {"BLOCK_ROWS", rows}});
            rungs.push_back(shaped(
                {"row_blocks", "columns go along rows, too", strips, {"slide_rows", "add_rows"}, blocks},
                {in_strips, in_strips}));
            rungs.push_back(shaped({"fused", "both passes, with a ring of rows", strips, {"fused"}, blocks},
                                   {in_strips}));
            rungs.push_back(shaped(
                {"vectors", "columns first, 16 at a time", by_vectors, {"vectors"}, blocks}, {in_strips}));
            rungs.push_back(shaped(
                {"past_caches", "whole lines stored past the caches", by_vectors, {"past_caches"}, blocks},
                {in_strips}));
            rungs.push_back(
                shaped({"streamed", "rows asked for ahead", by_vectors, {"streamed"}, blocks}, {in_strips}));
        }
        return rungs;
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

    std::vector<std::string> curve_rungs(const Workbench& workbench) const override
    {
        if (!workbench.is_cpu()) return {"box_mean", "tile", "interior"};
        return {"box_mean", "fused", "streamed"};
    }

    std::unique_ptr<Problem> problem(Workbench& workbench, const std::string&, Extent extent) const override
    {
        return std::make_unique<Picture>(workbench, extent);
    }

    std::vector<Peer> peers(Workbench& workbench, const std::string&, Extent extent) const override
    {
        if (!workbench.is_cpu()) return picture_peers(workbench, "box", extent);
        const auto [columns, rows] = extent;
        const auto means = [extent](bool inner_only) {
            return [=](const std::vector<float>& in, const std::vector<float>& out) {
                return judged(in, out, extent, 1e-4, inner_only).mistake.empty();
            };
        };
        std::vector<PicturePeer> filters{{"C++ loop",
                                          [=](std::span<const float> in, std::span<float> out) {
                                              native::box_means(in, out, columns, rows);
                                          },
                                          means(false)}};
        if (opencv::is_here()) // its borders are the nearest pixels' copies
            filters.push_back({"OpenCV",
                               [=](std::span<const float> in, std::span<float> out) {
                                   opencv::blur(in, out, columns, rows);
                               },
                               means(true), opencv::version()});
        return picture_peers(random_floats(columns * rows, 24, lowest_pixel, highest_pixel), filters);
    }

private:
    /// For rows that begin where vectors may, and for others.
    static std::vector<Parameters> interiors()
    {
        std::vector<Parameters> choices;
        for (const auto& [aligned, group, rows] : std::vector<std::array<int, 3>>{
                 {1, 64, 18}, {1, 32, 18}, {1, 128, 9}, {1, 64, 36}, {0, 64, 18}, {0, 128, 27}, {0, 128, 9}})
            choices.push_back({{"ALIGNED", aligned}, {"GROUP", group}, {"BLOCK_ROWS", rows}});
        return choices;
    }
};

const Registered registered{std::make_unique<BoxFilter>()};

} // namespace ladder_box_filter
} // namespace lockstep::bench
