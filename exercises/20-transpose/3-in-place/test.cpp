// Tests of the transpose in place: every element has a number of its own, so each lost or misplaced one is seen.
#include <lockstep/kernel_set.hpp>
#include <lockstep/probes.hpp>
#include <lockstep/transpose_checks.hpp>

#include <algorithm>
#include <set>

using namespace lockstep;

namespace
{

constexpr std::size_t tile = 32;
constexpr std::size_t group_rows = 8;

cl::Kernel transpose_kernel()
{
    return Exercise::get().kernel("in_place.cl", "transpose_in_place", {"global float*", "uint"});
}

/// Transposes so many times.
void check_matrix(const std::vector<float>& before, std::size_t n, int times = 1)
{
    cl::Kernel kernel = transpose_kernel();
    const auto matrix = input("matrix", before);
    const std::size_t tiles = round_up(n, tile) / tile;
    for (int i = 0; i < times; ++i)
        launch(kernel, covering({tiles * tile, tiles * group_rows, tile, group_rows}), matrix, n);
    INFO(n, " rows of ", n);
    if (times % 2 == 0)
        expect_same("matrix", before, matrix.read(), {}, n);
    else
        expect_agreed("matrix", transposed(before, n, n), matrix.read(), {}, n);
}

void check_size(std::size_t n, int times = 1)
{
    check_matrix(all_different(n * n), n, times);
}

/// In how many pairs of tiles, or tiles of the diagonal, something has changed.
std::size_t changed_pairs(const std::vector<float>& before, const std::vector<float>& after, std::size_t n)
{
    std::set<std::pair<std::size_t, std::size_t>> pairs;
    for (std::size_t i = 0; i < before.size(); ++i)
        if (before[i] != after[i]) pairs.insert(std::minmax({i / n / tile, i % n / tile}));
    return pairs.size();
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
    if (!clean_stage()) check_size(96);
}

TEST_CASE("a matrix that does not fill its tiles is transposed")
{
    check_size(33);
    check_size(45);
    if (clean_stage()) return;
    check_size(75);
    check_size(515);
    check_size(1060);
    check_size(4111); // more than 2^24 elements
}

TEST_CASE("work-groups that run one at a time take a pair of tiles each, at most")
{
    const std::size_t n = clean_stage() ? 40 : 75, tiles = round_up(n, tile) / tile;
    const cl::Kernel kernel = behind(told_of(covering({tiles * tile, tiles * group_rows, tile, group_rows})) +
                                         "#define get_group_id(d) (get_global_id(d) / get_local_size(d))\n"
                                         "#define get_global_offset(d) ((size_t)0)\n",
                                     "in_place.cl", transpose_kernel());
    const std::vector<float> numbers = all_different(n * n);
    const auto matrix = input("matrix", numbers);
    std::vector<float> before = numbers;
    for (std::size_t number = 0; number < tiles * tiles; ++number) {
        const std::size_t across = number % tiles, down = number / tiles;
        launch(kernel,
               {.global = cl::NDRange(tile, group_rows),
                .local = cl::NDRange(tile, group_rows),
                .offset = cl::NDRange(across * tile, down * group_rows)},
               matrix, n);
        const std::vector<float> after = matrix.read();
        if (const std::size_t pairs = changed_pairs(before, after, n); pairs > 1)
            FAIL("Work-group (", across, ", ", down, ") ran alone, and ", pairs,
                 " pairs of tiles changed. Let a group exchange one pair, or turn one tile of the diagonal");
        before = after;
    }
    INFO(n, " rows of ", n, ", after all work-groups have run one at a time");
    expect_agreed("matrix", transposed(numbers, n, n), before, {}, n);
}

TEST_CASE("what is moved is not changed")
{
    check_matrix(of_all_kinds(std::size_t{40} * 40), 40);
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
}
