// Tests of the chances against double precision.
#include <lockstep/exercise.hpp>

#include <algorithm>
#include <cmath>

using namespace lockstep;

namespace
{

using Floats = std::vector<float>;

Floats expected_of(const Floats& scores, std::size_t songs)
{
    Floats chances;
    for (std::size_t first = 0; first < scores.size(); first += songs) {
        const double largest = *std::max_element(scores.begin() + static_cast<std::ptrdiff_t>(first),
                                                 scores.begin() + static_cast<std::ptrdiff_t>(first + songs));
        double sum = 0;
        for (std::size_t s = 0; s < songs; ++s) sum += std::exp(double{scores[first + s]} - largest);
        for (std::size_t s = 0; s < songs; ++s)
            chances.push_back(static_cast<float>(std::exp(double{scores[first + s]} - largest) / sum));
    }
    return chances;
}

/// Launches work-items `first` to `first + count - 1`, and expects their listeners and no others.
void check_part(const Floats& scores, std::size_t songs, std::size_t group, std::size_t first,
                std::size_t count)
{
    cl::Kernel kernel = Exercise::get().kernel("playlist.cl", "next_song",
                                               {"global float*", "global float*", "uint", "uint"});
    const auto in = input("scores", scores);
    const auto chances = output<float>("chances", scores.size());
    const std::size_t listeners = scores.size() / songs;
    launch(kernel, {.global = cl::NDRange(count), .local = cl::NDRange(group), .offset = cl::NDRange(first)},
           in, chances, songs, listeners);
    INFO("songs: ", songs, ", listeners: ", listeners);
    // exp is right to 3 ulp, a score less the largest has an error of 2^-24 of itself, which is at most 100 where a float is not 0,
    // and a sum of n powers of n 2^-24 at most, mostly of its root.
    expect_part(
        "chances", expected_of(scores, songs), chances.read(),
        [&](std::size_t i) { return i / songs >= first && i / songs < first + count; },
        {.absolute = 1e-30, .relative = 4e-5}, songs);
    expect_same("scores", scores, in.read());
}

void check(const Floats& scores, std::size_t songs, std::size_t group = 4)
{
    check_part(scores, songs, group, 0, round_up(scores.size() / songs, group));
}

/// Rows with other scores from one to the next: around 0, large, and far below 0.
Floats drawn(std::size_t songs, std::size_t listeners)
{
    Floats scores = random_floats(songs * listeners, 3201 + songs + listeners, -9, 11);
    for (std::size_t i = 0; i < scores.size(); ++i) {
        const std::size_t r = i / songs;
        scores[i] += r % 3 == 1 ? 1000.0F : r % 3 == 2 ? -10'000.0F : 0.0F;
    }
    return scores;
}

} // namespace

TEST_CASE("scores around 1 are as likely as before")
{
    check({1, 2, 3, 0.5F, -1, 0.25F}, 3);
}

TEST_CASE("scores of which exp is no float")
{
    check({91, 92, 93, 200, 10, 89}, 3);
    check({10'000, 9999, 88, -10'000, 0, 10'000, 9990, 10}, 4);
}

TEST_CASE("scores far below 0")
{
    check({-1000, -1001, -999, -200, -150, -103}, 3);
}

TEST_CASE("the best song may come first, last or in between, and some must not be played")
{
    check({400, 100, 399, 100, 400, 390, 200, 100, 400}, 3);
    check({-INFINITY, 300, 299, 301, -INFINITY, 300, 302, 301, -INFINITY}, 3);
}

TEST_CASE("scores of one listener may lie far apart, and any song may be the best")
{
    check(random_floats(12 * 40, 3203, -10'000, 10'000), 12);
}

TEST_CASE("any number of songs and listeners, in any groups")
{
    for (const Size1D& size : Exercise::get().sizes_1d()) check(drawn(7, size.count), 7, size.group);
    if (clean_stage()) return;
    check(drawn(1, 33), 1, 32);
    check(drawn(5000, 11), 5000, 8);
    check(drawn(40, 20'001), 40, 48);
}

TEST_CASE("a work-item computes its own row and no other")
{
    check_part(drawn(6, 50), 6, 4, 20, 8);
}
