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

    TEST_CASE(
        "gcc's note on a header that is missing comes with the error, and a list of candidates does not")
    {
        const std::string error = "/a/sum.cpp:3:10: error: 'cout' is not a member of 'std'\n"
                                  "    3 |     std::cout << 1;\n"
                                  "      |          ^~~~\n";
        const std::string told = "\n  sum.cpp:3:10: error: 'cout' is not a member of 'std'\n"
                                 "      3 |     std::cout << 1;\n"
                                 "        |          ^~~~";
        CHECK(first_errors(error +
                               "/a/sum.cpp:2:1: note: 'std::cout' is defined in header '<iostream>'; did you "
                               "forget to '#include <iostream>'?\n"
                               "    1 | #include <thread>\n"
                               "  +++ |+#include <iostream>\n"
                               "    2 | double sum()\n",
                           "/a") ==
              told +
                  "\n  sum.cpp:2:1: note: 'std::cout' is defined in header '<iostream>'; did you forget to "
                  "'#include <iostream>'?\n      1 | #include <thread>\n    +++ |+#include <iostream>");
        CHECK(first_errors(error + "/a/sum.cpp:1:5: note: candidate: 'int f(int)'\n"
                                   "    1 | int f(int);\n",
                           "/a") == told);
        CHECK(first_errors(error + "/usr/include/c++/12/ostream:1:5: note: declared here\n", "/a") == told);
    }

    TEST_CASE("the first warning is told with its line, and one of what is not used is none")
    {
        const std::string unused = "/a/sum.cpp: In function 'int sum(int)':\n"
                                   "/a/sum.cpp:3:12: warning: unused parameter 'n' [-Wunused-parameter]\n"
                                   "    3 | int sum(int n)\n";
        const std::string elsewhere = "/usr/include/c++/12/vector:1:1: warning: oops [-Woops]\n";
        CHECK(first_warning(unused + elsewhere, "/a").empty());
        CHECK(first_warning(unused + elsewhere +
                                "/a/sum.cpp:5:1: warning: no return statement in function returning non-void "
                                "[-Wreturn-type]\n",
                            "/a") == "sum.cpp:5: no return statement in function returning non-void");
        CHECK(first_warning("/a/sum.cpp:5:1: warning: may fall through [-Wimplicit-fallthrough=]\n", "/a") ==
              "sum.cpp:5: may fall through");
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
