#include "lockstep/gaussian.hpp"

#include "lockstep/failure.hpp"

#include <cmath>
#include <cstddef>

#include <fmt/format.h>

namespace lockstep
{

std::vector<double> gaussian_weights(double sigma, int radius)
{
    std::vector<double> weights;
    double sum = 0;
    for (int i = -radius; i <= radius; ++i) {
        weights.push_back(std::exp(-0.5 * i * i / (sigma * sigma)));
        sum += weights.back();
    }
    for (double& weight : weights) weight /= sum;
    return weights;
}

std::vector<double> gaussian_window(double sigma, int radius)
{
    const std::vector<double> weights = gaussian_weights(sigma, radius);
    std::vector<double> window;
    for (const double row : weights)
        for (const double column : weights) window.push_back(row * column);
    return window;
}

std::vector<double> recursive_gaussian(double sigma)
{
    if (!(sigma >= 0.5))
        throw Failure(
            fmt::format("There is no recursive filter for a standard deviation of {} pixels.", sigma),
            "use one of 0.5 or more, or a window: gaussian_weights");
    const double q =
        sigma >= 2.5 ? 0.98711 * sigma - 0.96330 : 3.97156 - 4.14554 * std::sqrt(1 - 0.26891 * sigma);
    const double b0 = 1.57825 + q * (2.44413 + q * (1.4281 + q * 0.422205));
    const double one = q * (2.44413 + q * (2.85619 + q * 1.26661)) / b0;
    const double two = -q * q * (1.4281 + q * 1.26661) / b0;
    const double three = q * q * q * 0.422205 / b0;
    const double factor = 1 - one - two - three;
    std::vector<double> numbers{factor, one, two, three, 0, 0, 0, 0, 0, 0, 0, 0, 0};
    // The filter is linear, so three lines of zeros tell all: each has one of the last three results be 1. What they leave fades by
    // exp(-1/σ) for each place and more slowly for none, so that nothing is left after 64 σ.
    const auto length = static_cast<std::size_t>(64 * sigma) + 64;
    for (std::size_t unit = 0; unit < 3; ++unit) {
        double a = unit == 0 ? 1 : 0, b = unit == 1 ? 1 : 0, c = unit == 2 ? 1 : 0;
        std::vector<double> line(length);
        for (double& value : line) {
            value = one * a + two * b + three * c;
            c = b;
            b = a;
            a = value;
        }
        a = b = c = 0;
        for (std::size_t k = length; k-- > 0;) {
            const double now = factor * line[k] + one * a + two * b + three * c;
            if (k < 3) numbers[4 + 3 * k + unit] = now;
            c = b;
            b = a;
            a = now;
        }
    }
    return numbers;
}

} // namespace lockstep
