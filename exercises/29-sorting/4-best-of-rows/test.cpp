// Tests of the k best scores of each row: the right scores, each place once, in any order.
#include <lockstep/exercise.hpp>

#include <algorithm>
#include <functional>
#include <string>

using namespace lockstep;

namespace
{

using Words = std::vector<cl_uint>;

constexpr std::size_t group = 256;

/// Fails unless `places`, of which `k` belong to row r, name each of its places once at most, and the best scores.
void expect_best(const Words& scores, std::size_t n, std::size_t r, std::size_t k, const Words& places)
{
    Words best(scores.begin() + static_cast<std::ptrdiff_t>(r * n),
               scores.begin() + static_cast<std::ptrdiff_t>((r + 1) * n));
    Words named(n, 0), found;
    for (std::size_t i = r * k; i < (r + 1) * k; ++i) {
        if (places[i] >= n) FAIL("best[", i, "] is ", places[i], ", but a row has places 0 to ", n - 1);
        if (++named[places[i]] > 1) FAIL("row ", r, ": place ", places[i], " is among the best twice");
        found.push_back(best[places[i]]);
    }
    std::ranges::sort(best, std::greater{});
    best.resize(k);
    std::ranges::sort(found, std::greater{});
    expect_same("the scores at the places of row " + std::to_string(r) + ", sorted", best, found);
}

/// @param rows that are launched, if not all.
void check(const Words& scores, std::size_t n, std::size_t k, std::size_t rows = SIZE_MAX)
{
    const std::size_t all_rows = scores.size() / n;
    rows = std::min(rows, all_rows);
    cl::Kernel kernel =
        Exercise::get().kernel("best.cl", "best_of_rows", {"global uint*", "global uint*", "uint", "uint"});
    const auto in = input("scores", scores);
    const auto best = output<cl_uint>("best", all_rows * k);
    launch(kernel, covering(rows * group, group), in, best, n, k);
    INFO(all_rows, " rows of ", n, " scores, the best ", k, "; groups launched: ", rows);
    const Words places = best.read();
    for (std::size_t r = 0; r < rows; ++r) expect_best(scores, n, r, k, places);
    expect_part("best", places, places, [&](std::size_t i) { return i / k < rows; });
    expect_same("scores", scores, in.read());
}

void check_random(std::size_t rows, std::size_t n, std::size_t k, cl_uint bound = 0xFFFF'FFFF)
{
    check(random_uints(rows * n, 2906 + n + k, bound), n, k);
}

/// 200 random scores, of which only the bits of the mask are random.
Words masked(cl_uint mask, cl_uint added)
{
    Words scores = random_uints(200, 2907 + mask % 251, 0xFFFF'FFFF);
    for (cl_uint& score : scores) score = (score & mask) + added;
    return scores;
}

} // namespace

TEST_CASE("the best one, some and all scores of a row")
{
    for (const std::size_t k : {10U, 300U}) check_random(1, 300, k);
    if (clean_stage()) return;
    for (const std::size_t k : {1U, 2U, 77U, 299U}) check_random(1, 300, k);
}

TEST_CASE("scores may differ in any of their digits")
{
    for (const cl_uint mask : {0xFFU, 0xFF00U, 0xFF'0000U, 0xFF00'0000U, 0x0303'0303U})
        for (const std::size_t k : {50U, 1U, 190U}) {
            check(masked(mask, 0x40'5060), 200, k);
            if (clean_stage()) return;
        }
}

TEST_CASE("of equal scores as many are taken as are missing")
{
    check(Words(300, 77), 300, 100);
    if (clean_stage()) return;
    check_random(2, 500, 123, 3);
    check({5, 9, 5, 9, 5, 9, 5, 1}, 8, 5);
    Words ends(70, 0); // 0, and the largest that there is
    ends.resize(100, 0xFFFF'FFFF);
    for (const std::size_t k : {20U, 30U, 31U}) check(ends, 100, k);
}

TEST_CASE("rows of any length, and any k")
{
    check_random(1, 1, 1);
    check_random(2, 7, 3);
    if (clean_stage()) return;
    check_random(3, 1, 1);
    check_random(2, 257, 256);
    check_random(2, 600, 599, 40);
    check_random(3, 5003, 4000);
    check_random(70, 999, 31);
    check_random(2, 70'001, 66'000, 50'000);
}

TEST_CASE("a group works on its own row and no other")
{
    check(random_uints(4 * 100, 2910, 1000), 100, 9, 2);
}

TEST_SUITE("lens")
{
    TEST_CASE("2 rows of 2,048 scores, the best 100")
    {
        check_random(2, 2048, 100);
    }

    TEST_CASE("2 rows of 1,501 scores, the best 64")
    {
        check_random(2, 1501, 64);
    }
}
