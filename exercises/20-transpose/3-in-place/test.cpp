// Tests of the transpose in place: every element has a number of its own, so each lost or misplaced one is seen.
#include <lockstep/kernel_set.hpp>
#include <lockstep/probes.hpp>
#include <lockstep/transpose_checks.hpp>

#include <utility>

using namespace lockstep;

namespace
{

constexpr std::size_t tile = 32;
constexpr std::size_t group_rows = 8;

cl::Kernel transpose_kernel()
{
    return Exercise::get().kernel("in_place.cl", "transpose_in_place", {"global float*", "uint"});
}

/// For launches of one work-group, which takes itself for one of tiles × tiles: the launch's offset says which.
cl::Kernel group_alone(std::size_t tiles)
{
    transpose_kernel(); // ends the test when the file does not build: its message is better
    const Launch whole{.global = cl::NDRange(tiles * tile, tiles * group_rows),
                       .local = cl::NDRange(tile, group_rows)};
    return {program_behind(groups_of(whole), "in_place.cl"), "transpose_in_place"};
}

/// Transposes once, or several times.
void check_matrix(const std::vector<float>& before, std::size_t n, int times = 1)
{
    Exercise& exercise = Exercise::get();
    cl::Kernel kernel = transpose_kernel();
    const auto matrix = input("matrix", before);
    for (int i = 0; i < times; ++i)
        exercise.launch(kernel,
                        {.global = cl::NDRange(round_up(n, tile), round_up(n, tile) / tile * group_rows),
                         .local = cl::NDRange(tile, group_rows)},
                        matrix, static_cast<cl_uint>(n));
    INFO(n, " rows of ", n);
    if (times % 2 == 0)
        exercise.expect_same("matrix", before, matrix.read(), {}, n);
    else
        expect_agreed("matrix", transposed(before, n, n), matrix.read(), {}, n);
}

void check_size(std::size_t n, int times = 1)
{
    check_matrix(all_different(n * n), n, times);
}

/// How many pairs of tiles differ; a tile of the diagonal is a pair of its own.
std::size_t changed_pairs(const std::vector<float>& before, const std::vector<float>& after, std::size_t n)
{
    const std::size_t tiles = round_up(n, tile) / tile;
    std::vector<bool> changed(tiles * tiles);
    for (std::size_t i = 0; i < after.size(); ++i)
        if (after[i] != before[i]) changed[i / n / tile * tiles + i % n / tile] = true;
    std::size_t pairs = 0;
    for (std::size_t h = 0; h < tiles; ++h)
        for (std::size_t g = h; g < tiles; ++g)
            pairs += changed[h * tiles + g] || changed[g * tiles + h] ? 1U : 0U;
    return pairs;
}

} // namespace

TEST_CASE("a tile of the diagonal is turned")
{
    check_size(32);
    check_size(1);
    check_size(7);
}

TEST_CASE("tiles change places")
{
    check_size(64);
    if (!Exercise::get().clean_stage()) check_size(96);
}

TEST_CASE("a matrix that does not fill its tiles is transposed")
{
    check_size(33);
    check_size(45);
    if (Exercise::get().clean_stage()) return;
    check_size(75);
    check_size(515);
    check_size(1060);
    check_size(count_of_its_own("in_place.cl") / 8);
    check_size(4111); // more than 2^24 elements
}

TEST_CASE("what is moved is not changed")
{
    check_matrix(of_all_kinds(std::size_t{40} * 40), 40);
}

TEST_CASE("a work-group takes one pair of tiles at most")
{
    // The work-groups are launched one at a time. Which pair each takes, or none, is the kernel's choice.
    const std::size_t n = Exercise::get().clean_stage() ? 40 : count_of_its_own("in_place.cl") / 8,
                      tiles = round_up(n, tile) / tile;
    const std::vector<float> numbers = all_different(n * n);
    Exercise& exercise = Exercise::get();
    const auto matrix = input("matrix", numbers);
    cl::Kernel kernel = group_alone(tiles);
    std::vector<float> before = numbers;
    for (std::size_t number = 0; number < tiles * tiles; ++number) {
        const std::size_t across = number % tiles, down = number / tiles;
        exercise.launch(kernel,
                        {.global = cl::NDRange(tile, group_rows),
                         .local = cl::NDRange(tile, group_rows),
                         .offset = cl::NDRange(across * tile, down * group_rows)},
                        matrix, static_cast<cl_uint>(n));
        std::vector<float> after = matrix.read();
        const std::size_t pairs = changed_pairs(before, after, n);
        if (pairs > 1)
            FAIL("Work-group (", across, ", ", down, ") was launched alone, for a matrix of ", tiles, " × ",
                 tiles, " tiles, and ", pairs,
                 " pairs of tiles changed. A work-group exchanges one pair, or turns one tile of the "
                 "diagonal.");
        before = std::move(after);
    }
    INFO(n, " rows of ", n, ", after all work-groups have been launched one at a time");
    exercise.expect_same("matrix", transposed(numbers, n, n).values, before, {}, n);
}

TEST_CASE("every work-item moves its own share of a tile")
{
    if (Exercise::get().clean_stage()) return; // what nobody brings to the tile is read from it
    expect_shared_tile({.file = "in_place.cl",
                        .name = "transpose_in_place",
                        .side = tile,
                        .work_group = cl::NDRange(tile, group_rows),
                        .is_in_place = true});
}

TEST_CASE("transposed twice, a matrix is what it was, and transposed thrice it is not")
{
    check_size(40, 2);
    check_size(33, 3);
}

TEST_SUITE("lens")
{
    TEST_CASE("a matrix of 128 rows of 128")
    {
        check_size(128);
    }

    TEST_CASE("a matrix of 117 rows of 117")
    {
        check_size(117);
    }

    TEST_CASE("a matrix of 220 to 238 rows")
    {
        check_size(220 + count_of_its_own("in_place.cl") % 19);
    }
}
