// The ladder of box filters: from 81 reads for each pixel to about the time of a copy.
#include "../peers/native.hpp"
#include "../peers/opencv.hpp"
#include "../picture_ladder.hpp"
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
        : Problem(workbench), extent_(extent),
          pixels_(random_floats(extent.columns * extent.rows, 24, lowest_pixel, highest_pixel)),
          in_(workbench.input(pixels_))
    {
    }

    double work() const override { return 2.0 * sizeof(float) * static_cast<double>(pixels_.size()); }

    Verdict judge(const Plan& plan) const override
    {
        // A moving sum rounds twice for each pixel it has come along; the errors go either way, so that their sum grows like the square
        // root of their number (Higham, Accuracy and Stability of Numerical Algorithms, 2nd ed., section 2.8). A pixel left
        // out or counted twice changes a mean by 0.01 on average.
        const double roundings = 2.0 * static_cast<double>(std::max(extent_.columns, extent_.rows)) + 81;
        const double tolerance = 4 * std::sqrt(roundings) * 0x1p-24 * std::abs(highest_pixel);
        Verdict verdict = judged(pixels_, plan.out[0].read<float>(), extent_, tolerance);
        verdict.error /= std::abs(highest_pixel);
        return verdict;
    }

    /// A kernel for each of these shapes; of two, the first leaves a picture to the second.
    void filter(Plan& plan, const std::vector<LaunchShape>& shapes) const
    {
        plan.out = {plan.output(in_.bytes())};
        Guarded from = in_;
        for (std::size_t i = 0; i < shapes.size(); ++i) {
            const Guarded to = i + 1 == shapes.size() ? plan.out[0] : plan.output(in_.bytes());
            plan.launch(plan.kernel(i), range_of(shapes[i], extent_, plan.parameters()), from, to,
                        static_cast<cl_uint>(extent_.columns), static_cast<cl_uint>(extent_.rows));
            from = to;
        }
    }

private:
    Extent extent_;
    std::vector<float> pixels_;
    Guarded in_;
};

Planner shaped(const std::vector<LaunchShape>& shapes)
{
    return [shapes](Plan& plan, const Picture& picture) { picture.filter(plan, shapes); };
}

class BoxFilter : public PictureLadder
{
public:
    std::string name() const override { return "box_filter"; }
    std::string chapter() const override { return "24-box-filter"; }
    std::string title() const override { return "Box filter: means of 9 × 9 pixels"; }
    std::string chart(const std::string& input) const override
    {
        return input == "square" ? "box filters" : "";
    }

    std::vector<Rung> rungs(const Workbench& workbench) const override
    {
        const std::string file = "kernels/box_filter.cl", strips = "kernels/box_filter_strips.cl",
                          by_quads = "kernels/box_filter_quads.cl",
                          by_vectors = "kernels/box_filter_vectors.cl";
        const LaunchShape pixels{{32, 8}, {32, 8}}, columns{{64, 1}, {64, all_of_it}};
        const Planner quads = shaped({{{"GROUP", 1}, {{"GROUP", 4}, "BLOCK_ROWS"}}});
        const std::vector<LaunchShape> rows_then_columns{columns.along_rows(), columns};
        // One work-item a group, which are numbered downwards.
        const LaunchShape in_strips{{1, 1}, {"BLOCK_ROWS", "STRIP"}, true};
        std::vector<Rung> rungs{
            {"box_mean",
             "81 reads a pixel",
             "chapters/24-box-filter/box-filter.cl",
             {"box_mean"},
             shaped({pixels})},
            {"two_passes",
             "rows, then columns",
             file,
             {"mean_along_row", "mean_along_column"},
             shaped({pixels, pixels})},
            {"lines",
             "a row or a column a work-item",
             file,
             {"mean_of_row", "mean_of_column"},
             shaped(rows_then_columns)},
            {"moving_sums",
             "one enters, one leaves",
             file,
             {"move_along_row", "move_along_column"},
             shaped(rows_then_columns)},
            {"borders_apart",
             "no condition in the loop",
             file,
             {"slide_along_row", "slide_along_column"},
             shaped(rows_then_columns)},
            {"tile",
             "columns in registers, rows in local memory",
             file,
             {"tile"},
             shaped({{{"GROUP", 1}, {{"GROUP", 1, -16}, "TILE_ROWS"}}}),
             {{{"GROUP", 256}, {"TILE_ROWS", 72}},
              {{"GROUP", 128}, {"TILE_ROWS", 72}},
              {{"GROUP", 256}, {"TILE_ROWS", 36}},
              {{"GROUP", 256}, {"TILE_ROWS", 144}}}},
            {"quads",
             "four columns a work-item, no local memory",
             by_quads,
             {"quads"},
             quads,
             {{{"GROUP", 128}, {"BLOCK_ROWS", 18}},
              {{"GROUP", 64}, {"BLOCK_ROWS", 9}},
              {{"GROUP", 128}, {"BLOCK_ROWS", 9}},
              {{"GROUP", 64}, {"BLOCK_ROWS", 18}},
              {{"GROUP", 64}, {"BLOCK_ROWS", 36}},
              {{"GROUP", 128}, {"BLOCK_ROWS", 36}},
              {{"GROUP", 128}, {"BLOCK_ROWS", 72}},
              {{"GROUP", 128}, {"BLOCK_ROWS", 144}}}},
            {"undivided", "no division inside the picture", by_quads, {"undivided"}, quads, interiors()},
            {"unclamped", "no clamped reads there", by_quads, {"unclamped"}, quads, interiors()},
            {"interior", "no tests of rows there", by_quads, {"interior"}, quads, interiors()},
            {"shifted",
             "single columns, stores that are aligned",
             "kernels/box_filter_shifted.cl",
             {"shifted"},
             shaped({shifted_shape()}),
             shifted_choices()},
        };
        if (workbench.is_cpu() || workbench.is_simulator()) {
            std::vector<Parameters> blocks;
            for (const auto& [strip, rows] : std::vector<std::pair<int, int>>{
                     {512, 64}, {2048, 256}, {4096, 512}, {8192, 256}, {8192, 512}, {8192, 1024}})
                blocks.push_back({{"STRIP", strip}, {"BLOCK_ROWS", rows}});
            const auto add = [&](const char* name, const char* idea, const std::string& in,
                                 const std::vector<std::string>& kernels) {
                rungs.push_back({name, idea, in, kernels,
                                 shaped(std::vector<LaunchShape>(kernels.size(), in_strips)), blocks});
            };
            add("row_blocks", "columns go along rows, too", strips, {"slide_rows", "add_rows"});
            add("fused", "both passes, with a ring of rows", strips, {"fused"});
            add("vectors", "columns first, 16 at a time", by_vectors, {"vectors"});
            add("past_caches", "whole lines stored past the caches", by_vectors, {"past_caches"});
            add("streamed", "rows asked for ahead", by_vectors, {"streamed"});
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
