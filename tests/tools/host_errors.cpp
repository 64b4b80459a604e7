// Tests of what is shown of a C++ compiler's errors.
#include "check/host_build.hpp"

#include <doctest/doctest.h>

using namespace lockstep::tool;

TEST_SUITE("host_errors")
{
    TEST_CASE("gcc's error comes with line, column, the line's text and the mark under it")
    {
        CHECK(first_errors(
                  "/a b/sum.cpp: In function 'double sum()':\n"
                  "/a b/sum.cpp:3:12: error: 'totl' was not declared in this scope; did you mean 'total'?\n"
                  "    3 |     return totl;\n"
                  "      |            ^~~~\n"
                  "      |            total\n",
                  "/a b") ==
              "\n  sum.cpp:3:12: error: 'totl' was not declared in this scope; did you mean 'total'?\n"
              "      3 |     return totl;\n"
              "        |            ^~~~");
    }

    TEST_CASE("clang's error comes with the same")
    {
        CHECK(first_errors("/a/sum.cpp:3:12: error: use of undeclared identifier 'totl'\n"
                           "    return totl;\n"
                           "           ^\n"
                           "1 error generated.\n",
                           "/a") == "\n  sum.cpp:3:12: error: use of undeclared identifier 'totl'\n"
                                    "      return totl;\n"
                                    "             ^");
    }

    TEST_CASE("three errors are shown and the rest counted; a linker's have no line of a source")
    {
        std::string log =
            "sum.cpp:(.text+0x5): undefined reference to `sum_strip'\ncollect2: error: ld returned\n";
        for (int i = 0; i < 4; ++i) log += "/a/sum.cpp:1:1: error: again\n";
        CHECK(first_errors(log, "/a") ==
              "\n  sum.cpp:(.text+0x5): undefined reference to `sum_strip'"
              "\n  collect2: error: ld returned\n  sum.cpp:1:1: error: again"
              "\n  and 3 more; mend the first, and some of the others may go with it");
    }

    TEST_CASE("a log without an error that can be read is shown as it is")
    {
        CHECK(first_errors("cannot execute cc1plus\n", "/a") == "\ncannot execute cc1plus\n");
    }
}
