// The same transformer in double precision on the host, one element after the other: what
// gradients are checked against.
#pragma once

#include "shape.hpp"

#include <algorithm>
#include <span>

namespace language_model
{

class Reference
{
public:
    using Doubles = std::vector<double>;

    Reference(const Shape& of, std::span<const double> parameters)
        : shape(of), tensors(tensors_of(of)), all(parameters)
    {
    }

    // The mean loss of one sequence of a whole context.
    double loss(std::span<const cl_uint> tokens, std::span<const cl_uint> next) const
    {
        const std::size_t t = shape.context, d = shape.width;
        Doubles x(t * d);
        for (std::size_t r = 0; r < t; ++r)
            for (std::size_t c = 0; c < d; ++c)
                x[r * d + c] = all[tensors[0].begin + tokens[r] * d + c] +
                               all[tensors[1].begin + r * d + c];
        for (std::size_t l = 0; l < shape.layers; ++l) {
            const std::size_t first = 2 + 8 * l;
            add(x,
                times(attended(times(normal(x, first), first + 2, 3 * d)), first + 3, d));
            Doubles up = times(normal(x, first + 4), first + 6, 4 * d);
            for (double& value : up)
                value /= 1 + std::exp(-1.5957691216057308 *
                                      (value + 0.044715 * value * value * value));
            add(x, times(up, first + 7, d));
        }
        x = normal(x, 2 + 8 * shape.layers);
        double sum = 0;
        for (std::size_t r = 0; r < t; ++r) {
            Doubles logits(shape.vocabulary, 0);
            for (std::size_t v = 0; v < shape.vocabulary; ++v)
                for (std::size_t c = 0; c < d; ++c)
                    logits[v] += x[r * d + c] * all[tensors[0].begin + v * d + c];
            const double most = *std::ranges::max_element(logits);
            double total = 0;
            for (const double logit : logits) total += std::exp(logit - most);
            sum += std::log(total) + most - logits[next[r]];
        }
        return sum / static_cast<double>(t);
    }

private:
    static void add(Doubles& to, const Doubles& what)
    {
        for (std::size_t i = 0; i < to.size(); ++i) to[i] += what[i];
    }

    Doubles times(const Doubles& x, std::size_t tensor, std::size_t columns) const
    {
        const std::size_t t = shape.context, depth = x.size() / t;
        Doubles y(t * columns, 0);
        for (std::size_t r = 0; r < t; ++r)
            for (std::size_t k = 0; k < depth; ++k)
                for (std::size_t c = 0; c < columns; ++c)
                    y[r * columns + c] +=
                        x[r * depth + k] * all[tensors[tensor].begin + k * columns + c];
        return y;
    }

    Doubles normal(const Doubles& x, std::size_t gain) const
    {
        const std::size_t d = shape.width;
        Doubles y(x.size());
        for (std::size_t row = 0; row < x.size(); row += d) {
            double mean = 0, variance = 0;
            for (std::size_t c = 0; c < d; ++c) mean += x[row + c] / static_cast<double>(d);
            for (std::size_t c = 0; c < d; ++c)
                variance +=
                    (x[row + c] - mean) * (x[row + c] - mean) / static_cast<double>(d);
            for (std::size_t c = 0; c < d; ++c)
                y[row + c] = (x[row + c] - mean) / std::sqrt(variance + 1e-5) *
                                 all[tensors[gain].begin + c] +
                             all[tensors[gain + 1].begin + c];
        }
        return y;
    }

    Doubles attended(const Doubles& qkv) const
    {
        const std::size_t t = shape.context, d = shape.width, h = shape.head();
        Doubles mixed(t * d, 0);
        for (std::size_t head = 0; head < shape.heads; ++head)
            for (std::size_t r = 0; r < t; ++r) {
                const double* row = qkv.data() + head * h;
                Doubles shares(r + 1, 0);
                for (std::size_t s = 0; s <= r; ++s)
                    for (std::size_t c = 0; c < h; ++c)
                        shares[s] += row[r * 3 * d + c] * row[s * 3 * d + d + c] /
                                     std::sqrt(static_cast<double>(h));
                const double most = *std::ranges::max_element(shares);
                double total = 0;
                for (double& share : shares) total += share = std::exp(share - most);
                for (std::size_t s = 0; s <= r; ++s)
                    for (std::size_t c = 0; c < h; ++c)
                        mixed[r * d + head * h + c] +=
                            shares[s] / total * row[s * 3 * d + 2 * d + c];
            }
        return mixed;
    }

    Shape shape;
    std::vector<Tensor> tensors;
    std::span<const double> all;
};

//! [check]
// How far the gradient of each tensor is from a difference of losses, relative to that
// difference: one step of all of its elements along a random direction, forward and back.
struct Checked
{
    std::string tensor;
    double by_device, by_differences;
    double error() const
    {
        return std::abs(by_device - by_differences) /
               std::max({std::abs(by_device), std::abs(by_differences), 1e-6});
    }
};

inline std::vector<Checked> check_gradients(const Shape& shape, const Floats& parameters,
                                            const Floats& gradients,
                                            std::span<const cl_uint> tokens,
                                            std::span<const cl_uint> next)
{
    std::vector<double> moved(parameters.begin(), parameters.end());
    const Reference reference{shape, moved};
    const auto loss = [&] {
        double sum = 0;
        const std::size_t sequences = tokens.size() / shape.context;
        for (std::size_t s = 0; s < sequences; ++s)
            sum += reference.loss(tokens.subspan(s * shape.context, shape.context),
                                  next.subspan(s * shape.context, shape.context));
        return sum / static_cast<double>(sequences);
    };
    std::vector<Checked> all;
    for (const Tensor& tensor : tensors_of(shape)) {
        constexpr double step = 1e-4;
        const Floats direction = lockstep::random_floats(tensor.count, tensor.begin, -1, 1);
        double along = 0, losses[2];
        for (const int side : {0, 1}) {
            for (std::size_t i = 0; i < tensor.count; ++i)
                moved[tensor.begin + i] = parameters[tensor.begin + i] +
                                          (side == 0 ? -step : step) * direction[i];
            losses[side] = loss();
        }
        for (std::size_t i = 0; i < tensor.count; ++i) {
            moved[tensor.begin + i] = parameters[tensor.begin + i];
            along += static_cast<double>(gradients[tensor.begin + i]) * direction[i];
        }
        all.push_back({tensor.name, along, (losses[1] - losses[0]) / (2 * step)});
    }
    return all;
}
//! [check]

// The length of what gradients are apart from exact ones, relative to these, of the tensor
// where that is most. A bfloat16 is off by up to 2⁻⁹ of itself, and a gradient has come
// through some twenty of them. Up to 0.02 is allowed, which does not tell rounding from a
// small mistake.
inline double worst_apart(const Shape& shape, const Floats& gradients, const Floats& exact)
{
    double worst = 0;
    for (const Tensor& tensor : tensors_of(shape)) {
        double apart = 0, length = 0;
        for (std::size_t i = tensor.begin; i < tensor.begin + tensor.count; ++i) {
            apart += std::pow(double{gradients[i]} - exact[i], 2);
            length += std::pow(exact[i], 2);
        }
        if (!(apart <= 1e30)) return INFINITY; // a NaN is no distance
        worst = std::max(worst, std::sqrt(apart / length));
    }
    return worst;
}

} // namespace language_model
