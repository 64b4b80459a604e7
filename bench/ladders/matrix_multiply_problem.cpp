// Inputs, launches and verification of the ladder of matrix products.
#include "matrix_multiply_problem.hpp"

#include "product_job.hpp"

#include <lockstep/random.hpp>

#include <algorithm>
#include <array>
#include <utility>

namespace lockstep::bench
{
namespace
{

constexpr const char* vectors_file = "kernels/matrix_multiply_vectors.cl";

class Product final : public Problem
{
public:
    Product(Workbench& workbench, const Extent& extent)
        : workbench_(workbench), factors_(std::make_shared<Factors>(random_factors(extent))),
          known_(factors_), rows_(extent.rows), columns_(extent.columns), depth_(factors_->depth),
          a_(workbench.input(factors_->a)), b_(workbench.input(factors_->b))
    {
    }

    double work() const override { return factors_->work(); }

    std::unique_ptr<Job> job(const Rung& rung, const Parameters& parameters) override
    {
        auto job = std::make_unique<ProductJob>(workbench_.queue(), known_);
        Guarded a = a_, b = b_; // packed, or padded to whole tiles, where a rung wants them so
        job->c = workbench_.output(rows_ * columns_ * sizeof(float));
        const std::string& name = rung.kernels.back();
        const auto parameter = [&](const char* key, std::size_t otherwise) {
            const auto found = parameters.find(key);
            return found == parameters.end() ? otherwise : static_cast<std::size_t>(found->second);
        };
        std::array<std::size_t, 2> groups{1, 1}, group{1, 1};
        if (name == "by_rows") {
            group = {32, 8};
            groups = {divide_up(rows_, 32), divide_up(columns_, 8)};
        } else if (name == "by_columns") {
            group = {32, 8};
            groups = {divide_up(columns_, 32), divide_up(rows_, 8)};
        } else if (name == "tile") {
            group.fill(parameter("SIDE", 16));
            groups = {divide_up(columns_, group[0]), divide_up(rows_, group[1])};
        } else if (name == "strip") {
            group = {64, 8};
            groups = {divide_up(columns_, 64), divide_up(rows_, 64)};
        } else if (name == "block") {
            group = {16, 16};
            const std::size_t side = 16 * parameter("BLOCK", 8);
            groups = {divide_up(columns_, side), divide_up(rows_, side)};
        } else if (parameters.contains("STRIP")) {
            const std::size_t strip = parameter("STRIP", 8), panel = 16 * parameter("VECTORS", 3);
            if (name == "packed") a = packed(*job, rung, parameters, "pack_a", strip);
            if (name != "registers") b = packed(*job, rung, parameters, "pack_b", panel);
            groups = {divide_up(columns_, panel), divide_up(rows_, parameter("BLOCK_ROWS", 48))};
        } else {
            const std::size_t tile_rows = parameter("TILE_ROWS", 128),
                              tile_columns = parameter("TILE_COLUMNS", 128);
            const std::size_t depth = rounded_up(depth_, parameter("DEPTH", 16));
            pad(*job, a, rows_, depth_, rounded_up(rows_, tile_rows), depth);
            pad(*job, b, depth_, columns_, depth, rounded_up(columns_, tile_columns));
            group[0] = tile_rows * tile_columns / parameter("ROWS_EACH", 8) / parameter("COLUMNS_EACH", 8);
            groups[0] = divide_up(rows_, tile_rows) * divide_up(columns_, tile_columns);
        }
        cl::Kernel kernel = workbench_.kernel(rung.file, name, options_of(parameters));
        set_arguments(kernel, a, b, job->c, static_cast<cl_uint>(rows_), static_cast<cl_uint>(columns_),
                      static_cast<cl_uint>(depth_));
        job->launches.push_back({std::move(kernel), cl::NDRange(groups[0] * group[0], groups[1] * group[1]),
                                 cl::NDRange(group[0], group[1])});
        job->kept = {a_, b_, a, b};
        return job;
    }

private:
    /// A launch that copies `matrix` to whole tiles with zeros around it, if it is not whole.
    void pad(ProductJob& job, Guarded& matrix, std::size_t rows, std::size_t columns, std::size_t padded_rows,
             std::size_t padded_columns)
    {
        if (rows == padded_rows && columns == padded_columns) return;
        const Guarded from = matrix;
        matrix = workbench_.output(padded_rows * padded_columns * sizeof(float));
        cl::Kernel kernel = workbench_.kernel(vectors_file, "pad");
        set_arguments(kernel, from, matrix, static_cast<cl_uint>(rows), static_cast<cl_uint>(columns),
                      static_cast<cl_uint>(padded_rows), static_cast<cl_uint>(padded_columns));
        job.launches.push_back({std::move(kernel),
                                cl::NDRange(rounded_up(padded_columns, 32), rounded_up(padded_rows, 8)),
                                cl::NDRange(32, 8)});
    }

    /// A launch that packs a by strips of so many rows, or b by panels of so many columns.
    Guarded packed(ProductJob& job, const Rung& rung, const Parameters& parameters, const char* name,
                   std::size_t width)
    {
        const bool is_a = std::string(name) == "pack_a";
        const std::size_t count = is_a ? rows_ : columns_;
        const Guarded result = workbench_.output(rounded_up(count, width) * depth_ * sizeof(float));
        cl::Kernel kernel = workbench_.kernel(rung.file, name, options_of(parameters));
        set_arguments(kernel, is_a ? a_ : b_, result, static_cast<cl_uint>(count),
                      static_cast<cl_uint>(depth_));
        job.launches.push_back({std::move(kernel),
                                cl::NDRange(is_a ? divide_up(count, width) : divide_up(depth_, 16)),
                                cl::NDRange(1)});
        return result;
    }

    Workbench& workbench_;
    std::shared_ptr<const Factors> factors_;
    KnownProduct known_;
    std::size_t rows_, columns_, depth_;
    Guarded a_, b_;
};

} // namespace

double Factors::work() const
{
    return 2.0 * static_cast<double>(extent.columns) * static_cast<double>(extent.rows) *
           static_cast<double>(depth);
}

std::size_t depth_of(const Extent& extent)
{
    const auto [columns, rows] = extent;
    const bool is_verified_only = std::max(columns, rows) <= 1024 && columns != rows;
    return is_verified_only ? std::max(columns, rows) / 2 : (columns + rows) / 2;
}

Factors random_factors(const Extent& extent)
{
    const std::size_t depth = depth_of(extent);
    return {.extent = extent,
            .depth = depth,
            .a = random_floats(extent.rows * depth, 21, -1.0F, 1.0F),
            .b = random_floats(depth * extent.columns, 22, -1.0F, 1.0F)};
}

std::unique_ptr<Problem> product_problem(Workbench& workbench, const Extent& extent)
{
    return std::make_unique<Product>(workbench, extent);
}

} // namespace lockstep::bench
