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
    const cl::CommandQueue& queue = Exercise::get().queue();
    const std::vector<float> volume =
        random_floats(size.columns * size.rows * size.slices, 520 + size.columns);
    std::vector<float> expected = plane_of(volume, size, across, at);
    std::vector<float> got(expected.size() + behind, -12345.0F);
    const cl::Buffer plane = buffer_of(got);
    copy_plane(queue, buffer_of(volume), size, across, at, plane);
    queue.enqueueReadBuffer(plane, CL_TRUE, 0, got.size() * sizeof(float), got.data());
    INFO("a volume of ", size.columns, " × ", size.rows, " × ", size.slices, ", the plane across ",
         name(across), " at ", at);
    expected.resize(got.size(), -12345.0F);
    expect_same("plane", expected, got, {}, across == Axis::x ? size.rows : size.columns);
}

void check_planes(const Volume& size, Axis across)
{
    const std::size_t last = length(size, across) - 1;
    for (const std::size_t at : {std::size_t{0}, last / 2, last}) check_plane(size, across, at);
}

constexpr Volume small{7, 5, 4};

} // namespace

TEST_CASE("a plane has one slice, one row of each slice, or one element of each row")
{
    for (const Axis across : {Axis::z, Axis::y, Axis::x}) check_planes(small, across);
}

TEST_CASE("volumes of every shape are cut")
{
    for (const Volume& size : {Volume{1, 1, 1}, Volume{1, 6, 3}, Volume{6, 1, 3}, Volume{6, 3, 1},
                               Volume{33, 17, 9}, Volume{16, 16, 16}})
        for (const Axis across : {Axis::x, Axis::y, Axis::z}) check_planes(size, across);
    if (clean_stage()) return;
    for (const Axis across : {Axis::x, Axis::y, Axis::z}) check_planes({301, 203, 101}, across);
}

TEST_CASE("a volume may have more bytes than 32 bits can count")
{
    // No such volume is there, so the command is refused. The witness notes what it was told.
    constexpr std::size_t row = std::size_t{70'000} * sizeof(float), slice = 70'000 * row;
    const cl::Buffer volume = buffer_of({1, 2}), plane = buffer_of({3});
    MemoryWitness witness;
    try {
        copy_plane(Exercise::get().queue(), volume, {70'000, 70'000, 3}, Axis::y, 1, plane);
    } catch (const cl::Error&) {
    }
    const MemoryWitness::Box expected{row, 2 * slice + 2 * row, 3 * row};
    if (witness.boxes.empty()) FAIL("No copy of a box was enqueued.");
    const MemoryWitness::Box& box = witness.boxes.front();
    if (box != expected)
        FAIL("In a volume of 70,000 × 70,000 × 3, the plane across y at 1 lies in the bytes from ",
             expected.begin, " to before ", expected.end, ". The command was told those from ", box.begin,
             " to before ", box.end, ".");
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
