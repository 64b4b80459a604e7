// Tests of the small things done to text in messages.
#include "lockstep/text.hpp"

#include <doctest/doctest.h>

using namespace lockstep;

TEST_SUITE("text")
{
    TEST_CASE("two numbers that differ are shown with as many digits as it takes")
    {
        CHECK(told_apart(0.75, 0.5) == "0.75");
        CHECK(told_apart(0.75, 0.75) == "0.75");
        CHECK(told_apart(0.7500000001, 0.75) == "0.7500000001");
        const double next = 0.75 + 1.2e-16;
        CHECK((told_apart(next, 0.75) != told_apart(0.75, next)) == (next != 0.75));
        CHECK(told_apart(2048, 2047.5) == "2048");
    }

    TEST_CASE("behind a 1 a noun stands in the singular, behind 11, 1.1 and words it does not")
    {
        CHECK(singular_after_one("1 work-items in 1 work-groups of 1") == "1 work-item in 1 work-group of 1");
        CHECK(singular_after_one("(1 bytes, 1 launches)") == "(1 byte, 1 launch)");
        CHECK(singular_after_one("11 bytes, 2.1 bytes, x1 bytes, [1 bytes") ==
              "11 bytes, 2.1 bytes, x1 bytes, [1 bytes");
        CHECK(singular_after_one("y[1] is 1 is 1 times as much, 1 rows.") ==
              "y[1] is 1 is 1 time as much, 1 row.");
        CHECK(singular_after_one("ends in 1") == "ends in 1");
        CHECK(singular_after_one("1 units at 1000 MHz") == "1 unit at 1000 MHz");
    }

    TEST_CASE("a verb behind a 1 and its noun stands in the singular, unless something else is its subject")
    {
        CHECK(singular_after_one("it says that 1 groups have begun") == "it says that 1 group has begun");
        CHECK(singular_after_one("1 elements are above the limit") == "1 element is above the limit");
        CHECK(singular_after_one("1 of 1 elements are wrong") == "1 of 1 element are wrong");
        CHECK(singular_after_one("2 rows and 1 columns are left") == "2 rows and 1 column are left");
        CHECK(singular_after_one("2 groups have begun") == "2 groups have begun");
    }

    TEST_CASE("a mistyped name is taken for the nearest one, and for none that is too far")
    {
        const std::vector<std::string> names{"saxpy", "square", "check"};
        CHECK(nearest("sapxy", names) == "saxpy");
        CHECK(nearest("chek", names) == "check");
        CHECK(nearest("squares", names) == "square");
        CHECK(nearest("sxpa", names).empty());
        CHECK(nearest("9/9", {"3/2"}).empty());
        CHECK(nearest("", names).empty());
    }

    TEST_CASE("numbers are grouped by threes, and nouns counted")
    {
        CHECK(with_commas(0) == "0");
        CHECK(with_commas(999) == "999");
        CHECK(with_commas(1000) == "1,000");
        CHECK(with_commas(12345678) == "12,345,678");
        CHECK(counted(1, "sector") == "1 sector");
        CHECK(counted(0, "sector") == "0 sectors");
        CHECK(counted(1024, "pass") == "1,024 passes");
        CHECK(counted(2, "divergent branch") == "2 divergent branches");
    }
}
