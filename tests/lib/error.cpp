// Tests of the catalogue of OpenCL's error codes: it is whole, and read as it should be.
#include "lockstep/error.hpp"

#include <doctest/doctest.h>

#include <set>

using namespace lockstep;

TEST_SUITE("error")
{
    TEST_CASE("the codes of OpenCL 1.2 to 3.1 leave no gap, and those of extensions and loader are there")
    {
        for (int code = 0; code >= -72; --code) {
            CAPTURE(code);
            CHECK((find_error(code) != nullptr) == (code >= -19 || code <= -30));
        }
        for (int code = -1000; code >= -1013; --code) CHECK(find_error(code) != nullptr);
        for (int code = -1092; code >= -1101; --code) CHECK(find_error(code) != nullptr);
        for (int code = -1138; code >= -1142; --code) CHECK(find_error(code) != nullptr);
        for (const int code : {-1057, -1058, -1059, -1108, -1121, -9999}) CHECK(find_error(code) != nullptr);
        REQUIRE(find_error(-1001) != nullptr);
        CHECK(std::string{find_error(-1001)->name} == "CL_PLATFORM_NOT_FOUND_KHR");
    }

    TEST_CASE("the catalogue goes downwards, names nothing twice and leaves no column empty")
    {
        std::set<std::string> names;
        int previous = 1;
        for (const ErrorEntry& entry : error_catalogue()) {
            CAPTURE(entry.name);
            CHECK(entry.code < previous);
            previous = entry.code;
            CHECK(names.insert(entry.name).second);
            for (const char* text : {entry.meaning, entry.cause, entry.next}) {
                REQUIRE(*text != '\0');
                CHECK(std::string{text}.back() != '.');
            }
        }
    }

    TEST_CASE("a code has a name, known or not")
    {
        CHECK(error_name(CL_INVALID_KERNEL_ARGS) == "CL_INVALID_KERNEL_ARGS");
        CHECK(error_name(-12345) == "unknown error -12345");
        CHECK(find_error(-12345) == nullptr);
    }

    TEST_CASE("an exception is told with its call, name, cause and advice")
    {
        const std::string text = describe(cl::Error{CL_INVALID_KERNEL_ARGS, "clEnqueueNDRangeKernel"});
        CHECK(
            text ==
            "clEnqueueNDRangeKernel failed with CL_INVALID_KERNEL_ARGS (-52): an argument was not set before "
            "the launch.\n  usual cause: one setArg forgotten\n  try: set every argument, from 0 to the "
            "last");
    }

    TEST_CASE("an exception with a vendor's own code says so")
    {
        const std::string text = describe(cl::Error{-12345, "clEnqueueReadBuffer"});
        CHECK(text.starts_with(
            "clEnqueueReadBuffer failed with error -12345, which is not one of OpenCL's own codes."));
    }

    TEST_CASE("a failure shows its advice on a line of its own, and none without")
    {
        const Failure advised{"The file is gone.", "look again"};
        CHECK(std::string{advised.what()} == "The file is gone.\n  try: look again");
        CHECK(advised.happened() == "The file is gone.");
        CHECK(advised.next() == "look again");
        CHECK(std::string{Failure{"The file is gone."}.what()} == "The file is gone.");
    }
}
