// Tests of the accelerations in a box without walls, against sums in double precision.
#include <lockstep/exercise.hpp>

#include <algorithm>
#include <cmath>

using namespace lockstep;

namespace
{

using Bodies = std::vector<float>; // x, y, z, mass of each

/// What the bodies do to each other, and how far from it single precision may be.
struct Pulls
{
    Bodies expected;
    double tolerance = 0;
};

Pulls pulls_of(const Bodies& bodies, double softening, double box)
{
    const std::size_t n = bodies.size() / 4;
    Pulls pulls{Bodies(4 * n, 0.0F)};
    double most = 0; // the largest sum of what single bodies do to one
    for (std::size_t i = 0; i < n; ++i) {
        double sum[3]{}, all = 0;
        for (std::size_t j = 0; j < n; ++j) {
            double d[3], square = softening;
            for (std::size_t k = 0; k < 3; ++k) {
                d[k] = double{bodies[4 * j + k]} - double{bodies[4 * i + k]};
                d[k] -= box * std::round(d[k] / box);
                square += d[k] * d[k];
            }
            const double strength = bodies[4 * j + 3] / (square * std::sqrt(square));
            for (std::size_t k = 0; k < 3; ++k) sum[k] += strength * d[k];
            all += strength * std::sqrt(square);
        }
        for (std::size_t k = 0; k < 3; ++k) pulls.expected[4 * i + k] = static_cast<float>(sum[k]);
        most = std::max(most, all);
    }
    pulls.tolerance = (32 + 4 * std::sqrt(static_cast<double>(n))) * 0x1p-24 * most;
    return pulls;
}

/// Bodies in the box, on places that are whole thirty-firsts of it, which no two have half a box between.
Bodies bodies_in(float box, std::size_t n)
{
    Bodies bodies;
    Random random{2210 + n};
    for (std::size_t i = 0; i < n; ++i) {
        for (int k = 0; k < 3; ++k)
            bodies.push_back(box * (static_cast<float>(random.below(31)) + 0.5F) / 31);
        bodies.push_back(i % 5 == 2 ? 0 : 1 + static_cast<float>(random.below(8)));
    }
    return bodies;
}

void check(const Bodies& bodies, float box, float softening = 0.01F, std::size_t group = 16)
{
    Exercise& exercise = Exercise::get();
    cl::Kernel kernel = exercise.kernel("pull.cl", "pull_of_all",
                                        {"global float4*", "global float4*", "uint", "float", "float"});
    const std::size_t n = bodies.size() / 4;
    const auto in = input("bodies", bodies);
    const auto out = output<float>("accelerations", bodies.size());
    exercise.launch(kernel, {.global = cl::NDRange(round_up(n, group)), .local = cl::NDRange(group)}, in, out,
                    static_cast<cl_uint>(n), softening, box);
    INFO(n, " bodies in a box of ", box, ", softening ", softening, "; a row is the x, y, z, 0 of a body");
    const Pulls right = pulls_of(bodies, softening, box);
    exercise.expect_same("accelerations", right.expected, out.read(), {.absolute = right.tolerance}, 4);
    exercise.expect_same("bodies", bodies, in.read(), {}, 4);
}

} // namespace

TEST_CASE("far from the walls, bodies pull each other as before")
{
    check({4, 5, 5.5F, 2, 6, 4.5F, 5, 3}, 10);
    check({5, 5, 5, 1}, 10);
}

TEST_CASE("bodies pull each other through the walls")
{
    check({0.5F, 5, 5, 2, 9, 5, 5, 3}, 10); // in x
    check({5, 9.5F, 5, 2, 5, 1, 5, 3}, 10); // in y
    check({5, 5, 0.25F, 2, 5, 5, 8, 3}, 10);
    check({0.5F, 9.5F, 1, 2, 9, 1, 8.5F, 3}, 10); // through an edge of the cube
}

TEST_CASE("through one wall, and not through another")
{
    check({0.5F, 3, 8, 2, 9, 4, 7, 3}, 10);
    check({2, 0.25F, 6, 2, 4, 9.75F, 5, 3}, 10);
}

TEST_CASE("a box may have any length")
{
    for (const float box : {0.125F, 1.0F, 7.5F, 1000.0F}) check(bodies_in(box, 65), box, 0.001F * box * box);
}

TEST_CASE("any number of bodies is taken, in groups of any size")
{
    for (const std::size_t n : {1U, 2U, 33U, 100U}) check(bodies_in(10, n), 10, 0.01F, 16);
    check(bodies_in(10, 70), 10, 1e-4F, 48);
}
