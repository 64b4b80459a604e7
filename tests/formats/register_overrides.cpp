// Tests of the registers that whoever runs the lens tells it.
#include "lockstep/formats/register_overrides.hpp"

#include "lockstep/failure.hpp"

#include <doctest/doctest.h>
#include <string>
#include <string_view>

using lockstep::formats::RegisterOverrides;

namespace
{

RegisterOverrides told(std::string_view text)
{
    RegisterOverrides registers;
    registers.tell(text);
    return registers;
}

} // namespace

TEST_SUITE("register_overrides")
{
    TEST_CASE("a number is every kernel's that has none of its own, and the last word counts")
    {
        const RegisterOverrides registers = told("scan=40,24,scan=48");
        CHECK(registers.of("scan") == 48);
        CHECK(registers.of("scan_tile") == 24);
        CHECK(told("scan=40").of("scan_tile") == 0);
        CHECK(RegisterOverrides{}.of("scan") == 0);
    }

    TEST_CASE("what is told can be told again")
    {
        CHECK(told("24,scan=40").text() == "24,scan=40");
        CHECK(told(told("a=1,b=1024").text()).text() == "a=1,b=1024");
        CHECK(RegisterOverrides{}.text().empty());
        CHECK(RegisterOverrides{}.empty());
        CHECK_FALSE(told("1").empty());
    }

    TEST_CASE("what tells no registers is refused, with the words and a right one")
    {
        for (const std::string_view word :
             {"", "0", "1025", "-1", "x", "scan=", "=4", "4x", " 4", "scan=4=5", "99999999999999999999"}) {
            CAPTURE(word);
            try {
                told(word);
                FAIL("it was taken");
            } catch (const lockstep::Failure& failure) {
                CHECK(failure.happened().find("'" + std::string(word) + "' does not tell registers") == 0);
                CHECK(failure.next() == "--registers 40, or --registers scan=40");
            }
        }
        CHECK_THROWS_AS(told("24,,scan=40"), lockstep::Failure);
        CHECK_THROWS_AS(told("24,"), lockstep::Failure);
    }
}
