// Tests of attention within letters against double precision.
#include <lockstep/exercise.hpp>

#include <algorithm>
#include <cmath>

using namespace lockstep;

namespace
{

using Words = std::vector<cl_uint>;
using Floats = std::vector<float>;

constexpr std::size_t width = 32, tile = 32;

/// Letters of these lengths.
struct Letters
{
    explicit Letters(const Words& lengths, float scale = 1)
    {
        for (const cl_uint length : lengths) begins.push_back(begins.back() + length);
        const std::size_t numbers = begins.back() * width;
        q = random_floats(numbers, 3206 + numbers, -scale, 1.5F * scale);
        k = random_floats(numbers, 3207 + numbers, -1.5F, 1);
        v = random_floats(numbers, 3208 + numbers, -1, 2);
    }

    std::size_t count() const { return begins.size() - 1; }
    std::size_t longest() const
    {
        std::size_t most = 1;
        for (std::size_t n = 0; n < count(); ++n)
            most = std::max<std::size_t>(most, begins[n + 1] - begins[n]);
        return most;
    }

    Words begins{0};
    Floats q, k, v;
};

double product(const Floats& a, std::size_t i, const Floats& b, std::size_t j)
{
    double sum = 0;
    for (std::size_t d = 0; d < width; ++d) sum += double{a[i * width + d]} * double{b[j * width + d]};
    return sum;
}

Floats expected_of(const Letters& letters)
{
    Floats out(letters.q.size());
    for (std::size_t n = 0; n < letters.count(); ++n)
        for (std::size_t i = letters.begins[n]; i < letters.begins[n + 1]; ++i) {
            std::vector<double> weights, sums(width);
            for (std::size_t j = letters.begins[n]; j <= i; ++j)
                weights.push_back(product(letters.q, i, letters.k, j) / std::sqrt(double{width}));
            const double largest = *std::max_element(weights.begin(), weights.end());
            double sum = 0;
            for (std::size_t s = 0; s < weights.size(); ++s) {
                const double weight = std::exp(weights[s] - largest);
                sum += weight;
                for (std::size_t d = 0; d < width; ++d)
                    sums[d] += weight * double{letters.v[(letters.begins[n] + s) * width + d]};
            }
            for (std::size_t d = 0; d < width; ++d) out[i * width + d] = static_cast<float>(sums[d] / sum);
        }
    return out;
}

/// Launches letters `first` to `first + count - 1`.
void check_part(const Letters& letters, std::size_t first, std::size_t count, double tolerance = 1e-5)
{
    cl::Kernel kernel = Exercise::get().kernel(
        "letters.cl", "attend",
        {"global float*", "global float*", "global float*", "global uint*", "global float*"});
    const auto q = input("q", letters.q), k = input("k", letters.k), v = input("v", letters.v);
    const auto begins = input("begins", letters.begins);
    const auto out = output<float>("out", letters.q.size());
    launch(kernel,
           {.global = cl::NDRange(round_up(letters.longest(), tile), count),
            .local = cl::NDRange(tile, 1),
            .offset = cl::NDRange(0, first)},
           q, k, v, begins, out);
    INFO("letters: ", letters.count(), ", of which the longest has ", letters.longest(), " words");
    // A score's error is the relative one of its weight: some 2^-24 of the score for each of its 32 products.
    expect_part(
        "out", expected_of(letters), out.read(),
        [&](std::size_t n) {
            return n / width >= letters.begins[first] && n / width < letters.begins[first + count];
        },
        {.absolute = tolerance}, width);
    expect_same("q", letters.q, q.read());
    expect_same("k", letters.k, k.read());
    expect_same("v", letters.v, v.read());
    expect_same("begins", letters.begins, begins.read());
}

void check(const Letters& letters, double tolerance = 1e-5)
{
    check_part(letters, 0, letters.count(), tolerance);
}

} // namespace

TEST_CASE("a letter of one tile")
{
    check(Letters{{32}});
}

TEST_CASE("letters of several tiles")
{
    check(Letters{{64}});
    if (!clean_stage()) check(Letters{{640, 32, 288}});
}

TEST_CASE("a letter may have any number of words, or none")
{
    check(Letters{{1, 0, 33, 5, 0, 3}});
    if (!clean_stage()) check(Letters{{700, 65, 0, 129, 1, 333}});
}

TEST_CASE("scores far above 0 and far below")
{
    Letters letters{clean_stage() ? Words{9} : Words{70, 50}, 100};
    check(letters, 2e-3);
    for (float& x : letters.q) x = std::abs(x) + 50;
    for (float& x : letters.k) x = -std::abs(x) - 1;
    check(letters, 2e-3);
}

TEST_CASE("a launch of some letters computes these and no others")
{
    check_part(Letters{{20, 34, 3, 5, 40}}, 1, 3);
}

TEST_SUITE("lens")
{
    TEST_CASE("letters of 64 and 32 words")
    {
        check(Letters{{64, 32}});
    }

    TEST_CASE("letters of 70, 33 and 5 words")
    {
        check(Letters{{70, 33, 5}});
    }
}
