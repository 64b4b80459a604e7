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

bool is_recursive(const Rung& rung)
{
    return rung.name.starts_with("recursive");
}

class Picture : public Problem
{
public:
    Picture(Workbench& workbench, Extent extent)
        : workbench_(workbench), extent_(extent), pixels_(pixels_of(extent)), in_(workbench.input(pixels_)),
          window_(input(gaussian_window(blur_sigma, blur_radius))),
          weights_(input(gaussian_weights(blur_sigma, blur_radius))),
          recursion_(input(recursive_gaussian(blur_sigma)))
    {
    }

    double work() const override { return 2.0 * sizeof(float) * static_cast<double>(pixels_.size()); }

    std::unique_ptr<Job> job(const Rung& rung, const Parameters& parameters) override
    {
        const bool recursive = is_recursive(rung);
        auto job = std::make_unique<FilterJob>(
            workbench_.queue(),
            [this, recursive](const std::vector<float>& out) {
                return compared(expected(recursive), out, extent_, tolerance);
            },
            highest_pixel);
        job->out = workbench_.output(in_.bytes());
        job->others = {in_, recursive ? recursion_ : takes_window(rung) ? window_ : weights_};
        const Guarded numbers = job->others[1];
        // A transpose needs a second picture in between.
        for (std::size_t i = 1; i < std::min<std::size_t>(rung.kernels.size(), 3); ++i)
            job->others.push_back(workbench_.output(in_.bytes()));
        for (std::size_t i = 0; i < rung.kernels.size(); ++i) {
            const bool turned = rung.kernels.size() == 4 && i >= 2; // rows stand where columns were
            const Extent extent = turned ? Extent{extent_.rows, extent_.columns} : extent_;
            Launch launch{workbench_.kernel(rung.file, rung.kernels[i], options_of(parameters)),
                          range_of(rung.shapes[i], extent, parameters)};
            const Guarded from = i == 0 ? in_ : job->others[2 + (i + 1) % 2];
            const Guarded to = i + 1 == rung.kernels.size() ? job->out : job->others[2 + i % 2];
            const auto columns = static_cast<cl_uint>(extent.columns),
                       rows = static_cast<cl_uint>(extent.rows);
            if (rung.kernels.size() == 4 && i % 2 == 1)
                set_arguments(launch.kernel, from, to, columns, rows);
            else
                set_arguments(launch.kernel, from, numbers, to, columns, rows);
            job->launches.push_back(std::move(launch));
        }
        return job;
    }

private:
    static bool takes_window(const Rung& rung)
    {
        return rung.name == "gaussian_blur" || rung.name == "constant_weights" || rung.name == "local_tile";
    }

    Guarded input(const std::vector<double>& numbers)
    {
        return workbench_.input(std::vector<float>(numbers.begin(), numbers.end()));
    }

    const std::vector<double>& expected(bool recursive)
    {
        std::vector<double>& picture = recursive ? recursively_blurred_ : blurred_;
        if (picture.empty())
            picture = recursive ? recursively_blurred(pixels_, extent_) : blurred(pixels_, extent_);
        return picture;
    }

    Workbench& workbench_;
    Extent extent_;
    std::vector<float> pixels_;
    Guarded in_, window_, weights_, recursion_;
    std::vector<double> blurred_, recursively_blurred_;
};

class GaussianBlur : public PictureLadder
{
public:
    std::string name() const override { return "gaussian_blur"; }
    std::string chapter() const override { return "23-gaussian-blur"; }
    std::string title() const override { return "Gaussian blur: windows of 9 × 9 pixels"; }

    std::vector<Rung> rungs(const Workbench& workbench) const override
    {
        const std::string file = "kernels/gaussian_blur.cl", walk = "kernels/gaussian_walk.cl",
                          recursive = "kernels/gaussian_recursive.cl", strips = "kernels/gaussian_strips.cl";
        const LaunchShape pixels{{32, 8}, {32, 8}}, fours{{32, 8}, {128, 8}},
            columns{{64, 1}, {64, all_of_it}}, tiles{{32, 8}, {32, 32}},
            blocks_of_walks{{"GROUP", 1}, {{"WIDTH", "GROUP"}, "BLOCK_ROWS"}};
        const auto through = [](const char* filter, const char* transpose) {
            return std::vector<std::string>{filter, transpose, filter, transpose};
        };
        const auto in_turn = [](const LaunchShape& filter, const LaunchShape& transpose) {
            return std::vector<LaunchShape>{filter, transpose, filter, transpose};
        };
        std::vector<Rung> rungs{
            shaped({"gaussian_blur",
                    "81 products a pixel",
                    "chapters/23-gaussian-blur/gaussian-blur.cl",
                    {"gaussian_blur"}},
                   {pixels}),
            shaped({"constant_weights", "weights in constant memory", file, {"constant_weights"}}, {pixels}),
            shaped({"local_tile", "pixels from a tile with halo", file, {"local_tile"}}, {pixels}),
            shaped({"two_passes", "rows, then columns", file, {"blur_rows", "blur_columns"}},
                   {pixels, pixels}),
            shaped({"recursive", "a row or a column a work-item", recursive, {"recur_rows", "recur_columns"}},
                   {columns.along_rows(), columns}),
            shaped({"recursive_turned", "columns only, naive transposes", recursive,
                    through("recur_columns", "write_rows")},
                   in_turn(columns, pixels.along_rows())),
            shaped({"recursive_tiled", "transposes through a tile", recursive,
                    through("recur_columns", "padded")},
                   in_turn(columns, tiles)),
            shaped({"recursive_skewed", "tiles along diagonals", recursive,
                    through("recur_columns", "diagonal")},
                   in_turn(columns, tiles)),
            shaped({"recursive_blocks",
                    "columns in blocks, from registers",
                    recursive,
                    through("recur_blocks", "padded"),
                    {{{"BLOCK_ROWS", 32}}, {{"BLOCK_ROWS", 16}}, {{"BLOCK_ROWS", 64}}}},
                   in_turn({{64, 1}, {64, "BLOCK_ROWS"}}, tiles)),
            shaped(
                {"vectors", "two passes, four pixels a work-item", walk, {"blur_rows_4", "blur_columns_4"}},
                {fours, fours}),
            shaped({"sliding",
                    "a window of rows in registers",
                    walk,
                    {"blur_rows_4", "slide_columns"},
                    {{{"BLOCK_ROWS", 36}}, {{"BLOCK_ROWS", 9}}, {{"BLOCK_ROWS", 18}}}},
                   {fours, {{64, 1}, {256, "BLOCK_ROWS"}}}),
            shaped({"fused",
                    "both passes, sums in local memory",
                    walk,
                    {"fused"},
                    {{{"TILE_ROWS", 32}}, {{"TILE_ROWS", 64}}, {{"TILE_ROWS", 16}}}},
                   {{{32, 8}, {128, "TILE_ROWS"}}}),
            shaped({"ring_clamped",
                    "both passes, sums in registers",
                    walk,
                    {"ring_clamped"},
                    {{{"BLOCK_ROWS", 18}}, {{"BLOCK_ROWS", 9}}, {{"BLOCK_ROWS", 36}}}},
                   {{{64, 1}, {256, "BLOCK_ROWS"}}}),
            shaped({"ring_downwards", "no clamps inside the picture", walk, {"ring_downwards"}, rings()},
                   {blocks_of_walks}),
            shaped({"ring", "every other block upwards", walk, {"ring"}, rings()}, {blocks_of_walks}),
            shaped({"shifted",
                    "columns first, all accesses coalesced",
                    "kernels/gaussian_shifted.cl",
                    {"shifted"},
                    shifted_choices()},
                   {shifted_shape()}),
        };
        if (workbench.is_cpu() || workbench.is_simulator()) {
            std::vector<Parameters> blocks;
            for (const auto& [strip, rows] : std::vector<std::pair<int, int>>{
                     {512, 64}, {2048, 256}, {4096, 512}, {8192, 256}, {8192, 512}, {8192, 1024}})
                blocks.push_back({{"STRIP", strip}, {"BLOCK_ROWS", rows}});
            // One work-item a group, which are numbered downwards.
            const LaunchShape strip{{1, 1}, {"BLOCK_ROWS", "STRIP"}, true};
            rungs.push_back(
                shaped({"strips", "both passes, a ring of rows", strips, {"strips"}, blocks}, {strip}));
            rungs.push_back(shaped({"streamed",
                                    "columns first, 16 at a time, stores past the cache",
                                    strips,
                                    {"streamed"},
                                    blocks},
                                   {strip}));
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
