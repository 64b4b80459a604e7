// Tests of the planes against the host, byte by byte, with what lies between the rows.
#include <lockstep/exercise.hpp>

#include <array>

using namespace lockstep;

namespace
{

/// @param padding bytes that follow each row beyond the next multiple of 32. @param launched_columns,launched_rows work-items, if not all.
void check_planes(const Size2D& size, std::size_t padding, std::size_t launched_columns = SIZE_MAX,
                  std::size_t launched_rows = SIZE_MAX)
{
    const std::size_t pitch = round_up(size.columns, 32) + padding, bytes = pitch * size.rows;
    const std::size_t across = std::min(round_up(size.columns, 4) / 4, launched_columns),
                      down = std::min(size.rows, launched_rows);
    const std::vector<std::uint8_t> pixels = random_bytes(4 * bytes, 500 + bytes);
    cl::Kernel kernel = Exercise::get().kernel(
        "planes.cl", "planes",
        {"global uchar4*", "global uchar*", "global uchar*", "global uchar*", "uint", "uint", "uint"});
    std::vector<GuardedBuffer<std::uint8_t>> planes;
    for (const char* const name : {"red", "green", "blue"})
        planes.push_back(output<std::uint8_t>(name, bytes));
    launch(kernel, covering({across, down, size.group_columns, size.group_rows}), input("pixels", pixels),
           planes[0], planes[1], planes[2], size.columns, size.rows, pitch);
    INFO("columns ", size.columns, ", rows ", size.rows, ", pitch ", pitch, ", work-groups of ",
         size.group_columns, " by ", size.group_rows);
    for (std::size_t colour = 0; colour < 3; ++colour) {
        std::vector<std::uint8_t> expected(bytes);
        for (std::size_t i = 0; i < bytes; ++i) expected[i] = pixels[4 * i + colour];
        const auto made = [&](std::size_t i) {
            return i % pitch < std::min(size.columns, 4 * across) && i / pitch < down;
        };
        expect_part(std::array{"red", "green", "blue"}.at(colour), expected, planes[colour].read(), made, {},
                    pitch);
    }
}

} // namespace

TEST_CASE("a picture without padding is split into its planes")
{
    check_planes({64, 8, 16, 4}, 0);
}

TEST_CASE("whole words and padding: only the picture is written")
{
    check_planes({40, 6, 8, 8}, 32);
}

TEST_CASE("one, two or three pixels are left over at the end of a row")
{
    for (const std::size_t columns : {1U, 2U, 3U, 33U, 34U, 35U}) check_planes({columns, 5, 8, 8}, 0);
}

TEST_CASE("a work-item makes its own four pixels and no others")
{
    check_planes({43, 11, 5, 3}, 0, 10, 6);
    check_planes({43, 11, 5, 3}, 32, 5);
    check_planes({43, 11, 5, 3}, 0, 15, 3);
}

TEST_CASE("planes handles every size, pitch and work-group")
{
    for (const Size2D& size : Exercise::get().sizes_2d())
        for (const std::size_t padding : {std::size_t{0}, std::size_t{96}}) check_planes(size, padding);
}

TEST_CASE("a row may be long, and a picture may have many rows")
{
    if (clean_stage()) return;
    check_planes({70'001, 1, 16, 4}, 0);
    check_planes({4, 70'001, 16, 4}, 0);
}

TEST_SUITE("lens")
{
    TEST_CASE("a picture of 512 by 32 under the lens")
    {
        check_planes({512, 32, 32, 4}, 0);
    }

    TEST_CASE("a picture of 501 by 29 with padding under the lens")
    {
        check_planes({501, 29, 32, 3}, 96);
    }
}
