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
    const Exercise& exercise = Exercise::get();
    const std::vector<float> pixels = picture.pixels();
    const std::size_t pitch = picture.pitch();
    const auto device_picture = input("picture", pixels);

    // Behind out there is room for what a wrong pitch would write.
    std::vector<float> got(pixels.size() + pitch, untouched), expected = got;
    for (std::size_t y = 0; y < window.rows; ++y)
        for (std::size_t x = 0; x < window.columns; ++x)
            expected[y * window.columns + x] = pixels[(window.y + y) * pitch + window.x + x];
    read_window(exercise.queue(), device_picture.buffer(), pitch, window, got.data());
    exercise.queue().finish();
    INFO("a picture of ", picture.columns, " × ", picture.rows, " with pitch ", pitch, ", a window of ",
         window.columns, " × ", window.rows, " from (", window.x, ", ", window.y,
         "). Behind the window's pixels out held ", untouched);
    expect_same("out", expected, got, {}, window.columns);
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

TEST_CASE("a row may have more bytes than 32 bits can count")
{
    // No such picture is there, so the command is refused. The witness notes what it was told.
    constexpr std::size_t many = std::size_t{1} << 30U, pitch = 2 * many + 9;
    constexpr Window window{many + 3, 1, many + 5, 2};
    const auto picture = input("picture", std::vector<float>{1, 2});
    float out = 0;
    MemoryWitness witness;
    try {
        read_window(Exercise::get().queue(), picture.buffer(), pitch, window, &out);
    } catch (const cl::Error&) {
    }
    const std::size_t begin = (pitch + window.x) * sizeof(float), row = window.columns * sizeof(float);
    const MemoryWitness::Box expected{begin, begin + pitch * sizeof(float) + row, 2 * row};
    if (witness.boxes.empty()) FAIL("No read of a box was enqueued.");
    if (const MemoryWitness::Box& box = witness.boxes.front(); box != expected)
        FAIL("In rows of ", pitch, " floats, the window of ", window.columns, " × 2 from (", window.x,
             ", 1) lies in the bytes from ", expected.begin, " to before ", expected.end,
             ". The command was told those from ", box.begin, " to before ", box.end, ".");
}
