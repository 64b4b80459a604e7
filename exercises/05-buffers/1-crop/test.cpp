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

TEST_CASE("a picture that has changed is read again")
{
    const Picture picture{12, 9};
    const Window window{2, 3, 5, 4};
    const auto device_picture = input("picture", picture.pixels());
    const cl::CommandQueue& queue = Exercise::get().queue();
    for (const float value : {3.0F, 8.0F}) {
        const std::vector<float> pixels(picture.columns * picture.rows, value);
        queue.enqueueWriteBuffer(device_picture.buffer(), CL_TRUE, 0, pixels.size() * sizeof(float),
                                 pixels.data());
        std::vector<float> out(window.columns * window.rows);
        read_window(queue, device_picture.buffer(), picture.pitch(), window, out.data());
        queue.finish();
        Exercise::get().expect_same("out", std::vector<float>(out.size(), value), out, {}, window.columns);
    }
}

TEST_CASE("a picture may have more rows than 16 bits count")
{
    if (Exercise::get().clean_stage()) return;
    check_window({3, 70'000}, {1, 66'000, 2, 100});
    check_window({3, 70'000}, {1, 0, 2, 70'000});
}

namespace
{

/// Asks for a window of a picture that its buffer does not hold, and compares what the device was asked for.
void check_box(std::size_t pitch, const Window& window)
{
    const std::vector<float> pixels{1, 2, 3};
    const auto picture = input("picture", pixels);
    std::vector<float> out(16);
    MemoryWitness witness;
    try {
        read_window(Exercise::get().queue(), picture.buffer(), pitch, window, out.data());
    } catch (const cl::Error&) // as it should be
    {
    }
    const std::size_t begin = (window.y * pitch + window.x) * sizeof(float);
    const std::size_t end = begin + ((window.rows - 1) * pitch + window.columns) * sizeof(float);
    const std::size_t bytes = window.columns * window.rows * sizeof(float);
    INFO("rows ", pitch, " floats apart, a window of ", window.columns, " × ", window.rows, " from (",
         window.x, ", ", window.y, ")");
    for (const MemoryWitness::Box& box : witness.boxes)
        if (box != MemoryWitness::Box{begin, end, bytes})
            FAIL("The window has ", bytes, " bytes, from byte ", begin, " to before byte ", end,
                 " of the buffer; the command was asked for ", box.bytes, ", from ", box.begin, " to before ",
                 box.end, ".");
}

} // namespace

TEST_CASE("a row may be longer than 32 bits count, in bytes")
{
    constexpr std::size_t far = std::size_t{1} << 30U;
    check_box(far + 1, {0, 0, 3, 2});
    check_box(2 * far, {far + 1, 1, 3, 1});
    check_box(2 * far, {0, 0, far + 3, 2});
}
