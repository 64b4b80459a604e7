// Tests of both kernels, each alone: split against a copy on the host, drift in double precision.
#include <lockstep/exercise.hpp>

#include <cstddef>

using namespace lockstep;

namespace
{

constexpr std::size_t field_count = 7;
constexpr float padding_mark = -12345.0F;

std::size_t pitch_of(std::size_t count)
{
    return round_up(count, 32) + 32;
}

/// The fields of random particles in rows; elements from count to pitch hold the mark.
std::vector<float> rows_of(const std::vector<float>& particles, std::size_t count)
{
    const std::size_t pitch = pitch_of(count);
    std::vector<float> rows(field_count * pitch, padding_mark);
    for (std::size_t i = 0; i < count; ++i)
        for (std::size_t field = 0; field < field_count; ++field)
            rows[field * pitch + i] = particles[field_count * i + field];
    return rows;
}

std::vector<float> random_particles(std::size_t count)
{
    return random_floats(field_count * count, 120 + count);
}

void check_padding(const std::vector<float>& rows, std::size_t count)
{
    const std::size_t pitch = pitch_of(count);
    for (std::size_t field = 0; field < field_count; ++field)
        for (std::size_t i = count; i < pitch; ++i)
            if (rows[field * pitch + i] != padding_mark)
                FAIL("The kernel wrote to place ", i, " of row ", field, ". The row ends at count, ", count,
                     ", and what lies from there to pitch is not the particles'.");
}

void check_split(const Size1D& size)
{
    Exercise& exercise = Exercise::get();
    cl::Kernel kernel =
        exercise.kernel("particles.cl", "split", {"global float*", "global float*", "uint", "uint"});
    const std::size_t pitch = pitch_of(size.count);
    const std::vector<float> particles = random_particles(size.count);
    const std::vector<float> expected = rows_of(particles, size.count);
    // Rows begin as what they must not become; only the padding is right already.
    std::vector<float> before = expected;
    for (float& value : before)
        if (value != padding_mark) value = -value - 1;

    const auto device_particles = input("particles", particles);
    const auto fields = input("fields", before);
    exercise.launch(
        kernel, {.global = cl::NDRange(round_up(size.count, size.group)), .local = cl::NDRange(size.group)},
        device_particles, fields, static_cast<cl_uint>(size.count), static_cast<cl_uint>(pitch));

    INFO("", size.count, " particles, pitch ", pitch, ", work-groups of ", size.group);
    const std::vector<float> got = fields.read();
    check_padding(got, size.count);
    exercise.expect_same("fields", expected, got, {}, pitch);
    exercise.expect_same("particles", particles, device_particles.read(), {}, field_count);
}

void check_drift(const Size1D& size)
{
    Exercise& exercise = Exercise::get();
    cl::Kernel kernel = exercise.kernel("particles.cl", "drift", {"global float*", "float", "uint", "uint"});
    const std::size_t pitch = pitch_of(size.count);
    const float seconds = 0.375F;
    const std::vector<float> rows = rows_of(random_particles(size.count), size.count);
    std::vector<float> expected = rows;
    for (std::size_t axis = 0; axis < 3; ++axis)
        for (std::size_t i = 0; i < size.count; ++i)
            expected[axis * pitch + i] =
                static_cast<float>(static_cast<double>(rows[axis * pitch + i]) +
                                   static_cast<double>(rows[(3 + axis) * pitch + i]) * 0.375);

    const auto fields = input("fields", rows);
    exercise.launch(
        kernel, {.global = cl::NDRange(round_up(size.count, size.group)), .local = cl::NDRange(size.group)},
        fields, seconds, static_cast<cl_uint>(size.count), static_cast<cl_uint>(pitch));
    INFO("", size.count, " particles, pitch ", pitch, ", work-groups of ", size.group);
    const std::vector<float> got = fields.read();
    check_padding(got, size.count);
    const auto part = [&](const std::vector<float>& all, std::size_t first, std::size_t last) {
        return std::vector<float>(all.begin() + static_cast<std::ptrdiff_t>(first * pitch),
                                  all.begin() + static_cast<std::ptrdiff_t>(last * pitch));
    };
    exercise.expect_same("the positions", part(expected, 0, 3), part(got, 0, 3), {.absolute = 1e-6}, pitch);
    exercise.expect_same("the velocities and masses", part(expected, 3, field_count),
                         part(got, 3, field_count), {}, pitch);
}

} // namespace

TEST_CASE("split puts every field in its row")
{
    check_split({64, 16});
}

TEST_CASE("drift moves every particle along its velocity")
{
    check_drift({64, 16});
}

TEST_CASE("split handles every count and work-group")
{
    for (const Size1D& size : Exercise::get().sizes_1d()) check_split(size);
}

TEST_CASE("drift handles every count and work-group")
{
    for (const Size1D& size : Exercise::get().sizes_1d()) check_drift(size);
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
