// Inputs, launches and verification of the first ladder.
#include "first_ladder_problem.hpp"

#include <lockstep/random.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace lockstep::bench
{
namespace
{

class ProductsProblem final : public Problem
{
public:
    ProductsProblem(Workbench& workbench, Extent extent) : ProductsProblem(workbench, products_input(extent))
    {
    }

    double work() const override
    {
        return 2.0 * static_cast<double>(reference_.a.size()) * static_cast<double>(reference_.terms);
    }

    Verdict judge(const Plan& plan) const override
    {
        const std::vector<float> got = plan.out[0].read<float>();
        Verdict verdict{.mistake = {}, .error = 0};
        for (std::size_t x = 0; x < got.size(); ++x) {
            const double expected = reference_.expected(x);
            const double error = std::abs(double{got[x]} - expected);
            if (!(error <= reference_.tolerance() * std::abs(expected))) {
                verdict.mistake = fmt::format("c[{}] should be {}, and is {}.", x, expected, got[x]);
                break;
            }
            if (expected != 0) verdict.error = std::max(verdict.error, error / std::abs(expected));
        }
        return verdict;
    }

    /// All of b in one launch.
    void in_one_launch(Plan& plan, std::size_t results) const
    {
        start(plan);
        launch(plan, results, b_, reference_.terms);
    }

    /// PIECE values of b a launch, each of which adds to the sums that the one before has left. Where they are not all, they are
    /// copied to a buffer of their own first.
    void in_pieces(Plan& plan, std::size_t results) const
    {
        start(plan);
        plan.defined.erase("PIECE");
        const std::size_t largest = plan.parameter("PIECE");
        for (std::size_t first = 0; first < reference_.terms; first += largest) {
            const std::size_t count = std::min(largest, reference_.terms - first);
            Guarded values = b_;
            if (count < reference_.terms) {
                values = plan.output(count * sizeof(float));
                plan.copy(b_, values, first * sizeof(float));
            }
            launch(plan, results, values, count, static_cast<cl_uint>(first == 0));
        }
    }

private:
    ProductsProblem(Workbench& workbench, ProductsInput input)
        : Problem(workbench), reference_(std::move(input.reference)), a_(workbench.input(reference_.a)),
          b_(workbench.input(input.b))
    {
    }

    void start(Plan& plan) const { plan.out = {plan.output(a_.bytes())}; }

    template <typename... More>
    void launch(Plan& plan, std::size_t results, const Guarded& values, std::size_t count,
                const More&... more) const
    {
        const std::size_t group = plan.parameter("GROUP", 256);
        plan.launch_groups(plan.kernel(), divide_up(divide_up(reference_.a.size(), results), group), group,
                           a_, values, plan.out[0], static_cast<cl_uint>(reference_.a.size()),
                           static_cast<cl_uint>(count), more...);
    }

    ProductsReference reference_;
    Guarded a_, b_;
};

} // namespace

double ProductsReference::tolerance() const
{
    return 4 * std::sqrt(static_cast<double>(terms)) * 0x1p-24;
}

ProductsInput products_input(Extent extent)
{
    ProductsInput input;
    input.reference.a = random_floats(extent.columns, 16);
    input.b = random_floats(extent.rows, 17, 0.5F, 2.5F);
    input.reference.sum_of_b = std::accumulate(input.b.begin(), input.b.end(), 0.0);
    input.reference.terms = extent.rows;
    return input;
}

Planner products_in_one_launch(LaunchSize results)
{
    return [results = std::move(results)](Plan& plan, const ProductsProblem& products) {
        products.in_one_launch(plan, results.of(plan.parameters()));
    };
}

Planner products_in_pieces(std::size_t results)
{
    return [results](Plan& plan, const ProductsProblem& products) { products.in_pieces(plan, results); };
}

std::unique_ptr<Problem> products_problem(Workbench& workbench, Extent extent)
{
    return std::make_unique<ProductsProblem>(workbench, extent);
}

} // namespace lockstep::bench
