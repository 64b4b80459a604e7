// Tests of the sprites: the bytes in the buffer, the pixels in the picture, and the commands that moved them.
#include "sprites.hpp"

#include <lockstep/image_input.hpp>
#include <lockstep/memory_witness.hpp>

#include <algorithm>
#include <string>

using namespace lockstep;

namespace
{

using Bytes = std::vector<std::uint8_t>;

/// A format, and the bytes of its pixels. Those of one channel a device of OpenCL 1.2 or 3.0 may lack.
struct Pixel
{
    cl::ImageFormat format;
    std::size_t bytes;
};

const Pixel one_byte{{CL_R, CL_UNSIGNED_INT8}, 1};
const Pixel two_bytes{{CL_R, CL_UNSIGNED_INT16}, 2};
const Pixel four_bytes{{CL_RGBA, CL_UNORM_INT8}, 4};
const Pixel eight_bytes{{CL_RGBA, CL_UNSIGNED_INT16}, 8};
const Pixel sixteen_bytes{{CL_RGBA, CL_UNSIGNED_INT32}, 16};
const std::vector<Pixel> all_pixels{four_bytes, one_byte, two_bytes, eight_bytes, sixteen_bytes};
const std::vector<Pixel> rare_pixels{
    {{CL_RG, CL_UNSIGNED_INT8}, 2}, {{CL_RG, CL_SIGNED_INT16}, 4},   {{CL_RG, CL_UNSIGNED_INT32}, 8},
    {{CL_R, CL_SIGNED_INT32}, 4},   {{CL_A, CL_UNSIGNED_INT8}, 1},   {{CL_A, CL_UNORM_INT16}, 2},
    {{CL_BGRA, CL_UNORM_INT8}, 4},  {{CL_RGBA, CL_SIGNED_INT16}, 8}, {{CL_LUMINANCE, CL_UNORM_INT8}, 1}};

constexpr std::size_t said_gap = 48; // bytes that images say to have behind each row; many devices' have

constexpr std::size_t behind = 256; // bytes behind the sprites, which must stay as they are
constexpr std::uint8_t untouched = 0xA7;

cl::Buffer buffer_of(const Bytes& bytes)
{
    const cl::Buffer buffer{Exercise::get().context(), CL_MEM_READ_WRITE, bytes.size()};
    Exercise::get().queue().enqueueWriteBuffer(buffer, CL_TRUE, 0, bytes.size(), bytes.data());
    return buffer;
}

Bytes bytes_of(const cl::Buffer& buffer)
{
    Bytes bytes(buffer.getInfo<CL_MEM_SIZE>());
    Exercise::get().queue().enqueueReadBuffer(buffer, CL_TRUE, 0, bytes.size(), bytes.data());
    return bytes;
}

/// How many whole cells a sheet has.
Extent cells_of(const Extent& sheet, const Cell& cell)
{
    return {sheet.columns / cell.columns, sheet.rows / cell.rows};
}

/// All sprites of a sheet, one after the other.
Bytes cut(const Bytes& sheet, const Extent& extent, const Cell& cell, std::size_t pixel_bytes)
{
    Bytes sprites;
    const Extent cells = cells_of(extent, cell);
    for (std::size_t n = 0; n < cells.pixels(); ++n)
        for (std::size_t y = 0; y < cell.rows; ++y) {
            const std::size_t row = n / cells.columns * cell.rows + y;
            const std::size_t from = row * extent.columns + n % cells.columns * cell.columns;
            const auto begin = sheet.begin() + static_cast<std::ptrdiff_t>(from * pixel_bytes);
            sprites.insert(sprites.end(), begin,
                           begin + static_cast<std::ptrdiff_t>(cell.columns * pixel_bytes));
        }
    return sprites;
}

/// Fails with the first byte that differs, by the sprite and the pixel that it belongs to.
void expect_sprites(Bytes expected, const Bytes& got, const Cell& cell, std::size_t pixel_bytes)
{
    const std::size_t sprite = cell.columns * cell.rows * pixel_bytes;
    const std::size_t end = expected.size();
    expected.resize(got.size(), untouched);
    for (std::size_t i = 0; i < got.size(); ++i) {
        if (got[i] == expected[i]) continue;
        if (i >= end)
            FAIL("Byte ", i, " of the buffer was written, and the ", end / sprite, " sprites have ", end,
                 " bytes.");
        const std::size_t pixel = i % sprite / pixel_bytes;
        FAIL("Byte ", i, " of the buffer, of pixel (", pixel % cell.columns, ", ", pixel / cell.columns,
             ") of sprite ", i / sprite, ", is ", int{got[i]}, "; expected ", int{expected[i]}, ".");
    }
}

void check_cut(const Pixel& pixel, const Extent& extent, const Cell& cell)
{
    Exercise& exercise = Exercise::get();
    INFO("a sheet of ", extent.columns, " × ", extent.rows, " with ", pixel.bytes,
         " bytes a pixel, cells of ", cell.columns, " × ", cell.rows);
    const Bytes pixels = random_bytes(extent.pixels() * pixel.bytes, 630 + extent.pixels());
    const Bytes expected = cut(pixels, extent, cell, pixel.bytes);
    const cl::Image2D sheet = image_input(pixel.format, extent, pixels);
    const cl::Buffer sprites = buffer_of(Bytes(expected.size() + behind, untouched));
    const std::size_t count = cut_sprites(exercise.queue(), sheet, cell, sprites);
    exercise.queue().finish();
    if (count != cells_of(extent, cell).pixels())
        FAIL("cut_sprites returned ", count, ", and the sheet has ", cells_of(extent, cell).pixels(),
             " whole cells.");
    expect_sprites(expected, bytes_of(sprites), cell, pixel.bytes);
}

/// Lays these sprites of random ones with their first corner at `at`, into a picture with some pixels to spare.
void check_lay(const Pixel& pixel, const Cell& cell, const std::vector<std::size_t>& numbers, const Place& at)
{
    Exercise& exercise = Exercise::get();
    std::size_t most = 0;
    for (const std::size_t number : numbers) most = std::max(most, number);
    const std::size_t sprite_bytes = cell.columns * cell.rows * pixel.bytes;
    const Bytes sprites = random_bytes((most + 1) * sprite_bytes, 640 + most);
    const Extent extent{at.x + cell.columns * numbers.size() + 2, at.y + cell.rows + 3};
    const Bytes before = random_bytes(extent.pixels() * pixel.bytes, 650 + most);
    Bytes expected = before;
    for (std::size_t i = 0; i < numbers.size(); ++i)
        for (std::size_t y = 0; y < cell.rows; ++y) {
            const std::size_t to = (at.y + y) * extent.columns + at.x + i * cell.columns;
            std::copy_n(sprites.begin() + static_cast<std::ptrdiff_t>(numbers[i] * sprite_bytes +
                                                                      y * cell.columns * pixel.bytes),
                        cell.columns * pixel.bytes,
                        expected.begin() + static_cast<std::ptrdiff_t>(to * pixel.bytes));
        }
    const cl::Image2D picture = image_input(pixel.format, extent, before);
    const cl::Buffer device_sprites = buffer_of(sprites);
    lay_sprites(exercise.queue(), device_sprites, cell, numbers, picture, at);
    exercise.queue().finish();
    INFO(numbers.size(), " sprites of ", cell.columns, " × ", cell.rows, " with ", pixel.bytes,
         " bytes a pixel, from (", at.x, ", ", at.y, ") on");
    expect_same_pixels("picture", extent, expected, values_of<std::uint8_t>(picture));
}

/// Fails unless there were `count` commands of this name and no others, each of which moved a cell's bytes.
void expect_copies(const MemoryWitness& witness, const std::string& name, std::size_t count,
                   std::size_t bytes)
{
    for (const MemoryWitness::Command& command : witness.commands) {
        if (command.queue != Exercise::get().queue()())
            FAIL("A command went into a queue of its own, and not into the one that was given.");
        if (command.name != name)
            FAIL("A command was ", command.name, ". Here all that is needed is ", name, ".");
        if (command.bytes != bytes)
            FAIL("A sprite has ", bytes, " bytes, and a copy moved ", command.bytes, ".");
    }
    if (witness.commands.size() != count)
        FAIL(count, " sprites are one copy each; there were ", witness.commands.size(), " commands.");
}

} // namespace

// OpenCL's function, as the code under test sees it.
LOCKSTEP_REPLACE(clGetImageInfo, image, question, bytes, answer, needed)
{
    const cl_int code = real();
    if (answer == nullptr || inside_library != 0) return code;
    if (question == CL_IMAGE_ROW_PITCH) *static_cast<std::size_t*>(answer) += said_gap;
    return code;
}

TEST_CASE("a sheet is cut into its sprites")
{
    check_cut(four_bytes, {12, 8}, {4, 4});
    check_cut(four_bytes, {6, 10}, {2, 5});
    check_cut(four_bytes, {9, 4}, {3, 4});
    check_cut(four_bytes, {5, 6}, {5, 2});
    check_cut(four_bytes, {7, 3}, {7, 3});
    check_cut(four_bytes, {5, 3}, {1, 1});
}

TEST_CASE("what is no whole cell is left out")
{
    check_cut(four_bytes, {7, 5}, {3, 2});
    check_cut(four_bytes, {11, 8}, {4, 4});
    check_cut(four_bytes, {8, 11}, {4, 4});
    check_cut(four_bytes, {5, 13}, {4, 6});
}

TEST_CASE("pixels may have 1, 2, 8 or 16 bytes")
{
    for (const Pixel& pixel : all_pixels) {
        if (!has_images_of(pixel.format)) continue;
        check_cut(pixel, {7, 5}, {3, 2});
        check_cut(pixel, {6, 9}, {2, 3});
        check_lay(pixel, {3, 2}, {4, 0, 2}, {1, 2});
    }
}

TEST_CASE("the image knows the bytes of its pixels")
{
    for (const Pixel& pixel : rare_pixels) {
        if (!has_images_of(pixel.format)) continue;
        INFO("channel order ", pixel.format.image_channel_order, ", data type ",
             pixel.format.image_channel_data_type);
        check_cut(pixel, {7, 5}, {3, 2});
        check_lay(pixel, {3, 2}, {4, 0, 2}, {1, 2});
    }
}

TEST_CASE("a sheet smaller than a cell has no sprites")
{
    check_cut(four_bytes, {3, 5}, {4, 2});
    check_cut(four_bytes, {5, 3}, {2, 4});
    check_cut(eight_bytes, {3, 3}, {4, 4});
}

TEST_CASE("sprites are laid side by side")
{
    check_lay(four_bytes, {3, 2}, {0, 1, 2}, {0, 0});
    check_lay(four_bytes, {2, 5}, {5, 3, 3, 0, 5}, {0, 0});
    check_lay(four_bytes, {1, 1}, {7, 6, 1, 2, 0}, {0, 0});
    check_lay(four_bytes, {5, 3}, {2}, {0, 0});
}

TEST_CASE("the row may begin anywhere in the picture")
{
    check_lay(four_bytes, {3, 2}, {1, 0}, {4, 1});
    check_lay(four_bytes, {2, 3}, {0, 2, 1}, {0, 5});
    check_lay(four_bytes, {2, 3}, {1, 1}, {7, 0});
    check_lay(four_bytes, {2, 3}, {1, 0}, {300, 0});
    check_lay(four_bytes, {2, 3}, {1, 0}, {0, 300});
    check_lay(four_bytes, {2, 3}, {}, {1, 1});
}

TEST_CASE("a sprite may begin farther into the buffer than 32 bits can count")
{
    constexpr std::size_t number = (std::size_t{1} << 30U) + 7, bytes = 6 * 4;
    const cl::Image2D picture = image_input(four_bytes.format, {20, 9}, Bytes(720, 2));
    const cl::Buffer sprites = buffer_of(Bytes(bytes));
    MemoryWitness witness;
    witness.only_notes_copies_of_images = true;
    lay_sprites(Exercise::get().queue(), sprites, {3, 2}, {number}, picture, {2, 3});
    if (witness.image_boxes.size() != 1)
        FAIL("One sprite is one copy; there were ", witness.image_boxes.size(), ".");
    if (const std::size_t begin = witness.image_boxes.front().offset; begin != number * bytes)
        FAIL("Sprite ", number, " of ", bytes, " bytes each begins at byte ", number * bytes,
             " of the buffer, and the copy began at byte ", begin, ".");
}

TEST_CASE("each sprite is one copy on the device")
{
    Exercise& exercise = Exercise::get();
    for (const Pixel& pixel : {one_byte, four_bytes, sixteen_bytes}) {
        if (!has_images_of(pixel.format)) continue;
        const Cell cell{3, 2};
        const std::size_t bytes = 6 * pixel.bytes;
        const cl::Image2D sheet = image_input(pixel.format, {11, 5}, Bytes(55 * pixel.bytes, 1));
        const cl::Image2D picture = image_input(pixel.format, {20, 9}, Bytes(180 * pixel.bytes, 2));
        const cl::Buffer sprites = buffer_of(Bytes(6 * bytes));
        {
            MemoryWitness witness;
            cut_sprites(exercise.queue(), sheet, cell, sprites);
            expect_copies(witness, "clEnqueueCopyImageToBuffer", 6, bytes);
            if (witness.alive() > 0) FAIL("cut_sprites left a memory object behind.");
        }
        MemoryWitness witness;
        lay_sprites(exercise.queue(), sprites, cell, {3, 0, 0, 5}, picture, {2, 3});
        expect_copies(witness, "clEnqueueCopyBufferToImage", 4, bytes);
        exercise.queue().finish();
    }
}
