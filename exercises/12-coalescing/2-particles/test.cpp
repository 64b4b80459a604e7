// Tests of both kernels, each alone: split against a copy on the host, drift in double precision.
#include <lockstep/exercise.hpp>

#include <algorithm>
#include <cstddef>

using namespace lockstep;

namespace
{

constexpr std::size_t field_count = 7;

constexpr const char* fill_source = R"(
kernel void fill(global const float* rows, global float* fields, uint pitch)
{
    const uint i = get_global_id(1) * pitch + get_global_id(0);
    fields[i] = rows[i];
}
)";

/// From one row to the next: no padding at all for some counts, two sectors' worth and more for others.
std::size_t pitch_of(std::size_t count)
{
    return std::max<std::size_t>(round_up(count, 32) + 32 * (count % 3), 32);
}

/// How a kernel is tried; `work_items` of 0 stands for one a particle, rounded up to whole work-groups.
struct Trial
{
    Size1D size;
    std::size_t work_items = 0;

    std::size_t launched() const
    {
        return work_items == 0 ? std::max(round_up(size.count, size.group), size.group) : work_items;
    }
    /// The particles that have a work-item.
    std::size_t made() const { return std::min(size.count, launched()); }
};

/// The fields of random particles in rows; elements from count to pitch hold something else.
std::vector<float> rows_of(const std::vector<float>& particles, std::size_t count)
{
    const std::size_t pitch = pitch_of(count);
    std::vector<float> rows = random_floats(field_count * pitch, 121, 100.0F, 900.0F);
    for (std::size_t i = 0; i < count; ++i)
        for (std::size_t field = 0; field < field_count; ++field)
            rows[field * pitch + i] = particles[field_count * i + field];
    return rows;
}

std::vector<float> random_particles(std::size_t count)
{
    return random_floats(field_count * count, 120 + count);
}

/// The buffer `fields` with these rows. Under Oclgrind nothing is written to what lies from count to pitch, so that a
/// kernel which reads it, be it to write it back, is found.
const GuardedBuffer<float>& rows_on_device(const std::vector<float>& rows, std::size_t count)
{
    Exercise& exercise = Exercise::get();
    const auto& fields =
        *kept(exercise.clean_stage() ? output<float>("fields", rows.size()) : input("fields", rows));
    if (!exercise.clean_stage() || count == 0) return fields;
    // By a kernel: Oclgrind takes what the host writes to a part of a buffer for something else.
    static const cl::Program& program = *new cl::Program{exercise.context(), fill_source, true};
    cl::Kernel kernel{program, "fill"};
    exercise.launch(kernel, {.global = cl::NDRange(count, field_count), .local = cl::NDRange(1, 1)},
                    *kept(input("rows", rows)), fields, static_cast<cl_uint>(pitch_of(count)));
    return fields;
}

/// The rows after a launch. Fails when what lies from count to pitch is not what it was; under Oclgrind that was nothing.
std::vector<float> rows_after(const GuardedBuffer<float>& fields, const std::vector<float>& before,
                              std::size_t count)
{
    std::vector<float> rows = fields.read();
    const std::size_t pitch = pitch_of(count);
    for (std::size_t field = 0; field < field_count; ++field)
        for (std::size_t i = count; i < pitch; ++i)
            if (Exercise::get().clean_stage())
                rows[field * pitch + i] = before[field * pitch + i];
            else if (rows[field * pitch + i] != before[field * pitch + i])
                FAIL("The kernel wrote to place ", i, " of row ", field, ". The row ends at count, ", count,
                     ", and what lies from there to pitch is not the particles'.");
    return rows;
}

/// Fails when a particle that no work-item was launched for has changed.
void check_rest(const std::vector<float>& before, const std::vector<float>& after, const Trial& trial)
{
    const std::size_t pitch = pitch_of(trial.size.count);
    for (std::size_t field = 0; field < field_count; ++field)
        for (std::size_t i = trial.made(); i < trial.size.count; ++i)
            if (after[field * pitch + i] != before[field * pitch + i])
                FAIL("Only ", trial.launched(), " work-items were launched, and field ", field,
                     " of particle ", i,
                     " was written. A work-item takes care of its own particle and no other.");
}

void check_split(const Trial& trial)
{
    const Size1D& size = trial.size;
    Exercise& exercise = Exercise::get();
    cl::Kernel kernel =
        exercise.kernel("particles.cl", "split", {"global float*", "global float*", "uint", "uint"});
    const std::size_t pitch = pitch_of(size.count);
    const std::vector<float> particles = random_particles(size.count);
    std::vector<float> expected = rows_of(particles, size.count);
    // Rows begin as what they must not become; only the padding is right already.
    std::vector<float> before = expected;
    for (std::size_t field = 0; field < field_count; ++field)
        for (std::size_t i = 0; i < size.count; ++i)
            before[field * pitch + i] = -expected[field * pitch + i] - 1;
    for (std::size_t field = 0; field < field_count; ++field)
        for (std::size_t i = trial.made(); i < size.count; ++i)
            expected[field * pitch + i] = before[field * pitch + i];

    // A buffer cannot be empty, though there may be no particles.
    const auto& device_particles =
        *kept(input("particles", particles.empty() ? std::vector<float>{0} : particles));
    const auto& fields = rows_on_device(before, size.count);
    exercise.launch(kernel, {.global = cl::NDRange(trial.launched()), .local = cl::NDRange(size.group)},
                    device_particles, fields, static_cast<cl_uint>(size.count), static_cast<cl_uint>(pitch));

    INFO("", size.count, " particles, pitch ", pitch, ", work-groups of ", size.group);
    const std::vector<float> got = rows_after(fields, before, size.count);
    check_rest(before, got, trial);
    exercise.expect_same("fields", expected, got, {}, pitch);
    if (!particles.empty())
        exercise.expect_same("particles", particles, device_particles.read(), {}, field_count);
}

void check_drift(const Trial& trial, float seconds = 0.375F)
{
    const Size1D& size = trial.size;
    Exercise& exercise = Exercise::get();
    cl::Kernel kernel = exercise.kernel("particles.cl", "drift", {"global float*", "float", "uint", "uint"});
    const std::size_t pitch = pitch_of(size.count);
    const std::vector<float> rows = rows_of(random_particles(size.count), size.count);
    std::vector<float> expected = rows;
    for (std::size_t axis = 0; axis < 3; ++axis)
        for (std::size_t i = 0; i < trial.made(); ++i)
            expected[axis * pitch + i] =
                static_cast<float>(static_cast<double>(rows[axis * pitch + i]) +
                                   static_cast<double>(rows[(3 + axis) * pitch + i]) * seconds);

    const auto& fields = rows_on_device(rows, size.count);
    exercise.launch(kernel, {.global = cl::NDRange(trial.launched()), .local = cl::NDRange(size.group)},
                    fields, seconds, static_cast<cl_uint>(size.count), static_cast<cl_uint>(pitch));
    INFO("", size.count, " particles, pitch ", pitch, ", ", seconds, " seconds, work-groups of ", size.group);
    const std::vector<float> got = rows_after(fields, rows, size.count);
    check_rest(rows, got, trial);
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
    check_split({{64, 16}});
}

TEST_CASE("drift moves every particle along its velocity")
{
    check_drift({{64, 16}});
}

TEST_CASE("drift moves the particles for any time")
{
    for (const float seconds : {0.0F, -0.625F, 0.0078125F, 1.0F, 3.5F, -2.25F, 1024.0F})
        check_drift({{50, 16}}, seconds);
}

TEST_CASE("a work-group may have 512 work-items")
{
    check_split({{600, 512}});
    check_drift({{600, 512}});
}

TEST_CASE("a work-item takes care of its own particle and no other")
{
    for (const Trial& trial : {Trial{{100, 48}, 48}, Trial{{97, 48}, 96}, Trial{{98, 16}, 16}}) {
        check_split(trial);
        check_drift(trial);
    }
}

TEST_CASE("without particles nothing is written")
{
    check_split({{0, 16}});
    check_drift({{0, 16}});
}

TEST_CASE("split handles every count and work-group")
{
    for (const Size1D& size : Exercise::get().sizes_1d()) check_split({size});
}

TEST_CASE("drift handles every count and work-group")
{
    for (const Size1D& size : Exercise::get().sizes_1d()) check_drift({size});
}

TEST_SUITE("lens")
{
    TEST_CASE("4096 particles under the lens")
    {
        check_split({{4096, 64}});
        check_drift({{4096, 64}});
    }

    TEST_CASE("3001 particles under the lens")
    {
        check_split({{3001, 96}});
        check_drift({{3001, 96}});
    }
}
