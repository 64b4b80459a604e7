// Inputs, launches and verification of the ladder of matrix products.
#include "matrix_multiply_problem.hpp"

#include "matrix_multiply_check.hpp"

#include <lockstep/random.hpp>

#include <algorithm>
#include <utility>

namespace lockstep::bench
{
namespace
{

class Product final : public Problem
{
public:
    Product(Workbench& workbench, const Extent& of)
        : Problem(workbench), factors_(std::make_shared<Factors>(random_factors(of))), known_(factors_),
          a(workbench.input(factors_->a)), b(workbench.input(factors_->b)), extent(of), depth(factors_->depth)
    {
    }

    double work() const override { return factors_->work(); }
    Verdict judge(const Plan& plan) const override { return known_.judged(plan.out[0].read<float>()); }

private:
    std::shared_ptr<const Factors> factors_;
    KnownProduct known_;

public:
    const Guarded a, b;
    const Extent extent;
    const std::size_t depth;
};

cl_uint word(std::size_t count)
{
    return static_cast<cl_uint>(count);
}

/// Launches the rung's last kernel on a and b, which may be packed or padded.
void multiply(Plan& plan, const Product& product, const cl::Kernel& kernel, const LaunchRange& range,
              const Guarded& a, const Guarded& b)
{
    plan.out = {plan.output(product.extent.rows * product.extent.columns * sizeof(float))};
    plan.launch(kernel, range, a, b, plan.out[0], word(product.extent.rows), word(product.extent.columns),
                word(product.depth));
}

/// `matrix` copied to whole tiles with zeros around it, by a launch of its own, if it is not whole.
Guarded padded(Plan& plan, const Guarded& matrix, const Extent& extent, const Extent& tile)
{
    const Extent whole{rounded_up(extent.columns, tile.columns), rounded_up(extent.rows, tile.rows)};
    if (whole.columns == extent.columns && whole.rows == extent.rows) return matrix;
    const Guarded result = plan.output(whole.rows * whole.columns * sizeof(float));
    plan.launch(plan.workbench().kernel("kernels/matrix_multiply_vectors.cl", "pad"),
                range_of({{32, 8}, {32, 8}}, whole, {}), matrix, result, word(extent.rows),
                word(extent.columns), word(whole.rows), word(whole.columns));
    return result;
}

/// `count` rows of a or columns of b, packed in strips or panels that are so wide, by a launch of so many work-items.
Guarded packed(Plan& plan, const cl::Kernel& kernel, const Guarded& matrix, std::size_t count,
               std::size_t depth, std::size_t width, std::size_t items)
{
    const Guarded result = plan.output(rounded_up(count, width) * depth * sizeof(float));
    plan.launch_groups(kernel, items, 1, matrix, result, word(count), word(depth));
    return result;
}

Guarded packed_a(Plan& plan, const Product& product, const cl::Kernel& kernel)
{
    const std::size_t rows = product.extent.rows, strip = plan.parameter("STRIP");
    return packed(plan, kernel, product.a, rows, product.depth, strip, divide_up(rows, strip));
}

std::size_t panel_of(const Plan& plan)
{
    return 16 * plan.parameter("VECTORS");
}

Guarded packed_b(Plan& plan, const Product& product, const cl::Kernel& kernel)
{
    return packed(plan, kernel, product.b, product.extent.columns, product.depth, panel_of(plan),
                  divide_up(product.depth, 16));
}

/// A work-item a block of results in registers.
LaunchRange in_registers(const Plan& plan, const Product& product)
{
    const int panel = static_cast<int>(panel_of(plan));
    return range_of({{1, 1}, {panel, "BLOCK_ROWS"}}, product.extent, plan.parameters());
}

} // namespace

Planner product_by_shape(LaunchShape shape)
{
    return [shape = std::move(shape)](Plan& plan, const Product& product) {
        multiply(plan, product, plan.kernel(), range_of(shape, product.extent, plan.parameters()), product.a,
                 product.b);
    };
}

Planner product_of_tiles()
{
    return [](Plan& plan, const Product& product) {
        const auto [columns, rows] = product.extent;
        const std::size_t tile_rows = plan.parameter("TILE_ROWS"),
                          tile_columns = plan.parameter("TILE_COLUMNS"), depth = plan.parameter("DEPTH");
        const Guarded a = padded(plan, product.a, {product.depth, rows}, {depth, tile_rows}),
                      b = padded(plan, product.b, {columns, product.depth}, {tile_columns, depth});
        const std::size_t group = tile_rows * tile_columns / plan.parameter("ROWS_EACH") /
                                  plan.parameter("COLUMNS_EACH"),
                          groups = divide_up(rows, tile_rows) * divide_up(columns, tile_columns);
        multiply(plan, product, plan.kernel(), {cl::NDRange(groups * group, 1), cl::NDRange(group, 1)}, a, b);
    };
}

Planner product_in_registers()
{
    return [](Plan& plan, const Product& product) {
        multiply(plan, product, plan.kernel(), in_registers(plan, product), product.a, product.b);
    };
}

Planner product_of_packed()
{
    return [](Plan& plan, const Product& product) {
        const Guarded a = packed_a(plan, product, plan.kernel(0)),
                      b = packed_b(plan, product, plan.kernel(1));
        multiply(plan, product, plan.kernel(2), in_registers(plan, product), a, b);
    };
}

Planner product_of_panels()
{
    return [](Plan& plan, const Product& product) {
        const Guarded b = packed_b(plan, product, plan.kernel(0));
        multiply(plan, product, plan.kernel(1), in_registers(plan, product), product.a, b);
    };
}

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
