// Tests of AdamW by what its steps must hold, against double precision, and on a small problem.
#include <lockstep/exercise.hpp>

#include <algorithm>
#include <cmath>

using namespace lockstep;

namespace
{

using Floats = std::vector<float>;

/// Weights in training on the device, and beside them in double precision.
class Training
{
public:
    Training(const Floats& first, float rate, float decay)
        : rate_(rate), decay_(decay), weights_("weights", first), means_("means", Floats(first.size(), 0.0F)),
          squares_("squares", Floats(first.size(), 0.0F)), expected_(first),
          expected_means_(first.size(), 0.0F), expected_squares_(first.size(), 0.0F)
    {
    }

    /// @param count of weights that are moved, if not all. @return the weights.
    Floats step(const Floats& gradients, std::size_t group = 4, std::size_t count = SIZE_MAX)
    {
        ++number_;
        count = std::min(count, gradients.size());
        cl::Kernel kernel = Exercise::get().kernel("adamw.cl", "adamw",
                                                   {"global float*", "global float*", "global float*",
                                                    "global float*", "float", "float", "uint", "uint"});
        const auto given = input("gradients", gradients);
        launch(kernel, covering(count, group), weights_, means_, squares_, given, rate_, decay_, number_,
               gradients.size());
        for (std::size_t i = 0; i < count; ++i) {
            const double g = double{gradients[i]}, mean = 0.9 * double{expected_means_[i]} + 0.1 * g,
                         square = 0.99 * double{expected_squares_[i]} + 0.01 * g * g,
                         root = std::sqrt(square / (1 - std::pow(0.99, number_))) + 1e-8,
                         move = mean / (1 - std::pow(0.9, number_)) / root, old = double{expected_[i]};
            expected_[i] = static_cast<float>(old - double{rate_} * (move + double{decay_} * old));
            expected_means_[i] = static_cast<float>(mean);
            expected_squares_[i] = static_cast<float>(square);
        }
        expect_same("gradients", gradients, given.read());
        return weights_.read();
    }

    /// Of a step, pow() leaves up to 1e-4: 16 units of 2^-24, divided by 1 - 0.99, and half of that after the root. And whoever
    /// multiplies the weight by 1 - rate * decay rounds that, the product and the difference: each step leaves up to 2 units.
    void expect_right() const
    {
        INFO("after step ", number_);
        expect_same("weights", expected_, weights_.read(),
                    {.absolute = 5e-4 * double{rate_}, .ulps = 64 + 2 * number_});
        expect_same("means", expected_means_, means_.read(), {.absolute = 1e-6, .relative = 1e-5});
        // Of a square of up to 9, mix() takes 0.99 away again: two roundings of 2^-21 a step.
        expect_same("squares", expected_squares_, squares_.read(), {.absolute = 4e-6, .relative = 1e-5});
    }

private:
    float rate_, decay_;
    GuardedBuffer<float> weights_, means_, squares_;
    Floats expected_, expected_means_, expected_squares_;
    cl_uint number_ = 0;
};

/// The weights of a linear function of 16 variables, whose values at 64 points are known.
struct Fit
{
    Floats points = random_floats(64 * 16, 3302, -1, 1), wanted = random_floats(16, 3303, -0.5F, 0.5F);

    /// The mean of the squared errors, and its gradient.
    double loss(const Floats& weights, Floats& gradient) const
    {
        std::vector<double> sums(16, 0.0);
        double loss = 0;
        for (std::size_t row = 0; row < 64; ++row) {
            double error = 0;
            for (std::size_t i = 0; i < 16; ++i)
                error += double{points[row * 16 + i]} * (double{weights[i]} - double{wanted[i]});
            loss += error * error / 64;
            for (std::size_t i = 0; i < 16; ++i) sums[i] += error * double{points[row * 16 + i]} / 32;
        }
        gradient.assign(sums.begin(), sums.end());
        return loss;
    }
};

} // namespace

TEST_CASE("the loss of a small problem never rises above its start")
{
    const Fit fit;
    Training training{Floats(16, 0.0F), 0.1F, 0};
    Floats gradient;
    const double start = fit.loss(Floats(16, 0.0F), gradient);
    std::string losses;
    double most = 0, last = 0;
    for (int step = 0; step < (clean_stage() ? 10 : 100); ++step) {
        last = fit.loss(training.step(gradient), gradient);
        most = std::max(most, last);
        if (step < 10) losses += ' ' + std::to_string(last);
    }
    if (!(most <= start))
        FAIL("Before step 1 the loss is ", start, ". After each of the first ten steps it is", losses,
             ". It must not rise above its start.");
    if (!clean_stage() && !(last < start / 1000))
        FAIL("The loss falls from ", start, " to ", last, " in 100 steps. It must fall below a thousandth.");
}

TEST_CASE("the first step is as long as the rate, whatever the gradient")
{
    const Floats gradients{1, -1, 1e-4F, -0.02F, 7, -300, 1e4F, 0.5F};
    Training training{Floats(gradients.size(), 0.0F), 0.01F, 0};
    const Floats weights = training.step(gradients);
    Floats expected;
    for (const float g : gradients) expected.push_back(g > 0 ? -0.01F : 0.01F);
    expect_same("weights", expected, weights, {.relative = 4e-4}); // 1e-4 by the epsilon, as much by pow()
}

TEST_CASE("with the same gradient again and again, every step is as long as the rate")
{
    const Floats gradients{2, -0.1F, 30};
    Training training{{0, 0, 0}, 0.01F, 0};
    for (int step = 1; step <= (clean_stage() ? 4 : 100); ++step) {
        const float way = 0.01F * static_cast<float>(step);
        const Floats weights = training.step(gradients);
        INFO("after step ", step);
        expect_same("weights", {-way, way, -way}, weights, {.relative = 4e-4});
    }
}

TEST_CASE("without a gradient a weight decays, and does nothing else")
{
    Training training{{1, -2, 0, 300}, 0.01F, 0.5F};
    for (int step = 0; step < 3; ++step) training.step({0, 0, 0, 0});
    training.expect_right();
}

TEST_CASE("decay does not go into the means")
{
    Training training{{50, -50, 2, -2}, 0.01F, 0.1F};
    for (int step = 0; step < 3; ++step) {
        training.step({0.5F, 0.5F, -3, 0.001F});
        training.expect_right();
    }
}

TEST_CASE("changing gradients, any number of them, in any groups")
{
    for (const Size1D& size : Exercise::get().sizes_1d()) {
        Training training{random_floats(size.count, 3304), 0.01F, 0.1F};
        for (std::uint64_t step = 0; step < 4; ++step)
            training.step(random_floats(size.count, 3305 + step), size.group);
        training.expect_right();
    }
    if (clean_stage()) return;
    Training training{{1, 2, 3, 4, 5}, 0.01F, 0.1F};
    for (std::uint64_t step = 0; step < 300; ++step) training.step(random_floats(5, 3310 + step));
    training.expect_right();
}

TEST_CASE("a work-item moves its own weight")
{
    Training training{random_floats(40, 3306), 0.01F, 0.1F};
    training.step(random_floats(40, 3307), 4, 12);
    training.expect_right();
}
