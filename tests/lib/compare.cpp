// Tests of the comparison and of the sentence that explains the first difference.
#include "lockstep/compare.hpp"
#include "lockstep/text.hpp"

#include <doctest/doctest.h>

#include <bit>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <vector>

using namespace lockstep;

namespace
{

constexpr float infinity = std::numeric_limits<float>::infinity();
constexpr float nan_value = std::numeric_limits<float>::quiet_NaN();
const float poison = std::bit_cast<float>(poison_word);

std::optional<Mismatch> compare_floats(const std::vector<float>& expected, const std::vector<float>& got,
                                       Tolerance tolerance = {})
{
    return compare(std::span<const float>{expected}, std::span<const float>{got}, tolerance);
}

std::optional<Mismatch> compare_one(float expected, float got, Tolerance tolerance = {})
{
    return compare_floats({expected}, {got}, tolerance);
}

} // namespace

TEST_SUITE("compare")
{
    TEST_CASE("equal values have no mismatch, nor have none at all")
    {
        CHECK_FALSE(compare_floats({1.0F, -2.5F}, {1.0F, -2.5F}));
        CHECK_FALSE(compare_floats({}, {}));
        CHECK_FALSE(compare_one(0.0F, -0.0F));
    }

    TEST_CASE("the first mismatch is told with its index, and all are counted")
    {
        const auto mismatch = compare_floats({1, 2, 3, 4, 5}, {1, 2, 9, 4, 8});
        REQUIRE(mismatch);
        CHECK(mismatch->index == 2);
        CHECK(mismatch->count == 2);
        CHECK(mismatch->total == 5);
        CHECK(mismatch->expected == 3.0);
        CHECK(mismatch->got == 9.0);
        CHECK_FALSE(mismatch->unwritten);
    }

    TEST_CASE("results of another length than the reference are refused")
    {
        CHECK_THROWS_WITH_AS(compare_floats({1, 2, 3}, {1, 2}), "compare: 3 expected values against 2",
                             std::invalid_argument);
    }

    TEST_CASE("an absolute tolerance includes its edge and nothing beyond")
    {
        CHECK_FALSE(compare_one(1.0F, 1.25F, {.absolute = 0.25}));
        CHECK(compare_one(1.0F, std::nextafter(1.25F, 2.0F), {.absolute = 0.25}));
        CHECK_FALSE(compare_one(1.0F, 0.75F, {.absolute = 0.25}));
    }

    TEST_CASE("a relative tolerance is of the expected value's magnitude")
    {
        CHECK_FALSE(compare_one(-8.0F, -9.0F, {.relative = 0.125}));
        CHECK(compare_one(-8.0F, -9.5F, {.relative = 0.125}));
        CHECK(compare_one(0.0F, 1e-30F, {.relative = 0.5}));
    }

    TEST_CASE("a tolerance in units in the last place includes its edge and nothing beyond")
    {
        const float next = std::nextafter(1.0F, 2.0F);
        const float second = std::nextafter(next, 2.0F);
        CHECK(compare_one(1.0F, next));
        CHECK_FALSE(compare_one(1.0F, next, {.ulps = 1}));
        CHECK(compare_one(1.0F, second, {.ulps = 1}));
        CHECK_FALSE(compare_one(1.0F, second, {.ulps = 2}));
    }

    TEST_CASE("the distance in units in the last place crosses zero and grows with the gap")
    {
        CHECK(ulp_distance(0.0F, -0.0F) == 0);
        const float smallest = std::numeric_limits<float>::denorm_min();
        CHECK(ulp_distance(smallest, -smallest) == 2);
        CHECK(ulp_distance(1.0F, 2.0F) == 1U << 23U);
        CHECK(ulp_distance(2.0F, 1.0F) == 1U << 23U);
        CHECK(ulp_distance(1.0F, nan_value) == std::numeric_limits<std::uint64_t>::max());
    }

    TEST_CASE("not-a-number equals itself and nothing else, whatever the tolerance")
    {
        const Tolerance generous{.absolute = 1e30, .relative = 1e30, .ulps = 1000000};
        CHECK_FALSE(compare_one(nan_value, nan_value));
        CHECK(compare_one(1.0F, nan_value, generous));
        CHECK(compare_one(nan_value, 1.0F, generous));
    }

    TEST_CASE("infinity equals itself and nothing else, whatever the tolerance")
    {
        const Tolerance generous{.absolute = 1e30, .relative = 0.5, .ulps = 1000000};
        CHECK_FALSE(compare_one(infinity, infinity));
        CHECK(compare_one(infinity, 5.0F, generous));
        CHECK(compare_one(5.0F, infinity, generous));
        CHECK(compare_one(infinity, -infinity, generous));
        CHECK(compare_one(std::numeric_limits<float>::max(), infinity, {.ulps = 1}));
    }

    TEST_CASE("an element that still holds the poison is wrong, whatever the tolerance")
    {
        const auto mismatch =
            compare_floats({1.0F, nan_value}, {1.0F, poison}, {.absolute = 1e30, .ulps = 1U << 31U});
        REQUIRE(mismatch);
        CHECK(mismatch->index == 1);
        CHECK(mismatch->unwritten);
        CHECK_FALSE(compare_one(poison, poison));
        const std::vector<std::uint32_t> expected{7};
        const std::vector<std::uint32_t> untouched{poison_word};
        const auto integer =
            compare(std::span<const std::uint32_t>{expected}, std::span<const std::uint32_t>{untouched});
        REQUIRE(integer);
        CHECK(integer->unwritten);
    }

    TEST_CASE("integers are compared without overflow")
    {
        constexpr std::int32_t lowest = std::numeric_limits<std::int32_t>::min();
        constexpr std::int32_t highest = std::numeric_limits<std::int32_t>::max();
        const std::vector<std::int32_t> expected{lowest};
        const std::vector<std::int32_t> got{highest};
        const auto mismatch =
            compare(std::span<const std::int32_t>{expected}, std::span<const std::int32_t>{got});
        REQUIRE(mismatch);
        CHECK(contains(explain(*mismatch, "sum"), "expected -2147483648, got 2147483647 (off by 4.29e+09)"));
        const std::vector<std::uint8_t> bytes{0};
        const std::vector<std::uint8_t> other{1};
        CHECK(compare(std::span<const std::uint8_t>{bytes}, std::span<const std::uint8_t>{other}));
        CHECK_FALSE(compare(std::span<const std::uint8_t>{bytes}, std::span<const std::uint8_t>{other},
                            {.absolute = 1}));
    }

    TEST_CASE("a work-item is named by its global, group and local index in as many dimensions as there are")
    {
        CHECK(name_work_item(37, {.global = {64, 1, 1}, .local = {16, 1, 1}, .dimensions = 1}) ==
              "work-item (37), group (2), local (5)");
        CHECK(name_work_item(67, {.global = {30, 4, 1}, .local = {8, 2, 1}, .dimensions = 2}) ==
              "work-item (7, 2), group (0, 1), local (7, 0)");
        CHECK(name_work_item(23, {.global = {2, 3, 4}, .local = {1, 3, 2}, .dimensions = 3}) ==
              "work-item (1, 2, 3), group (1, 0, 1), local (0, 2, 1)");
    }

    TEST_CASE("beyond the range there is no work-item, and without a group size no group is named")
    {
        CHECK(name_work_item(64, {.global = {64, 1, 1}, .local = {16, 1, 1}, .dimensions = 1}) ==
              "no work-item");
        CHECK(name_work_item(5, {.global = {64, 1, 1}, .local = {0, 1, 1}, .dimensions = 1}) ==
              "work-item (5)");
    }

    TEST_CASE("the explanation names the place, both values, the distance and the work-item")
    {
        const auto mismatch = compare_floats({1.0F, 1.5F}, {1.0F, std::nextafter(1.5F, 2.0F)});
        REQUIRE(mismatch);
        CHECK(
            explain(*mismatch, "y", LaunchShape{.global = {2, 1, 1}, .local = {2, 1, 1}, .dimensions = 1}) ==
            "y[1]: expected 1.5, got 1.50000012 (off by 1.19e-07, 7.9e-08 of the expected value); work-item "
            "(1), group (0), local "
            "(1). "
            "1 of 2 elements is wrong. Every bit must agree here: it matters by which operations a value is "
            "computed, and in which order.");
    }

    TEST_CASE("that every bit must agree is told of what rounding may have done, and only where it holds")
    {
        const auto told = [](float got, Tolerance tolerance) {
            return contains(explain(*compare_floats({1.5F}, {got}, tolerance), "y"), "Every bit must agree");
        };
        const float next = std::nextafter(1.5F, 2.0F);
        CHECK(told(next, {}));
        CHECK_FALSE(told(1.6F, {}));
        CHECK_FALSE(told(std::nextafter(next, 2.0F), {.ulps = 1}));
    }

    TEST_CASE("how far off a value is is told as a part of what is expected")
    {
        const auto told = [](float expected, float got) {
            return explain(*compare_floats({expected}, {got}), "y");
        };
        CHECK(told(2.0F, 1.5F) == "y[0]: expected 2, got 1.5 (off by 0.5, 25 % of the expected value). "
                                  "1 of 1 elements is wrong.");
        CHECK(told(0.5F, 100.0F)
                  .starts_with("y[0]: expected 0.5, got 100 (off by 99.5, 199 times the expected value)."));
        CHECK(told(0.0F, 3.0F).starts_with("y[0]: expected 0, got 3 (off by 3)."));
    }

    TEST_CASE("what an element held before the launch is told as such, and not as a result")
    {
        auto mismatch = compare_floats({7, 7}, {7, 19});
        REQUIRE(mismatch);
        mismatch->before = 7;
        CHECK(explain(*mismatch, "y") ==
              "y[1] must stay as it was before the launch, 7, and is 19. 1 of 2 elements is wrong.");
        mismatch->before = 19;
        CHECK(explain(*mismatch, "y") ==
              "y[1]: expected 7; it still holds 19 from before the launch. 1 of 2 elements is wrong.");
        mismatch->before = 3;
        CHECK(explain(*mismatch, "y").starts_with("y[1]: expected 7, got 19 (off by 12"));
    }

    TEST_CASE("in a picture the place is a row and a column")
    {
        const auto mismatch = compare_floats({0, 0, 0, 0, 0, 0}, {0, 0, 0, 0, 1, 2});
        REQUIRE(mismatch);
        const std::string text = explain(*mismatch, "image", {}, 3);
        CHECK(text.starts_with("image[row 1][column 1]: expected 0, got 1"));
        CHECK(text.ends_with("2 of 6 elements are wrong."));
    }

    TEST_CASE("a work-item is named where the launch has one for each element")
    {
        const auto mismatch = compare_floats({0, 0, 0, 0, 0, 0}, {0, 0, 0, 0, 1, 2});
        REQUIRE(mismatch);
        const auto told = [&](std::size_t items, std::size_t group) {
            return explain(*mismatch, "y", LaunchShape{.global = {items, 1, 1}, .local = {group, 1, 1}});
        };
        CHECK(contains(told(6, 2), "work-item (4), group (2), local (0)"));
        CHECK(contains(told(8, 4), "work-item (4), group (1), local (0)")); // rounded up
        CHECK(!contains(told(3, 1), "work-item"));                          // each makes two
        CHECK(!contains(told(24, 4), "work-item"));                         // each group makes one
        const LaunchShape grid{.global = {4, 2, 1}, .local = {4, 1, 1}, .dimensions = 2};
        CHECK(contains(explain(*mismatch, "y", grid, 3), "work-item (1, 1)"));
        CHECK(!contains(explain(*mismatch, "y", grid, 2), "work-item")); // three rows, and two of work-items
    }

    TEST_CASE("an unwritten element and a not-a-number have no distance")
    {
        const auto unwritten = compare_one(2.5F, poison);
        REQUIRE(unwritten);
        CHECK(explain(*unwritten, "y") ==
              "y[0] was never written: it still holds the poison from before the launch; "
              "expected 2.5. 1 of 1 elements is wrong.");
        const auto nonsense = compare_one(2.5F, nan_value);
        REQUIRE(nonsense);
        CHECK(explain(*nonsense, "y") == "y[0]: expected 2.5, got nan. 1 of 1 elements is wrong.");
    }
}
