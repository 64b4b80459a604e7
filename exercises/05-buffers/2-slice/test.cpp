// Tests of the planes against the host's copy of the volume, and of the command that copied them.
#include "slice.hpp"

#include <lockstep/exercise.hpp>
#include <lockstep/memory_witness.hpp>

#include <string>

using namespace lockstep;
using namespace std::string_literals;

namespace
{

std::string name(Axis axis)
{
    return axis == Axis::x ? "x"s : axis == Axis::y ? "y"s : "z"s;
}

std::size_t length(const Volume& size, Axis axis)
{
    return axis == Axis::x ? size.columns : axis == Axis::y ? size.rows : size.slices;
}

std::vector<float> plane_of(const std::vector<float>& volume, const Volume& size, Axis across, std::size_t at)
{
    std::vector<float> plane;
    for (std::size_t z = 0; z < size.slices; ++z)
        for (std::size_t y = 0; y < size.rows; ++y)
            for (std::size_t x = 0; x < size.columns; ++x)
                if ((across == Axis::x ? x : across == Axis::y ? y : z) == at)
                    plane.push_back(volume[(z * size.rows + y) * size.columns + x]);
    return plane;
}

constexpr std::size_t behind = 64; // floats behind the plane, which must stay as they are

/// No guarded buffer: those are sub-buffers, and PoCL 3.1 crashes when it copies a box from or to one.
cl::Buffer buffer_of(const std::vector<float>& values)
{
    return {Exercise::get().context(), CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR,
            values.size() * sizeof(float), const_cast<float*>(values.data())};
}

void check_plane(const Volume& size, Axis across, std::size_t at)
{
    Exercise& exercise = Exercise::get();
    const std::vector<float> volume =
        random_floats(size.columns * size.rows * size.slices, 520 + size.columns);
    std::vector<float> expected = plane_of(volume, size, across, at);
    std::vector<float> got(expected.size() + behind, -12345.0F);
    const cl::Buffer device_volume = buffer_of(volume);
    const cl::Buffer plane = buffer_of(got);
    copy_plane(exercise.queue(), device_volume, size, across, at, plane);
    exercise.queue().enqueueReadBuffer(plane, CL_TRUE, 0, got.size() * sizeof(float), got.data());
    std::vector<float> left(volume.size());
    exercise.queue().enqueueReadBuffer(device_volume, CL_TRUE, 0, left.size() * sizeof(float), left.data());
    INFO("a volume of ", size.columns, " × ", size.rows, " × ", size.slices, ", the plane across ",
         name(across), " at ", at);
    expected.resize(got.size(), -12345.0F);
    exercise.expect_same("plane", expected, got, {}, across == Axis::x ? size.rows : size.columns);
    exercise.expect_same("volume", volume, left, {}, size.columns);
}

void check_planes(const Volume& size, Axis across)
{
    const std::size_t last = length(size, across) - 1;
    for (const std::size_t at : {std::size_t{0}, last / 2, last}) check_plane(size, across, at);
}

constexpr Volume small{7, 5, 4};

} // namespace

TEST_CASE("a plane across z is one slice")
{
    check_planes(small, Axis::z);
}

TEST_CASE("a plane across y has one row of each slice")
{
    check_planes(small, Axis::y);
}

TEST_CASE("a plane across x has one element of each row")
{
    check_planes(small, Axis::x);
}

TEST_CASE("volumes of every shape are cut")
{
    for (const Volume& size : {Volume{1, 1, 1}, Volume{1, 6, 3}, Volume{6, 1, 3}, Volume{6, 3, 1},
                               Volume{33, 17, 9}, Volume{16, 16, 16}})
        for (const Axis across : {Axis::x, Axis::y, Axis::z}) check_planes(size, across);
    if (Exercise::get().clean_stage()) return;
    for (const Axis across : {Axis::x, Axis::y, Axis::z}) check_planes({301, 203, 101}, across);
}

TEST_CASE("one command copies the plane's bytes on the device")
{
    Exercise& exercise = Exercise::get();
    for (const Axis across : {Axis::x, Axis::y, Axis::z}) {
        const std::size_t elements = small.columns * small.rows * small.slices / length(small, across);
        const cl::Buffer volume = buffer_of(random_floats(small.columns * small.rows * small.slices, 521));
        const cl::Buffer plane = buffer_of(std::vector<float>(elements));
        MemoryWitness witness;
        copy_plane(exercise.queue(), volume, small, across, 1, plane);
        exercise.queue().finish();
        INFO("the plane across ", name(across));
        if (witness.commands.size() != 1)
            FAIL("To copy one plane, ", witness.commands.size(), " commands were enqueued. One is enough.");
        const MemoryWitness::Command& command = witness.commands.front();
        if (command.name != "clEnqueueCopyBufferRect" && command.name != "clEnqueueCopyBuffer")
            FAIL("The command was ", command.name, ", which goes by way of the host.");
        if (command.queue != exercise.queue()())
            FAIL("The command went into a queue of its own, and not into the one that copy_plane was given.");
        if (command.bytes != elements * sizeof(float))
            FAIL("The plane has ", elements * sizeof(float), " bytes, and ", command.bytes, " were moved.");
    }
}

namespace
{

/// Asks for a plane of a volume that its buffer does not hold, and compares what the device was asked for.
void check_box(const Volume& size, Axis across, std::size_t at, const MemoryWitness::Box& expected)
{
    const cl::Buffer volume = buffer_of(std::vector<float>(64));
    const cl::Buffer plane = buffer_of(std::vector<float>(64));
    MemoryWitness witness;
    try {
        copy_plane(Exercise::get().queue(), volume, size, across, at, plane);
    } catch (const cl::Error&) // as it should be
    {
    }
    INFO("a volume of ", size.columns, " × ", size.rows, " × ", size.slices, ", the plane across ",
         name(across), " at ", at);
    for (const MemoryWitness::Box& box : witness.boxes)
        if (box != expected)
            FAIL("The plane has ", expected.bytes, " bytes, from byte ", expected.begin, " to before byte ",
                 expected.end, " of the volume; the command was asked for ", box.bytes, ", from ", box.begin,
                 " to before ", box.end, ".");
}

} // namespace

TEST_CASE("a volume may be larger than 32 bits count, in bytes")
{
    constexpr std::size_t row = std::size_t{70000} * sizeof(float);
    constexpr std::size_t slice = row * 70000;
    check_box({70000, 70000, 3}, Axis::y, 1, {row, 2 * slice + 2 * row, 3 * row});
    check_box({70000, 70000, 3}, Axis::z, 2, {2 * slice, 3 * slice, slice});
    constexpr std::size_t far = std::size_t{1} << 30U;
    constexpr std::size_t begin = far * sizeof(float), long_row = begin + 5 * sizeof(float);
    check_box({far + 5, 2, 2}, Axis::x, far,
              {begin, begin + 3 * long_row + sizeof(float), 4 * sizeof(float)});
}

TEST_CASE("a volume may have more than 16 bits count along each axis")
{
    if (Exercise::get().clean_stage()) return;
    constexpr std::size_t many = 70'000;
    for (const Axis across : {Axis::x, Axis::y, Axis::z})
        for (const Volume& size : {Volume{many, 2, 2}, Volume{2, many, 2}, Volume{2, 2, many}})
            check_plane(size, across, length(size, across) - 1);
}
