// The ladder of Gaussian blurs: from 81 products for each pixel to about the time of a copy.
#include "../peers/opencv.hpp"
#include "gaussian_blur_sums.hpp"

#include <lockstep/gaussian.hpp>
#include <lockstep/random.hpp>

#include <algorithm>
#include <array>
#include <utility>

namespace lockstep::bench
{
namespace ladder_gaussian_blur
{

constexpr float lowest_pixel = -1;
constexpr float highest_pixel = 3;

/// A product and a sum round at each of 81 steps; the errors go either way, so that their sum grows like the square root of their
/// number (Higham, Accuracy and Stability of Numerical Algorithms, 2nd ed., section 2.8). A corner that is left out changes
/// a pixel by 1.5e-5 on average.
constexpr double tolerance = 4 * 9 * 0x1p-24 * highest_pixel;

std::vector<float> pixels_of(Extent extent)
{
    return random_floats(extent.columns * extent.rows, 23, lowest_pixel, highest_pixel);
}

class Picture : public Problem
{
public:
    /// The numbers that a filter takes.
    enum Numbers : std::size_t
    {
        window,
        weights,
        recursion
    };

    Picture(Workbench& workbench, Extent extent)
        : Problem(workbench), extent_(extent), pixels_(pixels_of(extent)), in_(workbench.input(pixels_))
    {
        for (const std::vector<double>& numbers :
             {gaussian_window(blur_sigma, blur_radius), gaussian_weights(blur_sigma, blur_radius),
              recursive_gaussian(blur_sigma)})
            numbers_.push_back(workbench.input(std::vector<float>(numbers.begin(), numbers.end())));
    }

    double work() const override { return 2.0 * sizeof(float) * static_cast<double>(pixels_.size()); }

    Verdict judge(const Plan& plan) const override
    {
        std::vector<double>& picture = expected_[plan.other_reference ? 1 : 0];
        if (picture.empty())
            picture =
                plan.other_reference ? recursively_blurred(pixels_, extent_) : blurred(pixels_, extent_);
        Verdict verdict = compared(picture, plan.out[0].read<float>(), extent_, tolerance);
        verdict.error /= highest_pixel;
        return verdict;
    }

    /// A kernel for each of these shapes. Of four, the second and the fourth transpose the picture, and take no numbers.
    void filter(Plan& plan, Numbers numbers, const std::vector<LaunchShape>& shapes) const
    {
        plan.out = {plan.output(in_.bytes())};
        plan.other_reference = numbers == recursion;
        // A transpose needs a second picture in between.
        std::vector<Guarded> between;
        for (std::size_t i = 1; i < std::min<std::size_t>(shapes.size(), 3); ++i)
            between.push_back(plan.output(in_.bytes()));
        const bool transposes = shapes.size() == 4;
        for (std::size_t i = 0; i < shapes.size(); ++i) {
            const bool turned = transposes && i >= 2; // rows stand where columns were
            const Extent extent = turned ? Extent{extent_.rows, extent_.columns} : extent_;
            const LaunchRange range = range_of(shapes[i], extent, plan.parameters());
            const Guarded from = i == 0 ? in_ : between[(i + 1) % 2];
            const Guarded to = i + 1 == shapes.size() ? plan.out[0] : between[i % 2];
            const auto columns = static_cast<cl_uint>(extent.columns),
                       rows = static_cast<cl_uint>(extent.rows);
            if (transposes && i % 2 == 1)
                plan.launch(plan.kernel(i), range, from, to, columns, rows);
            else
                plan.launch(plan.kernel(i), range, from, numbers_[numbers], to, columns, rows);
        }
    }

private:
    Extent extent_;
    std::vector<float> pixels_;
    Guarded in_;
    std::vector<Guarded> numbers_;
    mutable std::array<std::vector<double>, 2> expected_; ///< of the blur, and of the recursive filter
};

Planner shaped(const std::vector<LaunchShape>& shapes, Picture::Numbers numbers = Picture::weights)
{
    return [shapes, numbers](Plan& plan, const Picture& picture) { picture.filter(plan, numbers, shapes); };
}

class GaussianBlur : public PictureLadder
{
public:
    std::string name() const override { return "gaussian_blur"; }
    std::string chapter() const override { return "23-gaussian-blur"; }
    std::string title() const override { return "Gaussian blur: windows of 9 × 9 pixels"; }
    std::string chart(const std::string& input) const override
    {
        return input == "square" ? "Gaussian blurs" : "";
    }

    std::vector<Rung> rungs(const Workbench& workbench) const override
    {
        const std::string file = "kernels/gaussian_blur.cl", walk = "kernels/gaussian_walk.cl",
                          recursive = "kernels/gaussian_recursive.cl", strips = "kernels/gaussian_strips.cl";
        const LaunchShape pixels{{32, 8}, {32, 8}}, fours{{32, 8}, {128, 8}},
            columns{{64, 1}, {64, all_of_it}}, tiles{{32, 8}, {32, 32}};
        const auto through = [](const char* filter, const char* transpose) {
            return std::vector<std::string>{filter, transpose, filter, transpose};
        };
        const auto in_turn = [](const LaunchShape& filter, const LaunchShape& transpose) {
            return shaped({filter, transpose, filter, transpose}, Picture::recursion);
        };
        const Planner walks = shaped({{{"GROUP", 1}, {{"WIDTH", "GROUP"}, "BLOCK_ROWS"}}}),
                      windows = shaped({pixels}, Picture::window);
        std::vector<Rung> rungs{
            {"gaussian_blur",
             "81 products a pixel",
             "chapters/23-gaussian-blur/gaussian-blur.cl",
             {"gaussian_blur"},
             windows},
            {"constant_weights", "weights in constant memory", file, {"constant_weights"}, windows},
            {"local_tile", "pixels from a tile with halo", file, {"local_tile"}, windows},
            {"two_passes",
             "rows, then columns",
             file,
             {"blur_rows", "blur_columns"},
             shaped({pixels, pixels})},
            {"recursive",
             "a row or a column a work-item",
             recursive,
             {"recur_rows", "recur_columns"},
             shaped({columns.along_rows(), columns}, Picture::recursion)},
            {"recursive_turned", "columns only, naive transposes", recursive,
             through("recur_columns", "write_rows"), in_turn(columns, pixels.along_rows())},
            {"recursive_tiled", "transposes through a tile", recursive, through("recur_columns", "padded"),
             in_turn(columns, tiles)},
            {"recursive_skewed", "tiles along diagonals", recursive, through("recur_columns", "diagonal"),
             in_turn(columns, tiles)},
            {"recursive_blocks",
             "columns in blocks, from registers",
             recursive,
             through("recur_blocks", "padded"),
             in_turn({{64, 1}, {64, "BLOCK_ROWS"}}, tiles),
             {{{"BLOCK_ROWS", 32}}, {{"BLOCK_ROWS", 16}}, {{"BLOCK_ROWS", 64}}}},
            {"vectors",
             "two passes, four pixels a work-item",
             walk,
             {"blur_rows_4", "blur_columns_4"},
             shaped({fours, fours})},
            {"sliding",
             "a window of rows in registers",
             walk,
             {"blur_rows_4", "slide_columns"},
             shaped({fours, {{64, 1}, {256, "BLOCK_ROWS"}}}),
             {{{"BLOCK_ROWS", 36}}, {{"BLOCK_ROWS", 9}}, {{"BLOCK_ROWS", 18}}}},
            {"fused",
             "both passes, sums in local memory",
             walk,
             {"fused"},
             shaped({{{32, 8}, {128, "TILE_ROWS"}}}),
             {{{"TILE_ROWS", 32}}, {{"TILE_ROWS", 64}}, {{"TILE_ROWS", 16}}}},
            {"ring_clamped",
             "both passes, sums in registers",
             walk,
             {"ring_clamped"},
             shaped({{{64, 1}, {256, "BLOCK_ROWS"}}}),
             {{{"BLOCK_ROWS", 18}}, {{"BLOCK_ROWS", 9}}, {{"BLOCK_ROWS", 36}}}},
            {"ring_downwards", "no clamps inside the picture", walk, {"ring_downwards"}, walks, rings()},
            {"ring", "every other block upwards", walk, {"ring"}, walks, rings()},
            {"shifted",
             "columns first, all accesses coalesced",
             "kernels/gaussian_shifted.cl",
             {"shifted"},
             shaped({shifted_shape()}),
             shifted_choices()},
        };
        if (workbench.is_cpu() || workbench.is_simulator()) {
            std::vector<Parameters> blocks;
            for (const auto& [strip, rows] : std::vector<std::pair<int, int>>{
                     {512, 64}, {2048, 256}, {4096, 512}, {8192, 256}, {8192, 512}, {8192, 1024}})
                blocks.push_back({{"STRIP", strip}, {"BLOCK_ROWS", rows}});
            // One work-item a group, which are numbered downwards.
            const Planner in_strips = shaped({LaunchShape{{1, 1}, {"BLOCK_ROWS", "STRIP"}, true}});
            rungs.push_back({"strips", "both passes, a ring of rows", strips, {"strips"}, in_strips, blocks});
            rungs.push_back({"streamed",
                             "columns first, 16 at a time, stores past the cache",
                             strips,
                             {"streamed"},
                             in_strips,
                             blocks});
        }
        return rungs;
    }

    std::vector<Extent> verified_extents(const Workbench& workbench) const override
    {
        std::vector<Extent> extents{{1, 1},   {1, 40},  {40, 1},  {4, 5},   {5, 4},  {9, 10},
                                    {12, 33}, {17, 19}, {32, 73}, {129, 7}, {67, 31}};
        if (!workbench.is_simulator())
            for (const Extent extent : std::vector<Extent>{
                     {8, 300}, {300, 8}, {511, 63}, {512, 64}, {513, 65}, {516, 137}, {528, 66}, {1021, 347}})
                extents.push_back(extent);
        return extents;
    }

    std::vector<std::string> curve_rungs(const Workbench& workbench) const override
    {
        if (!workbench.is_cpu()) return {"gaussian_blur", "two_passes", "ring"};
        return {"gaussian_blur", "strips", "streamed"};
    }

    std::unique_ptr<Problem> problem(Workbench& workbench, const std::string&, Extent extent) const override
    {
        return std::make_unique<Picture>(workbench, extent);
    }

    std::vector<Peer> peers(Workbench& workbench, const std::string&, Extent extent) const override
    {
        if (!workbench.is_cpu()) return picture_peers(workbench, "gauss", extent);
        std::vector<PicturePeer> filters;
        if (opencv::is_here())
            filters.push_back(
                {"OpenCV",
                 [extent](std::span<const float> in, std::span<float> out) {
                     opencv::gaussian_blur(in, out, extent.columns, extent.rows, blur_sigma);
                 },
                 [extent](const std::vector<float>& in, const std::vector<float>& out) {
                     return compared(blurred(in, extent), out, extent, tolerance).mistake.empty();
                 },
                 opencv::version()});
        return picture_peers(pixels_of(extent), filters);
    }

private:
    /// For rows that begin where vectors may, and for others.
    static std::vector<Parameters> rings()
    {
        std::vector<Parameters> choices;
        for (const auto& [width, piece, group, rows] : std::vector<std::array<int, 4>>{{4, 4, 64, 18},
                                                                                       {4, 4, 32, 27},
                                                                                       {4, 4, 128, 36},
                                                                                       {4, 4, 64, 9},
                                                                                       {4, 1, 64, 18},
                                                                                       {4, 1, 128, 36},
                                                                                       {2, 1, 128, 36},
                                                                                       {1, 1, 128, 27}})
            choices.push_back({{"WIDTH", width}, {"PIECE", piece}, {"GROUP", group}, {"BLOCK_ROWS", rows}});
        return choices;
    }
};

const Registered registered{std::make_unique<GaussianBlur>()};

} // namespace ladder_gaussian_blur
} // namespace lockstep::bench
