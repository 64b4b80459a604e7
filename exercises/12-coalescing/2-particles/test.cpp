// Tests of both kernels, each alone: split against a copy on the host, drift in double precision.
#include <lockstep/exercise.hpp>

#include <algorithm>
#include <cstddef>

using namespace lockstep;

namespace
{

constexpr std::size_t field_count = 7;

/// From one row to the next: no padding at all for some counts, two sectors' worth and more for others.
std::size_t pitch_of(std::size_t count)
{
    return std::max<std::size_t>(round_up(count, 32) + 32 * (count % 3), 32);
}

/// The fields of the particles in rows. What lies from count to pitch is not theirs.
std::vector<float> rows_of(const std::vector<float>& particles, std::size_t count)
{
    const std::size_t pitch = pitch_of(count);
    std::vector<float> rows = random_floats(field_count * pitch, 121, 100.0F, 900.0F);
    for (std::size_t i = 0; i < particles.size(); ++i)
        rows[i % field_count * pitch + i / field_count] = particles[i];
    return rows;
}

/// @param launched work-items, if not one for each particle.
void check_split(const Size1D& size, std::size_t launched = SIZE_MAX)
{
    const auto [count, group] = size;
    const std::size_t pitch = pitch_of(count), made = std::min(count, launched);
    const std::vector<float> particles = random_floats(field_count * count, 120);
    const auto fields = output<float>("fields", field_count * pitch);
    launch(
        Exercise::get().kernel("particles.cl", "split", {"global float*", "global float*", "uint", "uint"}),
        covering(made, group), input("particles", particles), fields, count, pitch);
    INFO("", count, " particles, pitch ", pitch, ", work-groups of ", group);
    expect_part(
        "fields", rows_of(particles, count), fields.read(), [&](std::size_t i) { return i % pitch < made; },
        {}, pitch);
}

void check_drift(const Size1D& size, std::size_t launched = SIZE_MAX, float seconds = 0.375F)
{
    const auto [count, group] = size;
    const std::size_t pitch = pitch_of(count), made = std::min(count, launched);
    std::vector<float> expected = rows_of(random_floats(field_count * count, 120), count);
    const auto fields = input("fields", expected);
    for (std::size_t axis = 0; axis < 3; ++axis)
        for (std::size_t i = 0; i < made; ++i)
            expected[axis * pitch + i] += expected[(3 + axis) * pitch + i] * seconds;
    launch(Exercise::get().kernel("particles.cl", "drift", {"global float*", "float", "uint", "uint"}),
           covering(made, group), fields, seconds, count, pitch);
    INFO("", count, " particles, pitch ", pitch, ", ", seconds, " seconds, work-groups of ", group);
    expect_same("fields", expected, fields.read(), {.absolute = 1e-6}, pitch);
}

} // namespace

TEST_CASE("split puts every field in its row")
{
    check_split({64, 16});
}

TEST_CASE("drift moves every particle along its velocity")
{
    check_drift({64, 16});
    for (const float seconds : {0.0F, -0.625F, 0.0078125F, 1.0F, 3.5F, -2.25F, 1024.0F})
        check_drift({50, 16}, SIZE_MAX, seconds);
}

TEST_CASE("a work-item takes care of its own particle and no other")
{
    check_split({100, 48}, 48);
    check_drift({100, 48}, 48);
}

TEST_CASE("split handles every count and work-group")
{
    for (const Size1D& size : Exercise::get().sizes_1d()) check_split(size);
    check_split({600, 512});
    check_split({0, 16});
}

TEST_CASE("drift handles every count and work-group")
{
    for (const Size1D& size : Exercise::get().sizes_1d()) check_drift(size);
    check_drift({0, 16});
}

TEST_SUITE("lens")
{
    TEST_CASE("4096 particles under the lens")
    {
        check_split({4096, 64});
        check_drift({4096, 64});
    }

    TEST_CASE("3001 particles under the lens")
    {
        check_split({3001, 96});
        check_drift({3001, 96});
    }
}
