// Tests of the planes against the host, byte by byte, with what lies between the rows.
#include <lockstep/probes.hpp>

#include <string>

using namespace lockstep;

namespace
{

/// A picture, and the bytes of padding that follow its rows beyond the next multiple of 32.
struct Picture
{
    Size2D size;
    std::size_t padding;
    std::size_t launched_columns =
        0; ///< work-items to launch; 0 stands for all, rounded up to whole work-groups
    std::size_t launched_rows = 0;

    /// Whether there is a work-item for pixel (x, y).
    bool has_work_item(std::size_t x, std::size_t y) const
    {
        return launched_columns == 0 || (x / 4 < launched_columns && y < launched_rows);
    }
};

/// A plane that holds `before`. Under Oclgrind it holds nothing, so that a kernel which reads padding, be it to write it
/// back, is found.
const GuardedBuffer<std::uint8_t>* plane_on_device(const std::string& name,
                                                   const std::vector<std::uint8_t>& before)
{
    return kept(Exercise::get().clean_stage() ? output<std::uint8_t>(name, before.size())
                                              : input(name, before));
}

void check_plane(const std::string& name, const std::vector<std::uint8_t>& expected,
                 std::vector<std::uint8_t> got, const Picture& picture, std::size_t pitch)
{
    const Size2D& size = picture.size;
    for (std::size_t y = 0; y < size.rows; ++y)
        for (std::size_t x = 0; x < pitch; ++x) {
            const std::size_t i = y * pitch + x;
            if (x < size.columns && picture.has_work_item(x, y)) continue;
            if (Exercise::get().clean_stage()) got[i] = expected[i];
            if (got[i] == expected[i]) continue;
            if (x >= size.columns)
                FAIL("The kernel wrote ", name, " into the padding: row ", y, " ends at ", size.columns,
                     ", and byte ", x, " is not the picture's.");
            FAIL("Only ", picture.launched_columns, " × ", picture.launched_rows,
                 " work-items were launched, and the ", name, " of pixel (", x, ", ", y,
                 ") was written. A work-item makes its own four pixels and no others.");
        }
    Exercise::get().expect_same(name, expected, got, {}, pitch);
}

void check_planes(const Picture& picture)
{
    Exercise& exercise = Exercise::get();
    cl::Kernel kernel = exercise.kernel(
        "planes.cl", "planes",
        {"global uchar4*", "global uchar*", "global uchar*", "global uchar*", "uint", "uint", "uint"});
    const Size2D& size = picture.size;
    const std::size_t pitch = round_up(size.columns, 32) + picture.padding;
    const std::size_t bytes = pitch * size.rows;
    const std::vector<std::uint8_t> pixels = random_bytes(4 * bytes, 500 + bytes);

    // Each plane begins as what it must not become; padding holds bytes that must still be there afterwards.
    std::array<std::vector<std::uint8_t>, 3> expected;
    std::array<std::vector<std::uint8_t>, 3> before;
    for (std::size_t plane = 0; plane < 3; ++plane) {
        expected[plane] = random_bytes(bytes, 600 + plane);
        before[plane] = expected[plane];
        for (std::size_t y = 0; y < size.rows; ++y)
            for (std::size_t x = 0; x < size.columns; ++x) {
                const std::size_t i = y * pitch + x;
                expected[plane][i] = pixels[4 * i + plane];
                before[plane][i] = static_cast<std::uint8_t>(~expected[plane][i]);
                if (!picture.has_work_item(x, y)) expected[plane][i] = before[plane][i];
            }
    }

    const auto& device_pixels = *kept(input("pixels", pixels));
    const auto& red = *plane_on_device("red", before[0]);
    const auto& green = *plane_on_device("green", before[1]);
    const auto& blue = *plane_on_device("blue", before[2]);
    exercise.launch(kernel,
                    {.global = picture.launched_columns == 0
                                   ? cl::NDRange(round_up((size.columns + 3) / 4, size.group_columns),
                                                 round_up(size.rows, size.group_rows))
                                   : cl::NDRange(picture.launched_columns, picture.launched_rows),
                     .local = cl::NDRange(size.group_columns, size.group_rows)},
                    device_pixels, red, green, blue, static_cast<cl_uint>(size.columns),
                    static_cast<cl_uint>(size.rows), static_cast<cl_uint>(pitch));

    INFO("columns ", size.columns, ", rows ", size.rows, ", pitch ", pitch, ", work-groups of ",
         size.group_columns, " by ", size.group_rows);
    check_plane("red", expected[0], red.read(), picture, pitch);
    check_plane("green", expected[1], green.read(), picture, pitch);
    check_plane("blue", expected[2], blue.read(), picture, pitch);
    exercise.expect_same("pixels", pixels, device_pixels.read(), {}, 4 * pitch);
}

} // namespace

TEST_CASE("a picture without padding is split into its planes")
{
    check_planes({{64, 8, 16, 4}, 0});
}

TEST_CASE("whole words and padding: only the picture is written")
{
    check_planes({{40, 6, 8, 8}, 32});
}

TEST_CASE("one, two or three pixels are left over at the end of a row")
{
    for (const std::size_t columns : {1U, 2U, 3U, 33U, 34U, 35U}) check_planes({{columns, 5, 8, 8}, 0});
}

TEST_CASE("a work-item makes its own four pixels and no others")
{
    const Size2D size{43, 11, 5, 3};
    for (const Picture& picture :
         {Picture{size, 0, 10, 6}, Picture{size, 32, 5, 12}, Picture{size, 0, 15, 3}})
        check_planes(picture);
}

TEST_CASE("planes handles every size, pitch and work-group")
{
    for (const Size2D& size : Exercise::get().sizes_2d())
        for (const std::size_t padding : {std::size_t{0}, std::size_t{96}}) check_planes({size, padding});
}

TEST_CASE("a row may be long, and a picture may have many rows")
{
    if (Exercise::get().clean_stage()) return;
    check_planes({{70'001, 1, 16, 4}, 0});
    check_planes({{4, 70'001, 16, 4}, 0});
}

TEST_SUITE("lens")
{
    TEST_CASE("a picture of 512 by 32 under the lens")
    {
        check_planes({{512, 32, 32, 4}, 0});
    }

    TEST_CASE("a picture of 501 by 29 with padding under the lens")
    {
        check_planes({{501, 29, 32, 3}, 96});
    }

    TEST_CASE("a picture of 385 to 507 by 23 under the lens")
    {
        // Four times 128 pixels a row, the last of them in part, and one to three left over: the same limits fit each width.
        const std::size_t drawn = count_of_its_own("planes.cl");
        check_planes({{384 + 4 * (drawn / 3 % 31) + 1 + drawn % 3, 23, 32, 3}, 32});
    }
}
