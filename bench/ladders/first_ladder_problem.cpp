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

int value_of(const Parameters& parameters, const std::string& name, int otherwise)
{
    const auto found = parameters.find(name);
    return found == parameters.end() ? otherwise : found->second;
}

/// Results that one work-item makes; by the kernel, since a reader's file may take a rung's place.
std::size_t results_of(const std::string& kernel, const Parameters& parameters)
{
    if (kernel == "products_by_four") return 4;
    if (kernel == "products_by_eight" || kernel == "products_of_vectors" ||
        kernel == "products_of_tiled_vectors" || kernel == "products_of_constants")
        return 8;
    if (kernel == "products_in_registers")
        return static_cast<std::size_t>(value_of(parameters, "RESULTS", 8));
    if (kernel == "products_in_chains")
        return 16 * static_cast<std::size_t>(value_of(parameters, "CHAINS", 8));
    return 1;
}

/// One launch, with some values of b. Where they are not all, they are copied to a buffer of their own first.
struct Piece
{
    cl::Kernel kernel;
    Guarded values;
    std::size_t first = 0; ///< of the values, in b
};

class Products final : public Job
{
public:
    Products(const cl::CommandQueue& queue, std::size_t items, std::size_t group,
             std::shared_ptr<const ProductsReference> reference, Guarded a, Guarded b, Guarded c)
        : queue_(queue), items_(items), group_(group), reference_(std::move(reference)), a_(std::move(a)),
          b_(std::move(b)), c_(std::move(c))
    {
    }

    /// All of b in one launch.
    void in_one_launch(cl::Kernel kernel)
    {
        set_arguments(kernel, a_, b_, c_, n(), static_cast<cl_uint>(reference_->terms));
        pieces_ = {{std::move(kernel), b_}};
    }

    /// `largest` values of b a launch, each of which adds to the sums that the one before has left.
    /// @param kernel a new one for each launch, since its arguments are its own.
    template <typename Make>
    void in_pieces(Workbench& workbench, std::size_t largest, Make&& kernel)
    {
        for (std::size_t first = 0; first < reference_->terms; first += largest) {
            const std::size_t count = std::min(largest, reference_->terms - first);
            const bool all = count == reference_->terms;
            pieces_.push_back({kernel(), all ? b_ : workbench.output(count * sizeof(float)), first});
            set_arguments(pieces_.back().kernel, a_, pieces_.back().values, c_, n(),
                          static_cast<cl_uint>(count), static_cast<cl_uint>(first == 0));
        }
    }

    Span enqueue() override
    {
        std::vector<cl::Event> events;
        for (const Piece& piece : pieces_) {
            if (pieces_.size() > 1)
                queue_.enqueueCopyBuffer(b_.buffer(), piece.values.buffer(), piece.first * sizeof(float), 0,
                                         piece.values.bytes(), nullptr, &events.emplace_back());
            queue_.enqueueNDRangeKernel(piece.kernel, cl::NullRange, cl::NDRange(items_), cl::NDRange(group_),
                                        nullptr, &events.emplace_back());
        }
        Span span{events.front(), events.back()};
        if (events.size() > 2) span.between.assign(events.begin() + 1, events.end() - 1);
        return span;
    }

    std::string verify() override
    {
        const std::vector<float> got = c_.read<float>();
        error_ = 0;
        for (std::size_t x = 0; x < got.size(); ++x) {
            const double expected = reference_->expected(x);
            const double error = std::abs(double{got[x]} - expected);
            if (!(error <= reference_->tolerance() * std::abs(expected)))
                return fmt::format("c[{}] should be {}, and is {}.", x, expected, got[x]);
            if (expected != 0) error_ = std::max(error_, error / std::abs(expected));
        }
        return {};
    }

    double error() override { return error_; }

private:
    cl_uint n() const { return static_cast<cl_uint>(reference_->a.size()); }

    cl::CommandQueue queue_;
    std::vector<Piece> pieces_;
    std::size_t items_;
    std::size_t group_;
    std::shared_ptr<const ProductsReference> reference_;
    Guarded a_, b_, c_;
    double error_ = 0;
};

class ProductsProblem final : public Problem
{
public:
    ProductsProblem(Workbench& workbench, Extent extent) : workbench_(workbench)
    {
        ProductsInput input = products_input(extent);
        a_ = workbench.input(input.reference.a);
        b_ = workbench.input(input.b);
        c_ = workbench.output(extent.columns * sizeof(float));
        reference_ = std::make_shared<ProductsReference>(std::move(input.reference));
    }

    std::unique_ptr<Job> job(const Rung& rung, const Parameters& parameters) override
    {
        const std::string& name = rung.kernels.front();
        const std::size_t results = results_of(name, parameters);
        const auto group = static_cast<std::size_t>(value_of(parameters, "GROUP", 256));
        const std::size_t items = (reference_->a.size() + results - 1) / results;
        auto job = std::make_unique<Products>(workbench_.queue(), (items + group - 1) / group * group, group,
                                              reference_, a_, b_, c_);
        Parameters options = parameters;
        options.erase("PIECE"); // the host's
        const auto kernel = [&] { return workbench_.kernel(rung.file, name, options_of(options)); };
        if (name == "products_of_constants")
            job->in_pieces(workbench_, static_cast<std::size_t>(parameters.at("PIECE")), kernel);
        else
            job->in_one_launch(kernel());
        return job;
    }

    double work() const override
    {
        return 2.0 * static_cast<double>(reference_->a.size()) * static_cast<double>(reference_->terms);
    }

private:
    Workbench& workbench_;
    std::shared_ptr<const ProductsReference> reference_;
    Guarded a_, b_, c_;
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

std::unique_ptr<Problem> products_problem(Workbench& workbench, Extent extent)
{
    return std::make_unique<ProductsProblem>(workbench, extent);
}

} // namespace lockstep::bench
