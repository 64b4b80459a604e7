// Tests of the threshold: everything is whole numbers, so every pixel must agree.
#include <lockstep/exercise.hpp>

#include <algorithm>

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

/// @param only the pixel whose work-item is launched, if not all.
void check(const Bytes& picture, std::size_t columns, std::size_t radius, std::size_t group_columns = 32,
           std::size_t group_rows = 4, std::size_t only = SIZE_MAX)
{
    const std::size_t rows = picture.size() / columns;
    const auto ink = output<std::uint8_t>("ink", picture.size());
    Launch how = covering({columns, rows, group_columns, group_rows});
    if (only < picture.size())
        how = {.global = {1, 1}, .local = {1, 1}, .offset = {only % columns, only / columns}};
    launch(Exercise::get().kernel("ink.cl", "mark_ink",
                                  {"global uchar*", "global uint*", "global uchar*", "uint", "uint", "uint"}),
           how, input("picture", picture), input("table", table_of<cl_uint>(picture, columns)), ink, columns,
           rows, radius);
    INFO(columns, " columns, ", rows, " rows, radius ", radius);
    const auto made = [&](std::size_t i) { return only == SIZE_MAX || i == only; };
    expect_part("ink", ink_of(picture, columns, radius), ink.read(), made, {}, columns);
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
    // Of nine pixels that add up to 180, 17 is exactly 85 percent of the mean, and paper.
    check({20, 20, 20, 20, 17, 20, 20, 20, 23}, 3, 1);
    for (const Size2D& size : Exercise::get().sizes_2d())
        check(page(size.columns, size.rows), size.columns, 3, size.group_columns, size.group_rows);
}

TEST_CASE("windows are cut to the picture, however large they are")
{
    for (const std::size_t radius : {0U, 1U, 8U, 20U, 2000U}) check(page(21, 17), 21, radius);
}

TEST_CASE("windows of millions of pixels are compared exactly, and sums that wrapped around")
{
    if (clean_stage()) return;
    constexpr std::size_t side = 2001;
    for (const int corner : {230, 231}) { // one unit of the sum decides about the middle
        Bytes picture(side * side, 200);
        picture[side * side / 2] = 170;
        picture[0] = static_cast<std::uint8_t>(corner);
        check(picture, side, 1000, 1, 1, side * side / 2);
    }
    check(Bytes(std::size_t{70'001} * 257, 255), 70'001, 2, 128, 1);
}

TEST_CASE("windows whose sums are beyond 32 bits a hundredfold")
{
    if (clean_stage()) return;
    const Bytes picture = page(900, 700);
    for (std::size_t pixel = 450; pixel < picture.size();
         pixel += 45'017) // some, which the slow way can do as well
        check(picture, 900, 450, 1, 1, pixel);
    // Here 17 times the sum is beyond 32 bits as well, where 85 and 100 are cut to 17 and 20.
    constexpr std::size_t side = 2001, middle = side * side / 2;
    Bytes large = page(side, side);
    large[middle] = 40;
    check(large, side, 1000, 1, 1, middle);
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
