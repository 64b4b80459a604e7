// Tests of the threshold: everything is whole numbers, so every pixel must agree.
#include <lockstep/probes.hpp>

#include <algorithm>
#include <array>

using namespace lockstep;

namespace
{

using Bytes = std::vector<std::uint8_t>;

/// Sums of all pixels left of a column and above a row, with a column and a row more than the picture.
template <typename T>
std::vector<T> table_of(const Bytes& picture, std::size_t columns)
{
    const std::size_t pitch = columns + 1;
    std::vector<T> table((picture.size() / columns + 1) * pitch, 0);
    for (std::size_t i = 0; i < picture.size(); ++i) {
        const std::size_t here = (i / columns + 1) * pitch + i % columns + 1;
        table[here] = table[here - 1] + table[here - pitch] - table[here - pitch - 1] + picture[i];
    }
    return table;
}

Bytes ink_of(const Bytes& picture, std::size_t columns, std::size_t radius)
{
    const std::vector<std::uint64_t> table = table_of<std::uint64_t>(picture, columns); // wraps nowhere
    const std::size_t rows = picture.size() / columns, pitch = columns + 1;
    Bytes ink;
    for (std::size_t i = 0; i < picture.size(); ++i) {
        const std::size_t x = i % columns, y = i / columns;
        const std::size_t left = std::max(x, radius) - radius, right = std::min(x + radius + 1, columns);
        const std::size_t top = std::max(y, radius) - radius, bottom = std::min(y + radius + 1, rows);
        const std::uint64_t sum = table[bottom * pitch + right] - table[bottom * pitch + left] -
                                  table[top * pitch + right] + table[top * pitch + left];
        ink.push_back(100 * picture[i] * (right - left) * (bottom - top) < 85 * sum ? 1 : 0);
    }
    return ink;
}

cl::Kernel ink_kernel()
{
    return Exercise::get().kernel("ink.cl", "mark_ink",
                                  {"global uchar*", "global uint*", "global uchar*", "uint", "uint", "uint"});
}

void check(const Bytes& picture, std::size_t columns, std::size_t radius,
           const std::array<std::size_t, 2>& group = {32, 4})
{
    Exercise& exercise = Exercise::get();
    const std::size_t rows = picture.size() / columns;
    cl::Kernel kernel = ink_kernel();
    const auto device_picture = input("picture", picture);
    const auto table = input("table", table_of<cl_uint>(picture, columns));
    const auto ink = output<std::uint8_t>("ink", picture.size());
    exercise.launch(kernel,
                    {.global = cl::NDRange(round_up(columns, group[0]), round_up(rows, group[1])),
                     .local = cl::NDRange(group[0], group[1])},
                    device_picture, table, ink, static_cast<cl_uint>(columns), static_cast<cl_uint>(rows),
                    static_cast<cl_uint>(radius));
    INFO(columns, " columns, ", rows, " rows, radius ", radius);
    exercise.expect_same("ink", ink_of(picture, columns, radius), ink.read(), {}, columns);
    exercise.expect_same("picture", picture, device_picture.read(), {}, columns);
}

/// A page in uneven light, on which about a third of the pixels is ink.
Bytes page(std::size_t columns, std::size_t rows)
{
    Bytes picture = random_bytes(columns * rows, columns + 3 * rows);
    for (std::size_t i = 0; i < picture.size(); ++i)
        picture[i] = static_cast<std::uint8_t>(
            (picture[i] % 3 == 0 ? 60U : 140U) * (i % columns + 30) / (columns + 30) + picture[i] / 8);
    return picture;
}

} // namespace

TEST_CASE("ink is told from paper in pictures and groups of every shape")
{
    for (const Size2D& size : Exercise::get().sizes_2d())
        check(page(size.columns, size.rows), size.columns, 3, {size.group_columns, size.group_rows});
    check(page(12, 9), 12, 2, {6, 3});
    if (!Exercise::get().clean_stage()) check(page(641, 480), 641, 24, {48, 2});
}

TEST_CASE("windows are cut to the picture, however large they are")
{
    for (const std::size_t radius : {0U, 1U, 8U, 20U, 2000U}) check(page(21, 17), 21, radius);
    check({7}, 1, 2000);
    check(page(1, 40), 1, 5);
    check(page(40, 1), 40, 5);
}

TEST_CASE("a pixel of exactly 85 percent is paper")
{
    // Of nine pixels that add up to 180, 17 is 85 percent of the mean; of 181 it is less.
    check({20, 20, 20, 20, 17, 20, 20, 20, 23}, 3, 1);
    check({20, 20, 20, 20, 17, 20, 20, 20, 24}, 3, 1);
    check({20, 20, 20, 20, 17, 20, 20, 20, 22}, 3, 1);
}

TEST_CASE("windows of millions of pixels are compared exactly")
{
    if (Exercise::get().clean_stage()) return;
    constexpr std::size_t side = 2001, middle = side * side / 2;
    struct Page
    {
        std::uint8_t pixel, corner, others;
    };
    for (const Page& page :
         {Page{170, 230, 200}, Page{170, 231, 200}, Page{255, 90, 90}, Page{20, 250, 250}}) {
        Bytes picture(side * side, page.others); // in the first two, one unit of the sum decides
        picture[middle] = page.pixel;
        picture[0] = page.corner;
        cl::Kernel kernel = ink_kernel();
        const auto device_picture = input("picture", picture);
        const auto table = input("table", table_of<cl_uint>(picture, side));
        const auto ink = output<std::uint8_t>("ink", picture.size());
        Exercise::get().launch(kernel, {.global = {1, 1}, .local = {1, 1}, .offset = {side / 2, side / 2}},
                               device_picture, table, ink, cl_uint{side}, cl_uint{side}, cl_uint{1000});
        const std::uint64_t sum = std::uint64_t{page.others} * (side * side - 2) + page.pixel + page.corner;
        const bool expected = 100 * page.pixel * side * side < 85 * sum;
        if ((ink.read()[middle] == 1) != expected)
            FAIL("In a window of ", side, " × ", side, " pixels with the sum ", sum, ", a pixel of ",
                 int{page.pixel}, " is ", std::string{expected ? "ink" : "paper"},
                 ", and the kernel says otherwise.");
    }
}

TEST_CASE("the table's sums may have wrapped around")
{
    if (Exercise::get().clean_stage()) return;
    Bytes picture(std::size_t{70'001} * 257, 255);
    for (std::size_t i = 0; i < picture.size(); i += 7) picture[i] = 200;
    check(picture, 70'001, 2, {128, 1});
}

TEST_SUITE("lens")
{
    TEST_CASE("128 by 64 pixels, radius 20")
    {
        check(page(128, 64), 128, 20);
    }

    TEST_CASE("100 by 37 pixels, radius 7")
    {
        check(page(100, 37), 100, 7);
    }
}
