// Tests of the window against the host's copy of the picture, and of the commands that fetched it.
#include "crop.hpp"

#include <lockstep/exercise.hpp>
#include <lockstep/memory_witness.hpp>

using namespace lockstep;

namespace
{

struct Picture
{
    std::size_t columns;
    std::size_t rows;
    std::size_t gap = 0; ///< floats between the end of a row and the next

    std::size_t pitch() const { return columns + gap; }
    std::vector<float> pixels() const { return random_floats(pitch() * rows, 500 + columns); }
};

void check_window(const Picture& picture, const Window& window)
{
    constexpr float untouched = -12345.0F;
    constexpr std::size_t before = 16; // floats in front of out
    Exercise& exercise = Exercise::get();
    const std::vector<float> pixels = picture.pixels();
    const std::size_t pitch = picture.pitch();
    const auto device_picture = input("picture", pixels);

    // Behind out there is room for what a wrong pitch would write.
    std::vector<float> expected(before + pixels.size() + pitch, untouched);
    std::vector<float> got = expected;
    for (std::size_t y = 0; y < window.rows; ++y)
        for (std::size_t x = 0; x < window.columns; ++x)
            expected[before + y * window.columns + x] = pixels[(window.y + y) * pitch + window.x + x];
    read_window(exercise.queue(), device_picture.buffer(), pitch, window, got.data() + before);
    exercise.queue().finish();

    INFO("a picture of ", picture.columns, " × ", picture.rows, " with pitch ", pitch, ", a window of ",
         window.columns, " × ", window.rows, " from (", window.x, ", ", window.y, ")");
    for (std::size_t i = 0; i < got.size(); ++i) {
        if (got[i] == expected[i]) continue;
        const std::size_t place = i - before; // in out
        if (i < before) FAIL("A float in front of out was written, ", before - i, " before it.");
        if (place >= window.columns * window.rows)
            FAIL("out[", place, "] was written, and the window has ", window.columns * window.rows,
                 " pixels.");
        FAIL("out[", place, "], pixel (", place % window.columns, ", ", place / window.columns,
             ") of the window, is ", got[i], "; expected ", expected[i], ".");
    }
    exercise.expect_same("picture", pixels, device_picture.read());
}

} // namespace

TEST_CASE("a window in the middle is fetched")
{
    check_window({16, 12}, {5, 3, 6, 4});
}

TEST_CASE("a window may begin at the left or at the top")
{
    check_window({16, 12}, {0, 3, 6, 4});
    check_window({16, 12}, {5, 0, 6, 4});
    check_window({16, 12}, {0, 0, 16, 12});
}

TEST_CASE("a window may end at the right or at the bottom")
{
    check_window({37, 19}, {30, 2, 7, 3});
    check_window({37, 19}, {3, 11, 20, 8});
    check_window({37, 19}, {36, 18, 1, 1});
}

TEST_CASE("a window may be a row, a column or a pixel")
{
    check_window({33, 21}, {0, 7, 33, 1});
    check_window({33, 21}, {4, 0, 1, 21});
    check_window({33, 21}, {4, 7, 1, 1});
    check_window({1, 1}, {0, 0, 1, 1});
}

TEST_CASE("rows of the picture may have a gap between them")
{
    check_window({29, 11, 3}, {7, 4, 15, 5});
    check_window({29, 11, 100}, {0, 0, 29, 11});
}

TEST_CASE("large pictures and random windows are fetched")
{
    Random random{51};
    const auto below = [&](std::size_t n) { return random.below(static_cast<std::uint32_t>(n)); };
    const bool clean = Exercise::get().clean_stage();
    for (int trial = 0; trial < (clean ? 3 : 40); ++trial) {
        const Picture picture{1 + below(clean ? 20 : 300), 1 + below(clean ? 20 : 300), below(40)};
        const std::size_t x = below(picture.columns);
        const std::size_t y = below(picture.rows);
        check_window(picture, {x, y, 1 + below(picture.columns - x), 1 + below(picture.rows - y)});
    }
    if (!clean) check_window({5003, 3001, 13}, {1234, 777, 3000, 2000});
}

TEST_CASE("one command moves the window's bytes, and somebody waits for it")
{
    const Picture picture{40, 30, 2};
    const auto device_picture = input("picture", picture.pixels());
    std::vector<float> out(picture.pixels().size());
    MemoryWitness witness;
    read_window(Exercise::get().queue(), device_picture.buffer(), picture.pitch(), {3, 5, 17, 9}, out.data());
    std::size_t bytes = 0;
    for (const MemoryWitness::Command& command : witness.commands) bytes += command.bytes;
    for (const MemoryWitness::Command& command : witness.commands)
        if (command.queue != Exercise::get().queue()())
            FAIL("A command went into a queue of its own, and not into the one that read_window was given.");
    if (witness.commands.size() != 1)
        FAIL("To fetch a window of 17 × 9, ", witness.commands.size(),
             " commands were enqueued. One is enough.");
    if (bytes != 17 * 9 * sizeof(float))
        FAIL("A window of 17 × 9 floats has ", 17 * 9 * sizeof(float), " bytes, and ", bytes, " were moved.");
    if (witness.on_their_way() > 0)
        FAIL("read_window returned while its command was still on its way: nobody waited for it.");
}

TEST_CASE("a row may be longer than 32 bits count, in bytes")
{
    const std::vector<float> row{1, 2, 3};
    const auto device_row = input("picture", row);
    std::vector<float> out(row.size());
    MemoryWitness witness;
    constexpr std::size_t pitch = (std::size_t{1} << 30U) + 1;
    try {
        read_window(Exercise::get().queue(), device_row.buffer(), pitch, {0, 0, 3, 1}, out.data());
    } catch (const cl::Error&) // a device may refuse so long a row; what it was asked for counts
    {
    }
    for (const MemoryWitness::Box& box : witness.boxes)
        if (box.row_pitch != pitch * sizeof(float))
            FAIL("Rows of ", pitch, " floats are ", pitch * sizeof(float),
                 " bytes apart; the command was given ", box.row_pitch, ".");
}
